"""Times that hang on an event told in plain words: which words tell of it, and where the time lies."""

from __future__ import annotations

from datetime import datetime

import pytest

from diurnal.model.time import TimeWindow
from diurnal.when import parse, resolve_anchor

NOW = datetime(2025, 11, 19, 10, 30)
EVENT = TimeWindow(datetime(2025, 5, 14), datetime(2025, 5, 15))  # a Wednesday


@pytest.mark.parametrize(
    ("question", "told", "start", "end"),
    [
        ("what did I do the week after I moved", "I moved", (5, 15), (5, 22)),
        ("the day after the dentist what did I eat", "the dentist", (5, 15), (5, 16)),
        ("what did I do the night before she told me?", "she told me", (5, 13, 18), (5, 14)),
        ("who came on the day of the funeral", "the funeral", (5, 14), (5, 15)),
        ("night before she told me", "she told me", (5, 13, 18), (5, 14)),
        ("weekend before we moved", "we moved", (5, 10), (5, 12)),
        ("the evening of the concert", "the concert", (5, 14, 18), (5, 15)),
        ("the morning after the storm", "the storm", (5, 15, 6), (5, 15, 12)),
        ("two days after the surgery, how was I", "the surgery", (5, 16), (5, 17)),
        ("the two weeks before our wedding", "our wedding", (4, 30), (5, 14)),
        ("the week of the conference", "the conference", (5, 12), (5, 19)),
        ("the weekend before my exam", "my exam", (5, 10), (5, 12)),
        ("the weekend after my exam", "my exam", (5, 17), (5, 19)),
        ("a few days after we broke up", "we broke up", (5, 15), (5, 18)),
        ("搬家前一天晚上我吃了什么", "搬家", (5, 13, 18), (5, 14)),
        ("我們吵架之後那周做了什麼", "我們吵架", (5, 15), (5, 22)),
        ("看牙医第二天吃了什么", "看牙医", (5, 15), (5, 16)),
        ("面试前一周在读什么书", "面试", (5, 7), (5, 14)),
        ("婚礼那天谁来了", "婚礼", (5, 14), (5, 15)),
        ("搬家那晚睡在哪", "搬家", (5, 14, 18), (5, 15)),
        ("考试前两天", "考试", (5, 12), (5, 14)),
        ("吵架后三天", "吵架", (5, 15), (5, 18)),
        ("what did I eat the day I moved", "I moved", (5, 14), (5, 15)),
        ("what was on the night she told me", "she told me", (5, 14, 18), (5, 15)),
        ("the week we moved in", "we moved in", (5, 12), (5, 19)),
        ("the weekend Anna visited", "Anna visited", (5, 17), (5, 19)),
        ("the Monday after the party", "the party", (5, 19), (5, 20)),
        ("the Friday before the wedding", "the wedding", (5, 9), (5, 10)),
        ("the third day after surgery", "surgery", (5, 17), (5, 18)),
        ("the second week after we moved", "we moved", (5, 22), (5, 29)),
        ("手术后第三天吃了什么", "手术", (5, 17), (5, 18)),
        ("搬家后的第一个周末去了哪", "搬家", (5, 17), (5, 19)),
        ("搬家后第一周", "搬家", (5, 15), (5, 22)),
        ("面试前夜吃了什么", "面试", (5, 13, 18), (5, 14)),
        ("the last night before we moved house", "we moved house", (5, 13, 18), (5, 14)),
        ("the second day of the ski trip", "the ski trip", (5, 15), (5, 16)),
        ("the weekend of mum's birthday", "mum's birthday", (5, 17), (5, 19)),
        ("the day grandma died", "grandma died", (5, 14), (5, 15)),
        ("手术后第二天吃了什么", "手术", (5, 15), (5, 16)),
        ("去海边度假前两天", "去海边度假", (5, 12), (5, 14)),
        ("搬家那几天住在哪", "搬家", (5, 13), (5, 16)),
        ("年会那天抽到了什么", "年会", (5, 14), (5, 15)),
        ("what did i eat the nite b4 the hike", "the hike", (5, 13, 18), (5, 14)),
        ("论文接收之后的周末", "论文接收", (5, 17), (5, 19)),
        ("分手后的周五", "分手", (5, 16), (5, 17)),
        ("去成都的前一天", "去成都", (5, 13), (5, 14)),
    ],
)
def test_words_that_tell_of_an_event_are_read_and_its_day_gives_the_window(question, told, start, end):
    """
    A13: two-hop works on the owner's own words; no window before the day of the event is known.
    """
    reading = parse(question, NOW)
    resolved = resolve_anchor(reading, EVENT, NOW)

    assert () == reading.windows
    assert (told, True) == (reading.anchor.name, reading.anchor.is_told)
    assert (TimeWindow(datetime(2025, *start), datetime(2025, *end)),) == resolved.windows
    assert told not in reading.leftover


