"""Leaving Diurnal: its own marks come out of the notes, to the byte, and nothing else does."""

from __future__ import annotations

import pytest

from jobs_room import NOW, Room

YESTERDAY = "2041-07-23"
STAMP = "<!-- diurnal: ts=2041-07-23T09:00:00+02:00 -->"


@pytest.fixture(params=["\n", "\r\n"])
def newline(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_what_the_jobs_wrote_comes_out_to_the_byte(room: Room, newline: str, end: str) -> None:
    """
    A note that got hall marks and a day in brief is, stripped, the note it was; undone, the marks stand there again.
    """
    text = f"\ufeff# Thursday{newline}{newline}- [x] 09:00 Decided to move to Lisbon.{newline}- 10:00 I love oolong.{end}"
    path = room.diary(YESTERDAY, text.encode())
    before = room.bytes_of_all()
    room.run(room.tag_halls())
    room.run(room.write_diary())
    marked = room.bytes_of_all()
    assert b"[hall_" in marked[path]
    assert b"Day in brief" in marked[path]

    tried = room.strip(dry_run=True)
    assert marked == room.bytes_of_all()
    done = room.strip()

    assert before == room.bytes_of_all()
    assert ("", tried.op, "-> [!diurnal]- Day in brief" in tried.diff) == (tried.op, "", True)
    assert (2, 0, 1, (path,)) == (done.marks, done.comments, done.briefs, done.notes)
    assert ((), 0) == (room.strip().notes, room.strip().marks)
    room.takeback.undo(done.op, at=NOW)
    assert marked == room.bytes_of_all()


def test_timestamp_comments_come_out_and_entries_stay(room: Room) -> None:
    """
    The comment of each section goes with the blank line above it, also the last line of a note without a line break.
    """
    one, two = "## 09:00\n\nTea. ^e-aaaa\n", "## 10:00\n\nCake. ^e-bbbb"
    path = room.diary(YESTERDAY, f"{one}\n{STAMP}\n\n{two}\n\n{STAMP}")

    assert 2 == room.strip().comments
    assert f"{one}\n{two}" == room.text(path)


@pytest.mark.parametrize(
    "text",
    [
        "- 09:00 [hall_facts] Marked by hand.\n",
        "- 09:00 #hall/facts Marked by hand.\n",
        f"```\n{STAMP}\n```\n",
        f"Shown as `{STAMP}`.\n",
        f"Tea. {STAMP}\n",
        f"{STAMP} tea\n",
        "<!-- diurnal: ts=yesterday -->\n",
        f"---\nnote: |\n{STAMP}\n---\n",
        "> [!diurnal]- Day in brief\n> - By my own hand.\n",
    ],
)
def test_what_is_not_certainly_ours_stays(room: Room, text: str) -> None:
    """
    Marks the owner wrote, comments in code or beside other text, a brief we did not write: no byte is changed.
    """
    room.diary(YESTERDAY, text)
    before = room.bytes_of_all()

    done = room.strip()

    assert ("", ()) == (done.op, done.notes)
    assert before == room.bytes_of_all()


def test_a_brief_that_a_person_edited_stays_and_is_named(room: Room) -> None:
    """
    A line more in the callout is somebody's own: the whole callout stays, with a warning.
    """
    path = room.diary(YESTERDAY, "- 09:00 Decided to move to Lisbon.\n")
    room.run(room.write_diary())
    room.write(path, room.text(path) + "> And I was glad.\n")
    before = room.bytes_of_all()

    done = room.strip()

    assert before == room.bytes_of_all()
    assert [True] == [path in warning for warning in done.warnings]


def test_a_note_beside_a_conflict_copy_is_left_alone(room: Room) -> None:
    """
    Two versions of a day are for their owner to settle first.
    """
    path = room.diary(YESTERDAY, f"## 09:00\n\nTea.\n\n{STAMP}\n")
    room.write(
        f"diary/{YESTERDAY}.sync-conflict-20410724-080000-ABCDEFG.md", f"## 09:00\n\nTea.\n\n{STAMP}\n"
    )
    before = room.text(path)

    done = room.strip()

    assert before == room.text(path)
    assert any("conflict copy" in warning for warning in done.warnings)
