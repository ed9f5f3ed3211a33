"""Every write over rough notes of every kind: nothing outside the insertion changes, and undo gives the bytes back."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from diurnal.errors import DiurnalError
from diurnal.model.record import Task
from diurnal.text.insert import Insertion
from writes.desk import TODAY, Desk

PAGE = "wiki/Maya.md"
HEADS = (
    "", "", "---\ntags: [a, b]\naliases:\n  - May\n---\n", "---\n---\n", "---\r\ndate: 2026-07-21\n---\n",
    "---\nnested:\n  deep: |\n    - [ ] no task\n    ## no heading\n---\n", "---\ntitle: a: b\n---\n", "---\nopen\n", "+++\ntoml = 1\n+++\n",
)  # fmt: skip
PIECES = (
    "# Title\n", "## 09:00\n\nTea.\n", "### 9:05 am · claude\n", "- 10:00 tea ^e-aaaa\n", "* [ ] 11:00 call 📅 2026-08-01\n",
    "- [x] done\n\t- [ ] below\n\t\t1. deeper\n", "+ plus\n", "text with 😀 and 茶  \n", "\t\n", "\n\n", "```py\n- [ ] code\n## 12:00\n```\n",
    "- item\n  ```\n  fence in a list\n  ```\n", "~~~\n%%\n~~~\n", "%%\n- hidden\n%%\n", "<!-- a\n- b\n-->\n", "> [!note]- Folded\n> - [ ] x\n> > y\n",
    "| a | b |\n|---|--:|\n| 1 | \\| |\n", "$$\nx^2\n$$\n", "A note[^1].\n\n[^1]: foot\n    more\n", "key:: value\n", "- [due:: 2026-07-01] x\n",
    "(since:: 2026-01-01)\n", "![[img.png|100]]\n", "[[Maya#^c-1|her]]\n", "- Maya likes tea. (since:: 2026-01-01) ^c-bbbb\n", "^lone\n", "***\n",
    "Setext\n===\n", "下午3点 喝茶。\n", "**14:30** – met\n", "- 23:50 late\n- 00:40 later\n", "{{date}} <% tp.now() %>\n", "    indented code\n",
    "<details>\n<summary>x</summary>\n- y\n</details>\n", "#tag #hall/facts\n", "\\# escaped\n", "a\u2028b\u00a0c\u0085d\n", "\x0c\n", "%% open\n",
)  # fmt: skip
TEXTS = (
    "Cake.",
    "茶 at 5\n\n- one\n- two",
    "```\ncode",
    "# x %% <!-- {{y}} ^z",
    "> quoted",
    "[ ] no task",
    "a | b | c",
)


def rough(seed: int) -> bytes:
    """One generated note; the same for the same *seed*."""
    draw = random.Random(seed)
    text = draw.choice(HEADS) + "".join(draw.choices(PIECES, k=draw.randrange(9)))
    if draw.random() < 0.3:
        text = text.rstrip("\n")
    text = text.replace("\r\n", "\n").replace("\n", draw.choice(["\n", "\n", "\r\n", "\r"]))
    return text.encode(draw.choice(["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16"]))


def outside(before: bytes, desk: Desk, op: str) -> bytes:
    """What the note was before *op*, told by its insertions alone."""
    entry = desk.patcher.journal.entry(op)
    (note,) = entry.notes
    assert all(isinstance(edit, Insertion) for edit in note.edits)
    after, at, parts, shift = desk.data(note.path), 0, list[bytes](), 0
    for edit in note.edits:
        start = edit.offset + shift
        parts.append(after[at:start])
        assert after.startswith(edit.data, start)
        at, shift = start + len(edit.data), shift + len(edit.data)
    return b"".join([*parts, after[at:]])


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
    assert outside(source, desk, op) == source
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
