"""Times that hang on an event of the vault: "the week after [[Tokyo trip]]".

``find_anchor`` reads the event and the relation; only the engine knows the
event's date, and hands it to ``resolve_anchor`` to get the windows.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from diurnal.model.regex import regex
from diurnal.model.time import TimeWindow
from diurnal.when.beside import beside, nth_beside
from diurnal.when.calendar import Span, day_span, days, moved, whole
from diurnal.when.cycles import part
from diurnal.when.numbers import CARDINALS, chinese
from diurnal.when.reading import Anchor, Reading
from diurnal.when.windows import window_of

_NAME: Final = r"(?:\[\[(?P<page>[^\[\]|\n]{1,120})(?:\|[^\[\]\n]{0,120})?\]\]|[\"“「『](?P<quoted>[^\"“”「」『』\n]{2,80})[\"”」』])"
_UNIT: Final = r"(?P<unit>day|week|weekend|month|year|fortnight|quarter)s?"
_COUNT: Final = (
    r"(?:(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of) )?"
)
_ENGLISH: Final = regex(
    rf"(?:(?P<the>the |on the )?{_COUNT}{_UNIT} )?(?P<rel>before|after|following|since|until|till|during|around|of|from|as of)(?: the| my| our)? {_NAME}"
)
_ZH_UNIT: Final = r"(?P<unit>天|日|周末|周|星期|礼拜|个月|年|季度)"
_CHINESE: Final = regex(
    rf"{_NAME}\s*(?:的|那)?(?:(?P<rel>之?前|以前|之?后|以后|期间|以来|时|那时候?|的时候)?的?(?P<count>[\d一二两三四五六七八九十几]{{1,3}})?个?{_ZH_UNIT}|(?P<rel2>之前|以前|前|之后|以后|后|期间|以来|的时候|那时候|时))"
)
_UNITS: Final = {
    "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "个月": "month", "年": "year", "周末": "weekend", "季度": "quarter",
}  # fmt: skip
_RELATIONS: Final = {
    "following": "after", "till": "until", "as of": "until", "during": "on", "around": "around", "of": "around",
    "from": "since", "前": "before", "之前": "before", "以前": "before", "后": "after", "之后": "after", "以后": "after",
    "期间": "on", "以来": "since", "时": "on", "那时候": "on", "那时": "on", "的时候": "on",
}  # fmt: skip


def find_anchor(text: str, low: str) -> tuple[Anchor | None, tuple[int, int] | None]:
    """The anchor *text* names and its offsets, or two ``None``."""
    if "[[" not in low and not any(q in low for q in '"“「『'):
        return None, None
    for pattern in (_ENGLISH, _CHINESE):
        found = pattern.search(low, 0, 2000)
        if found is None:
            continue
        group = "page" if found["page"] else "quoted"
        name = text[found.start(group) : found.end(group)].strip()
        groups = found.groupdict()
        said = groups.get("rel") or groups.get("rel2") or ""
        relation = _RELATIONS.get(said, said) or "around"
        unit = _UNITS.get(found["unit"] or "", found["unit"] or "")
        count = _count(found["count"])
        if group == "quoted" and relation == "around" and not unit:
            continue  # a quotation after "of" is only a quotation
        if not unit:
            if said in ("of", "from"):
                continue
            return Anchor(name, relation), found.span()
        if relation in ("since", "until", "on"):
            relation = "around"
        if relation == "around":
            return Anchor(name, "around", unit), found.span()
        sign = -1 if relation == "before" else 1
        if count and pattern is _ENGLISH and not groups.get("the"):
            return Anchor(name, "distance", unit, sign * count), found.span()
        if count and count > 1:
            return Anchor(name, "run", unit, sign * count), found.span()
        return Anchor(name, "next" if sign > 0 else "previous", unit), found.span()
    return None, None


def _count(word: str | None) -> int:
    if not word:
        return 0
    known = {"a": 1, "an": 1, "a few": 3, "a couple of": 2, "几": 3}
    return known.get(word) or CARDINALS.get(word) or chinese(word) or 0


def resolve_anchor(
    reading: Reading, anchor_window: TimeWindow, now: datetime, *, day_starts_at: int = 0
) -> Reading:
    """*reading* with the windows its anchor stands for, once the event's own window is known.

    Days counted from the event begin at the hour *day_starts_at*, as those of every other time.
    Without an anchor, or with an anchor whose window is open, the reading comes back as it is.
    """
    anchor = reading.anchor
    if anchor is None or anchor_window.start is None or anchor_window.end is None:
        return reading
    wall = anchor_window.to_wall()
    assert wall.start is not None
    event = Span(wall.start, wall.end, "day")
    try:
        span = _placed(anchor, event)
    except (OverflowError, ValueError):
        span = None  # the distance leads out of the calendar
    if span is not None and anchor.part and span.start is not None:
        span = part(anchor.part).pick(span.first_day)
    if span is None:
        return reading
    window = window_of(span, now, day_starts_at)
    relation = "before" if span.start is None else "since" if span.end is None else "in"
    return replace(
        reading,
        windows=(window,),
        grain="part" if anchor.part else span.grain if anchor.unit == "days" else anchor.unit or "day",
        relation=relation,
        mark="exact",
    )


def _placed(anchor: Anchor, event: Span) -> Span | None:
    """Where the anchor's relation puts the window."""
    assert event.start is not None
    match anchor.relation:
        case "on":
            return event
        case "before":
            return Span(None, event.start, "day")
        case "after":
            return Span(event.end, None, "day")
        case "since":
            return Span(event.start, None, "day")
        case "until":
            return Span(None, event.end, "day")
        case "around" if anchor.unit == "days":
            # 搬家那几天: with the day before and the day after
            return days(event.first_day - timedelta(days=1), event.first_day + timedelta(days=2), "day")
        case "around":
            return whole(anchor.unit, event.first_day) if anchor.unit else event
        case "next" | "previous":
            return nth_beside(event, anchor.unit, 1 if anchor.relation == "next" else -1, anchor.count or 1)
        case "run":
            near = beside(event, "day", 1 if anchor.count > 0 else -1)
            if near is None:
                return None
            if anchor.count > 0:
                far = moved(near.first_day, anchor.unit, anchor.count)
                return Span(near.start, day_span(far).start, anchor.unit)
            far = moved(event.first_day, anchor.unit, anchor.count)
            return Span(day_span(far).start, event.start, anchor.unit)
        case "distance":
            return day_span(moved(event.first_day, anchor.unit, anchor.count))
        case _:
            return None
