"""Chinese stretches of time that need a pattern: 2024年, 八月, 3号, 上午九点半, 周五, 昨晚.

``PATTERN`` is one alternation for the lexer; ``readers_zh`` turns its matches into
tokens; a trap (天气) has no reader. The text has been folded (Simplified, half-width digits) before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from diurnal.when.lexicon_zh import TRAPS, WORDS
from diurnal.when.numbers import CJK_DIGITS, DAY_NUMBER
from diurnal.when.words import first_of, guarded, one_of

_N: Final = rf"(?:\d{{1,4}}|[{CJK_DIGITS}]{{1,6}})"
# 5年前, 三年来, 两年多, 十年间: a length of time, not the year five.
_LENGTH: Final = "(?:之?前|以前|之?后|以后|来|以来|内|以内|之内|间|多|半|里|了|级|龄|陈|老[店房字树酒]|质保|保修|期|房[龄贷])"
_LENGTH_RUN: Final = (
    # 俩礼拜前, but 我们俩周末.
    rf"(?<!月)好?(?:\d{{1,4}}|[{CJK_DIGITS}]{{1,6}}|(?<![们你咱他她])[俩仨](?=个?(?:星期|礼拜|月|小时|钟头|年))|半|(?<![十百千])几|(?<![十百千])数)\s?(?:多|来)?个?(?P<zhalf>半)?(?:"
    r"秒钟?|分钟|分(?=半?钟?之?[前后])|小时|钟头|钟|天|日(?=之?[前后内]|以[前后内])|周末|周(?!年|岁|期)|星期|礼拜|季度|年(?![级代轻龄糕货薪])|世纪|工作日|(?<![\d\s])晚上|(?<=[个半多来两])月|月(?=[之以]?[前后])"
    r")(?:半(?!夜|天|个|年))?(?:钟)?(?:多)?"
)
# What begins with a number; earlier ones win.
_NUMBERED: Final = (
    ("century", rf"{DAY_NUMBER}世纪(?:{DAY_NUMBER}年代)?"),
    ("decade", r"(?:\d0|\d{3}0|[一二三四五六七八九]十)年代"),
    (
        "year",
        rf"(?:\d{{4}}|[零〇○一二三四五六七八九]{{4}}|[一二两]千[{CJK_DIGITS}]{{0,4}})\s?年(?:度|份)?(?![版款])",
    ),
    (
        "year2",
        rf"(?:0\d|[零〇○]\d|[零〇○一二三四五六七八九]{{2}}|(?<![后去近来前这])\d{{2}}(?=年(?!{_LENGTH})))年(?:度|份)?",
    ),
    ("dottedday", r"(?<!\d)(?:1[0-2]|0?[1-9])\.\d{1,2}[号日](?![线楼店])"),
    (
        "monthrange",
        r"(?<![月\d-])(?:1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])\s?[-~—～到至]\s?(?:1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?![饼季球亮光薪嫂龄\d一二三四五六七八九十底初中上下])",
    ),
    ("months", r"(?<!十)(?:一二|二三|三四|四五|五六|六七|七八|八九)月份?(?![饼季球亮光薪嫂龄])"),
    (
        "month",
        r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s?月(?:份)?(?![饼季球亮光薪嫂龄病肥]|之?内|以内|[一两三]次)",
    ),
    ("quarter", r"第?[一二三四1-4]季度|(?<=年)第?[一二三四1-4]季(?!节)"),
    ("length", _LENGTH_RUN),
    ("clock", r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:时)?(?!\s?[ap]\.?m)"),
    (
        "hour",
        rf"{DAY_NUMBER}\s?(?:点钟?|时(?!候|间|光|代|常|期|差|不))(?:整|正|半|[一二三]刻|{DAY_NUMBER}分?)?(?:{DAY_NUMBER}秒)?(?:许|左右)?",
    ),
    (
        "day",
        rf"(?<![路街巷弄道]){DAY_NUMBER}\s?(?:[号](?![线楼店机门馆位桌码床院员病舱厅库])|日(?![子常程记志本语用期报历元式]))",
    ),
    ("ord", rf"(?:倒数)?第{_N}个?"),
)
# What begins with another character, as (name, the characters it may begin with, pattern).
_NAMED: Final = (
    ("roc", "民", rf"民国{_N}年"),
    ("lunarmonth", "正腊冬", r"正月|腊月|冬月"),
    ("newyearday", "大年", r"大?年初[一二三四五六七八九十]"),
    ("lunarday", "初", r"初[一二三四五六七八九十]"),
    (
        "turn",
        "大上下这本当今",
        r"(?:大上|上上上|上上|上一|上|下下|下一|下|这一|这|本|当|今)(?:个?月(?![饼季球亮光薪嫂台])|个半年)",
    ),
    # 六月头三天, but 头两年 alone may be any.
    ("monthedge", "中头", r"(?<=月)[中头](?=[的，。？?\s到至]|$)"),
    (
        "head",
        "头",
        rf"(?:(?<=[月年周期节庆假])|(?<=[月年]的))头(?=[{CJK_DIGITS}几\d]{{1,2}}个?(?:天|日|周|星期|礼拜|月))",
    ),
    ("thatday", "那当这", r"(?:那一?天|当天|当日|这一?天)的?(?=[早晚上下中凌傍深夜半])"),
    ("nextday", "隔翌次", r"隔[天日]|翌[日天]|次日"),
    ("lantern", "元", r"(?<=年)元宵(?!节)"),
    ("weather", "前", rf"(?<=[{CJK_DIGITS}几\d][天周年])前(?=天[气色空晴冷热阴])"),
    (
        "newyear",
        "过",
        r"(?:(?<=since )|(?<=before )|(?<=after ))过年|(?<![要快不没想会])过年(?=之?[前后](?![台面])|以[来前后]|那|的时候|时(?!间)|[^，。？?\s]{1,10}了(?:[什吗没多几哪谁啥]|\s*[？?]?$))|(?<=年)过年(?![^在去吃做和跟的时是回怎干、，,。？?\s])",
    ),
    ("tonow", "至", r"至今(?![年天日晚早])"),
    ("final", "最", r"最[后後](?:一个(?=星期|礼拜|周[一二三四五六日天末]|双休|季度|工作日))?"),
    (
        "weekday",
        "周星礼",
        r"(?:周|星期|礼拜)(?:[日天](?![记志报常程历空气])|[一二三四五](?![共直些样般边定]|起(?!\s*(?:$|[，,。？?至到])))|六(?![日])|[1-7](?!\d))",
    ),
    ("lastnight", "昨前", r"[昨前](?:天|日)?[晚夜](?:上|里|间)?(?![餐饭安会宴])"),
    ("compact", "今昨前明后听", r"[今昨前明后听](?:天)?(?=[晚夜早晨])"),
    (
        "part1",
        "晚夜早晨",
        r"(?<=[今昨前明后听天号日一二三四五六节])(?:[晚夜](?:上|里)?|早(?:上|晨)?|晨)(?![餐饭安会宴霜熟退恋])",
    ),
)


def _alternatives(runs: Iterable[tuple[str, str]]) -> str:
    return "|".join(f"(?P<zh_{name}>{body})" for name, body in runs)


_NUMBER: Final = CJK_DIGITS + r"几半数俩仨\d"
PATTERN: Final = guarded(
    first_of([*WORDS, *TRAPS]) + "第倒元隔翌次好民正腊冬初头过那当这前晨" + _NUMBER,
    r"(?:(?!\d)|(?<![a-z0-9.]))(?:"
    + "|".join(
        (
            guarded(first_of(TRAPS), f"(?P<zh_trap>(?!从前[天年]){one_of(TRAPS)})"),
            guarded("第倒好" + _NUMBER, _alternatives(_NUMBERED)),
            guarded(
                "".join(first for _, first, _ in _NAMED),
                _alternatives((name, body) for name, _, body in _NAMED),
            ),
            f"(?P<zh_words>{one_of(WORDS)})",
            f"(?P<zh_number>[{CJK_DIGITS}]{{1,6}}(?![a-z]))",
        )
    )
    + ")",
)
