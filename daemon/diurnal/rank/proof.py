"""Whether a text proves that something happened, for "when did I last…" and "how many times…".

A word alone proves nothing: "no swimming today", "want to swim tomorrow" and
"did I swim?" hold it too. Which words a record must hold is decided from the
question; light verbs ("touch", 去, 搞) ask for nothing by themselves. Pure rules
over one text; which records are asked about is the engine's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from diurnal.model.regex import regex
from diurnal.rank.corpus import Bools
from diurnal.rank.deeds import Deed, is_of_others, is_past
from diurnal.rank.split_verbs import halves, is_said_at, rejoined
from diurnal.rank.tokens import each_span, kept_words, query_tokens, without_stop_runs

# Verbs that fit any noun: a note about it rarely uses the same one.
LIGHT_WORDS = (
    "touch do did done go went gone get got make made use used work worked see saw seen have had take took visit visited"
    " talk talked speak spoke mention mentioned write wrote edit edited change changed fix fixed look looked check"
    " checked play played meet met call called eat ate drink drank buy bought try tried deal dealt time times day date"
    " last next first latest ever often long since happen happened exactly actually really again ago roughly remember know tell thing"
)
LIGHT_CHARACTERS = (
    "去看搞弄做用吃喝买買玩碰改写寫提到见見聊过過了完的在是我你他她有没沒和跟给給把对對上次第一天哪几幾回趟"
)
LIGHT = frozenset(LIGHT_CHARACTERS)

_CLAUSE = regex(r"[.!?;,。！？；，、\n]|\bbut\b|但是|可是|不过|不過")
_REASON = regex(rf"{_CLAUSE.pattern}|\b(?:because|since|as)\b|因为|因為")
_DENIED_BEFORE = regex(
    r"\b(?:not|never|no|without|skip(?:ped|ping)?|miss(?:ed|ing)?|cancel(?:l?ed|ling)?|instead of|rather than|nor|neither"
    r"|didn['’]?t|don['’]?t|doesn['’]?t|wasn['’]?t|isn['’]?t|haven['’]?t|hadn['’]?t|couldn['’]?t|won['’]?t|wouldn['’]?t|can['’]?t|forgot to|failed to|almost|nearly"
    r"|too \w+ to)\b|没|沒|不(?!错|錯|但|仅|僅|过|過|久|少|到)|未|别|別|取消|忘了|错过|錯過|跳过|跳過|差点|差點|险些|險些",
    re.IGNORECASE,
)
_PLANNED_BEFORE = regex(
    r"\b(?:will|going to|gonna|want(?:s|ed)? to|plan(?:s|ned|ning)?(?: to)?|hop(?:e|ing) to|need(?:s|ed)? to|have to|should"
    r"|might|may|could|would|must|shall|let['’]?s|thinking (?:of|about)|wish(?:ed)?|if|tomorrow|next (?:week|month|time|year)"
    r"|remind(?:er)?|todo|to-do|book(?:ed)? (?:an?|the)? ?|schedul(?:e|ed))\b"
    r"|打算|准备|準備|计划|計劃|计畫|想要|想去|想|要去|将要|將要|希望|应该|應該|明天|后天|後天|下周|下週|下个月|下個月|下次|预约|預約|提醒|如果|记得|記得",
    re.IGNORECASE,
)
_DENIED_AFTER = regex(
    r"^[^.!?;。！？；\n]{0,24}?(?:\b(?:was|were|got|is) (?:cancel(?:l?ed)|called off|postponed)\b|取消|延期|没去成|沒去成|泡汤|泡湯)"
    # "Flight cancelled, so we stayed" says it; "swam, cancelled the gym" speaks of the gym.
    r"|^(?:\s+\w+){0,2}?\s+(?:cancel(?:l?ed)|called off|postponed)\b(?=\s*(?:$|[.,;:!?)\n]|(?:so|again|because|due|by|for|and|as|today)\b))",
    re.IGNORECASE,
)
# "Moving on the 25th" and "the course starts in September" say what is to come.
_PLANNED_AFTER = regex(
    r"^(?: [\w'’]+){0,2}? (?:next|tomorrow|(?:on|in) (?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun|january|february|march|april|may|june|july|august|september|october|november|december|next))",
    re.IGNORECASE,
)
# Who moved in has not moved out.
_PARTICLE = regex(r"^ (in|out|up|off|down|away|back|over)(?:to)?\b", re.IGNORECASE)
_IS = regex(r"(?:\b(?:is|are|am)|['’](?:s|re|m)) $", re.IGNORECASE)
_TO_COME = regex(
    r"(?:(?:mov|leav|start|fly|go|com|arriv|open|marry|join)ing|(?:start|begin|leave|move|arrive|open|end|run|come|go)e?s)$",
    re.IGNORECASE,
)
# A test that came back so says that it was not the thing tested for, and a flu shot is no flu.
_NEGATIVE = regex(
    r"^ (?:shot|jab|vaccine|vaccination|season)s?\b|^疫苗|^[^.!?;。！？；\n]{0,24}?(?:\b(?:test(?:s|ed)?|swab|result)?\b[^.!?;,\n]{0,12}?\bnegative\b|\bruled out\b|阴性|陰性|转阴|轉陰|排除)",
    re.IGNORECASE,
)
_SENTENCE_END = regex(r"[.!。！\n]|[?？]")
_ASKED = regex(r"[?？]\s*$|(?:吗|嗎|呢)\s*[。.!！]?\s*$")

# What a text must hold so that one of the patterns above could find anything in it, as an index finds it: records
# without any of it need not be looked at.
_DOUBTING = """
    not never no without skip miss cancel instead rather nor neither didn't don't doesn't wasn't isn't haven't hadn't
    couldn't won't wouldn't can't forgot failed almost nearly too will gonna want plan hope hoping need should might may could would must
    shall let's lets thinking wish if tomorrow next remind reminder todo book schedule off postponed
    没 未 不 别 取消 忘了 错过 跳过 差点 险些 打算 准备 计划 计画 想 要去 将要 希望 应该 明天 后天 下周 下个 下次 预约 提醒 如果 记得 延期
    泡汤 吗 呢 negative ruled shot jab vaccine vaccination season 疫苗 阴性 转阴 排除
