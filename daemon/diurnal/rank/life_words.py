"""The same event in other words, of either language: "the surgery" where the diary says 手术, "the breakup" for "we broke up".

A small list of what happens in a life (``data/life_words.txt``), not a dictionary: it
serves questions that hang their time on an event whose own words stand in no entry.
What the notes prove of them is the engine's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, islice, product

from diurnal.rank.fold import data_lines, fold
from diurnal.rank.tokens import query_tokens

MOST = 64
"""Other tellings of one event that are tried at most."""


def other_tellings(told: str, stands: Callable[[str], bool], *, in_both: bool = True) -> Iterator[str]:
    """What *told* may be called in the notes, without *told* itself: each thing it names in every other word for it.

    Args:
        told: the words that tell of an event.
        stands: whether a word stands anywhere in the notes; the others are not tried.
        in_both: take words of the other language too, not only those of the language a thing is named in.

    Returns:
        The tellings, folded, the words in their order with spaces around what was put in;
        nothing if the list knows none of them.
    """
    folded = fold(told)
    pieces: list[tuple[str, ...]] = []
    end = 0
    for found in _things().finditer(folded):
        pieces.append((folded[end : found.start()],))
        own = found["word"]
        others = [
            f" {word} "
            for word in _called()[own]
            if word != own and (in_both or word.isascii() == own.isascii()) and stands(word)
        ]
        pieces.append((own, *others) if stands(own) or not others else tuple(others))
        end = found.end()
    pieces.append((folded[end:],))
    tellings = map("".join, product(*pieces))
    yield from islice((telling for telling in tellings if telling != folded), MOST)


# Words of the list that also mean something else: 搬家 is no "appointment moved", 上线 no press release.
_WIDE = (
    "talk release back fire shot row game match date test pulled extracted proposal"
    " presentation start physical race crash lost operation operated 节日 领导 先生 事故 汇报 发布 风暴"
)
# These are meant by who asks for them, and mean more where they stand: who argued finds 吵架, but 吵架 no argument of a function.
_WIDE_IN_NOTES = "moved signed launch defended proposed joined quit argument argued engagement lockdown"


def in_other_language(token: str) -> frozenset[str]:
    """Tokens that name in the other language what *token* names: 游泳 for ``swim``, and the other way round.

    Only words that are one token each, and no single Chinese character: 背 is a back, and carries a bag.
    """
    return _across().get(token, frozenset())


@cache
def _across() -> dict[str, frozenset[str]]:
    across: dict[str, set[str]] = {}
    for line in data_lines("life_words.txt"):
        english, chinese = (
            [tuple(query_tokens(word, stops=True)) for part in side.split("|") for word in _split(part)]
            for side in line.split("=")
        )
        for own, others in ((english, chinese), (chinese, english)):
            single = {
                tokens[0]
                for tokens in others
                if len(tokens) == 1 and _is_telling(tokens[0]) and tokens[0] not in _wide_in_notes()
            }
            for tokens in own:
                if single and len(tokens) == 1 and _is_telling(tokens[0]):
                    across.setdefault(tokens[0], set()).update(single)
    return {token: frozenset(others) for token, others in across.items()}


def _is_telling(token: str) -> bool:
    return token not in _wide() and (token.isascii() or len(token) > 1)


@cache
def _wide() -> frozenset[str]:
    return frozenset(query_tokens(_WIDE, stops=True))


@cache
def _wide_in_notes() -> frozenset[str]:
    return frozenset(query_tokens(_WIDE_IN_NOTES, stops=True))


def says_phrases_of(text: str, telling: str) -> bool:
    """True if what the list knows of *telling* and is several English words stands so in *text*: a break is not "broke up"."""
    folded = fold(text)
    return all(
        found["word"] in folded
        for found in _things().finditer(telling)
        if " " in found["word"] and found["word"].isascii()
    )


def means_more(token: str) -> bool:
    """True if a note that holds *token* may well mean something else than the list does: "moved", 发布."""
    return token in _wide() or token in _wide_in_notes()


@cache
def _called() -> dict[str, tuple[str, ...]]:
    """Each word of the list with the words that may stand for it, itself among them."""
    called: dict[str, tuple[str, ...]] = {}
    for line in data_lines("life_words.txt"):
        english, chinese = ([_split(part) for part in side.split("|")] for side in line.split("="))
        for own, others in ((english, chinese), (chinese, english)):
            called.update({word: (*words, *chain(*others)) for words in own for word in words})
    return called


def _split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))


@cache
def _things() -> re.Pattern[str]:
    longest_first = sorted(_called(), key=len, reverse=True)
    english = "|".join(re.escape(word) for word in longest_first if word.isascii())
    chinese = "|".join(word for word in longest_first if not word.isascii())
    return re.compile(rf"(?P<word>\b(?:{english})\b|{chinese})(?:['’]s\b)?")
