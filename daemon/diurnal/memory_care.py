"""The calls of ``Memory`` that look after it: how it is doing, how well it finds, and what is derived made anew.

Part of ``Memory``, in a file of its own. None of them writes a byte of any note.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from diurnal import __version__
from diurnal.assemble.parts import Parts
from diurnal.configure import with_search
from diurnal.model.results import Finding, SelfBench, Status

if TYPE_CHECKING:
    from diurnal.assemble.authoring import Authoring


class MemoryCare(ABC):
    """The part of ``Memory`` that looks after it; see there for how it is opened."""

    parts: Parts

    @property
    @abstractmethod
    def author(self) -> Authoring:
        """What writes; made when it is first asked for."""

    @abstractmethod
    def _keep_up(self) -> None:
        """Bring the index up to what is due."""

    @abstractmethod
    def _now(self) -> datetime:
        """The present moment in the vault's zone."""

    def status(self) -> Status:
        """How the memory is doing."""
        self._keep_up()
        found = self.parts.health.status()
        return replace(
            found,
            warnings=(*found.warnings, *self.author.remarks),
            degraded=(*found.degraded, *self.author.writer_troubles),
            version=__version__,
            embedder=self.parts.embedding.embedder.model if self.parts.embedding else "",
            vectors=len(self.parts.vectors) if self.parts.vectors is not None else 0,
            vectors_wanted=self.parts.background.wanted(),
            jobs=tuple(self.author.schedule.states()),
            zone=self.parts.answering.rules.zone,
            derived_folder=str(self.parts.folders.derived),
            state_folder=str(self.parts.folders.state),
        )

    def doctor(self) -> list[Finding]:
        """What is odd about the vault and what is derived from it, worst first."""
        self._keep_up()
        return self.parts.health.doctor()

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

        self._keep_up()
        parts = self.parts
        bench = Bench(parts.answering, parts.catalogue, parts.names.link, time.perf_counter)
        other = parts.scorer_for(with_search(parts.settings, settings)) if settings else None
        return replace(bench.run(sample, seed, now or self._now(), other), changed=tuple(settings))

    def reindex(self) -> None:
        """Read every note again and make all that is derived anew; questions go on meanwhile."""
        self.parts.loop.reread(time.monotonic())
        self.parts.index.rebuild()

    def reembed(self) -> None:
        """Make the vectors that are missing or come from another model; questions go on meanwhile.

        Begun again after a break it goes on where it stopped: a text that has its vector is not embedded twice.

        Raises:
            EmbedderFailed: search by meaning is off, or the embedder fails.
        """
        self.parts.background.reembed()

    def accept_missing(self) -> None:
        """Forget the notes that vanished at once. Raises NoteMissing if the vault's folder is not there."""
        self.parts.loop.accept_missing(time.monotonic())
