"""The scanner sees the blocks a Markdown parser sees, with the lines an editor shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from diurnal.text.blocks import Block, Shape
from diurnal.text.scan import scan


def blocks(text: str) -> list[Block]:
    return scan(text.split("\n")).blocks


def shapes(text: str) -> list[tuple[str, int, int]]:
    return [(str(block.shape), block.first, block.last) for block in blocks(text)]


def rows(text: str) -> list[list[str]]:
    return [[markup for _, markup in block.rows] for block in blocks(text)]


@pytest.mark.parametrize(
    ("line", "level", "title"),
    [
        ("# A", 1, "A"),
        ("###### A", 6, "A"),
        ("## A ##", 2, "A"),
        ("## A#", 2, "A#"),
        ("   ## A", 2, "A"),
        ("##\tA", 2, "A"),
        ("## ", 2, ""),
        ("#", 1, ""),
        ("# #", 1, ""),
    ],
)
def test_a_heading_has_its_depth_and_its_text_without_marks(line: str, level: int, title: str) -> None:
    (block,) = blocks(line)

    assert (block.shape, block.level, block.rows) == (Shape.HEADING, level, [(1, title)])


@pytest.mark.parametrize("line", ["##x", "####### x", "    ## x", "text ## x", r"\# x", "#工作"])
def test_a_number_sign_elsewhere_makes_no_heading(line: str) -> None:
    """A number sign makes a heading only at the start of a line and before a blank: a tag is none."""
    assert [block.shape for block in blocks(line)] == [Shape.TEXT]


@pytest.mark.parametrize(
    "text",
    [
        "```\n## 10:00\n```\nafter",
        "~~~\n## 10:00\n~~~\nafter",
        "````\n```\n## 10:00\n```\n````\nafter",
        "```py\n~~~\n## 10:00\n```\nafter",
        "~~~ a `b` c\n## 10:00\n~~~~\nafter",
    ],
)
def test_a_heading_inside_a_fence_is_code(text: str) -> None:
    """Shell comments and examples of notes open no section, whichever fence they stand in."""
    assert [block.shape for block in blocks(text)] == [Shape.CODE, Shape.TEXT]


def test_an_unclosed_fence_runs_to_the_end() -> None:
    """Peers' faults 95: As Obsidian shows it: nothing after it is read as entries."""
    assert shapes("a\n```\nx\n## 10:00\ny") == [("text", 1, 1), ("code", 2, 5)]


def test_a_fence_in_a_list_item_belongs_to_it_and_ends_with_it() -> None:
    closed = blocks("- a\n  ```\n  ## x\n  ```\n- b")
    unclosed = blocks("- a\n  ```\n  ## x\n\n- b")

    assert [(block.shape, block.parent) for block in closed] == [
        (Shape.BULLET, -1),
        (Shape.CODE, 0),
        (Shape.BULLET, -1),
    ]
    assert closed[1].rows == [(3, "## x")]
    assert [block.shape for block in unclosed] == [Shape.BULLET, Shape.CODE, Shape.BULLET]


def test_a_query_is_not_code() -> None:
    """What a plugin fills in when the note is shown was not written by anybody."""
    for language in ("dataview", "dataviewjs", "tasks", "base", "query", "Dataview"):
        assert [block.shape for block in blocks(f"```{language}\nlist\n```")] == [Shape.QUERY]
    assert [block.shape for block in blocks("> ```dataview\n> list\n> ```")[0].inner] == [Shape.QUERY]


def test_nested_items_know_their_parent() -> None:
    found = blocks("- a\n\t- b\n\t\t- c\n\t- d\n- e\n\n  more of e\n\nend")

    assert [(block.rows[0][1], block.parent) for block in found] == [
        ("a", -1),
        ("b", 0),
        ("c", 1),
        ("d", 0),
        ("e", -1),
        ("more of e", 4),
        ("end", -1),
    ]


@pytest.mark.parametrize(
    ("line", "mark", "text"),
    [
        ("- [ ] a", " ", "a"),
        ("* [x] a", "x", "a"),
        ("1. [X] a", "X", "a"),
        ("+ [-] a", "-", "a"),
        ("- [x]a", "", "[x]a"),
        ("- [] a", "", "[] a"),
        ("- [a](b.md)", "", "[a](b.md)"),
        ("- [[N]]", "", "[[N]]"),
        ("- ## a", "", "a"),
        ("10) a", "", "a"),
    ],
)
def test_a_list_item_is_read_without_its_marker_and_checkbox(line: str, mark: str, text: str) -> None:
    (block,) = blocks(line)

    assert (block.shape, block.mark, block.rows) == (Shape.BULLET, mark, [(1, text)])


@pytest.mark.parametrize("text", ["-x", "1.x", "2024", "in\n2024. It was", "a - b", "-"])
def test_a_dash_or_a_number_alone_makes_no_list(text: str) -> None:
    if text == "-":
        assert rows(text) == [[""]]
    else:
        assert {block.shape for block in blocks(text)} == {Shape.TEXT}


