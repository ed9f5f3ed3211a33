"""Whose deed it was, which deed, and on which of the days that an entry speaks of."""

from __future__ import annotations

from datetime import date

import pytest

from answer_room import Skin
from notefolder import NoteFolder


def test_what_others_did_is_no_day_of_mine(vault: NoteFolder, skin: Skin) -> None:
    """ "When did I move" is not the day on which Noor, or Mum, moved in; "when did Noor" is."""
    vault.write("wiki/people/Noor.md", "- Architect.\n")
    vault.write("diary/2026-03-02.md", "## 09:00\n\nMoved to the harbour, two boxes lost.\n")
    vault.write("diary/2026-04-02.md", "## 09:00\n\nNoor moved in with her cookbooks.\n")
    vault.write("diary/2026-05-02.md", "## 09:00\n\nShe has moved to the night shift.\n")
    assert skin.ask("When did I move?").days == (date(2026, 3, 2),)
    assert skin.ask("When did Noor move in?").days == (date(2026, 4, 2),)


def test_whom_a_chinese_sentence_tells_of_is_heeded_too(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\n终于搬家了。\n")
    vault.write("diary/2026-04-02.md", "## 09:00\n\n老周也搬家了。\n")
    assert skin.ask("我什么时候搬家的？").days == (date(2026, 3, 2),)
    assert date(2026, 4, 2) in skin.ask("老周什么时候搬家的？").days


def test_who_or_what_the_question_names_is_nobody_else(vault: NoteFolder, skin: Skin) -> None:
    vault.write("wiki/Passport.md", "- Blue.\n")
    vault.write("diary/2026-03-02.md", "## 09:00\n\nPassport renewed at the town hall.\n")
    vault.write("diary/2026-03-05.md", "## 09:00\n\nWith Passport renewed the visa as well.\n")
    assert skin.ask("When did I first renew my passport?").days[0] == date(2026, 3, 2)


def test_a_thing_is_played_often_and_bought_once(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-01-04.md", "## 15:00\n\nOrdered a piano, second-hand.\n")
    for day in range(5, 9):
        vault.write(f"diary/2026-01-0{day}.md", "## 20:00\n\nPiano for half an hour.\n")
    for asked in ("When did I buy the piano?", "钢琴是什么时候买的"):
        assert skin.ask(asked).days == (date(2026, 1, 4),)
    said = skin.ask("When did I sell the piano?").summary
    assert said.startswith("Nothing says so in words"), "no entry tells of a sale"


def test_a_day_named_by_another_clause_is_that_clauses(vault: NoteFolder, skin: Skin) -> None:
    vault.write(
        "diary/2026-01-07.md",
        "## 10:00\n\nBought a new phone, because the old one was stolen on 4 January 2026.\n",
    )
    assert skin.ask("When did I buy a phone?").days == (date(2026, 1, 7),)
    assert skin.ask("When was my phone stolen?").days == (date(2026, 1, 4),)


def test_what_was_done_counts_though_its_entry_also_names_a_day_to_come(
    vault: NoteFolder, skin: Skin
) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nTook the post. It begins on 1 October 2026.\n")
    vault.write("diary/2026-03-04.md", "## 09:00\n\nSurgery is set for 9 September 2026.\n")
    assert skin.ask("When did I take the post?").summary.startswith("Last on 2026-03-02")
    assert skin.ask("When did I have surgery?").days == ()


@pytest.mark.parametrize(
    "said", ["Moving on the 25th", "She starts in October", "Mira is leaving the firm, cake on Friday"]
)
def test_what_is_about_to_happen_has_not(vault: NoteFolder, skin: Skin, said: str) -> None:
    vault.write("diary/2026-03-02.md", f"## 09:00\n\n{said}.\n")
    for asked in ("When did I move?", "When did she start?", "When did Mira leave?"):
        assert skin.ask(asked).days == ()


def test_a_negative_test_is_no_illness(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nCovid test positive.\n")
    vault.write("diary/2026-03-09.md", "## 09:00\n\nCovid test negative again.\n")
    assert skin.ask("When did I have covid?").days == (date(2026, 3, 2),)


@pytest.mark.parametrize("asked", ["When did I not go swimming?", "When didn't I swim?", "我哪天没去游泳？"])
def test_what_was_not_done_may_be_asked_for(vault: NoteFolder, skin: Skin, asked: str) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nSwimming, 游泳一千米。\n")
    vault.write("diary/2026-03-09.md", "## 09:00\n\nNo swimming today, 没游泳，太累。\n")
    assert skin.ask(asked).days == (date(2026, 3, 9),)


def test_verbs_that_come_apart_are_one_verb(vault: NoteFolder, skin: Skin) -> None:
    """吵架 is written 吵了一架 as often, and asked for as 吵过几次架; "argued" finds both."""
    vault.write("diary/2026-03-02.md", "## 09:00\n\n和小林吵架，为了房租。\n")
    vault.write("diary/2026-03-09.md", "## 09:00\n\n又和小林吵了一架。\n")
    vault.write("diary/2026-03-10.md", "## 09:00\n\n吵了半天才修好，买了一架望远镜。\n")
    vault.write("diary/2026-03-11.md", "## 09:00\n\n理了个发。\n")
    both = (date(2026, 3, 2), date(2026, 3, 9))
    for asked in ("我和小林吵过几次架？", "上次吵架是什么时候", "How often did I argue?"):
        assert skin.ask(asked).days == both
    assert skin.ask("理了几次发").days == (date(2026, 3, 11),)
    assert "提到 吵架" in skin.ask("吵过几次架").summary


@pytest.mark.parametrize("asked", ["Did I ever go to Lisbon?", "have I been to Lisbon", "我去过里斯本吗？"])
def test_whether_it_ever_was_is_answered_with_a_day(vault: NoteFolder, skin: Skin, asked: str) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nLisbon in the rain, three trams.\n")
    assert skin.ask(asked).days == (date(2026, 3, 2),)


def test_what_never_was_is_not_made_up(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nWent to the office by bike. 去超市买菜。\n")
    assert skin.ask("Did I ever go to Brazil?").summary.startswith("Nothing") or not skin.ask("Brazil").hits
    assert not [hit for hit in skin.ask("我去过巴西吗").hits if hit.matched]


def test_where_no_entry_says_it_all_the_nearest_holds_the_rarest_of_it(vault: NoteFolder, skin: Skin) -> None:
    """The first pottery class is nearer to "start pottery" than whatever else started."""
    vault.write("diary/2026-03-02.md", "## 09:00\n\nPottery class, the bowl collapsed.\n")
    vault.write("diary/2026-03-09.md", "## 09:00\n\nPottery class, the bowl held.\n")
    vault.write("diary/2026-04-02.md", "## 09:00\n\nStarted to read in the tram.\n")
    said = skin.ask("When did I start pottery?").summary
    assert said.startswith("Nothing says so in words: start pottery. Nearest in meaning is 2026-03-02")


def test_an_event_may_be_told_in_the_words_of_the_other_language(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nMoved to the harbour, two boxes lost.\n")
    vault.write("diary/2026-03-04.md", "## 09:00\n\nThe meeting moved to noon.\n")
    vault.write("diary/2026-04-02.md", "## 09:00\n\n外婆摔了一跤。\n")
    said = skin.ask("我什么时候搬家的？").summary
    assert said.startswith("没有记录这样写：搬家。意思最接近的是 2026-03-02")
    assert skin.ask("搬家是哪天").days == (), "nobody says whose move"
    assert skin.ask("when did grandma fall").days == (date(2026, 4, 2),)


@pytest.mark.parametrize(
    ("asked", "said", "other"),
    [
        ("我上次去成都是什么时候", "在成都吃了火锅", "成绩出来了"),
        ("上次去上海是哪天", "去上海出差", "晚上看海"),
        ("什么时候过敏的", "又过敏了，眼睛红", "很敏感的一天"),
        ("上次和同事聚会是哪天", "同事聚会，喝多了", "聚精会神"),
    ],
)
def test_a_word_is_whole_though_a_character_of_it_is_a_small_word(
    vault: NoteFolder, skin: Skin, asked: str, said: str, other: str
) -> None:
    vault.write("diary/2026-03-02.md", f"## 09:00\n\n{said}。\n")
    vault.write("diary/2026-03-09.md", f"## 09:00\n\n{other}。\n")
    assert skin.ask(asked).days == (date(2026, 3, 2),)


def test_the_days_of_a_holiday_are_more_than_its_first(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-10-05.md", "## 11:00\n\n国庆和家人去杭州玩。\n")
    assert skin.ask("什么时候去的杭州").days == (date(2026, 10, 5),)


def test_the_small_word_beside_a_verb_is_part_of_it(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nNoor moved in with two boxes.\n")
    assert skin.ask("When did Noor move in?").days == (date(2026, 3, 2),)
    assert skin.ask("When did Noor move out?").days == ()


def test_words_that_make_one_verb_are_looked_for_side_by_side(vault: NoteFolder, skin: Skin) -> None:
    """ "Broke up" is 分手; a break of two years is none."""
    vault.write("diary/2026-03-02.md", "## 09:00\n\nBroke up with Felix.\n")
    vault.write("diary/2026-03-09.md", "## 09:00\n\nPicked up the pen after a break of two years.\n")
    assert skin.ask("我什么时候分手的").days == (date(2026, 3, 2),)
    assert skin.ask("what did I do the week after the breakup").gate.windows[0].start is not None


def test_a_word_that_nobody_wrote_is_asked_for_in_chinese_too(vault: NoteFolder, skin: Skin) -> None:
    """Nobody is told that grandmother died on the day she last telephoned."""
    vault.write("diary/2026-03-02.md", "## 09:00\n\n外婆来电话。\n")
    assert skin.ask("外婆什么时候去世的").summary.startswith("没有记录这样写：外婆 去世")


def test_a_flu_shot_is_no_flu_and_a_postmortem_no_outage(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nFlu, in bed. Outage of the mail server.\n")
    vault.write("diary/2026-03-09.md", "## 09:00\n\nFlu shot. Wrote the postmortem of the outage.\n")
    assert skin.ask("When did I have the flu?").days == (date(2026, 3, 2),)
    assert skin.ask("When did I get my flu shot?").days == (date(2026, 3, 9),)
    assert skin.ask("When was the outage?").days == (date(2026, 3, 2),)


def test_what_came_after_an_event_begins_with_what_came_next(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-03-02.md", "## 09:00\n\nThe breakup, at last.\n")
    vault.write("diary/2026-03-03.md", "## 09:00\n\nElin came by with soup.\n")
    for day in range(10, 31):
        vault.write(f"diary/2026-04-{day}.md", "## 09:00\n\nWork.\n")
    answer = skin.ask("what happened after the breakup", limit=3)
    assert "Elin came by with soup." in [hit.record.text for hit in answer.hits]
    assert answer.summary == "The 3 records that followed next, of 23 since."
    assert answer.cursor


@pytest.mark.parametrize(
    ("note", "question"),
    [
        ("理了个发。", "上次理发是什么时候"),
        ("理了個髮。", "上次理髮是什麼時候"),
        ("理了個髮。", "上次理发是什么时候"),
    ],
)
def test_a_verb_comes_apart_in_either_script(vault: NoteFolder, skin: Skin, note: str, question: str) -> None:
    vault.write("diary/2026-04-01.md", f"## 09:00\n\n{note}\n")
    vault.write("diary/2026-04-02.md", "## 09:00\n\n整理房間。\n")

    assert skin.ask(question).days == (date(2026, 4, 1),)


@pytest.mark.parametrize(
    ("notes", "question"),
    [
        (("今天搬家，累死了。", "买了新沙发。", "搬家之后第一次下厨。"), "搬家后第一周买了什么"),
        (("今天搬家，累死了。", "買了新沙發。", "搬家之後第一次下廚。"), "搬家後第一週買了什麼"),
    ],
)
def test_what_looks_back_on_a_day_is_not_it_in_either_script(
    vault: NoteFolder, skin: Skin, notes: tuple[str, str, str], question: str
) -> None:
    for day, said in zip(("2026-03-02", "2026-03-09", "2026-05-10"), notes, strict=True):
        vault.write(f"diary/{day}.md", f"## 09:00\n\n{said}\n")

    assert [hit.record.day for hit in skin.ask(question).hits if hit.matched] == [date(2026, 3, 9)]
