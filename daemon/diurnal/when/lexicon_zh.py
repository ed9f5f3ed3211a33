"""Chinese words of time, as data: the lexer folds Traditional to Simplified first.

``FOLDED`` maps the characters these words use, one to one, so offsets stay
true. ``WORDS`` are read longest first at each place of a text; ``RUNS`` are
the few that need a pattern.
"""

from __future__ import annotations

from typing import Any, Final

from diurnal.when.conventions import A_FEW
from diurnal.when.words import listed

_TRADITIONAL: Final = (
    "個週禮後點號幾兩時間這內農曆們從過來嗎當開結現學節聖誕國慶勞動婦兒軍師雙陽陰鐘鍾裡裏剛響歲紀復活萬誰麼陸貳參聽晝歷蘭復會"
    "畢舊曉尋為乾幹倆倫傑傢傳別劍員喫單噹圍圖報場奧妳將對庫廚廣廳戀戲捲敎數於曬書條樂樓樣樹機檢檯臺颱歡殺氣沒況減潤無煙熱營牀"
    "獨獲發髮碼穌級終經線網聯臘與館艙處裝複見視親記許評該誌語說讚貓貨貸賦質賽車較載輕轉迴遊還邊長門關陳際難電頭飯餅養餘馬馳體"
    "魚麵黃黨齡齣連"
)
_SIMPLIFIED: Final = (
    "个周礼后点号几两时间这内农历们从过来吗当开结现学节圣诞国庆劳动妇儿军师双阳阴钟钟里里刚响岁纪复活万谁么陆贰参听昼历兰复会"
    "毕旧晓寻为干干俩伦杰家传别剑员吃单当围图报场奥你将对库厨广厅恋戏卷教数于晒书条乐楼样树机检台台台欢杀气没况减润无烟热营床"
    "独获发发码稣级终经线网联腊与馆舱处装复见视亲记许评该志语说赞猫货贷赋质赛车较载轻转回游还边长门关陈际难电头饭饼养余马驰体"
    "鱼面黄党龄出连"
)
_FULL_WIDTH: Final = {0xFF10 + i: 0x30 + i for i in range(10)} | {ord("："): ord(":"), 0x3000: 0x20}
FOLDED: Final = {ord(a): ord(b) for a, b in zip(_TRADITIONAL, _SIMPLIFIED, strict=True)} | _FULL_WIDTH | {
    ord("禮"): ord("礼"), ord("末"): ord("末"), ord("歲"): ord("岁"), ord("／"): ord("/"), ord("－"): ord("-"),
}  # fmt: skip

Entry = tuple[str, Any]

_HOLIDAYS: Final = {
    "new year": "元旦节 元旦 阳历新年 新历新年",
    "new year eve": "跨年夜 跨年",
    "spring festival": "春节 农历新年",
    "spring week": "春节假期 春节长假 春节期间 春节七天 过年期间 过年那几天 过年那段时间",
    "national week": "国庆节假期 国庆期间 国庆七天 国庆假期 国庆长假 国庆黄金周 十一假期 十一长假 十一黄金周 十一期间",
    "labour week": "劳动节假期 五一期间 五一假期 五一长假 五一小长假",
    "lunar eve": "除夕夜 除夕 大年三十 年三十 年夜",
    "lantern": "元宵节",
    "qingming": "清明节 清明",
    "dragon boat": "端午节 端午",
    "qixi": "七夕节 七夕",
    "ghost": "中元节",
    "mid-autumn": "中秋节 中秋",
    "double ninth": "重阳节",
    "laba": "腊八节 腊八",
    "little year": "小年夜 小年",
    "double twelve": "双十二 双12",
    "valentine": "情人节",
    "women": "国际妇女节 妇女节 三八妇女节 三八节",
    "arbor": "植树节",
    "april fools": "愚人节",
    "labour": "五一国际劳动节 国际劳动节 五一劳动节 劳动节 五一",
    "youth": "五四青年节 青年节",
    "children": "六一儿童节 国际儿童节 儿童节 六一",
    "party": "建党节",
    "army": "八一建军节 建军节",
    "teachers": "教师节",
    "national": "国庆节 国庆日 国庆",
    "double ten": "双十节",
    "halloween": "万圣节前夜 万圣节",
    "singles": "光棍节 双十一 双11",
    "618": "六一八",
    "christmas eve": "平安夜 圣诞夜 圣诞前夜 圣诞节前夜",
    "christmas": "圣诞节 圣诞",
    "thanksgiving": "感恩节",
    "mother": "母亲节",
    "father": "父亲节",
    "good friday": "耶稣受难日 受难日",
    "easter": "复活节",
    "easter monday": "复活节星期一",
    "black friday": "黑色星期五",
}

