"""A name that is also a word for days: whoever asks for May does not ask for a month."""

from __future__ import annotations

import pytest

from answer_room import NOW, Skin
from notefolder import NoteFolder


def days_of_hits(vault: NoteFolder, skin: Skin, question: str) -> list[str]:
    return [hit.record.path for hit in skin.retrieve(question).hits]


@pytest.fixture
def months(vault: NoteFolder) -> NoteFolder:
    for when, said in (
        ("2026-05-02", "Booked the flights to Lisbon."),
        ("2026-05-03", "Watched a film about whales."),
        ("2026-06-10", "Landed in Lisbon, rain."),
        ("2026-07-14", "Dinner with Maya on the roof."),
    ):
        vault.write(f"diary/{when}.md", f"## 20:00\n\n{said}\n")
    return vault


def test_a_page_with_an_alias_that_is_a_month_brings_no_month(months: NoteFolder, skin: Skin) -> None:
    months.write("wiki/people/Maya.md", "---\naliases: [May]\n---\n- Birthday: 14 March.\n")

    for question in ("Maya's birthday", "dinner with May"):
        assert not [path for path in days_of_hits(months, skin, question) if "2026-05" in path]


def test_a_page_that_is_called_like_a_month_is_no_month(months: NoteFolder, skin: Skin) -> None:
    months.write("wiki/people/June.md", "- Plays the cello.\n")
    months.write("diary/2026-07-15.md", "## 09:00\n\nCello lesson with June.\n")

    assert days_of_hits(months, skin, "what does June play?") == [
        "wiki/people/June.md",
        "diary/2026-07-15.md",
    ]


def test_the_month_that_was_asked_for_names_nobody(months: NoteFolder, skin: Skin) -> None:
    """
    "in May" is the time, so Maya's page does not stand beside the answer.
    """
    months.write("wiki/people/Maya.md", "---\naliases: [May]\n---\n- Birthday: 14 March.\n")

    answer = skin.retrieve("Lisbon in May")

    assert [hit.record.text for hit in answer.hits] == ["Booked the flights to Lisbon."]
    assert [hit.record.text for hit in answer.nearby] == ["Landed in Lisbon, rain."]


def test_another_year_is_not_near_for_its_month_alone(months: NoteFolder, skin: Skin) -> None:
    months.write("diary/2025-05-20.md", "## 20:00\n\nPlanted beans.\n")

    assert skin.retrieve("whales in May").nearby == ()


def test_what_a_long_window_lacks_is_told_in_the_words_that_matter(months: NoteFolder, skin: Skin) -> None:
    assert skin.retrieve("what did we eat in June").summary == "Nothing then (June) mentions eat."
    assert skin.retrieve("我五月吃了什么拉面").summary == "那段时间（五月）没有提到：吃 拉面。"


def test_a_date_that_stands_on_a_page_is_not_sought_among_days(months: NoteFolder, skin: Skin) -> None:
    """
    "Birthday: 14 March" holds both words; no dinner is taken for the birthday.
    """
    months.write("wiki/people/Maya.md", "- Birthday: 14 March.\n")

    answer = skin.ask("When is Maya's birthday?")

    assert answer.days == ()
    assert answer.hits[0].record.text == "Birthday: 14 March."
    assert answer.hits[0].matched


def test_why_not_tells_a_link_that_leaves_the_vault(months: NoteFolder, skin: Skin) -> None:
    outside = months.root.parent / "elsewhere.md"
    outside.write_text("A key.\n", encoding="utf-8")
    (months.root / "key.md").symlink_to(outside)

    said = skin.open().explain("key", why_not="key", now=NOW).why_not

    assert said == ("key.md is a link that leaves the vault, so it is not read.",)
