"""The step before the grammar: number words next to each other become one number.

"nineteen seventy eight" is a year, "twenty-first" an ordinal, "two thousand and
ten" a year too. The longest run that makes sense wins; words that add up to
nothing ("two three") stay apart.
"""

from __future__ import annotations

from diurnal.when import numbers
from diurnal.when.cascade import Token
from diurnal.when.conventions import FIRST_YEAR, LAST_YEAR

MOST_WORDS = 9


def join_numbers(tokens: list[Token], low: str) -> list[Token]:
    """*tokens* with every run of number words joined; *low* is the text they point into."""
    if not any(t.kind == "WORD" for t in tokens):
        return tokens
    done: list[Token] = []
    position = 0
    while position < len(tokens):
        past, number = _longest(tokens, position, low)
        done.append(tokens[position] if number is None else number)
        position = past
    return done


def _longest(tokens: list[Token], first: int, low: str) -> tuple[int, Token | None]:
    """The end of the longest number that begins at *first*, and the number."""
    if tokens[first].kind != "WORD":
        return first + 1, None
    past = _run(tokens, first, low)
    while past > first:
        if tokens[past - 1].kind == "WORD":
            words = [low[t.start : t.end] for t in tokens[first:past] if t.kind == "WORD"]
            value = numbers.english(words)
            if value is not None:
                return past, _number(tokens[first].start, tokens[past - 1].end, len(words), *value)
        past -= 1
    return first + 1, None


def _run(tokens: list[Token], first: int, low: str) -> int:
    """The end of the words at *first* that may belong together, hyphens and "and" between them."""
    past = first + 1
    while past < len(tokens) and past - first < MOST_WORDS:
        if tokens[past].kind == "WORD":
            past += 1
        elif past + 1 < len(tokens) and tokens[past + 1].kind == "WORD" and _links(tokens, past, low):
            past += 2
        else:
            break
    return past


def _links(tokens: list[Token], middle: int, low: str) -> bool:
    before, link, after = tokens[middle - 1], tokens[middle], tokens[middle + 1]
    if link.kind == "and":
        return low[before.start : before.end] in ("hundred", "thousand")
    return link.kind == "dash" and before.end == link.start and link.end == after.start


def _number(start: int, end: int, words: int, value: int, ordinal: bool) -> Token:
    if ordinal:
        return Token("ORD", start, end, value)
    if words > 1 and FIRST_YEAR <= value <= LAST_YEAR:
        return Token("YEAR", start, end, (value, False, "bare"))
    return Token("NUM", start, end, value)
