"""The calls of ``Memory`` that look after it: how it is doing, how well it finds, and what is derived made anew.

Part of ``Memory``, in a file of its own. None of them writes a byte of any note.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from diurnal import __version__
from diurnal.arguments import checks_arguments
from diurnal.assemble.opened import Opened
from diurnal.configure import with_search
from diurnal.model.results import Finding, SelfBench, Status


class MemoryCare:
    """The part of ``Memory`` that looks after it; see there for how it is opened."""

    _opened: Opened

    def status(self) -> Status:
        """How the memory is doing."""
        self._opened.keep_up()
        parts, author = self._opened.parts, self._opened.author
        found = parts.health.status()
        return replace(
            found,
            warnings=(*found.warnings, *author.remarks),
            degraded=(*found.degraded, *author.writer_troubles),
            version=__version__,
            embedder=parts.embedding.embedder.model if parts.embedding else "",
            vectors=len(parts.vectors) if parts.vectors is not None else 0,
            vectors_wanted=parts.background.wanted(),
            jobs=tuple(author.schedule.states()),
            zone=parts.answering.rules.zone,
            derived_folder=str(parts.folders.derived),
            state_folder=str(parts.folders.state),
        )

    def doctor(self) -> list[Finding]:
        """What is odd about the vault and what is derived from it, worst first."""
        self._opened.keep_up()
        return self._opened.parts.health.doctor()

    @checks_arguments
    def bench_self(
        self, sample: int = 200, seed: int = 7, *, settings: Sequence[str] = (), now: datetime | None = None
    ) -> SelfBench:
        """How well questions made of the vault's own links, headings and dates find what they were made of.

        Args:
            sample: most questions; they are the same for the same notes and *seed*.
            settings: NAME=VALUE of ``search``, to compare with those that hold.

        Raises:
            UsageError, BadConfig: *sample* is none, or *settings* cannot be.
        """
        # Loaded when asked for: nothing else needs it.
        from diurnal.engine.selfbench import Bench

        self._opened.keep_up()
        parts = self._opened.parts
        bench = Bench(parts.answering, parts.catalogue, parts.names.link, time.perf_counter)
        other = parts.scorer_for(with_search(parts.settings, settings)) if settings else None
        return replace(bench.run(sample, seed, now or self._opened.now(), other), changed=tuple(settings))

    def reindex(self) -> None:
        """Read every note again and make all that is derived anew; questions go on meanwhile."""
        self._opened.parts.loop.reread(time.monotonic())
        self._opened.parts.index.rebuild()

    def reembed(self) -> None:
        """Make the vectors that are missing or come from another model; questions go on meanwhile.

        Begun again after a break it goes on where it stopped: a text that has its vector is not embedded twice.

        Raises:
            EmbedderFailed: search by meaning is off, or the embedder fails.
        """
        self._opened.parts.background.reembed()

    def accept_missing(self) -> None:
        """Forget the notes that vanished at once. Raises NoteMissing if the vault's folder is not there."""
        self._opened.parts.loop.accept_missing(time.monotonic())
