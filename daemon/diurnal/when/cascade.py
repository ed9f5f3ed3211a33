"""The machinery of the grammar: tokens, rules over tokens, levels of rules.

A rule is written in the names of token kinds, such as ``MONTH the? DAY ,? YEAR``.
Every kind is one private character, so a run of tokens is a short string and a
level of rules one compiled pattern over it. Levels follow each other, each
rewriting what the one before left; nothing is nested, so the work is linear in
the number of tokens. Kinds in capitals are handed to the rule's builder, the
small words are only matched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, Final

from diurnal.model.regex import regex
from diurnal.when.calendar import Cycle, Span, floor, latest
from diurnal.when.words import listed

CONTENT: Final = listed(
    "NUM ORD YEAR MONTH DAY WEEKDAY WEEKDAYS REL UNIT LAST THIS NEXT PART SEASON QUARTER HALF HOLIDAY "
    "EDGE CLOCK NTH SPREAD PARTIAL TONOW DATE DECADE WEEKNO DUR TIME NOW EVERY WORD AMPM LUNAR TENDAYS "
    "LESS MORE CENTURY YEARLY"
)
SMALL: Final = listed(
    "the of in on at to until from since before after by between during and comma dash slash or orlater "
    "orearlier ago hence vs a asof starting ending within paren for earlier later rest all since_ lai zhi inner "
    "than around my oclock qian hou nothing"
)
_CODES: Final = {name: chr(0xE000 + i) for i, name in enumerate([*CONTENT, *SMALL])}
CONTENT_CODES: Final = frozenset(_CODES[name] for name in CONTENT)
_NAME: Final = regex(r"[A-Za-z_]+")
#: Runs of kinds whose next level is remembered; each takes about 150 bytes.
REMEMBERED_RUNS: Final = 4096


def code(kind: str) -> str:
    """The one character that stands for *kind*."""
    return _CODES[kind]


@dataclass(slots=True, init=False)
class Token:
    """A stretch of the text with a meaning; ``value`` depends on its kind, ``code`` stands for it."""

    kind: str
    start: int
    end: int
    value: Any
    code: str

    def __init__(self, kind: str, start: int, end: int, value: Any = None) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.value = value
        self.code = _CODES[kind]


@dataclass(slots=True)
class Time:
    """What a rule made of some tokens.

    ``what`` is a span, a cycle still to be resolved, or several spans.
    ``mark`` is "past", "future", "present", "exact" (a full date), "dated" (a
    date without its year) or "" (bare). ``need`` names the evidence the words
    around must give before a weak word such as "may" counts as time.
    ``grain`` is that of the whole. ``otherwise`` is what counts where that evidence
    is lacking: the token of the day in "yesterday before 10 guests came", or
    another time the same words may name.
    """

    what: Span | Cycle | tuple[Span, ...]
    mark: str = ""
    need: str = ""
    edge: str = ""
    otherwise: Token | Time | None = None

    @property
    def grain(self) -> str:
        """The grain of the span or cycle, of the first if there are several."""
        return self.what[0].grain if isinstance(self.what, tuple) else self.what.grain


@dataclass(frozen=True, slots=True)
class Present:
    """The moment a question is asked, as wall time; days may begin later than midnight."""

    now: datetime
    #: the present moved by an exact length of time, whatever clocks do meanwhile
    exactly: Callable[[timedelta], datetime]
    day_starts_at: int = 0

    @property
    def today(self) -> date:
        """The day *now* belongs to."""
        return (self.now - timedelta(hours=self.day_starts_at)).date()


#: What a builder returns to leave a match for a later level, whatever other rules would say.
KEEP: Final = Token("nothing", -1, -1)


def settled(present: Present, time: Time) -> Span | None:
    """The span a time stands for by itself: the most recent one of a cycle."""
    what = time.what
    if isinstance(what, tuple):
        return what[0] if what else None
    if isinstance(what, Cycle):
        if time.edge == "this year":
            return what.pick(floor("year", present.today))
        return latest(what, present.today)
    return what


class Impossible(ValueError):
    """The words name a date that does not exist (30 February): no part of them counts as time."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A named pattern over token kinds and what to make of a match.

    ``build(present, *tokens)`` gets the tokens in capitals. It returns a
    ``Time``, or a value for a token of kind ``makes``, or ``None`` to leave
    the tokens as they are.
    """

    name: str
    pattern: str
    build: Callable[..., Any]
    makes: str = "TIME"


def _compiled(pattern: str) -> str:
    return _NAME.sub(lambda m: _CODES[m.group()], pattern).replace(" ", "")


class Level:
    """Rules tried together; earlier ones win where several match at one place.

    Raises ``ValueError`` if two of them share a name.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        if len({rule.name for rule in rules}) < len(rules):
            raise ValueError("two rules of one level share a name")
        self.rules = {f"r{i}": rule for i, rule in enumerate(rules)}
        self.order = {rule.name: position for position, rule in enumerate(rules)}

    # Patterns are compiled when first needed: a program that asks nothing about time pays for none.
    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        """Finds the next match of any rule in a string of codes."""
        return re.compile(
            "|".join(f"(?P<{key}>{_compiled(rule.pattern)})" for key, rule in self.rules.items())
        ).search

    @cached_property
    def singly(self) -> list[tuple[Rule, re.Pattern[str]]]:
        """Every rule with its own pattern, in order."""
        return [(rule, re.compile(_compiled(rule.pattern))) for rule in self.rules.values()]

    def __call__(self, tokens: list[Token], codes: str, present: Present) -> list[Token]:
        """*tokens*, whose codes are *codes*, with every match replaced by what its rule made of it."""
        match = self.search(codes)
        done: list[Token] = []
        position = 0
        while match is not None:
            first = match.start()
            made, past = self._make(self.rules[match.lastgroup or ""], tokens, codes, match, present)
            done += tokens[position:first]
            done.append(made)
            position = past
            match = self.search(codes, position)
        return done + tokens[position:]

    def _make(
        self, rule: Rule, tokens: list[Token], codes: str, match: re.Match[str], present: Present
    ) -> tuple[Token, int]:
        """The token the first willing rule makes at a match, and where it ends."""
        first, past = match.span()
        made = _built(rule, tokens[first:past], present)
        if made is None:
            # The rule matched but declined: others may still read the same place.
            for other, pattern in self.singly[self.order[rule.name] + 1 :]:
                found = pattern.match(codes, first)
                if found is not None and found.end() > first:
                    made = _built(other, tokens[first : found.end()], present)
                    if made is not None:
                        past = found.end()
                        break
        if made is None or made is KEEP:
            return tokens[first], first + 1
        return made, past


