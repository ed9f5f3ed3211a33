"""Cards: adding what is true now, replacing and closing what no longer is, never tearing anything out.

A card goes to the page it is named for. What replaces another stands above it;
the old one gets its end and a link to the new one. Cards are found in the note
as it lies on the disk, not as the index remembers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from diurnal.engine.card_fields import CardFields
from diurnal.engine.write_entry import Wrote, day_of, guarded_tags, wall_time
from diurnal.engine.write_pages import Pages
from diurnal.engine.write_rules import ReadBytes, WriteRules
from diurnal.errors import NoteMissing, UsageError, WriteRefused
from diurnal.model.random_id import random_id
from diurnal.model.record import Kind, Note, Record
from diurnal.model.results import Written
from diurnal.ports import Patcher, Vault
from diurnal.text.change import Patch
from diurnal.text.given import one_line
from diurnal.text.insert import Edit, Insertion, Sheet, applied
from diurnal.text.insert_card import NewCard, close_line, place_above, place_card
from diurnal.text.records import LONG_ENTRY
from diurnal.text.refusal import open_formula, refusal

WAITS = "`always` waits for the owner's word; the card was written without it."
ALREADY = "already there"


@dataclass(frozen=True, slots=True)
class WikiWriter:
    """Writes the cards of one vault.

    Args:
        vault: for its layout.
        patcher: writes the notes.
        pages: finds pages and records, and links to them.
        read: the reader, for a note's bytes as they are now.
        rules: who may write what.
        wrote: told the paths after a write.
    """

    vault: Vault
    patcher: Patcher
    pages: Pages
    read: ReadBytes
    rules: WriteRules
    wrote: Wrote

    # --- remember -------------------------------------------------------------------------------------

    def remember(
        self,
        text: str,
        *,
        now: datetime,
        page: str = "",
        fields: CardFields | None = None,
        by: str = "",
        dry_run: bool = False,
    ) -> Written:
        """Add a card saying *text*; where the page has an open one that says the same, nothing is written.

        Args:
            page: name or path of the page; a new one is made in the wiki. Empty: chosen by the names in *text*.
            fields: its dates and the rest; ``since`` is today unless given.

        Raises:
            NameAmbiguous: several pages have that name. NoteMissing: a source is unknown.
            WriteRefused: an agent may not write there, or *page* is no wiki page.
        """
        fields = fields or CardFields()
        author = self.rules.author(by)
        path = self.pages.page_for(text, page, fields.category, author)
        self.rules.check_page(path, author)
        patch, card, found = self.adding(text, path, fields, author, now)
        done = self.patcher.write(
            [patch], what="remember", at=now, by=author, ids=(f"{path}#^{card.block}",), dry_run=dry_run
        )
        if not done.changes:
            return Written("", found.id, path, found.line, remark=ALREADY)
        if done.op:
            self.wrote([path])
        remark = WAITS if fields.always and author else ""
        return Written(
            done.op, f"{path}#^{card.block}", path, found.line, done.diff if dry_run else "", remark
        )

    def adding(
        self, text: str, path: str, fields: CardFields, author: str, now: datetime, by_model: bool = False
    ) -> tuple[Patch, NewCard, Spot]:
        """The patch that adds a card to the page *path*; once planned, *Spot* tells where it is or already was."""
        card = self._card(text, path, fields, author, now, by_model)
        spot = Spot()

        def plan(source: bytes | None) -> Sequence[Edit]:
            self.rules.check_note(path, source or b"", author, self.read)
            edit, spot.line = place_card(source or b"", card)
            note = self._checked(path, source or b"", [edit], card)
            same = _open_twin(note, card.block)
            if same is not None:
                spot.id, spot.line = same.id, same.lines[0]
                return ()
            return (edit,)

        return Patch(path, plan), card, spot

    # --- replace, close -------------------------------------------------------------------------------

    def replace(
        self,
        id: str,
        text: str,
        *,
        now: datetime,
        fields: CardFields | None = None,
        by: str = "",
        dry_run: bool = False,
    ) -> Written:
        """Close the card *id* and add, right above it, the one that is true now; each leads to the other.

        Category, owner, importance and, if the owner writes, ``always`` are taken over unless given.

        Raises:
            NoteMissing: there is no such card. WriteRefused: it is no card, or closed already.
        """
        fields = fields or CardFields()
        author = self.rules.author(by)
        path, identity = self.pages.record_place(id, author)
        self.rules.check_page(path, author)
        patch, card, spot = self.replacing(identity, path, text, fields, author, now)
        done = self.patcher.write(
            [patch], what="replace", at=now, by=author, ids=(f"{path}#^{card.block}", identity),
            dry_run=dry_run,
        )  # fmt: skip
        if done.op:
            self.wrote([path])
        remark = WAITS if author and (fields.always or spot.was_always) else ""
        return Written(
            done.op, f"{path}#^{card.block}", path, spot.line, done.diff if dry_run else "", remark
        )

    def replacing(
        self,
        identity: str,
        path: str,
        text: str,
        fields: CardFields,
        author: str,
        now: datetime,
        by_model: bool = False,
    ) -> tuple[Patch, NewCard, Spot]:
        """The patch that replaces the card *identity* of the page *path*."""
        card = self._card(text, path, fields, author, now, by_model)
        spot = Spot()

        def plan(source: bytes | None) -> Sequence[Edit]:
            nonlocal card
            self.rules.check_note(path, source or b"", author, self.read)
            old = self._open_card(path, source, identity)
            spot.was_always = old.card is not None and old.card.always
            card = _taking_over(card, old, author)
            data = source or b""
            link = self.pages.link(path, card.block, path, "now")
            edits = [
                place_above(data, old, card),
                close_line(data, old, self._day(fields.since, now), link),
            ]
            spot.line = old.lines[0]
            self._checked(path, data, edits, card)
            return edits

        return Patch(path, plan), card, spot

    def close(
        self, id: str, *, now: datetime, until: date | None = None, by: str = "", dry_run: bool = False
    ) -> Written:
        """Say that the card *id* is true no longer, since *until* (today). It stays where it is."""
        author = self.rules.author(by)
        path, identity = self.pages.record_place(id, author)
        self.rules.check_page(path, author)
        spot = Spot()

        def plan(source: bytes | None) -> Sequence[Edit]:
            self.rules.check_note(path, source or b"", author, self.read)
            old = self._card_in(path, source, identity)
            spot.line = old.lines[0]
            if old.card is not None and old.card.is_closed:
                return ()
            return (close_line(source or b"", old, self._day(until, now)),)

        done = self.patcher.write(
            [Patch(path, plan)], what="close", at=now, by=author, ids=(identity,), dry_run=dry_run
        )
        if done.op:
            self.wrote([path])
        remark = "" if done.changes else "already closed"
        return Written(done.op, identity, path, spot.line, done.diff if dry_run else "", remark)

    def closing(self, identity: str, path: str, until: date, successor: str) -> Patch:
        """The patch that closes the card *identity* in favour of the link *successor*; nothing if it is closed."""

        def plan(source: bytes | None) -> Sequence[Edit]:
            old = self._card_in(path, source, identity)
            if old.card is not None and old.card.is_closed:
                return ()
            return (close_line(source or b"", old, until, successor),)

        return Patch(path, plan)

    # --- what they share ------------------------------------------------------------------------------

    def _card(
        self, text: str, path: str, fields: CardFields, author: str, now: datetime, by_model: bool
    ) -> NewCard:
        fields.check()
        tags = guarded_tags(self.vault.layout)
        # Nobody but the owner hides a page: a model's words are its own, whoever had it asked.
        line = one_line(text, by_agent=by_model or bool(author), guarded_tags=tags)
        if not line:
            raise UsageError("There is no text to remember.")
        return NewCard(
            line,
            random_id("c"),
            since=self._day(fields.since, now),
            event=fields.event,
            importance=fields.importance,
            category="" if fields.category == self.pages.category_of(path) else fields.category,
            src=tuple(self.pages.source_link(source, path, author) for source in fields.src),
            owner=fields.owner,
            by=author,
            always=fields.always and not author,
            expires=fields.expires,
        )

    def _day(self, said: date | None, now: datetime) -> date:
        return said or day_of(wall_time(now, now), self.vault.layout)

    def _checked(self, path: str, source: bytes, edits: Sequence[Insertion], card: NewCard) -> Note:
        """The note with *edits*, read: the new card must be there and every other record as it was."""
        ordered = sorted(edits, key=lambda edit: edit.offset)
        before = self.read(path, source).records
        note = self.read(path, applied(source, ordered))
        mine = [record for record in note.records if record.block == card.block]
        others = [record.text for record in note.records if record.block != card.block]
        if len(before) == 1 and before[0].kind is Kind.PASSAGE and not others:
            before = ()  # a page of properties alone is a record of its own until it says something
        # By lines, since what is nested under a plain item belongs to it once it is a card.
        stands = len(mine) == 1 and not 0 < open_formula(Sheet.of(source).texts) < mine[0].lines[0]
        if not stands or "\n".join(others) != "\n".join(record.text for record in before):
            longest = self.vault.layout.passage_chars * LONG_ENTRY
            raise refusal(Sheet.of(source).texts, card.text, "card", longest=longest)
        return note

    def _open_card(self, path: str, source: bytes | None, identity: str) -> Record:
        old = self._card_in(path, source, identity)
        if old.card is not None and old.card.is_closed:
            successor = old.card.next
            hint = f"It was replaced by {successor}." if successor else "Remember a new card instead."
            raise WriteRefused(f"{identity} is closed already.", hint=hint)
        return old

    def _card_in(self, path: str, source: bytes | None, identity: str) -> Record:
        if source is None:
            raise NoteMissing(f"{path} is not there.", hint="It was moved or deleted meanwhile; ask again.")
        for record in self.read(path, source).records:
            if record.id == identity:
                if record.kind is not Kind.ITEM:
                    raise WriteRefused(
                        f"{identity} is no card: only statements on wiki pages are closed and replaced.",
                        hint="The diary is only added to.",
                    )
                return record
        raise NoteMissing(f"{path} has no record {identity}.", hint="It may have been edited; ask again.")


@dataclass(slots=True)
class Spot:
    """Where a planned card is: its line (1-based), and the id of the equal card that was there already."""

    line: int = 0
    id: str = ""
    was_always: bool = False


def _open_twin(note: Note, block: str) -> Record | None:
    """An open record of *note* that says the same as the one with the id *block*."""
    (mine,) = (record for record in note.records if record.block == block)
    for record in note.records:
        is_closed = record.card is not None and record.card.is_closed
        if record.block != block and record.text_hash == mine.text_hash and not is_closed:
            return record
    return None


def _taking_over(card: NewCard, old: Record, author: str) -> NewCard:
    """*card* with what it inherits from the card it replaces."""
    if old.card is None:
        return card
    said = old.card
    return replace(
        card,
        importance=card.importance or said.importance,
        owner=card.owner or said.owner,
        always=card.always or (said.always and not author),
    )
