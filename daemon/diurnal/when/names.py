"""Words of time that are part of a name or of an age: 《昨天》, "my cat Sunday", "September by Earth, Wind & Fire", 他今年几岁.

Asked only of what reads as a time already, so a text without time costs
nothing. Rules are about what surrounds the words (quotation marks, a medium, an
honorific, a question for an age), not about single titles; those few that no
rule tells are traps of the lexicons.
"""

from __future__ import annotations

from typing import Final

from diurnal.model.regex import regex
from diurnal.when import evidence_words as w
from diurnal.when.cascade import Time
from diurnal.when.words import listed

#: Needs of a time that is nothing but a word for a day, month, season or feast, which may be somebody's name.
_NAMES: Final = frozenset(listed("weekday month month-name month-open season holiday title part zh-word"))

_QUOTES: Final = (("《", "》"), ("〈", "〉"), ("“", "”"), ("「", "」"), ("『", "』"), ('"', '"'))
_QUOTED: Final = regex('[《〈“「『"]')
_MOST_QUOTED: Final = 60

# --- people, pets and ages ---------------------------------------------------------------------------

_BEING: Final = (
    r"(?:cat|kitten|kitty|dog|puppy|pup|hamster|parrot|rabbit|bunny|horse|pony|bird|canary|fish|turtle|tortoise|ferret|"
    r"niece|nephew|daughter|son|sister|brother|cousin|aunt|uncle|friend|boss|neighbou?r|colleague|coworker|boyfriend|"
    r"girlfriend|wife|husband|baby|teacher|flatmate|roommate)"
)
_OWNER: Final = r"(?:my|our|his|her|their|your|the)"
_NAMED_BEFORE: Final = regex(
    r"\b(?:mr|mrs|ms|miss|dr|prof|professor|uncle|aunt|auntie|captain|called|named|nicknamed|(?:name|names)(?: is| was| are|'s)|who(?: is| was|'s|'re| are))\.?\s+$"
)
_NAMED_AFTER: Final = regex(
    rf"\s*,\s*{_OWNER}\s+(?:\w+\s+)?{_BEING}\b|\s+the\s+{_BEING}\b"
    # 中秋是我家狗的名字, 周日是我同事, 周一见 是谁, 星期五是谁; 周日是我生日 is a day.
    r"|\s*是(?:[我你他她咱]们?家?的?)?(?!生日)[\u4e00-\u9fff]{0,6}(?:名字|同事|同[学學]|朋友|老[师師]|[邻鄰]居|室友|哥哥?|姐姐?|弟弟?|妹妹?|[猫貓狗])"
    r"|[见見]?\s*是[谁誰](?:\s|[，。？?]|$)"
    # Sunday 老师, April 姐, Friday 乐队
    r"|\s*(?:老[师師]|[姐哥叔]|阿姨|同[学學]|女士|先生|小姐|[乐樂][队隊团團]|餐[厅廳]|酒吧|[这這][只隻条條匹])"
    # 今天股份有限公司
    r"|\s*(?:股份|有限公司|集团|集團|[传傳]媒|影[业業])"
    # 三月书店地址, Monday 咖啡店
    r"|\s*的?(?:咖啡[店馆館厅廳]?|[书書]店|花店|酒店|民宿|[饭飯]店)的?\s*(?:[电電][话話]|地址|菜[单單]|[营營][业業][时時][间間]|$)"
)
# "What does my cat Sunday eat": between a being and what it does stands its name.
_BEING_BEFORE: Final = regex(rf"\b(?:do|does|is|has|can|will)\s+{_OWNER}\s+{_BEING}\s+$")
_ASKS_AGE: Final = regex(
    r"\bhow old\b|\bwhat (?:breed|star sign)\b|[几幾][岁歲]|多少[岁歲]|多大(?=\s|[了？?，,吗嗎呢]|$)|什[么麼]星座|属什[么麼]"
)
_AGE_BEFORE: Final = regex(
    r"\b(?:is|are|be|turns?|turning)\s+(?:\w+\s+)?"
    r"(?:\d{1,3}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|ten|eleven|twelve|\w+teen)(?: years old)?\s+$"
)
_AGE_AFTER: Final = regex(
    r"(?:就|都|已[经經]|快|要|才|[刚剛]|[满滿]|[该該]|[应應]|是|也)*[\d一二两三四五六七八九十]{1,3}(?:周?[岁歲]|(?:多)?了?(?:[吗嗎吧]|\s*$|[？?]))"
)

