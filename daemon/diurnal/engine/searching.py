"""The query language from text to answer: select, then rank what was selected, or list it by time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from diurnal.engine.answering import Answering
from diurnal.engine.dress import unread
from diurnal.engine.freshness import Freshness
from diurnal.engine.gates import Asked
from diurnal.engine.listing import cursor_after, read_cursor
from diurnal.engine.question import Question
from diurnal.engine.retrieve import Found
from diurnal.engine.scoring import Ranking
from diurnal.engine.select import Selection, Selector, newest_first
from diurnal.engine.select_sources import Sources
from diurnal.errors import StoreDamaged
from diurnal.model.answer import Answer
from diurnal.model.flag import Flag
from diurnal.model.record import Place
from diurnal.model.time import Gate, TimeWindow
from diurnal.ports import Mask, SearchFacts, Snapshot, WordOrder
from diurnal.query import Query, parse
from diurnal.query.expand import near, shaped, starting
from diurnal.query.nodes import Fuzzy, TextLeaf, Wild, Word, text_leaves
from diurnal.rank.tokens import fold, query_tokens
from diurnal.when import parse as parse_time

# Words that one shape adds to the ranking; more would say nothing about what is meant.
MOST_WORDS = 40
# Words of a search that found nothing whose spelling is looked at: some milliseconds each.
MOST_MISSPELT = 3


class Searching:
    """Answers searches over one vault.

    Args:
        answering: dresses hits, checks them against the disk, knows how times are read.
        facts: tags, properties and texts.
        order: the index of word order as it is now, or None.
        broken: called when that index turns out damaged.
        prepare: called before a search that asks for word order or shapes; a memory without a daemon brings
            that index up to date then.
    """

    def __init__(
        self,
        answering: Answering,
        facts: SearchFacts,
        order: Callable[[], WordOrder | None],
        broken: Callable[[], None],
        prepare: Callable[[], None],
    ) -> None:
        self._answering = answering
        self._facts = facts
        self._order = order
        self._broken = broken
        self._prepare = prepare
        self._selector = Selector(facts)

    def search(self, question: Question) -> Answer:
        """The records ``question.text`` selects, best first; by time, newest first, if it is all filter.

        Raises:
            BadQuery: an operator has a value that can mean nothing.
        """
        query = parse(question.text, lambda words: self._window(words, question))
        if query.needs_whoosh:
            self._prepare()
        return self._answering.checked(lambda snapshot, fresh: self._answer(query, question, snapshot, fresh))

    def _window(self, words: str, question: Question) -> TimeWindow | None:
        rules = self._answering.rules
        reading = parse_time(
            words, question.now, languages=rules.languages, day_starts_at=rules.day_starts_at
        )
        return reading.windows[0].to_wall() if len(reading.windows) == 1 else None

    def _answer(self, query: Query, question: Question, snapshot: Snapshot, fresh: Freshness) -> Answer:
        order = self._order() if query.needs_whoosh else None
        sources = Sources(snapshot.columns, snapshot.words, self._facts, order)
        selection = self._selector.select(query, sources)
        if selection.broken:
            self._broken()
        words = ranking_words(query, snapshot)
        found = self._found(query, words, question, snapshot, selection)
        if not found.total:
            found = replace(found, summary=self._meant(query, question, snapshot))
        made = self._answering.dressed(question, snapshot, Asked(found.gate, words, False, ""), found, fresh)
        # A window that holds for all that is found is the gate, of which the answer speaks already.
        depends = query.window is None and query.asks_for_hall_or_time
        return replace(
            made,
            degraded=(*made.degraded, *selection.degraded),
            warnings=(*made.warnings, *selection.warnings, *unread(snapshot, Gate(), by_hall=depends)),
        )

    def _found(
        self, query: Query, words: str, question: Question, snapshot: Snapshot, selection: Selection
    ) -> Found:
        mask = selection.mask & self._visible(query, question, snapshot)
        at, warning = read_cursor(question.cursor, snapshot.clock)
        columns = snapshot.columns
        order = newest_first(mask, columns.day, columns.start, columns.ordinal).astype(np.int32)
        ranking = None
        if not query.is_filter_only:
            ranked = self._answering.ranker.rank(
                snapshot, words, mask, now=question.now, for_agent=question.for_agent
            )
            ranking = _completed(ranked.first(ranked.matches), order).beyond(at)
            order = ranking.positions
        else:
            order = order[at:]
        hits = order[: question.limit]
        total = int(np.count_nonzero(mask))
        gate = Gate((query.window,), source="argument", asked=(query.window,)) if query.window else Gate()
        return Found(
            gate,
            hits,
            ranking,
            matched=len(hits),
            total=total,
            cursor=cursor_after(at + len(hits), total, snapshot.clock),
            warnings=(warning,) if warning else (),
        )

    def _meant(self, query: Query, question: Question, snapshot: Snapshot) -> str:
        """For a search that found nothing: its first words that no record holds, with those spelled alike.

        Only records that the asker may see lend their words. Words that occur, though never together, are no
        misspellings.
        """
        order = self._order()
        if order is None:
            return ""
        alive = np.sort(snapshot.columns.rows[self._visible(query, question, snapshot)])
        leaves = [leaf for leaf, is_wanted in text_leaves(query.root) if is_wanted]
        sentences = []
        for word in [leaf.text for leaf in leaves if isinstance(leaf, Word)][:MOST_MISSPELT]:
            if any(
                np.isin(snapshot.words.lookup(token, "text")[0], alive).any() for token in query_tokens(word)
            ):
                continue
            try:
                near_words = order.suggest(word, alive)
            except StoreDamaged:
                self._broken()
                return ""
            if near_words:
                sentences.append(f"Nothing mentions '{word}'. Did you mean {' or '.join(near_words)}?")
        return " ".join(sentences)

    def _visible(self, query: Query, question: Question, snapshot: Snapshot) -> Mask:
        """A search shows closed cards and plans like everything else, but episodes only if asked for them."""
        columns = snapshot.columns
        mask: Mask = np.ones(len(columns), np.bool_)
        if "place:" not in query.text.lower() and "path:" not in query.text.lower():
            mask &= ~columns.of_place(Place.EPISODE)
        if question.for_agent:
            mask &= ~columns.has(Flag.OWNER_ONLY)
        return mask


def ranking_words(query: Query, snapshot: Snapshot) -> str:
    """The words to rank by: those asked for, and those that shapes and near words may stand for.

    They are taken from the words of the snapshot, so the ranking is the same whether the index of word order
    is up to date, behind or not there.
    """
    words = dict.fromkeys(query.words)
    for leaf, is_wanted in text_leaves(query.root):
        if is_wanted:
            words.update(dict.fromkeys(islice(_stood_for(leaf, snapshot), MOST_WORDS)))
    return " ".join(words)


def _stood_for(leaf: TextLeaf, snapshot: Snapshot) -> Iterator[str]:
    match leaf:
        case Wild(text):
            beginning = fold(text).split("*")[0].split("?")[0]
            if beginning:
                yield from shaped(list(snapshot.words.terms(beginning, "text")), fold(text))
        case Fuzzy(text, distance):
            terms = list(snapshot.words.terms(fold(text)[:1], "text"))
            yield from (word for word, _ in near(terms, fold(text), distance))
        case Word(text, True) if not any(snapshot.words.df(token, "text") for token in query_tokens(text)):
            yield from starting(list(snapshot.words.terms(fold(text), "text")), fold(text))
        case _:
            return


def _completed(ranking: Ranking, selected: np.ndarray[tuple[int], np.dtype[np.int32]]) -> Ranking:
    """*ranking* with the selected records behind it that have no score (a shape or a negation found them)."""
    rest = selected[~np.isin(selected, ranking.positions)]
    return ranking.followed_by(rest)
