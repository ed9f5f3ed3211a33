"""From facts a model proposed to cards: what is new is added, what it makes untrue is closed, and nothing else.

Only what the model was shown may be closed, and only if it is about the same
name. A fact that no page can take is left out with a warning; the rest is
written as one operation, by which the episode also says that it was learned from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from diurnal.engine.card_fields import CardFields
from diurnal.engine.memorize_facts import Fact, Facts
from diurnal.engine.memorize_known import Known
from diurnal.engine.write_cards import Spot
from diurnal.engine.write_pages import GENERAL, is_about
from diurnal.engine.writing import Writing
from diurnal.errors import DiurnalError, NameAmbiguous
from diurnal.model.record import Card, Kind, Note, Place, Record
from diurnal.model.results import Memorized
from diurnal.ports import LEARN
from diurnal.text.change import Patch, Plan, in_turn
from diurnal.text.episode import MEMORIZED
from diurnal.text.insert import Edit, Sheet


@dataclass(slots=True)
class Lesson:
    """What one conversation teaches: facts become patches, and the patches one operation.

    Args:
        writing: writes the cards.
        episode: the conversation.
        shown: the records the model was shown, in the order of their numbers.
        author: who memorizes; empty: the owner.
        now: the moment of writing; a fact holds from the day of its conversation.
    """

    writing: Writing
    episode: Note
    shown: Sequence[Record]
    author: str
    now: datetime
    added: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    duplicates: int = 0
    warnings: list[str] = field(default_factory=list)
    plans: dict[str, list[Plan]] = field(default_factory=dict)
    spots: list[tuple[str, Spot]] = field(default_factory=list)

    def take_in(self, facts: Facts, known: Known, recalled: Sequence[Record]) -> Memorized:
        """Learn *facts* but for those that are *known*, or were among the *recalled* records."""
        writing = self.writing
        known.prepare([fact.text for fact in facts.found], [*self.shown, *recalled])
        for fact in facts.found:
            replaced = self._replaced(fact)
            if known.has(fact.text, besides=replaced):
                self.duplicates += 1
                continue
            known.add(fact.text)
            try:
                self._add(fact, replaced)
            except DiurnalError as fault:
                self.warnings.append(f"A fact was left out: {fault.message}")
        self.plans.setdefault(self.episode.path, []).append(_mark_memorized)
        patches = [Patch(path, in_turn(plans)) for path, plans in self.plans.items()]
        writing.patcher.write(patches, what=LEARN, at=self.now, by=self.author, ids=tuple(self.added))
        already = [id for id, spot in self.spots if spot.id]
        writing.wrote(self.plans)
        self.warnings += [warning for warning in (facts.warning, known.warning) if warning]
        return Memorized(
            self.episode.path,
            added=tuple(id for id in self.added if id not in already),
            closed=tuple(self.closed),
            duplicates=self.duplicates + len(already),
            model_calls=1,
            warnings=tuple(self.warnings),
        )

    def _replaced(self, fact: Fact) -> list[Record]:
        """The shown cards that *fact* may close: the model named them, and they are about the same name."""
        since = self._since()
        found = []
        for record in self._named(fact.supersedes):
            is_item = record.kind is Kind.ITEM and record.place is Place.WIKI
            card = record.card or Card()
            begins_later = card.since is not None and card.since > since
            is_the_owners = card.always and bool(self.author)
            is_allowed = self.writing.rules.may_write_to(record.path, self.author)
            is_fit = is_item and is_allowed and not begins_later and not is_the_owners
            is_fit = is_fit and record.id not in self.closed
            if is_fit and is_about(record, fact.subject):
                found.append(record)
        return found

    def _named(self, labels: Sequence[str]) -> list[Record]:
        """The shown records that a model named: by number, block id, or their words."""
        numbered = {str(number): record for number, record in enumerate(self.shown, 1)}
        known = {
            label.casefold(): record for record in self.shown for label in (f"^{record.block}", record.id)
        }
        known |= {record.text.casefold(): record for record in self.shown}
        found = (numbered.get(label) or known.get(label.casefold()) for label in labels)
        return list({record.id: record for record in found if record is not None}.values())

    def _add(self, fact: Fact, replaced: Sequence[Record]) -> None:
        writing, now = self.writing, self.now
        owner = owner_of(self.episode)
        page = replaced[0].path if replaced else self._page(fact, owner)
        writing.rules.check_page(page, self.author)
        since = self._since()
        fields = CardFields(
            since=since,
            event=fact.event,
            importance=fact.importance,
            category=fact.category,
            owner=owner,
            src=(f"{self.episode.path}#^{self._turn_of(fact)}",),
        )
        text = self._linked(fact, page)
        if replaced:
            patch, card, spot = writing.wiki.replacing(
                replaced[0].id, page, text, fields, self.author, now, by_model=True
            )
        else:
            patch, card, spot = writing.wiki.adding(text, page, fields, self.author, now, by_model=True)
        patches = [patch]
        for record in replaced[1:]:
            link = writing.pages.link(page, card.block, record.path, "now")
            patches.append(writing.wiki.closing(record.id, record.path, since, link))
        self._plan(patches)
        id = f"{page}#^{card.block}"
        self.added.append(id)
        self.spots.append((id, spot))
        self.closed.extend(record.id for record in replaced)

    def _plan(self, patches: Sequence[Patch]) -> None:
        """Add *patches* to the operation if every note can take them; else none of them."""
        plans = {path: list(known) for path, known in self.plans.items()}
        for patch in patches:
            plans.setdefault(patch.path, []).append(patch.plan)
        for path in {patch.path for patch in patches}:
            in_turn(plans[path])(self.writing.patcher.current(path))
        self.plans = plans

    def _page(self, fact: Fact, owner: str) -> str:
        pages = self.writing.pages
        name = fact.subject or owner
        try:
            if name:
                return pages.page_of_name(name, "", self.author)
            return pages.page_for(fact.text, "", "", self.author)
        except NameAmbiguous:  # which of them is meant nobody here can say
            return pages.page_called(GENERAL, "", self.author)

    def _since(self) -> date:
        return day_of_episode(self.episode) or self.now.date()

    def _turn_of(self, fact: Fact) -> str:
        """The turn a fact was said in: the one the model names, else the one that shares most words with it."""
        turns = {record.block: record for record in self.episode.records if record.block}
        if fact.turn in turns:
            return fact.turn
        words = set(fact.text.casefold().split())
        return max(
            turns, key=lambda block: len(words & set(turns[block].text.casefold().split())), default="t1"
        )

    def _linked(self, fact: Fact, page: str) -> str:
        """The fact's text with links to those of its names that have a note of their own."""
        text, names = fact.text, self.writing.names
        for entity in fact.entities:
            path = names.link(entity, page)
            at = text.find(entity)
            inside = text.rfind("[[", 0, at) > text.rfind("]]", 0, at)
            if path is not None and self.author and self.writing.pages.is_hidden(path):
                continue  # a link would tell that there is such a note
            if path is not None and path != page and at >= 0 and not inside and "[" not in entity:
                text = f"{text[:at]}[[{entity}]]{text[at + len(entity) :]}"
        return text


def is_memorized(data: bytes) -> bool:
    return data.rstrip().endswith(MEMORIZED.encode())


def _mark_memorized(source: bytes | None) -> Sequence[Edit]:
    if source is None or is_memorized(source):
        return ()
    sheet = Sheet.of(source)
    return (sheet.lines_after(sheet.last_text, ["", MEMORIZED]),)


def owner_of(episode: Note) -> str:
    return next(iter(episode.properties.get("owner", ())), "")


def day_of_episode(episode: Note) -> date | None:
    return next((record.day for record in episode.records if record.day), None)