# --- works, papers, sites ----------------------------------------------------------------------------

_MEDIUM: Final = r"(?:song|movie|film|novel|album|band|series|musical|rom-?com|book|podcast|magazine|poem)"
_WORK_AFTER: Final = regex(
    r"\s+(?:lyrics|chords|soundtrack|guitar tabs?|sheet music|discography|music video|ending explained)\b"
    rf"|\s+the\s+{_MEDIUM}\b(?=\s*(?:$|[?.,!]|by\b|from\b))"
)
_CREDITED: Final = regex(r"\s+by (?:the )?(?!Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|I\b|My\b|Our\b)[A-Z]\w")
# "How do I say Monday in German": the word, not the day.
_WORD_ITSELF: Final = regex(
    r"\b(?:spell|pronounce|plural of|word for|translate|how (?:do|does|to|would)(?: (?:i|you|we|one))? say)\s+$"
)
_WORK_BEFORE: Final = regex(
    r"\b(?:song|novel|album|single|poem|track|band|lyrics (?:to|of|for)|chords (?:to|for|of)|cover of)\s+$"
)
# Common words that are written with a capital only at a start or in a title, unlike Monday or May.
_PERFORMED: Final = regex(
    r"\b(?:play|plays|played|playing|sing|sings|sang|sung|hum|watch|watched|watching|film|movie|show)\s+$"
)
_COMMON: Final = frozenset(listed("yesterday today tomorrow tonight next last the day"))
_FEAST_WATCHED: Final = regex(r"\b(?:watch|watched|watching|rewatch|rewatched)\s+$")
_LATER: Final = regex(r"(?:Days|Weeks|Months|Years) Later$")
# "Tomorrow Never Dies review": capitals all the way to a medium.
_TITLED: Final = regex(
    r"(?:\s+[A-Z][\w'’]*){2,5}\s+(?:review|lyrics|chords|soundtrack|trailer|cast|rating|plot|ending|film|movie|novel|album)\b"
)
_SITE: Final = regex(r"\.(?:com|io|org|net|app|dev|co|fm|tv)\b")
_BUILD: Final = regex(r"\b(?:build|version|release|ver|patch|firmware|kernel|driver|rev)\s*$")
_DOTTED: Final = regex(r"[\d.]+$")
_IDIOM_AFTER: Final = regex(r"\s+and age\b|-(?:ish|like|style|themed)\b")

# 15 March Road, 34 May Street; a road trip is made on a day.
_STREET_AFTER: Final = regex(
    r"\s+(?:street|st\.?|road(?! trip)|rd\.?|avenue|ave\.?|lane|drive|boulevard|blvd\.?|terrace|crescent|square|court|alley|close(?=\s*(?:$|[,.\d])))(?![a-z])"
)
# Article 5/2019, room 12/3: what is numbered, not dated. A full ISO date stays one.
_NUMBERED: Final = regex(
    r"\b(?:article|issue|no\.|number|vol(?:ume)?\.?|chapter|section|page|room|flat|unit|apartment|apt\.?|platform|gate|bus|tram|"
    r"route|model|part no\.?|serial|lot|clause|paragraph|regulation|directive|resolution|decree|size|score|won|lost|beat \w+|ratio|scale)"
    r"\s*#?\s*$"
)
_SLASHES: Final = regex(r"\d{1,4}/\d{1,4}$")
# 6/4 6/3 is a score of two sets.
_SET_BEFORE: Final = regex(r"\d/\d{1,2}[\s,]+$")
_SET_AFTER: Final = regex(r"[\s,]+\d{1,2}/\d{1,2}(?![\d/])")

