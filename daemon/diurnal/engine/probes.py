"""Questions with known answers, made of the owner's own notes: links, names, headings and dates.

What an owner wrote says what belongs together, so each probe takes one such tie
out of the notes and asks for it back. The same records and seed give the same
probes. Pure: nothing is searched here, and no text leaves but in the questions.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from diurnal.model.calendar import MONTHS
from diurnal.model.record import Kind, Record
from diurnal.model.regex import regex
from diurnal.ports import Resolver
from diurnal.rank.fold import fold
from diurnal.rank.tokens import is_single, query_tokens, spans, tokens
from diurnal.text.links import shown

KINDS = ("links", "names", "headings", "dates")

# The first ten hits are measured: a question that more than ten records answer could not get them all.
MOST_WANTED = 10
# Words that a sentence must still have without its links, to ask for anything in particular.
FEWEST_WORDS = 3

_SENTENCE = regex(r"[^.!?。！？\n]+(?:[.!?](?!\s|$)[^.!?。！？\n]*)*")
_DENSE = regex(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Probe:
    """A question and what answers it.

    ``wanted`` are ids of records, or paths of notes if ``of_notes``. What stands in the note ``left_out``
    does not count as a hit. ``reads_time`` false asks with the time parser off.
    """

    kind: str
    text: str
    wanted: frozenset[str]
    of_notes: bool = False
    left_out: str = ""
    reads_time: bool = True


@dataclass(frozen=True)
class Probes:
    """Makes probes of *records*.

    Args:
        records: those a question may be answered from, in a fixed order.
        aliases: path of each note → what else it is called.
        resolve: which note a link leads to.
    """

    records: Sequence[Record]
    aliases: Mapping[str, tuple[str, ...]]
    resolve: Resolver

    def sample(self, count: int, seed: int) -> list[Probe]:
        """At most *count* probes, of each kind as many as of any other where the notes give them."""
        made = {kind: self._drawn(kind, seed) for kind in KINDS}
        taken: list[Probe] = []
        while len(taken) < count and any(made.values()):
            taken += [probes.pop() for probes in made.values() if probes][: count - len(taken)]
        return sorted(taken, key=lambda probe: KINDS.index(probe.kind))

    def _drawn(self, kind: str, seed: int) -> list[Probe]:
        made = {"links": self._links, "names": self._names, "headings": self._headings, "dates": self._dates}
        probes = list({probe.text: probe for probe in made[kind]()}.values())
        # One generator a kind: a new link moves no probe of another kind.
        random.Random(f"{seed}/{kind}").shuffle(probes)
        return probes

    # --- kinds of probes ------------------------------------------------------------------------

    def _links(self) -> Iterator[Probe]:
        """A sentence without its links asks for the pages they lead to; the sentence's own note is left out."""
        for record in self.records:
            pages = self._pages_of(record)
            for sentence in _SENTENCE.findall(record.text) if pages else ():
                linked = {name: path for name, path in pages.items() if name in sentence}
                wanted = frozenset(linked.values()) - {record.path}
                # The longest first: a name may stand inside another.
                for name in sorted(linked, key=len, reverse=True):
                    sentence = sentence.replace(name, " ")
                text = " ".join(sentence.split())
                if wanted and len(_content(text)) >= FEWEST_WORDS:
                    # "Yesterday" in it is not the yesterday of who asks today.
                    yield Probe("links", text, wanted, of_notes=True, left_out=record.path, reads_time=False)

    def _names(self) -> Iterator[Probe]:
        """A page's name and a word ask for the records that link to the page, or stand on it, and hold the word."""
        for record in self.records:
            for name, path in self._pages_of(record).items():
                cut = record.text.replace(name, " ")
                word = self._rare_word(cut)
                if word is None:
                    continue
                wanted = frozenset(
                    other.id for other in self._about[path] if word.token in self._held[other.id]
                )
                if len(wanted) <= MOST_WANTED:
                    called = self._other_name(path, record.text) or name
                    # A date in a page's name is part of the name here, no time that confines.
                    yield Probe("names", f"{called} {word.written}", wanted, reads_time=False)

    def _headings(self) -> Iterator[Probe]:
        """A heading that stands in one note only asks for the records beneath it."""
        beneath: dict[str, list[Record]] = defaultdict(list)
        for record in self.records:
            if record.heading:
                beneath[fold(record.heading[-1])].append(record)
        for records in beneath.values():
            heading = records[0].heading[-1]
            in_one = len({record.path for record in records}) == 1
            if in_one and len(records) <= MOST_WANTED and len(_content(heading)) > 1:
                yield Probe("headings", heading, frozenset(record.id for record in records))

    def _dates(self) -> Iterator[Probe]:
        """A day in words and a word ask for the entries of that day that hold the word."""
        days: dict[date, list[Record]] = defaultdict(list)
        for record in self.records:
            if record.kind is Kind.ENTRY and record.day is not None:
                days[record.day].append(record)
        for day, records in days.items():
            for record in records:
                word = self._rare_word(record.text)
                if word is None:
                    continue
                wanted = frozenset(other.id for other in records if word.token in self._held[other.id])
                if len(wanted) <= MOST_WANTED:
                    yield Probe("dates", _asked_of_day(day, word.written), wanted)

    # --- what the records hold ------------------------------------------------------------------

    @cached_property
    def _held(self) -> dict[str, frozenset[str]]:
        return {record.id: frozenset(tokens(record.text)) for record in self.records}

    @cached_property
    def _holders(self) -> Counter[str]:
        return Counter(token for held in self._held.values() for token in held)

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(record.path for record in self.records)

    @cached_property
    def _about(self) -> dict[str, list[Record]]:
        """Path of each page → the records that link to it or stand on it."""
        about: dict[str, list[Record]] = defaultdict(list)
        for record in self.records:
            for path in {record.path, *self._pages_of(record).values()}:
                about[path].append(record)
        return about

    def _pages_of(self, record: Record) -> dict[str, str]:
        """What is read where *record* links → the other note it leads to, if that can be found."""
        found = {}
        for link in record.links:
            name = shown(link)
            path = self.resolve(link.target, record.path) if link.target and not link.embed else None
            if name and path is not None and path != record.path and path in self._paths:
                found[name] = path
        return found

    def _other_name(self, path: str, text: str) -> str:
        """What the note *path* is called other than in *text*; "" if nothing."""
        written = fold(text)
        title = path.rpartition("/")[2].removesuffix(".md")
        return next((name for name in (title, *self.aliases.get(path, ())) if fold(name) not in written), "")

    def _rare_word(self, text: str) -> _Word | None:
        """The word of *text* that the fewest other records hold, but some do; one that no other holds at need.

        A word that stands once in all the notes finds its record by any method.
        """
        found = [token for token in _content(text) if not token.isdigit()]
        for token in sorted(found, key=lambda token: (self._holders[token] < 2, self._holders[token], token)):
            for _, start, end in spans(text, {token}):
                return _Word(token, text[start:end])
        return None


@dataclass(frozen=True, slots=True)
class _Word:
    """A token and how it is written."""

    token: str
    written: str


def _content(text: str) -> list[str]:
    """What *text* would ask for; in small letters, since a capital saves a stop word as a name."""
    return [token for token in query_tokens(text.lower()) if not is_single(token)]


def _asked_of_day(day: date, word: str) -> str:
    if _DENSE.search(word):
        return f"{day.year}年{day.month}月{day.day}日{word}发生了什么？"
    return f"What happened with {word} on {day.day} {MONTHS[day.month - 1]} {day.year}?"


def keys_of(probe: Probe, found: Iterable[tuple[str, str]]) -> list[str]:
    """What of *found* (id and path of each hit, best first) counts for *probe*, each key once."""
    kept = ((path if probe.of_notes else identity) for identity, path in found if path != probe.left_out)
    return list(dict.fromkeys(kept))
