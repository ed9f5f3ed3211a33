"""How answers read to an agent: one line about the answer, then dated, sourced lines quoted from notes.

Every text keeps within a number of bytes. What does not fit is left out whole,
record by record, and the first line says how to go on; only a single record
that is too long by itself is cut. Pure text: nothing is asked here.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from diurnal.model.answer import Answer, State
from diurnal.model.block import CLOSING, dated_line, quoted
from diurnal.model.hit import Hit, Linked
from diurnal.model.record import Record
from diurnal.model.results import Links, Status, Written
from diurnal.model.time import Gate, TimeWindow

# Of one record no more than this part of the room, and never more characters than a passage usually has.
PART_OF_ROOM = 4
LONGEST_RECORD = 1200
# A block is cut by us, in bytes, so its own budget must not be the one that decides.
UNBOUNDED = 1_000_000_000


class Fitted:
    """An answer's text within *room* bytes, and how many of its hits are in it."""

    def __init__(self, answer: Answer, said: Sequence[str], room: int) -> None:
        """*said* are parts of the first line beside what the answer itself says of its state."""
        whole = _shortened(answer, room)
        head = cut(head_line((*said, gate_text(answer.gate), *_state(answer))), room // 3)
        for shown in _ever_less(whole):
            self.text = f"{head}\n{_body(shown)}"
            self.hits = len(shown.hits)
            if size(self.text) <= room:
                break
        self.text = _cut_quotation(self.text, room)


def head_line(parts: Iterable[str]) -> str:
    """The line above an answer: *parts* in brackets, empty ones left out."""
    return f"[{'; '.join(part for part in parts if part)}]"


def indexing(status: Status) -> str:
    """ "indexing, 1,200 of 10,000 notes read", or nothing once all are read."""
    if status.state is not State.INDEXING:
        return ""
    if not status.total:
        return "indexing has just begun, so nothing is found yet"
    return f"indexing, {status.indexed:,} of {status.total:,} notes read, so this is a part"


def record_lines(records: Iterable[Record], room: int) -> list[str]:
    """*records* as dated, sourced lines; long ones are cut."""
    return [
        dated_line(replace(record, text=_short(record.text, room)), _remarks(_nature(record), _place(record)))
        for record in records
    ]


def link_lines(links: Links) -> list[str]:
    """The links of one note as lines, each with the note at its other end or the name that leads nowhere."""
    return [
        *(f"- to {item.target} (line {item.link.line}) [{item.source}]" for item in links.out),
        *(f"- from {item.source} [{item.source}]" for item in links.back),
        *(
            f"- to “{item.link.target}”, which is no note (line {item.link.line}) [{item.source}]"
            for item in links.unresolved
        ),
    ]


def lines_text(
    head: Sequence[str], lines: Sequence[str], room: int, *, from_the_end: bool = False
) -> tuple[str, int]:
    """*lines* quoted below *head*, as many of the first (or last) as fit, and how many that were."""
    line_end = size("\n")
    left = room - size(head_line(head)) - size(quoted("")) - line_end
    chosen: list[str] = []
    for line in reversed(lines) if from_the_end else lines:
        left -= size(line) + line_end
        if left < 0 and chosen:
            break
        chosen.append(line)
    shown = chosen[::-1] if from_the_end else chosen
    body = "\n".join(shown)
    text = f"{head_line(head)}\n{quoted(body)}" if shown else head_line(head)
    return _cut_quotation(text, room), len(shown)


def page_of(text: str, offset: int, room: int) -> tuple[str, int]:
    """The piece of *text* from character *offset* that fits *room* bytes, and the offset after it (0: the end).

    It ends with a line where there is one to end with.
    """
    rest = text[offset:]
    count = fitting(rest, room)
    if count == len(rest):
        return rest, 0
    line_end = rest.rfind("\n", count // 2, count) + 1
    return rest[: line_end or count], offset + (line_end or count)


def status_text(status: Status, writing: str) -> str:
    """How the memory is doing, in numbers; no note is named."""
    span = f" from {status.first_day} to {status.last_day}" if status.first_day else ""
    lines = [
        f"Vault: {status.vault}",
        f"State: {indexing(status) or status.state}; {status.pending} notes pending; zone {status.zone or 'unknown'}",
        f"{status.notes:,} notes; {status.days:,} days{span}",
        f"{status.entries:,} entries, {status.items:,} items, {status.passages:,} passages",
        f"Meaning: {status.embedder or 'none'}",
        f"Writing: {writing}",
        *status.degraded,
        *status.warnings,
    ]
    return "\n".join(lines)


def written_text(written: Written) -> str:
    """What a write did, where, and how its owner takes it back."""
    where = f"{written.path}:{written.line}" if written.line else written.path
    done = f"Written: {where} [{written.id}]. The owner can undo it: {written.op}." if written.op else ""
    return " ".join(part for part in (done, written.remark) if part) or "Nothing was to be done."


def gate_text(gate: Gate) -> str:
    """What time an answer is confined to, in whose words."""
    if not gate:
        return ""
    spans = ", ".join(_span(window) for window in gate.windows)
    phrase = f"{gate.phrase}: " if gate.phrase else ""
    return f"{phrase}{spans}{f' ({gate.widened})' if gate.widened else ''}"


def size(text: str) -> int:
    """Bytes that *text* takes on the way to the client, as a JSON text without its quotes."""
    return len(json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace")) - 2


def fitting(text: str, room: int) -> int:
    """How many of the first characters of *text* take no more than *room* bytes."""
    most = text[: max(room, 0)]
    return bisect_right(range(len(most) + 1), room, key=lambda count: size(most[:count])) - 1


def cut(text: str, room: int) -> str:
    """*text*, or its beginning with an ellipsis if it takes more than *room* bytes."""
    if size(text) <= room:
        return text
    return f"{text[: fitting(text, room - size('…'))]}…"


def _ever_less(whole: Answer) -> Iterator[Answer]:
    """*whole*, then without what is near, then with fewer and fewer hits, at last one without what hangs on it."""
    yield whole
    for count in range(len(whole.hits), 0, -1):
        yield replace(whole, hits=whole.hits[:count], nearby=())
    yield replace(whole, hits=tuple(replace(hit, linked=()) for hit in whole.hits[:1]), nearby=(), always=())


def _body(shown: Answer) -> str:
    if shown.hits or shown.nearby or shown.always or shown.summary:
        return shown.block(UNBOUNDED)
    return "Nothing was found."


def _cut_quotation(text: str, room: int) -> str:
    """*text* cut to *room* bytes; what was opened is closed."""
    if size(text) <= room:
        return text
    ending = f"\n{CLOSING}"
    return cut(text, room - size(ending)) + ending


def _state(answer: Answer) -> Iterable[str]:
    if answer.state is State.STALE:
        yield "not up to date with the disk"
    if answer.pending and answer.state is not State.INDEXING:
        yield f"{answer.pending} note{'s' if answer.pending > 1 else ''} still pending"
    yield from answer.degraded
    yield from answer.warnings


def _shortened(answer: Answer, room: int) -> Answer:
    """*answer* with its long records cut, each line ending in its place, and always-on items in a third of the room."""
    left = room // 3
    always = []
    for record in answer.always:
        left -= size(dated_line(record)) + size("\n")
        if left < 0:
            break
        always.append(record)
    return replace(
        answer,
        always=tuple(always),
        hits=tuple(_sourced(hit, room) for hit in answer.hits),
        nearby=tuple(_sourced(hit, room) for hit in answer.nearby),
    )


def _sourced(hit: Hit, room: int) -> Hit:
    record = replace(hit.record, text=_short(hit.record.text, room, hit.snippet.text))
    reason = _remarks(hit.reason, "weak" if hit.weak else "", _place(hit.record))
    linked = tuple(
        Linked(
            # It hangs on a hit, which may have several such.
            replace(item.record, text=_short(item.record.text, room // 2)),
            _remarks(item.why, _place(item.record)),
        )
        for item in hit.linked
    )
    return replace(hit, record=record, reason=reason, linked=linked)


def _remarks(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _nature(record: Record) -> str:
    """What a line of a day must not be taken for; a hit says it as its reason."""
    return _remarks("plan" if record.is_plan else "", "conflict copy" if record.conflict_of else "")


def _place(record: Record) -> str:
    """``path:line``, unless the id says the path already."""
    return "" if record.id.startswith(record.path) else f"{record.path}:{record.lines[0]}"


def _short(text: str, room: int, piece: str = "") -> str:
    """*text* on one line; if it is long, its beginning and the *piece* that was found."""
    flat = " ".join(text.split())
    most = min(LONGEST_RECORD, fitting(flat, room // PART_OF_ROOM))
    if len(flat) <= most:
        return flat
    found = " ".join(piece.strip("…").split())[: most // 2]
    if not found or found in flat[:most]:
        return f"{flat[:most]}…"
    return f"{flat[: most - len(found)]} … {found} …"


def _span(window: TimeWindow) -> str:
    start, end = window.start, window.end
    if start and end and start.time() == end.time() == time.min:
        last = end.date() - timedelta(days=1)
        return f"{start.date()}" if start.date() == last else f"{start.date()} to {last}"
    if start and end:
        return f"{_minute(start)} to {_minute(end)}"
    return f"since {_minute(start)}" if start else f"before {_minute(end)}" if end else "any time"


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}" if moment.time() == time.min else f"{moment:%Y-%m-%d %H:%M}"
