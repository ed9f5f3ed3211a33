"""Erasing: what is named goes from notes, journal, undo data and index, to the last byte; nothing else changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from diurnal.errors import CannotUndo, NoteMissing, UsageError, WriteFailed
from writes.desk import NOON, TODAY, Desk

PAGE = "wiki/people/Maya.md"
CANARY = "canaryk3f9"


def erase(desk: Desk, id: str = "", **options: Any) -> Any:
    return desk.writing.eraser.erase(id, now=desk.now, **options)


def files_with(desk: Desk, word: str) -> list[str]:
    """Every file of the vault, the state folder and what is derived that holds *word*, in its bytes or its name."""
    return [
        str(path.relative_to(desk.root))
        for path in desk.root.rglob("*")
        if word in path.name or (path.is_file() and word.encode() in path.read_bytes())
    ]


def test_a_record_goes_and_what_stands_around_it_stays(desk: Desk) -> None:
    """
    An entry is taken out with its heading and comment; every other byte is as it was.
    """
    before = "---\r\na: 1\r\n---\r\nIntro  \r\n\r\n## 09:00\r\n\r\nTea.\r\n\r\n"
    after = "## 13:00\r\n\r\nCake.\t\r\n"
    desk.write(TODAY, before)
    written = desk.append("Secret.", at=NOON)
    desk.write(TODAY, desk.data(TODAY) + b"\r\n" + after.encode())

    erased = erase(desk, written.id)

    assert (before + after).encode() == desk.data(TODAY)
    assert ((written.id,), (TODAY,)) == (erased.records, erased.notes)
    assert [((TODAY,), (written.id,))] == desk.purged


def test_everything_of_an_owner_leaves_no_byte(new_desk: Callable[..., Desk]) -> None:
    """
    C21: cards, entries and episodes of an owner, written, undone, replaced and moved before: a canary word is in no
    file any more, neither in notes nor in index, journal, undo data and file names.
    """
    desk = new_desk(agents_write=True)
    desk.write(PAGE, "- Likes tea.\n- Kept.\n")
    card = desk.remember(f"Secret of {CANARY}.", page="Maya", owner=CANARY)
    desk.replace(card.id, f"Newer {CANARY} secret.", owner=CANARY)
    desk.remember("Unsuspicious words.", page=f"people/{CANARY}", owner=CANARY)
    desk.append("Said by the canary.", by=CANARY)
    undone = desk.append(f"Undone {CANARY}.", by=CANARY)
    desk.writing.undo(undone.op, now=desk.now)
    moved = desk.remember(f"Moved {CANARY}.", page="Old page", owner=CANARY)
    desk.folder.move(moved.path, "wiki/New page.md")
    desk.write(
        f"episodes/2026/2026-07-21 chat {CANARY}.md",
        f"---\nowner: {CANARY}\n---\n## 12:00 · {CANARY}\n\nHi ^t1\n",
    )
    desk.write("private.md", f"---\nprivate: true\n---\nabout {CANARY}\n")
    desk.write("wiki/secret.md", f"---\nprivate: true\n---\n- Hidden. (owner:: {CANARY}) ^c-hidd\n- Mine.\n")
    kept = desk.append("Kept.")

    erased = erase(desk, owner=CANARY)

    # A private note that only speaks of them is its owner's own.
    assert ["vault/private.md"] == files_with(desk, CANARY)
    assert [] == files_with(desk, "Unsuspicious") + files_with(desk, "Said by")
    assert "- Likes tea.\n- Kept.\n" == desk.text(PAGE)
    assert "Kept." == desk.record(kept.id).text
    assert desk.text("wiki/secret.md").endswith("---\n- Mine.\n")
    assert 7 == len(erased.records)
    assert "can no longer be undone" in erased.remark


def test_an_erase_cannot_be_undone(desk: Desk) -> None:
    """
    Neither the erase nor the write before it can bring a byte back.
    """
    written = desk.append(f"About {CANARY}.")
    other = desk.append("Kept.", at=NOON.replace(day=20))

    erase(desk, written.id)

    with pytest.raises(CannotUndo):
        desk.writing.undo(written.op, now=desk.now)
    assert [other.op] == [op.op for op in desk.writing.ops()]
    assert [] == files_with(desk, CANARY)


def test_what_is_erased_as_soon_as_it_was_written_stays_away(desk: Desk) -> None:
    """
    An erase is no editor's stale save, and nothing of it is put back; nor after another save of the note.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    written = desk.append("Cake.", at=desk.now)

    desk.writing.eraser.erase(written.id, now=desk.now)

    assert "- 09:00 tea\n" == desk.text(TODAY)
    desk.write(TODAY, "- 09:00 tea\n- editor\n")
    assert [] == desk.writing.look_again([TODAY], desk.now)


def test_a_note_that_held_nothing_else_goes_too(desk: Desk) -> None:
    """
    A page made for one card is gone with it; a page with properties stays.
    """
    one = desk.remember("x", page="One")
    desk.write("wiki/Two.md", "---\na: b\n---\n- y ^c-twoo\n")

    erase(desk, one.id)
    erase(desk, "wiki/Two.md#^c-twoo")

    assert {"wiki/Two.md": b"---\na: b\n---\n"} == desk.all_bytes()


def test_a_dry_erase_shows_and_keeps(desk: Desk) -> None:
    """
    `--dry-run` lists records and notes with a diff, and touches neither notes nor journal.
    """
    written = desk.append("Secret.")
    before = desk.all_bytes()

    dry = erase(desk, written.id, dry_run=True)

    assert ((written.id,), True) == (dry.records, "-Secret." in dry.diff)
    assert (before, [], 1) == (desk.all_bytes(), desk.purged, len(desk.writing.ops()))


def test_an_erase_names_one_thing(desk: Desk) -> None:
    """
    A record or an owner, not both; and something there must be.
    """
    for arguments in ({}, {"id": "x", "owner": "y"}):
        with pytest.raises(UsageError):
            erase(desk, **arguments)
    for arguments in ({"id": "x"}, {"owner": "nobody"}):
        with pytest.raises(NoteMissing):
            erase(desk, **arguments)


def test_an_erase_that_cannot_write_says_so(desk: Desk) -> None:
    """
    A read-only note stops the erase before anything is forgotten; done again it finishes.
    """
    written = desk.append("Secret.")
    desk.folder.path(TODAY).chmod(0o444)

    with pytest.raises(WriteFailed):
        erase(desk, written.id)

    assert ([], [written.op]) == (desk.purged, [op.op for op in desk.writing.ops()])
    desk.folder.path(TODAY).chmod(0o644)
    erase(desk, written.id)
    assert {} == desk.all_bytes()
