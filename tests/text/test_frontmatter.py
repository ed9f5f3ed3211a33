"""Frontmatter gives its values as spelled; broken YAML costs the properties, not the note."""

from __future__ import annotations

import pytest

from diurnal.text.frontmatter import aliases_of, read_frontmatter, tags_of


def front(yaml: str):
    return read_frontmatter(f"---\n{yaml}\n---\nbody")


@pytest.mark.parametrize(
    ("yaml", "key", "values"),
    [
        ("house: 0012", "house", ("0012",)),
        ("done: yes", "done", ("yes",)),
        ("title: 2024", "title", ("2024",)),
        ("title: 2024-05-01", "title", ("2024-05-01",)),
        ("when: 2024-13-45", "when", ("2024-13-45",)),
        ("title: [a, b]", "title", ("a", "b")),
        ("Content: x", "content", ("x",)),
        ("path: ../x", "path", ("../x",)),
        ("id: 7", "id", ("7",)),
        ("handler: null", "handler", ("",)),
        ("place: {city: Paris, since: 2026}", "place.city", ("Paris",)),
        ("related: [[Other|o]]", "related", ("[[Other|o]]",)),
        ("loc:\n  - [[Kyoto]]\n  - Remote", "loc", ("[[Kyoto]]", "Remote")),
    ],
)
def test_values_keep_their_spelling(yaml: str, key: str, values: tuple[str, ...]) -> None:
    """Bug kinds 70, 71."""
    assert front(yaml).properties[key] == values


@pytest.mark.parametrize(
    "yaml", ["tags: a, b", "tags: a b", "tags: [a, b]", "tags:\n  - a\n  - '#b'", 'tag: "#a #b"']
)
def test_tags_come_in_every_shape_people_write(yaml: str) -> None:
    """Peers' faults 73: A list, a string, with and without a number sign, under either name."""
    assert tags_of(front(yaml)) == ("a", "b")


@pytest.mark.parametrize("yaml", ["tags:", "tags: []", "tags: [null]", "tags: 2024", "tags: {a: 1}", "x: 1"])
def test_what_is_no_tag_gives_none(yaml: str) -> None:
    assert tags_of(front(yaml)) == ()


@pytest.mark.parametrize(
    ("yaml", "names"),
    [
        ('aliases: ["Smith, Ann", B]', ("Smith, Ann", "B")),
        ('aliases:\n  - "Smith, Ann"', ("Smith, Ann",)),
        ('alias: "Smith, Ann"', ("Smith, Ann",)),
        ("aliases: A, B", ("A", "B")),
        ("aliases: {a: 1}", ()),
        ("aliases: [2024, 玛雅]", ("2024", "玛雅")),
        ("title: Big Plan", ("Big Plan",)),
    ],
)
def test_aliases_keep_their_commas_in_lists(yaml: str, names: tuple[str, ...]) -> None:
    """Peers' faults 75: Bug kinds 57, 71, 75."""
    assert aliases_of(front(yaml)) == names


@pytest.mark.parametrize(
    "yaml",
    [
        "title: Plan: part two",
        "a: [",
        "a: *b",
        "\tx: 1",
        "a: 1\n b: 2\n  - c",
        "? [",
        "a: !!python/object:os.system x: y",
    ],
)
def test_a_note_with_broken_yaml_keeps_its_body_and_warns(yaml: str, read) -> None:
    """Peers' faults 65: Bug kinds 65, 78."""
    note = read("notes/plan.md", f"---\n{yaml}\n---\nbody stays")

    assert [record.text for record in note.records] == ["body stays"]
    assert note.records[0].lines == (yaml.count("\n") + 4,) * 2
    assert note.properties == {}
    assert "not valid YAML" in note.warnings[0]


def test_a_warning_holds_nothing_of_the_note(read) -> None:
    note = read("notes/plan.md", "---\nsecret: canary: word\n---\nx")

    assert "canary" not in " ".join(note.warnings)


def test_frontmatter_is_known_after_a_byte_order_mark_and_with_crlf(read) -> None:
    """Peers' faults 66: Editors of other systems leave both, and neither moves a line number."""
    note = read("diary/2026-07-21.md", "\ufeff---\r\ntags: [a]\r\n---\r\n## 09:00\r\nx\r\n")

    assert note.tags == ("a",)
    assert [(record.text, record.lines) for record in note.records] == [("x", (4, 5))]


def test_prose_between_two_rules_is_text(read) -> None:
    note = read("diary/2026-07-21.md", "---\nWalked to the lake.\n---\nThen home.")

    assert [record.text for record in note.records] == ["Walked to the lake.", "Then home."]


def test_frontmatter_that_never_ends_is_text(read) -> None:
    note = read("notes/x.md", "---\ntitle: x\n\nbody")

    assert "body" in note.records[0].text


def test_yaml_that_grows_without_bound_is_refused_quickly(read) -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "\n".join(
        f"{name}: &{name} [{','.join(['*' + before] * 9)}]"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )

    note = read("notes/x.md", f"---\n{bomb}\n---\nbody")

    assert [record.text for record in note.records] == ["body"]


@pytest.mark.parametrize("yaml", ["a: " + "[" * 20000, "- " * 20000, "a: &x [*x]"])
def test_yaml_nested_past_reason_is_refused(yaml: str) -> None:
    assert read_frontmatter(f"---\n{yaml}\n---\nbody").lines == 3


def test_links_in_properties_are_links_of_the_note(read) -> None:
    """Obsidian follows them, so they are found from the other side as well."""
    note = read("notes/x.md", '---\nrelated: "[[Other|o]]"\npeople:\n  - "[[Ann]]"\n---\nbody')

    assert [(link.target, link.alias) for link in note.links] == [("Other", "o"), ("Ann", "")]
    assert note.records[0].names == ("Ann",)


def test_a_note_of_properties_alone_is_found_by_name_and_values(read) -> None:
    note = read("References/Catan.md", "---\nmaker: '[[Klaus Teuber]]'\nyear: 1995\n---\n")

    assert [record.text for record in note.records] == ["Catan\nmaker: Klaus Teuber\nyear: 1995"]
    assert note.records[0].lines == (1, 4)
