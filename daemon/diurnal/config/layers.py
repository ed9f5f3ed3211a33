"""Where settings come from, and which source wins.

Each source (a file's text, the environment, arguments) becomes a ``Layer`` of
checked values plus every problem found in it, with file and line. ``settle``
lays the layers over the defaults. Reading the files is left to
``diurnal.configure``; here is only text in, values out.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from diurnal.config.check import NULL, accept_any_zone, value_from
from diurnal.config.schema import sections_by_name, settings_by_name, with_values
from diurnal.config.settings import Settings
from diurnal.errors import BadConfig
from diurnal.model.spelling import closest, did_you_mean

# Environment names that are no settings: which vault a command is about.
NOT_SETTINGS = frozenset({"DIURNAL_VAULT"})
VAULTS = "vaults"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Layer:
    """One source's settings: dotted name to value, and to where it stands ("config.yaml:14").

    ``is_vaults`` marks the vault's own file, which may come from elsewhere.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    is_vaults: bool = False


@dataclass(frozen=True, slots=True)
class Configured:
    """The settings that hold and, for each that is not a default, where it was set."""

    settings: Settings
    origins: Mapping[str, str] = field(default_factory=dict)


class _Reading:
    """Collects values, places and problems while one source is read."""

    def __init__(self, name: str, is_zone: Callable[[str], bool]) -> None:
        self.name = name
        self.is_zone = is_zone
        self.values: dict[str, Any] = {}
        self.places: dict[str, str] = {}
        self.problems: list[str] = []

    def complain(self, place: str, sentence: str) -> None:
        self.problems.append(f"{place}: {sentence}")

    def take(self, place: str, name: str, written: Any) -> None:
        try:
            self.values[name] = value_from(settings_by_name()[name], written, self.is_zone)
            self.places[name] = place
        except ValueError as fault:
            self.complain(place, str(fault))

    def layer(self) -> Layer:
        return Layer(self.values, self.places, tuple(self.problems))


def owner_layers(
    text: str,
    name: str,
    vault: tuple[str, ...] = (),
    *,
    home: str = "",
    is_zone: Callable[[str], bool] = accept_any_zone,
) -> tuple[Layer, Layer]:
    """The owner's file: what it says for every vault, and what its section for this one adds.

    Args:
        text: the YAML text.
        name: how problems call the file.
        vault: the spellings of the vault's path (as given, and without symbolic links).
        home: what ``~`` in the name of a section stands for.
    """
    general, special = _Reading(name, is_zone), _Reading(name, is_zone)
    sections: list[tuple[Any, Any]] = []
    for key, node in _entries(_compose(text, general), general):
        if key.value == VAULTS:
            sections += _entries(node, general)
        else:
            _read_node(general, key, node, "", _anything)
    for key, node in sections:
        path = home + key.value[1:] if key.value == "~" or key.value.startswith("~/") else key.value
        # A section is checked even if it is for another vault: one look mends the whole file.
        mine = special if posixpath.normpath(path) in vault else _Reading(name, is_zone)
        for inner, value in _entries(node, mine):
            _read_node(mine, inner, value, "", _anything)
        if mine is not special:
            general.problems += mine.problems
    return general.layer(), special.layer()


def vault_layer(text: str, name: str, *, is_zone: Callable[[str], bool] = accept_any_zone) -> Layer:
    """The vault's own file, in which only settings about reading notes may stand."""
    reading = _Reading(name, is_zone)
    for key, node in _entries(_compose(text, reading), reading):
        _read_node(reading, key, node, "", _refuse_outside_vault)
    return replace(reading.layer(), is_vaults=True)


def environment_layer(
    environment: Mapping[str, str], *, is_zone: Callable[[str], bool] = accept_any_zone
) -> Layer:
    """Variables called ``DIURNAL_…``; lists are separated by commas, an empty one is null."""
    reading = _Reading("environment", is_zone)
    by_env = {item.env: item for item in settings_by_name().values()}
    for variable in sorted(environment):
        if not variable.startswith("DIURNAL_") or variable in NOT_SETTINGS or variable.endswith("_KEY"):
            continue
        if variable not in by_env:
            reading.complain("environment", _unknown(variable, did_you_mean(variable, list(by_env))))
            continue
        item = by_env[variable]
        reading.take(variable, item.name, _from_text(item.kind, item.optional, environment[variable]))
    return reading.layer()


def argument_layer(
    arguments: Mapping[str, Any], *, is_zone: Callable[[str], bool] = accept_any_zone
) -> Layer:
    """Settings by dotted name, from a command line or a call; values may be texts or plain Python."""
    reading = _Reading("argument", is_zone)
    for name, value in arguments.items():
        if name not in settings_by_name():
            reading.complain("argument", _unknown(name, _suggest(name)))
            continue
        item = settings_by_name()[name]
        if isinstance(value, str):
            value = _from_text(item.kind, item.optional, value)
        elif isinstance(value, (list, tuple)):
            value = [str(each) for each in value]
        elif isinstance(value, (bool, int, float)):
            value = str(value)
        reading.take("argument", name, value)
    return reading.layer()


