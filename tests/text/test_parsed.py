"""A person can see what each line of a note was taken for."""

from __future__ import annotations

from diurnal.text.parsed import lines_as_read
from text.conftest import reader_for

NOTE = """---
tags: daily
---
# 2026-07-21
## Log
- [ ] meditate
- 09:00 tea
%% hidden %%

```tasks
not done
```
## 14:30
walked
- 15:00 rested
---
"""


def test_every_line_says_what_it_was_taken_for() -> None:
    reader = reader_for(template_lines=frozenset(["- [ ] meditate"]))

    found = lines_as_read(reader, "diary/2026-07-21.md", NOTE.encode())

    assert [f"{line.what} {line.record.text}" if line.record else line.what for line in found] == [
        *["frontmatter"] * 3,
        "heading",
        "heading",
        "form",
        "entry tea",
        "comment",
        "blank",
        *["query"] * 3,
        "entry walked",
        "entry walked",
        "entry rested",
        "form",
        "blank",
    ]
    assert [line.number for line in found] == list(range(1, len(found) + 1))


def test_a_private_note_shows_no_line_unless_asked_for() -> None:
    private = b"---\nprivate: true\n---\nsecret\n"

    assert lines_as_read(reader_for(), "diary/2026-07-21.md", private) == []
    shown = lines_as_read(reader_for(), "diary/2026-07-21.md", private, show_private=True)
    assert [line.what for line in shown] == [*["frontmatter"] * 3, "entry", "blank"]
