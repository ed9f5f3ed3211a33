"""Which words tell of an event, for times that hang on one: "I moved", "the party", 手术, 搬家.

As data and patterns: verbs that tell of the past, nouns that happen on a day,
and what shows that a question is about no single day. ``anchor_words`` reads
phrases with them.
"""

from __future__ import annotations

from typing import Final

from diurnal.model.regex import regex
from diurnal.when.words import listed, one_of

_IRREGULAR: Final = listed(
    "came left got went told said broke met won lost had was were died quit found gave took made began became fell flew drove ran saw "
    "bought sold sent brought caught thought heard slept spoke wrote read ate drank cut hit hurt put let built burnt burned "
    "chose drew felt fought forgot forgave grew hung held kept knew led lent lit paid rode rang rose sang sat set shot shut "
    "split spent stole stood swam taught threw understood woke wore proposed"
)
#: A verb that tells of what happened, with what may stand before it.
PAST: Final = rf"(?:(?:finally|both|all|almost|suddenly|officially|just|also|really|first) )?(?:{one_of(_IRREGULAR)}|(?!need\b|feed\b|speed\b|seed\b)[a-z]{{2,}}ed)\b"
SUBJECT: Final = r"(?:i|we|he|she|they|you|it|mum|mom|dad|grandma|grandpa|granny|grandad|granddad|(?:my|our|his|her|their) [a-z]+)"

_HAPPENINGS: Final = listed(
    "party wedding funeral surgery operation trip move interview exam concert birthday graduation launch release accident storm "
    "holiday vacation conference breakup divorce race marathon appointment festival earthquake flood fire burglary engagement "
    "christening baptism reunion retreat picnic barbecue bbq housewarming hike camp match tournament recital premiere "
    "presentation demo audit outage migration offsite workshop fight argument crash checkup biopsy scan vaccination "
    "stroke blackout cancellation deployment rollout incident diagnosis injury birth death eviction inspection viewing submission "
    "defense defence viva hearing trial election strike evacuation layoffs promotion resignation retirement proposal breach "
    "robbery theft mugging transplant miscarriage hackathon cruise safari pilgrimage typhoon hurricane blizzard snowstorm "
    "heatwave leak sleepover rehearsal ceremony inauguration handover signing"
)
#: Two words that are one such thing, and the second alone is none.
_TWO_WORDS: Final = (
    r"(?:power|phone) cut|break[- ]in|root canal|road trip|job offer|moving out|moving in|move[- ]in|stag do|hen do|first day|last day|"
    r"(?:exam|test) results?"
)
#: Something of one day: "the party", "my last exam"; plain dinners and meetings are of every day.
HAPPENING: Final = rf"(?:the|my|our|his|her|their|[a-z]+['’]s) (?:[a-z0-9'’-]+ ){{0,2}}?(?:{one_of(_HAPPENINGS)}|{_TWO_WORDS})\b"

#: A question about what is always so, or still to come, is about no single day.
GENERAL: Final = regex(
    r"\b(?:should|shall|must|can|could|usually|always|normally|typically|every|each|need to|(?:how|what|where|who|when|which) to|how do|do i|do we|does|remember to|"
    r"don['’]?t forget|will|going to|gonna|where do|what do)\b"
    r"|好[吗嗎]?\s*[？?]?$|要不要|应[该該]|怎么办|怎麼辦|注意|一般|通常|每次|需要|能不能|可不可以|可以|[准準][备備]什|要[带帶做买買]"
)

#: 前两天 and its like mean "the other day" unless what stands before them is something that happens on a day.
HAPPENS_ZH: Final = (
    r"(?:考试|面试|搬家|婚礼|结婚|手术|出差|旅行|旅游|生日|比赛|开学|毕业|出发|回国|出国|生病|吵架|分手|离职|辞职|入职|葬礼|会议|演出|体检|答辩|高考|"
    r"聚会|派对|发布|上线|住院|出院|出生|去世|搬迁|签约|开会|约会|订婚|离婚|典礼|年会|过年|到家|回家|离开|开始|结束|"
    r"考試|面試|婚禮|結婚|手術|比賽|開學|畢業|出發|離職|辭職|入職|葬禮|會議|體檢|聚會|派對|發布|上線|簽約|開會|約會|訂婚|離婚|典禮|年會|過年|離開|開始|結束|"
    r"搬進來|搬进来|养狗|養狗|养猫|養貓|地震|车祸|車禍|停电|停電|表白|求婚|领证|領證|拔牙|拔智齿|打疫苗|度假|露营|露營|团建|團建|开业|開業|直播|滑雪|演唱会|演唱會|音乐会|音樂會|运动会|運動會|家长会|家長會|台风|颱風|车展|化疗|化療|拆线|拆線|培训|培訓|军训|軍訓|升职|升職|裁员|裁員|乔迁|喬遷|满月酒|滿月酒|跑马拉松|马拉松|"
    r"收房|交房|退租|签租约|验房|装修|接收|录取|录用|投稿|放榜|出成绩|打针|接种|补牙|确诊|复查|骨折|摔倒|被偷|被盗|漏水|退房|转正|晋升|退休|开庭|开幕|闭幕|"
    r"见家长|见父母|提亲|拆迁|断网|中奖|报到|落地|起飞|登机|解雇|被裁|跳槽|退婚|和好|复合|怀孕|流产|满月|断奶|戒烟|戒酒|领养|绝育|走丢|丢手机|换工作|考完试?|考完)"
)
#: Of these one cannot say whether a day before or after them is theirs: every day begins and ends, and one comes home.
OF_ANY_DAY_ZH: Final = regex(
    r"(?:回家|到家|开会|開會|離開|离开|开始|開始|结束|結束|约会|約會|出发|出發|吵架)$"
)
