"""Beside the hits of a time stands what the question would list without it: a gate hides nothing for good."""

from __future__ import annotations

import itertools
import random
from datetime import date, timedelta

import pytest

from answer_room import NOW, Skin
from diurnal.model.answer import Answer
from notefolder import NoteFolder

TIMES = (
    "last week",
    "yesterday",
    "in May",
    "last month",
    "on 12 July",
    "in the last 20 days",
    "before June",
    "上周",
    "五月",
    "昨天",
)
SUBJECTS = ("kettle", "piano lesson", "the garden gate", "tea with Maya", "水壶", "茶和钢琴")
WORDS = (
    *(
        "kettle",
        "piano",
        "lesson",
        "garden",
        "gate",
        "tea",
        "Maya",
        "week",
        "month",
        "yesterday",
        "last",
        "day",
    ),
    *("rain", "bread", "July", "12", "水壶", "钢琴", "喝茶", "上周", "散步"),
)


def ids(answer: Answer) -> set[str]:
    """All that *answer* shows, and what is folded into it."""
    return {key for hit in (*answer.hits, *answer.nearby) for key in (hit.record.id, *hit.also)}


def invent(vault: NoteFolder, chance: random.Random) -> None:
    """Some months of entries that share words with each other, with their dates, and with questions."""
    for _ in range(chance.randint(5, 60)):
        day = date(2026, 7, 21) - timedelta(days=min(int(chance.expovariate(1 / 25)), 300))
        lines = "".join(
            f"- {chance.choice(('', '09:00 ', '21:30 '))}{' '.join(chance.choices(WORDS, k=chance.randint(2, 9)))}\n"
            for _ in range(chance.randint(1, 4))
        )
        vault.write(f"diary/{day}.md", lines)
    for number in range(chance.randint(0, 3)):
        vault.write(f"wiki/Page {number}.md", f"- {' '.join(chance.choices(WORDS, k=5))}\n")


@pytest.mark.parametrize("seed", range(12))
def test_hits_and_nearby_lose_nothing_that_the_question_lists_without_its_time(
    vault: NoteFolder, api: Skin, seed: int
) -> None:
    """
    What the first k without a gate hold stands in hits or nearby for the same k, unless the words for the time alone
    brought it; and neither holds more than k.
    """
    chance = random.Random(seed)
    invent(vault, chance)
    memory = api.open()
    gated = 0
    for time in TIMES:
        subject = chance.choice(SUBJECTS)
        question, limit = f"{subject} {time}", chance.choice((1, 3, 10))

        answer = memory.retrieve(question, now=NOW, limit=limit)
        ungated = memory.retrieve(question, now=NOW, limit=limit, reads_time=False)
        about = memory.retrieve(subject, now=NOW, limit=1000, reads_time=False)

        gated += bool(answer.gate)
        assert {hit.record.id for hit in ungated.hits} & ids(about) <= ids(answer), question
        assert len(answer.hits) <= limit
        assert len(answer.nearby) <= limit
        assert not {hit.record.id for hit in answer.hits} & {hit.record.id for hit in answer.nearby}
    assert gated >= 8


@pytest.mark.parametrize("seed", range(4))
def test_the_first_hits_of_a_time_are_the_first_of_more(vault: NoteFolder, api: Skin, seed: int) -> None:
    """
    With a gate as without, a longer list of hits begins with the shorter one.
    """
    chance = random.Random(seed)
    invent(vault, chance)
    memory = api.open()
    for time in ("last week", "in May", "in the last 20 days"):
        question = f"{chance.choice(SUBJECTS)} {time}"
        listed = [
            [hit.record.id for hit in memory.retrieve(question, now=NOW, limit=limit).hits]
            for limit in range(1, 12)
        ]
        for shorter, longer in itertools.pairwise(listed):
            assert longer[: len(shorter)] == shorter


