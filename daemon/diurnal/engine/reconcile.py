"""The one way from the disk into the catalogue: look, compare, read what changed, take it in.

Start-up, watcher, overflow, repair and ``fresh`` questions all call ``look`` with
the paths to look at and then ``take`` until nothing is queued. An equal stamp is
trusted only if the file had been quiet for two seconds when it was read;
otherwise the bytes are compared. Notes that cannot be looked at are kept and
counted. Which notes are absent, and whether they may be forgotten, is kept in
``absent``. Nothing here waits or asks the time; ``now`` is in seconds of any
clock that only moves forward.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from diurnal.engine.absent import Absentees
from diurnal.errors import NoteChanged, NoteMissing, NoteUnreadable, OutsideVault
from diurnal.model.record import Note, Place
from diurnal.model.stamp import Source, Stamp
from diurnal.ports import Applied, Batch, Catalogue, Known, Read, Sweep, Vault

ReadNote = Callable[[Source], Note]
Publish = Callable[[Applied], None]

WHOLE_VAULT = ("",)

# One commit takes in so much that its cost is spread, and so little that a first
# indexing shows progress and a question never waits long for the lock.
BATCH_NOTES = 128
BATCH_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class Taken:
    """What one batch took in: paths read anew, paths whose bytes were as before, gone, in trouble, still moving."""

    read: tuple[str, ...] = ()
    restamped: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    troubled: tuple[str, ...] = ()
    restless: tuple[str, ...] = ()


class Reconciler:
    """Brings the catalogue to what is on the disk.

    Args:
        vault: where the notes lie.
        catalogue: what was read of them.
        read: makes a note of its bytes; may raise NoteUnreadable, which empties the note and keeps the sentence.
        publish: called with what each batch did, before the next one is read.
        delete_grace_s: a note counts as gone once it has been absent for so long; see ``absent``.
    """

    def __init__(
        self,
        vault: Vault,
        catalogue: Catalogue,
        read: ReadNote,
        publish: Publish,
        *,
        delete_grace_s: float = 0.5,
    ) -> None:
        self.vault = vault
        self.read = read
        self.troubled: dict[str, str] = {}
        self.absent = Absentees(vault, delete_grace_s)
        self._catalogue = catalogue
        self._publish = publish
        self._urgent: dict[str, bool] = {}
        self._queue: dict[str, bool] = {}
        self._gone: dict[str, None] = {}
        self._known: dict[str, Known] = {}

    # --- what is left to do -----------------------------------------------------------------------

    @property
    def queued(self) -> int:
        """Notes seen to have changed that are not read yet, and notes known to be gone and not yet forgotten."""
        return len(self._urgent) + len(self._queue) + len(self._gone)

    def queued_paths(self, limit: int) -> list[str]:
        """The first *limit* of them, in the order they will be taken."""
        return [path for part in (self._gone, self._urgent, self._queue) for path in part][:limit]

    # --- look -------------------------------------------------------------------------------------

    def look(
        self, paths: Collection[str] = WHOLE_VAULT, *, now: float, grace: bool = True, reread: bool = False
    ) -> int:
        """Compare *paths* (notes or folders with all beneath them) with the disk and queue what differs.

        Args:
            paths: vault-relative; the default looks at everything.
            now: seconds, for the grace of absent notes.
            grace: false if the caller knows that nobody is in the middle of a save.
            reread: read every note again even if its bytes are as before (the layout changed).

        Returns:
            How many notes were queued that were not queued before.
        """
        if "" in paths or not self._known:
            # Between looks at everything our own batches keep this up to date; asking the catalogue
            # for ten thousand notes at each save would cost more than reading the note.
            self._known = dict(self._catalogue.known())
        sweep = self.vault.sweep(paths)
        known = self._known
        before = self.queued
        self._note_trouble(paths, sweep)
        changed = self._queue_changes(sweep, known, urgent="" not in paths, reread=reread)
        missing = [
            path for path in _beneath(known, paths) if path not in sweep.found and path not in self._gone
        ]
        out_of_reach = {path: why for path in missing if (why := _trouble_of(path, sweep.troubled))}
        self._keep_troubled(out_of_reach, known)
        self.absent.returned(sweep.found)
        gone = self.absent.judge(
            [path for path in missing if path not in out_of_reach],
            sweep=sweep,
            known=known,
            changed=changed,
            now=now,
            grace=grace,
        )
        for path in gone:
            self._forget(path)
        return self.queued - before

    def accept_missing(self, *, now: float) -> tuple[str, ...]:
        """Look at everything and queue every absent note to be forgotten, however many they are.

        Raises:
            NoteMissing: the vault's folder itself is not there, so nothing can be said of its notes.
        """
        sweep = self.vault.sweep()
        if sweep.root_missing:
            raise NoteMissing(
                "The vault's folder is not there, so nothing was forgotten.", hint="Mount it first."
            )
        self.look(now=now)
        gone = self.absent.accept()
        for path in gone:
            self._forget(path)
        return gone

    def _forget(self, path: str) -> None:
        self._urgent.pop(path, None)
        self._queue.pop(path, None)
        self._gone[path] = None

    def _note_trouble(self, paths: Collection[str], sweep: Sweep) -> None:
        """Remember which places could not be looked at; those looked at again and fine are forgotten."""
        for place in _beneath(self.troubled, paths):
            del self.troubled[place]
        self.troubled |= sweep.troubled

    def _keep_troubled(self, troubles: Mapping[str, str], known: Mapping[str, Known]) -> None:
        news = {path: why for path, why in troubles.items() if known[path].trouble != why}
        if news:
            self._commit(Batch(troubled=news))

    def _queue_changes(
        self, sweep: Sweep, known: Mapping[str, Known], *, urgent: bool, reread: bool
    ) -> list[str]:
        """Queue the notes whose bytes may have changed, and return them, the last written first."""
        queue = self._urgent if urgent else self._queue
        changed: list[str] = []
        for path, stamp in sweep.found.items():
            self._gone.pop(path, None)
            entry = known.get(path)
            if reread or entry is None or not _is_unchanged(entry, stamp):
                changed.append(path)
        # What was written last is asked for first.
        changed.sort(key=lambda path: (-sweep.found[path].mtime_ns, path))
        for path in changed:
            force = reread or self._urgent.pop(path, False) or self._queue.pop(path, False)
            queue[path] = force
        return changed

    # --- take -------------------------------------------------------------------------------------

    def take(self, *, now: float, notes: int = BATCH_NOTES, size: int = BATCH_BYTES) -> Taken:
        """Read up to *notes* queued notes (about *size* bytes), commit them as one batch, publish it."""
        known = self._known
        reads: list[Read] = []
        restamped: list[tuple[str, Stamp, int]] = []
        troubled: dict[str, str] = {}
        restless: list[str] = []
        while (self._urgent or self._queue) and notes > 0 and size > 0:
            queue = self._urgent or self._queue
            path = next(iter(queue))
            force = queue.pop(path)
            notes -= 1
            entry = known.get(path)
            try:
                source = self.vault.read(path)
            except (NoteMissing, OutsideVault):
                # Only a look may say that a note is gone: this may be the gap of a save.
                if entry is not None:
                    self.absent.noticed(path, now)
                continue
            except NoteChanged:
                restless.append(path)
                continue
            except NoteUnreadable as fault:
                self.troubled[path] = fault.message
                if entry is not None and entry.trouble != fault.message:
                    troubled[path] = fault.message
                continue
            size -= len(source.data)
            if entry is not None and entry.digest == source.digest and not entry.trouble and not force:
                restamped.append((path, source.stamp, source.read_at_ns))
            else:
                reads.append(Read(self._note_of(source), source.stamp, source.read_at_ns, source.digest))
        gone = tuple(path for path in self._gone if path in known)
        self._gone.clear()
        batch = Batch(reads, restamped, gone, troubled)
        if reads or restamped or gone or troubled:
            self._commit(batch)
        return Taken(
            tuple(item.note.path for item in reads),
            tuple(path for path, _, _ in restamped),
            gone,
            tuple(troubled),
            tuple(restless),
        )

    def _commit(self, batch: Batch) -> None:
        applied = self._catalogue.apply(batch)
        for read in batch.read:
            self._known[read.note.path] = Known(read.stamp, read.read_at_ns, read.digest)
        for path, stamp, read_at_ns in batch.restamped:
            self._known[path] = Known(stamp, read_at_ns, self._known[path].digest)
        for path in batch.gone:
            self._known.pop(path, None)
        for path, why in batch.troubled.items():
            self._known[path] = replace(self._known[path], trouble=why)
        self._publish(applied)

    def take_all(self, *, now: float) -> list[Taken]:
        """``take`` until nothing is queued; a note that never rests is handed back, not waited for."""
        taken = []
        while self.queued:
            taken.append(self.take(now=now))
        return taken

    def reconcile(
        self, paths: Collection[str] = WHOLE_VAULT, *, now: float, grace: bool = True, reread: bool = False
    ) -> list[Taken]:
        """``look`` and ``take_all`` in one: the catalogue then equals the disk, but for what is absent in its grace."""
        self.look(paths, now=now, grace=grace, reread=reread)
        return self.take_all(now=now)

    def _note_of(self, source: Source) -> Note:
        try:
            return self.read(source)
        except NoteUnreadable as fault:
            # The bytes were read and mean nothing. As a note without records it is not tried again
            # until they change, and nothing of its earlier text can pass as what it says now.
            title = source.path.rpartition("/")[2].removesuffix(".md")
            return Note(source.path, Place.OTHER, title, warnings=(fault.message,))


def _is_unchanged(entry: Known, stamp: Stamp) -> bool:
    return not entry.trouble and stamp == entry.stamp and stamp.is_trusted(entry.read_at_ns)


def _trouble_of(path: str, troubled: Mapping[str, str]) -> str:
    """Why *path* or a folder above it could not be looked at, or an empty text."""
    if not troubled:
        return ""
    while path:
        if path in troubled:
            return troubled[path]
        path = path.rpartition("/")[0]
    return troubled.get("", "")


def _beneath(known: Iterable[str], paths: Collection[str]) -> Sequence[str]:
    """Those of *known* that are one of *paths* or lie beneath one."""
    if "" in paths:
        return list(known)
    asked = frozenset(paths)
    folders = tuple(f"{path}/" for path in asked)
    return [path for path in known if path in asked or path.startswith(folders)]
