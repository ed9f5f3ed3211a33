"""Reference links, ``[shown][label]`` with ``[label]: Other.md`` on a line of its own, put as ``[shown](<Other.md>)``.

Only rows of markup are changed, in place, so that all that reads links knows one
form of them. A label without a definition stays as it is written. The lines that
define one are form, which Obsidian shows to nobody, and go; a line such as
``[Bo]: see you`` is speech and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Row, Shape

_DEFINITION = regex(
    r"[ ]{0,3}\[(?!\^)([^\[\]\n]{1,200})\]:[ \t]*(?:<([^<>\n]*)>|([^\s<>]+))"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*$"
)
_ADDRESS = regex(r"[./#:]")
"""What a word has that leads somewhere; ``[Bo]: ok`` defines a link only where ``[Bo]`` is used."""
# Not after another bracket (a wikilink's), and not before what makes it a link, a wikilink or a definition.
_USE = regex(
    r"(?<![\[\]\\])\[(?![\^\[])(?P<shown>[^\[\]\n]{1,600})\](?:\[(?P<label>[^\[\]\n]{0,200})\]|(?![\[(:\]]))"
)
_CODE = regex(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_VERBATIM = (Shape.CODE, Shape.MATH, Shape.QUERY)


def resolve_references(blocks: Iterable[Block]) -> None:
    """Put every reference link of *blocks* as an inline one, and leave the lines out that only define them."""
    with_text = list(_with_text(blocks))
    targets: dict[str, str] = {}
    for block in with_text:
        for _, markup in block.rows:
            if "]:" in markup and (match := _DEFINITION.match(markup)):
                targets.setdefault(_folded(match[1]), match[2] if match[3] is None else match[3])
    if not targets:
        return
    used: set[str] = set()
    for block in with_text:
        block.rows[:] = [_resolved(row, targets, used) for row in block.rows]
    for block in with_text:
        if block.shape is Shape.TEXT:
            while block.rows and _is_form(block.rows[0][1], used):  # it may not interrupt a paragraph
                del block.rows[0]


def _is_form(markup: str, used: set[str]) -> bool:
    match = _DEFINITION.match(markup)
    if match is None:
        return False
    return match[3] is None or _ADDRESS.search(match[3]) is not None or _folded(match[1]) in used


def _with_text(blocks: Iterable[Block]) -> Iterable[Block]:
    for block in blocks:
        if block.shape not in _VERBATIM:
            yield block
            yield from _with_text(block.inner)


def _resolved(row: Row, targets: dict[str, str], used: set[str]) -> Row:
    number, markup = row
    if "[" not in markup or _DEFINITION.match(markup):
        return row

    def inline(match: re.Match[str]) -> str:
        label = _folded(match["label"] or match["shown"])
        if label not in targets:
            return match[0]
        used.add(label)
        return f"[{match['shown']}](<{targets[label]}>)"

    parts, at = [], 0
    for code in _CODE.finditer(markup):
        parts += [_USE.sub(inline, markup[at : code.start()]), code[0]]
        at = code.end()
    return number, "".join((*parts, _USE.sub(inline, markup[at:])))


def _folded(label: str) -> str:
    """Labels are compared without regard to case and to how their words are spaced."""
    return " ".join(label.split()).casefold()