def test_a_block_id_is_taken_off_its_block() -> None:
    """The id names the block and is no word of it; a power or a lone caret is none."""
    found = blocks("para\nmore ^p1\n\n- item ^i1\n\n| a |\n|---|\n| b |\n^t1\n\nx^2 and y ^no_id")

    assert [block.id for block in found] == ["p1", "i1", "t1", ""]
    assert found[0].rows == [(1, "para"), (2, "more")]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a %%b%% c", [["a  c"]]),
        ("%%\n# no\n%%\nyes", [["yes"]]),
        ("a <!-- b --> c", [["a  c"]]),
        ("<!-- a\n## b\n--> c", [["c"]]),
        ("- x %% y\n- z %% w", [["x", "w"]]),
        ("`%%` stays `%%`", [["`%%` stays `%%`"]]),
        ("100%% sure", [["100%% sure"]]),
        ("a\n%% to the end\nb", [["a"]]),
        ("```\n%% code %%\n```", [["%% code %%"]]),
        ("%% one %%\n%% two", []),
        ("| a |\n|---|\n| b %%c%% |", [["| a |", "| b  |"]]),
        ("> a %%b%%\n> %%\n> c\n> %%", [[]]),
        ("<!-- x -->> quoted", [[]]),
    ],
)
def test_comments_are_taken_out_wherever_they_stand(text: str, left: list[list[str]]) -> None:
    found = [[markup.strip() for markup in block] for block in rows(text)]

    assert [block for block in found if block != [""]] == left


def test_template_code_is_taken_out_and_its_lines_named() -> None:
    scanned = scan(["a", "<% tp.date.now() %>", "<%*", "let x", "%>", "{{date}} b", "{{c1::cloze}}"])

    assert scanned.templated == {2, 3, 4, 5, 6}
    assert [markup.strip() for block in scanned.blocks for _, markup in block.rows] == [
        "a",
        "b",
        "{{c1::cloze}}",
    ]


def test_a_callout_keeps_its_title_and_not_its_type() -> None:
    """Peers' faults 80: The type says how it looks, the title is text."""
    (block,) = blocks("> [!note]- Title\n> text\n> - item")

    assert (block.info, block.rows) == ("note", [(1, "Title")])
    assert [(inner.shape, inner.rows) for inner in block.inner] == [
        (Shape.TEXT, [(2, "text")]),
        (Shape.BULLET, [(3, "item")]),
    ]


def test_a_rule_is_no_text_and_underlined_text_is_a_heading() -> None:
    assert shapes("a\n---\nb") == [("text", 1, 1), ("text", 3, 3)]
    assert shapes("Title\n=====\nb") == [("heading", 1, 2), ("text", 3, 3)]
    assert shapes("***\n- - -\n___") == []


def test_display_math_is_kept_as_written() -> None:
    assert rows("$$\na_1 *x*\n$$\nb") == [["$$", "a_1 *x*", "$$"], ["b"]]
    assert rows("costs $$ a lot") == [["costs $$ a lot"]]


# --- held against a full parser -------------------------------------------------------------------

LINES = "# a|## b c ##|text|more text|||- item|* [x] done|1. one|> quote|```|~~~|````|***|##x|#|####### x|`code`|   ## c"
lines_of_markdown = st.lists(st.sampled_from(LINES.split("|")), max_size=14)


@given(lines_of_markdown)
def test_headings_and_fences_are_where_a_full_parser_finds_them(lines: list[str]) -> None:
    """The oracle follows CommonMark's laziness inside quotes and lists; those notes are compared only outside of them."""
    text = "\n".join(lines)
    oracle = MarkdownIt("commonmark").parse(text)
    if any(token.type in ("blockquote_open", "list_item_open") for token in oracle):
        return

    expected = [
        (token.tag, token.map[0] + 1)
        if token.type == "heading_open"
        else (token.type, token.map[0] + 1, token.content.rstrip("\n"))
        for token in oracle
        if token.type in ("heading_open", "fence") and token.map
    ]

    found = [
        (f"h{block.level}", block.first)
        if block.shape is Shape.HEADING
        else ("fence", block.first, "\n".join(markup for _, markup in block.rows).rstrip("\n"))
        for block in blocks(text)
        if block.shape in (Shape.HEADING, Shape.CODE)
    ]
    assert found == expected


@given(
    st.lists(
        st.sampled_from(["- a", "  - b", "    - c", "- [ ] d", "1. e", "   - f", "text", "", "## h"]),
        max_size=12,
    )
)
def test_every_line_is_in_exactly_one_block(lines: list[str]) -> None:
    found = [number for block in blocks("\n".join(lines)) for number, _ in block.rows]

    assert found == [number for number, line in enumerate(lines, 1) if line]
