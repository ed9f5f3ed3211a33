"""Who may see a note, decided before any store hears of it.

Three things can make a note private or owner-only: its frontmatter, a folder
rule, a tag anywhere in it. Doubt falls on the closed side: frontmatter that
cannot be read and speaks of ``private`` is private, and so is a value that is
neither yes nor no, and a ``private`` within another property.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from diurnal.model.layout import Layout
from diurnal.model.record import Privacy
from diurnal.text.frontmatter import Frontmatter

_NO = frozenset({"false", "no", "off", "0", "n", "public", "open", "none"})
_OWNER_ONLY = frozenset({"owner-only", "owner_only", "owner only", "owneronly", "owner"})
_KEYS = ("private", "privacy")
_MENTIONED = re.compile(r"(?im)^[- \t\"'{,\[]*(?:private|owner[-_ ]only)[\"']?[ \t]*:(?P<value>[^\n,}]*)")
_ANYWHERE = re.compile(r"(?i)\bprivate\b|\bowner[-_ ]only\b")


def privacy_of(path: str, front: Frontmatter, tags: Iterable[str], layout: Layout) -> Privacy:
    """The strictest of what frontmatter, folder rules and *tags* (all of the note's) say."""
    return max(
        (
            _by_frontmatter(front),
            _by_folder(path, layout),
            _by_tags(tags, layout),
        ),
        key=(Privacy.OPEN, Privacy.OWNER_ONLY, Privacy.PRIVATE).index,
    )


def mentions_rule(text: str, layout: Layout) -> bool:
    """False if no tag in *text* can fall under a rule: most notes need no closer look."""
    folded = _fold(text)
    return any(
        f"#{_fold(rule.strip().lstrip('#').strip('/'))}" in folded
        for rule in (*layout.private_tags, *layout.owner_only_tags)
        if rule.strip("# /")
    )


def _by_frontmatter(front: Frontmatter) -> Privacy:
    if front.broken_at:
        return Privacy.PRIVATE if _ANYWHERE.search(front.raw) else Privacy.OPEN
    if not front.is_closed:
        said = _MENTIONED.search(front.raw)
        refused = said is not None and said["value"].strip(" \t\"'").casefold() in _NO
        return Privacy.PRIVATE if said and not refused else Privacy.OPEN
    for values in _named(front, ("owner-only", "owner_only", "owneronly")):
        if not _says_no(values):
            return _by_keys(front, Privacy.OWNER_ONLY)
    return _by_keys(front, Privacy.OPEN)


def _named(front: Frontmatter, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The values of the properties called so, at the top or within another one: `meta: {private: true}`."""
    return [values for key, values in front.properties.items() if key.rpartition(".")[2] in names]


def _by_keys(front: Frontmatter, least: Privacy) -> Privacy:
    found = least
    for values in _named(front, _KEYS):
        if values and all(value.strip().casefold() in _OWNER_ONLY for value in values):
            found = Privacy.OWNER_ONLY
        elif not _says_no(values):
            return Privacy.PRIVATE
    return found


def _says_no(values: tuple[str, ...]) -> bool:
    return bool(values) and all(value.strip().casefold() in _NO for value in values)


def _by_folder(path: str, layout: Layout) -> Privacy:
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
    rule = _fold(rule.strip().lstrip("#").strip("/"))
    return bool(rule) and (tag == rule or tag.startswith(f"{rule}/"))


def _lies_in(path: str, folder: str) -> bool:
    folder = _fold(folder.strip().strip("/"))
    return bool(folder) and (_fold(path) == folder or _fold(path).startswith(f"{folder}/"))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
