"""Undo: byte for byte, or not at all."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from diurnal.errors import CannotUndo, WriteFailed
from diurnal.text.change import Patch
from diurnal.text.insert import Insertion, Removal
from diurnal.vault.journal import Journal
from diurnal.vault.patch import Patcher
from diurnal.vault.takeback import Takeback
from writes.desk import NOON, TODAY, ZONE, Desk

PAGE = "wiki/people/Maya.md"


def undo(desk: Desk, op: str = "", **options: Any) -> Any:
    return desk.writing.undo(op, now=desk.now, **options)


def test_undoing_each_operation_restores_the_vault(desk: Desk) -> None:
    """
    Appends, cards, replacements and closings, undone from the last to the first: each step restores every byte.
    """
    desk.write(TODAY, "---\r\na: 1\r\n---\r\n- 09:00 tea")
    desk.write(PAGE, "# Maya\n\n- Lives in London. (since:: 2025-01-10) ^c-old2\n")
    states = [(desk.all_bytes(), desk.folders())]
    card = f"{PAGE}#^c-old2"
    steps = (
        lambda: desk.append("One."),
        lambda: desk.append("Another day.", at=NOON - timedelta(days=40)),
        lambda: desk.replace(card, "Lives in Paris."),
        lambda: desk.remember("Likes tea.", page="people/Tom"),
        lambda: desk.writing.wiki.close(f"{PAGE}#^{new_block(desk)}", now=desk.now),
    )
    for step in steps:
        assert step().op
        states.append((desk.all_bytes(), desk.folders()))

    while len(states) > 1:
        assert states.pop() == (desk.all_bytes(), desk.folders())
        undo(desk)
    assert states == [(desk.all_bytes(), desk.folders())]
    with pytest.raises(CannotUndo, match="Nothing was written"):
        undo(desk)


def new_block(desk: Desk) -> str:
    note = desk.catalogue.note(PAGE)
    assert note is not None
    return next(record.block for record in note.records if record.block != "c-old2")


def test_an_earlier_append_is_taken_out_alone(desk: Desk) -> None:
    """
    An operation below which the note grew is undone by taking out its span, which still stands there once.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    first = desk.append("One.")
    second = desk.append("Two.")
    desk.write(TODAY, desk.text(TODAY) + "- by hand\n")

    undo(desk, first.op)

    block = second.id.partition("#^")[2]
    assert f"- 09:00 tea\n- 12:00 Two. ^{block}\n- by hand\n" == desk.text(TODAY)


@pytest.mark.parametrize("change", ["edited", "doubled", "glued", "gone", "made note"])
def test_undo_refuses_when_the_note_changed_there(desk: Desk, change: str) -> None:
    """
    An entry that was edited, copied, or run into another line is left to its owner; so is a note that is gone.
    """
    if change != "made note":
        desk.write(TODAY, "- 09:00 tea")
    written = desk.append("One.")
    text = desk.text(TODAY)
    changed = {
        "edited": text.replace("One.", "Won."),
        "doubled": text + text.partition("tea")[2],
        "glued": text + " and more",
        "made note": text + "more\n",
    }
    if change == "gone":
        desk.folder.remove(TODAY)
    else:
        desk.write(TODAY, changed[change])
    before = desk.all_bytes()

    with pytest.raises(CannotUndo):
        undo(desk, written.op)

    assert before == desk.all_bytes()
    assert not desk.writing.ops()[0].undone


def test_an_operation_is_undone_once(desk: Desk) -> None:
    """
    A second undo of the same operation is refused; unknown ones are named.
    """
    written = desk.append("One.")
    undo(desk, written.op)

    with pytest.raises(CannotUndo, match="already"):
        undo(desk, written.op)
    with pytest.raises(CannotUndo, match="no operation"):
        undo(desk, "o-none")


