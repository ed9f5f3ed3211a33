"""Questions that hang their time on what happened: the day is found in the owner's own words, or none is taken."""

from __future__ import annotations

from datetime import datetime

import pytest

from answer_room import NOW, Skin
from notefolder import NoteFolder

DIARY = {
    "2026-02-09": ["21:00 收拾行李，吃了泡面"],
    "2026-02-10": ["10:00 今天终于搬家了，新房子在三楼", "20:00 睡地板"],
    "2026-02-11": ["09:00 买了窗帘"],
    "2026-03-01": ["19:30 pizza on the floor, the flat is empty"],
    "2026-03-02": ["09:00 the van came; we moved into the flat on Elm Street"],
    "2026-03-04": ["18:00 bought a lamp and two plants"],
    "2026-03-15": ["20:00 跟老板吵架了，气得不行"],
    "2026-03-18": ["09:00 给他写了封邮件"],
    "2026-03-20": ["12:00 three weeks since we moved, still boxes"],
    "2026-04-20": ["14:00 booked the dentist for May"],
    "2026-05-05": ["08:30 dentist: a crown on the left"],
    "2026-05-06": ["12:00 yoghurt only"],
    "2026-05-17": ["22:00 watched a film about whales"],
    "2026-05-18": ["20:00 Anna told me she is leaving for Lisbon"],
    "2026-05-25": ["15:00 decided: move the export to nightly batches"],
    "2026-06-01": ["10:00 swimming"],
    "2026-06-08": ["10:00 swimming"],
    "2026-06-09": ["18:00 cycled home"],
}


@pytest.fixture
def diary(vault: NoteFolder) -> NoteFolder:
    for when, lines in DIARY.items():
        vault.write(f"diary/{when}.md", "".join(f"- {line}\n" for line in lines))
    return vault


@pytest.mark.parametrize(
    "question",
    [
        "what did I do the night before Ines told me she was moving?",
        "what did I do the night before Ines announced she's moving to Graz",
        "阿宁告诉我换了工作的前一天晚上我做了什么",
    ],
)
def test_what_somebody_told_is_found_by_what_was_said(vault: NoteFolder, skin: Skin, question: str) -> None:
    """
    The diary says "she's moving", and seldom that she told it; the card on her page is no day of telling.
    """
    vault.write("diary/2026-05-10.md", "- 20:30 played chess with Otto\n")
    vault.write(
        "diary/2026-05-11.md",
        "- 21:04 dinner with Ines, she's moving to Graz\n- 22:00 阿宁打电话来，她换了工作\n",
    )
    vault.write("wiki/Ines.md", "- Ines moved to Graz for a job. (since:: 2026-06-01)\n")

    answer = skin.ask(question)

    assert [hit.record.text for hit in answer.hits] == ["played chess with Otto"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what did I buy the week after I moved", "bought a lamp and two plants"),
        ("what did I eat the night before we moved into the flat?", "pizza on the floor, the flat is empty"),
        ("what did I do the night before she told me?", "watched a film about whales"),
        ("what did I eat the day after the dentist", "yoghurt only"),
        ("what happened on the day we moved", "the van came; we moved into the flat on Elm Street"),
        ("what did I buy the Wednesday after we moved", "bought a lamp and two plants"),
        ("which film about whales have I watched since we moved", "watched a film about whales"),
        ("搬家后第一天买了什么", "买了窗帘"),
        ("搬家前一天晚上我吃了什么", "收拾行李，吃了泡面"),
        ("搬家那天晚上睡在哪", "睡地板"),
        ("我们搬家的第二天买了什么", "买了窗帘"),
        ("跟老闆吵架之後那周做了什麼", "给他写了封邮件"),
    ],
)
def test_the_day_of_an_event_is_found_in_what_was_written(
    diary: NoteFolder, skin: Skin, question: str, answer: str
) -> None:
    """
    A13: plans ("booked the dentist") and backward glances ("three weeks since we moved") are not the day.
    """
    found = skin.ask(question, now=NOW)

    assert found.hits[0].record.text == answer
    assert found.gate.source == "anchor"
    assert not found.gate.widened
    assert found.warnings == ()


def test_a_question_may_ask_between_two_events(diary: NoteFolder, skin: Skin) -> None:
    """
    A13: the window runs from the day of the one to the day of the other, both included; if one has no day, none is taken.
    """
    found = skin.ask("which lamp did I buy between we moved and Anna told me about Lisbon", now=NOW)
    missing = skin.ask("which lamp did I buy between we moved and my interview at Google", now=NOW)

    assert found.hits[0].record.text == "bought a lamp and two plants"
    assert [(w.start.date().isoformat(), w.end.date().isoformat()) for w in found.gate.windows] == [
        ("2026-03-02", "2026-05-19")
    ]
    assert "No entry says" in missing.warnings[0]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what did I do the day after swimming", "2026-06-01, 2026-06-08"),
        ("the day after my interview at Google", "No entry says"),
        ("what did I do the day after we moved to Mars", "No entry says"),
        ("面试前一周在做什么", "没有记录写明那是哪天：面试"),
        ("面試前一週在做什麼", "沒有記錄寫明那是哪天：面試"),
    ],
)
def test_an_event_without_one_clear_day_gives_no_window_and_says_so(
    diary: NoteFolder, skin: Skin, question: str, said: str
) -> None:
    """
    A13: no guess: a wrong window would hide the answer.
    """
    answer = skin.ask(question, now=NOW)

    assert not answer.gate
    assert any(said in warning for warning in answer.warnings)


