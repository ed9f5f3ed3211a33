"""What a link points at: ``[[Note#Part|shown]]``, ``[shown](My%20Note.md#Part)``, ``![[embed]]``.

Only the written form is read here. Which note a target is, is found by the
vault (Obsidian's order); addresses with a scheme are no note links at all.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from diurnal.model.record import Link
from diurnal.model.regex import regex

LINK_INNER = r"(?!\[)[^\[\]\n]*(?:\[(?!\[)[^\[\]\n]*|\](?!\])[^\[\]\n]*)*"
WIKILINK = regex(rf"(!?)\[\[({LINK_INNER})\]\]")
_SCHEME = regex(r"[A-Za-z][A-Za-z0-9+.-]+:")
_SIZE = regex(r"\d+(?:x\d+)?")
_FILE = regex(r"\.(?!md$)[A-Za-z0-9]{1,8}$", re.IGNORECASE)
_VIEW = regex(r"\.(?:base|canvas)$", re.IGNORECASE)


def wikilink(inner: str, *, embed: bool = False, line: int = 0) -> Link:
    """The link written as ``[[inner]]``; inside a table its pipe may be escaped."""
    target, bar, alias = inner.partition("|")
    if bar and target.endswith("\\"):
        target = target[:-1]
    name, _, anchor = target.partition("#")
    return Link(name.strip(), _anchor(anchor), alias.strip(), embed, line)


def markdown_link(shown: str, address: str, *, embed: bool = False, line: int = 0) -> Link | None:
    """The note link written as ``[shown](address)``, or None if it leads out of the vault."""
    address = address.strip()
    if not address or _SCHEME.match(address) or address.startswith("//"):
        return None
    name, _, anchor = address.partition("#")
    name, anchor = unquote(name).strip(), unquote(anchor)
    return Link(name, _anchor(anchor), shown.strip(), embed, line)


def links_in_value(value: str, line: int = 0) -> list[Link]:
    """The wikilinks in a property's value."""
    if "[[" not in value:
        return []
    return [
        wikilink(match[2], embed=bool(match[1]), line=line)
        for match in WIKILINK.finditer(value)
        if match[2].strip()
    ]


def shown(link: Link) -> str:
    """What a person reads where *link* stands.

    An alias is shown as such, unless it is a picture's size; a view of other notes (``.base``) shows nothing of its own.
    """
    if link.embed and _VIEW.search(link.target):
        return ""
    if link.alias and not (link.embed and _SIZE.fullmatch(link.alias)):
        return link.alias
    anchor = link.anchor if not link.anchor.startswith("^") else ""
    name = link.target.removesuffix(".md").rsplit("/", 1)[-1] if not is_file(link.target) else link.target
    return f"{name} > {anchor.replace('#', ' > ')}" if name and anchor else name or anchor.replace("#", " > ")


def is_file(target: str) -> bool:
    """True if *target* names something that is not a note, such as a picture."""
    return _FILE.search(target) is not None and " " not in target.rsplit(".", 1)[-1]


def _anchor(text: str) -> str:
    """Heading path with its parts trimmed, joined by ``#``; a block keeps its ``^``."""
    return "#".join(part.strip() for part in text.split("#") if part.strip())
