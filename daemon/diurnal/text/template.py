"""The owner's daily template, filled in as Obsidian's core plugins do: ``{{title}}``, ``{{date:…}}``, ``{{time:…}}``.

Formats are moment's. Templater's ``<% … %>`` is another program's code and stays
as it is: Templater runs it when the note is opened in Obsidian, and until then
the reader takes it for form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from diurnal.model.regex import regex
from diurnal.text.moment_languages import ENGLISH, LANGUAGES
from diurnal.text.moment_tokens import WRITE, tokens_of

_VARIABLE = regex(r"\{\{\s*(title|date|time)\s*(?::([^{}]*))?\}\}", re.IGNORECASE)
_CLOCK: dict[str, Callable[[datetime], str]] = {
    "HH": lambda t: f"{t.hour:02}",
    "H": lambda t: str(t.hour),
    "hh": lambda t: f"{t.hour % 12 or 12:02}",
    "h": lambda t: str(t.hour % 12 or 12),
    "kk": lambda t: f"{t.hour or 24:02}",
    "k": lambda t: str(t.hour or 24),
    "mm": lambda t: f"{t.minute:02}",
    "m": lambda t: str(t.minute),
    "ss": lambda t: f"{t.second:02}",
    "s": lambda t: str(t.second),
    "a": lambda t: "am" if t.hour < 12 else "pm",
    "A": lambda t: "AM" if t.hour < 12 else "PM",
    "Z": lambda t: t.isoformat()[-6:] if t.tzinfo else "",
    "ZZ": lambda t: t.strftime("%z"),
    "X": lambda t: str(int(t.timestamp())),
    "x": lambda t: str(int(t.timestamp() * 1000)),
    "LT": lambda t: f"{t.hour % 12 or 12}:{t.minute:02} {'AM' if t.hour < 12 else 'PM'}",
}


def filled(template: str, *, title: str, moment: datetime, language: str = "") -> str:
    """*template* with its variables replaced for the note called *title*, made at *moment*; *language* as ``Pattern`` takes it."""

    def value(match: re.Match[str]) -> str:
        name, pattern = match[1].casefold(), (match[2] or "").strip()
        if name == "title":
            return title
        return written(moment, pattern or ("YYYY-MM-DD" if name == "date" else "HH:mm"), language)

    return _VARIABLE.sub(value, template)


def written(moment: datetime, pattern: str, language: str = "") -> str:
    """*moment* by a moment.js *pattern*, in English if there is no such *language*."""
    spoken = LANGUAGES.get(language, ENGLISH)
    parts = []
    for token in tokens_of(pattern, spoken):
        if token in _CLOCK:
            parts.append(_CLOCK[token](moment))
        elif token in WRITE:
            parts.append(WRITE[token](moment.date(), spoken))
        else:
            parts.append(token[1:-1] if token.startswith("[") and token.endswith("]") else token)
    return "".join(parts)
