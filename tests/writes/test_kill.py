"""`kill -9` at every point of a write: each note is the old one or the new one, and a start tidies up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from diurnal.text.change import Patch
from diurnal.vault.journal import FOR_GOOD
from diurnal.vault.journal_lines import Entry
from diurnal.vault.patch import Patcher
from diurnal.vault.takeback import Takeback
from writes.killed_child import NOW, at_end, in_middle, outlives

OLD = {"a.md": b"- one\n", "b.md": b"- two\r\n"}


def notes_of(root: Path) -> dict[str, bytes]:
    vault = root / "vault"
    return {str(p.relative_to(vault)): p.read_bytes() for p in sorted(vault.rglob("*")) if p.is_file()}


def with_plan(what: str) -> dict[str, bytes]:
    """What the vault holds after the whole write."""
    if what == "end":
        return OLD | {"a.md": b"- one\n- at the end ^e-new2\n"}
    made = {path: data[:2] + b"in the middle ^e-new2 " + data[2:] for path, data in OLD.items()}
    return OLD | {"a.md": made["a.md"]} if what == "middle" else made | {"new/c.md": b"- new ^e-new2\n"}


def runs(tmp_path: Path, what: str) -> Iterator[tuple[Path, bool]]:
    """A vault for each point at which the child was killed, and at last one where it was not."""
    for limit in range(1, 200):
        root = tmp_path / str(limit)
        (root / "vault").mkdir(parents=True)
        for path, data in OLD.items():
            (root / "vault" / path).write_bytes(data)
        if what == "undo":
            patcher = Patcher.of(root / "vault", root / "state")
            patcher.write(
                [Patch(path, in_middle) for path in ("a.md", "b.md", "new/c.md")], what="many", at=NOW
            )
        finished = outlives(root, limit, what)
        yield root, finished
        if finished:
            return


@pytest.mark.usefixtures("forgetful_disk")
@pytest.mark.parametrize("what", ["end", "middle", "many"])
def test_a_killed_write_leaves_old_or_new(tmp_path: Path, what: str) -> None:
    """
    Killed at any call, every note is whole, old or new; after the next start the whole operation is in or out.
    """
    new = with_plan(what)
    seen = set()
    for root, finished in runs(tmp_path, what):
        for path, data in notes_of(root).items():
            if not path.rpartition("/")[2].startswith("."):
                assert data in (OLD.get(path), new[path]), path
        patcher = Patcher.of(root / "vault", root / "state")

        Takeback(patcher).recover()

        assert notes_of(root) in (OLD, new)
        is_in = notes_of(root) == new
        assert is_in == bool(patcher.journal.operations(1))
        assert is_in or not finished
        seen.add(is_in)
        if is_in:
            Takeback(patcher).undo(at=NOW)
            assert notes_of(root) == OLD
    assert seen == {True, False}


@pytest.mark.usefixtures("forgetful_disk")
def test_a_killed_undo_can_be_repeated(tmp_path: Path) -> None:
    """
    An undo that was cut short is whole for each note, and doing it again finishes it.
    """
    new = with_plan("many")
    for root, finished in runs(tmp_path, "undo"):
        for path, data in notes_of(root).items():
            if not path.rpartition("/")[2].startswith("."):
                assert data in (OLD.get(path), new[path]), path
        patcher = Patcher.of(root / "vault", root / "state")
        takeback = Takeback(patcher)
        takeback.recover()
        if not finished and not patcher.journal.operations(1)[0].undone:
            takeback.undo(at=NOW)
        assert notes_of(root) == OLD


def test_an_append_cut_by_a_power_failure_is_taken_out(tmp_path: Path) -> None:
    """
    Half of an append on the disk, as only a power cut leaves it, is cut off at the next start.
    """
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_bytes(OLD["a.md"])
    patcher = Patcher.of(vault, tmp_path / "state")
    patcher.write([Patch("a.md", at_end)], what="end", at=NOW)
    (tmp_path / "state/ops.jsonl").unlink()
    (vault / "a.md").write_bytes((vault / "a.md").read_bytes()[:-7])

    told = Takeback(Patcher.of(vault, tmp_path / "state")).recover()

    assert ["cut short" in told[0], OLD["a.md"]] == [True, (vault / "a.md").read_bytes()]


def cut_short(tmp_path: Path, *paths: str) -> Patcher:
    """A patcher whose process was killed after an append to each of *paths*, before it could say so."""
    (tmp_path / "vault").mkdir()
    patcher = Patcher.of(tmp_path / "vault", tmp_path / "state")
    for path in paths:
        (tmp_path / "vault" / path).write_bytes(OLD[path])
        patcher.write([Patch(path, at_end)], what="append", at=NOW)
    (tmp_path / "state/ops.jsonl").unlink()
    return Patcher.of(tmp_path / "vault", tmp_path / "state")


def test_a_note_that_cannot_be_looked_at_keeps_no_vault_shut(tmp_path: Path) -> None:
    """
    What was cut short in it waits for the next start, and says so; all else is finished.
    """
    patcher = cut_short(tmp_path, "a.md", "b.md")
    (tmp_path / "vault/a.md").unlink()
    (tmp_path / "vault/a.md").mkdir()

    waits, done = Takeback(patcher).recover()

    assert "(append) was cut short, and how far it came cannot be seen: a.md is not a file" in waits
    assert done.endswith("(append) was written just before the stop.")
    assert [entry.paths for entry in patcher.journal.unfinished()] == [("a.md",)]

    (tmp_path / "vault/a.md").rmdir()
    (tmp_path / "vault/a.md").write_bytes(OLD["a.md"])
    (told,) = Takeback(patcher).recover()
    assert told.endswith("was cut short; the notes are as they were.")
    assert patcher.journal.unfinished() == []


def test_an_erase_cut_short_leaves_no_undo_data_of_a_note_that_cannot_be_looked_at(tmp_path: Path) -> None:
    """
    Whether its text is gone cannot be seen, so what the journal holds of it is forgotten: erasing fails closed.
    """
    patcher = cut_short(tmp_path, "a.md")
    (note,) = (note for entry in patcher.journal.unfinished() for note in entry.notes)
    patcher.journal.begin(Entry("o-gone", FOR_GOOD, NOW, notes=(replace(note, edits=(), anchors=()),)))
    (tmp_path / "vault/a.md").unlink()
    (tmp_path / "vault/a.md").mkdir()

    told = Takeback(patcher).recover()

    assert told[-1].startswith("An erase was cut short: what it had taken out is gone for good; repeat it")
    left = b"".join(path.read_bytes() for path in (tmp_path / "state").rglob("*") if path.is_file())
    assert b"at the end" not in left
