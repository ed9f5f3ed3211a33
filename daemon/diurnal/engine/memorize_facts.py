"""What a model answered, read leniently: the facts in it, whatever words it chose for them.

Nothing of what it says is trusted: every value is checked, and what cannot be
used is left out. An answer without any facts in JSON is the model's failure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from diurnal.engine.memorize_json import values_in
from diurnal.errors import WriterFailed
from diurnal.model.regex import regex
from diurnal.text.dates import field_date
from diurnal.text.insert_card import UNFIT_IN_FIELD

_LISTS = ("facts", "memories", "items", "results", "data")
_TEXTS = ("text", "fact", "memory", "statement", "content")
_NAMES = ("name", "text", "id", "number", "record", "index")
# How somebody feels at the moment is no memory (a standing fear or love is told in another category).
PASSING = frozenset({"emotion", "emotions", "emotional", "emotional_state", "feeling", "feelings", "mood"})
MOST_FACTS = 50
LONGEST_FACT = 600
# Several times what a model is granted in tokens: one that goes on beyond it repeats itself.
LONGEST_ANSWER = 32_000
BROKEN = "The model's answer was broken or cut short; the facts that stand in it whole were taken."

_BLOCK = regex(r"\^([A-Za-z0-9-]+)")
_NUMBERS = regex(
    r"(?:[\s\[\](){}\"'#.,;:&、，；和与與及]|\b(?:records?|numbers?|facts?|items?|ids?|nos?|and)\b|[0-9]+)+",
    re.IGNORECASE,
)
_BETWEEN = regex(r"\s*[,;、，；]\s*")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact a model found.

    ``supersedes`` are labels of records it was shown: their numbers ("3"), block ids ("^c-1x8m") or whatever
    else it called them; ``turn`` is the turn it was said in.
    """

    text: str
    category: str = ""
    importance: int = 0
    event: date | None = None
    entities: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    turn: str = ""

    @property
    def subject(self) -> str:
        """Whom or what it is about; empty if that was not said."""
        return self.entities[0] if self.entities else ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What was read of an answer; ``warning`` says if that is not all of it."""

    found: tuple[Fact, ...]
    warning: str = ""


def read_facts(answer: str) -> Facts:
    """The facts in *answer*; of several lists all are taken.

    Raises:
        WriterFailed: there is no JSON in it that could be a list of facts.
    """
    try:
        values = values_in(answer[:LONGEST_ANSWER], lambda value: _list_in(value) is not None)
        items = [item for value in values.found for item in _list_in(value) or ()][:MOST_FACTS]
        facts = [fact for item in items if (fact := _fact(item)) is not None]
    except RecursionError as fault:
        raise WriterFailed(
            "The model's answer is nested without end.", hint="It is asked again later."
        ) from fault
    if not values.found:
        raise WriterFailed("The model's answer holds no facts in JSON.", hint="It is asked again later.")
    kept = tuple(fact for fact in facts if fact.category.casefold() not in PASSING)
    return Facts(kept, BROKEN if values.is_part else "")


def _list_in(value: Any) -> list[Any] | None:
    """The facts that *value* holds, or None if it is nothing of the kind."""
    if isinstance(value, list):
        return value if all(isinstance(item, dict) for item in value) else None
    if not isinstance(value, dict):
        return None
    for name in _LISTS:
        inner = value.get(name)
        if isinstance(inner, list):
            return list(inner)
        if isinstance(inner, dict):
            is_one = _text_of(inner) is not None
            return [inner] if is_one else [item for item in inner.values() if isinstance(item, dict)]
    if _text_of(value) is not None:
        return [value]
    # {"response": {"facts": [...]}}
    inner = [found for item in value.values() if isinstance(item, dict) and (found := _list_in(item))]
    return inner[0] if len(inner) == 1 else None


def _fact(item: Any) -> Fact | None:
    text = _text_of(item)
    if text is None or not text.strip() or len(text) > LONGEST_FACT:
        return None
    said = item if isinstance(item, dict) else {}
    return Fact(
        " ".join(text.split()),
        category=_word(said.get("category")),
        importance=_number(said.get("importance")),
        event=_date(said.get("event_date")),
        entities=tuple(dict.fromkeys(_entities(said.get("entities")))),
        supersedes=tuple(dict.fromkeys(_labels(said.get("supersedes")))),
        turn=_word(said.get("turn")),
    )


def _text_of(item: Any) -> str | None:
    if isinstance(item, dict):
        return next((item[name] for name in _TEXTS if isinstance(item.get(name), str)), None)
    return item if isinstance(item, str) else None


def _word(value: Any) -> str:
    text = " ".join(str(value).split()) if isinstance(value, str | int) else ""
    return " ".join(UNFIT_IN_FIELD.sub(" ", text).replace(":", " ").split())[:40]


def _number(value: Any) -> int:
    if isinstance(value, str):  # "8/10"
        value = value.partition("/")[0]
    try:
        return min(10, max(0, int(float(value))))
    except (TypeError, ValueError, OverflowError):
        return 0


def _date(value: Any) -> date | None:
    return field_date(value[:10]) if isinstance(value, str) else None


def _entities(value: Any) -> Iterator[str]:
    """The names in *value*: a list of them, one, or several in one text."""
    if isinstance(value, list):
        for item in value:
            name = " ".join(_plain(item).split())[:80]
            if name:
                yield name
    else:
        yield from (name for part in _BETWEEN.split(_plain(value)) if (name := " ".join(part.split())[:80]))


def _labels(value: Any) -> Iterator[str]:
    """The records that *value* names: numbers, texts like "1, 2" or "[1]", ids, or objects that hold one."""
    if isinstance(value, list):
        for item in value:
            yield from _labels(item)
        return
    text = _plain(value)
    if blocks := _BLOCK.findall(text):
        yield from (f"^{block}" for block in blocks)
    elif _NUMBERS.fullmatch(text):
        yield from (str(int(number)) for number in re.findall(r"[0-9]{1,9}", text))
    elif text.strip():
        yield " ".join(text.split())


def _plain(value: Any) -> str:
    """*value* as a text; of an object what it is called."""
    if isinstance(value, dict):
        return next((_plain(value[name]) for name in _NAMES if name in value), "")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
