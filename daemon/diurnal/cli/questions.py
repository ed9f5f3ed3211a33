"""Three questions to begin with, made from the notes themselves, so that each has an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from diurnal.model.record import Record

if TYPE_CHECKING:
    from diurnal.client import Client
    from diurnal.memory import Memory

# Enough of the newest entries to see what and whom they are about.
NEWEST = 300
WANTED = 3


def three_questions(memory: Memory | Client) -> list[str]:
    """At most three questions that the notes answer, in the language most of the newest are written in."""
    newest = memory.tail(NEWEST)
    if not newest:
        # No diary: wiki pages and other notes are about something too.
        found = memory.search("kind:item OR kind:passage", limit=NEWEST)
        newest = [hit.record for hit in found.hits]
    chosen: list[str] = []
    for question in _candidates(newest):
        if len(chosen) == WANTED:
            break
        if question not in chosen and memory.retrieve(question, limit=1).hits:
            chosen.append(question)
    return chosen


def _candidates(newest: list[Record]) -> Iterator[str]:
    """Questions in the order of their use; the caller keeps those that have an answer."""
    chinese = _is_chinese(newest)
    names = [name for name, _ in _names_in(newest).most_common(4)]
    days = Counter(record.day for record in newest if record.day)
    if names and days:
        yield f"上次提到{names[0]}是什么时候" if chinese else f"when did I last mention {names[0]}?"
    if days:
        # The fullest day says most; of equals the newest.
        day = max(days, key=lambda each: (days[each], each))
        month_day = f"{day:%B} {day.day}, {day.year}"
        yield (
            f"{day.year}年{day.month}月{day.day}日发生了什么" if chinese else f"what happened on {month_day}?"
        )
    for name in names[1:] if days else names:
        yield f"关于{name}我记了什么" if chinese else f"what do I know about {name}?"
    if not days:
        for title in dict.fromkeys(record.title for record in newest):
            yield f"关于{title}我记了什么" if chinese else f"what do I know about {title}?"
    for record in reversed(newest):
        if record.day:
            yield f"{record.day:%Y-%m}-{record.day:%d}"


def _names_in(records: list[Record]) -> Counter[str]:
    days = {record.path for record in records}
    return Counter(
        link.target.rsplit("/", 1)[-1]
        for record in records
        for link in record.links
        # A link to another day is no subject, nor is a picture.
        if link.target and not link.embed and not any(link.target in path for path in days)
    )


def _is_chinese(records: list[Record]) -> bool:
    text = "".join(record.text for record in records)
    return sum("\u4e00" <= character <= "\u9fff" for character in text) * 3 > len(text)
