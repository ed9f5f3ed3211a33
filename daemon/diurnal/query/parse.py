"""From what was typed in a search to the tree of what it means.

One pass over the text, groups on an explicit stack, time linear in the length.
It promises never to fail on how a search is written: what cannot be read as an
operator is a word, with a warning where that may surprise. Only a value that can
mean nothing (``since:blah``) is refused. The grammar is in docs/query-language.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from diurnal.model.regex import regex
from diurnal.query.groups import Group, Leaf
from diurnal.query.leaves import may_go_on, misspelt, text_leaf
from diurnal.query.nodes import (
    EVERYTHING,
    NOTHING,
    All,
    Cased,
    Facet,
    Node,
    Not,
    Property,
    Query,
    Scope,
    Together,
    Word,
)
from diurnal.query.values import (
    DATES,
    TASKS,
    WindowOf,
    during,
    read_facet,
    read_property,
    read_span,
    read_task,
)
from diurnal.query.words import has_words

# Deeper groups are flattened: nobody types them, and whatever walks the tree may recurse.
DEEPEST = 32
# Shapes and phrases cost a look through the vocabulary each; ten thousand characters of them would block.
MOST_SHAPES = 48

# `task:` and `task:""` ask for any; nothing follows them.
_OPERATOR = regex(r'(?P<name>[A-Za-z]+(?:-[A-Za-z]+)?)[:：](?P<any>""|(?=[\s)]|\Z))?')
_BARE = regex(r"\S+")
_BARE_IN_GROUP = regex(r"[^\s)]+")
_QUOTED = regex(r'"((?:[^"\\]|\\.)*)("?)|[“”]([^“”]*)([“”]?)', re.DOTALL)
_PROPERTY = regex(r'\[(?!\[)(?:\s*"([^"\]]+)"\s*|([^\[\]:："()]+))(?:[:：]([^\[\]]*))?\]')
# As in a note: a tag holds something other than digits.
_TAG = regex(r"#(?=[^#]*[^\d\W])[\w/-]+")
FACETS = frozenset(map(str, Facet))
SCOPES = frozenset(map(str, Scope))
OPERATORS = (*FACETS, *DATES, *TASKS, *SCOPES, "match-case", "ignore-case", "content")


def _same(node: Node) -> Node:
    return node


class _Reader:
    def __init__(self, text: str, window_of: WindowOf | None) -> None:
        self.text = text
        self.at = 0
        self.window_of = window_of
        self.warnings: dict[str, None] = {}
        self.groups = [Group(_same)]
        self.negated = False
        self.shapes = 0
        # "OR", "AND" and "tag:" are dropped while typed, yet alone they are what was asked.
        self.dropped: list[str] = []

    def warn(self, sentence: str) -> None:
        self.warnings.setdefault(sentence)

    def read(self) -> Query:
        length = len(self.text)
        while self.at < length:
            character = self.text[self.at]
            if character.isspace():
                self.at += 1
            elif character == "(":
                self.at += 1
                self.open(_same, self.groups[-1].leaf)
            elif character == ")" and len(self.groups) > 1:
                self.at += 1
                self.close()
            elif character == "-" and self.starts_exclusion():
                self.at += 1
                self.negated = True
            else:
                self.operand()
        if len(self.groups) > 1:
            self.warn("A group was not closed; it was read to the end.")
        while len(self.groups) > 1:
            self.close()
        root = self.groups[0].node(self.warn, self.dropped)
        if root == EVERYTHING:
            words: list[Node] = [Word(word) for word in self.dropped if has_words(word)]
            root = All(tuple(words)) if len(words) != 1 else words[0]
        elif unused := ", ".join(word for word in dict.fromkeys(self.dropped) if word != "AND"):
            self.warn(f"Nothing follows {unused}; it was passed over.")
        return Query(self.text, root, tuple(self.warnings))

    def starts_exclusion(self) -> bool:
        following = self.text[self.at + 1 : self.at + 2]
        return bool(following) and not following.isspace() and following not in "-)"

    # --- groups -------------------------------------------------------------------------------

    def open(self, close: Callable[[Node], Node], leaf: Leaf | None) -> None:
        if len(self.groups) > DEEPEST:
            self.warn(f"Groups deeper than {DEEPEST} were read as if their brackets were not there.")
            return
        self.groups.append(Group(close, leaf, self.negated))
        self.negated = False

    def close(self) -> None:
        group = self.groups.pop()
        node = group.node(self.warn, self.dropped)
        # A minus sign right before the closing bracket excludes nothing.
        self.negated = group.negated
        self.add(group.close(node) if node != EVERYTHING else EVERYTHING)

    def add(self, node: Node) -> None:
        if node != EVERYTHING:
            self.groups[-1].ways[-1].append(Not(node) if self.negated else node)
        self.negated = False

    # --- operands -----------------------------------------------------------------------------

    def operand(self) -> None:
        leaf = self.groups[-1].leaf
        quoted = self.quoted()
        if quoted is not None:
            is_found = has_words(quoted) or leaf is not None
            self.add((leaf or self.text_leaf)(quoted, True) if is_found else EVERYTHING)
            return
        if leaf is None and (self.property() or self.operator()):
            return
        self.bare(leaf)

    def quoted(self) -> str | None:
        """The text of the quotation that begins here, or None if none does."""
        found = _QUOTED.match(self.text, self.at)
        if not found:
            return None
        self.at = found.end()
        if not (found.group(2) or found.group(4)):
            self.warn("A quotation was not closed; it was read to the end.")
        if found.group(1) is not None:
            return re.sub(r"\\(.)", r"\1", found.group(1), flags=re.DOTALL)
        return str(found.group(3))

    def bare_run(self) -> str:
        pattern = _BARE_IN_GROUP if len(self.groups) > 1 else _BARE
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def property(self) -> bool:
        found = _PROPERTY.match(self.text, self.at)
        if not found:
            return False
        name = (found.group(1) or found.group(2) or "").strip()
        if not name:
            return False
        self.at = found.end()
        value = (found.group(3) or "").strip()
        if not value:
            self.add(Property(name))
            return True
        node = read_property(name, value)
        if value[0] in '("' or " OR " in value:
            values = _Reader(value, None)
            values.groups[0].leaf = lambda text, _: read_property(name, text)
            node = values.read().root
            self.warnings.update(values.warnings)
        self.add(node if node != EVERYTHING else Property(name))
        return True

    def operator(self) -> bool:
        found = _OPERATOR.match(self.text, self.at)
        if not found:
            return False
        name = found.group("name").lower()
        if name in FACETS:
            facet = Facet(name)
            return self.value(found, lambda text, _: read_facet(facet, text), _same)
        if name in DATES:
            return self.date(found, name)
        if name in TASKS:
            state = read_task(name)
            if found.group("any") is not None:
                self.at = found.end()
                self.add(state)
                return True
            return self.value(found, None, lambda node: All((state, node)))
        if name in SCOPES:
            scope = Scope(name)
            return self.value(found, None, lambda node: Together(scope, node))
        if name == "match-case":
            return self.value(found, None, Cased)
        if name in ("ignore-case", "content"):
            return self.value(found, None, _same)
        followed = self.text[found.end() : found.end() + 1]
        if followed not in ("", "/") and not followed.isspace() and (said := misspelt(name, OPERATORS)):
            self.warn(said)
        return False

    def is_empty_value(self) -> bool:
        following = self.text[self.at : self.at + 1]
        return not following or following.isspace() or (following == ")" and len(self.groups) > 1)

    def value(self, found: re.Match[str], leaf: Leaf | None, close: Callable[[Node], Node]) -> bool:
        """Read what follows the colon: a group, a quotation or a run of characters."""
        self.at = found.end()
        if self.is_empty_value():
            self.drop(found)
            return True
        if self.text[self.at] == "(":
            self.at += 1
            self.open(close, leaf)
            return True
        quoted = self.quoted()
        text = self.bare_run() if quoted is None else quoted
        node = (leaf or self.text_leaf)(text, quoted is not None)
        if not text.strip() or node == EVERYTHING or (leaf is None and not has_words(text)):
            self.drop(found)
        else:
            self.add(close(node))
        return True

    def date(self, found: re.Match[str], name: str) -> bool:
        self.at = found.end()
        quoted = self.quoted()
        text = "" if quoted is None and self.is_empty_value() else (quoted or self.bare_run()).strip()
        if not text:
            self.drop(found)
            return True
        span = read_span(name, text, self.window_of)
        if self.negated:
            window = during([span])
            self.add(NOTHING if window is None else window)
        else:
            self.groups[-1].spans[-1].append(span)
        return True

    def drop(self, found: re.Match[str]) -> None:
        self.dropped.append(found.group().removesuffix('""'))
        self.negated = False

    def bare(self, leaf: Leaf | None) -> None:
        run = self.bare_run()
        if run == "OR" and not self.negated:
            self.groups[-1].begin_way()
        elif run == "AND" and not self.negated:
            self.dropped.append(run)
        elif leaf is not None:
            self.add(leaf(run, False))
        elif _TAG.fullmatch(run):
            self.add(read_facet(Facet.TAG, run))
        elif has_words(run):
            node = self.text_leaf(run, False)
            is_typed = self.at == len(self.text) and not self.negated
            self.add(Word(run, unfinished=True) if is_typed and may_go_on(node) else node)
        self.negated = False

    def text_leaf(self, text: str, quoted: bool) -> Node:
        leaf = text_leaf(text, quoted, self.warn)
        if isinstance(leaf, Word):
            return leaf
        self.shapes += 1
        if self.shapes > MOST_SHAPES:
            self.warn(f"Only the first {MOST_SHAPES} quotations and shapes were used; the rest are words.")
            return Word(text)
        return leaf


def parse(text: str, window_of: WindowOf | None = None) -> Query:
    """Read a search.

    Args:
        text: anything a person or program may type.
        window_of: reads words for dates ("last week") to a window, None if they are none;
            without it ``since:``, ``until:`` and ``day:`` take ISO dates only.

    Returns:
        The tree of what is asked, with warnings for what was read otherwise than it may be meant.

    Raises:
        BadQuery: an operator was given a value that can mean nothing, such as ``since:blah``.
    """
    return _Reader(text, window_of).read()
