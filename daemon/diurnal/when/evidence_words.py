"""The words around a time that speak for it or against it, as data.

Used by ``evidence`` alone: prepositions, words that may follow, things that
are counted, and the Chinese characters that may stand on either side.
"""

from __future__ import annotations

from typing import Final

from diurnal.model.regex import regex
from diurnal.when.words import listed

#: Needs that mean "said without a date of its own": no event time in a statement.
BARE: Final = frozenset({"weekday", "month", "month-name", "season", "clock", "nth", "range", "month-open"})

IN: Final = frozenset(
    listed(
        "in during since of last this next until till til before after by from all through throughout early mid late "
        "around within over between past previous"
    )
)

ON: Final = IN | {"on", "for", "at", "circa", "year", "years", "to", "and", "or"}

STRONG: Final = IN - {
    "by",
    "from",
    "after",
    "before",
    "of",
    "all",
    "around",
    "over",
    "between",
    "until",
} | {"of"}

# Words that may follow a time: no noun that the time would only describe.
FUNCTION: Final = frozenset(
    listed(
        "i we you he she it they my our your his her their me us with about when where what who whom whose why how which did "
        "do does is was were are am be been had has have and or but to from at in on for of if so that not no "
        "then than as by would could should can will shall might must after before during since until through "
        "between there here also only just too vs versus please again ago around"
    )
)

# What has a deadline to come: "what is due by Friday", 周五前要交的.
DUE: Final = regex(
    r"\b(?:(?<!was )(?<!were )due|deadlines?|(?:have|has|need|needs) to|must|to-?dos?|to (?:submit|hand in|finish|return|pay))\b"
    r"|要交|得交|要完成|得完成|要做完|要还|要還|截止|到期|ddl"
)

# What is held on a day, where the text ends with it.
HELD: Final = frozenset(
    listed(
        "lunch dinner supper breakfast brunch teatime dinnertime lunchtime standup meeting call class lecture practice rehearsal training"
    )
)

# What may follow a spelled-out day of the month: "on the ninth when we met", not "on the first try".
ASKING: Final = frozenset(listed("i we you he she they what when where who why how did do was were and or"))

OF_A_YEAR: Final = frozenset(
    listed(
        "entry note day week events best worst highlights rest most all much part parts whole trips photos summary overview review "
        "start beginning middle end half course journal diary notes entries holidays goals resolutions recap sales lessons"
    )
)

OF_A_QUARTER: Final = frozenset(
    listed(
        "results revenue sales report reports review goals okr okrs plan plans planning budget targets numbers figures earnings "
        "roadmap summary retro metrics"
    )
)

# "moved 4 years ago" describes the event; "what did I do 4 years ago" asks for the time.
DESCRIBED: Final = regex(
    r"(?:\b(?:from|moved|bought|met|married|born|founded|started|began|quit|left|joined|graduated|died|divorced|"
    r"retired|adopted|built|opened|closed|split|immigrated|emigrated|relocated|sold|inherited|planted|got)\s+)$"
)

ZH_DESCRIBED: Final = regex(
    r"\s*(?:就|才)?(?:买|搬|认识|结婚|离婚|毕业|去世|出生|移民|辞职|退休|入职|成立|开业|种|养)"
)

# A date that something has: a birthday, a deadline, the time of an event.
OWN_DATE_BEFORE: Final = regex(
    r"(?:时间|時間|日期|生日|出生年月|纪念日|紀念日|截止日?|期限|到期日)[都也就]?(?:是|为|為|在|于|於|定在|定于|：|:){1,2}\s*$"
    r"|\b(?:birthdays?|anniversar(?:y|ies)|deadlines?|due dates?|birth ?dates?|dates? of birth)\s+(?:is|are|was|were|falls?)\s+"
    r"(?:(?:on|in|at|the)\s+)*$"
    r"|\b(?:has|have|with)\s+(?:a|an|his|her|their)\s+(?:birthday|anniversary)\s+(?:(?:on|in|at|the)\s+)*$"
    r"|\bborn\s+(?:(?:on|in|at|during|the)\s+)*$"
)

# "She was born on 25 January 1986" tells a date and asks for none other: there it is all that could be meant.
ASKS: Final = regex(
    r"[?？]|\b(?:who|whose|whom|which|what|when|where|why|how|list|find|show|name)\b|[谁誰哪几幾吗嗎]|什么|什麼|多少|怎么|怎麼|为何|列出"
)

# "Whose birthday is closer to the end of the year": what others are compared with.
COMPARED: Final = regex(
    r"[更最较較](?:靠近|接近|临近|臨近)\s*$|\b(?:closer|closest|nearer|nearest)\s+to\s+(?:the\s+)?$"
)

OWN_DATE_AFTER: Final = regex(r"[份里裡]?的?(?:出生|诞生|誕生|过生日|過生日)")

# "What do we eat at Christmas", 春节一般吃什么 asks for a custom, "what did we eat at Christmas" for a day.
CUSTOM: Final = regex(
    r"\b(?:what|which|who|where|how|why)\b[^,.;?!]{0,40}?\b(?:do|does)\b(?!\s+(?:you|my (?:notes|diary|journal))\b)"
    r"|\b(?:usually|always|normally|typically|traditionally)\b|一般|通常|总是|總是|平时|平時|往年|习惯|習慣|每年"
)

# "How many days are in a month", "how many days does February have"
HOW_MANY: Final = regex(r"\bhow (?:many|much|often)\b|\bnumber of\b")

DAYS_IN: Final = regex(
    r"\bhow many (?:hours|days|weekends|weeks|months|sundays|mondays)(?: are| were)?(?: there)?(?: in)?\s+(?:in\s+)?$"
)

