"""The day of the event that a question hangs its time on: "the week after [[Tokyo trip]]", "…after I moved".

A page has its own date. An event told in plain words is looked for in what the
owner wrote, as "when did I…" is: only records that hold every word that matters,
or the other language's word for it, and say that it happened. Unless one day stands out clearly, no time is taken
from it and the answer says why: a wrong window hides the answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

import numpy as np

from diurnal.engine.gates import Placed
from diurnal.engine.other_names import OtherNames
from diurnal.engine.proving import holding_records, is_known, proofs, stands
from diurnal.engine.question import Question, admitted
from diurnal.engine.scoring import Scorer
from diurnal.model.regex import regex
from diurnal.model.time import TimeWindow
from diurnal.ports import CatalogueReader, Mask, Snapshot
from diurnal.rank.deeds import Deed, deed_of
from diurnal.rank.life_words import other_tellings, says_phrases_of
from diurnal.rank.looking_back import looks_back
from diurnal.rank.proof import needed_for
from diurnal.rank.tokens import spans
from diurnal.render.speech import language_of, speech
from diurnal.when import Anchor

# Records looked at; what stands in more of them is no event of one day.
MOST_READ = 200
#: The best day counts if no other reaches this share of its score: 搬家 in one entry, 家 in many.
CLEAR = 0.7
MOST_NAMED = 5

# "The night before Maya told me she was moving": what she said is in the diary, that she told it seldom is.
_TELLING = regex(
    r"\b(?:(?:told|texted|wrote to|wrote|informed|let) (?:me|us)(?: know)?"
    r"|(?:said|mentioned|announced|revealed|confessed|admitted)(?: to (?:me|us))?)\b"
    r"|(?:告诉|告訴)了?我(?:们|們)?|(?:跟|和|对|對)我(?:们|們)?(?:说|說|讲|講)了?",
    re.IGNORECASE,
)

_OF_OTHERS = regex(r"\b(?:he|she|they|it)\b|[他她它]", re.IGNORECASE)
_REGULAR_PAST = regex(r"\b[a-z]{2,}ed\b")


class SpanOfPage(Protocol):
    """The span of the page called *name*, or None; an agent is told of open pages only."""

    def __call__(self, name: str, *, for_agent: bool) -> TimeWindow | None: ...


@dataclass(frozen=True, slots=True)
class Anchors:
    """Finds the span of an anchor; ``span_of_page`` knows those that are pages."""

    catalogue: CatalogueReader
    scorer: Scorer
    other_names: OtherNames
    span_of_page: SpanOfPage

    def place(self, anchor: Anchor, snapshot: Snapshot, question: Question, expired: Mask) -> Placed:
        """Where *anchor* lies, seen by whoever asks *question*."""
        says = speech(language_of(question.text))
        if not anchor.is_told:
            span = self.span_of_page(anchor.name, for_agent=question.for_agent)
            return Placed(span, "" if span else says.no_page(anchor.name))
        first = self._one_day(anchor.name, snapshot, question, expired)
        if not anchor.upto or first.span is None:
            return first
        second = self._one_day(anchor.upto, snapshot, question, expired)
        if second.span is None:
            return second
        # Which of the two came first, the question need not know.
        early, late = sorted((first.span, second.span), key=lambda span: str(span.start))
        return Placed(TimeWindow(early.start, late.end))

    def _one_day(self, told: str, snapshot: Snapshot, question: Question, expired: Mask) -> Placed:
        """The day that *told* happened on, or why none was taken."""
        says = speech(language_of(question.text))
        days = self._days_of(told, snapshot, question, expired)
        if len(days) == 1:
            return Placed(TimeWindow.of_day(days[0]))
        if not days:
            return Placed(None, says.no_day(told))
        named = sorted(days)[:MOST_NAMED]
        return Placed(None, says.several_days(told, named, len(days) > MOST_NAMED))

    def _days_of(self, told: str, snapshot: Snapshot, question: Question, expired: Mask) -> list[date]:
        """The days that may be meant, best first; one if it stands out clearly."""
        everywhere = replace(question, scope="all")
        best = self._scored(told, snapshot, everywhere, expired)
        if not best and _TELLING.search(told):
            # What somebody said was said on the day of an entry; a card says since when it is true.
            said_there = replace(question, scope="auto")
            best = self._scored(_TELLING.sub(" ", told), snapshot, said_there, expired, gated=True)
        for in_both in (False, True):
            # In other words only where nearer ones say nothing: "we broke up" for "the breakup", then 分手.
            if best:
                break
            for telling in other_tellings(told, lambda word: stands(snapshot, word), in_both=in_both):
                for day, score in self._scored(telling, snapshot, everywhere, expired).items():
                    best[day] = max(score, best.get(day, 0.0))
        ordered = sorted(best, key=lambda day: -best[day])
        if len(ordered) > 1 and best[ordered[1]] < CLEAR * best[ordered[0]]:
            return ordered[:1]
        return ordered

    def _scored(
        self, told: str, snapshot: Snapshot, question: Question, expired: Mask, *, gated: bool = False
    ) -> dict[date, float]:
        """Each day on which a record proves *told*, with the score of the best that does."""
        needed = needed_for(
            told,
            lambda token: True,
            lambda token: self.other_names.of(token, for_agent=question.for_agent),
            # An event without its doer is the owner's own: 搬家后 is not after Noor moved in.
            Deed(deed_of(f"when {told}").verb, is_own=not _OF_OTHERS.search(told)),
        )
        # Every word is asked for, known or not: without "Google" any interview would do.
        if not needed or not all(any(is_known(snapshot, token) for token in word) for word in needed.words):
            return {}
        anybody = replace(question, kinds=(), owner=None, by=None)
        held = holding_records(snapshot, needed) & admitted(
            snapshot.columns, anybody, gated=gated, expired=expired
        )
        if not 0 < np.count_nonzero(held) <= MOST_READ:
            return {}
        ranking = self.scorer.rank(snapshot, told, held, now=None, for_agent=question.for_agent)
        score = dict(zip(ranking.positions.tolist(), ranking.scores.tolist(), strict=True))
        best: dict[date, float] = {}
        for proof in proofs(snapshot, self.catalogue, ranking.positions, needed):
            if (
                says_phrases_of(proof.text, told)
                and not looks_back(proof.text, needed.tokens)
                and not _bids(proof.text, needed.tokens, told)
            ):
                best.setdefault(proof.day, score[proof.position])
        return best


def _bids(text: str, tokens: frozenset[str], told: str) -> bool:
    """True if *told* speaks of the past ("I moved") and *text* has only the bare verb: "decided: move the export"."""
    bare = {stem for word in _REGULAR_PAST.findall(told.lower()) for stem in (word[:-1], word[:-2])}
    found = {text[start:end].lower() for _, start, end in spans(text, tokens)}
    return bool(bare) and bool(found) and found <= bare