# A medium that closes a search: 明天你好 歌词, 去年的树 绘本.
_OF_MUSIC: Final = (
    r"(?:歌[词詞曲]|原唱|翻唱|伴奏|[简簡][谱譜]|吉他[谱譜]|[这這那]首歌|主[题題]曲|[谁誰]唱的|[谁誰]演的|[谁誰][写寫]的|作者|主演|"
    r"[剧劇]情|[结結]局|[讲講]的?(?:是)?什[么麼]|影[评評]|[书書][评評]|[观觀][后後]感|[读讀][后後]感|票房|[这這]部(?:[电電]影|[剧劇])|[这這]本[书書])"
)
_LYRICS: Final = r"(?:歌[词詞]|原唱|翻唱|伴奏|[简簡][谱譜]|吉他[谱譜]|主[题題]曲|[谁誰]唱的)"
_MEDIUM_ZH: Final = (
    r"(?:[电電]影|小[说說]|[绘繪]本|漫[画畫]|[动動](?:漫|[画畫])|小品|[电電][视視][剧劇]|[纪紀][录錄]片|[综綜][艺藝]|[专專][辑輯]|[单單]曲|"
    r"[乐樂][队隊团團]|[杂雜][志誌]|[游遊][戏戲]|小程序|歌)"
)
_WORK_AFTER_ZH: Final = regex(
    rf"[^\s，。？！,?!]{{0,10}}\s+{_OF_MUSIC}\s*(?:[？?]|$)"
    rf"|[见見你我天里裡]?的?{_LYRICS}\s*(?:[？?]|$)"
    rf"|(?!的?\s)[^\s，。？！,?!看读讀玩打听聽写寫买買追过過去跟了]{{1,8}}\s+{_MEDIUM_ZH}\s*(?:[？?]|$)"
)
_PRESS: Final = regex(r"(?:[画畫][报報]|晨[报報]|早[报報]|晚[报報]|[邮郵][报報]|[时時][报報]|周刊)")
# 周一见: a greeting, unless one is seen.
_GREETING: Final = regex(r"[见見](?=\s|[，。！!？?]|$)")
_LED: Final = regex(r"(?:疯狂|瘋狂|蓝色|藍色|血色)$")
# The feast as such: where it comes from, or its gala.
_OF_A_FEAST: Final = regex(
    r"(?:联欢)?晚[会會]|(?:[买買抢搶]票|旅[游遊]|出行|[礼禮]物|送[礼禮])?(?:攻略|指南|推荐|推薦)|(?:怎么|怎麼|有?[几幾]天)?放假|放[几幾]天|送什[么麼]好|[诗詩]句|祝福[语語]|[贺賀][词詞]|文案|手抄[报報]|[对對][联聯]|海[报報]"
    r"|的?(?:由来|由來|来历|來歷|来源|來源|习俗|習俗|传说|傳說|寓意|意义|意義|[历歷]史|英文|英[语語])"
)


def belongs_to_a_name(time: Time, text: str, low: str, start: int, end: int) -> bool:
    """True if the words at *start* to *end*, which read as *time*, name something that is no time."""
    if (_QUOTED.search(text, 0, start) and _is_quoted(text, start, end)) or _SITE.match(low, end):
        return True
    lead = low[max(0, start - 40) : start]
    if low[start:end].isascii():
        return (
            _is_being(time, low, lead, start, end)
            or _is_work(time, text, low, lead, start, end)
            or _is_no_date(low, lead, start, end)
        )
    return _is_being(time, low, lead, start, end) or _is_work_zh(time, low, lead, start, end)


