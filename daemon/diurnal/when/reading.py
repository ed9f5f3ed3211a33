"""What ``parse`` returns: the windows a question names, and what it wants of them.

Values only; how they are found is in ``parse``.
"""

from __future__ import annotations

from dataclasses import dataclass

from diurnal.model.time import TimeWindow


@dataclass(frozen=True, slots=True)
class Anchor:
    """An event that a question hangs its time on: "the week after [[Tokyo trip]]".

    ``name`` is the page title or quoted words; with ``is_told`` the plain words that tell of the event. ``relation`` is "on", "before",
    "after", "since", "until", "around" (the unit that holds it), "next" or
    "previous" (the unit beside it, the ``count``-th one if several are counted) or "distance" (so many units away, ``count``
    negative for before) or "run" (the so many units beside it). ``unit`` is "" where none was named;
    ``part`` is the part of that day that is meant ("the night before"). ``upto`` tells of a
    second event, whose day ends what the first one's begins.
    """

    name: str
    relation: str
    unit: str = ""
    count: int = 0
    part: str = ""
    is_told: bool = False
    upto: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a question was understood.

    Attributes:
        text: the question as given.
        windows: what was named, in order of start; empty if no time was named.
            In the zone of *now* if it has one, naive otherwise.
        phrase: the (first) words that named the time, as written.
        span: start and end offset of ``phrase`` in ``text``, or ``None``.
        spans: offsets of every phrase of time, the first included.
        leftover: the question without its words of time, tidied.
        pure: True if nothing to search for is left: "what happened yesterday".
        intent: what kind of answer is wanted.
            "" — what matches, best first;
            "when" — a date: "when did I last…", 上次…是什麼時候, 哪天;
            "latest" — the most recent that matches: "the latest…", 最新的, "last time I…";
            "first" — the earliest: "the first time…", 第一次;
            "count" — how often: "how many times", 幾次;
            "list" — all of them: "every time", "list all", 所有;
            "recent" — newest first: lately, 最近.
        grain: of the first window: "minute", "hour", "part", "day", "third", "week",
            "weekend", "month", "season", "quarter", "half", "year", "decade"; "" without one.
        relation: "in", "before" or "since" for the first window, "" without one.
        mark: "past", "present", "future", "exact" (a full date) or "dated" (without its year).
        anchor: the event a window must still be computed from, or ``None``.
    """

    text: str
    windows: tuple[TimeWindow, ...] = ()
    phrase: str = ""
    span: tuple[int, int] | None = None
    spans: tuple[tuple[int, int], ...] = ()
    leftover: str = ""
    pure: bool = False
    intent: str = ""
    grain: str = ""
    relation: str = ""
    mark: str = ""
    anchor: Anchor | None = None

    def __bool__(self) -> bool:
        return bool(self.windows)
