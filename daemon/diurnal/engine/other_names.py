"""What else the things are called that a question names: a page's title for its alias, and the other way round.

Only pages with aliases matter here, and they are found by the words of a
question, so a question that names none costs a few lookups. Links to a page need
none of this: the page's name is a word of every record that links to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from diurnal.model.calendar import MONTHS, WEEKDAYS
from diurnal.rank.tokens import query_tokens


@lru_cache(maxsize=65_536)
def _words(name: str) -> frozenset[str]:
    return frozenset(query_tokens(name, stops=True))


# A page called May is remembered though it has no other name: it tells what is meant by a word for days.
_DAY_NAMES = frozenset(name.lower() for name in (*MONTHS, *WEEKDAYS))


class OtherNames:
    """The titles and aliases of pages that have aliases; one thread may change it while others ask."""

    def __init__(self) -> None:
        self._called: dict[str, dict[str, str]] = {}
        """The names of each page, each with the word it is looked up by."""
        self._for_owner: set[str] = set()
        """Pages that no agent may hear of."""
        self._by_word: dict[str, frozenset[str]] = {}

    def put(self, path: str, title: str, aliases: Iterable[str], *, for_owner: bool = False) -> None:
        """The page *path* is called *title* and *aliases*, and nothing else any more; *for_owner* keeps it from agents."""
        self.drop(path)
        called = dict.fromkeys((title, *aliases))
        fewest = 1 if title.lower() in _DAY_NAMES else 2
        # Most pages have one name, which need not be taken apart to see that it has no other.
        names = [name for name in called if _words(name)] if len(called) >= fewest else []
        if len(names) < fewest:
            return
        # By the word that fewest names have: many pages may be called "Project something".
        self._called[path] = {
            name: min(sorted(_words(name)), key=lambda word: len(self._by_word.get(word, ())))
            for name in names
        }
        if for_owner:
            self._for_owner.add(path)
        for word in self._called[path].values():
            self._by_word[word] = self._by_word.get(word, frozenset()) | {path}

    def drop(self, path: str) -> None:
        """Forget the page *path*, if it is known."""
        for word in set(self._called.pop(path, {}).values()):
            left = self._by_word[word] - {path}
            if left:
                self._by_word[word] = left
            else:
                del self._by_word[word]
        self._for_owner.discard(path)

    def beside(self, words: Iterable[str], *, for_agent: bool = False) -> tuple[str, ...]:
        """Words of the other names of every page that a question of *words* names in full, without *words*."""
        asked = frozenset(words)
        others = (other for name in self._named(asked, for_agent) for other in query_tokens(name, stops=True))
        return tuple(dict.fromkeys(other for other in others if other not in asked))

    def naming(self, words: Iterable[str], *, for_agent: bool = False) -> frozenset[str]:
        """Those of *words* that make up a name of a page."""
        asked = frozenset(words)
        names = map(_words, self._named(asked, for_agent))
        return frozenset[str]().union(*(name for name in names if name <= asked))

    def of(self, word: str, *, for_agent: bool = False) -> frozenset[str]:
        """Single words that are other names of a page called just *word*."""
        names = map(_words, self._named(frozenset({word}), for_agent))
        return frozenset[str]().union(*(name for name in names if len(name) == 1)) - {word}

    def _named(self, asked: frozenset[str], for_agent: bool) -> Iterator[str]:
        """Every name of each page that *asked* holds one name of, by path."""
        paths = frozenset[str]().union(*(self._by_word.get(word, frozenset()) for word in asked))
        for path in sorted(paths):
            names = self._called.get(path, {})
            if for_agent and path in self._for_owner:
                continue
            if any(_words(name) <= asked for name in names):
                yield from names
