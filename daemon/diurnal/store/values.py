"""Single values as the catalogue holds them: texts, names, times, windows and links, each exactly and comparably."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from diurnal.model.record import Link
from diurnal.model.time import TimeWindow

EPOCH = datetime(1970, 1, 1)

# ``json.dumps`` makes an encoder at each call, which takes longer than most of what is encoded here.
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_SURROGATE = re.compile("[\ud800-\udfff]")


def storable(text: str) -> str:
    """*text* with lone surrogates (a YAML ``"\\ud800"``) replaced: SQLite and JSON take only Unicode."""
    if text.isascii():
        return text
    try:
        text.encode()  # a tenth of the time of looking for them, and hardly any text holds one
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def key_of(name: str) -> str:
    """*name* as compared: case and normal form do not matter."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", storable(name)).casefold())


def name_key_of(path_or_target: str) -> str:
    """Key of the last part of a path or link target, without ``.md``."""
    return key_of(path_or_target.rsplit("/", 1)[-1]).removesuffix(".md")


def seconds_of(moment: datetime | None) -> int | None:
    """Wall seconds since the epoch of *moment*, zone and microseconds dropped."""
    if moment is None:
        return None
    since = (moment.replace(tzinfo=None) if moment.tzinfo else moment) - EPOCH
    return since.days * 86_400 + since.seconds


def moment_of(seconds: int | None) -> datetime | None:
    """The wall time *seconds* after the epoch."""
    return None if seconds is None else EPOCH + timedelta(seconds=seconds)


def dumps(value: Any) -> str:
    """Compact JSON; the same value gives the same text."""
    return storable(_to_json(value))


def iso(moment: datetime | date | None) -> str | None:
    """*moment* for JSON."""
    return moment.isoformat() if moment else None


def is_exact(moment: datetime | None) -> bool:
    """True if its wall seconds tell all of *moment*."""
    return moment is None or (moment.tzinfo is None and not moment.microsecond and not moment.fold)


def window_out(window: TimeWindow) -> list[str | None]:
    """*window* for JSON, exactly."""
    return [iso(window.start), iso(window.end)]


def window_in(pair: Sequence[str | None]) -> TimeWindow:
    """What ``window_out`` gave, back."""
    start, end = (datetime.fromisoformat(text) if text else None for text in pair)
    return TimeWindow(start, end)


def link_out(link: Link, line: int) -> list[Any]:
    """*link* for JSON, with *line* in place of its own."""
    return [link.target, link.anchor, link.alias, int(link.embed), line]


def link_in(item: Sequence[Any], line: int) -> Link:
    """What ``link_out`` gave, back, with the line it stands on now."""
    return Link(item[0], item[1], item[2], bool(item[3]), line)