def test_a_dry_undo_shows_what_would_go(desk: Desk) -> None:
    """
    `undo --dry-run` gives the diff and leaves note and journal as they are.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    desk.append("One.")
    before = desk.all_bytes()

    dry = undo(desk, dry_run=True)

    assert "-- 12:00 One." in dry.diff
    assert (before, "", False) == (desk.all_bytes(), dry.op, desk.writing.ops()[0].undone)


def test_operations_are_listed_newest_first(desk: Desk) -> None:
    """
    `ops` says what was written where, by whom and whether it was undone; it outlives a restart.
    """
    desk.append("One.")
    second = desk.append("Two.")
    undo(desk, second.op)

    for patcher in (desk.patcher, Patcher.of(desk.folder.root, desk.state)):
        ops = patcher.journal.operations(20)
        assert [("append", True, False), ("append", False, True)] == [
            (op.what, op.undone, op.can_undo) for op in ops
        ]
        assert (TODAY,) == ops[0].paths
    assert 1 == len(desk.writing.ops(1))


def test_undo_data_is_kept_for_so_many_days(desk: Desk) -> None:
    """
    After `undo_keep` an operation is forgotten, with everything the journal held of it.
    """
    old = desk.append("A canary sings.")
    desk.later(days=31)
    new = desk.append("New.")

    assert 1 == desk.patcher.journal.prune(desk.now - timedelta(days=30))

    with pytest.raises(CannotUndo):
        undo(desk, old.op)
    assert [new.op] == [op.op for op in desk.writing.ops()]
    assert not [p for p in desk.state.rglob("*") if p.is_file() and b"canary" in p.read_bytes()]


def test_a_damaged_log_costs_only_its_damaged_lines(desk: Desk) -> None:
    """
    A line cut short by a kill is passed over; what was written before and after it can be undone.
    """
    first = desk.append("One.")
    with (desk.state / "ops.jsonl").open("ab") as log:
        log.write(b'{"op": "o-ha')
    restarted = Takeback(Patcher.of(desk.folder.root, desk.state))
    assert [first.op] == [op.op for op in restarted.patcher.journal.operations(9)]

    restarted.undo(at=desk.now)

    assert {} == desk.all_bytes()
    assert Patcher.of(desk.folder.root, desk.state).journal.is_undone(first.op)


def test_removals_are_undone_too(desk: Desk) -> None:
    """
    What a job took out (its own marks) goes back where it stood.
    """
    desk.folder.write("a.md", "- [hall_facts] one\n- two\n")
    desk.patcher.write(
        [Patch("a.md", lambda source: [Removal(2, b"[hall_facts] "), Insertion(21, b"x ")])],
        what="tag",
        at=desk.now,
    )
    assert "- one\n- x two\n" == desk.text("a.md")

    undo(desk)

    assert "- [hall_facts] one\n- two\n" == desk.text("a.md")


def test_over_real_notes_any_insertions_can_be_undone(desk: Desk, shared: Path) -> None:
    """
    Several insertions at random places of each public note, undone: the same bytes again.
    """
    random = Random(11)
    for n, path in enumerate(sorted((shared / "vaults").rglob("*.md"))[::12]):
        data = path.read_bytes()
        name = f"n{n}.md"
        desk.folder.write(name, data)
        places = sorted(random.sample(range(len(data) + 1), min(3, len(data))))
        edits = [Insertion(at, b"^e-%d\n" % at) for at in places]
        desk.patcher.write([Patch(name, lambda source, edits=edits: edits)], what="test", at=desk.now)  # type: ignore[misc]
        assert data != desk.data(name) or not edits
        if edits:
            undo(desk)
        assert data == desk.data(name)


def test_a_change_of_zone_settings_leaves_the_journal_readable(desk: Desk) -> None:
    """
    Moments with and without a zone, as settings come and go, are compared with one another.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    naive = datetime.now().replace(microsecond=0)
    desk.writing.diary.append("One.", now=naive, at=NOON)
    desk.write(TODAY, "- 09:00 tea\n- editor\n")

    assert 1 == len(desk.writing.look_again([TODAY], naive.astimezone(ZONE)))
    desk.writing.undo(now=naive)
    assert 0 == desk.patcher.journal.prune(naive.astimezone(ZONE) - timedelta(days=1))
    restarted = Patcher.of(desk.folder.root, desk.state).journal
    restarted.load_recent(naive)
    assert all(operation.undone for operation in restarted.operations(9))


def test_a_log_that_cannot_be_written_takes_the_write_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    When the disk fills up between the note and the log, the note is given its bytes back.
    """
    desk.write(TODAY, "- 09:00 tea\n")

    def full(entry: object) -> None:
        raise WriteFailed("The log could not be written.")

    monkeypatch.setattr(Journal, "commit", lambda journal, entry: full(entry))

    with pytest.raises(WriteFailed):
        desk.append("One.")

    assert "- 09:00 tea\n" == desk.text(TODAY)
    assert [] == desk.patcher.journal.unfinished()


def test_an_entry_goes_with_the_marks_our_jobs_wrote_into_it(desk: Desk) -> None:
    """
    A hall mark inside the entry is ours as well: the entry is undone though tag-halls has been at it, and the note
    is byte for byte as before. What a person typed into it is not.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    before = desk.all_bytes()
    written = desk.append("We decided to sell the boat.")

    def mark(source: bytes | None) -> list[Insertion]:
        return [Insertion((source or b"").index(b"We decided"), b"[hall_facts] ")]

    desk.patcher.write([Patch(TODAY, mark)], what="tag-halls", at=desk.now)
    marked = desk.data(TODAY)

    undo(desk, written.op)
    assert before == desk.all_bytes()

    desk.folder.write(TODAY, marked.replace(b"the boat", b"no boat"))
    desk.writing.diary.append("Two.", now=desk.now)
    kept = desk.all_bytes()
    with pytest.raises(CannotUndo, match="undone already"):
        undo(desk, written.op)
    assert kept == desk.all_bytes()


def test_an_entry_that_made_its_note_goes_with_its_marks(desk: Desk) -> None:
    """
    The note that was made for a marked entry is removed again; with a person's line in it, it stays.
    """
    for by_hand in ("", "- mine\n"):
        written = desk.append("We decided to sell the boat.")
        at = desk.data(TODAY).index(b"We decided")
        desk.patcher.write(
            [Patch(TODAY, lambda source, at=at: [Insertion(at, b"#hall/facts ")])],  # type: ignore[misc]
            what="tag-halls",
            at=desk.now,
        )
        if by_hand:
            desk.write(TODAY, desk.text(TODAY) + by_hand)
            with pytest.raises(CannotUndo):
                undo(desk, written.op)
        else:
            undo(desk, written.op)
            assert {} == desk.all_bytes()


def test_after_taking_back_the_first_entry_another_can_be_written(desk: Desk) -> None:
    """
    A note, and its folder, that an undo removed were meant to go: nothing waits for them to come back.
    """
    first = desk.append("One.")
    undo(desk, first.op)

    assert desk.append("Two.").op
    assert [TODAY] == list(desk.all_bytes())
