"""The filters of a search as masks: path, file, tag, property, kind, hall, place, people, time, checkbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

import numpy as np

from diurnal.engine.select_sources import Sources
from diurnal.model.record import Kind, Place
from diurnal.ports import Mask, Rows
from diurnal.query.expand import shape_of
from diurnal.query.nodes import During, Facet, Filter, Has, Phrase, Property, TaskIs, Wild
from diurnal.query.steps import PlacedText, chains_of
from diurnal.rank.fold import fold

# Who `by:me` is: records of the owner carry no author.
_OWNER = frozenset(("me", "owner", "我", "自己"))


def filtered(leaf: Filter, sources: Sources) -> Mask:
    """Which records *leaf* admits."""
    match leaf:
        case Has(facet, value):
            return _FACETS[facet](value, sources)
        case Property():
            test = _value_test(leaf)
            paths = {path for path, value in sources.facts.property_values(leaf.name) if test(value)}
            return _of_notes(sources, paths.__contains__)
        case TaskIs(states):
            return mask_of(sources, sources.facts.in_task_states(states))
        case During(window):
            return sources.columns.gate_mask([window])


def mask_of(sources: Sources, rows: Rows | Sequence[int]) -> Mask:
    """The positions of *rows* as a mask; rows that do not live in this snapshot are dropped."""
    positions = sources.columns.positions(rows)
    mask = np.zeros(len(sources.columns), np.bool_)
    mask[positions[positions >= 0]] = True
    return mask


def _of_notes(sources: Sources, admits: Callable[[str], bool]) -> Mask:
    columns = sources.columns
    numbers = [number for number, path in columns.paths.items() if admits(path)]
    return np.isin(columns.note, np.array(numbers, np.int64))


def _of_person(name: str, sources: Sources, records_of: Callable[[str], Mask]) -> Mask:
    mask = np.zeros(len(sources.columns), np.bool_)
    for word in sources.columns.words:
        if word and fold(word) == fold(name):
            mask |= records_of(word)
    return mask


def _in_path(value: str, sources: Sources) -> Mask:
    return _of_notes(sources, _path_test(value, sources.columns.paths.values()))


def _in_file_name(value: str, sources: Sources) -> Mask:
    holds = _text_test(value)
    return _of_notes(sources, lambda path: holds(fold(path.rsplit("/", 1)[-1])))


def _by(value: str, sources: Sources) -> Mask:
    if value.lower() in _OWNER:
        return sources.columns.by_author("")
    return _of_person(value, sources, sources.columns.by_author)


def _text_test(value: str) -> Callable[[str], bool]:
    """A test whether a folded text holds *value*, in which ``*`` and ``?`` stand for characters."""
    wanted = fold(value)
    return shape_of(f"*{wanted}*") if re.search(r"[*?]", wanted) else lambda text: wanted in text


def _path_test(value: str, paths: Iterable[str]) -> Callable[[str], bool]:
    """The test of ``path:``: a folder of just this name (or folders, `A/B`) if there is one, else any path that holds it.

    Obsidian takes every path that holds the text; with a folder `F` that would be most of a vault.
    """
    wanted = fold(value).strip("/")
    holds = _text_test(value)
    if wanted and any(_lies_in(path, wanted) for path in paths):
        return lambda path: _lies_in(path, wanted)
    return lambda path: holds(fold(path))


def _lies_in(path: str, folder: str) -> bool:
    return f"/{folder}/" in f"/{fold(path).rpartition('/')[0]}/"


def _tagged(value: str, sources: Sources) -> Mask:
    if not re.search(r"[*?]", value):
        return mask_of(sources, sources.facts.with_tag(value))
    fits = shape_of(fold(value))
    mask = np.zeros(len(sources.columns), np.bool_)
    for tag in sources.facts.tags():
        if fits(fold(tag)):
            mask |= mask_of(sources, sources.facts.with_tag(tag))
    return mask


def _value_test(leaf: Property) -> Callable[[str], bool]:
    """A test of one value of a property, as text."""
    if leaf.comparison == "null":
        return lambda value: value.strip().lower() in ("", "null", "~")
    if leaf.value is None:
        return lambda value: True
    if leaf.comparison:
        limit, below = _comparable(leaf.value), leaf.comparison == "<"
        return lambda value: _is_beyond(_comparable(value), limit, below)
    wanted = fold(leaf.value).strip()
    chains = chains_of(Wild(leaf.value) if re.search(r"[*?]", leaf.value) else Phrase(leaf.value))
    return lambda value: fold(value).strip() == wanted or PlacedText.of([value]).holds(chains)


def _comparable(text: str) -> float | date | None:
    stripped = text.strip()
    try:
        return float(stripped)
    except ValueError:
        pass
    try:
        return date.fromisoformat(stripped[:10])
    except ValueError:
        return None


def _is_beyond(value: float | date | None, limit: float | date | None, below: bool) -> bool:
    if isinstance(value, float) and isinstance(limit, float):
        return value < limit if below else value > limit
    if isinstance(value, date) and isinstance(limit, date):
        return value < limit if below else value > limit
    return False


_FACETS: dict[Facet, Callable[[str, Sources], Mask]] = {
    Facet.PATH: _in_path,
    Facet.FILE: _in_file_name,
    Facet.TAG: _tagged,
    Facet.KIND: lambda value, sources: sources.columns.of_kind(Kind(value)),
    Facet.PLACE: lambda value, sources: sources.columns.of_place(Place(value)),
    Facet.HALL: lambda value, sources: sources.columns.of_hall(value),
    Facet.BY: _by,
    Facet.OWNER: lambda value, sources: _of_person(value, sources, sources.columns.owned_by),
}
