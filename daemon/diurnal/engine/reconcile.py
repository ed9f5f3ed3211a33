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

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from itertools import islice

from diurnal.engine.absent import Absentees
from diurnal.engine.backlog import Backlog, Turn
from diurnal.engine.conflicts import ConflictCopies, OriginalOf
from diurnal.engine.gathering import Gathering
from diurnal.engine.known import KnownNotes, beneath, trouble_of
from diurnal.engine.presence import MOST_PERCENT
from diurnal.engine.reading import ReadNote, note_of
from diurnal.errors import NoteChanged, NoteMissing, NoteUnreadable, OutsideVault
from diurnal.model.record import Note, Place, Privacy
from diurnal.model.stamp import Stamp
from diurnal.ports import Applied, Batch, Catalogue, Read, Sweep, Vault

Publish = Callable[[Applied], None]

WHOLE_VAULT = ("",)

# One commit takes in so much that its cost is spread, and so little that a first
# indexing shows progress and a question never waits long for the lock: a quarter of a second.
BATCH_NOTES = 256
BATCH_BYTES = 2_000_000

# Kept in the catalogue as the trouble of a note that is to be read even if its bytes are as before.
OWED = "it is to be read again"

# Up to so many new notes are read whole at once (a third of a second); of more, words come first.
FEW_NOTES = 64


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look found: notes whose stamp is new or other than known, and notes newly given up as gone."""

    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


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
        skim: makes a note of its bytes without halls and events, which somebody completes later; used for
            new notes while more than ``FEW_NOTES`` are queued. None: every note is read whole.
        original_of: tells a conflict copy from its path (see ``conflicts``); by default nothing is one.
        delete_grace_s: a note counts as gone once it has been absent for so long; see ``absent``.
        vanish_percent: if more of the notes than this vanish at once, none is forgotten; see ``presence``.
    """

    def __init__(
        self,
        vault: Vault,
        catalogue: Catalogue,
        read: ReadNote,
        publish: Publish,
        *,
        skim: ReadNote | None = None,
        original_of: OriginalOf = lambda _: "",
        delete_grace_s: float = 0.5,
        vanish_percent: int = MOST_PERCENT,
    ) -> None:
        self.vault = vault
        self.read = read
        self.skim = skim
        self.troubled: dict[str, str] = {}
        self.absent = Absentees(vault, delete_grace_s, vanish_percent)
        self._catalogue = catalogue
        self._publish = publish
        self._copies = ConflictCopies(original_of)
        self._backlog = Backlog()
        self._known = KnownNotes()
        self._is_bulk = False
        """True from the moment many notes were queued until none is: the last of many are skimmed like the rest."""

    # --- what is left to do -----------------------------------------------------------------------

    @property
    def queued(self) -> int:
        """Notes seen to have changed that are not read yet, and notes known to be gone and not yet forgotten."""
        return len(self._backlog)

    @property
    def is_bulk(self) -> bool:
        """True while so many notes are queued, or were and are not all read, that new ones are skimmed."""
        return self._is_bulk or len(self._backlog) > FEW_NOTES

    def queued_paths(self, limit: int) -> list[str]:
        """The first *limit* of them, in the order they will be taken."""
        return list(islice(self._backlog, limit))

    @property
    def vanished(self) -> int:
        """Notes that the catalogue holds and the disk does not: absent in their grace or held back, or to be forgotten."""
        return len(self.absent) + self._backlog.gone

    def awaits(self, turn: Turn) -> bool:
        """True while some note is to be forgotten, or to be read by *turn*; what a look at certain paths found is SOON."""
        return self._backlog.awaits(turn)

    @property
    def notes(self) -> int:
        """How many notes the catalogue holds."""
        return len(self._known)

    @property
    def never_read(self) -> int:
        """How many of the queued notes the catalogue does not hold yet."""
        return sum(path not in self._known for path in self._backlog)

    def known_paths(self) -> list[str]:
        """The notes that the catalogue holds."""
        return list(self._known)

    def known_stamp(self, path: str) -> Stamp | None:
        """The stamp under which *path* was taken in; None if it is not in the catalogue."""
        entry = self._known.get(path)
        return entry.stamp if entry else None

    def is_warm(self, path: str) -> bool:
        """True if *path* was read so soon after it was written that a second look is needed to trust its stamp."""
        return self._known.is_warm(path)

    # --- look -------------------------------------------------------------------------------------

    def look(
        self, paths: Collection[str] = WHOLE_VAULT, *, now: float, grace: bool = True, reread: bool = False
    ) -> Looked:
        """Compare *paths* (notes or folders with all beneath them) with the disk and queue what differs.

        Args:
            paths: vault-relative; the default looks at everything.
            now: seconds, for the grace of absent notes.
            grace: false if the caller knows that nobody is in the middle of a save.
            reread: read every note again even if its bytes are as before (the layout changed).
        """
        if "" in paths or not self._known:
            # Between looks at everything our own batches keep this up to date; asking the catalogue
            # for ten thousand notes at each save would cost more than reading the note.
            self._known = KnownNotes(self._catalogue.known())
        sweep = self.vault.sweep(paths)
        known = self._known
        self._note_trouble(paths, sweep)
        changed = self._queue_changes(sweep, known, urgent="" not in paths, reread=reread)
        missing = [
            path
            for path in beneath(known, paths)
            if path not in sweep.found and not self._backlog.is_gone(path)
        ]
        out_of_reach = {path: why for path in missing if (why := trouble_of(path, sweep.troubled))}
        news = {path: why for path, why in out_of_reach.items() if known[path].trouble != why}
        self._commit(Batch(troubled=news))
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
            self._backlog.forget(path)
        other = tuple(path for path in changed if path not in known or known[path].stamp != sweep.found[path])
        return Looked(other, gone)

    def accept_missing(self, *, now: float) -> tuple[str, ...]:
        """Look at everything and queue every absent note to be forgotten, however many they are.

        Raises:
            NoteMissing: the vault's folder itself is not there, so nothing can be said of its notes.
        """
        self.require_vault("nothing was forgotten", may_be_empty=True)
        self.look(now=now)
        gone = self.absent.accept()
        for path in gone:
            self._backlog.forget(path)
        return gone

    def require_vault(self, so: str, *, may_be_empty: bool) -> None:
        """Raises NoteMissing, with what therefore was not done, if the vault's folder is not there."""
        sweep = self.vault.sweep(())
        if sweep.root_missing:
            raise NoteMissing(
                f"The vault's folder is not there, so {so}.", hint="Mount it, or bring it back."
            )
        if sweep.root_empty and not may_be_empty and self._catalogue.known():
            raise NoteMissing(
                f"The vault's folder is empty, as if its drive were not mounted, so {so}.",
                hint="Mount it first.",
            )

    def _note_trouble(self, paths: Collection[str], sweep: Sweep) -> None:
        """Remember which places could not be looked at; those looked at again and fine are forgotten."""
        for place in beneath(self.troubled, paths):
            del self.troubled[place]
        self.troubled |= sweep.troubled

    def _queue_changes(self, sweep: Sweep, known: KnownNotes, *, urgent: bool, reread: bool) -> list[str]:
        """Queue the notes whose bytes may have changed, and return them, the last written first."""
        changed = [
            path
            for path, stamp in sweep.found.items()
            if reread or not known.is_unchanged(path, stamp) or self._backlog.is_gone(path)
        ]
        # What was written last is asked for first.
        changed.sort(key=lambda path: (-sweep.found[path].mtime_ns, path))
        for path in changed:
            self._backlog.put(path, self._turn_of(path, urgent), force=reread)
        return changed

    def _turn_of(self, path: str, urgent: bool) -> Turn:
        if self._copies.original(path):
            return Turn.LAST
        return Turn.SOON if urgent else Turn.LATER

    def hasten(self, paths: Iterable[str]) -> None:
        """Of *paths*, read those that are queued before what only a look at everything found."""
        for path in paths:
            self._backlog.hasten(path)

    def hide(self, paths: Iterable[str]) -> None:
        """Take in those of *paths* that are known as private, unread, and purge what was known of them.

        What they are is found when they are read, which they are as soon as they are found again.
        """
        reads, troubled = [], {}
        for path in paths:
            known = self._known.get(path)
            if known is None:
                continue
            title = path.rpartition("/")[2].removesuffix(".md")
            note = Note(path, Place.OTHER, title, privacy=Privacy.PRIVATE)
            reads.append(Read(note, known.stamp, read_at_ns=0, digest=""))
            if known.trouble:
                troubled[path] = known.trouble
        self._commit(Batch(read=reads, troubled=troubled))

    # --- take -------------------------------------------------------------------------------------

    def take(
        self, *, now: float, notes: int = BATCH_NOTES, size: int = BATCH_BYTES, only_urgent: bool = False
    ) -> Taken:
        """Read up to *notes* queued notes (about *size* bytes), commit them as one batch, publish it.

        With *only_urgent*, nothing is read that only a look at everything found.
        If the commit fails everything in it stays queued, and the error is the caller's to show.
        """
        gathering = Gathering(self._known)
        self._is_bulk = self.is_bulk
        popped: list[tuple[str, Turn, bool]] = []
        # Conflict copies wait for a batch of their own, when their originals are committed.
        until = Turn.LATER if self._backlog.awaits_reading(Turn.LATER) else Turn.LAST
        until = Turn.SOON if only_urgent else until
        while len(popped) < notes and gathering.size < size and self._backlog.awaits_reading(until):
            popped.append(self._backlog.pop())
            path, turn, force = popped[-1]
            # What is known already would lose what is known of it; a copy is compared with a whole original.
            skims = self._is_bulk and path not in self._known and turn is not Turn.LAST
            read = self.skim if skims and self.skim is not None else self.read
            self._read_into(gathering, path, read, force=force, now=now)
        gone = self._backlog.take_gone()
        batch = gathering.batch(gone)
        changed = [*(read.note.path for read in batch.read), *batch.gone]
        copies = [path for path in self._copies.of(changed, self._known) if path not in batch.gone]
        # With the same commit, so that a process that ends before they are read again knows it at its next start.
        batch = replace(batch, troubled={**dict.fromkeys(copies, OWED), **batch.troubled})
        try:
            self._commit(batch)
        except BaseException:
            self._backlog.put_back(popped, gone)
            raise
        self._is_bulk = self._is_bulk and bool(self._backlog)
        for path in copies:
            self._backlog.put(path, Turn.LAST, force=True)
        return Taken(
            tuple(read.note.path for read in batch.read),
            tuple(path for path, _, _ in batch.restamped),
            tuple(batch.gone),
            tuple(path for path, why in batch.troubled.items() if why != OWED),
            tuple(gathering.restless),
        )

    def _read_into(self, gathering: Gathering, path: str, read: ReadNote, *, force: bool, now: float) -> None:
        try:
            source = self.vault.read(path)
        except (NoteMissing, OutsideVault):
            # Only a look may say that a note is gone: this may be the gap of a save.
            if path in self._known:
                self.absent.noticed(path, now)
            if force:
                gathering.trouble(path, OWED)
        except NoteChanged:
            gathering.restless.append(path)
            if force:
                gathering.trouble(path, OWED)
        except NoteUnreadable as fault:
            self.troubled[path] = fault.why(path)
            gathering.trouble(path, self.troubled[path])
        else:
            if gathering.holds(source) and not force:
                gathering.restamp(source)
            else:
                gathering.take(source, note_of(source, read, self._catalogue.note))

    def _commit(self, batch: Batch) -> None:
        if not (batch.read or batch.restamped or batch.gone or batch.troubled):
            return
        applied = self._catalogue.apply(batch)
        self._known.take(batch)
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
