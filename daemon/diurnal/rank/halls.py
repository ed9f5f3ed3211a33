"""Which hall an entry belongs to: facts, events, discoveries, preferences or advice.

The rules are data (``halls.yaml``, or the owner's own file) written as cue
phrases in a small language that cannot backtrack without bound; this module
reads them, and tells every mistake in a file with its line. Weighing what they
find is left to ``hall_rules``, what a hall is worth to the ranking profile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import yaml

from diurnal.errors import BadConfig
from diurnal.rank.cues import Cue, CueProblem, CueReader
from diurnal.rank.hall_rules import HALLS, WEIGHTS, HallRules

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def classify(text: str, rules: str = "") -> str:
    """The hall of *text*; ``events`` when nothing speaks for another.

    Args:
        text: an entry; a mark of its own ("[hall_facts]") decides outright.
        rules: the owner's rules as YAML text that ``load_rules`` takes; empty: the shipped ones.
    """
    return (_own_rules(rules) if rules else built_in_rules()).classify(text)


@lru_cache(maxsize=2)
def _own_rules(text: str) -> HallRules:
    """Rules read once, however many notes are read by them."""
    return load_rules(text)


@cache
def built_in_rules() -> HallRules:
    """The rules shipped with Diurnal, read once."""
    source = files("diurnal.rank").joinpath("halls.yaml")
    return load_rules(source.read_text(encoding="utf-8"), "halls.yaml")


def load_rules(source: str | Mapping[str, Any], where: str = "halls.yaml") -> HallRules:
    """Rules from YAML text, or from the mapping it would give (docs/halls.md describes both).

    Args:
        source: ``lists`` (named alternatives), ``ignore``, ``aside`` and ``turn`` (phrases),
            and each hall with ``certain``, ``strong``, ``plain`` and ``weak`` phrases.
            ``extends: built-in`` keeps the shipped rules and adds to them.
        where: the file's name, for messages.

    Raises:
        BadConfig: every problem at once, one a line, as ``file:line: message``.
    """
    return _RulesFile(where).read(source)


class _RulesFile:
    """Reads one file of rules and collects everything wrong with it."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._problems: list[str] = []
        self._reader = CueReader()
        self._cues: list[Cue] = []

    def read(self, source: str | Mapping[str, Any]) -> HallRules:
        sections = dict(
            self._pairs(
                self._root(source), "the file", ("extends", "lists", "ignore", "aside", "turn", *HALLS)
            )
        )
        if "lists" in sections:
            for name, node in self._pairs(sections["lists"], "lists"):
                self._define(name, node)
        for section in ("ignore", "aside", "turn"):
            if section in sections:
                self._add(sections[section], section, section, 0)
        for hall in HALLS:
            for loudness, node in self._pairs(sections.get(hall), hall, tuple(WEIGHTS)):
                self._add(node, f"{hall}.{loudness}", hall, WEIGHTS[loudness])
        if "extends" in sections:
            extended = sections["extends"]
            if not isinstance(extended, yaml.ScalarNode) or extended.value != "built-in":
                self._problem(extended, "extends can only be 'built-in'.")
            else:
                self._cues.extend(built_in_rules().cues)
        if self._problems:
            raise BadConfig("\n".join(self._problems), hint="`docs/halls.md` describes the language of cues.")
        return HallRules(tuple(self._cues))

    def _root(self, source: str | Mapping[str, Any]) -> yaml.Node | None:
        if not isinstance(source, str):
            try:
                return yaml.representer.SafeRepresenter().represent_data(dict(source))
            except yaml.representer.RepresenterError as error:
                raise BadConfig(
                    f"{self._where}: holds a value that is no text, list or mapping: {error}"
                ) from error
        try:
            return yaml.compose(source, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise BadConfig(f"{self._where}:{line}: is not YAML: {error.problem}.") from error
        except yaml.reader.ReaderError as error:
            raise BadConfig(
                f"{self._where}:1: holds a character YAML does not allow: {error.reason}."
            ) from error

    def _pairs(
        self, node: yaml.Node | None, what: str, known: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, yaml.Node]]:
        if node is None or node.tag == "tag:yaml.org,2002:null":
            return
        if not isinstance(node, yaml.MappingNode):
            self._problem(node, f"{what} must be a mapping of names.")
            return
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._problem(key, f"{what} must be a mapping of names.")
            elif known and key.value not in known:
                near = get_close_matches(str(key.value), known, 1)
                meant = f" Did you mean '{near[0]}'?" if near else f" Known are {', '.join(known)}."
                self._problem(key, f"'{key.value}' is no part of {what}.{meant}")
            else:
                yield key.value, value

    def _phrases(self, node: yaml.Node, what: str) -> Iterator[tuple[str, yaml.Node]]:
        if node.tag == "tag:yaml.org,2002:null":
            return
        for item in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            if isinstance(item, yaml.ScalarNode):
                yield item.value, item
            else:
                self._problem(item, f"{what} must be a list of phrases.")

    def _define(self, name: str, node: yaml.Node) -> None:
        for phrase, item in self._phrases(node, f"lists.{name}"):
            try:
                self._reader.define(name, phrase)
            except CueProblem as problem:
                self._problem(item, f"lists.{name}: '{phrase}' {problem}.")

    def _add(self, node: yaml.Node, what: str, hall: str, weight: int) -> None:
        for phrase, item in self._phrases(node, what):
            try:
                self._cues.extend(self._reader.read(hall, weight, phrase))
            except CueProblem as problem:
                self._problem(item, f"{what}: '{phrase}' {problem}.")

    def _problem(self, node: yaml.Node, message: str) -> None:
        line = f":{node.start_mark.line + 1}" if node.start_mark else ""
        self._problems.append(f"{self._where}{line}: {message}")
