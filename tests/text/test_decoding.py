"""Bytes become text by their byte order mark or as UTF-8; anything else is kept out by name."""

from __future__ import annotations

import codecs

import pytest

from diurnal.model.record import Note
from diurnal.text import decode


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_a_note_is_read_in_the_encoding_its_mark_names(mark: bytes, codec: str) -> None:
    decoded = decode(mark + "# 日记\nnaïve 🐘".encode(codec))

    assert decoded.text == "# 日记\nnaïve 🐘"
    assert decoded.problem == ""


@pytest.mark.parametrize(
    "data", [b"caf\xe9 au lait", "日记".encode("gb18030"), b"\xff\xfea", b"ok\xed\xa0\x80"]
)
def test_bytes_that_are_no_text_are_kept_out_with_a_reason(data: bytes, read) -> None:
    decoded = decode(data)
    note: Note = read("diary/2026-07-21.md", data)

    assert decoded.text == ""
    assert "not valid" in decoded.problem
    assert note.records == ()
    assert note.warnings == (decoded.problem,)


def test_utf16_that_lost_its_mark_is_never_read_as_spaced_letters() -> None:
    """Peers' faults 84."""
    assert "byte order mark" in decode("lunch with Maya".encode("utf-16-le")).problem
    assert "byte order mark" in decode("lunch with Maya".encode("utf-16-be")).problem


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_line_numbers_are_those_of_an_editor_whatever_ends_the_lines(line_break: str, read) -> None:
    text = line_break.join(
        ["---", "tags: a", "---", "## 09:00", "first", "", "## 10:00", "second\u2028still", ""]
    )

    records = read("diary/2026-07-21.md", text).records

    assert [record.lines for record in records] == [(4, 5), (7, 8)]
    assert records[1].text == "second\u2028still"


def test_nul_bytes_are_left_out_of_the_index_copy(diary) -> None:
    """Peers' faults 82."""
    assert diary("be\0fore\0 noon") == ["before noon"]
