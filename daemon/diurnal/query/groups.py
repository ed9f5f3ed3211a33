"""A group of a search while it is read, and the node it becomes once it is closed.

Runs of parts are joined by OR; within a run all must hold, its dates taken together
as one window. Which part comes next is left to ``parse``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from diurnal.query.nodes import EVERYTHING, NOTHING, All, AnyOf, Node
from diurnal.query.values import Span, during

# Makes the leaf for a value, told whether it was quoted; None where words may stand and operators too.
Leaf = Callable[[str, bool], Node]


@dataclass(slots=True)
class Group:
    """One group being read: ``ways`` are its OR-ed runs; ``leaf`` makes its values, ``close`` its node."""

    close: Callable[[Node], Node]
    leaf: Leaf | None = None
    negated: bool = False
    ways: list[list[Node]] = field(default_factory=lambda: [[]])
    spans: list[list[Span]] = field(default_factory=lambda: [[]])

    def begin_way(self) -> None:
        """What follows is another way to hold: an OR was read."""
        self.ways.append([])
        self.spans.append([])

    def node(self, warn: Callable[[str], None], dropped: list[str]) -> Node:
        """What the group asks for.

        Args:
            warn: takes a sentence where that may surprise.
            dropped: gets an "OR" for each that had nothing on one of its sides.
        """
        ways: list[Node] = []
        for parts, spans in zip(self.ways, self.spans, strict=True):
            nodes = list(dict.fromkeys(parts))
            if spans:
                window = during(spans)
                if window is None:
                    warn("The dates exclude each other: no moment is in all of them.")
                nodes.append(NOTHING if window is None else window)
            if nodes:
                ways.append(nodes[0] if len(nodes) == 1 else All(tuple(nodes)))
        if len(self.ways) > max(1, len(ways)):
            dropped.extend(["OR"] * (len(self.ways) - max(1, len(ways))))
        if not ways:
            return EVERYTHING
        return ways[0] if len(ways) == 1 else AnyOf(tuple(dict.fromkeys(ways)))
