"""A text cut into several parts: the lines each takes, and the links each shows.

Every line and every link of the whole is in some part; no link is in two.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from diurnal.model.record import Link
from diurnal.text.blocks import Row
from diurnal.text.links import shown

# Signs after the link before in which a link's text is looked for: a line may hold thousands of links.
_FARTHEST_LINK = 20_000


def spans_of(lines: Sequence[Row], parts: Sequence[str]) -> list[tuple[int, int]]:
    """First and last line of each of *parts*, which make up *lines* (number and text) joined by line breaks."""
    starts = _starts(lines)
    spans, at = [], 0
    for part in parts:
        first = lines[min(bisect_right(starts, at) - 1, len(lines) - 1)][0]
        end = max(at, at + len(part.rstrip()) - 1)
        last = lines[min(bisect_right(starts, end) - 1, len(lines) - 1)][0]
        spans.append((first, last))
        at += len(part)
    return spans


def links_by_part(
    lines: Sequence[Row], links: Sequence[Link], of_fields: Sequence[Link], text: str, parts: Sequence[str]
) -> list[tuple[Link, ...]]:
    """The links of each of *parts* of *text*: each of *links* in the one that shows it, those *of_fields* in the first."""
    if len(parts) == 1:
        return [(*links, *of_fields)]
    numbers = [number for number, _ in lines]
    starts = _starts(lines)
    ends = list(accumulate(map(len, parts)))
    found: list[list[Link]] = [list(of_fields), *([] for _ in parts[1:])]
    at = 0
    for link in links:
        row = bisect_left(numbers, link.line)  # a line that shows no text counts with what follows it
        at = max(at, starts[row])
        if row < len(numbers) and numbers[row] == link.line:
            seen = text.find(shown(link), at, min(starts[row + 1], at + _FARTHEST_LINK))
            at = max(at, seen)
        found[min(bisect_right(ends, at), len(parts) - 1)].append(link)
    return [tuple(shown_here) for shown_here in found]


def _starts(lines: Sequence[Row]) -> list[int]:
    """Where each line begins in the whole text, and where one after the last would."""
    return [0, *accumulate(len(line) + 1 for _, line in lines)]
