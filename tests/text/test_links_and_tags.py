"""Links and tags are found where Obsidian finds them, and read as a person reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from diurnal.model.record import Note
from diurnal.text.inline import read_inline
from diurnal.text.resolve import NoteNames
from diurnal.text.tags import merge_tags


def links(markup: str) -> list[tuple[str, str, str, bool]]:
    return [(link.target, link.anchor, link.alias, link.embed) for link in read_inline(markup, 1).links]


@pytest.mark.parametrize(
    ("markup", "expected", "shown"),
    [
        ("[[Note]]", [("Note", "", "", False)], "Note"),
        ("[[b/Note]]", [("b/Note", "", "", False)], "Note"),
        ("[[ Note | p ]]", [("Note", "", "p", False)], "p"),
        ("[[Note#Part|p]]", [("Note", "Part", "p", False)], "p"),
        ("[[Note#H1#H2]]", [("Note", "H1#H2", "", False)], "Note > H1 > H2"),
        ("[[#Here]]", [("", "Here", "", False)], "Here"),
        ("[[Note#^abc123]]", [("Note", "^abc123", "", False)], "Note"),
        ("[[Ext.MD]]", [("Ext.MD", "", "", False)], "Ext.MD"),
        ("[[v1.2.3 notes]]", [("v1.2.3 notes", "", "", False)], "v1.2.3 notes"),
        ("[[Sq]uare]]", [("Sq]uare", "", "", False)], "Sq]uare"),
        ("[[a [[Inner]] c]]", [("Inner", "", "", False)], "[[a Inner c]]"),
        ("[[https://x.y]]", [("https://x.y", "", "", False)], "https://x.y"),
        ("![[pic.png|200]]", [("pic.png", "", "200", True)], "pic.png"),
        ("![[Daily.base]]", [("Daily.base", "", "", True)], ""),
        ("[t](My%20Note.md#Part%202)", [("My Note.md", "Part 2", "t", False)], "t"),
        ("[x](Other.md)", [("Other.md", "", "x", False)], "x"),
        ("[x](<My Note.md>)", [("My Note.md", "", "x", False)], "x"),
        ("[x](a_(b).md)", [("a_(b).md", "", "x", False)], "x"),
        ("![alt](img/p%20q.jpg)", [("img/p q.jpg", "", "alt", True)], "alt"),
        ("[**b** t](N.md)", [("N.md", "", "b t", False)], "b t"),
        ("wow![[Maya]]", [("Maya", "", "", True)], "wowMaya"),
    ],
)
def test_a_link_is_read_as_written(
    markup: str, expected: list[tuple[str, str, str, bool]], shown: str
) -> None:
    """Bug kinds 55, 60, 62, 63 (appendix B)."""
    assert links(markup) == expected
    assert read_inline(markup, 1).text == shown


@pytest.mark.parametrize(
    "markup",
    [
        "[site](https://x.y/a.md)",
        "[mail](mailto:a@b.c)",
        "<https://x.y>",
        "https://x.y/[[z",
        "`[[Code]]`",
        "``a `[[b]]` c``",
        "[[]]",
        "[[ ]]",
        r"\[[Note]\]",
        "[ref][1]",
        "[^1]",
        "[!note]- Title",
        "[24:33.098 - 24:41.260] hello",
    ],
)
def test_what_is_no_note_link_gives_none(markup: str) -> None:
    """Bug kinds 80, 81."""
    assert links(markup) == []


def test_a_table_escapes_the_pipe_of_a_link(read) -> None:
    """Peers' faults 58: Obsidian writes it so; unescaped it is a link all the same."""
    note = read("notes/x.md", "| one | two |\n|-----|-----|\n| [[a\\|b]] | x |\n| [[c|d]] | y |\n")

    assert [(link.target, link.alias, link.line) for link in note.links] == [("a", "b", 3), ("c", "d", 4)]
    assert note.records[0].text == "one | two\nb | x\nd | y"


@pytest.mark.parametrize(
    ("markup", "tags"),
    [
        ("#Work/Home #work/home", ["Work/Home", "work/home"]),
        ("#2024 #y2024 #été #工作 #🚀 #a-b_c", ["y2024", "été", "工作", "🚀", "a-b_c"]),
        ("text#no #tag. (#in) “#quoted”", ["tag", "in", "quoted"]),
        ('`#ff8800` <font color="#EEE">x</font> http://x/#frag #123 #a1', ["a1"]),
        ("[t](N.md#Part) [[N#Part]] &#123; $#a$ \\#no", []),
        ("# #", []),
        ("#工作，今天", ["工作"]),
        ("**#bold** ==#high==", ["bold", "high"]),
        ("#👩‍💻 #a/ ##x", ["👩‍💻", "a"]),
        ("#_inbox #area/_old/x _#slanted_ and __#heavy__", ["_inbox", "area/_old/x", "slanted", "heavy"]),
    ],
)
def test_a_tag_follows_obsidians_grammar(markup: str, tags: list[str]) -> None:
    """Peers' faults 88: Bug kinds 85, 86, 88."""
    assert read_inline(markup, 1).tags == tags


def test_tags_are_compared_without_case_and_keep_their_first_spelling() -> None:
    """Bug kinds 88, 117."""
    assert merge_tags(["Work/Home", "b"], ["work/home", "B", "c"]) == ("Work/Home", "b", "c")