"""
_NO_DEED = Deed()
_UNINDEXED = (
    *(
        "?",
        "？",
        "going",
        "have to",
        "to-do",
        "leaving",
        "moving",
        "starting",
        "coming",
        "flying",
        "joining",
        "arriving",
    ),
    *("getting", "starts", "begins", "leaves", "moves", "opens", "arrives"),
)


@cache
def doubting() -> frozenset[str]:
    """Tokens, one of which stands in every text that denies, plans or asks, unless ``asks_or_goes_on`` says so."""
    return _tokens_of(_DOUBTING)


@cache
def _tokens_of(words: str) -> frozenset[str]:
    return frozenset(token for word in words.split() for token in query_tokens(word, stops=True))


@dataclass(frozen=True)
class Needed:
    """What a record must hold: every one of ``words`` (a token, or any of its other names) and, of each group of
    ``runs`` (pairs of characters of one Chinese word), at least half."""

    words: tuple[frozenset[str], ...] = ()
    runs: tuple[tuple[str, ...], ...] = ()
    unheard: frozenset[str] = frozenset()
    """Tokens that matter and no record knows: with one of them, no record says all that was asked."""
    deed: Deed = _NO_DEED
    """What is asked of a deed: where it is the asker's own, what others did proves nothing."""

    def __bool__(self) -> bool:
        return bool(self.words or self.runs)

    @property
    def tokens(self) -> frozenset[str]:
        """Every token that takes part."""
        return frozenset().union(*self.words, *self.runs)

    @cached_property
    def apart(self) -> dict[str, str]:
        """What verbs that come apart leave of themselves in 吵了一架, each with its verb (吵架)."""
        return {half: token for token in self.tokens for half in halves(token)[0]}

    @property
    def is_strict(self) -> bool:
        """True if every text must be looked at: no token tells of whom it speaks, or that 吵了 goes on with 架."""
        return self.deed.is_own or self.deed.is_denied or bool(self.deed.particle) or bool(self.apart)

    def is_told_with(self, text: str, phrase: str) -> bool:
        """True if what is needed stands in the clause of *text* that names a time by *phrase*, or after it."""
        at = text.find(phrase) if phrase else -1
        if at < 0:
            return True
        clause = max((match.end() for match in _REASON.finditer(text, 0, at)), default=0)
        spans = each_span(text, self.tokens.union(self.apart))
        return any(clause <= start < at or start >= at + len(phrase) for _, start, _ in spans)

    def is_told_without(self, text: str, phrases: Collection[str]) -> bool:
        """True if a sentence of *text* with none of *phrases* tells of the deed as done: "took the job"."""
        begin = 0
        for end in (*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)):
            sentence, begin = text[begin:end], end
            if not any(phrase in sentence for phrase in phrases) and any(
                is_past(sentence[start:stop]) for _, start, stop in each_span(sentence, self.deed.verb)
            ):
                return True
        return False

    def held_where(self, holding: Callable[[str], Bools], size: int) -> Bools:
        """Which of *size* texts speak of what was asked, bool (size,); *holding* tells which hold a token."""
        held = np.full(size, bool(self))
        for word in self.words:
            held &= np.logical_or.reduce([holding(token) for token in word])
        for run in self.runs:
            held &= 2 * np.sum([holding(pair) for pair in run], axis=0, dtype=np.int32) >= len(run)
        return held


