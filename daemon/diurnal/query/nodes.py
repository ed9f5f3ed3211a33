"""What a search means, as a tree of values.

A leaf asks one thing of a record; ``All``, ``AnyOf`` and ``Not`` combine them.
The tree knows neither stores nor tokens: ``engine.select`` answers it. Text
leaves keep the text as typed, because what a word is belongs to ``rank.tokens``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from diurnal.model.record import Task
from diurnal.model.time import TimeWindow


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; without parts, everything does."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds; without parts, nothing does."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Node


@dataclass(frozen=True, slots=True)
class Word:
    """The record holds these words in any of their forms, in its text, headings or names.

    ``unfinished`` marks the word still being typed at the end of a search: it
    also finds words it is the beginning of.
    """

    text: str
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """These very words stand next to each other, whatever stands between them but words."""

    text: str


@dataclass(frozen=True, slots=True)
class Wild:
    """A word of this shape: ``*`` is any run of characters, ``?`` any one."""

    text: str


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """A word at most ``distance`` letters (put in, left out, changed, or swapped with the next) away from this one."""

    text: str
    distance: int


TextLeaf = Word | Phrase | Wild | Fuzzy


class Scope(StrEnum):
    """A stretch of a note in which several words must stand together."""

    LINE = "line"
    BLOCK = "block"
    SECTION = "section"


@dataclass(frozen=True, slots=True)
class Together:
    """The part holds within one line, one block (between blank lines), or one heading's section."""

    scope: Scope
    part: Node


@dataclass(frozen=True, slots=True)
class Cased:
    """The text leaves of the part must agree in case as well."""

    part: Node


class Facet(StrEnum):
    """What a filter looks at; all are per record, inherited from the note where the note has it."""

    PATH = "path"
    FILE = "file"
    TAG = "tag"
    KIND = "kind"
    HALL = "hall"
    PLACE = "place"
    BY = "by"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Has:
    """One facet has this value: contains it (path, file), is or is above it (tag), equals it (the rest)."""

    facet: Facet
    value: str


@dataclass(frozen=True, slots=True)
class Property:
    """The note has this property and, unless ``value`` is None, a value that holds it.

    ``comparison`` is ``<`` or ``>`` for numbers and dates, ``null`` for a property without a value.
    """

    name: str
    value: str | None = None
    comparison: str = ""


@dataclass(frozen=True, slots=True)
class TaskIs:
    """The record is a checkbox in one of these states."""

    states: frozenset[Task]


@dataclass(frozen=True, slots=True)
class During:
    """The record was recorded, or speaks of an event, in this window."""

    window: TimeWindow


Filter = Has | Property | TaskIs | During
Node = All | AnyOf | Not | Word | Phrase | Wild | Fuzzy | Together | Cased | Has | Property | TaskIs | During

NOTHING = AnyOf(())
EVERYTHING = All(())


def text_leaves(node: Node) -> Iterator[tuple[TextLeaf, bool]]:
    """Every text leaf beneath *node*, in reading order, with whether it is wanted (not excluded)."""
    for leaf, wanted in leaves(node):
        if isinstance(leaf, Word | Phrase | Wild | Fuzzy):
            yield leaf, wanted


def leaves(node: Node) -> Iterator[tuple[TextLeaf | Filter, bool]]:
    """Every leaf beneath *node*, likewise."""
    waiting: list[tuple[Node, bool]] = [(node, True)]
    while waiting:
        here, wanted = waiting.pop()
        match here:
            case All(parts) | AnyOf(parts):
                waiting.extend((part, wanted) for part in reversed(parts))
            case Not(part):
                waiting.append((part, not wanted))
            case Together(_, part) | Cased(part):
                waiting.append((part, wanted))
            case _:
                yield here, wanted


def without_exclusions(node: Node) -> Node:
    """*node* without what it excludes, in any case and place: whatever satisfies *node* satisfies this."""
    match node:
        case All(parts):
            return All(tuple(map(without_exclusions, parts)))
        case AnyOf(parts):
            return AnyOf(tuple(map(without_exclusions, parts)))
        case Not():
            return EVERYTHING
        case Together(_, part) | Cased(part):
            return without_exclusions(part)
        case _:
            return node


def wanted_leaves(node: Node) -> Iterator[Node]:
    """What *node* wants, part by part, filters among them."""
    match node:
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from wanted_leaves(part)
        case Not():
            return
        case _:
            yield node


@dataclass(frozen=True, slots=True)
class Query:
    """A search as understood; ``warnings`` say what was read otherwise than it may have been meant."""

    text: str
    root: Node
    warnings: tuple[str, ...] = ()

    @property
    def is_filter_only(self) -> bool:
        """True if no wanted text is left to rank by: records come by time, newest first."""
        return not any(wanted for _, wanted in text_leaves(self.root))

    @property
    def words(self) -> tuple[str, ...]:
        """Wanted text to rank by, as typed; shapes (``gard*``) are left out, each text comes once."""
        return tuple(
            dict.fromkeys(
                leaf.text for leaf, wanted in text_leaves(self.root) if wanted and not isinstance(leaf, Wild)
            )
        )

    @property
    def needs_whoosh(self) -> bool:
        """True if word order or word shapes are asked, which the packed postings cannot answer."""
        return any(not isinstance(leaf, Word) or leaf.unfinished for leaf, _ in text_leaves(self.root))

    @property
    def asks_for_hall_or_time(self) -> bool:
        """True if a hall or a window is asked for, or excluded, anywhere in it."""
        return any(
            isinstance(leaf, During) or (isinstance(leaf, Has) and leaf.facet is Facet.HALL)
            for leaf, _ in leaves(self.root)
        )

    @property
    def window(self) -> TimeWindow | None:
        """The window every found record lies in, where the search names one outside groups."""
        match self.root:
            case During(window):
                return window
            case All(parts):
                return next((part.window for part in parts if isinstance(part, During)), None)
            case _:
                return None
