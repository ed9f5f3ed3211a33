"""Which marks and briefs the jobs wrote, so that taking them out leaves the owner's own where they are."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from diurnal.errors import WriteFailed
from diurnal.model.record import Record


class TagRegister:
    """The marks the job wrote: one line for each, the hash of the entry's text and its hall; no text itself.

    Raises:
        WriteFailed: what was written before cannot be read, so that nothing could be told from the owner's own.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tagged"
        try:
            self._known = set(self._path.read_text("utf-8", errors="replace").splitlines())
        except FileNotFoundError:
            self._known = set()
        except OSError as fault:
            raise WriteFailed(
                f"{self._path} could not be read: {fault.strerror}.",
                hint="Give yourself the right to read it, or move it away: then no mark counts as the job's any more.",
            ) from fault

    def add(self, records: Sequence[Record]) -> None:
        """Remember that these are marked by us; forced to disk by the write that follows it at the latest."""
        self._add([_line(record) for record in records])

    def add_block(self, lines: Sequence[str]) -> None:
        """Remember that *lines* were written by us together."""
        self._add([_block(lines)])

    def _add(self, lines: Sequence[str]) -> None:
        new = [line for line in lines if line not in self._known]
        try:
            self._path.touch(mode=0o600)
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in new)
        except OSError as fault:
            raise WriteFailed(f"{self._path} could not be written: {fault.strerror}.") from fault
        self._known.update(new)

    def holds(self, record: Record) -> bool:
        """True if the mark of *record*, with the text and hall it has, is ours."""
        return _line(record) in self._known

    def holds_block(self, lines: Sequence[str]) -> bool:
        """True if *lines* are, to the letter, what we wrote."""
        return _block(lines) in self._known


def _line(record: Record) -> str:
    return f"{record.text_hash} {record.hall}"


def _block(lines: Sequence[str]) -> str:
    return f"block {hashlib.blake2b(chr(10).join(lines).encode(), digest_size=16).hexdigest()}"
