"""What one bare or quoted text asks for: a phrase, a shape, a near word, or plain words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from diurnal.model.regex import regex
from diurnal.model.spelling import closest
from diurnal.query.nodes import Fuzzy, Node, Phrase, TextLeaf, Wild, Word
from diurnal.query.words import is_dense

_FUZZY = regex(r"([^~*?]{3,})~(\d?)")
# A question mark at the end asks and one in an address parts it; inside a word it stands for a letter.
_WILD = regex(r"\*|^[^/:=&]*\w\?\w[^/:=&]*$")
_REGEX_SIGNS = frozenset("\\^$*+?()[]{}|")
FARTHEST = 2
# What other search boxes call it.
_ELSEWHERE = {"after": "since", "before": "until", "on": "day", "date": "day"}


def text_leaf(text: str, quoted: bool, warn: Callable[[str], None]) -> TextLeaf:
    """The leaf for *text*; *warn* takes a sentence where it is read otherwise than it may be meant."""
    if quoted:
        return Phrase(text)
    if _is_regular_expression(text):
        warn("Regular expressions are not supported; it was read as words. Use * and ? instead.")
        return Word(text)
    if fuzzy := _FUZZY.fullmatch(text):
        word, distance = fuzzy.group(1), int(fuzzy.group(2) or "1")
        if distance > FARTHEST:
            warn(f"{text}: two letters' difference is the most that is looked for.")
        return Fuzzy(word, min(distance, FARTHEST)) if distance else Word(word)
    # Two stars are Markdown's mark for bold.
    bare = text.replace("**", "")
    return Wild(bare) if _WILD.search(bare) else Word(bare)


def misspelt(name: str, operators: Sequence[str]) -> str:
    """A sentence for ``name:`` before a value, if one of *operators* is likely to be meant; else ""."""
    meant = _ELSEWHERE.get(name) or closest(name, operators, cutoff=0.75)
    return f"{name}: is no operator, so it was read as a word. Did you mean {meant}:?" if meant else ""


def may_go_on(node: Node) -> bool:
    """True for a word of two letters or more that another letter would make longer."""
    if not isinstance(node, Word) or len(node.text) < 2 or "'" in node.text or "’" in node.text:
        return False
    return node.text[-1].isalnum() and not is_dense(node.text[-1])


def _is_regular_expression(text: str) -> bool:
    return len(text) > 2 and text[0] == text[-1] == "/" and not _REGEX_SIGNS.isdisjoint(text)
