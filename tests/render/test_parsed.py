"""`day DATE --parsed`: how each line was read."""

from __future__ import annotations

from datetime import date

from diurnal.model.layout import Layout
from diurnal.render.parsed import parsed_lines
from diurnal.text import Reader

NOTE = """\
---
tags: [diary]
---
# Tuesday

- 09:10 Ran along the river.
  Slow, but far.
- [ ] Water the plants

```
- 10:00 not an entry
```
%% nor this %%
"""


def read(text: str) -> list[tuple[int, str]]:
    reader = Reader(Layout(), classify=lambda text: "events", events=lambda text, day: ())
    data = text.encode()
    note = reader.read("2026-07-21.md", data)
    assert all(record.day == date(2026, 7, 21) for record in note.records)
    return [(line.line, line.what) for line in parsed_lines(note.path, data, note.records)]


def test_every_line_is_accounted_for() -> None:
    said = dict(read(NOTE))
    assert list(said) == list(range(1, NOTE.count("\n") + 1))
    assert [said[line] for line in (1, 2, 3)] == ["frontmatter"] * 3
    assert said[4] == "heading"
    assert said[5] == "empty"
    assert said[6] == "entry 09:10"
    assert said[7] == "text of that entry"
    assert said[8] == "entry, time unknown, task open, plan"
    assert {said[line] for line in (10, 11, 12)} == {"code of that entry"}


def test_a_line_of_the_template_is_form() -> None:
    (line, _) = parsed_lines("2026-07-21.md", b"- [ ] Water the plants\n\n", (), {"- [ ] Water the plants"})
    assert line.what == "the template's"


def test_a_line_break_of_any_kind_counts_one_line() -> None:
    assert read(NOTE.replace("\n", "\r\n")) == read(NOTE)


def test_a_note_that_cannot_be_read_says_why() -> None:
    (line,) = parsed_lines("2026-07-21.md", b"\xff\xfe\x00\xd8", ())
    assert "utf-16" in line.what.lower()
