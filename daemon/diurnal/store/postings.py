"""The postings: what ordinary questions are ranked by.

The catalogue is the fact. A row's words never change and rows are never used
twice, so what lives is what the catalogue says lives, and what is missing here
is read again from it: after a crash, a lost file or a merge cut short, ``open``
arrives at the same state. Segments are written whole and atomically; the alive
bits are derived and kept in memory only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from diurnal.errors import StoreDamaged
from diurnal.model.answer import Clock
from diurnal.model.record import Record
from diurnal.ports import Applied, Rows
from diurnal.store.merge import merge
from diurnal.store.postings_view import Part, PostingsView
from diurnal.store.reader import CatalogueReader
from diurnal.store.segment import Doc, Segment, build, from_bytes, to_bytes
from diurnal.store.state import make_derived, write_atomically
from diurnal.store.tail import Tail

# One token list for each of segment.FIELDS.
Tokenizer = Callable[[Record], Sequence[Sequence[str]]]

MOST_SEGMENTS = 8
MOST_DEAD = 0.25
# A tail this long is written out when there is time; at four times that, at once.
TAIL_ROWS = 256
# Records tokenized at once when rebuilding: bounds the memory that takes.
CHUNK_ROWS = 4_000

_MANIFEST = "manifest.json"


def _every_term(term: str) -> bool:
    return True


class _Stored(NamedTuple):
    """A segment with the file it lies in and the checksum of that file."""

    segment: Segment
    name: str
    digest: str


class Postings:
    """Packed postings of every living record; one thread applies and steps, any thread reads a view."""

    def __init__(
        self, folder: Path, tokenize: Tokenizer, recipe: str, is_counted: Callable[[str], bool], clock: Clock
    ) -> None:
        """Use ``open``; this makes empty postings."""
        self.folder = folder
        self.recipe = recipe
        self.clock = clock
        self._tokenize = tokenize
        self._is_counted = is_counted
        self._stored: list[_Stored] = []
        self._alive: list[np.ndarray[Any, np.dtype[np.bool_]] | None] = []
        self._tail = Tail(is_counted)
        self._tail_alive: np.ndarray[Any, np.dtype[np.bool_]] | None = None
        self._next_file = 1
        self._view = PostingsView(())

    @classmethod
    def open(
        cls,
        folder: Path,
        catalogue: CatalogueReader,
        tokenize: Tokenizer,
        *,
        recipe: str,
        is_counted: Callable[[str], bool] = _every_term,
        live: Rows | None = None,
    ) -> tuple[Postings, str]:
        """Postings of exactly the records *catalogue* holds, and why any had to be made again ("" if none).

        Args:
            folder: where the segments are or shall be.
            tokenize: one list of tokens of a record for each of ``segment.FIELDS``.
            recipe: fingerprint of *tokenize*; segments of another are thrown away.
            is_counted: whether a term counts in a text's length.
            live: the live rows of *catalogue*, ascending, if the caller knows them already.
        """
        make_derived(folder)
        clock = catalogue.clock
        postings = cls(folder, tokenize, recipe, is_counted, clock)
        reason = postings._load(clock)
        live = catalogue.live_rows() if live is None else live
        had_files = bool(postings._stored)
        covered = [stored.segment.rows for stored in postings._stored]
        for at, rows in enumerate(covered):
            alive = np.isin(rows, live, assume_unique=True)
            postings._alive[at] = None if alive.all() else alive
        missing = np.setdiff1d(live, np.concatenate(covered), assume_unique=True) if had_files else live
        postings._replay(catalogue, missing)
        if reason:
            postings._write_manifest()
        postings._sweep_files()
        postings._publish()
        return postings, f"The postings {reason}; {len(missing)} records were read again." if reason else ""

    def view(self) -> PostingsView:
        """The state after the last ``apply``; it never changes."""
        return self._view

    def apply(self, applied: Applied) -> None:
        """Take over what one batch of the catalogue did."""
        self.clock = applied.clock
        self._kill(applied.dead)
        self._add([(row, self._tokenize(record)) for row, record in applied.born])
        self._publish()

    def step(self) -> str:
        """Do one piece of upkeep and say what it was; "" if there is nothing to do."""
        if len(self._tail) >= TAIL_ROWS:
            number = len(self._tail)
            self.flush()
            return f"wrote the newest {number} records to a segment"
        chosen = self._due_for_merge()
        if not chosen:
            return ""
        self._merge(chosen)
        return f"merged {len(chosen)} segments"

    def flush(self) -> None:
        """Write the tail out as a segment."""
        if len(self._tail):
            self._settle(self._tail.docs, self._tail_alive)
            self._tail, self._tail_alive = Tail(self._is_counted), None
        self._write_manifest()
        self._publish()

    def purge(self) -> None:
        """Leave no word on disk that only removed records held: every segment that has dead rows is rewritten."""
        self.flush()
        chosen = [at for at, alive in enumerate(self._alive) if alive is not None]
        if chosen:
            self._merge(chosen)

    def close(self) -> None:
        """Write what is only in memory."""
        self.flush()

    # --- In memory ------------------------------------------------------------------------------

    def _publish(self) -> None:
        parts = [
            Part(stored.segment, len(stored.segment), alive)
            for stored, alive in zip(self._stored, self._alive, strict=True)
        ]
        if len(self._tail):
            parts.append(Part(self._tail, len(self._tail), self._tail_alive))
        self._view = PostingsView(tuple(parts))

    def _kill(self, rows: Iterable[int]) -> None:
        """Clear alive bits; published views keep the arrays they have."""
        copied: set[int] = set()
        tail_alive = None if self._tail_alive is None else self._tail_alive.copy()
        for row in rows:
            if (document := self._tail.document_of(row)) >= 0:
                if tail_alive is None:
                    tail_alive = np.ones(len(self._tail), bool)
                tail_alive[document] = False
                continue
            for at, stored in enumerate(self._stored):
                if (document := stored.segment.document_of(row)) >= 0:
                    alive = self._alive[at]
                    if at not in copied:
                        alive = np.ones(len(stored.segment), bool) if alive is None else alive.copy()
                        self._alive[at] = alive
                        copied.add(at)
                    assert alive is not None
                    alive[document] = False
                    break
        self._tail_alive = tail_alive

    def _add(self, docs: Sequence[Doc]) -> None:
        """Append *docs* to the tail, or make a segment of them if they are many."""
        if len(docs) >= TAIL_ROWS or len(self._tail) + len(docs) > 4 * TAIL_ROWS:
            self._settle([*self._tail.docs, *docs], self._tail_alive)
            self._tail, self._tail_alive = Tail(self._is_counted), None
            self._write_manifest()
            return
        for doc in docs:
            self._tail.add(doc)
        if self._tail_alive is not None:
            self._tail_alive = np.concatenate([self._tail_alive, np.ones(len(docs), bool)])

    def _settle(self, docs: Sequence[Doc], alive: np.ndarray[Any, np.dtype[np.bool_]] | None) -> None:
        """Make a segment of the living among *docs* (*alive* speaks of the first of them)."""
        if alive is not None:
            docs = [doc for at, doc in enumerate(docs) if at >= len(alive) or alive[at]]
        if docs:
            self._stored.append(self._written(build(docs, self._is_counted)))
            self._alive.append(None)

    def _due_for_merge(self) -> list[int]:
        """Positions of the segments to merge next: the smaller half of too many, or one with many dead."""
        if len(self._stored) > MOST_SEGMENTS:
            by_size = sorted(range(len(self._stored)), key=lambda at: len(self._stored[at].segment))
            return sorted(by_size[: len(by_size) // 2 + 1])
        for at, alive in enumerate(self._alive):
            if alive is not None and np.count_nonzero(alive) < (1 - MOST_DEAD) * len(alive):
                return [at]
        return []

    def _merge(self, chosen: Sequence[int]) -> None:
        parts = []
        for at in chosen:
            segment, alive = self._stored[at].segment, self._alive[at]
            parts.append((segment, np.ones(len(segment), bool) if alive is None else alive))
        merged = merge(parts)
        # Written before anything is let go: on a full disk the segments stay what they were.
        kept = [self._written(merged)] if len(merged) else []
        replaced = {self._stored[at].name for at in chosen}
        rest = [at for at in range(len(self._stored)) if at not in chosen]
        self._stored = [self._stored[at] for at in rest] + kept
        self._alive = [self._alive[at] for at in rest] + [None] * len(kept)
        # First the manifest that no longer names them, then the files: a crash between leaves litter only.
        self._write_manifest()
        for name in replaced:
            (self.folder / name).unlink(missing_ok=True)
        self._publish()

    # --- On disk --------------------------------------------------------------------------------

    def _written(self, segment: Segment) -> _Stored:
        """*segment* in a file of its own; it counts once the manifest names it."""
        name = f"{self.clock.instance}-{self._next_file}.seg"
        self._next_file += 1
        identity = {"recipe": self.recipe, "instance": self.clock.instance, "tick": self.clock.tick}
        data = to_bytes(segment, identity)
        write_atomically(self.folder / name, data)
        return _Stored(segment, name, data[-16:].hex())

    def _write_manifest(self) -> None:
        manifest = {
            "recipe": self.recipe,
            "instance": self.clock.instance,
            "tick": self.clock.tick,
            "next": self._next_file,
            "segments": [[stored.name, stored.digest] for stored in self._stored],
        }
        write_atomically(self.folder / _MANIFEST, json.dumps(manifest).encode())

    def _load(self, clock: Clock) -> str:
        """Read what the manifest names; returns why anything of it could not be used."""
        path = self.folder / _MANIFEST
        if not path.exists():
            return "were missing" if clock.tick else ""
        try:
            manifest = json.loads(path.read_bytes())
            recipe, instance, tick = manifest["recipe"], manifest["instance"], int(manifest["tick"])
            self._next_file = int(manifest["next"])
            named = [(str(name), str(digest)) for name, digest in manifest["segments"]]
        except (ValueError, KeyError, TypeError):
            return "had a damaged manifest"
        if recipe != self.recipe:
            return "were made by another tokenizer"
        if instance != clock.instance:
            return "belonged to another catalogue"
        if tick > clock.tick:
            return f"were ahead of the catalogue ({tick} of {clock.tick})"
        lost = 0
        for name, digest in named:
            try:
                data = (self.folder / name).read_bytes()
                segment, _ = from_bytes(data)
            except (OSError, StoreDamaged):
                lost += 1
                continue
            if data[-16:].hex() != digest:
                lost += 1
                continue
            self._stored.append(_Stored(segment, name, digest))
            self._alive.append(None)
        return f"had {lost} of {len(named)} segments missing or damaged" if lost else ""

    def _replay(self, catalogue: CatalogueReader, missing: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        """Read the records of *missing* from the catalogue and take them in."""
        for start in range(0, len(missing), CHUNK_ROWS):
            chunk = catalogue.with_rows(missing[start : start + CHUNK_ROWS].tolist())
            self._add([(row, self._tokenize(record)) for row, record in chunk])
            self.step()

    def _sweep_files(self) -> None:
        """Remove files the manifest does not name: left by a crash, another recipe or another instance."""
        named = {_MANIFEST, *(stored.name for stored in self._stored)}
        for path in self.folder.iterdir():
            if path.name not in named:
                path.unlink()
