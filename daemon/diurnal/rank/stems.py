"""English word forms brought to one stem: Snowball, after a table of irregular forms.

Stems serve comparison only and are never shown. Words of other alphabets, and
words with digits, pass through unchanged.
"""

from __future__ import annotations

from functools import cache, lru_cache

from whoosh.lang.snowball.english import EnglishStemmer

from diurnal.rank.fold import data_lines

_snowball = EnglishStemmer()


@cache
def _irregular() -> dict[str, str]:
    """Irregular form to base form: ``bought`` to ``buy``."""
    table: dict[str, str] = {}
    for line in data_lines("irregular_en.txt"):
        base, *forms = line.split()
        table.update(dict.fromkeys(forms, base))
    return table


def is_irregular(word: str) -> bool:
    """True if the lower-case *word* is a form such as ``bought`` or ``swam``."""
    return word in _irregular()


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of a lower-case *word*; anything but an English-looking word comes back as it is."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    return str(_snowball.stem(_irregular().get(word, word)))
