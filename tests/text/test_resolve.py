"""Which note a link or a name means: Obsidian's order for links, no guessing for names."""

from __future__ import annotations

import unicodedata

import pytest

from diurnal.errors import NameAmbiguous, NoteMissing, OutsideVault
from diurnal.text.resolve import Found, NoteNames


def names(*paths: str, **aliases: tuple[str, ...]) -> NoteNames:
    return NoteNames([*((path, ()) for path in paths), *((f"{path}.md", of) for path, of in aliases.items())])


@pytest.mark.parametrize(
    ("target", "source", "vault", "expected"),
    [
        # As recorded from the application.
        ("Note", "a/src.md", ("Note.md", "a/Note.md"), "Note.md"),
        ("b/Note", "a/src.md", ("b/Note.md", "a/b/Note.md"), "b/Note.md"),
        ("Note", "a/src.md", ("a/Note.md", "b/Note.md"), "a/Note.md"),
        ("Note", "c/src.md", ("aa/Note.md", "b/Note.md"), "b/Note.md"),
        ("log", "x.md", ("Log.md",), "Log.md"),
        ("LOG", "x.md", ("Log.md",), "Log.md"),
        ("Ext.MD", "x.md", ("Ext.md",), "Ext.md"),
        ("Sq]uare", "x.md", ("Sq]uare.md",), "Sq]uare.md"),
        ("", "a/src.md", ("a/src.md",), "a/src.md"),
        ("https://x.y", "x.md", ("y.md",), None),
        ("My Note", "x.md", ("z/My Note.md",), "z/My Note.md"),
        # The same rules, further on.
        ("Note.md", "x.md", ("d/Note.md",), "d/Note.md"),
        ("sub/Note", "a/src.md", ("a/sub/Note.md", "b/sub/Note.md"), "a/sub/Note.md"),
        ("Note", "a/src.md", ("a/deep/Note.md", "b/Note.md"), "b/Note.md"),
        ("Note", "src.md", ("bb/Note.md", "aa/Note.md"), "aa/Note.md"),
        ("b/Note", "x.md", ("x/ab/Note.md",), None),
        ("plan", "x.md", ("floor-plan.md", "floor/floorplan.md"), None),
        ("plan", "x.md", ("plan.md", "floor-plan.md"), "plan.md"),
        ("v1.2.3 notes", "x.md", ("v1.2.3 notes.md",), "v1.2.3 notes.md"),
        ("Dr. Smith", "x.md", ("people/Dr. Smith.md",), "people/Dr. Smith.md"),
        ("x.md", "a.md", ("x.md.md",), "x.md.md"),
        ("x.md", "a.md", ("x.md.md", "x.md"), "x.md"),
        ("log", "x.md", ("Log.md", "log.md"), "log.md"),
        ("Log", "x.md", ("Log.md", "log.md"), "Log.md"),
        ("/Note", "a/src.md", ("a/Note.md", "b/Note.md"), None),
        ("/b/Note", "a/src.md", ("a/b/Note.md", "b/Note.md"), "b/Note.md"),
        ("./Note", "a/src.md", ("Note.md", "a/Note.md"), "a/Note.md"),
        ("../Note.md", "a/b/src.md", ("Note.md", "a/Note.md"), "a/Note.md"),
        ("../../Note", "a/src.md", ("Note.md",), None),
        (" Note ", "x.md", ("Note.md",), "Note.md"),
        ("a_b", "x.md", ("a b.md", "a-b.md"), None),
        ("🐘", "x.md", ("🐘.md", "🦊.md"), "🐘.md"),
        ("pic.png", "x.md", ("pic.md",), None),
    ],
)
def test_a_link_leads_where_obsidian_leads_it(
    target: str, source: str, vault: tuple[str, ...], expected: str | None
) -> None:
    """Peers' faults 55."""
    assert names(*vault).link(target, source) == expected


def test_an_alias_resolves_no_link() -> None:
    assert names(Long_name=("AL",)).link("AL", "x.md") is None


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["NFC", "NFD"])
def test_composed_and_decomposed_accents_are_one_name(stored: str, typed: str) -> None:
    """Peers' faults 52: The bytes on the disk stay what they are; the link and the name match either form."""
    path = unicodedata.normalize(stored, "Café.md")
    target = unicodedata.normalize(typed, "Café")

    assert names(path).link(target, "x.md") == path
    assert names(path).find(target) == Found(path)


def test_two_files_that_differ_in_accents_only_are_told_apart_by_spelling() -> None:
    both = [unicodedata.normalize(form, "Café.md") for form in ("NFC", "NFD")]
    resolver = names(*both)

    for path in both:
        assert resolver.link(path.removesuffix(".md"), "x.md") == path
        assert resolver.find(path.removesuffix(".md")) == Found(path)


def test_a_name_that_fits_several_notes_is_refused_with_all_of_them() -> None:
    """Peers' faults 56."""
    resolver = names("A/Log.md", "B/Log.md", "C/other.md")

    with pytest.raises(NameAmbiguous) as refusal:
        resolver.find("Log")

    assert "A/Log.md" in refusal.value.hint
    assert "B/Log.md" in refusal.value.hint
    assert resolver.find("B/Log") == Found("B/Log.md")
    assert resolver.find("a/log.md") == Found("A/Log.md")


def test_an_exact_path_is_never_ambiguous() -> None:
    resolver = names("Note.md", "a/Note.md", "a/note.md")

    assert resolver.find("Note") == Found("Note.md")
    assert resolver.find("a/note") == Found("a/note.md")
    with pytest.raises(NameAmbiguous):
        resolver.find("A/NOTE")


def test_a_typed_alias_is_the_last_resort_and_says_so() -> None:
    resolver = NoteNames(
        [
            ("people/Ann Smith.md", ("Smith, Ann", "Log")),
            ("Log.md", ()),
            ("b.md", ("Both",)),
            ("c.md", ("both",)),
        ]
    )

    assert resolver.find("smith, ann") == Found("people/Ann Smith.md", by_alias=True)
    assert resolver.find("Log") == Found("Log.md")
    with pytest.raises(NameAmbiguous):
        resolver.find("Both")


def test_a_fragment_is_no_name_and_the_nearest_is_named() -> None:
    """Peers' faults 49."""
    resolver = names("floor-plan.md", "garden/Tomatoes.md")

    with pytest.raises(NoteMissing):
        resolver.find("plan")
    with pytest.raises(NoteMissing, match=r"garden/Tomatoes\.md"):
        resolver.find("Tomatos")
    with pytest.raises(OutsideVault):
        resolver.find("../../etc/passwd")


def test_names_follow_the_vault_note_by_note() -> None:
    resolver = names("A/Log.md")
    resolver.put("B/Log.md", ("Journal",))
    assert resolver.link("Log", "B/x.md") == "B/Log.md"

    resolver.put("B/Log.md", ("Diary",))
    with pytest.raises(NoteMissing):
        resolver.find("Journal")
    assert resolver.find("Diary") == Found("B/Log.md", by_alias=True)

    resolver.drop("B/Log.md")
    resolver.drop("never there.md")
    assert resolver.link("Log", "B/x.md") == "A/Log.md"
    assert len(resolver) == 1
