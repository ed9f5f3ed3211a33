"""Links into Obsidian."""

from __future__ import annotations

from diurnal.model.record import Kind, Place, Record
from diurnal.render.links import link_to, obsidian_link


def a_record(**more: object) -> Record:
    return Record("x", Kind.ENTRY, Place.DIARY, "日记/2026-07-21.md", (1, 1), 0, "tea", **more)  # type: ignore[arg-type]


def test_a_link_escapes_all_that_obsidian_splits_at() -> None:
    """
    Spaces, slashes, ampersands and hashes of names are escaped; ``.md`` is dropped.
    """
    made = obsidian_link("My Vault", "a/b & c #1.md")

    assert made == "obsidian://open?vault=My%20Vault&file=a%2Fb%20%26%20c%20%231"


def test_a_record_opens_at_its_block_else_at_its_heading() -> None:
    """
    The block id is the most exact place, then the heading, then the note.
    """
    assert link_to(a_record(block="e-1", heading=("Log",)), "V").endswith("%23%5Ee-1")
    assert link_to(a_record(heading=("Day", "14:30")), "V").endswith("2026-07-21%2314%3A30")
    assert link_to(a_record(), "V").endswith("2026-07-21")


def test_a_name_that_is_not_unicode_still_gives_a_link() -> None:
    """
    File names are bytes on some disks; a link is made of what can be said.
    """
    assert "file=a%3F" in obsidian_link("V", "a\udcff.md")