def settle(*layers: Layer) -> Configured:
    """The settings that hold; *layers* from the weakest to the strongest.

    Raises:
        BadConfig: with every problem of every layer, one a line.
    """
    problems = [problem for layer in layers for problem in layer.problems]
    if problems:
        count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
        raise BadConfig(
            "\n".join(problems) + f"\n{count}, nothing was started.",
            hint="`diurnal config show` prints every setting with its default.",
        )
    origins = {name: place for layer in layers for name, place in layer.places.items()}
    origins |= {name: _all_places(name, layers) for name in origins if settings_by_name()[name].adds_up}
    return Configured(with_values(laid_over(*layers)), origins)


def laid_over(*layers: Layer) -> dict[str, Any]:
    """Values by dotted name of *layers*, from the weakest to the strongest, whatever problems they have.

    The nearer source wins, but rules of privacy add up: none is switched off by another file.
    """
    values = {name: value for layer in layers for name, value in layer.values.items()}
    for name in values:
        if settings_by_name()[name].adds_up:
            said = [part for _, part in _said(name, layers)]
            values[name] = tuple(dict.fromkeys(text for part in said for text in part))
    return values


def _said(name: str, layers: tuple[Layer, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Where each part of a list that adds up stands, and what it says.

    The default gives way to the owner's word alone: a vault's own file only adds to it.
    """
    said = [(layer.places.get(name, ""), layer.values[name]) for layer in layers if name in layer.values]
    is_owners = any(name in layer.values for layer in layers if not layer.is_vaults)
    return said if is_owners else [("default", settings_by_name()[name].default), *said]


def _all_places(name: str, layers: tuple[Layer, ...]) -> str:
    """The places of a list that adds up; where there are several, each with what it says."""
    said = [(place, part) for place, part in _said(name, layers) if part or place != "default"]
    if len(said) == 1:
        return said[0][0]
    return " + ".join(f"{place} [{', '.join(part)}]" for place, part in said)


def _from_text(kind: type, optional: bool, text: str) -> Any:
    if kind is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    return None if optional and text.strip().lower() in NULL else text.strip()


def _compose(text: str, reading: _Reading) -> Any:
    try:
        return yaml.compose(text.removeprefix("\ufeff"), Loader=LOADER)
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        reading.complain(f"{reading.name}:{line}", f"this is not YAML: {fault.problem or fault.context}.")
    except yaml.YAMLError as fault:
        reading.complain(f"{reading.name}:1", f"this is not YAML: {fault}.".replace("\n", " "))
    return None


def _entries(node: Any, reading: _Reading) -> Iterator[tuple[Any, Any]]:
    """Keys and values of a mapping; complains of what is no mapping and of keys given twice."""
    if node is None or _is_null(node):
        return
    if not isinstance(node, yaml.MappingNode):
        reading.complain(_place(reading, node), "expected `name: value` lines here.")
        return
    seen: dict[str, int] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            reading.complain(_place(reading, key), "the name of a setting must be a plain word.")
            continue
        if key.value in seen:
            reading.complain(_place(reading, key), f"{key.value} is set on line {seen[key.value]} already.")
            continue
        seen[key.value] = key.start_mark.line + 1
        yield key, value


def _read_node(reading: _Reading, key: Any, node: Any, prefix: str, refusal: Callable[[str], str]) -> None:
    name, place = prefix + key.value, _place(reading, key)
    if name in sections_by_name():
        for inner, value in _entries(node, reading):
            _read_node(reading, inner, value, name + ".", refusal)
    elif name not in settings_by_name():
        reading.complain(place, _unknown(name, _suggest(name)))
    elif sentence := refusal(name):
        reading.complain(place, sentence)
    elif isinstance(node, yaml.MappingNode):
        reading.complain(
            place, f"{name} has settings below it; expected {settings_by_name()[name].expected}."
        )
    elif isinstance(node, yaml.SequenceNode):
        if all(isinstance(item, yaml.ScalarNode) for item in node.value):
            reading.take(place, name, [item.value for item in node.value])
        else:
            reading.complain(
                place, f"{name} holds more than texts; expected {settings_by_name()[name].expected}."
            )
    else:
        reading.take(place, name, None if _is_null(node) else node.value)


def _is_null(node: Any) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def _place(reading: _Reading, node: Any) -> str:
    return f"{reading.name}:{node.start_mark.line + 1}"


def _suggest(name: str) -> str:
    """The likely intended name: a sibling spelled alike, or the same word in another section."""
    known = [*settings_by_name(), *sections_by_name()]
    section, _, word = name.rpartition(".")
    same_word = [other for other in known if other.rpartition(".")[2] == word]
    if same_word:
        return f"Did you mean '{same_word[0]}'?"
    siblings = {other.rpartition(".")[2]: other for other in known if other.rpartition(".")[0] == section}
    if close := closest(word, list(siblings)):
        return f"Did you mean '{siblings[close]}'?"
    return f"{section} has {', '.join(siblings)}." if section and siblings else did_you_mean(name, known)


def _unknown(name: str, suggestion: str) -> str:
    return f"{name} is not a setting. {suggestion}".rstrip()


def _anything(name: str) -> str:
    return ""


def _refuse_outside_vault(name: str) -> str:
    if settings_by_name()[name].in_vault:
        return ""
    return (
        f"{name} cannot be set inside a vault, whose files may come from elsewhere. "
        "Move it to the configuration file in your own configuration folder."
    )
