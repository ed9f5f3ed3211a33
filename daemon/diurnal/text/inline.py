"""One line of markup to what a person reads, with the links and tags in it.

A single pass: code spans first (nothing inside them is markup), then links,
addresses, HTML, footnotes; emphasis marks are paired on a stack, so a lone
``*`` or ``==`` stays. Plain lines, which are most, cost one look.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from diurnal.model.record import Link
from diurnal.model.regex import regex
from diurnal.text.links import LINK_INNER, markdown_link, shown, wikilink
from diurnal.text.tags import TAG, tags_in

CODE_SPAN = regex(r"(?<!`)(`+)(?!`)(.{1,4000}?)(?<!`)\1(?!`)")

_TAG_NAMES = (
    "(?i:a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|"
    "img|ins|kbd|li|mark|ol|p|pre|q|s|samp|section|small|span|strike|strong|sub|summary|sup|svg|table|tbody|td|th|thead|"
    "tr|tt|u|ul|var|video|audio|source|wbr|button|input|label|style)"
)
# Every alternative begins with its own literal character: the engine then skips plain text at full speed.
_TOKEN = regex(
    r"`(?:(?<!``)(?P<code>(?P<ticks>`*)(?!`)(?P<inside>.{1,4000}?)(?<!`)`(?P=ticks)(?!`))|(?P<lone>`*))"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    rf"|\[(?:(?P<wiki>\[{LINK_INNER}\]\])"
    r"|(?P<note>\^[^\[\]\s]{1,80}\]:?)"
    r"|(?P<md>(?P<shown>(?:[^\[\]\\]|\\.|\[[^\[\]]*\]){0,600}+)\]"
    r"\([ \t]*(?:<(?P<angled>[^<>\n]*)>|(?P<bare>[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'))?[ \t]*\)))"
    rf"|<(?:(?P<auto>[A-Za-z][A-Za-z0-9+.-]{{1,20}}:[^\s<>]*)>|(?P<html>/?(?:{_TAG_NAMES})(?:\s[^<>]*)?/?>))"
    r"|:(?P<url>//[^\s<>\"'`（）《》，。；、]+)"
    r"|\^(?P<foot>\[(?P<aside>(?:[^\[\]]|\[\[?[^\[\]\n]*\]\]?){0,600})\])"
    r"|\$(?P<math>(?=\S)[^$\n]{1,400}?(?<=\S)\$(?!\d))"
    r"|&(?P<entity>#?\w{2,20};)"
    r"|\*(?P<star>(?:\*\*?)?)|_(?P<under>(?<!\w_)_?(?=\S)|(?<=\S_)_?(?!\w))|=(?P<high>=)|~(?P<strike>~)"
)
_MARKS = frozenset(("star", "under", "high", "strike"))
_SPECIAL = regex(r"[\[*_`=~<\\^$#&]")
_BREAKING = regex(r"/?(?:br|li|p|td|th|tr|div)\b", re.IGNORECASE)
_INLINE_QUERY = regex(r"\$?=\s|dv:|\$=")


@dataclass(slots=True)
class Inline:
    """A line as read: its text, and the links and tags it holds, in order."""

    text: str
    links: list[Link] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)


def read_inline(markup: str, line: int) -> Inline:
    """Read one line of markup; *line* is its number in the note, for its links."""
    if _SPECIAL.search(markup) is None and "://" not in markup:
        return Inline(markup)
    parts: list[str] = []
    words: list[str] = []  # the same without code, links and addresses: where tags may stand
    marks: list[int] = []
    links: list[Link] = []
    at = 0
    for match in _TOKEN.finditer(markup):
        start, end = match.span()
        if start > at:
            parts.append(markup[at:start])
            words.append(markup[at:start])
        at = end
        kind = match.lastgroup or ""
        if kind == "under" and _continues_tag(markup, start, end):
            parts.append(match[0])
            words.append(match[0])
        elif kind in _MARKS:
            marks.append(len(parts))
            parts.append(match[0])
            words.append(" ")
        else:
            embeds = kind in ("wiki", "md") and markup[start - 1 : start] == "!" == parts[-1][-1:]
            if embeds:
                parts[-1] = parts[-1][:-1]
            parts.append(_read_token(match, kind, line, links, embeds))
            words.append("x")
    parts.append(markup[at:])
    words.append(markup[at:])
    if marks:
        _pair(parts, marks)
    return Inline("".join(parts), links, tags_in("".join(words)) if "#" in markup else [])


def _continues_tag(markup: str, start: int, end: int) -> bool:
    """True if the ``_`` at *start* is a letter of a tag: ``#_inbox``, ``#area/_old``, but not the end of ``_#tag_``."""
    opened = markup.rfind("#", 0, start)
    if opened < 0 or not markup[end : end + 1].isalnum():
        return False
    tag = TAG.match(markup, opened)
    return tag is not None and tag.end() >= end


def _read_token(match: re.Match[str], kind: str, line: int, links: list[Link], embeds: bool) -> str:
    """What *match* reads as; links in it are added to *links*."""
    if kind == "code":
        inside: str = match["inside"]
        if _INLINE_QUERY.match(inside):
            return ""
        return inside[1:-1] if inside[0] == inside[-1] == " " and inside.strip() else inside
    if kind == "wiki":
        inner = match["wiki"][1:-2]
        if not inner.strip():
            return match[0]
        link = wikilink(inner, embed=embeds, line=line)
        links.append(link)
        return shown(link)
    if kind == "md":
        label = read_inline(match["shown"], line)
        links.extend(label.links)
        address = match["bare"] if match["angled"] is None else match["angled"]
        found = markdown_link(label.text, address, embed=embeds, line=line)
        if found and (found.target or found.anchor):
            links.append(found)
        return label.text
    if kind == "foot":
        aside = read_inline(match["aside"], line)
        links.extend(aside.links)
        follows_blank = match.string[match.start() - 1 : match.start()].isspace()
        return f"({aside.text})" if follows_blank else f" ({aside.text})"
    if kind == "html":
        return " " if _BREAKING.match(match["html"]) else ""
    if kind == "entity":
        return html.unescape(match[0])
    if kind == "note":  # a footnote's mark reads as nothing
        return ""
    return match[kind] if kind in ("escaped", "auto") else match[0]


def _pair(parts: list[str], marks: list[int]) -> None:
    """Blank out emphasis marks that open and close something; lone ones stay text."""
    waiting: dict[str, list[int]] = {}
    for index in marks:
        mark = parts[index]
        before = parts[index - 1][-1:] if index else ""
        after = parts[index + 1][:1]
        stack = waiting.setdefault(mark, [])
        if stack and stack[-1] != index - 1 and before and not before.isspace():
            opened = stack.pop()
            if mark == "__" and opened == index - 2 and parts[index - 1].isidentifier():
                continue  # __init__ is a name
            parts[opened] = parts[index] = ""
        elif after and not after.isspace():
            stack.append(index)