ONCE: Final = regex(r"\b(?:did|was|were|had|last|this)\b|去年|今年|前年|上[个個次]|了[吗嗎没沒]?[?？]?$")

WRITTEN: Final = frozenset(
    listed(
        "everything anything all notes entries diary journal photos pages logs memories things ideas idea highlights"
    )
)

COUNTED: Final = frozenset(
    listed(
        "words people pieces items steps lines files calories dollars euros pounds miles meters metres km kg kcal "
        "points users songs pages minutes hours seconds days weeks months years times m g lb lbs usd eur bytes "
        "tokens rows tests commits errors photos books shares votes feet ft mb gb kb ms px"
    )
)

WORD_BEFORE: Final = regex(r"([a-z']+)\s*$")

WORD_AFTER: Final = regex(r"\s*([a-z']+)")

END: Final = regex(r"\s*(?:$|[.,;:!?)\]}\"”'。，、；：！？）》」』…—–-]|\.{2,}|\n)")

# What may follow a bare 周五, 春节 or 夏天.
ZH_NEXT: Final = regex(
    r"\s*(?:$|[，。？！、；：,.?!;:)）\s]|[的我你他她它咱们那这和跟与同去来在到从有没不是就才都也还做吃喝看买聊说写读听开打跑玩见会能可要想给被把让过发"
    r"早晚上中下凌傍夜前后期当以干什怎谁哪几为住搬回参遇收寄拍约学教记提讨决定安花用游爬骑跳唱画旅出离送借换修洗织考病睡醒哭笑跟陪带骂吵结立装签卖丢摔拿]|[一二两三四五六七八九\d]天|里(?![程面昂])|假期|连假|连休|小长假|之(?=[前后间内际])|多(?=[少久大长远])|[\u4e00-\u9fff]{1,2}[了过着])"
)

# 周五数学考了多少分, 周一项目例会的纪要: who asks what was done, or names what a day holds, names a day.
ZH_ASKED: Final = regex(
    r"\s*(?:[\u4e00-\u9fffa-z ]{1,12}?[了过](?:什么|啥|多少|多久|几|哪|谁|吗|没|怎|些|[\u4e00-\u9fff]{0,2}(?:$|[？?，,]))"
    r"|关于|[\u4e00-\u9fff]{0,4}?(?:会议|例会|周会|晨会|站会|早会|组会|聚餐|聚会|考试|作业|面试|体检|训练|日记|笔记|记录|纪要|日程|行程|安排)(?!室|桌|题|系))"
)

ZH_NEXT_SEASON: Final = regex(
    r"\s*(?:$|[，。？！、；,.?!;]|的时候|时|里|期间|我|你|他|她|那|去|做|有|都|过|发生)"
)

SMALL_BEFORE: Final = regex(
    r"(?:(?<![a-z])(?:(?:back in|sometime in|in|on|at|during|from|for|of|over|around|about|sometime|within|throughout)\s+)?(?:(?:the|exactly)\s+)?(?:(?:calendar\s+|fiscal\s+)?year\s+(?=$))?|[在于从到自]\s*)$"
)

SMALL_AFTER: Final = regex(
    r"['’]s\b|\s*(?:这一?天|那天|那时候|那时|那会儿|的时候|期间|当天|那一?天|那晚|的|里|份|时)(?!候)"
)

CAPITAL_BEFORE: Final = regex(r"\w\s+[A-Z][\w'’]*\s+$|^[A-Z][\w'’]*\s+$")

SURNAME: Final = regex(r"(?:^|[^\u4e00-\u9fff])[王李张刘陈杨赵黄吴徐孙朱马胡郭林何高罗郑梁]$")

PLAIN_DAYS: Final = frozenset(listed("今天 昨天 前天 明天 后天 去年 今年 前年 明年 后年 昨儿 今儿 明儿"))

PLURAL: Final = regex(r"[a-z]{2,}[^s']s$")

YEAR_DASH: Final = regex(r"\d[-–—~]\d")

ZH_BEFORE: Final = regex(
    r"(?:^|[^\u4e00-\u9fff]|[在到从自去今明前后年了的个是过当于和与跟至这那每我你们日号节天呢啊吧近])$"
)

FRACTIONS: Final = frozenset({2, 3, 4, 5, 8, 10, 12, 100})

AFTER_MONTH: Final = frozenset(listed("with about when i we in at on and or the"))

# 两点之间, 三点水: a bare hour in characters is no time; 下午两点, 三点半, 3点 are.
ZH_CLOCK: Final = regex(r"[午上晨昼晚夜]|[半分钟整刻]$|\d")

AT: Final = IN | {"at", "to", "for"}

HABIT: Final = regex(
    r"\b(?:usually|always|normally|typically|often|never|every|each|daily|alarm|timezone)\b|每|通常|一般|总是|平时"
)

# "On Friday or last week", 春节和去年, "on Monday about last week": two times, or one that is only spoken of.
APART: Final = regex(
    r"\b(?:and|or|vs|versus|about|than|compared|not)\b|[和与與或跟及比、]|还是|還是|[.?!。？！;；]"
)

OF_THAT: Final = regex(r"\s+of (?:that|the same) (?:day|week|weekend|month|year)\b")

# "Not on Monday", 除了上周: the time is what is not asked for.
EXCLUDED: Final = regex(
    r"(?:\b(?:not|except|excepting|excluding|exclude|without|besides|(?:other|rather) than|apart from|aside from|"
    r"instead of|(?:anything|everything|any time|anytime|all|always) but)(?:\s+(?:for|on|in|during|at|from|since|the))*\s*"
    r"|(?:不是|并非|而非|除了?|除开|除去|除却|排除|不算|不包括|不含)在?\s*)$"
)