def test_of_two_days_that_fit_nearly_alike_neither_is_taken(vault: NoteFolder, skin: Skin) -> None:
    """
    A13: that one telling is a little shorter makes its day no clearer.
    """
    vault.write("diary/2026-02-10.md", "- 10:00 the surgery went well\n")
    vault.write("diary/2026-04-10.md", "- 10:00 the surgery went well, slept all day\n")

    answer = skin.ask("what did I do the day after the surgery", now=NOW)

    assert not answer.gate
    assert any("2026-02-10, 2026-04-10" in warning for warning in answer.warnings)


def test_an_agent_learns_no_day_from_what_is_the_owners_alone(vault: NoteFolder, skin: Skin) -> None:
    """
    Neither an entry nor a page that only the owner may see gives an agent's question its window.
    """
    vault.write("diary/2026-05-18.md", "---\nowner-only: true\n---\n- 20:00 the biopsy was done\n")
    vault.write("trips/Clinic.md", "---\ndate: 2026-05-18\nowner-only: true\n---\n\nThird floor.\n")
    vault.write("diary/2026-05-19.md", "- 10:00 slept late\n")
    client = skin.open()

    for question in ("what happened the day after the biopsy?", "what happened the day after [[Clinic]]?"):
        mine = client.retrieve(question, now=NOW)
        theirs = client.retrieve(question, now=NOW, for_agent=True)

        assert mine.gate.windows[0].start == datetime(2026, 5, 19)
        assert not theirs.gate
        assert "2026" not in " ".join(theirs.warnings)


IN_BOTH = {
    "2026-01-08": "- tulips from Otto\n",
    "2026-01-09": "- Shoulder surgery at eight, home by six\n",
    "2026-01-10": "- toast and broth\n",
    "2026-02-20": "- 表姐婚礼，喝多了\n",
    "2026-02-21": "- 睡到中午\n",
    "2026-03-14": "- 和阿杰分手了\n",
    "2026-03-15": "- 剪了短发\n",
    "2026-04-03": "- 跟舍友大吵一架\n",
    "2026-04-04": "- 一个人去看海\n",
    "2026-05-01": "- 爷爷葬礼\n",
    "2026-05-02": "- 收拾旧照片\n",
    "2026-05-20": "- 外公葬礼\n",
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("手术第二天吃了什么", "toast and broth"),
        ("what did I do the day after my cousin's wedding", "睡到中午"),
        ("what did I do the day after the breakup", "剪了短发"),
        ("what did I do the day after I broke up with 阿杰", "剪了短发"),
        ("吵架第二天去了哪", "一个人去看海"),
        ("what did I do the day after the argument with my flatmate", "一个人去看海"),
        ("祖父葬礼第二天做了什么", "收拾旧照片"),
    ],
)
def test_an_event_is_found_by_the_other_languages_word_for_it(
    vault: NoteFolder, skin: Skin, question: str, answer: str
) -> None:
    """
    A13, B21: who writes in two languages asks in either; other words are tried only where the own ones say nothing.
    """
    for day, text in IN_BOTH.items():
        vault.write(f"diary/{day}.md", text)

    found = skin.ask(question, now=NOW)

    assert [hit.record.text for hit in found.hits] == [answer]
    assert found.gate.source == "anchor"


def test_what_two_words_of_one_language_keep_apart_stays_apart(vault: NoteFolder, skin: Skin) -> None:
    """
    "Grandpa" is 爷爷 or 外公; which of two funerals is meant is not guessed.
    """
    for day, text in IN_BOTH.items():
        vault.write(f"diary/{day}.md", text)

    answer = skin.ask("what did I do the day after grandpa's funeral", now=NOW)

    assert not answer.gate
    assert any("2026-05-01, 2026-05-20" in warning for warning in answer.warnings)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what did I do the day after I resigned", "slept till noon"),
        ("辞职第二天做了什么", "slept till noon"),
    ],
)
def test_what_nearly_happened_is_no_day_of_it(
    vault: NoteFolder, skin: Skin, question: str, answer: str
) -> None:
    vault.write("diary/2026-02-02.md", "- 跟老板大吵，差点辞职\n- I almost resigned today\n")
    vault.write("diary/2026-03-09.md", "- 辞职了\n- resigned at last\n")
    vault.write("diary/2026-03-10.md", "- slept till noon\n")

    found = skin.ask(question, now=NOW)

    assert [hit.record.text for hit in found.hits] == [answer]


def test_what_is_said_of_an_answer_is_said_in_the_language_of_the_question(
    diary: NoteFolder, skin: Skin
) -> None:
    """
    B2: who asks in Chinese is answered with 最近一次, with the date and how long ago it was.
    """
    last = skin.ask("上次搬家是什么时候", now=NOW)
    nothing = skin.ask("二月十五号吃了什么", now=NOW)

    assert last.summary.startswith("最近一次是 2026-02-10（周二")
    assert nothing.gate.widened.startswith("那段时间没有写下什么")