class Cascade:
    """Levels one after the other; those with nothing to say to a run of tokens cost nothing.

    Whether a level matches depends on the kinds of the tokens alone, and people
    say the same few hundred runs over and over ("last WEEKDAY", "NUM UNIT ago"):
    which level is next is remembered by the string of their codes.
    """

    def __init__(self, levels: Sequence[Level]) -> None:
        self.levels = tuple(levels)
        self._next = lru_cache(maxsize=REMEMBERED_RUNS)(self._search)

    def __call__(self, tokens: list[Token], present: Present) -> list[Token]:
        """*tokens* after every level."""
        codes = "".join([t.code for t in tokens])
        at = self._next(codes, 0)
        while at < len(self.levels):
            tokens = self.levels[at](tokens, codes, present)
            codes = "".join([t.code for t in tokens])
            at = self._next(codes, at + 1)
        return tokens

    def _search(self, codes: str, first: int) -> int:
        """The first level from *first* on that matches somewhere, or the number of levels."""
        for at in range(first, len(self.levels)):
            if self.levels[at].search(codes) is not None:
                return at
        return len(self.levels)


def _built(rule: Rule, used: list[Token], present: Present) -> Token | None:
    try:
        made = rule.build(present, *[t for t in used if t.code in CONTENT_CODES])
    except (Impossible, OverflowError, ValueError):
        # 30 February, or a day before year 1 or after 9999: no time at all,
        # and the pieces must not be read as something else.
        return Token("nothing", used[0].start, used[-1].end)
    if made is None or made is KEEP:
        return KEEP if made is KEEP else None
    kind, value = (made.kind, made.value) if isinstance(made, Token) else (rule.makes, made)
    return Token(kind, used[0].start, used[-1].end, value)