def _is_quoted(text: str, start: int, end: int) -> bool:
    """《昨天》 and "Yesterday"; a question that is quoted as a whole is still a question."""
    for opening, closing in _QUOTES:
        opened = text.rfind(opening, max(0, start - _MOST_QUOTED), start)
        if opened < 0:
            continue
        if opening == closing:
            if text.count(opening, 0, start) % 2 == 0:
                continue
        elif text.find(closing, opened, start) >= 0:
            continue
        closed = text.find(closing, end, end + _MOST_QUOTED)
        if closed >= 0 and (text[:opened].strip() or text[closed + 1 :].strip(" .?!。？！")):
            return True
    return False


def _is_bare(time: Time, lead: str) -> bool:
    """True for a word that may be a name and that no preposition makes a time."""
    found = w.WORD_BEFORE.search(lead)
    return time.need in _NAMES and (found is None or found[1] not in w.IN | {"on", "at"})


def _is_being(time: Time, low: str, lead: str, start: int, end: int) -> bool:
    if time.mark in ("present", "future") and time.grain == "year":
        return _ASKS_AGE.search(low, 0, 400) is not None or (
            _AGE_AFTER.match(low, end) is not None or _AGE_BEFORE.search(lead) is not None
        )
    if not _is_bare(time, lead):
        return False
    return (
        _NAMED_BEFORE.search(lead) is not None
        or _NAMED_AFTER.match(low, end) is not None
        or (_BEING_BEFORE.search(lead) is not None and w.END.match(low, end) is None)
        or _ASKS_AGE.search(low, 0, 400) is not None
    )


def _is_work(time: Time, text: str, low: str, lead: str, start: int, end: int) -> bool:
    first = w.WORD_AFTER.match(low, start)
    word = first[1] if first else ""
    capital = text[start].isupper()
    if (
        (time.need in _NAMES and _WORD_ITSELF.search(lead))
        or _LATER.search(text, start, end)
        or (time.need == "holiday" and _FEAST_WATCHED.search(lead))
    ):
        return True
    if capital and word in _COMMON and lead.strip() and _PERFORMED.search(lead):
        return True
    if capital and word in _COMMON and _TITLED.match(text, end):
        return True
    if time.mark == "exact" and lead.strip(" \"'") == "" and _WORK_AFTER.match(low, end):
        return True  # December, 1963 lyrics
    if word in ("last", "this", "past") or not (_is_bare(time, lead) or time.grain in ("day", "part")):
        return False
    return (
        _WORK_AFTER.match(low, end) is not None
        or (capital and _CREDITED.match(text, end) is not None and _is_bare_word(lead))
        or (capital and _WORK_BEFORE.search(lead) is not None)
    )


def _is_bare_word(lead: str) -> bool:
    found = w.WORD_BEFORE.search(lead)
    return found is None or found[1] not in w.ON


def _is_no_date(low: str, lead: str, start: int, end: int) -> bool:
    """build 2024.3.1 · at the last minute · in this day and age · 15 March Road · won 6/4 6/3"""
    said = low[start:end]
    if _STREET_AFTER.match(low, end):
        return True
    if _SLASHES.match(said) and (
        _NUMBERED.search(lead) or _SET_BEFORE.search(lead) or _SET_AFTER.match(low, end)
    ):
        return True
    if _DOTTED.match(said) and _BUILD.search(lead):
        return True
    if said.endswith("last minute"):
        return (lead + said).endswith("at the last minute")
    return _IDIOM_AFTER.match(low, end) is not None


def _is_work_zh(time: Time, low: str, lead: str, start: int, end: int) -> bool:
    if low.startswith("当年", start) and (lead.strip() or low[end:].strip()):
        return True  # 当年 is that time, long ago; only alone can it be this year
    if _WORK_AFTER_ZH.match(low, end):
        return True
    if time.need == "holiday":
        return _OF_A_FEAST.match(low, end) is not None
    if time.need == "weekday" or time.grain == "weekend":
        return any(pattern.match(low, end) for pattern in (_PRESS, _GREETING)) or (
            _LED.search(lead) is not None
        )
    return False
