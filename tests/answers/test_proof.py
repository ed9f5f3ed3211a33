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