def test_nearby_is_ranked_as_the_question_without_its_time(vault: NoteFolder, skin: Skin) -> None:
    """
    What the ungated question lists first comes first, and the score is the one it has there.
    """
    vault.write("diary/2026-07-14.md", "- 09:00 descaled the kettle\n")
    vault.write("diary/2026-06-02.md", "- 10:00 bought a kettle\n- 11:00 rain all day\n")
    vault.write(
        "diary/2026-07-20.md", "- 10:00 the shop wrote about the kettle, they take it back next week\n"
    )
    client = skin.open()

    answer = client.retrieve("the kettle last week", now=NOW)
    ungated = client.retrieve("the kettle last week", now=NOW, reads_time=False)

    assert [hit.record.text for hit in answer.hits] == ["descaled the kettle"]
    beyond = [(hit.record.id, hit.score) for hit in ungated.hits if hit.record.id != answer.hits[0].record.id]
    assert [(hit.record.id, hit.score) for hit in answer.nearby] == beyond
    assert len(beyond) == 2


def test_the_words_for_the_time_bring_nothing_nearby(vault: NoteFolder, skin: Skin) -> None:
    """
    "last week" asks for no note that says "week".
    """
    vault.write("diary/2026-07-14.md", "- 09:00 descaled the kettle\n")
    vault.write("diary/2026-03-01.md", "- 10:00 week plan: swim, write\n")
    vault.write("diary/2026-03-02.md", "- 10:00 上周的计划\n")

    assert skin.retrieve("the kettle last week").nearby == ()
    assert skin.retrieve("上周 kettle").nearby == ()


def test_the_event_that_a_time_hangs_on_stands_nearby(vault: NoteFolder, skin: Skin) -> None:
    """
    "after the road trip" asks about the trip as well, though its day is before the time asked for.
    """
    vault.write("diary/2026-05-04.md", "- 10:00 the road trip to Kotor, back at nine\n")
    vault.write("diary/2026-05-06.md", "- 10:00 slept long\n- 15:00 walked by the river to relax\n")
    vault.write("diary/2026-03-06.md", "- 10:00 after lunch a nap\n")

    answer = skin.retrieve("what did I do to relax after the road trip?")

    assert answer.gate.source == "anchor"
    assert [hit.record.text for hit in answer.hits if hit.matched] == ["walked by the river to relax"]
    assert [hit.record.text for hit in answer.nearby] == ["the road trip to Kotor, back at nine"]


def test_what_the_hits_have_no_room_for_says_that_it_is_in_the_asked_time(
    vault: NoteFolder, skin: Skin
) -> None:
    """
    A record of the asked time below the last hit is nearby only if the question without its time ranks it among
    its first, and says so.
    """
    vault.write("diary/2026-07-14.md", "- 09:00 kettle, kettle\n- 10:00 kettle of last week\n")
    vault.write("diary/2026-06-14.md", "- 09:00 the kettle, once more\n")

    answer = skin.retrieve("kettle last week", limit=1)

    assert [hit.record.text for hit in answer.hits] == ["kettle, kettle"]
    assert [(hit.record.text, hit.reason) for hit in answer.nearby] == [
        ("kettle of last week", "also in the asked time")
    ]


def test_a_time_that_hangs_on_nothing_known_matches_nothing_by_its_own_words(
    vault: NoteFolder, skin: Skin
) -> None:
    """
    "the night before she told me", where nobody told anything, does not ask for a night.
    """
    vault.write("diary/2026-03-01.md", "- 20:00 could not sleep, read all night\n")

    answer = skin.retrieve("the night before she told me")

    assert answer.hits == ()
    assert any("No entry says on which day" in said for said in answer.warnings)


def test_a_card_outside_the_time_brings_what_it_replaced(vault: NoteFolder, skin: Skin) -> None:
    """Nothing was written in 2020, but the card of the house tells where one lived then."""
    vault.write(
        "wiki/Home.md",
        "# Home\n\n- We live in a house in Totterdown. (since:: 2025-05-31) ^c-aaa2\n"
        "- I live in a shared flat in Leeds. (since:: 2019-09-01) (until:: 2025-05-31)"
        " (next:: [[Home#^c-aaa2|now]]) ^c-aaa1\n",
    )
    vault.write("diary/2026-07-01.md", "## 09:00\n\nRain all day.\n")
    (near,) = skin.ask("where did I live in 2020", now=NOW).nearby
    assert near.record.text == "We live in a house in Totterdown."
    assert [linked.record.text for linked in near.linked] == ["I live in a shared flat in Leeds."]