_PARTS: Final = {
    "dawn": "凌晨",
    "morning": "早上 早晨 清晨 清早 上午 早间 一大早 一早 大清早 大早上",
    "noon": "中午 正午 午间",
    "afternoon": "下午 午后 下昼 晏昼",
    "daytime": "白天",
    "evening": "傍晚 晚上 晚间 傍晚时分 大晚上",
    "night": "夜里 夜晚 半夜 深夜 午夜 夜间 大半夜 前半夜 上半夜 后半夜 下半夜",
}

_RELATIVE_DAYS: Final = {
    -3: "大前天 大前日", -2: "前天 前日 前儿个 前儿", -1: "昨天 昨日 昨儿 昨儿个 昨个儿 昨个 寻日 噚日", 0: "今天 今日 今儿 今儿个 今个儿", 1: "明天 明日 明儿 明儿个 明个儿 听日",
    2: "后天 后日", 3: "大后天 大后日",
}  # fmt: skip
_RELATIVE_YEARS: Final = {
    -3: "大前年", -2: "前年", -1: "去年 上年 旧年", 0: "今年 本年 本年度 今年度", 1: "明年 次年 下年 来年", 2: "后年", 3: "大后年",
}  # fmt: skip

_UNITS: Final = {
    "second": "秒钟 秒", "minute": "分钟", "hour": "个小时 小时 个钟头 钟头 个钟", "day": "天", "week": "个星期 星期 个礼拜 礼拜 周",
    "month": "个月", "quarter": "个季度 季度", "halfyear": "个半年", "year": "年", "decade": "年代", "weekend": "周末 礼拜六日 星期六日 周六日 周六周日 双休日",
    "workday": "个工作日 工作日", "century": "世纪", "night": "个晚上",
}  # fmt: skip

_SEASONS: Final = {
    "spring": "春天 春季", "summer": "夏天 夏季 暑假", "autumn": "秋天 秋季", "winter": "冬天 冬季",
}  # fmt: skip

_SMALL: Final = {
    "the": "那一 那 该", "of": "的 晚些时候 里的 里 份的", "on": "在 于", "to": "到 至 直到",
    "from": "从 由", "since": "不早于 自 自从 打从", "between": "之间", "during": "期间 那段时间", "and": "和 与 跟 及 以及 、",
    "or": "或者 或 还是", "vs": "对比 相比 比",
    "qian": "前 之前 以前", "hou": "后 之后 以后 过后",
    "since_": "以来 开始 起 起算", "lai": "来", "within": "内 之内 以内", "inner": "之间 中间",
    "until": "不晚于 不迟于 截止到 截至 截止 直到", "ending": "结束", "zhi": "止 为止", "starting": "开始",
    "orlater": "或之后 及之后 或以后 及以后 或更晚", "orearlier": "或之前 及之前 或以前 及以前 或更早",
    "asof": "截至目前", "rest": "剩下的 剩余的 余下的",
}  # fmt: skip


def _words() -> dict[str, Entry]:
    words: dict[str, Entry] = {}

    def add(kind: str, value: Any, names: str) -> None:
        for name in names.split():
            words[name] = (kind, value)

    for small, names in _SMALL.items():
        add(small, "", names)
    for name, names in _HOLIDAYS.items():
        add("HOLIDAY", name, names)
    for part, names in _PARTS.items():
        add("PART", part, names)
    for offset, names in _RELATIVE_DAYS.items():
        add("REL", ("day", offset), names)
    for offset, names in _RELATIVE_YEARS.items():
        add("REL", ("year", offset), names)
    for unit, names in _UNITS.items():
        add("UNIT", unit, names)
    for season, names in _SEASONS.items():
        add("SEASON", season, names)
    # The month and week after, before and of now.
    for count, prefix in ((3, "上上上"), (2, "上上"), (1, "上"), (1, "上一")):
        add("LAST", ("上", count), f"{prefix}个 {prefix}")
    add("LAST", ("上", 2), "大上个 大上")
    for count, prefix in ((3, "下下下"), (2, "下下"), (1, "下"), (1, "下一")):
        add("NEXT", ("下", count), f"{prefix}个 {prefix}")
    add("THIS", "", "这个 这 本 今个 今 当 同一 同一个 这一")
    add("LAST", ("过去", 0), "过去的 过去 最近的 最近 近 刚过去的 刚过去 此前")
    add("NEXT", ("未来", 0), "未来的 未来 今后 接下来的 接下来 后面 往后")
    add("EVERY", "", "每个 每一个 每 每逢 逢 每月 每个月 每年 每天 每日 每晚 每早")
    add("EDGE", "early", "初 初期 前期 伊始 前半周 上半周")
    add("EDGE", "mid", "中旬 中期")
    add("EDGE", "late", "底 末 末期 后期 尾 末尾 后半周 下半周")
    add("EDGE", "early", "上旬")
    add("EDGE", "late", "下旬")
    add("EDGE", "年初", "年初 岁初")
    add("EDGE", "年中", "年中")
    add("EDGE", "年底", "年底 年末 年终 岁末 年尾")
    add("EDGE", "月初", "月初 月头")
    add("EDGE", "月中", "月中 月中旬")
    add("EDGE", "月底", "月底 月末 月尾")
    add("EDGE", "first half", "上半月 前半月")
    add("EDGE", "second half", "下半月 后半月")
    add("HALF", 1, "上半年")
    add("HALF", 2, "下半年")
    add("NOW", "", "现在 目前 如今 此刻")
    add("TONOW", "", "到现在 到目前为止 到目前 至现在 直到现在")
    add("NUM", A_FEW, "若干")
    add("NUM", 0.5, "半")
    add("LUNAR", "", "农历 阴历 旧历")
    add("all", "", "全 整个 整")
    add("the", "", "那个 那 这天 这一天 那一天")
    add("REL", ("about", 0), "这个时候 这时候 此时 这会儿")
    return words


