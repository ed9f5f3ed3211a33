"""Chinese verbs that come apart: 吵架 is written 吵了一架, 理发 理了个发, 搬家 搬完家.

A question says either, and so do notes. Here a question's verb is put together
again, and a verb's pair of characters is told as the pairs that its two halves
leave in an index. Which records hold those is the engine's to find.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from diurnal.rank.fold import simplified

_VERBS: Final = (
    "吵架 打架 搬家 理发 剪发 烫发 染发 洗头 洗澡 泡澡 跑步 散步 游泳 爬山 滑雪 跳舞 唱歌 睡觉 午睡 做饭 吃饭 喝酒 喝茶 抽烟 戒烟 戒酒"
    " 结婚 离婚 分手 见面 约会 恋爱 聊天 吃药 打针 住院 出院 看病 生病 发烧 感冒 拔牙 补牙 洗牙 手术 骨折 请假 放假 休假 加班 出差 开会"
    " 上课 下课 考试 毕业 开学 报名 签字 签约 辞职 离职 入职 升职 转正 面试 搬砖 开车 停车 打车 骑车 修车 买房 租房 退房 看房 装修 投票"
    " 道歉 生气 吵嘴 失眠 熬夜 摔跤 拍照 录音 写信 寄信 送礼 请客 付款 退款 存钱 取钱 借钱 还钱 涨价 涨薪 涨租 充电 下厨 加油 打球 下棋"
    " 打牌 练琴 逛街 购物 旅游 钓鱼 种树 浇水 遛狗 化妆 健身 体检 献血 怀孕 生孩 断电 停电 着火 报警 迷路 丢脸 打工 值班 换班 跳槽 搬迁"
)
# What stands between the halves: 了, 过, 完, and how much of it: 一, 个, 次.
_AFTER_FIRST: Final = "了过完的着成起上到个一几两三"
_BEFORE_SECOND: Final = "了过完的着一个次场趟回顿大会两几三"
_BETWEEN: Final = r"\s*(?:了|过|完|的|着|著|成|起|上)?\s*(?:[一二两三几多好大\d]*\s*(?:少|个|次|场|趟|回|顿|架|遍)?)\s*(?:大|的)?\s*"


def rejoined(question: str) -> str:
    """*question* with every such verb in one piece: 吵过几次架 as 吵架."""
    if question.isascii():
        return question
    pieces, at = [], 0
    for found in _apart().finditer(simplified(question)):
        pieces += [question[at : found.start() + 1], question[found.end() - 1 : found.end()]]
        at = found.end()
    return "".join((*pieces, question[at:]))


def halves(token: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The pairs that either half of the verb *token* leaves where it is written apart, none if it is no such verb.

    A text that holds one of the first and one of the second says the verb.
    """
    if token not in _verbs():
        return (), ()
    first, second = token[0], token[1]
    return tuple(first + character for character in _AFTER_FIRST), tuple(
        character + second for character in _BEFORE_SECOND
    )


def is_said_at(text: str, start: int, token: str) -> bool:
    """True if the verb *token*, whole or apart, begins at *start* of *text*."""
    return re.compile(f"{token[0]}{_BETWEEN}{token[1]}").match(simplified(text), start) is not None


@cache
def _verbs() -> frozenset[str]:
    return frozenset(_VERBS.split())


@cache
def _apart() -> re.Pattern[str]:
    each = "|".join(f"{verb[0]}{_BETWEEN}{verb[1]}" for verb in sorted(_verbs()))
    return re.compile(each)