def test_code_blocks_and_table_rules_hold_no_tags(read) -> None:
    """Bug kinds 85, 87."""
    note = read("notes/x.md", "```css\ncolor: #abc\n```\n| a |\n|:--|\n| b |\n\n##x\n\n#\n")

    assert note.tags == ()


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("green **tea**, ==hot== ~~cold~~ *now* _here_ ***all***", "green tea, hot cold now here all"),
        ("a * b, 2 == 2, snake_case_name, __init__.py", "a * b, 2 == 2, snake_case_name, __init__.py"),
        ("`**kept**` and ``a ` b``", "**kept** and a ` b"),
        (r"\*not\* \# \[x\]", "*not* # [x]"),
        ("Tom &amp; Bo&nbsp;<br>x <u>y</u> List<String>", "Tom & Bo\xa0 x y List<String>"),
        ("said so[^1] and^[an aside] on", "said so and (an aside) on"),
        ("said so ^[an aside] on", "said so (an aside) on"),
        ("`= this.file.name` and `$= dv.x`", " and "),
        ("**lone and _lone", "**lone and _lone"),
        ("#_inbox and #_todo, _so_", "#_inbox and #_todo, so"),
        ("C:\\dir\\file and \\\\wsl$\\d", "C:\\dir\\file and \\wsl$\\d"),
    ],
)
def test_a_line_reads_as_a_person_sees_it(markup: str, text: str) -> None:
    """Marks of emphasis, links and comments part no words and are none."""
    assert read_inline(markup, 1).text == text


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "[[a ",
        "**a ",
        "`",
        "` ",
        "![a](",
        "<a ",
        "$a ",
        "[^",
        "((",
        "http://",
        "_a ",
        "[a](",
        "[x][x]",
        "^[",
        "&a",
        "\\",
        "[a:: ",
    ],
)
def test_a_line_of_openers_that_never_close_takes_no_longer_than_its_length(unit: str, read) -> None:
    """Reading is linear: with quadratic reading these 200,000 characters take minutes."""
    note = read("notes/x.md", f"first {unit * (200_000 // len(unit))} last")

    text = "".join(record.text for record in note.records)
    assert (text[:5], text[-4:]) == ("first", "last")


@pytest.mark.parametrize(
    ("written", "target", "alias"),
    [
        ("see [the plan][p]", "Other.md", "the plan"),
        ("- see [P][] soon", "Other.md", "P"),
        ("see [p], then", "Other.md", "p"),
        ("see [the  Two][Second  Page]", "wiki/Page Two.md", "the  Two"),
        ("> quoted [it][p]", "Other.md", "it"),
    ],
)
def test_a_reference_link_leads_where_its_definition_says(
    read: Callable[..., Note], written: str, target: str, alias: str
) -> None:
    note = read("Note.md", f'{written}\n\n[p]: Other.md "Other"\n[second page]: <wiki/Page%20Two.md#Head>\n')

    assert [(target, alias)] == [(link.target, link.alias) for link in note.links]


@pytest.mark.parametrize(
    "written",
    ["`[x][p]`", "[x][q]", "- [x] done", "a \\[p] b", "[p]: Twice.md", "[x][w]"],
)
def test_what_is_no_reference_link_stays_text(read: Callable[..., Note], written: str) -> None:
    note = read("Note.md", f"{written}\n\n[p]: Other.md\n[w]: https://example.org\n")

    assert note.links == ()


def test_a_footnote_in_the_line_may_hold_links(read) -> None:
    (record,) = read(
        "Trips/Mill.md", "We saw the mill.^[Built by [[Bo|him]], **not** [Ana](Ana.md)] It turned.\n"
    ).records

    assert record.text == "We saw the mill. (Built by him, not Ana) It turned."
    assert [link.target for link in record.links] == ["Bo", "Ana.md"]


def test_blanks_around_an_address_are_no_part_of_it(read) -> None:
    (record,) = read("Trips/Mill.md", "See [the mill]( Mill%20House.md ).\n").records

    assert (record.text, [link.target for link in record.links]) == ("See the mill.", ["Mill House.md"])


@pytest.mark.parametrize("path", ["notes/Books.md", "wiki/Books.md", "diary/2026-07-21.md"])
@pytest.mark.parametrize(
    "written", ["![[Books.base]]", "- (src:: [[Books.base]])", "- ![[Books.base]]\n- more"]
)
def test_what_shows_no_text_still_links(path: str, written: str, read: Callable[..., Note]) -> None:
    note = read(path, written)

    assert [(link.target, link.line) for link in note.links] == [("Books.base", 1)]


def test_a_link_between_the_parts_of_a_long_text_is_lost_by_none(read: Callable[..., Note]) -> None:
    long = "The mill turned all day and all night. " * 4
    note = read(
        "notes/Mill.md", f"![[A.base]]\n{long}\n![[B.base]]\n{long}\n![[C.base]]\n", passage_chars=200
    )

    assert len(note.records) > 1
    assert [link.target for link in note.links] == ["A.base", "B.base", "C.base"]


def test_a_link_in_a_long_line_stands_in_the_one_part_that_shows_it(read: Callable[..., Note]) -> None:
    long = "The mill turned all day and all night. " * 4
    line = f"[[Ana]] saw. {long}[[Bo|he]] came. {long}[[Ana]] left. {long}{long} (src:: [[Log]])"
    note = read("notes/Mill.md", f"{line}\n", passage_chars=200)

    for record in note.records:
        names = [link.alias or link.target for link in record.links if link.target != "Log"]
        assert names == [word for word in record.text.replace(".", "").split() if word in ("Ana", "he")]
    assert sorted(link.target for link in note.links) == ["Ana", "Ana", "Bo", "Log"]


def test_a_name_is_found_though_signs_that_nobody_sees_stand_in_it() -> None:
    names = NoteNames([("wiki/Maya\u200b Lind.md", ("\ufeffM.",)), ("wiki/Robert.md", ())])
    assert "wiki/Maya\u200b Lind.md" == names.find("maya lind").path == names.find("m.").path
    assert "wiki/Robert.md" == names.link("Rob\u00adert", "a.md")
