"""How well the memory finds what the owner's own notes tie together, beside plain searches.

Every probe (``engine.probes``) is asked of the settings that hold, of other ones
if any were given, of BM25 and of grep, over the same records in the same process.
Reads only; nothing of a note is in the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import quantiles

from diurnal.engine.answering import Answering
from diurnal.engine.probes import Probe, Probes, keys_of
from diurnal.engine.question import Question, admitted
from diurnal.engine.retrieve import find
from diurnal.engine.scoring import Scorer
from diurnal.errors import UsageError
from diurnal.model.record import Record
from diurnal.model.results import ProbeFigures, SelfBench
from diurnal.ports import Catalogue, Resolver, Snapshot
from diurnal.rank.measures import Scores, measure
from diurnal.rank.plain import Bm25, Grep

AS_SET, CHANGED, BM25, GREP = "as set", "changed", "BM25", "grep"
MEASURES = ("any@1", "any@5", "any@10", "all@1", "all@5", "all@10", "mrr", "ndcg@10")

# Hits whose time is taken, as most people ask; and how deep ranks are looked for, so that ten notes are among them.
SHOWN, DEEP = 10, 100

# Id and path of each hit, best first, of a probe asked so deep.
Method = Callable[[Probe, int], list[tuple[str, str]]]


@dataclass(slots=True)
class _Reached:
    """What one method reached: measures and seconds of each kind of probe, and nDCG@10 of each probe."""

    scores: Scores = field(default_factory=Scores)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    gains: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, probe: Probe, found: Sequence[tuple[str, str]], seconds: float) -> None:
        measured = measure(keys_of(probe, found), probe.wanted)
        self.scores.add(probe.kind, measured)
        for kind in ("all", probe.kind):
            self.seconds[kind].append(seconds)
            self.gains[kind].append(measured["ndcg@10"])


@dataclass(frozen=True, slots=True)
class Bench:
    """Asks probes of *answering*.

    Args:
        answering: knows the present snapshot and how times are read.
        catalogue: the records.
        resolve: which note a link leads to.
        ticks: seconds of a clock that only moves forward.
    """

    answering: Answering
    catalogue: Catalogue
    resolve: Resolver
    ticks: Callable[[], float]

    def run(self, sample: int, seed: int, now: datetime, changed: Scorer | None = None) -> SelfBench:
        """Figures of *sample* probes; *changed* ranks by other settings, to be compared.

        Raises:
            UsageError: *sample* is none.
        """
        if sample < 1:
            raise UsageError(f"sample is {sample}.", hint="Ask for at least 1 probe.")
        snapshot = self.answering.index.snapshot
        records = self._records(snapshot, now)
        aliases = self.catalogue.names.aliases_of({record.path for record in records})
        probes = Probes(records, aliases, self.resolve).sample(sample, seed)
        methods: dict[str, Method] = {AS_SET: self._asking(snapshot, self.answering.ranker, now)}
        if changed is not None:
            methods[CHANGED] = self._asking(snapshot, changed, now)
        methods[BM25] = _plain(records, Bm25((record.id, _whole(record)) for record in records))
        methods[GREP] = _plain(records, Grep((record.id, record.text) for record in records))
        reached = {name: _Reached() for name in methods}
        for at, probe in enumerate(probes):
            # In turn, so that no method always finds warm what another has just read.
            for name in list(methods) if at % 2 else reversed(methods):
                begin = self.ticks()
                methods[name](probe, SHOWN)
                seconds = self.ticks() - begin
                reached[name].add(probe, methods[name](probe, DEEP), seconds)
        figures = [row for name, one in reached.items() for row in _figures(name, one, reached[AS_SET])]
        return SelfBench(len(probes), len(records), seed, tuple(figures))

    def _records(self, snapshot: Snapshot, now: datetime) -> list[Record]:
        """What a question may be answered from, oldest first."""
        columns = snapshot.columns
        mask = admitted(
            columns, Question("", now), gated=False, expired=self.answering.expired(snapshot, now)
        )
        return self.catalogue.records(columns.rows[mask].tolist())

    def _asking(self, snapshot: Snapshot, scorer: Scorer, now: datetime) -> Method:
        """Asking *scorer* the way an answer is made, up to the hits that are shown."""
        answering = self.answering

        def ask(probe: Probe, limit: int) -> list[tuple[str, str]]:
            question = Question(probe.text, now, limit, reads_time=probe.reads_time)
            asked = answering.read(question)
            found = find(snapshot, question, asked, scorer, lambda seen: answering.expired(seen, now))
            answer = answering.dressed(question, snapshot, asked, found, answering.loop.freshness)
            return [(hit.record.id, hit.record.path) for hit in answer.hits]

        return ask


def _plain(records: Sequence[Record], method: Bm25 | Grep) -> Method:
    path_of = {record.id: record.path for record in records}
    return lambda probe, limit: [(key, path_of[key]) for key in method.ranked(probe.text)[:limit]]


def _whole(record: Record) -> str:
    """All that is written about *record*: a plain search over notes sees their names and headings too."""
    return "\n".join((record.title, *record.heading, record.text))


def _figures(name: str, reached: _Reached, as_set: _Reached) -> list[ProbeFigures]:
    return [
        ProbeFigures(
            name,
            kind,
            reached.scores.count(kind),
            {what: reached.scores.mean(kind, what) for what in MEASURES},
            p50_ms=1000 * _share(seconds, 50),
            p95_ms=1000 * _share(seconds, 95),
            better=sum(own > other for own, other in zip(gains, as_set.gains[kind], strict=True)),
            worse=sum(own < other for own, other in zip(gains, as_set.gains[kind], strict=True)),
        )
        for kind, seconds in reached.seconds.items()
        for gains in [reached.gains[kind]]
    ]


def _share(seconds: Sequence[float], percent: int) -> float:
    """The time within which *percent* of them were answered."""
    if len(seconds) == 1:
        return seconds[0]
    return quantiles(seconds, n=100, method="inclusive")[percent - 1]
