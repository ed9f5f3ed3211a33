"""Questions for a date or a number: "when did I last…", "the first time…", "how often…".

Only records that hold every word that matters, and say that it happened, prove
anything; the rest follow as "also". Negations, plans, questions and what a
machine wrote are not counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from diurnal.engine.ahead import asks_for_next, may_ask_ahead, planned
from diurnal.engine.answering import Answering
from diurnal.engine.freshness import Freshness
from diurnal.engine.gates import Asked, said_of
from diurnal.engine.listing import read_cursor
from diurnal.engine.other_names import OtherNames
from diurnal.engine.proving import (
    Proof,
    has_day,
    holding_records,
    is_known,
    most_holding_records,
    proofs,
    stands,
)
from diurnal.engine.question import Question
from diurnal.engine.retrieve import Found, none
from diurnal.engine.scoring import Ranking
from diurnal.model.answer import Answer
from diurnal.model.regex import regex
from diurnal.ports import Mask, Snapshot
from diurnal.rank.deeds import Deed, deed_of, is_mine
from diurnal.rank.life_words import in_other_language, means_more, other_tellings, says_phrases_of
from diurnal.rank.looking_back import tells_how_long_since
from diurnal.rank.proof import Needed, needed_for
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


@dataclass(frozen=True, slots=True)
class _Otherwise:
    """What proves an event in other words than those of the question, and these ``words``."""

    proofs: tuple[Proof, ...] = ()
    words: str = ""


class Dating:
    """Answers the dated questions; *other_names* knows what else a thing is called."""

    def __init__(self, answering: Answering, other_names: OtherNames) -> None:
        self._answering = answering
        self._other_names = other_names

    def ask(self, question: Question, *, as_when: bool = False, fresh: bool = False) -> Answer:
        """The answer a person would give; *as_when* takes any question for one about a date."""
        asked = self._answering.read(question)
        is_dated = as_when or (not asked.gate and asks_for_a_day(question.text))
        intent = asked.intent if asked.intent in DATED else ("when" if is_dated else "")
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
        otherwise = _Otherwise() if held.any() else self._told_otherwise(snapshot, question, asked, deed)
        found = self._ranked_too(snapshot, wide, asked, found, needed, held, otherwise)
        if found.ranking is None or not found.matched:
            if len(found.hits) and not found.summary:
                # Records that share no word and no meaning follow: say that they prove nothing.
                said = _summary(intent, question, asked, _about(asked.words, needed), ())
                found = replace(found, summary=said)
            return self._answering.dressed(question, snapshot, asked, _cut(found, question.limit), fresh)
        ranking = found.ranking.first(found.matched)
        holding = held[ranking.positions]
        today = question.now.date()
        ahead: list[Proof] = []
        if may_ask_ahead(question.text) and not needed.unheard:
            catalogue = self._answering.wardrobe.catalogue
            ahead = planned(snapshot, catalogue, ranking.positions[holding], needed, today)
        if not ahead and holding.any() and not has_day(snapshot.columns)[ranking.positions[holding]].any():
            # "Birthday: 14 March" on her page says it, and no day does; that there is a car does not say since when.
            if deed.told is not None and not found.summary:
                said = _summary(intent, question, asked, _about(asked.words, needed), ())
                found = replace(found, summary=said)
            return self._answering.dressed(question, snapshot, asked, _cut(found, question.limit), fresh)
        ranked = frozenset(ranking.positions.tolist())
        proven = ahead or [proof for proof in otherwise.proofs if proof.position in ranked]
        proven = proven or self._proven(snapshot, ranking, holding, needed)
        in_words = bool(ahead) or (bool(holding.any()) and not needed.unheard)
        if deed.told is not None and not ahead:
            # The piano is played often and bought once: what tells of the buying, if anything does.
            telling = [item for item in proven if deed.told.search(item.text)]
            in_words, proven = in_words and bool(telling), telling or proven
        from_first = intent == "first" or bool(ahead) or (not in_words and deed.is_beginning)
        if in_words or from_first or _is_of_order(intent, question.text):
            proven.sort(key=lambda item: (item.day, item.position), reverse=not from_first)
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
            summary=self._said(
                intent,
                question,
                asked,
                needed,
                days,
                ahead,
                None if in_words or not proven else proven[0].day,
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

    def _said(
        self,
        intent: str,
        question: Question,
        asked: Asked,
        needed: Needed,
        days: tuple[date, ...],
        ahead: list[Proof],
        nearest: date | None,
    ) -> str:
        """The answer in one line, of days to come where these are asked for."""
        says, today = speech(language_of(question.text)), question.now.date()
        if ahead:
            return says.planned(_where(asked), days[0], today, len(days))
        about = _about(asked.words, needed)
        if asks_for_next(question.text):
            return says.nothing_planned(about, days[-1] if days and nearest is None else None, today)
        return _summary(intent, question, asked, about, days, nearest=nearest)

    def _proven(self, snapshot: Snapshot, ranking: Ranking, holding: Mask, needed: Needed) -> list[Proof]:
        """What proves a day, best first; *holding* tells which records of *ranking* hold what is *needed*."""
        positions = ranking.positions[holding]
        if len(positions) and needed.unheard:
            # They hold a part of what is asked ("Mira", where nobody wrote "smile"): only the best of them.
            best = ranking.scores[holding]
            positions = positions[best >= NEAR_BEST * float(best.max())]
        if not len(positions):
            # Of those that hold the most of it, what fits best.
            most = most_holding_records(snapshot, needed)[ranking.positions]
            if most.any():
                best = ranking.scores[most]
                positions = ranking.positions[most][best >= NEAR_BEST * float(best.max())]
        if not len(positions):
            near = ranking.positions[ranking.scores >= NEAR_BEST * float(ranking.scores[0])]
            # Where no record knows a word that matters, what they share with the question is "last" or "see".
            if not any(is_known(snapshot, token) for token in needed.tokens):
                near = near[[ranking.is_meant(place) for place in range(len(near))]]
            positions = near
        found = proofs(snapshot, self._answering.wardrobe.catalogue, positions, needed)
        spelled = needed.tokens.union(needed.apart)
        return [proof for proof in found if not tells_how_long_since(proof.text, spelled)]

    def _told_otherwise(self, snapshot: Snapshot, question: Question, asked: Asked, deed: Deed) -> _Otherwise:
        """What proves in other words what no record holds in these: "went live" for 上线."""
        found: dict[int, Proof] = {}
        words: dict[str, None] = {}
        for telling in other_tellings(rejoined(asked.words), lambda word: stands(snapshot, word)):
            needed = self._needed(snapshot, telling, question.for_agent, deed)
            held = np.flatnonzero(holding_records(snapshot, needed)).astype(np.int32)
            if needed.unheard or not 0 < len(held) <= MOST_READ:
                continue
            wide = frozenset(filter(means_more, needed.tokens))
            for proof in proofs(snapshot, self._answering.wardrobe.catalogue, held, needed):
                is_sure = not wide or (deed.is_own and is_mine(proof.text, wide))
                if is_sure and says_phrases_of(proof.text, telling):
                    found.setdefault(proof.position, proof)
                    words[telling] = None
        return _Otherwise(tuple(found.values()), " ".join(words))

    def _ranked_too(
        self,
        snapshot: Snapshot,
        question: Question,
        asked: Asked,
        found: Found,
        needed: Needed,
        held: Mask,
        otherwise: _Otherwise,
    ) -> Found:
        """*found* with what names in other words what is asked: 游泳 for "swim", 吵了一架, and all of *otherwise*."""
        named = frozenset(needed.apart).union(*map(in_other_language, needed.tokens))
        ranked = found.ranking.positions[: found.matched] if found.ranking else none()
        wanted = np.union1d(np.flatnonzero(held), [proof.position for proof in otherwise.proofs])
        if not (named or otherwise.proofs) or not np.setdiff1d(wanted, ranked).size:
            return found
        told = " ".join((*sorted(named), otherwise.words))
        return self._answering.find_words(question, snapshot, replace(asked, words=f"{asked.words} {told}"))

    def _needed(self, snapshot: Snapshot, words: str, for_agent: bool, deed: Deed) -> Needed:
        """What a record must hold to be about *words*."""
        return needed_for(
            words,
            lambda token: is_known(snapshot, token),
            lambda token: self._other_names.of(token, for_agent=for_agent) | in_other_language(token),
            deed,
        )


# "Did I ever go skiing", 我去过巴西吗: yes is a day on which it was, and no is none.
_EVER = regex(
    r"^\s*(?:(?:did|have|had) (?:i|we)\b|(?:did|has|have)\b[^?]{0,60}\bever\b)|过.{0,20}(?:吗|没有?)\s*[?？]?\s*$|有没有.{0,20}过"
    r"|過.{0,20}(?:嗎|沒有?)\s*[?？]?\s*$|有沒有.{0,20}過",
    re.IGNORECASE,
)


def asks_for_a_day(text: str) -> bool:
    """True if *text* is best answered with a day though it asks for none: "did I ever…", "my next appointment"."""
    return _EVER.search(text) is not None or asks_for_next(text)


def _is_of_order(intent: str, text: str) -> bool:
    """True if the last or the first is asked for, so that time orders what is near, too."""
    return intent in ("first", "latest") or _LAST.search(text) is not None


def _about(words: str, needed: Needed) -> str:
    """The words of the question that matter, as they were written."""
    whole = rejoined(words)
    return as_written(whole, needed.tokens | needed.unheard) or " ".join(whole.split())


def _where(asked: Asked) -> str:
    """The words that named the time, "" without any."""
    return said_of(asked.gate) if asked.gate and asked.gate.phrase else ""


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
    where = _where(asked)
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
