"""Dates and facts written into a line: Dataview fields, Tasks' emoji, hall marks, a leading speaker.

Each function takes them out of the markup and gives what is left to read.
Fields that a card or a task knows are machinery and vanish from the text;
others keep what Dataview's reading view shows (``[mood:: good]`` reads "mood: good").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from diurnal.model.regex import regex
from diurnal.text.dates import field_date

CARD_FIELDS = frozenset(
    [
        "since",
        "until",
        "event",
        "importance",
        "category",
        "src",
        "next",
        "owner",
        "by",
        "always",
        "expires",
        "id",
        "ts",
    ]
)
TASK_FIELDS = {
    "due": "due",
    "scheduled": "scheduled",
    "start": "start",
    "created": "created",
    "completion": "done",
    "completed": "done",
    "done": "done",
    "cancelled": "cancelled",
}
_EMOJI = {
    "📅": "due",
    "📆": "due",
    "🗓": "due",
    "⏳": "scheduled",
    "⌛": "scheduled",
    "🛫": "start",
    "➕": "created",
}
_EMOJI |= {"✅": "done", "❌": "cancelled"}
_VALUE = r"(?:\[\[[^\[\]]*\]\]|\[[^\[\]]*\]|\([^()]*\)|[^()\[\]]){0,2000}?"
_KEY = r"[*_]{0,2}([^\W\d_][\w \-/.]{0,60}?)[*_]{0,2}"
_FIELD = regex(rf"\[{_KEY}\s*::\s*({_VALUE})\]|\({_KEY}\s*::\s*({_VALUE})\)")
_BARE = regex(rf"{_KEY}::(?:[ \t]+|$)(.*)$")
_TASK_DATE = regex("([📅📆🗓⏳⌛🛫➕✅❌])\ufe0f?\\s*(\\d{4}-\\d{1,2}-\\d{1,2})(?:[T ]\\d{1,2}:\\d{2})?")
_TASK_MARK = regex(
    "\\s{0,3}(?:[🔺⏫🔼🔽⏬]\ufe0f?|🆔\\s*[\\w-]+|⛔\\s*[\\w-]+(?:\\s*,\\s*[\\w-]+)*|🏁\\s*\\w+)"
)
_BLANKS = regex(r"[ \t]{2,}")
_SIGNS = "⏳⌛➕✅❌⏫⏬⛔📅📆🗓🛫🔺🔼🔽🆔🏁"
HALLS = ("facts", "events", "discoveries", "preferences", "advice")
_HALL_PREFIX = regex(rf"\[hall_({'|'.join(HALLS)})\][ \t]*", re.IGNORECASE)
_HALL_TAG = regex(rf"(?<!\S)#hall/({'|'.join(HALLS)})(?![\w/-])[ \t]*", re.IGNORECASE)
_SPEAKER = regex(r"\*\*([^*\n:：]{1,60})(?:[:：]\*\*|\*\*[:：])(?=\s|$|[\u2e80-\uffff])")


@dataclass(slots=True)
class Fields:
    """What was written into a record's lines: fields by folded key, task dates by what they are of."""

    values: dict[str, list[str]] = field(default_factory=dict)
    dates: dict[str, date] = field(default_factory=dict)
    hall: str = ""
    tags: list[str] = field(default_factory=list)
    """The hall written as a tag: it is no text, but remains a tag."""

    def first(self, key: str) -> str:
        """The first value of *key*, or ""."""
        values = self.values.get(key)
        return values[0] if values else ""

    @property
    def has_card(self) -> bool:
        """True if a field only a card has is among them."""
        return not CARD_FIELDS.isdisjoint(self.values)


def take_fields(markup: str, found: Fields) -> str:
    """*markup* without the fields, task dates and hall marks in it, which are added to *found*."""
    if "::" in markup:
        markup = _take_dataview(markup, found)
    if not markup.isascii() and _holds_sign(markup):
        markup = _take_emoji(markup, found)
    if ("[" in markup or "#" in markup) and "hall" in markup.casefold():
        markup = take_hall(markup, found)
    return markup


def _holds_sign(markup: str) -> bool:
    # Looking for one character passes over a line of Chinese ten times as fast as looking for a set of them.
    return any(map(markup.__contains__, _SIGNS))


def take_hall(markup: str, found: Fields) -> str:
    """*markup* without ``[hall_facts]`` and ``#hall/facts``; the first one named is the hall."""
    for mark in (_HALL_PREFIX, _HALL_TAG):
        match = mark.search(markup)
        if match:
            found.hall = found.hall or match[1].casefold()
            if mark is _HALL_TAG:
                found.tags.append(match[0].strip()[1:])
            markup = mark.sub("", markup).rstrip(" \t")
    return markup


def bare_field(markup: str) -> tuple[str, str] | None:
    """Key (folded) and value if the line is nothing but ``key:: value``."""
    match = _BARE.match(markup) if "::" in markup else None
    return (_fold_key(match[1]), match[2].strip()) if match else None


def speaker_of(markup: str) -> str:
    """Who speaks in a line that begins ``**Name:**``, or ""."""
    match = _SPEAKER.match(markup)
    return match[1].strip() if match else ""


def _fold_key(key: str) -> str:
    return re.sub(r"\s+", "-", key.strip().casefold())


def _take_dataview(markup: str, found: Fields) -> str:
    bare = bare_field(markup)
    if bare:
        _keep(found, *bare)
        key, value = bare
        spelled = markup.partition("::")[0].strip(" *_")
        return "" if key in CARD_FIELDS or key in TASK_FIELDS else f"{spelled}: {value}"

    def read(match: re.Match[str]) -> str:
        shows_key = match[1] is not None
        spelled, value = (match[1], match[2]) if shows_key else (match[3], match[4])
        key, value = _fold_key(spelled), value.strip()
        _keep(found, key, value)
        if key in CARD_FIELDS or key in TASK_FIELDS:
            return ""
        return f"{spelled.strip()}: {value}" if shows_key else value

    return _closed_up(_FIELD.sub(read, markup)) if _FIELD.search(markup) else markup


def _closed_up(markup: str) -> str:
    """*markup* without the doubled and trailing blanks that what was taken out leaves."""
    return _BLANKS.sub(" ", markup).rstrip() if "  " in markup or markup[-1:].isspace() else markup


def _keep(found: Fields, key: str, value: str) -> None:
    found.values.setdefault(key, []).append(value)
    what = TASK_FIELDS.get(key)
    day = field_date(value) if what else None
    if what and day:
        found.dates.setdefault(what, day)


def _take_emoji(markup: str, found: Fields) -> str:
    def read(match: re.Match[str]) -> str:
        day = field_date(match[2])
        if day is None:
            return match[0]
        found.dates.setdefault(_EMOJI[match[1]], day)
        return ""

    return _closed_up(_TASK_MARK.sub("", _TASK_DATE.sub(read, markup)))
