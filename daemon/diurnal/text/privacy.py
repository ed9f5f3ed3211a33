"""Who may see a note, decided before any store hears of it.

Three things can make a note private or owner-only: its properties (frontmatter
or a Dataview field in it), a folder rule, a tag anywhere in it. Doubt falls on
the closed side: frontmatter that cannot be read and speaks of ``private`` is
private, and so is a value that is neither yes nor no, and a ``private`` within
another property.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from diurnal.model.layout import Layout
from diurnal.model.record import Privacy
from diurnal.model.regex import regex
from diurnal.text.frontmatter import Frontmatter

_NO = frozenset({"false", "no", "off", "0", "n", "public", "open", "none"})
_OWNER_ONLY = frozenset({"owner-only", "owner_only", "owner only", "owneronly", "owner"})
_KEYS = ("private", "privacy")
_OWNER_KEYS = ("owner-only", "owner_only", "owneronly")
_MENTIONED = regex(
    r"(?im)^[- \t\"'{,\[]*(?:private|owner[-_ ]only)[\"']?[ \t]*"
    r"(?:[:：=](?P<value>[^\n,}]*)|(?:true|yes|on)?[ \t]*$)"
)
"""Where YAML was not to be had: also with the colon of a Chinese keyboard, an equals sign, or nothing but the word."""
_TAG_BEGINS = regex(r"#[^\s#]")
_FIELD = regex(r"(?i)(?:private|privacy|owner[-_ ]?only)[*_ \t]*::")
_ANYWHERE = regex(r"(?i)\bprivate\b|\bowner[-_ ]only\b")


def privacy_of(
    path: str,
    front: Frontmatter,
    tags: Iterable[str],
    layout: Layout,
    fields: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Privacy:
    """The strictest of what frontmatter, folder rules, *tags* and Dataview's *fields* (all of the note's) say."""
    return max(
        (
            _by_frontmatter(front),
            _by_properties(fields),
            privacy_by_folder(path, layout),
            _by_tags(tags, layout),
        ),
        key=(Privacy.OPEN, Privacy.OWNER_ONLY, Privacy.PRIVATE).index,
    )


def mentions_rule(text: str, layout: Layout) -> bool:
    """False if no tag in *text* can fall under a rule: most notes need no closer look."""
    rules = _rules_of(layout)
    if not rules or _TAG_BEGINS.search(text) is None:
        return False
    folded = _fold(text)
    return any(f"#{rule}" in folded for rule in rules)


def mentions_field(text: str) -> bool:
    """False if no Dataview field in *text* can be of privacy."""
    return "::" in text and _FIELD.search(text) is not None


@lru_cache(maxsize=4)
def _rules_of(layout: Layout) -> tuple[str, ...]:
    """The tags that close a note, folded as they are compared."""
    closing = (*layout.private_tags, *layout.owner_only_tags)
    return tuple(rule for tag in closing if (rule := _rule(tag)))


def _rule(tag: str) -> str:
    return _fold(tag.strip().lstrip("#").strip("/ "))


def _by_frontmatter(front: Frontmatter) -> Privacy:
    if front.broken_at:
        return Privacy.PRIVATE if _ANYWHERE.search(front.raw) else Privacy.OPEN
    if not front.is_closed:
        said = [match["value"] or "" for match in _MENTIONED.finditer(front.raw)]
        refused = all(value.strip(" \t\"'").casefold() in _NO for value in said)
        return Privacy.OPEN if refused else Privacy.PRIVATE
    return _by_properties(front.properties)


def _by_properties(properties: Mapping[str, tuple[str, ...]]) -> Privacy:
    closed = any(not _says_no(values) for values in _named(properties, _OWNER_KEYS))
    found = Privacy.OWNER_ONLY if closed else Privacy.OPEN
    for values in _named(properties, _KEYS):
        if values and all(value.strip().casefold() in _OWNER_ONLY for value in values):
            found = Privacy.OWNER_ONLY
        elif not _says_no(values):
            return Privacy.PRIVATE
    return found


def _named(properties: Mapping[str, tuple[str, ...]], names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The values of the properties called so, at the top or within another one: `meta: {private: true}`."""
    return [values for key, values in properties.items() if _plain(key.rpartition(".")[2]) in names]


def _plain(key: str) -> str:
    """*key* as it looks: without invisible signs, full-width letters as the usual ones, nor a colon too many."""
    if not key.isascii():
        seen = "".join(sign for sign in key if unicodedata.category(sign) != "Cf")
        key = unicodedata.normalize("NFKC", seen)
    return key.strip(": ")


def _says_no(values: tuple[str, ...]) -> bool:
    return bool(values) and all(value.strip().casefold() in _NO for value in values)


def privacy_by_folder(path: str, layout: Layout) -> Privacy:
    """What the folder rules alone say of the note at *path*."""
    if any(_lies_in(path, folder) for folder in layout.private_folders):
        return Privacy.PRIVATE
    return Privacy.OWNER_ONLY if any(_lies_in(path, f) for f in layout.owner_only_folders) else Privacy.OPEN


def _by_tags(tags: Iterable[str], layout: Layout) -> Privacy:
    found = [_fold(tag) for tag in tags]
    if any(_is_tag(tag, rule) for tag in found for rule in layout.private_tags):
        return Privacy.PRIVATE
    closed = any(_is_tag(tag, rule) for tag in found for rule in layout.owner_only_tags)
    return Privacy.OWNER_ONLY if closed else Privacy.OPEN


def _is_tag(tag: str, rule: str) -> bool:
    rule = _rule(rule)
    return bool(rule) and (tag == rule or tag.startswith(f"{rule}/"))


def _lies_in(path: str, folder: str) -> bool:
    """True if *path* lies in *folder*, however its owner wrote that: ``Therapy/``, ``./Therapy``, ``Therapy/**``."""
    folder = _fold(
        "/".join(part for part in folder.strip().rstrip("*").split("/") if part.strip() not in ("", "."))
    )
    return bool(folder) and (_fold(path) == folder or _fold(path).startswith(f"{folder}/"))


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", text).casefold()
