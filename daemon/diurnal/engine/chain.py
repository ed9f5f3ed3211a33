"""The history of a card: what it replaced and what replaced it, oldest first."""

from __future__ import annotations

from dataclasses import dataclass

from diurnal.model.record import Record
from diurnal.ports import CatalogueReader, Resolver

# A card edited by hand may point anywhere; a history so long is a circle or a mistake.
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Chains:
    """Follows ``next`` forward and backward; *resolve* knows which note a link target means, seen from a note."""

    catalogue: CatalogueReader
    resolve: Resolver

    def history(self, id: str) -> list[Record]:
        """The card *id* with all before and after it, oldest first; empty if there is no such record.

        Where several cards were replaced by one, all of them are in it.
        """
        known = self.catalogue.by_ids([id])
        start = next((record for _, record in known.values()), None)
        if start is None:
            return []
        seen = {start.id}
        before: list[Record] = []
        front = [start]
        while front and len(seen) < LONGEST:
            front = [old for card in front for old in self._replaced_by(card) if old.id not in seen]
            seen.update(old.id for old in front)
            before = [*front, *before]
        after: list[Record] = []
        current: Record | None = start
        while current is not None and len(seen) < LONGEST:
            current = self._successor(current)
            if current is None or current.id in seen:
                break
            seen.add(current.id)
            after.append(current)
        return [*before, start, *after]

    def _replaced_by(self, record: Record) -> list[Record]:
        """The cards that *record* replaced."""
        if not record.block:
            return []
        rows = [
            item.row
            for item in self.catalogue.names.links_at_block(record.block)
            if item.role == "next" and item.row is not None
            and (self.resolve(item.link.target, item.source) or item.source) == record.path
        ]  # fmt: skip
        return self.catalogue.records(rows)

    def _successor(self, record: Record) -> Record | None:
        if record.card is None or not record.card.next:
            return None
        target, _, anchor = record.card.next.partition("#")
        path = self.resolve(target, record.path) if target else record.path
        if path is None or not anchor.startswith("^"):
            return None
        found = self.catalogue.by_ids([f"{path}#{anchor}"])
        return next((item for _, item in found.values()), None)