def needed_for(
    words: str,
    is_known: Callable[[str], bool],
    names_of: Callable[[str], Collection[str]] = lambda token: (),
    deed: Deed = _NO_DEED,
) -> Needed:
    """What a record must hold to be about *words*, the question without its time.

    Args:
        is_known: whether some record holds a token at all; what none holds cannot be asked of any.
        names_of: other tokens that name the same thing (an alias of a page); a Chinese word of two
            characters is one token.
        deed: what the whole question asks of a deed.
    """
    words = rejoined(words)
    dense: list[str] = []
    single: list[str] = []
    # A pair that only begins in a word such as 什么时候 is no word: 候结 in 什么时候结婚.
    for token in query_tokens(without_stop_runs(words)) or query_tokens(words):
        (dense if _is_dense(token) else single).append(token)
    heavy = [token for token in single if token not in _tokens_of(LIGHT_WORDS)] or (
        single if not dense else []
    )
    known = [token for token in heavy if is_known(token) or any(is_known(name) for name in names_of(token))]
    groups = tuple(
        tuple(pair for pair in run if is_known(pair)) or run for run in _runs(dense, keep_light=not heavy)
    )
    named = tuple(run for run in groups if len(run) == 1 and names_of(run[0]))
    runs = tuple(run for run in groups if run not in named)
    heard = tuple(run for run in runs if any(is_known(pair) for pair in run))
    return Needed(
        tuple(
            frozenset((token, *names_of(token))) for token in (*(known or heavy), *(run[0] for run in named))
        ),
        heard or runs,
        frozenset(heavy).difference(known).union(*(run for run in runs if run not in heard)),
        deed,
    )


def _is_dense(token: str) -> bool:
    return token >= "\u2e80"


def _runs(pairs: list[str], *, keep_light: bool) -> Iterator[tuple[str, ...]]:
    """Neighbouring pairs put together again, without those that a light character spoils.

    A pair that begins with one stays if nothing else asks for its other half: 上海, 去世, 喝酒.
    """
    run: list[str] = []
    heavy = [pair for pair in pairs if pair in kept_words() or LIGHT.isdisjoint(pair)]
    covered = LIGHT.union(*heavy)
    kept = [
        pair
        for pair in pairs
        if pair in heavy or (len(pair) == 2 and pair[0] in LIGHT and pair[1] not in covered)
    ]
    for pair in kept or (pairs if keep_light else []):
        if run and not (len(pair) == 2 and run[-1][-1] == pair[0]):
            yield tuple(run)
            run = []
        run.append(pair)
    if run:
        yield tuple(run)


def is_called_off(text: str, needed: Needed) -> bool:
    """True if *text* denies what is *needed* wherever it names it: "appointment cancelled"."""
    denied = [
        _DENIED_BEFORE.search(text[_clause_start(text, start) : start]) or _DENIED_AFTER.search(text[end:])
        for _, start, end in each_span(text, needed.tokens)
    ]
    return bool(denied) and all(denied)


def asks_or_goes_on(text: str) -> bool:
    """True if *text* holds a sign of doubt that no token tells: a question mark, or "going to" beside "went"."""
    lower = text.lower()
    return any(sign in lower for sign in _UNINDEXED)


def proves(text: str, needed: Needed, is_name: Callable[[str], bool] = lambda token: False) -> bool:
    """True if some place in *text* says that what is *needed* happened: not denied, not planned, not asked.

    Where the asker's own deed is needed, it must be the place that tells of the deed, and it must not be told of
    somebody else; *is_name* tells which tokens stand in names. Where it is asked what was *not* done, the
    place must deny it.
    """
    places: list[tuple[bool, bool]] = []
    for token, start, end in each_span(text, needed.tokens.union(needed.apart)):
        if token in needed.apart and not is_said_at(text, start, needed.apart[token]):
            places.append((False, False))
        else:
            places.append((token in needed.deed.verb, _stands(text, start, end, needed, is_name)))
    if not places:
        return not needed.deed.is_denied and not _ASKED.search(text)
    told = [stands for is_deed, stands in places if is_deed]
    return any(told) if told else any(stands for _, stands in places)


def _stands(text: str, start: int, end: int, needed: Needed, is_name: Callable[[str], bool]) -> bool:
    clause_start = _clause_start(text, start)
    before, after = text[clause_start:start], text[end:]
    deed = needed.deed
    if deed.is_own and is_of_others(before, text[start:end], needed.tokens, is_name):
        return False
    is_to_come = _TO_COME.search(text, start, end) and (_IS.search(before) or _PLANNED_AFTER.match(after))
    if is_to_come or _PLANNED_BEFORE.search(before):
        return False
    if deed.particle and (other := _PARTICLE.match(after)) and other[1].lower() != deed.particle:
        return False
    denied = _DENIED_BEFORE.search(before) or _DENIED_AFTER.search(after) or _NEGATIVE.search(after)
    if bool(denied) is not deed.is_denied:
        return False
    sentence_end = _SENTENCE_END.search(text, end)
    return not (sentence_end and sentence_end.group() in "?？") and not _ASKED.search(
        text[clause_start : sentence_end.end() if sentence_end else len(text)]
    )


def _clause_start(text: str, at: int) -> int:
    return max((match.end() for match in _CLAUSE.finditer(text, 0, at)), default=0)
