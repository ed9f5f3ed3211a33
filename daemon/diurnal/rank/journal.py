"""The journal profile: keyword overlap times recency times hall, for short daily notes.

A selectable scorer with fixed figures, simple enough to be worked out by hand.
It needs no vectors and no statistics of the vault; what holds no keyword of the
question is left out, so length alone never wins. Where records come from, and
which are looked at, is left to the caller.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from diurnal.rank.fold import data_lines

_KEYWORD = re.compile(r"[\w\u4e00-\u9fff—、。（）【】]{2,}")

_STOP_WORDS = frozenset(
    word for name in ("stop_en.txt", "stop_zh.txt") for line in data_lines(name) for word in line.split()
)

# In this order: what is decided outranks what is found, and so on; events are not raised.
_FACTS = re.compile(r"決定|决定|決策|决策|選擇|选择|採用|采用|decided|adopted")
_DISCOVERIES = re.compile(r"發現|发现|研究|分析|discover|found")
_PREFERENCES = re.compile(r"偏好|喜歡|喜欢|習慣|习惯|prefer|like")
_ADVICE = re.compile(r"建議|建议|推薦|推荐|應該|应该|recommend|suggest")


@dataclass(frozen=True, slots=True)
class JournalFigures:
    """The figures of the profile; the defaults are the ones it was published with."""

    days: int = 30
    recency: float = 0.4
    expired: float = 0.3
    overlap: float = 0.3
    full_chars: int = 5000
    hit: float = 0.3
    miss: float = 0.05
    facts: float = 1.3
    discoveries: float = 1.15
    preferences: float = 1.1
    advice: float = 1.1


@dataclass(frozen=True, slots=True)
class JournalScore:
    """A score and what it is made of: ``overlap`` 0 to 1, ``temporal`` and ``hall`` factors."""

    score: float
    base: float
    overlap: float
    temporal: float
    hall: float

    @property
    def parts(self) -> dict[str, float]:
        """The parts by name, as every other profile tells them."""
        return {"base": self.base, "overlap": self.overlap, "temporal": self.temporal, "hall": self.hall}


def extract_keywords(text: str) -> set[str]:
    """Words of two characters or more, in lower case, without stop words.

    Lower case comes before anything else: "PostgreSQL" and "postgresql" are one keyword.
    """
    return {word for word in _KEYWORD.findall(text.lower()) if len(word) > 1 and word not in _STOP_WORDS}


def temporal_boost(age_days: float, figures: JournalFigures) -> float:
    """More than 1 for what is younger than ``days``, ``expired`` for what is older."""
    if age_days > figures.days:
        return figures.expired
    return 1.0 + figures.recency * max(0.0, 1.0 - age_days / figures.days)


def hall_boost(text: str, figures: JournalFigures) -> float:
    """What the first hall whose words *text* holds multiplies by; 1 for an event."""
    lower = text.lower()
    halls = (
        (_FACTS, figures.facts),
        (_DISCOVERIES, figures.discoveries),
        (_PREFERENCES, figures.preferences),
        (_ADVICE, figures.advice),
    )
    return next((boost for words, boost in halls if words.search(lower)), 1.0)


def overlap_of(text: str, keywords: set[str]) -> float:
    """Share of *keywords* that *text* holds, 0 to 1.

    A Chinese keyword is a run of characters and counts wherever it stands in another run.
    """
    if not keywords:
        return 0.0
    lower = text.lower()
    held = extract_keywords(text)
    return sum(word in held or (not word.isascii() and word in lower) for word in keywords) / len(keywords)


def journal_score(
    text: str, keywords: set[str], age_days: float, figures: JournalFigures | None = None
) -> JournalScore:
    """The score of one record.

    Args:
        keywords: ``extract_keywords`` of the question.
        age_days: age of the record in days; below 0 counts as today.
    """
    figures = figures or JournalFigures()
    overlap = overlap_of(text, keywords)
    base = min(1.0, len(text) / figures.full_chars) * (figures.hit if overlap > 0 else figures.miss)
    temporal = temporal_boost(max(0.0, age_days), figures)
    hall = hall_boost(text, figures)
    return JournalScore(
        base * (1 + figures.overlap * overlap) * temporal * hall, base, overlap, temporal, hall
    )


def journal_ranking(
    texts: Sequence[str], ages_days: Sequence[float], question: str, figures: JournalFigures | None = None
) -> list[tuple[int, JournalScore]]:
    """Places of the texts that hold a keyword of *question*, best first; of equals the newer, then the earlier.

    Returns:
        (place in *texts*, its score). Without a keyword in the question nothing is found.
    """
    keywords = extract_keywords(question)
    scored = [
        (place, journal_score(text, keywords, age, figures))
        for place, (text, age) in enumerate(zip(texts, ages_days, strict=True))
    ]
    found = [(place, score) for place, score in scored if score.overlap > 0]
    return sorted(found, key=lambda item: (-round(item[1].score, 9), ages_days[item[0]], item[0]))
