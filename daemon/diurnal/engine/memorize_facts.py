"""What a model answered, read leniently: the facts in it, whatever it wrapped around them.

Nothing of what it says is trusted: every value is checked, and what cannot be
used is left out. An answer without any JSON is the model's failure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from diurnal.errors import WriterFailed
from diurnal.text.dates import field_date

_LISTS = ("facts", "memories", "items", "results", "data")
_TRAILING = re.compile(r",(\s*[}\]])")
# How somebody feels at the moment is no memory (a standing fear or love is told in another category).
PASSING = frozenset({"emotion", "emotions", "emotional", "emotional_state", "feeling", "feelings", "mood"})
MOST_FACTS = 50
LONGEST_FACT = 600


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact a model found. ``supersedes`` are numbers of records it was shown, ``turn`` the turn it was said in."""

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


def read_facts(answer: str) -> list[Fact]:
    """The facts in *answer*.

    Raises:
        WriterFailed: there is no JSON in it that could be a list of facts.
    """
    for value in _values(answer):
        found = _list_in(value)
        if found is not None:
            facts = [fact for item in found[:MOST_FACTS] if (fact := _fact(item)) is not None]
            return [fact for fact in facts if fact.category.casefold() not in PASSING]
    raise WriterFailed("The model's answer holds no facts in JSON.", hint="It is asked again later.")


def _values(answer: str) -> Iterator[Any]:
    """Every JSON object or list in *answer* that is in no other, as written or with stray commas taken out."""
    for text in (answer, _TRAILING.sub(r"\1", answer)):
        decoder, at = json.JSONDecoder(), 0
        while (at := _next_opening(text, at)) >= 0:
            try:
                value, at = decoder.raw_decode(text, at)
            except (ValueError, RecursionError):
                at += 1
                continue
            yield value


def _next_opening(text: str, at: int) -> int:
    found = [place for sign in "{[" if (place := text.find(sign, at)) >= 0]
    return min(found, default=-1)


def _list_in(value: Any) -> list[Any] | None:
    if isinstance(value, list):
        return value if all(isinstance(item, dict) for item in value) else None
    if isinstance(value, dict):
        for name in _LISTS:
            if isinstance(value.get(name), list):
                return list(value[name])
        return [value] if isinstance(value.get("text"), str) else None
    return None


def _fact(item: Any) -> Fact | None:
    if not isinstance(item, dict):
        return None
    text = item.get("text")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_FACT:
        return None
    return Fact(
        " ".join(text.split()),
        category=_word(item.get("category")),
        importance=_number(item.get("importance")),
        event=_date(item.get("event_date")),
        entities=_texts(item.get("entities")),
        supersedes=_texts(item.get("supersedes")),
        turn=_word(item.get("turn")),
    )


def _word(value: Any) -> str:
    text = " ".join(str(value).split()) if isinstance(value, str | int) else ""
    return re.sub(r"[()\[\]:]+", " ", text).strip()[:40]


def _number(value: Any) -> int:
    try:
        return min(10, max(0, int(float(value))))
    except (TypeError, ValueError, OverflowError):
        return 0


def _date(value: Any) -> date | None:
    return field_date(value[:10]) if isinstance(value, str) else None


def _texts(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    texts = [" ".join(str(item).split())[:80] for item in values if isinstance(item, str | int)]
    return tuple(dict.fromkeys(text for text in texts if text))
