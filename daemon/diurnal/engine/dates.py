"""Questions for a date or a number: "when did I last…", "the first time…", "how often…".

Only records that hold every word that matters, and say that it happened, prove
anything; the rest follow as "also". Negations, plans, questions and what a
machine wrote are not counted.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import numpy as np

from diurnal.engine.answering import Answering
from diurnal.engine.freshness import Freshness
from diurnal.engine.gates import Asked, said_of
from diurnal.engine.listing import read_cursor
from diurnal.engine.other_names import OtherNames
from diurnal.engine.proving import Proof, has_day, holding_records, is_known, proofs
from diurnal.engine.question import Question
from diurnal.engine.retrieve import Found, none
from diurnal.engine.scoring import Ranking
from diurnal.model.answer import Answer
from diurnal.model.regex import regex
from diurnal.ports import Mask, Snapshot
from diurnal.rank.deeds import Deed, deed_of
from diurnal.rank.life_words import in_other_language
from diurnal.rank.proof import Needed, needed_for, tells_how_long_since
from diurnal.rank.question import as_written
from diurnal.rank.split_verbs import rejoined
from diurnal.render.speech import language_of, speech

DATED = ("when", "first", "latest", "count")

# Records looked at one by one: a word on ten thousand days is asked about by the year anyway.
MOST_READ = 3_000
# Where no record holds every word: what scores at least this share of the best is taken for the answer, if a word
# that matters is known at all or meaning alone would tie it.
NEAR_BEST = 0.6

_LAST = regex(r"\b(?:last|latest|recent|recently|lately)\b|上次|上一次|上回|最近|最后|最後", re.IGNORECASE)


class Dating:
    """Answers the dated questions; *other_names* knows what else a thing is called."""

    def __init__(self, answering: Answering, other_names: OtherNames) -> None:
        self._answering = answering
        self._other_names = other_names

    def ask(self, question: Question, *, as_when: bool = False, fresh: bool = False) -> Answer:
        """The answer a person would give; *as_when* takes any question for one about a date."""
        asked = self._answering.read(question)
        intent = asked.intent if asked.intent in DATED else ("when" if as_when else "")
        if not intent or asked.is_pure:
            return self._answering.retrieve(question, fresh=fresh)
        if fresh:
            self._answering.look_afresh()
        return self._answering.checked(lambda snapshot, fresh: self._dated(question, intent, snapshot, fresh))

    def _dated(self, question: Question, intent: str, snapshot: Snapshot, fresh: Freshness) -> Answer:
        read_cursor(question.cursor, snapshot.clock)  # raises if it is none
        wide = replace(question, limit=max(question.limit, MOST_READ), cursor="")
        asked, found = self._answering.find(wide, snapshot)
        deed = deed_of(question.text)
        needed = self._needed(snapshot, asked.words, question.for_agent, deed)
        held = holding_records(snapshot, needed)
        found = self._in_both(snapshot, wide, asked, found, needed, held)
        if found.ranking is None or not found.matched:
            if len(found.hits) and not found.summary:
                # Records that share no word and no meaning follow: say that they prove nothing.
                said = _summary(intent, question, asked, _about(asked.words, needed), ())
                found = replace(found, summary=said)
            return self._answering.dressed(question, snapshot, asked, _cut(found, question.limit), fresh)
        ranking = found.ranking.first(found.matched)
        holding = held[ranking.positions]
        if holding.any() and not has_day(snapshot.columns)[ranking.positions[holding]].any():
            # "Birthday: 14 March" on her page says it, and no day does.
            return self._answering.dressed(question, snapshot, asked, _cut(found, question.limit), fresh)
        proven = self._proven(snapshot, ranking, holding, needed)
        in_words = bool(holding.any()) and not needed.unheard
        if deed.told is not None:
            # The piano is played often and bought once: what tells of the buying, if anything does.
            telling = [item for item in proven if deed.told.search(item.text)]
            in_words, proven = in_words and bool(telling), telling or proven
        if in_words or _is_of_order(intent, question.text):
            proven.sort(key=lambda item: (item.day, item.position), reverse=intent != "first")
        days = tuple(sorted({item.day for item in proven}))
        place_of = np.full(len(snapshot.columns), -1)
        place_of[ranking.positions] = np.arange(len(ranking.positions))
        places = place_of[[item.position for item in proven]]
        rest = np.setdiff1d(np.arange(len(ranking.positions)), places)
        ordered = ranking.at(np.concatenate([places, rest]))
        hits = ordered.positions[: question.limit]
        shown = replace(
            found,
            hits=hits,
            ranking=ordered.first(question.limit),
            matched=min(len(hits), len(places)),
            weak=0,
            nearby=found.nearby[: 2 * question.limit],
            total=len(proven),
            summary=_summary(
                intent,
                question,
                asked,
                _about(asked.words, needed),
                days,
                nearest=None if in_words or not proven else proven[0].day,
            ),
        )
        made = self._answering.dressed(question, snapshot, replace(asked, intent=intent), shown, fresh)
        also = tuple(
            replace(hit, reason="; ".join(part for part in ("also", hit.reason) if part))
            if not hit.matched
            else hit
            for hit in made.hits
        )
        return replace(made, hits=also, days=days, intent=intent)

    def _proven(self, snapshot: Snapshot, ranking: Ranking, holding: Mask, needed: Needed) -> list[Proof]:
        """What proves a day, best first; *holding* tells which records of *ranking* hold what is *needed*."""
        positions = ranking.positions[holding]
        if len(positions) and needed.unheard:
            # They hold a part of what is asked ("Mira", where nobody wrote "smile"): only the best of them.
            best = ranking.scores[holding]
            positions = positions[best >= NEAR_BEST * float(best.max())]
        if not len(positions):
            near = ranking.positions[ranking.scores >= NEAR_BEST * float(ranking.scores[0])]
            # Where no record knows a word that matters, what they share with the question is "last" or "see".
            if not any(is_known(snapshot, token) for token in needed.tokens):
                near = near[[ranking.is_meant(place) for place in range(len(near))]]
            positions = near
        found = proofs(snapshot, self._answering.wardrobe.catalogue, positions, needed)
        return [proof for proof in found if not tells_how_long_since(proof.text, needed)]

    def _in_both(
        self, snapshot: Snapshot, question: Question, asked: Asked, found: Found, needed: Needed, held: Mask
    ) -> Found:
        """*found* with what was *held* back because it names in the other language what is asked (游泳 for "swim")."""
        named = frozenset(needed.apart).union(*map(in_other_language, needed.tokens))
        ranked = found.ranking.positions[: found.matched] if found.ranking else none()
        if not named or not np.setdiff1d(np.flatnonzero(held), ranked).size:
            return found
        words = f"{asked.words} {' '.join(sorted(named))}"
        return self._answering.find_words(question, snapshot, replace(asked, words=words))

    def _needed(self, snapshot: Snapshot, words: str, for_agent: bool, deed: Deed) -> Needed:
        """What a record must hold to be about *words*."""
        return needed_for(
            words,
            lambda token: is_known(snapshot, token),
            lambda token: self._other_names.of(token, for_agent=for_agent) | in_other_language(token),
            deed,
        )


def _is_of_order(intent: str, text: str) -> bool:
    """True if the last or the first is asked for, so that time orders what is near, too."""
    return intent in ("first", "latest") or _LAST.search(text) is not None


def _about(words: str, needed: Needed) -> str:
    """The words of the question that matter, as they were written."""
    whole = rejoined(words)
    return as_written(whole, needed.tokens | needed.unheard) or " ".join(whole.split())


def _cut(found: Found, limit: int) -> Found:
    hits = found.hits[:limit]
    return replace(found, hits=hits, nearby=found.nearby[: 2 * limit], weak=min(found.weak, len(hits)))


def _summary(
    intent: str,
    question: Question,
    asked: Asked,
    about: str,
    days: tuple[date, ...],
    *,
    nearest: date | None = None,
) -> str:
    """The answer in one line; *nearest* is the day of the best record where none says it in words."""
    where = said_of(asked.gate) if asked.gate and asked.gate.phrase else ""
    today = question.now.date()
    says = speech(language_of(question.text))
    if not days:
        return says.nothing_proves(where, about)
    if nearest is not None:
        return says.nothing_in_words(where, about, nearest, today)
    if intent == "count":
        return says.counted(where, about, days)
    if intent == "first":
        return says.first(where, days[0], today)
    return says.last(where, days[-1], today, len(days))
