"""The catalogue: the first store to commit, and the one all others replay from.

``open`` gives a sound catalogue whatever it finds: a missing, damaged, foreign
or older file is replaced or renamed to a new instance, with a sentence that says
so. ``apply`` takes a batch in within one transaction. Reading is the parent
class; the file's beginnings and its cleansing are in ``foundation``.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from diurnal.model.answer import Clock
from diurnal.ports import Applied, Batch, Completion
from diurnal.store.completion import complete
from diurnal.store.database import MARK, connect, faults_named
from diurnal.store.foundation import Witness, forget_sum, lay, set_meta, sum_up, why_unsound, wipe
from diurnal.store.intake import Intake
from diurnal.store.reader import CatalogueReader
from diurnal.store.state import make_derived

# Tombstones kept: ``since`` and stale ids reach back this many removals, then say "start over".
TOMBSTONES_KEPT = 50_000


class Catalogue(CatalogueReader):
    """Notes and records of one vault; one process writes, any thread reads."""

    def __init__(self, path: Path, witness: Witness) -> None:
        """Use ``open``; this takes a file that is known to be sound."""
        with faults_named(path):
            self._connection = connect(path, writing=True)
        super().__init__(path)
        self._writing = threading.RLock()
        self._witness = witness
        self._clock = super().clock
        self._file = path
        self._identity = _identity(path)

    @classmethod
    def open(cls, path: Path, *, recipe: str, witness: Path | None = None) -> tuple[Catalogue, str]:
        """The catalogue at *path* and, if it could not be used as it was, the sentence that says why.

        Args:
            path: where ``catalog.db`` is or shall be; its folder is made.
            recipe: fingerprint of the reader whose records it holds.
            witness: a small file outside the derived folder that remembers the last clock, so that an
                older copy swapped in is noticed. Without one such a copy is still brought up to date
                from the notes, but stores that had seen more must notice for themselves.

        Raises:
            WriteFailed: the folder or the file cannot be written.
        """
        make_derived(path.parent)
        memory = Witness(witness)
        seen = memory.last()
        rebuilt = ""
        if not path.exists():
            rebuilt = f"{path.name} was missing; it is read again from the notes." if seen else ""
            wipe(path)
            lay(path, recipe)
        elif reason := why_unsound(path, recipe):
            rebuilt = f"{path.name} {reason}; it is read again from the notes."
            wipe(path)
            lay(path, recipe)
        catalogue = cls(path, memory)
        if not rebuilt and seen is not None and catalogue._is_behind(seen):
            rebuilt = (
                f"{path.name} is an older or another copy (clock {catalogue.clock}, last seen {seen});"
                " it is compared with the notes and every other store is rebuilt."
            )
            catalogue._begin_instance()
        catalogue._open_for_writing()
        return catalogue, rebuilt

    @property
    def stands(self) -> bool:
        """False once its file was deleted or replaced: what is committed from then on is seen by nobody else."""
        return _identity(self._file) == self._identity

    @property
    def is_damaged(self) -> bool:
        """True once damage was met in it, by whatever process; the next start makes it anew."""
        return self._file.with_name(self._file.name + MARK).exists()

    @property
    def clock(self) -> Clock:
        """The position last committed."""
        return self._clock

    def apply(self, batch: Batch) -> Applied:
        """Take *batch* in, in one transaction; the tick grows by one if any record or note changed.

        A private note leaves nothing behind here: what was known of it is overwritten on disk before this
        returns. The other stores are told by ``owes_purge``.
        """
        with self._writing:
            with self._transaction():
                intake = Intake(self._connection, self._clock.tick + 1)
                for path in batch.gone:
                    intake.forget(path)
                intake.take(batch.read)
                intake.restamp(batch.restamped)
                intake.mark_troubled(batch.troubled)
                intake.finish()
                if intake.is_change:
                    set_meta(self._connection, tick=intake.tick)
                    self._prune()
                if intake.hidden:
                    set_meta(self._connection, purge=1)
            if intake.is_change:
                self._clock = Clock(self._clock.instance, intake.tick)
                self._witness.note(self._clock)
            if intake.hidden:
                self._scrub()
            return Applied(
                self._clock,
                tuple(intake.born),
                tuple(sorted(intake.dead)),
                tuple(intake.touched),
                tuple(intake.hidden),
            )

    def complete(self, completions: Sequence[Completion]) -> Applied:
        """Fill in what skimmed records lack; the tick grows by one if any of them still lacked it."""
        with self._writing:
            with self._transaction() as connection:
                tick = self._clock.tick + 1
                touched = complete(connection, completions, tick)
                if touched:
                    set_meta(connection, tick=tick)
            if touched:
                self._clock = Clock(self._clock.instance, tick)
                self._witness.note(self._clock)
            return Applied(self._clock, (), (), tuple(touched))

    @property
    def owes_purge(self) -> bool:
        """True from the moment something had to be purged until ``settle_purge``, over restarts too."""
        with self._writing, faults_named(self.path):
            found = self._connection.execute("SELECT value FROM meta WHERE key = 'purge'").fetchone()
            return bool(found != ("0",))

    def adopt_recipe(self, recipe: str) -> None:
        """Every note was read anew by *recipe* (the vault's settings changed meanwhile): the next start need not."""
        with self._writing, self._transaction():
            set_meta(self._connection, recipe=recipe)

    def purge(self, paths: Sequence[str] = (), ids: Sequence[str] = ()) -> None:
        """Forget that *paths* and *ids* ever were, and overwrite what the file still holds of anything removed.

        Records must have been removed by ``apply`` before; this takes out their tombstones. The other
        stores purge next; then ``settle_purge``.
        """
        with self._writing:
            with self._transaction():
                self._connection.executemany("DELETE FROM tombstones WHERE path = ?", [(p,) for p in paths])
                self._connection.executemany(
                    "DELETE FROM tombstones WHERE id = ?1 OR successor = ?1", [(i,) for i in ids]
                )
                self._connection.executemany("DELETE FROM troubles WHERE path = ?", [(p,) for p in paths])
                set_meta(self._connection, purge=1)
            self._scrub()

    def settle_purge(self) -> bool:
        """Every other store has purged: nothing is owed any more. False if it must be tried again later."""
        with self._writing:
            if not self._scrub():
                return False
            with self._transaction():
                set_meta(self._connection, purge=0)
            return True

    def close(self) -> None:
        """Close both connections and mark the file as closed cleanly."""
        with self._writing:
            super().close()
            with faults_named(self.path):
                with self._transaction():
                    set_meta(self._connection, clean=1)
                self._connection.execute("PRAGMA optimize")
            self._connection.close()
            if self.stands and not self.is_damaged:
                sum_up(self._file, self._clock)
            self._witness.note(self._clock)
            self._witness.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with faults_named(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                # SQLite may have rolled back by itself (a full disk).
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _scrub(self) -> bool:
        """Rewrite the file without what was removed and empty its log; False if a reader was in the way."""
        with self._writing, faults_named(self.path):
            # SQLite zeroes what it deletes, but rebalancing may leave copies in the gaps of a page.
            self._connection.execute("VACUUM")
            busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy

    def _open_for_writing(self) -> None:
        """Until ``close`` the file counts as not closed cleanly; a scrub cut short is done now."""
        forget_sum(self._file)
        with self._transaction():
            set_meta(self._connection, clean=0)
        self._witness.note(self._clock)
        if self.owes_purge:
            self._scrub()

    def _is_behind(self, seen: Clock) -> bool:
        return self._clock.instance != seen.instance or self._clock.tick < seen.tick

    def _begin_instance(self) -> None:
        """A new instance: rows and ticks of this file no longer mean what other stores think they mean."""
        with self._transaction():
            set_meta(self._connection, instance=Witness.new_instance())
        self._clock = super().clock

    def _prune(self) -> None:
        """Drop the oldest tombstones above the limit; older clocks must start over."""
        (number,) = self._connection.execute("SELECT count(*) FROM tombstones").fetchone()
        if number <= TOMBSTONES_KEPT:
            return
        (tick,) = self._connection.execute(
            "SELECT tick FROM tombstones ORDER BY tick DESC LIMIT 1 OFFSET ?", (TOMBSTONES_KEPT // 2,)
        ).fetchone()
        self._connection.execute("DELETE FROM tombstones WHERE tick <= ?", (tick,))
        set_meta(self._connection, forgotten=tick)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
