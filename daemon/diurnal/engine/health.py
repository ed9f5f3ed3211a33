"""How the memory is doing: ``status`` in numbers, ``doctor`` by comparing disk, catalogue and stores.

Counts come from what is stored, never from a flag that says all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from diurnal.engine.census import census_of
from diurnal.engine.loop import Loop
from diurnal.model.answer import State
from diurnal.model.results import Finding, Status, StorePart
from diurnal.model.spelling import counted
from diurnal.ports import Catalogue, Index, Vault

# Warnings of the reader are shown note by note up to so many; the rest is a number.
SHOWN_WARNINGS = 50


@dataclass(frozen=True, slots=True)
class Health:
    """Sees all parts of one memory.

    ``parts`` gives what each store holds, ``remarks`` the sentences about what was rebuilt at the start,
    ``degraded`` those about what is missing now; ``layout_warnings`` those about the vault's own settings.
    """

    vault: Vault
    catalogue: Catalogue
    index: Index
    loop: Loop
    parts: Callable[[], tuple[StorePart, ...]]
    remarks: Callable[[], tuple[str, ...]]
    degraded: Callable[[], tuple[str, ...]]
    layout_warnings: Callable[[], tuple[str, ...]]

    def status(self) -> Status:
        """The figures of ``diurnal status``; the caller adds what only it knows (zone, jobs, pid)."""
        fresh = self.loop.freshness
        counts = self.catalogue.find.counts()
        columns = self.index.snapshot.columns
        census = census_of(columns)
        # Both of one moment: a batch may be in the catalogue already and still count as pending.
        is_indexing = fresh.state is State.INDEXING
        total = max(fresh.all_notes, counts["notes"]) if is_indexing else counts["notes"]
        return Status(
            vault=str(self.vault.root),
            state=fresh.state,
            clock=self.catalogue.clock,
            notes=counts["notes"],
            records=census.records,
            entries=census.entries,
            items=census.items,
            passages=census.passages,
            days=census.days,
            first_day=census.first_day,
            last_day=census.last_day,
            untimed_days=census.untimed_days,
            conflict_copies=counts["conflict_copies"],
            private_notes=counts["private"],
            indexed=total - fresh.queued if is_indexing else total,
            total=total,
            pending=fresh.pending,
            vanished=fresh.vanished,
            skimmed=columns.skimmed,
            watching=fresh.watching,
            stores=self.parts(),
            degraded=self.degraded(),
            warnings=(
                *fresh.warnings,
                *self.remarks(),
                *self.layout_warnings(),
                *_about_notes(counts["warnings"]),
            ),
            troubled=dict(fresh.troubled),
        )

    def doctor(self) -> list[Finding]:
        """What is odd about the vault and what is derived from it, worst first."""
        order = ("error", "warning", "note", "ok")
        return sorted(self._findings(), key=lambda finding: order.index(finding.level))

    def _findings(self) -> Iterator[Finding]:
        fresh = self.loop.freshness
        sweep = self.vault.sweep()
        known = self.catalogue.known()
        if sweep.root_missing:
            yield Finding(
                "error", "The vault's folder is not there.", mend="Mount it, or name another with --vault."
            )
        else:
            # Reading again cures no note that cannot be read; what keeps it out is said below.
            readable = {path: stamp for path, stamp in sweep.found.items() if path not in fresh.troubled}
            yield from self._compare_with_disk(sweep.found, readable, known)
        for sentence in fresh.warnings:
            yield Finding("warning", sentence)
        for sentence in self.layout_warnings():
            yield Finding(
                "warning", sentence, mend="Mend the setting in Obsidian, or override it in the configuration."
            )
        for path, why in {**fresh.troubled, **sweep.troubled}.items():
            if not path and sweep.root_missing:
                continue
            yield Finding(
                "warning", f"It could not be read: {why}.", path, mend="Give read permission, or ignore it."
            )
        yield from self._compare_stores()
        for sentence in self.degraded():
            yield Finding("warning", sentence)
        yield from self._reader_warnings()
        yield from (Finding("note", sentence) for sentence in self.remarks())

    def _compare_with_disk(
        self, found: Mapping[str, object], readable: Mapping[str, object], known: Mapping[str, object]
    ) -> Iterator[Finding]:
        missing = sorted(set(readable) - set(known))
        gone = sorted(set(known) - set(found))
        fresh = self.loop.freshness
        if missing and (fresh.state is State.INDEXING or fresh.pending >= len(missing)):
            yield Finding(
                "note",
                f"{counted(len(missing), 'note')} of {len(found)} {'is' if len(missing) == 1 else 'are'} still to be read, this one first.",
                missing[0],
                mend="`diurnal status` shows how far it is.",
            )
        elif missing:
            yield Finding(
                "error",
                f"{len(missing)} of {len(found)} notes on the disk are not in the index, this one first.",
                missing[0],
                mend="Run `diurnal reindex`.",
            )
        if gone:
            yield Finding(
                "warning",
                f"{counted(len(gone), 'note')} of the index {'is' if len(gone) == 1 else 'are'} not on the disk, this one first.",
                gone[0],
                mend="If they are meant to be gone, run `diurnal accept-missing`.",
            )
        if not missing and not gone:
            yield Finding("ok", f"Disk and index agree on {counted(len(known), 'note')}.")

    def _compare_stores(self) -> Iterator[Finding]:
        snapshot = self.index.snapshot
        live = self.catalogue.live_rows()
        for name, rows in (("columns", np.sort(snapshot.columns.rows)), ("postings", snapshot.words.rows)):
            if np.array_equal(rows, live):
                yield Finding("ok", f"The {name} hold the {counted(len(live), 'record')} of the catalogue.")
            else:
                absent = len(np.setdiff1d(live, rows))
                extra = len(np.setdiff1d(rows, live))
                yield Finding(
                    "error",
                    f"The {name} lack {absent} records of the catalogue and hold {extra} it does not.",
                    mend="Run `diurnal reindex`.",
                )

    def _reader_warnings(self) -> Iterator[Finding]:
        shown = 0
        by_path = self.catalogue.find.warnings()
        for path, sentences in by_path.items():
            for sentence in sentences:
                shown += 1
                if shown <= SHOWN_WARNINGS:
                    yield Finding("note", sentence, path)
        if shown > SHOWN_WARNINGS:
            yield Finding("note", f"{shown - SHOWN_WARNINGS} more warnings about notes were left out.")


def _about_notes(number: int) -> tuple[str, ...]:
    """What ``status`` says of warnings that stand with single notes."""
    if not number:
        return ()
    return (
        f"{number} {'warning stands' if number == 1 else 'warnings stand'} with notes; `diurnal doctor` lists them.",
    )
