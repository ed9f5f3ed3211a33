"""Every write over rough notes of every kind: nothing outside the insertion changes, and undo gives the bytes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from diurnal.errors import DiurnalError
from diurnal.model.record import Task
from rough_notes import rough, without
from writes.desk import TODAY, Desk

PAGE = "wiki/Maya.md"
TEXTS = (
    "Cake.",
    "茶 at 5\n\n- one\n- two",
    "```\ncode",
    "# x %% <!-- {{y}} ^z",
    "> quoted",
    "[ ] no task",
    "a | b | c",
)


def outside(desk: Desk, op: str) -> bytes:
    """What the note was before *op*, told by its insertions alone."""
    (note,) = desk.patcher.journal.entry(op).notes
    return without(note.edits, desk.data(note.path))


def open_tasks(desk: Desk, path: str, data: bytes) -> list[str]:
    return [record.text for record in desk.read(path, data).records if record.task is Task.OPEN]


def trial(desk: Desk, path: str, source: bytes, write: Callable[[], Any]) -> bool:
    """Write into *path* as it is *source*: only the insertion is new, and undo takes it out; false if it was refused."""
    desk.write(path, source)
    try:
        op = write().op
    except DiurnalError:
        assert desk.data(path) == source
        return False
    if not op:
        assert desk.data(path) == source
        return True
    assert outside(desk, op) == source
    tasks = open_tasks(desk, path, source)
    assert [task for task in open_tasks(desk, path, desk.data(path)) if task in tasks] == tasks
    desk.writing.undo(op, now=desk.now)
    assert desk.data(path) == source
    return True


@pytest.mark.usefixtures("forgetful_disk")
def test_rough_notes_keep_every_byte_but_what_was_put_in(desk: Desk) -> None:
    """
    A23, A24: entries, cards, replaced and closed cards over 150 generated notes; most of them take each.
    """
    taken = {"append": 0, "remember": 0, "replace": 0, "close": 0}
    card = "wiki/Maya.md#^c-bbbb"
    for seed in range(150):
        source, text = rough(seed), TEXTS[seed % len(TEXTS)]
        taken["append"] += trial(desk, TODAY, source, lambda text=text: desk.append(text))  # type: ignore[misc]
        taken["remember"] += trial(desk, PAGE, source, lambda text=text: desk.remember(text, page="Maya"))  # type: ignore[misc]
        taken["replace"] += trial(desk, PAGE, source, lambda text=text: desk.replace(card, text))  # type: ignore[misc]
        taken["close"] += trial(desk, PAGE, source, lambda: desk.writing.wiki.close(card, now=desk.now))
        desk.later(minutes=1)
    assert taken["append"] > 90
    assert taken["remember"] > 90
    assert min(taken["replace"], taken["close"]) > 5


@pytest.mark.usefixtures("forgetful_disk")
def test_every_public_note_takes_a_card_and_an_entry_and_gives_them_back(desk: Desk, shared: Path) -> None:
    """
    A23: the same over each note of the public vaults, as a day and as a wiki page.
    """
    taken, total = 0, 0
    for path in sorted((shared / "vaults").rglob("*.md")):
        total += 1
        source = path.read_bytes()
        taken += trial(desk, TODAY, source, lambda: desk.append("Tea with Maya.\n\n- and cake"))
        taken += trial(desk, PAGE, source, lambda: desk.remember("Maya likes tea.", page="Maya"))
        desk.now += timedelta(minutes=1)
    assert taken > total * 1.8
