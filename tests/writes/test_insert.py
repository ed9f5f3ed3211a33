"""Insertions as values: taking the inserted span out gives the original, whatever the note looks like."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diurnal.errors import NoteUnreadable, WriteRefused
from diurnal.text.entry_shape import Page, shape_for
from diurnal.text.form import Form
from diurnal.text.insert import Insertion, Removal, Sheet, applied, reversed_edits
from diurnal.text.insert_entry import NewEntry, place_entry
from writes.desk import NOON

PIECES = st.sampled_from(
    [
        "---\n", "---\ntags: [a]\n---\n", "# Title\n", "## 09:00\n", "## 9:05 am · claude\n", "### Log\n", "- 10:00 tea\n",
        "* [ ] 11:00 call\n", "  - nested\n", "- plain\n", "text\n", "  \n", "\n", "```py\ncode\n```\n", "```\n", "%%\nx\n%%\n",
        "<!-- c -->\n", "> [!note] hi\n> there\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "下午3点 喝茶\n", "$$\nx\n$$\n", "no end",
        "\t\n", "- 12:00 x ^abc\n", "{{date}}\n", "1. one\n", "\ufeff", "\0", "===\n", "^lone\n",
    ]
)  # fmt: skip
NOTES = st.builds(
    lambda pieces, ending, encoding: "".join(pieces).replace("\n", ending).encode(encoding),
    st.lists(PIECES, max_size=12),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
TEXTS = st.one_of(st.text(min_size=1, max_size=60), st.lists(PIECES, min_size=1, max_size=4).map("".join))


def place(source: bytes, text: str, by: str = "", heading: str = "") -> list[Insertion]:
    page = Page.of(source, Form(()))
    entry = NewEntry(text, NOON, date(2026, 7, 21), "e-k3f9", by)
    placed = place_entry(page, entry, shape_for([page]), title="2026-07-21", heading=heading)
    return [edit for edit in placed.edits if isinstance(edit, Insertion)]


@settings(max_examples=300)
@given(NOTES, TEXTS, st.sampled_from(["", "claude"]), st.sampled_from(["", "Log"]))
def test_an_entry_is_one_span_that_can_be_taken_out(source: bytes, text: str, by: str, heading: str) -> None:
    """
    Over generated notes and texts: an append is one insertion, and removing it gives the original bytes.
    """
    try:
        edits = place(source, text, by, heading)
    except (WriteRefused, NoteUnreadable):
        return

    (edit,) = edits
    after = applied(source, edits)
    assert source == after[: edit.offset] + after[edit.offset + len(edit.data) :]
    assert source == applied(after, reversed_edits(edits))


def test_over_every_note_of_real_vaults(shared: Path) -> None:
    """
    The same over each note of the public vaults; nearly all of them take an entry.
    """
    refused, total = 0, 0
    for path in sorted((shared / "vaults").rglob("*.md")):
        source = path.read_bytes()
        total += 1
        try:
            edits = place(source, "Tea with Maya.\n\n- and cake")
        except WriteRefused:
            refused += 1
            continue
        after = applied(source, edits)
        assert source == applied(after, reversed_edits(edits)), path
        assert b"".join(after.split(edits[0].data, 1)) == source, path
    assert total > 100
    assert refused <= total // 50


@given(st.binary(max_size=40), st.lists(st.tuples(st.integers(0, 40), st.binary(max_size=6)), max_size=5))
def test_edits_and_their_reverse_cancel_out(source: bytes, drawn: list[tuple[int, bytes]]) -> None:
    """
    Insertions and removals mixed: the reversed edits give back the source.
    """
    edits: list[Insertion | Removal] = []
    at = 0
    for offset, data in sorted(drawn):
        offset = min(max(offset, at), len(source))
        if len(data) % 2:
            edits.append(Removal(offset, source[offset : offset + len(data)]))
            at = offset + len(data)
        else:
            edits.append(Insertion(offset, data))
            at = offset

    assert source == applied(applied(source, edits), reversed_edits(edits))


def test_edits_out_of_order_are_refused() -> None:
    """
    Edits that overlap, stand outside, or do not find what they remove are a mistake of the caller.
    """
    for edits in (
        [Insertion(3, b"x"), Insertion(1, b"y")],
        [Insertion(9, b"x")],
        [Removal(0, b"no")],
    ):
        with pytest.raises(ValueError):
            applied(b"abcd", edits)


@given(NOTES)
def test_lines_tile_the_note(source: bytes) -> None:
    """
    Line starts and ends cover every byte of a note once, in any encoding.
    """
    try:
        sheet = Sheet.of(source)
    except NoteUnreadable:
        return

    assert sheet.lines[-1].past == len(source)
    for above, below in zip(sheet.lines, sheet.lines[1:], strict=False):
        assert above.past == below.start
