"""Editors take no lock: what becomes of our writes, and of theirs, when both save the same note."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from diurnal.text.change import Patch
from diurnal.text.insert import Insertion, Sheet
from writes.desk import TODAY, Desk

# An editor that reads the note before each save and adds one line of its own, in place or by rename.
EDITOR = """
import os, sys
path, how, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
for n in range(count):
    while True:
        with open(path, "rb") as file:
            text = file.read()
        if text:
            break
    text += b"- editor %d\\n" % n
    if how == "rename":
        with open(path + ".tmp", "wb") as file:
            file.write(text)
            os.fsync(file.fileno())
        os.replace(path + ".tmp", path)
    else:
        with open(path, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
"""


def at_end(line: str) -> Callable[[bytes | None], list[Insertion]]:
    def plan(source: bytes | None) -> list[Insertion]:
        sheet = Sheet.of(source or b"")
        return [sheet.lines_after(sheet.last_text, [line])]

    return plan


def below_title(line: str) -> Callable[[bytes | None], list[Insertion]]:
    return lambda source: [Sheet.of(source or b"").lines_after(0, [line])]


@pytest.mark.parametrize("how", ["rename", "in place"])
@pytest.mark.parametrize("where", [at_end, below_title])
def test_a_writer_and_an_editor_lose_no_line_of_either(
    desk: Desk, how: str, where: Callable[[str], Callable[[bytes | None], list[Insertion]]]
) -> None:
    """
    Hundreds of saves of each, interleaved as they come: at the end every line of both stands there once.
    """
    desk.folder.write(TODAY, "# Day\n")
    path = desk.folder.path(TODAY)
    count = 150
    editor = subprocess.Popen([sys.executable, "-c", EDITOR, str(path), how, str(count)])
    for n in range(count):
        desk.patcher.write(
            [Patch(TODAY, where(f"- ours {n} ^e-our{n}."))], what="append", at=desk.now + timedelta(seconds=n)
        )
        desk.writing.takeback.look_again([TODAY], desk.now + timedelta(seconds=n))
    assert editor.wait() == 0
    # The last loss is found by the look after it, as after every reading of a note.
    while desk.writing.takeback.look_again([TODAY], desk.now + timedelta(seconds=count)):
        pass

    lines = desk.text(TODAY).splitlines()
    assert sorted(line for line in lines if line.startswith("- editor")) == sorted(
        f"- editor {n}" for n in range(count)
    )
    assert sorted(line for line in lines if line.startswith("- ours")) == sorted(
        f"- ours {n} ^e-our{n}." for n in range(count)
    )


@pytest.mark.parametrize("last", ["", "\n"])
def test_a_text_of_ours_that_an_editor_read_in_passing_is_not_written_twice(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    """
    Our text stands in the note for the instant before it is swapped back; an editor that reads it then and saves it
    with a line more has saved our line for us. It stands there once, both lines of theirs too, and it can be undone.
    """
    path = desk.folder.write(TODAY, f"# Day\nold{last}")
    import diurnal.vault.notefile as notefile

    real, seen = notefile.exchange, list[bytes]()

    def exchange_beside_an_editor(one: str, other: str) -> bool:
        if not seen:
            path.write_bytes(f"# Day\neditor 1\nold{last}".encode())
            done = real(one, other)
            seen.append(path.read_bytes())
        else:
            done = real(one, other)
            if len(seen) == 1:
                seen.append(seen[0].replace(b"old", b"editor 2\nold"))
                path.write_bytes(seen[1])
        return done

    monkeypatch.setattr(notefile, "exchange", exchange_beside_an_editor)

    desk.patcher.write([Patch(TODAY, below_title("- ours ^e-o1"))], what="append", at=desk.now)

    assert sorted(desk.text(TODAY).splitlines()) == ["# Day", "- ours ^e-o1", "editor 1", "editor 2", "old"]
    desk.writing.undo(now=desk.now)
    assert sorted(desk.text(TODAY).splitlines()) == ["# Day", "editor 1", "editor 2", "old"]


@pytest.mark.usefixtures("forgetful_disk")
@pytest.mark.parametrize("where", [at_end, below_title])
@pytest.mark.parametrize("reads", ["before each save", "one of ours too early"])
def test_a_thousand_saves_of_each_lose_nothing_and_double_nothing(
    desk: Desk, reads: str, where: Callable[[str], Callable[[bytes | None], list[Insertion]]]
) -> None:
    """
    A thousand saves of ours and a thousand of an editor, in any order. One that re-reads before each save costs us
    nothing. One that saves a text from before our last write costs us that line until the next look, which puts it
    back once for each such save. Either way each line of both stands there once.
    """
    desk.folder.write(TODAY, "# Day\n")
    path = desk.folder.path(TODAY)
    turns = ["ours"] * 1000 + ["editor"] * 1000
    random.Random(7).shuffle(turns)
    buffer, stale, put_back = path.read_bytes(), 0, 0
    for n, turn in enumerate(turns):
        line = f"- {turn} {n} ^e-{n}."
        if turn == "ours":
            buffer = path.read_bytes()
            desk.patcher.write([Patch(TODAY, where(line))], what="append", at=desk.now + timedelta(seconds=n))
            continue
        if reads == "before each save":
            buffer = path.read_bytes()
        stale += buffer != path.read_bytes()
        draft = path.with_suffix(".tmp")
        draft.write_bytes(buffer + f"{line}\n".encode())
        draft.replace(path)
        put_back += sum(
            bool(again.new_op)
            for again in desk.writing.takeback.look_again([TODAY], desk.now + timedelta(seconds=n))
        )
        buffer = path.read_bytes()

    expected = ["# Day", *(f"- {turn} {n} ^e-{n}." for n, turn in enumerate(turns))]
    assert sorted(expected) == sorted(desk.text(TODAY).splitlines())
    assert put_back == stale
    assert (stale > 100) == (reads != "before each save")


@pytest.mark.usefixtures("forgetful_disk")
def test_a_thousand_interleaved_saves_lose_nothing(desk: Desk) -> None:
    """
    A writer and an editor that re-reads before each save, a thousand each in any order: no line is lost or moved.
    """
    desk.folder.write(TODAY, "# Day\n")
    path = desk.folder.path(TODAY)
    turns = ["ours"] * 1000 + ["editor"] * 1000
    random.Random(7).shuffle(turns)
    expected = ["# Day"]
    for n, turn in enumerate(turns):
        line = f"- {turn} {n} ^e-{n}."
        if turn == "ours":
            desk.patcher.write([Patch(TODAY, at_end(line))], what="append", at=desk.now)
        else:
            draft = path.with_suffix(".tmp")
            draft.write_text(path.read_text() + line + "\n")
            draft.replace(path)
        expected.append(line)

    assert expected == desk.text(TODAY).splitlines()


def test_what_a_stale_buffer_overwrites_is_put_back_once(desk: Desk) -> None:
    """
    An editor that read the note before our write and saves after it: our entry stands again after the next look,
    below the editor's own new line, and it is reported.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    stale = desk.text(TODAY)
    written = desk.append("Cake.", at=desk.now)
    desk.write(TODAY, stale + "- 12:30 from the editor\n")

    (again,) = desk.writing.look_again([TODAY], desk.now)

    block = written.id.partition("#^")[2]
    assert f"{stale}- 12:30 from the editor\n- 12:00 Cake. ^{block}\n" == desk.text(TODAY)
    assert (written.op, True) == (again.op, "put back" in again.message)
    assert [] == desk.writing.look_again([TODAY], desk.now)
    assert "put back" in desk.writing.ops()[0].remark


def test_a_stale_save_of_an_edited_middle_finds_its_place(desk: Desk) -> None:
    """
    An insertion between two lines goes back between them, though the editor changed others.
    """
    desk.write(TODAY, "# Log\n- 09:00 tea\n\n# Rest\nold\n")
    desk.append("Cake.", at=desk.now)
    desk.write(TODAY, "# Log\n- 09:00 tea\n\n# Rest\nnew\n")

    desk.writing.look_again([TODAY], desk.now)

    assert desk.text(TODAY).startswith("# Log\n- 09:00 tea\n- 12:00 Cake. ^e-")


def test_a_stale_save_at_once_is_put_back_even_if_nothing_else_changed(desk: Desk) -> None:
    """
    Within seconds no person deletes by hand: a text that went back exactly is a stale save; a second one
    wins, and it is said.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    desk.append("Cake.", at=desk.now)
    desk.write(TODAY, "- 09:00 tea\n")
    assert 1 == len(desk.writing.look_again([TODAY], desk.now + timedelta(seconds=1)))
    desk.write(TODAY, "- 09:00 tea\n")

    (given_up,) = desk.writing.look_again([TODAY], desk.now + timedelta(seconds=1))

    assert ("", True) == (given_up.new_op, "the same older text once more" in given_up.message)
    assert [] == desk.writing.look_again([TODAY], desk.now + timedelta(seconds=2))
    assert "- 09:00 tea\n" == desk.text(TODAY)


def test_what_a_person_deletes_stays_deleted(desk: Desk) -> None:
    """
    An entry taken out by hand, or edited, is not written again.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    desk.append("Cake.", at=desk.now)
    whole = desk.text(TODAY)
    desk.write(TODAY, "- 09:00 tea\n")
    assert [] == desk.writing.look_again([TODAY], desk.now + timedelta(seconds=30))

    desk.write(TODAY, whole.replace("Cake.", "Two cakes.") + "- more\n")
    assert [] == desk.writing.look_again([TODAY], desk.now + timedelta(seconds=1))


def test_what_was_undone_is_not_put_back(desk: Desk) -> None:
    """
    After an undo, also of something that was put back, nothing comes back by itself.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    desk.append("Cake.", at=desk.now)
    desk.write(TODAY, "- 09:00 tea\n- editor\n")
    desk.writing.look_again([TODAY], desk.now)

    desk.writing.undo(now=desk.now)

    assert "- 09:00 tea\n- editor\n" == desk.text(TODAY)
    assert [] == desk.writing.look_again([TODAY], desk.now)


def test_after_a_restart_an_overwritten_entry_is_still_put_back(desk: Desk) -> None:
    """
    What was written in the last minutes is known again after a start.
    """
    desk.write(TODAY, "- 09:00 tea\n")
    desk.append("Cake.", at=desk.now)
    desk.write(TODAY, "- 09:00 tea\n- editor\n")
    restarted = Desk(desk.root)

    restarted.writing.start(desk.now, restarted.forget)
    again = restarted.writing.look_again([TODAY], desk.now)

    assert [True] == [bool(item.new_op) for item in again]
    restarted.close()


def test_a_save_in_the_last_moment_is_not_overwritten(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Somebody saves between our reading and our swap: their text is kept and the insertion planned on top of it.
    """
    desk.folder.write(TODAY, "# Day\nold\n")
    import diurnal.vault.notefile as notefile

    real = notefile.exchange
    saves = iter([b"# Day\nfrom the editor\n"])

    def exchange_after_a_save(one: str, other: str) -> bool:
        if (text := next(saves, None)) is not None:
            Path(other).write_bytes(text)
        return real(one, other)

    monkeypatch.setattr(notefile, "exchange", exchange_after_a_save)

    desk.patcher.write([Patch(TODAY, below_title("ours"))], what="test", at=desk.now)

    assert "# Day\nours\nfrom the editor\n" == desk.text(TODAY)
    assert [TODAY.rpartition("/")[2]] == [p.name for p in desk.folder.path("diary").iterdir()]


def test_without_an_exchange_a_plain_rename_is_used(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    On a file system that cannot swap two files the note is replaced by a rename.
    """
    desk.folder.write(TODAY, "# Day\nold\n")
    monkeypatch.setattr("diurnal.vault.notefile.exchange", lambda one, other: False)

    desk.patcher.write([Patch(TODAY, below_title("ours"))], what="test", at=desk.now)

    assert "# Day\nours\nold\n" == desk.text(TODAY)


def test_an_editor_in_the_middle_of_a_save_is_waited_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A file that was emptied this instant is being saved; once it has text again, that is what is written on.
    """
    path = desk.folder.write(TODAY, b"")

    def editor_goes_on(seconds: float) -> None:
        path.write_bytes(b"- 09:00 tea\n- 10:00 editor\n")

    monkeypatch.setattr("diurnal.vault.notefile.time.sleep", editor_goes_on)

    desk.append("Cake.", at=desk.now)

    assert desk.text(TODAY).startswith("- 09:00 tea\n- 10:00 editor\n- 12:00 Cake.")


def test_a_note_that_cannot_be_looked_at_keeps_no_other_from_being_mended(desk: Desk) -> None:
    """
    Where a folder took a note's place that is told; what an editor overwrote in another note is put back.
    """
    for path in ("a.md", "b.md"):
        desk.write(path, "- one\n")
        desk.patcher.write([Patch(path, below_title("- ours"))], what="test", at=desk.now)
    desk.folder.remove("a.md")
    desk.folder.path("a.md").mkdir()
    desk.write("b.md", "- one\n- two\n")

    unseen, again = desk.writing.look_again(["a.md", "b.md"], desk.now)

    assert (unseen.op, unseen.path, unseen.new_op) == ("", "a.md", "")
    assert "cannot be seen: a.md is not a file" in unseen.message
    assert (again.path, again.new_op != "") == ("b.md", True)
    assert sorted(desk.text("b.md").splitlines()) == ["- one", "- ours", "- two"]
