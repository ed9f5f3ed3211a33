"""What an answer hands to a prompt: dated lines with their ids, what replaced what, and no guess where nothing is known."""

from __future__ import annotations

import re

import pytest

from answer_room import NOW, Skin
from diurnal.model.block import CLOSING, OPENING
from notefolder import NoteFolder

MAYA = (
    "- Maya lives in Paris, moved from London in March 2026. (since:: 2026-03-02) ^c-7\n"
    "- Maya lives in London. (since:: 2025-01-10) (until:: 2026-03-02) (next:: [[Maya#^c-7|now]]) ^c-3\n"
)
A_RECORD = re.compile(r"^ *- .+ \[[^\[\]]+\]$")
DATED = re.compile(r"\((?:since )?\d{4}-\d{2}")


def lines(block: str) -> list[str]:
    """What stands between the marks of the quotation."""
    opening, *between, closing = block.splitlines()
    assert (OPENING, CLOSING) == (opening, closing)
    return between


def test_a_card_is_told_with_the_month_it_began(vault: NoteFolder, skin: Skin) -> None:
    """
    C16: the line of the seed, with the id that leads back to the card.
    """
    vault.write("wiki/people/Maya.md", MAYA)

    first = lines(skin.retrieve("Where does Maya live?").block())[0]

    assert (
        "- Maya lives in Paris, moved from London in March 2026. (since 2026-03) [wiki/people/Maya.md#^c-7]"
    ) == first


def test_what_is_true_now_comes_with_what_it_replaced(vault: NoteFolder, skin: Skin) -> None:
    """
    C27: knowledge that changed is told as a chain, the old one beneath the new, each with its span.
    """
    vault.write("wiki/people/Maya.md", MAYA)

    told = lines(skin.retrieve("Where does Maya live?").block())

    assert "  - Maya lives in London. (2025-01 to 2026-03; replaced) [wiki/people/Maya.md#^c-3]" == told[1]


def test_a_card_that_is_true_no_longer_leads_to_the_one_that_is(vault: NoteFolder, skin: Skin) -> None:
    """
    C27: whoever searches the words of the old card is shown what replaced it.
    """
    vault.write("wiki/people/Maya.md", MAYA)

    answer = skin.open().search("line:(lives London) -moved", now=NOW)

    (closed,) = answer.hits
    assert "Maya lives in London." == closed.record.text
    assert [("replaced by", "Maya lives in Paris, moved from London in March 2026.")] == [
        (linked.why, linked.record.text) for linked in closed.linked
    ]


def test_a_question_passes_from_its_time_and_names_to_dated_lines(vault: NoteFolder, skin: Skin) -> None:
    """
    C14: the time is a gate, the name ranks, the link is followed, and every line of the block has its date.
    """
    vault.write("wiki/people/Maya.md", MAYA)
    vault.write("diary/2026-07-21.md", "## 20:00\n\nramen with [[Maya]] by the canal\n\n## 21:00\n\nread\n")
    vault.write("diary/2026-07-02.md", "## 20:00\n\nramen, ramen and more ramen with [[Maya]]\n")

    answer = skin.retrieve("where did I have ramen with Maya yesterday?")

    (matched,) = [hit for hit in answer.hits if hit.matched]
    assert "ramen with Maya by the canal" == matched.record.text
    assert "Maya lives in Paris, moved from London in March 2026." in [
        linked.record.text for linked in matched.linked
    ]
    told = [line for line in lines(answer.block()) if A_RECORD.match(line)]
    assert told[0].startswith("- ramen with Maya by the canal (2026-07-21 20:00")
    assert all(DATED.search(line) for line in told)


@pytest.mark.parametrize(
    "question", ["dentist in June", "what about the zeppelin?", "上次去看牙医是什么时候"]
)
def test_what_is_not_known_is_not_answered(vault: NoteFolder, skin: Skin, question: str) -> None:
    """
    C25: a block of a question that nothing answers holds no record, and says so where a time was named.
    """
    vault.write("diary/2026-06-03.md", "- 08:00 swam\n- 10:00 bought bread\n")

    answer = skin.ask(question)

    assert () == answer.days
    assert [] == [line for line in lines(answer.block()) if A_RECORD.match(line)]


def test_every_line_of_an_answer_names_its_record(vault: NoteFolder, skin: Skin) -> None:
    """
    C25: whoever answers from a block can cite; the ids are those of the records.
    """
    vault.write("diary/2026-07-20.md", "- 08:00 swam in the lake ^e-1\n- 10:00 the lake was cold\n")

    answer = skin.retrieve("lake")

    cited = [line.rpartition("[")[2].rstrip("]") for line in lines(answer.block()) if A_RECORD.match(line)]
    assert [hit.record.id for hit in answer.hits] == cited
    assert "diary/2026-07-20.md#^e-1" in cited


@pytest.mark.parametrize("question", ["kettle", "what happened yesterday?", "a zeppelin"])
def test_what_the_owner_wants_always_stands_in_every_block_first(
    vault: NoteFolder, skin: Skin, question: str
) -> None:
    """
    C26: rules of conduct do not have to be found; they go ahead of what was, even into the smallest block.
    """
    vault.write("wiki/House.md", "- Answer me in metric units. (always:: true) ^c-1\n")
    vault.write("diary/2026-07-21.md", "- 09:00 the kettle boiled over\n")

    answer = skin.retrieve(question)

    rule = "- Answer me in metric units. [wiki/House.md#^c-1]"
    assert rule == lines(answer.block())[0]
    assert [rule] == lines(answer.block(1))
    assert "Answer me in metric units." not in [hit.record.text for hit in answer.hits]


def test_a_smaller_budget_only_shortens_the_block(vault: NoteFolder, skin: Skin) -> None:
    """
    Whatever the budget, the block is the beginning of the whole one, and its estimate keeps to the budget.
    """
    vault.write("diary/2026-07-20.md", "".join(f"- 1{n}:00 swam {n} lengths in the lake\n" for n in range(9)))
    answer = skin.retrieve("lake", now=NOW)
    whole = lines(answer.block(10_000))

    sizes = [len(lines(answer.block(budget))) for budget in range(1, 400, 20)]

    assert sizes == sorted(sizes)
    assert (1, len(whole)) == (sizes[0], sizes[-1])
    for budget in range(1, 400, 20):
        assert lines(answer.block(budget)) == whole[: len(lines(answer.block(budget)))]
