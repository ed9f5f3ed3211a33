"""What counts as having happened, where the answer is a date or a number: said, and neither denied, planned nor asked."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from answer_room import Skin
from notefolder import NoteFolder

FIRST = date(2026, 3, 2)

ENGLISH = """
I did not swim today
Never a swim on Mondays
No swim, too much rain
Home without a swim
Skipped the swim
Missed my swim
Canceled our swim
Cancelling the swim
Ran instead of a swim
Read rather than swim
Neither ran nor went for a swim
Didn't swim
Didn’t swim, my shoulder hurts
didnt swim
We couldn't swim here
Can't swim with this cold
Forgot to swim
Failed to swim
Too tired to swim
The swim was called off
The swim got postponed by rain
I will swim on Sunday
Going to swim in the lake
Gonna swim
Wanted to swim
Planning to swim
Hoping to swim
I have to swim more
I should swim more
Might swim later
Let's swim
Thinking about a swim
If I swim, my back is better
Tomorrow a swim
Next week a swim
Reminder: the swim
To-do: a swim
Booked a swim
Did we swim that week? Perhaps.
Who wants to go for a swim?
""".strip().splitlines()

CHINESE = """
今天没游泳
今天沒有游泳
不游泳了
取消了游泳
忘了游泳
错过游泳
打算游泳
准备游泳
计划游泳
我想游泳
希望游泳
应该游泳
明天游泳
下周游泳
预约游泳
提醒自己游泳
如果游泳
游泳泡汤了
今天游泳吗
游泳了？没印象
""".strip().splitlines()


@pytest.mark.parametrize(
    ("question", "true", "others"),
    [
        ("How often did I swim?", "A long swim before work", ENGLISH),
        ("我游泳过几次？", "游泳一千米", CHINESE),
    ],
    ids=["English", "Chinese"],
)
def test_what_is_denied_planned_or_asked_is_not_counted(
    vault: NoteFolder, skin: Skin, question: str, true: str, others: list[str]
) -> None:
    """Each way of not having done it stands on a day of its own; one day only says that it was done."""
    for place, said in enumerate(others):
        vault.write(f"diary/{FIRST + timedelta(days=place)}.md", f"## 09:00\n\n{said}.\n")
    vault.write("diary/2026-07-01.md", f"## 07:10\n\n{true}.\n")
    assert skin.ask(question).days == (date(2026, 7, 1),)


def test_a_day_that_an_entry_names_counts_and_not_the_day_it_was_written(
    vault: NoteFolder, skin: Skin
) -> None:
    vault.write("diary/2026-07-20.md", "## 09:00\n\nWent for a swim yesterday.\n\n## 18:00\n\nA swim.\n")
    assert skin.ask("How often did I swim?").days == (date(2026, 7, 19), date(2026, 7, 20))


def test_a_task_that_was_given_up_is_no_day(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-07-19.md", "- [-] swim\n")
    vault.write("diary/2026-07-18.md", "- [x] swim\n")
    assert skin.ask("When did I last swim?").days == (date(2026, 7, 18),)


def test_a_day_written_in_the_other_language_counts_too(vault: NoteFolder, skin: Skin) -> None:
    """Who writes in two languages swims in both: "last" and "how often" look at 游泳 and "swim" alike."""
    vault.write("diary/2026-05-04.md", "## 07:00\n\n早上游泳一千米。\n")
    vault.write("diary/2026-06-05.md", "## 07:00\n\nSwam 600 metres in the marine lake.\n")
    vault.write("diary/2026-06-06.md", "## 09:00\n\nThe meeting moved to noon.\n")
    both = (date(2026, 5, 4), date(2026, 6, 5))
    assert skin.ask("我上次游泳是什么时候").summary.startswith("最近一次是 2026-06-05")
    assert skin.ask("How often did I swim?").days == both
    assert skin.ask("我游泳过几次？").days == both
    assert skin.ask("搬家是哪天").days == (), "a word with other meanings tells of none of them"


def test_a_word_that_stands_nowhere_is_not_passed_over(vault: NoteFolder, skin: Skin) -> None:
    """Who asks when Mira first smiled is not told of her first day at school; what is near is called near."""
    vault.write("diary/2026-06-01.md", "## 09:00\n\nMira slept through the fireworks.\n")
    vault.write("diary/2026-06-08.md", "## 09:00\n\nTook Mira to the doctor.\n")
    assert skin.ask("When did Mira first smile?").summary.startswith("Nothing says so in words: Mira smile.")
    vault.write("diary/2026-06-09.md", "## 09:00\n\n米拉追着猫跑。\n")
    assert skin.ask("米拉什么时候出生的").summary.startswith("没有记录这样写：米拉 出生。")
    for asked in ("When exactly did Mira see the doctor?", "Do you know when Mira saw the doctor?"):
        assert skin.ask(asked).days == (date(2026, 6, 8),)


def test_what_is_only_counted_from_did_not_happen_that_day(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-28.md", "## 04:00\n\nMira was born at ten past four.\n")
    vault.write("diary/2026-06-05.md", "## 18:00\n\nFirst swim since Mira was born.\n")
    vault.write("diary/2025-09-14.md", "## 14:00\n\nOur wedding, rain until noon.\n")
    vault.write("diary/2026-06-14.md", "## 14:00\n\nWedding anniversary: noodles.\n")
    assert skin.ask("When was Mira born?").days == (date(2026, 3, 28),)
    assert skin.ask("When was our wedding?").days == (date(2025, 9, 14),)
    assert skin.ask("When was our wedding anniversary?").days == (date(2026, 6, 14),)


def test_a_flight_that_was_cancelled_was_not_flown(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-05-02.md", "## 09:00\n\nWalked through Lisbon all day.\n")
    vault.write("diary/2026-06-02.md", "## 09:00\n\nFlight to Lisbon cancelled, so we stayed home.\n")
    vault.write("diary/2026-06-03.md", "## 09:00\n\nSwam, then cancelled the gym.\n")
    assert skin.ask("When was I in Lisbon?").days == (date(2026, 5, 2),)
    assert skin.ask("When was the flight to Lisbon cancelled?").days == (date(2026, 6, 2),)
    assert skin.ask("When did I last swim?").days == (date(2026, 6, 3),)


def test_no_word_is_made_of_the_end_of_another(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-06-01.md", "## 09:00\n\n今天很累。\n")
    assert "候" not in skin.ask("我们什么时候结婚的").summary


def test_being_ill_is_something_to_ask_for(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-06-01.md", "## 09:00\n\nIll in bed all day.\n")
    vault.write("diary/2026-06-02.md", "## 09:00\n\nOften out today.\n")
    assert skin.ask("How often have I been ill?").days == (date(2026, 6, 1),)