@pytest.mark.parametrize(
    ("question", "told", "is_since"),
    [
        ("what have I cooked since we got the dog", "we got the dog", True),
        ("what did we do right after the party", "the party", True),
        ("since the surgery how often did I run", "the surgery", True),
        ("what have I written since dad's stroke", "dad's stroke", True),
        ("what did we buy after the power cut", "the power cut", True),
        ("房东收房以后", "房东收房", True),
        ("收到了录用通知以后", "收到了录用通知", True),
        ("where did I live before I moved", "I moved", False),
        ("what was I reading before my last exam", "my last exam", False),
        ("搬家以后我做了什么", "搬家", True),
        ("自从养了狗", "养了狗", True),
        ("结婚前住哪", "结婚", False),
        ("考試之後去了哪", "考試", True),
    ],
)
def test_an_event_opens_a_side_that_holds_its_own_day(question, told, is_since):
    """
    A13: what came right after the party stands in the note of the same day.
    """
    reading = parse(question, NOW)
    (window,) = resolve_anchor(reading, EVENT, NOW).windows

    assert told == reading.anchor.name
    assert (
        (EVENT.start, None) == (window.start, window.end)
        if is_since
        else (None, EVENT.end)
        == (
            window.start,
            window.end,
        )
    )
    assert told not in reading.leftover


@pytest.mark.parametrize(
    "question",
    [
        "what should I do before the surgery",
        "where do we go after the exam",
        "what to pack before the trip",
        "since you asked",
        "since I'm here",
        "before I go to bed",
        "until we meet again",
        "the day I die",
        "the week I need off",
        "the day the earth stood still",
        "手术前要注意什么",
        "每次考试前怎么复习",
        "毕业以后做什么工作好",
        "回家前买菜",
        "the day we last argued",
        "the day before that",
        "the week after next",
        "the day after",
        "the best day of the week",
        "the end of the day",
        "what did I do after work",
        "the morning after pill",
        "part of the day",
        "我那天吃了什么",
        "老板那两天说了什么",
        "最后一天去了哪",
        "建议下次提前两周订票",
        "目前一周两次",
        "第二天",
    ],
)
def test_where_no_event_is_told_none_is_made_up(question):
    assert parse(question, NOW).anchor is None


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("the day after Christmas", "the day after Christmas"),
        ("the week before my exam last month", "last month"),
        ("老板前两天说了什么", "前两天"),
        ("圣诞节前一天晚上", "圣诞节前一天晚上"),
        ("三天前吃了什么", "三天前"),
    ],
)
def test_a_time_that_is_said_needs_no_event(question, phrase):
    """
    "The other day" stays one: only what happens on a day is an event before 前两天.
    """
    reading = parse(question, NOW)

    assert reading.anchor is None
    assert phrase == reading.phrase


def test_a_statement_hangs_nothing_on_an_event():
    assert parse("搬家前一天晚上吃了面", NOW, mode="statement").anchor is None


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("what did I eat between the surgery and the wedding", "the surgery", "the wedding"),
        ("between my sister's wedding and dad coming home", "my sister's wedding", "dad coming home"),
        ("what did I read from the surgery until we moved", "the surgery", "we moved"),
        ("从搬家到结婚之间花了多少", "搬家", "结婚"),
    ],
)
def test_a_time_may_lie_between_two_events(question, first, second):
    """
    Both are told by what happened; their days are found apart.
    """
    anchor = parse(question, NOW).anchor

    assert (first, second, True) == (anchor.name, anchor.upto, anchor.is_told)
