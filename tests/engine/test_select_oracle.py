"""Any search over any small vault selects what going through every record by hand selects."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diurnal.engine.select_texts import Text
from diurnal.model.record import Kind, Note, Place, Record, Task
from diurnal.model.time import TimeWindow
from diurnal.query.nodes import (
    All,
    AnyOf,
    Cased,
    During,
    Facet,
    Fuzzy,
    Has,
    Node,
    Not,
    Phrase,
    Property,
    Query,
    Scope,
    TaskIs,
    Together,
    Wild,
    Word,
)
from engine.select_world import World, fields_of
from store.samples import entry, note

FIRST = date(2026, 7, 20)
PIECES = st.sampled_from(
    ["green", "tea", "teas", "gpt-4", "GPT4", "買菜", "菜", "水果", "Maya", "é", "v1.2", "\n", "\n\n"]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=7).map(" ".join)


@st.composite
def records(draw: st.DrawFn, path: str) -> list[Record]:
    """Records of one note, in the headings' order."""
    made = []
    for heading in draw(
        st.lists(st.sampled_from([(), ("Tea",), ("買菜",), ("Tea", "Maya")]), min_size=1, max_size=4)
    ):
        dated = draw(st.booleans())
        made.append(
            entry(
                path,
                draw(TEXTS),
                day=FIRST + timedelta(days=draw(st.integers(0, 2)))
                if dated and path.startswith("Daily")
                else None,
                kind=draw(st.sampled_from([Kind.ENTRY, Kind.PASSAGE])),
                place=Place.DIARY if path.startswith("Daily") else Place.OTHER,
                heading=heading,
                hall=draw(st.sampled_from(["facts", "events"])),
                by=draw(st.sampled_from(["", "Claude"])),
                task=draw(st.sampled_from([Task.NONE, Task.OPEN, Task.DONE])),
                tags=draw(st.sampled_from([(), ("work",), ("Work/Home",), ("tea",)])),
            )
        )
    return made


@st.composite
def notes(draw: st.DrawFn) -> list[Note]:
    paths = draw(
        st.lists(
            st.sampled_from(["Daily/a.md", "Daily/b.md", "F/tea.md", "Full.md", "F/G/菜.md"]),
            min_size=2,
            max_size=4,
            unique=True,
        )
    )
    return [
        note(
            path,
            draw(records(path)),
            tags=draw(st.sampled_from([(), ("work",)])),
            properties=draw(
                st.sampled_from([{}, {"status": ("Done",)}, {"status": ("not done", "open")}, {"n": ("3",)}])
            ),
        )
        for path in paths
    ]


LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.builds(Word, st.sampled_from(["green", "tea", "TEA", "gpt-4", "gpt4", "买菜", "水", "maya", "v1.2", "1.2", "monday"])),
    st.builds(Word, st.sampled_from(["gre", "te", "gpt-4", "ma"]), st.just(True)),
    st.builds(Phrase, st.sampled_from(["green tea", "tea green", "菜 水", "tea", "gpt 4", "買菜水果"])),
    st.builds(Wild, st.sampled_from(["te*", "*een", "t?a", "菜*果", "gpt*"])),
    st.builds(Fuzzy, st.sampled_from(["gren", "maia"]), st.integers(1, 2)),
    st.builds(Has, st.just(Facet.PATH), st.sampled_from(["F", "Daily", "ea", "G/", "F/G"])),
    st.builds(Has, st.just(Facet.FILE), st.sampled_from(["tea", "菜", "f"])),
    st.builds(Has, st.just(Facet.TAG), st.sampled_from(["work", "work/home", "tea"])),
    st.builds(Has, st.just(Facet.HALL), st.sampled_from(["facts", "events"])),
    st.builds(Has, st.just(Facet.KIND), st.sampled_from(["entry", "item"])),
    st.builds(Has, st.just(Facet.BY), st.sampled_from(["claude", "me"])),
    st.builds(Property, st.sampled_from(["status", "n"]), st.sampled_from([None, "done", "3"])),
    st.builds(TaskIs, st.sampled_from([frozenset({Task.OPEN}), frozenset({Task.OPEN, Task.DONE})])),
    st.builds(During, st.sampled_from([TimeWindow.of_day(FIRST), TimeWindow(None, TimeWindow.of_day(FIRST).end)])),
)  # fmt: skip


