"""Early, middle and late: 十月下旬, the end of 2012, 年底, late last night.

What each means for a month, a week, a year or a part of a day is set in
``conventions``; here the words are matched with it.
"""

from __future__ import annotations

from diurnal.when import cycles
from diurnal.when.calendar import (
    Cycle,
    Span,
    changed,
)
from diurnal.when.cascade import Present, Time, Token
from diurnal.when.distance import calendar_unit

_EDGES = {"beginning": "start", "middle": "mid"}


_MONTH_EDGES = {"月初": "early", "月中": "mid", "月底": "late"}


# 年 in 年底 is the year's; 初 and 底 after a year mean the same.
_ZH_YEAR_EDGES = {"early": "年初", "mid": "年中", "late": "年底"}


def edged(present: Present, edge: Token, token: Token) -> Time | None:
    """early October · the end of 2012 · 十月下旬 · 去年底 · late last night"""
    time: Time = token.value
    name = _EDGES.get(edge.value, edge.value)
    name = _MONTH_EDGES.get(name, name)
    if name in ("年初", "年中", "年底") and time.grain != "year":
        return None
    if "half" in name and time.grain not in ("month", "year"):
        return None
    if time.grain == "year" and 0 < token.end <= edge.start and name in _ZH_YEAR_EDGES:
        name = _ZH_YEAR_EDGES[name]

    def change(span: Span) -> Span | None:
        return cycles.edge(span, name)

    if time.grain == "day":
        return None
    if isinstance(time.what, Cycle):
        return Time(changed(time.what, change, "third"), time.mark, "", name)
    if isinstance(time.what, Span):
        try:
            piece = change(time.what)
        except KeyError:
            return None
        return Time(piece, time.mark, "", name) if piece else None
    return None


def edged_after(present: Present, token: Token, edge: Token) -> Time | None:
    """十月下旬 · 去年年底; 2012末日 is a film"""
    if token.value.need == "year":
        return None
    return edged(present, edge, token)


def edge_of_unit(present: Present, edge: Token) -> Time | None:
    """年底 · 月初: of the present year or month, unless it describes what follows (年终盛典)"""
    unit = "month" if "half" in edge.value else {"年": "year", "月": "month"}.get(edge.value[:1])
    time = calendar_unit(present, unit, 0) if unit else None
    found = edged(present, edge, Token("TIME", 0, 0, time)) if time else None
    if found is not None:
        found.need = "holiday"
    return found
