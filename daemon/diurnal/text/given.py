"""Text somebody gave us, made safe to stand inside a note: read back it says the same, and nothing else changes.

A heading, a comment, template syntax or a block id in it would end an entry,
hide what follows, or give a line another name. They are escaped so that Obsidian
and the reader show them as they were given; code is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from diurnal.model.regex import regex
from diurnal.text.inline import CODE_SPAN
from diurnal.text.scan import scan

FENCE = regex(r"\s*(`{3,}|~{3,})([^`]*)$")
"""A line that opens a fence (group 1); with nothing in group 2 it may also close one of at most that length."""
# A time that a line begins with.
_TIME = regex(r"(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[.\]\s+)?(?:\*\*|__|\*|_|`)?\d{1,2}):(?=\d\d)")
_HEADING = regex(r"(\s{0,3}(?:[-*+]\s+|\d{1,9}[.)]\s+)?)(#{1,6}(?:\s|$))")
_UNDERLINE = regex(r"\s*=+\s*$")
_RULE = regex(r"\s*-+\s*$")
_BLOCK_ID = regex(r"(^|[ \t])\^(?=[A-Za-z0-9-]+[ \t]*$)")
# These begin HTML that goes on until it is closed, however many blank lines follow; other tags end at one.
_HTML = regex(
    r"(\s{0,3}(?:[-*+]\s+|\d{1,9}[.)]\s+)?)<(?=[!?]|(?:pre|script|style|textarea)(?:[\s>]|$))", re.IGNORECASE
)
_FORMULA = "&#36;&#36;"
_ENTITIES = (("%%", "&#37;&#37;"), ("<!--", "&lt;!--"), ("<%", "&lt;%"), ("{{", "&#123;&#123;"))


def given_lines(
    text: str, *, by_agent: bool = False, guarded_tags: Iterable[str] = (), escapes_times: bool = False
) -> list[str]:
    """The lines of *text*, without blank ones around it, escaped.

    Args:
        text: as it was given.
        by_agent: also takes their force from fields (``(by:: …)``) and from *guarded_tags*, which only the
            owner may set.
        guarded_tags: tags that decide about the whole note, such as ``private``; without ``#``.
        escapes_times: also takes its force from a time that a line begins with: it would begin another entry.
    """
    given = text.encode("utf-8", "replace").decode().replace("\0", "")
    rows = given.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while rows and not rows[0].strip():
        rows = rows[1:]
    while rows and not rows[-1].strip():
        rows = rows[:-1]
    guard = _guard(guarded_tags) if by_agent else None
    lines: list[str] = []
    prose: list[int] = []
    fence = ""
    for row in rows:
        mark = FENCE.match(row)
        if fence:
            lines.append(row)
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark:
            fence = mark[1]
            lines.append(row)
        else:
            prose.append(len(lines))
            line = _escaped(row.rstrip(), by_agent, guard)
            lines.append(_TIME.sub(r"\1\:", line, count=1) if escapes_times else line)
    _close_formulas(lines, prose)
    return [*lines, fence] if fence else lines


def _close_formulas(lines: list[str], prose: list[int]) -> None:
    """Disarm each ``$$`` that opens a formula and is never closed, and the last one where their number is odd."""
    while at := scan(lines).open_formula:
        lines[at - 1] = lines[at - 1].replace("$$", _FORMULA, 1)
    marks = [
        (at, mark.start())
        for at in prose
        for mark in re.finditer(r"\$\$", lines[at])
        if not any(span.start() < mark.start() < span.end() for span in CODE_SPAN.finditer(lines[at]))
    ]
    if len(marks) % 2:
        at, start = marks[-1]
        lines[at] = f"{lines[at][:start]}{_FORMULA}{lines[at][start + 2 :]}"


def one_line(text: str, *, by_agent: bool = False, guarded_tags: Iterable[str] = ()) -> str:
    """*text* as the one line of a list item: never a checkbox, a heading or a list of its own."""
    joined = " ".join(" ".join(given_lines(" ".join(text.split()), by_agent=True)).split())
    guard = _guard(guarded_tags) if by_agent else None
    joined = guard.sub(r"\\#", joined) if guard else joined
    return f"\\{joined}" if re.match(r"\[.\](\s|$)|[-*+>](\s|$)", joined) else joined


def _escaped(row: str, by_agent: bool, guard: re.Pattern[str] | None) -> str:
    if heading := _HEADING.match(row):
        row = f"{heading[1]}\\{row[heading.end(1) :]}"
    elif _UNDERLINE.match(row) or _RULE.match(row):
        row = f"\\{row.strip()}" if row.strip() else row
    row = _HTML.sub(r"\1&lt;", row)
    parts, at = [], 0
    for span in CODE_SPAN.finditer(row):
        parts += [_disarmed(row[at : span.start()], by_agent, guard), span[0]]
        at = span.end()
    parts.append(_BLOCK_ID.sub(r"\1\\^", _disarmed(row[at:], by_agent, guard)))
    return "".join(parts)


def _disarmed(text: str, by_agent: bool, guard: re.Pattern[str] | None) -> str:
    for mark, entity in _ENTITIES:
        text = text.replace(mark, entity)
    if by_agent:
        text = text.replace("::", ":&#58;")
        text = guard.sub(r"\\#", text) if guard else text
    return text


def _guard(tags: Iterable[str]) -> re.Pattern[str] | None:
    names = [re.escape(tag.strip().lstrip("#").strip("/")) for tag in tags if tag.strip("# /")]
    return re.compile(rf"#(?=(?:{'|'.join(names)})(?![\w-]))", re.IGNORECASE) if names else None
