"""Whatever a note holds, the reader reads it, twice the same, and loses no line of a plain one."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diurnal.model.layout import Layout, NotePattern
from diurnal.model.record import Note, Place
from diurnal.text import Reader
from diurnal.text.inline import read_inline
from text.conftest import reader_for

PATHS = [
    "diary/2026-07-21.md",
    "wiki/people/Maya.md",
    "notes/x.md",
    "episodes/2026-07-21 chat.md",
    "Standup 2026-07-21.md",
]
fragments = st.sampled_from(
    [
        "# ",
        "## 14:30 · claude",
        "## 24:00",
        "- ",
        "- [ ] ",
        "  - ",
        "\t- ",
        "1. ",
        "> ",
        "> [!note]- T",
        "```",
        "````",
        "~~~",
        "$$",
        "---",
        "===",
        "%%",
        "<!--",
        "-->",
        "<%",
        "%>",
        "{{date}}",
        "[[a",
        "b]]\n",
        "![[p.png]]",
        "[x](y.md)",
        "(since:: 2026-01-01)",
        "[due:: 2026-01-01]",
        "a:: b",
        "📅 2026-01-01",
        "^id",
        "#tag",
        "#hall/facts",
        "[hall_facts] ",
        "**Maya:** ",
        "09:00 - 10:30 ",
        "\n",
        "**",
        "`",
        "``",
        "_",
        "==",
        "text",
        "今天",
        "",
        " a ",
        " b ",
        "",
        "---",
        "---",
        "",
        "\\",
        "&amp;",
        "<br>",
        "^[x]",
        "[^1]",
        "<!-- ts=2026-07-21T14:30:00 -->",
        "\u2028",
        "\x0b",
        "🐘",
    ]
)
any_note = st.one_of(
    st.lists(st.one_of(fragments, st.just("\n"), st.just(" "), st.text(max_size=4)), max_size=40).map(
        "".join
    ),
    st.text(max_size=200),
)


@settings(max_examples=300)
@given(st.sampled_from(PATHS), any_note, st.booleans())
def test_any_text_is_read_and_read_alike_again(path: str, text: str, headed: bool) -> None:
    if headed:
        text = f"---\ntags: [a]\n{text}\n---\n{text}"
    reader = reader_for(template_lines=frozenset(["## Log", "- [ ] "]), passage_chars=60)
    data = text.encode("utf-8", "ignore")

    note = reader.read(path, data)

    assert note == reader.read(path, data)
    last = data.decode().replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert len({record.id for record in note.records}) == len(note.records)
    for ordinal, record in enumerate(note.records):
        assert 1 <= record.lines[0] <= record.lines[1] <= last
        assert record.text.strip()
        assert record.ordinal == ordinal
        assert (
            record.recorded is None
            or record.recorded.start is None
            or record.recorded.start < record.recorded.end
        )


@given(st.binary(max_size=200), st.sampled_from(PATHS))
def test_any_bytes_are_read(data: bytes, path: str) -> None:
    note = reader_for().read(path, data)

    assert note.path == path
    assert not (note.records and note.warnings and "not valid utf" in note.warnings[0])


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "text",
    [
        "".join(f"{' ' * (2 * depth)}- level {depth}\n" for depth in range(1500)),
        "> " * 3000 + "deep",
        "- " * 3000 + "deep",
        "`a`%%b%%" * 20_000,
        "| [[a |" * 20_000 + "\n|---|\n| b |",
        "- a\n<!-- ts=2026-07-21T14:30:00 -->\n" * 5000,
        "- x 📅 2026-01-01 " + "📅 2026-01-01 " * 10_000,
        "```\n" * 20_001,
        "<!--\n" * 20_000,
    ],
    ids=[
        "nested items",
        "nested quotes",
        "nested markers",
        "comments",
        "cells",
        "stamps",
        "dates",
        "fences",
        "openers",
    ],
)
def test_a_note_built_to_hurt_is_read(text: str, path: str) -> None:
    note = reader_for().read(path, text.encode())

    assert note.path == path


plain_lines = st.sampled_from(
    [
        "## 09:00",
        "## 14:30 · claude",
        "### 3:05 pm",
        "## Log",
        "# Top",
        "",
        "- walked {n}",
        "- 10:15 called {n}",
        "- [ ] buy {n}",
        "- [x] sold {n}",
        "  - nested {n}",
        "para {n}",
        "11:00 noon {n}",
        "> quoted {n}",
        "**Maya:** said {n}",
    ]
)


@given(st.lists(plain_lines, max_size=25))
def test_every_line_of_a_plain_diary_is_in_exactly_one_record(lines: list[str]) -> None:
    lines = [line.replace("{n}", f"word{number}x") for number, line in enumerate(lines, 1)]

    note = reader_for().read("diary/2026-07-21.md", "\n".join(lines).encode())

    found = Counter(
        word for record in note.records for word in record.text.split() if word.startswith("word")
    )
    written = Counter(word for line in lines for word in line.split() if word.startswith("word"))
    assert found == written
    for record in note.records:
        for word in record.text.split():
            if word.startswith("word"):
                assert record.lines[0] <= int(word[4:-1]) <= record.lines[1]


@given(st.text(alphabet=st.sampled_from("ab *_`[]()!|#^$\\<>&=~今"), max_size=60))
def test_reading_a_line_never_invents_text(markup: str) -> None:
    shown = read_inline(markup, 1).text

    left = Counter(shown) - Counter(markup)
    # An inner heading reads "Note > Part", a line break as a blank, an inline footnote stands in brackets.
    assert set(left) <= set(" >()")


def roots(shared: Path) -> list[tuple[str, str, int, int]]:
    """The public vaults: folder, daily folder, and notes and records they hold at least."""
    return [
        ("kepano", "Daily", 100, 120),
        ("tasks-demo", "Daily Notes", 200, 900),
        ("dataview-test-vault", "", 20, 25),
    ]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_public_vault_is_read_whole_and_left_as_it_is(number: int, shared: Path) -> None:
    folder, daily, least_notes, least_records = roots(shared)[number]
    root = shared / "vaults" / folder
    if not root.is_dir():
        pytest.skip(f"the vault {folder} is not beside this checkout")
    layout = Layout(daily=(NotePattern(daily, "YYYY-MM-DD", "day"),), daily_found=bool(daily))
    reader = Reader(layout, classify=lambda text: "events", events=lambda text, day: ())
    paths = sorted(root.rglob("*.md"))

    def digest() -> str:
        return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()

    before = digest()
    notes: list[Note] = [reader.read(path.relative_to(root).as_posix(), path.read_bytes()) for path in paths]

    assert len(notes) >= least_notes
    assert sum(len(note.records) for note in notes) >= least_records
    assert [note.path for note in notes if note.warnings] == []
    assert {note.place for note in notes} <= {Place.DIARY, Place.OTHER}
    assert digest() == before
