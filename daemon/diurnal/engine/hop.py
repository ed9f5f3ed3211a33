"""One hop from a hit: what it replaced, what replaced it, where it comes from, what it points at.

Runs after ranking and is never counted: a closed card is out of ordinary
results and reachable here, through its successor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diurnal.model.hit import Linked
from diurnal.model.record import Link, Privacy, Record
from diurnal.ports import CatalogueReader, Resolver

# A chain of replaced cards is followed so far back; a person asks about the last few places, not all.
LONGEST_CHAIN = 8
# Cards shown of a page that a hit links to, and hits that are followed so: enough to say who is meant.
CARDS_OF_PAGE = 2
PAGES_FOLLOWED = 3


@dataclass(frozen=True, slots=True)
class Hops:
    """Follows links between records; ``resolve`` knows which note a link means."""

    catalogue: CatalogueReader
    resolve: Resolver

    def linked(self, record: Record, *, for_agent: bool, rank: int) -> tuple[Linked, ...]:
        """What hangs on *record*, each once, in order of use; *rank* is its place among the hits."""
        found: dict[str, Linked] = {}
        for linked in self._hops(record, rank):
            other = linked.record
            hidden = for_agent and other.privacy is not Privacy.OPEN
            if other.id != record.id and not hidden:
                found.setdefault(other.id, linked)
        return tuple(found.values())

    def _hops(self, record: Record, rank: int) -> Iterator[Linked]:
        if record.card is not None:
            yield from self._chain_back(record)
            yield from self._successors(record)
            for source in record.card.src:
                yield from (Linked(item, "source") for item in self._meant_by(source, record.path))
        if rank < PAGES_FOLLOWED:
            yield from self._pages(record)

    def _chain_back(self, record: Record) -> Iterator[Linked]:
        """The cards that *record* replaced, the latest first."""
        current, seen = record, {record.id}
        for _ in range(LONGEST_CHAIN):
            before = [item for item in self._pointing_at(current) if item.id not in seen]
            if not before:
                return
            for item in before:
                seen.add(item.id)
                yield Linked(item, "replaced")
            current = before[0]

    def _pointing_at(self, record: Record) -> list[Record]:
        if not record.block:
            return []
        rows = [
            item.row
            for item in self.catalogue.names.links_at_block(record.block)
            if item.role == "next"
            and item.row is not None
            and (not item.link.target or self.resolve(item.link.target, item.source) == record.path)
            and (item.link.target or item.source == record.path)
        ]
        return self.catalogue.records(rows)

    def _successors(self, record: Record) -> Iterator[Linked]:
        if record.card is not None and record.card.next:
            yield from (Linked(item, "replaced by") for item in self._meant_by(record.card.next, record.path))

    def _meant_by(self, reference: str, source: str) -> Sequence[Record]:
        """The records a reference such as ``Maya#^c-7q2d`` or ``path.md#^e-1`` means."""
        target, _, anchor = (
            reference.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")
        )
        path = self.resolve(target, source) if target else source
        if path is None or not anchor.startswith("^"):
            return []
        return [record for _, record in self.catalogue.by_ids([f"{path}#{anchor}"]).values()]

    def _pages(self, record: Record) -> Iterator[Linked]:
        """The first open cards of the wiki pages *record* links to: who or what is meant."""
        targets: dict[str, Link] = {
            link.target: link for link in record.links if link.target and not link.embed
        }
        for target in list(targets)[:PAGES_FOLLOWED]:
            path = self.resolve(target, record.path)
            if path is None or path == record.path:
                continue
            cards = self.catalogue.open_items(path, CARDS_OF_PAGE)
            yield from (Linked(item, "link") for item in cards)
