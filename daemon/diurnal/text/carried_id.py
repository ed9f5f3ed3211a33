"""Where the block id of a new entry or turn stands: at the end of its first paragraph, or below what cannot carry one.

Never inside a fence, a formula or a list: there it would be code, or part the list in two.
"""

from __future__ import annotations

from diurnal.model.regex import regex
from diurnal.text.given import FENCE

_LIST = regex(r"\s*(?:[-*+]|\d{1,9}[.)])\s")


def with_id(lines: list[str], block: str, fields: str = "") -> list[str]:
    """*lines* with the block id at the end of the first paragraph, or below what cannot carry one."""
    end = _end_of_first(lines)
    if all(is_plain(line) for line in lines[:end]):
        return [*lines[: end - 1], f"{lines[end - 1]}{fields} ^{block}", *lines[end:]]
    more = ["", fields.strip()] if fields else []
    return [*lines[:end], *more, "", f"^{block}", *lines[end:]]


def _end_of_first(lines: list[str]) -> int:
    """Where the first of *lines*' paragraphs, lists, fences ends: a blank line within one of these ends nothing."""
    fence, is_formula, is_list = "", False, False
    for n, line in enumerate(lines):
        mark = FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
                if FENCE.match(lines[0]):
                    return n + 1
        elif mark:
            fence = mark[1]
        elif line.count("$$") % 2:
            is_formula = not is_formula
        elif _LIST.match(line):
            is_list = True
        elif not line.strip() and not is_formula:
            following = next((later for later in lines[n:] if later.strip()), "")
            if not (is_list and (following[:1].isspace() or _LIST.match(following))):
                return n
    return len(lines)


def is_plain(line: str) -> bool:
    """True if a block id at its end belongs to it: a paragraph's line."""
    return not (FENCE.match(line) or _LIST.match(line) or line.lstrip().startswith((">", "|", "$$")))
