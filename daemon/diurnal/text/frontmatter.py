"""The YAML at the top of a note, read for its values and never written back.

Values are kept as they are spelled (``0012`` stays ``0012``, ``yes`` stays
``yes``): YAML's own typing turns house numbers octal and dates into errors.
Broken YAML costs the properties, not the note. What the properties mean for
privacy is ``privacy``'s business; tags and aliases have their own shapes here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import yaml

from diurnal.model.regex import regex

_FENCE = regex(r"---[ \t]*$")
_DISGUISE = regex("[\\s\u200b-\u200d\u2060\ufeff]*(?:-{3,}|\\+{3}|[-–—]*[–—][-–—]*)[ \t]*(?:#[^\\n]*)?\\n")
"""What a person took for the opening ``---``: blank or invisible signs before it, a dash too many, a phone's "—-", TOML's "+++"."""
_DEEPEST = 8
_MAX_VALUES = 10_000
"""Values read from one frontmatter; aliases of aliases ("YAML bombs") end here."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """Properties of a note.

    ``properties`` maps each folded key to its values as spelled; nested keys are joined with a dot.
    ``raw`` is the YAML text, ``lines`` the number of note lines it takes, delimiters included (0: none).
    ``broken_at`` is the 1-based note line where the YAML stops making sense, 0 if it is sound.
    ``is_closed`` is false for a note that opens with ``---`` and never ends it: that is no frontmatter,
    but ``raw`` still holds what follows, because privacy fails closed.
    """

    properties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    raw: str = ""
    lines: int = 0
    broken_at: int = 0
    is_closed: bool = True

    def values(self, *keys: str) -> tuple[str, ...]:
        """The non-empty values of *keys* (folded), in that order."""
        if not self.properties:
            return ()
        return tuple(value for key in keys for value in self.properties.get(key, ()) if value.strip())


_NONE = Frontmatter()


def read_frontmatter(text: str) -> Frontmatter:
    """The frontmatter of *text*, which has ``\\n`` line breaks and no byte order mark."""
    first, _, rest = text.partition("\n")
    if not _FENCE.match(first):
        disguised = _DISGUISE.match(text)  # no frontmatter to Obsidian
        return Frontmatter(raw=text[disguised.end() :], is_closed=False) if disguised else _NONE
    taken, lines = 0, 1
    for line in _lines(rest):
        lines += 1
        if _FENCE.match(line):
            return _parse(rest[:taken], lines)
        taken += len(line) + 1
    return Frontmatter(raw=rest, is_closed=False)


def _lines(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text[at:end]
        at = end + 1


@lru_cache(maxsize=512)
def _parse(raw: str, lines: int) -> Frontmatter:
    try:
        root = yaml.compose(raw, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        return Frontmatter(raw=raw, lines=lines, broken_at=(mark.line if mark else 0) + 2)
    except (yaml.YAMLError, ValueError):
        return Frontmatter(raw=raw, lines=lines, broken_at=2)
    if root is None:
        return Frontmatter(raw=raw, lines=lines)
    if not isinstance(root, yaml.MappingNode):
        # Two rules with prose between them: text a person wrote, not properties.
        return Frontmatter(raw=raw, is_closed=False)
    found: dict[str, list[str]] = {}
    budget = _MAX_VALUES
    for depth, key, value in _pairs(root, ""):
        budget -= 1
        if budget < 0 or depth > _DEEPEST:  # what lies below is not read, and it may say ``private``
            return Frontmatter(raw=raw, lines=lines, broken_at=2)
        found.setdefault(key, []).extend(value)
    properties = {key: tuple(values) for key, values in found.items()}
    return Frontmatter(MappingProxyType(properties), raw, lines)


def _pairs(node: yaml.MappingNode, prefix: str, depth: int = 0) -> Iterator[tuple[int, str, list[str]]]:
    """How deep it lies, key and values of everything in *node*; a step too deep ends it."""
    if depth > _DEEPEST:
        yield depth, prefix, []
        return
    for key_node, value_node in node.value:
        key = prefix + _spelled(key_node).strip().casefold()
        if isinstance(value_node, yaml.MappingNode):
            yield depth, key, []
            yield from _pairs(value_node, f"{key}.", depth + 1)
        elif isinstance(value_node, yaml.SequenceNode):
            yield depth, key, []
            for item in value_node.value:
                if isinstance(item, yaml.MappingNode):
                    yield from _pairs(item, f"{key}.", depth + 1)
                else:
                    yield depth, key, [_spelled(item)]
        else:
            yield depth, key, [_spelled(value_node)]


def _spelled(node: yaml.Node, depth: int = 0) -> str:
    """A scalar as written; ``[[Maya]]`` without quotes, which YAML takes for a list in a list, as the link meant."""
    if isinstance(node, yaml.ScalarNode):
        if node.tag == "tag:yaml.org,2002:null":
            return ""
        return str(node.value)
    if isinstance(node, yaml.SequenceNode) and node.flow_style:
        inner = node.value
        if len(inner) == 1 and isinstance(inner[0], yaml.SequenceNode):
            return _spelled(inner[0], depth + 1) if depth < 8 else ""
        if len(inner) == 1 and isinstance(inner[0], yaml.ScalarNode):
            return f"[[{inner[0].value}]]"
        return ", ".join(str(part.value) for part in inner if isinstance(part, yaml.ScalarNode))
    return ""


def tags_of(front: Frontmatter) -> tuple[str, ...]:
    """Frontmatter tags without ``#``: a list, or one string parted by commas or blanks; numbers are none."""
    found = []
    for value in front.values("tags", "tag"):
        for word in re.split(r"[,，\s]+", value):
            tag = word.strip().lstrip("#").strip("/")
            if tag and not tag.isdigit():
                found.append(tag)
    return tuple(dict.fromkeys(found))


def aliases_of(front: Frontmatter) -> tuple[str, ...]:
    """Further names of the note: ``aliases`` (a list keeps its commas, a lone string parts at them) and ``title``."""
    found: list[str] = []
    for key in ("aliases", "alias"):
        values = front.values(key)
        if len(values) == 1 and not _is_list(front.raw, key):
            values = tuple(values[0].split(","))
        found.extend(value.strip() for value in values)
    found.extend(value.strip() for value in front.values("title"))
    return tuple(dict.fromkeys(name for name in found if name))


def _is_list(raw: str, key: str) -> bool:
    """True if *key*'s value is written as a list or as one quoted string."""
    return re.search(rf"(?im)^{key}[ \t]*:[ \t]*(?:[\[\"']|$)", raw) is not None
