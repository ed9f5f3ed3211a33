"""Every signal that says something about a record, with what it weighs in this question.

The weights follow the question: words that could tell much weigh much, and a
question of common words leaves the say to meaning. Here is also decided which
records are tied to the question at all; the rest has no score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from diurnal.rank.corpus import LENT, Bools, Corpus, Floats, from_step
from diurnal.rank.fields import shape_mark
from diurnal.rank.meaning import Scale, meaning_signals
from diurnal.rank.profiles import Profile, Weights
from diurnal.rank.question import Sought
from diurnal.rank.words import WordSignals, word_signals

# Turns of a conversation this close are tied by each other's words ...
TIED_NEARNESS = 0.5
# ... if what the neighbours hold amounts to this share of the question.
TIED_SHARE = 0.04


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal of M records, float32 (M,), 0 to 1; ``group`` is words, meaning, names or answers."""

    group: str
    name: str
    weight: float
    values: Floats


@dataclass(frozen=True, slots=True)
class Signals:
    """The signals of a span of records; ``ties`` are those that match, ``hints`` those that meaning
    nearly ties, ``meant`` those of the matches that meaning alone would tie."""

    each: tuple[Signal, ...]
    ties: Bools
    hints: Bools
    meant: Bools

    @property
    def most(self) -> float:
        """What a record would reach that had every signal in full."""
        return sum(signal.weight for signal in self.each if signal.weight > 0) or 1.0

    def content(self) -> Floats:
        """How well each record answers the question: the weighted mean of its signals, 0 to 1."""
        total = np.zeros(len(self.ties), np.float32)
        for signal in self.each:
            total += np.float32(signal.weight) * signal.values
        content: Floats = np.clip(total / np.float32(self.most), 0, 1)
        return content


def gather(
    corpus: Corpus,
    sought: Sought,
    span: slice,
    *,
    weights: Weights,
    profile: Profile,
    similarity: Floats | None = None,
    scale: Scale | None = None,
) -> Signals:
    """Every signal of the records of *span*, whole runs of the corpus.

    Args:
        similarity: float32 (M,), cosine of the question with each record, NaN without a vector.
        scale: the constants of the embedder that made it; without both, words and names decide alone.
    """
    words = word_signals(corpus, sought, span)
    each = [*_of_words(words, weights, profile)]
    ties = words.tying | _tied_by_neighbours(corpus, words, span)
    if sought.tying is None:
        ties = ties | _tied_by_day(words)
    hints = meant = np.zeros(len(ties), bool)
    if similarity is not None and scale is not None:
        meaning = meaning_signals(corpus, similarity, scale, span)
        known = ~np.isnan(similarity)
        each += [
            Signal(
                "meaning", name, weights.meaning[name] * profile.meaning, _assumed(values, known, words.own)
            )
            for name, values in (("own", meaning.own), ("near", meaning.near), ("reply", meaning.reply))
        ]
        ties = ties | meaning.ties
        hints, meant = meaning.hints, meaning.ties
    for signal in _of_names(corpus, sought, words, span, weights, profile):
        each.append(signal)
        # A name that is one of the words ties as they do; who speaks is none of them.
        if signal.name == "speaker":
            ties = ties | (signal.values > 0)
    each += _of_answers(corpus, sought, span, weights)
    return Signals(tuple(each), ties, hints & ~ties, meant)


def _assumed(values: Floats, known: Bools, held: Bools) -> Floats:
    """*values* of meaning; a record without a vector that *held* a word gets the mean of those that did and have one.

    What was just saved has no vector yet. Counted as meaning nothing it would rank below every older record
    that says nearly the same, until the queue has come to it.
    """
    alike = known & held
    if known.all() or not alike.any():
        return values
    return np.where(held & ~known, values[alike].mean(), values).astype(np.float32)


def _of_words(words: WordSignals, weights: Weights, profile: Profile) -> Iterator[Signal]:
    # Many telling words, or one or two that hardly any record holds.
    told = max(min(words.reach, weights.most_reach) / weights.full_reach, weights.rare_word * words.rarity)
    for name, values in (("near", words.near), ("sitting", words.sitting), ("reply", words.reply)):
        yield Signal("words", name, weights.words[name] * told * profile.words, values)
    if words.has_day:
        yield Signal("words", "day", weights.words["day"] * profile.words, words.day)


def _of_names(
    corpus: Corpus, sought: Sought, words: WordSignals, span: slice, weights: Weights, profile: Profile
) -> Iterator[Signal]:
    if sought.speakers:
        speaks = np.isin(corpus.speaker[span], sought.speakers).astype(np.float32)
        yield Signal("names", "speaker", weights.names["speaker"] * profile.names, speaks)
    if words.has_names:
        yield Signal("names", "named", weights.names["named"] * profile.names, words.names)


def _of_answers(corpus: Corpus, sought: Sought, span: slice, weights: Weights) -> Iterator[Signal]:
    size = span.stop - span.start
    for shape in sought.shapes:
        positions, _ = corpus.words.lookup(shape_mark(shape), "text")
        # A shape that most texts have tells nothing: full weight at one text in ten.
        rare = -np.log10(max(len(positions), 1) / max(len(corpus), 1))
        has = np.zeros(size, np.float32)
        has[positions[(positions >= span.start) & (positions < span.stop)] - span.start] = np.clip(rare, 0, 1)
        yield Signal("answers", shape, weights.answers[shape], has)
    substance = np.minimum(np.log1p(corpus.length[span]) / np.float32(4), np.float32(1))
    yield Signal("answers", "substance", weights.answers["substance"], substance)
    yield Signal("answers", "asks", weights.answers["asks"], corpus.asks[span].astype(np.float32))


def _tied_by_day(words: WordSignals) -> Bools:
    """Records of the day that was named, in full; part of a date ties nothing."""
    return (words.day > 0) & (words.day >= words.full_day - np.float32(1e-4))


def _tied_by_neighbours(corpus: Corpus, words: WordSignals, span: slice) -> Bools:
    """Turns whose neighbours hold enough of the question: an answer seldom repeats what was asked."""
    close = np.maximum(corpus.nearness[-1][span], corpus.nearness[1][span]) >= TIED_NEARNESS
    tied: Bools = (close & (words.near >= TIED_SHARE)) | (words.reply >= TIED_SHARE)
    if words.tying is words.own:
        return tied
    # What is lent counts all words; one of those that tie must be among them.
    held = words.tying.astype(np.float32)
    tied &= np.logical_or.reduce([from_step(held, step) > 0 for step in LENT])
    return tied
