"""A conversation as a note: one section a turn, in the form of the diary, each turn with an id to point at.

The words are kept as they were said, but for keys and passwords, which are
masked, and for notes that were recalled into the conversation, which stand
elsewhere already. How it is read back is docs/note-format.md's chapter "Episodes".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from diurnal.errors import BadTime, UsageError
from diurnal.model.regex import regex
from diurnal.text.carried_id import with_id
from diurnal.text.given import given_lines
from diurnal.text.masking import masked

RECALLED = "[recalled notes]"
MEMORIZED = "<!-- diurnal: memorized -->"
"""The last line of an episode whose turns were learned from. It holds no date, or it would date the last turn."""

_RECALLED = regex(r"<diurnal-notes>.*?(?:</diurnal-notes>|\Z)", re.DOTALL)
_UNFIT = regex(r"[\s·•|#^\[\]<>%`:]+")


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that was said; ``at`` is aware, in the vault's zone."""

    speaker: str
    text: str
    at: datetime


def read_turns(turns: Sequence[Mapping[str, Any]], now: datetime) -> list[Turn]:
    """*turns* as given (``speaker`` or ``role``, ``text`` or ``content``, ``at``), empty ones left out.

    Raises:
        UsageError: a turn has no text. BadTime: its time cannot be read.
    """
    zone = now.tzinfo or now.astimezone().tzinfo
    found = []
    for number, turn in enumerate(turns, 1):
        text = turn.get("text", turn.get("content"))
        if not isinstance(text, str):
            raise UsageError(
                f"Turn {number} has no text.", hint="A turn is {'speaker': 'Maya', 'text': '…'}."
            )
        text = masked(_RECALLED.sub(RECALLED, text)).strip()
        if not text or text == RECALLED:
            continue
        speaker = str(turn.get("speaker") or turn.get("role") or "unknown")
        speaker = _UNFIT.sub(" ", speaker).strip()[:60] or "unknown"
        found.append(Turn(speaker, text, _moment(turn.get("at"), now, zone, number)))
    return found


def episode_note(
    turns: Iterable[Turn], *, owner: str = "", by: str = "", guarded_tags: Sequence[str] = ()
) -> str:
    """The note that keeps *turns*."""
    # Quoted, so that no name is taken for a number, a list or a comment.
    front = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in (("owner", owner), ("by", by))
        if value
    ]
    rows = ["---", *front, "---", ""] if front else []
    for number, turn in enumerate(turns, 1):
        lines = given_lines(turn.text, by_agent=True, guarded_tags=guarded_tags)
        rows += [f"## {turn.at:%Y-%m-%d %H:%M:%S} · {turn.speaker}", "", *with_id(lines, f"t{number}"), ""]
    return "\n".join(rows)


def _moment(written: Any, now: datetime, zone: tzinfo | None, number: int) -> datetime:
    if written is None:
        return now.replace(tzinfo=zone)
    try:
        at = written if isinstance(written, datetime) else datetime.fromisoformat(str(written))
        return at.replace(tzinfo=zone) if at.tzinfo is None else at.astimezone(zone)
    except (ValueError, OverflowError) as fault:
        raise BadTime(
            f"Turn {number} is told to be of {written!r}.", hint="Expected a time like 2026-07-21T14:30."
        ) from fault