def combined(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.builds(All, several) | st.builds(AnyOf, several) | st.builds(Not, parts)


IN_TEXT = st.recursive(LEAVES, combined, max_leaves=3)
PLACED = (
    st.builds(Together, st.sampled_from(Scope), IN_TEXT)
    | st.builds(Cased, IN_TEXT)
    | st.builds(
        lambda scope, part: Cased(Together(scope, part)), st.sampled_from([Scope.LINE, Scope.BLOCK]), IN_TEXT
    )
    | st.builds(
        lambda scope, part: Together(scope, Cased(part)), st.sampled_from([Scope.LINE, Scope.BLOCK]), IN_TEXT
    )
)
TREES = st.recursive(LEAVES | PLACED, combined, max_leaves=5)


class ByHand:
    """The same searches, one record at a time, by the words of docs/query-language.md."""

    def __init__(self, vault: list[Note]) -> None:
        self.vault = vault

    def found(self, tree: Node) -> list[str]:
        return sorted(
            f"{item.path} {record.ordinal}"
            for item in self.vault
            for record in item.records
            if self.holds(tree, record, item)
        )

    def holds(
        self, node: Node, record: Record, item: Note, text: Text | None = None, *, cased: bool = False
    ) -> bool:
        match node:
            case All(parts):
                return all(self.holds(part, record, item, text, cased=cased) for part in parts)
            case AnyOf(parts):
                return any(self.holds(part, record, item, text, cased=cased) for part in parts)
            case Not(part):
                return not self.holds(part, record, item, text, cased=cased)
            case Together(Scope.SECTION, part) if text is None:
                return self.section_holds(part, record, item)
            case Together(scope, part):
                cut = "\n\n" if scope is Scope.BLOCK else "\n"
                pieces = record.text.split(cut)
                if scope is Scope.BLOCK:
                    pieces = record.text.replace("\n \n", "\n\n").split("\n\n")
                return any(
                    self.holds(part, record, item, Text([piece]), cased=cased)
                    for piece in (*pieces, *record.heading)
                    if piece.strip()
                )
            case Cased(part):
                whole = Text([record.text, *record.heading, *record.names, record.title])
                return self.holds(part, record, item, text or whole, cased=True)
            case Word() | Phrase() | Wild() | Fuzzy():
                if text is not None:
                    return text.holds(node, cased=cased)
                whole = Text([record.text, *record.heading, *record.names, record.title])
                by_day = isinstance(node, Word) and node.text.lower() in set().union(
                    *map(set, fields_of(record))
                )
                return by_day or whole.holds(node)
            case _:
                return self.admits(node, record, item)

    def section_holds(self, part: Node, record: Record, item: Note) -> bool:
        section = list(self.section_of(record, item))
        wanted = list(self.wanted(part))
        return self.together(part, section, item) and (
            not wanted or any(self.holds(leaf, record, item) for leaf in wanted)
        )

    def section_of(self, record: Record, item: Note) -> Iterable[Record]:
        """Records around *record* in the columns' order that share day and heading without a break."""
        ordered = sorted(item.records, key=lambda one: (one.day is None, one.day or FIRST, one.ordinal))
        at = ordered.index(record)
        first, last = at, at
        while first and self.same(ordered[first - 1], record):
            first -= 1
        while last + 1 < len(ordered) and self.same(ordered[last + 1], record):
            last += 1
        return ordered[first : last + 1]

    @staticmethod
    def same(one: Record, other: Record) -> bool:
        return (one.day, one.heading) == (other.day, other.heading)

    def together(self, node: Node, section: list[Record], item: Note) -> bool:
        match node:
            case All(parts):
                return all(self.together(part, section, item) for part in parts)
            case AnyOf(parts):
                return any(self.together(part, section, item) for part in parts)
            case Not(part):
                return not self.together(part, section, item)
            case _:
                return any(self.holds(node, record, item) for record in section)

    def wanted(self, node: Node) -> Iterable[Node]:
        match node:
            case All(parts) | AnyOf(parts):
                for part in parts:
                    yield from self.wanted(part)
            case Not():
                return
            case _:
                yield node

    def admits(self, node: Node, record: Record, item: Note) -> bool:
        match node:
            case Has(Facet.PATH, value):
                wanted = value.lower().strip("/")
                folders = [f"/{one.path.rpartition('/')[0]}/".lower() for one in self.vault if one.records]
                if any(f"/{wanted}/" in folder for folder in folders):
                    return f"/{wanted}/" in f"/{item.path.rpartition('/')[0]}/".lower()
                return value.lower() in item.path.lower()
            case Has(Facet.FILE, value):
                return value in item.path.rsplit("/", 1)[-1].lower()
            case Has(Facet.TAG, value):
                carried = {tag.lower() for other in item.records for tag in other.tags}
                beside = [tag for tag in item.tags if tag.lower() not in carried]
                tags = [tag.lower() for tag in (*record.tags, *beside)]
                return any(tag == value or tag.startswith(value + "/") for tag in tags)
            case Has(Facet.HALL, value):
                return record.hall == value
            case Has(Facet.KIND, value):
                return record.kind == value
            case Has(Facet.BY, value):
                return record.by == ("" if value == "me" else "Claude")
            case Property(name, value):
                values = item.properties.get(name)
                if values is None or value is None:
                    return values is not None
                return any(value in one.lower().split() for one in values)
            case TaskIs(states):
                return record.task in states
            case During(window):
                return record.recorded is not None and window.overlaps(record.recorded)
        raise AssertionError(node)


@pytest.mark.parametrize("mode", ["up to date", "behind", "absent"])
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(vault=notes(), trees=st.lists(TREES, min_size=6, max_size=10), again=st.booleans())
def test_a_search_selects_what_reading_every_record_selects(
    tmp_path_factory: pytest.TempPathFactory, mode: str, vault: list[Note], trees: list[Node], again: bool
):
    """Whether the index of word order is up to date, behind what was saved since, or absent."""
    world, by_hand = World(tmp_path_factory.mktemp("world")), ByHand(vault)
    world.take(*vault[:1])
    if mode == "behind" or again:
        world.write_order()
    world.take(*vault[1:])
    if mode == "up to date":
        world.write_order()
    if mode == "absent":
        world.order = None
    try:
        for tree in trees:
            selection = world.selector.select(Query("", All((tree,))), world.sources)
            rows = world.columns.rows[selection.mask].tolist()
            found = sorted(f"{record.path} {record.ordinal}" for record in world.catalogue.records(rows))

            assert found == by_hand.found(tree), tree
            assert selection.degraded == ()
    finally:
        world.close()