WORDS: Final = _words()


# Words that hold a time word but name no time: eaten whole, so nothing inside counts.
TRAPS: Final = listed(
    # names, titles and set phrases that begin with a day, a part of one, a month or a season
    "昨日重现 冬天里的一把火 今夜有戏 昨日的美食 今日头条 明日方舟 明日香 明日边缘 明天会更好 后天性 后天免疫 后天获得 后天培养 后天养成 后天努力 今日说法 昨日世界 "
    "周末狂热 周末夜狂热 周末愉快 周末快乐 晚安 早安 午安 早上好 上午好 中午好 下午好 晚上好 下午茶 明天见 后天见 晚上见 周末见 "
    "清明上河图 21世纪经济报道 二十世纪福克斯 二十一世纪福克斯 后天失明 后天残疾 明日之后 后天环境 后天因素 后天教育 后天习得 后天形成 后天条件 腊八粥 腊八蒜 腊八豆 小年轻 小年糕 周期 先天与后天 先天和后天 先天后天 先天还是后天 有朝一日 三月不减肥 四月不减肥 四月是你的谎言 去年在马里昂巴德 去年烟花特别多 今年欢笑复明年 周末夜现场 今晚打老虎 昨夜星辰 明天过后 今夜无眠 "
    "五月天 五月花 六月雪 七月流火 七月与安生 八月长安 九月天 十月革命 月饼 月亮 月光 月球 月薪 月经 月季 月台 月嫂 月子 "
    "春节联欢晚会 春晚 春卷 春雨 春游 夏令营 夏威夷 夏洛特 冬瓜 冬奥 秋裤 秋千 秋葵 新年快乐 节日快乐 圣诞快乐 圣诞树 圣诞老人 春节快乐 "
    "中秋快乐 国庆快乐 国庆路 五一路 五一广场 黑色星期五 星期几 礼拜几 周几 "
    # years, days and nights inside other words
    "年糕 年级 年龄 年纪 年货 年轻 年薪 年检 年会 年少 年年 年夜饭 百年孤独 一千零一夜 十年磨一剑 一年四季 一年到头 一天到晚 三天打鱼 两天晒网 "
    "二十四节气 24节气 日本 日记 日常 日历 日程 日语 日报 日志 日出 日落 日用 日日 天气 天天 天空 天津 天下 天才 天堂 天使 天然 天生 天赋 天真 天文 "
    "天地 天猫 时候 时光 时代 时尚 时装 时时 小时候 半天 夜猫子 夜市 夜宵 夜店 夜班 夜夜 早点 早餐 早饭 早班 早日 晚点 晚餐 晚饭 晚班 晚会 午餐 "
    "午饭 点赞 点心 点评 点菜 点餐 秒杀 秒懂 不久前 几月几号 几月几日 几号 几月 几点 "
    # 周 and 上, 下, 这, 本, 过去, 最近 as other words
    "九月的高跟鞋 周杰伦 周星驰 周润发 周恩来 周大福 周生生 周六福 周边 周围 周年 周岁 周记 周报 周刊 周折 周转 上次 上一次 上回 上班 上学 上海 上面 上网 上去 上来 "
    "上传 上线 上级 上市 上头 下次 下一次 下回 下班 下学 下面 下去 下来 下载 下雨 下雪 下厨 下单 下棋 本人 本子 本地 本书 本来 这样 这么 这些 这里 这次 "
    "这种 这位 这件 这家 这部 这道 过去式 过去时 过去了 近视 近况 近郊 近代 附近 当然 当地 自己 自然 自动 自由 自行车 由于 来自 来历 来源 来电 到底 到处 至少 至于 "
    "和平 关于 对于 由来 从事 从前 从小 比较 比如 比赛 全部 全家 全国 整理 整体 底下 初中 初恋 初次 尾巴 内容 内心 内存 后来 后面 后悔 后端 后台 "
    "前端 前面 前任 前台 前后 前往 前途 提前 将来 从来 年代感"
)
