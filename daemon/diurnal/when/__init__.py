"""Time in words: which windows a question names, and what it wants of them.

English and Chinese, mixed or apart, with ``re`` and ``datetime`` only. Pure:
the present is passed in, nothing is read or kept. The conventions are listed
in ``conventions`` and explained in docs/time.md.
"""

from __future__ import annotations

from diurnal.when.anchors import resolve_anchor
from diurnal.when.argument import time_range
from diurnal.when.one_day import one_day, one_moment
from diurnal.when.parsing import mentions, parse
from diurnal.when.reading import Anchor, Reading
from diurnal.when.widening import widen

__all__ = [
    "Anchor",
    "Reading",
    "mentions",
    "one_day",
    "one_moment",
    "parse",
    "resolve_anchor",
    "time_range",
    "widen",
]
