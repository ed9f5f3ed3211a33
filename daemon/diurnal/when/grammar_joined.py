"""Middle level of the grammar: a finer time put inside a coarser one beside it.

"Monday last week", "Q3 2025", 去年夏天, 去年今天, "Friday, 15 September". What two
times of one grain say together is said once; what does not fit stays apart.
"""

from __future__ import annotations

from datetime import timedelta

from diurnal.when.calendar import (
    FINENESS,
    Cycle,
    Span,
    day_span,
    days,
    every,
    first_in,
    floor,
    inside,
    latest,
    same_day_months_later,
    whole,
)
from diurnal.when.cascade import Level, Present, Rule, Time, Token


def joined(present: Present, first: Token, second: Token) -> Time | None:
    """Monday last week · Q3 2025 · 去年夏天 · Christmas 2019"""
    a, b = first.value, second.value
    if "clock" in (a.need, b.need):
        return None  # an hour without a day says nothing about a week beside it
    if isinstance(a.what, tuple) or isinstance(b.what, tuple):
        return hours_in(a, b)
    fine_a, fine_b = FINENESS.get(a.grain, 99), FINENESS.get(b.grain, 99)
    if fine_a == fine_b:
        return same_day(a, b)
    inner, outer = (a, b) if fine_a < fine_b else (b, a)
    mark = outer.mark or inner.mark
    if isinstance(outer.what, Cycle) and inner.need == "each" and isinstance(inner.what, Cycle):
        around = latest(outer.what, present.today)
        return Time(tuple(every(inner.what, around)), "dated") if around else None
    if isinstance(outer.what, Cycle):
        if not isinstance(inner.what, Cycle):
            # "October 12, last month"? Only a day that lies in the cycle's span says the same twice.
            return None
        if inner.what.period in ("year",):
            return None
        return Time(
            inside(inner.what, outer.what), mark or ("dated" if inner.grain == "day" else ""), "", inner.edge
        )
    if isinstance(inner.what, Cycle) and inner.need == "each":
        return Time(tuple(every(inner.what, outer.what)), mark or "dated")
    if isinstance(inner.what, Cycle):
        span = first_in(inner.what, outer.what)
        return Time(span, mark, "", inner.edge) if span else None
    if (
        inner.mark == "present"
        and inner.grain == "day"
        and outer.grain in ("year", "month", "week")
        and outer.mark != "present"
    ):
        return anniversary(inner, outer)
    if (
        inner.mark == "present"
        and inner.grain in ("week", "month")
        and outer.grain == "year"
        and outer.mark != "present"
    ):
        there = same_day_months_later(present.today, 12 * (outer.what.first_day.year - present.today.year))
        return Time(whole(inner.grain, there), "past")
    inside_it = (
        outer.what.start is not None
        and inner.what.start is not None
        and outer.what.end is not None
        and outer.what.start <= inner.what.start < outer.what.end
    )
    return Time(inner.what, mark) if inside_it else None


def hours_in(hours: Time, week: Time) -> Time | None:
    """Friday at 3 last week: both hours it may be, on that week's Friday"""
    if not isinstance(hours.what, tuple) or not isinstance(week.what, Span) or week.grain != "week":
        return None
    if hours.grain not in ("hour", "minute"):
        return None
    moved: list[Span] = []
    for span in hours.what:
        if span.start is None or span.end is None:
            return None
        further = floor("week", week.what.first_day) - floor("week", span.first_day)
        moved.append(Span(span.start + further, span.end + further, span.grain))
    return Time(tuple(moved), week.mark)


def anniversary(day: Time, year: Time) -> Time | None:
    """this day last year · on this day in 2020 · 去年今天 · this time last week"""
    if not isinstance(day.what, Span) or not isinstance(year.what, Span) or day.what.start is None:
        return None
    first = day.what.start.date()
    is_about = day.need == "anniversary"
    if year.grain == "week":
        today = first + timedelta(days=3 if is_about else 0)
        return Time(day_span(year.what.first_day + timedelta(days=today.weekday())), "past")
    length = 7 if is_about else 1
    there = year.what.first_day
    months = 12 * (there.year - first.year) + (there.month - first.month if year.grain == "month" else 0)
    start = same_day_months_later(first, months)
    return Time(days(start, start + timedelta(days=length), "day"), "past")


def same_day(a: Time, b: Time) -> Time | None:
    """Friday, 15 September: the date counts, the weekday only confirms it."""
    if a.need == b.need == "weekday":
        return None  # 周三周四
    for weekday, other in ((a, b), (b, a)):
        if isinstance(other.what, Span) and other.mark == "past" and isinstance(weekday.what, Cycle):
            week = floor("week", other.what.first_day)
            if (named := weekday.what.pick(week)) is not None and named.start != other.what.start:
                return None  # Mon–Wed last week: two days, not one said twice
        if weekday.need == "weekday" and other.need != "weekday" and other.grain == "day":
            return Time(other.what, other.mark)
    return None


_U = "(of|in|on|at|comma|dash|the|from)"


JOINED = Level([Rule("joined", f"TIME {_U}* TIME", joined)])
