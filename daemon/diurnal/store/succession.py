"""Which record of a note read again is which record of before.

An edit keeps the row of every record it did not change, so a save costs what it
changed. A record that went names the one that took its place where that can be
told: the same words under another id, the same time under the same heading,
the same spot between the same neighbours, or the same line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import chain
from typing import NamedTuple

from diurnal.store.rows import AT, DAY, HEADING, ID, TEXT_HASH, Content, RecordRow


class Stored(NamedTuple):
    """A record as the catalogue holds it now; ``born`` is the tick its id first came with."""

    row: int
    ordinal: int
    first_line: int
    last_line: int
    born: int
    content: Content


class Death(NamedTuple):
    """A row that goes. ``successor`` is the id now in its place, its own if only its content changed."""

    row: int
    content: Content
    successor: str


class Difference(NamedTuple):
    """What one reading changed: ``born`` pairs positions in the new reading with the tick of an id that stays."""

    moved: tuple[tuple[int, RecordRow], ...]
    born: tuple[tuple[int, int | None], ...]
    dead: tuple[Death, ...]


def compare(before: Sequence[Stored], now: Sequence[RecordRow]) -> Difference:
    """What must be written so that the records *before* become those of *now*."""
    if not before:
        return Difference((), tuple([(position, None) for position in range(len(now))]), ())
    waiting: dict[str, list[Stored]] = {}
    for stored in before:
        waiting.setdefault(stored.content[ID], []).append(stored)
    moved: list[tuple[int, RecordRow]] = []
    born: list[tuple[int, int | None]] = []
    dead: list[Death] = []
    row_at: list[int | None] = []
    for position, record in enumerate(now):
        stored_match, is_same = _take(waiting, record.content)
        if stored_match is not None and is_same:
            row_at.append(stored_match.row)
            if stored_match[1:4] != record[:3]:
                moved.append((stored_match.row, record))
            continue
        row_at.append(None)
        born.append((position, stored_match.born if stored_match else None))
        if stored_match is not None:
            dead.append(Death(stored_match.row, stored_match.content, stored_match.content[ID]))
    left_over = {stored.row for stored in chain.from_iterable(waiting.values())}
    gone = [stored for stored in before if stored.row in left_over]
    if gone:
        new = [position for position, tick in born if tick is None]
        heir = _heirs(before, gone, now, new, row_at)
        dead += [Death(stored.row, stored.content, heir.get(stored.row, "")) for stored in gone]
    return Difference(tuple(moved), tuple(born), tuple(dead))


def _take(waiting: dict[str, list[Stored]], content: Content) -> tuple[Stored | None, bool]:
    """The stored record of that id, the equal one first; a note may hold an id twice after a paste."""
    same_id = waiting.get(content[ID])
    if not same_id:
        return None, False
    for index, stored in enumerate(same_id):
        if stored.content == content:
            return same_id.pop(index), True
    return same_id.pop(0), False


def _heirs(
    before: Sequence[Stored],
    gone: Sequence[Stored],
    now: Sequence[RecordRow],
    new: Sequence[int],
    row_at: Sequence[int | None],
) -> dict[int, str]:
    """For each row gone, the id of the new record that took its place, as far as one can be told."""
    kept = {row for row in row_at if row is not None}
    old_spots = _spots([s.row if s.row in kept else None for s in before])
    spot_of = {s.row: spot for s, spot in zip(before, old_spots, strict=True)}
    new_spots = _spots(row_at)
    signs: tuple[tuple[Callable[[Stored], Hashable], Callable[[int], Hashable]], ...] = (
        (lambda s: s.content[TEXT_HASH], lambda i: now[i].content[TEXT_HASH]),
        (lambda s: _time_of(s.content), lambda i: _time_of(now[i].content)),
        (lambda s: spot_of[s.row], lambda i: new_spots[i]),
        (lambda s: s.first_line, lambda i: now[i].first_line),
    )
    heir: dict[int, str] = {}
    free = dict.fromkeys(new)
    for sign_of_old, sign_of_new in signs:
        offers: dict[Hashable, list[int]] = {}
        for position in free:
            offers.setdefault(sign_of_new(position), []).append(position)
        for stored in gone:
            sign = sign_of_old(stored)
            if stored.row in heir or sign is None or not offers.get(sign):
                continue
            position = offers[sign].pop(0)
            del free[position]
            heir[stored.row] = now[position].content[ID]
    return heir


def _time_of(content: Content) -> Hashable:
    """Heading and time of a timed record; None if it has no time of its own."""
    return None if content[AT] is None else (content[HEADING], content[DAY], content[AT])


def _spots(rows: Sequence[int | None]) -> list[Hashable]:
    """For each place without a kept row: the kept rows around it and its number among the places between."""
    rights: list[int | None] = []
    right: int | None = None
    for row in reversed(rows):
        right = right if row is None else row
        rights.append(right)
    spots: list[Hashable] = []
    left: int | None = None
    step = 0
    for row, following in zip(rows, reversed(rights), strict=True):
        if row is None:
            spots.append((left, following, step))
            step += 1
        else:
            spots.append(None)
            left, step = row, 0
    return spots
