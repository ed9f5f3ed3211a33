"""What a page is called besides its title is found by a search, on the first record of it that holds still."""

from __future__ import annotations

import pytest

from answer_room import Skin


def page(*aliases: str) -> str:
    return f"---\naliases: [{', '.join(aliases)}]\n---\n- Plays the cello. (until:: 2020-01-01) ^c-aaaa\n- Plays the oboe.\n- Bakes bread.\n"


@pytest.mark.parametrize("query", ["Betty", "betty", '"aunt betty"', "aunt -cello", "老贝"])
def test_a_search_for_an_alias_finds_the_page(skin: Skin, query: str) -> None:
    skin.vault.write("wiki/Elizabeth.md", page("Aunt Betty", "老贝"))
    skin.vault.write("wiki/Robert.md", "- Plays the cello.\n")

    (hit,) = skin.open().search(query).hits

    assert ("wiki/Elizabeth.md", "Plays the oboe.") == (hit.record.path, hit.record.text)


def test_an_alias_that_was_taken_back_is_found_no_more(skin: Skin) -> None:
    skin.vault.write("wiki/Elizabeth.md", page("Betty"))
    assert skin.open().search("betty").hits

    skin.vault.write("wiki/Elizabeth.md", page("Lizzy", "Beth of the choir"))

    assert () == skin.open().search("betty").hits
    assert skin.open().search("lizzy").hits


def test_once_a_card_is_closed_the_next_one_is_found_by_the_alias(skin: Skin) -> None:
    skin.vault.write("wiki/Elizabeth.md", page("Betty"))
    skin.open()

    skin.vault.write("wiki/Elizabeth.md", page("Betty").replace("oboe.", "oboe. (until:: 2021-01-01)"))

    assert ["Bakes bread."] == [hit.record.text for hit in skin.open().search("betty").hits]
