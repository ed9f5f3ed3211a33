"""The reader: a path and bytes in, a note with its records out.

It promises never to fail on any bytes, to give every line of text to exactly
one record (or to say why it is none), and the same note for the same bytes.
It leaves to others which link means which note, and all that needs a disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from diurnal.model.layout import Layout
from diurnal.model.record import Kind, Link, Note, Place, Privacy, Record
from diurnal.model.regex import regex
from diurnal.model.time import TimeWindow
from diurnal.text.blocks import Block, Row, Scanned, Shape
from diurnal.text.dates import field_date, span_of_days
from diurnal.text.decoding import decode
from diurnal.text.draft import Draft
from diurnal.text.entries import cut_entries
from diurnal.text.fields import Fields, bare_field, take_fields
from diurnal.text.form import Form
from diurnal.text.frontmatter import Frontmatter, aliases_of, read_frontmatter, tags_of
from diurnal.text.inline import CODE_SPAN, read_inline
from diurnal.text.items import cut_items
from diurnal.text.links import links_in_value
from diurnal.text.moment import Period
from diurnal.text.names import Named, Names
from diurnal.text.outline import Outline
from diurnal.text.passages import cut_passages
from diurnal.text.privacy import mentions_field, mentions_rule, privacy_of
from diurnal.text.records import Classify, Events, Surroundings, finish
from diurnal.text.references import resolve_references
from diurnal.text.scan import scan
from diurnal.text.tags import merge_tags, tags_in

READER_RECIPE = "text-15"
"""Changes whenever the same bytes would be read into other records."""

_DATE_KEYS = (
    "date",
    "started",
    "created",
    "date created",
    "created_at",
    "created-at",
    "日期",
    "创建日期",
    "創建日期",
)
_ADDRESS = regex(r"[A-Za-z][A-Za-z0-9+.-]{1,20}:(?://\S+|\S*@\S+)")
_VERBATIM = frozenset((Shape.CODE, Shape.MATH, Shape.QUERY))
_PEOPLE_KEYS = ("people", "person", "with", "attendees", "participants", "who", "人物", "参加者", "參加者")


class Reader:
    """Reads notes by one vault's layout.

    Args:
        layout: where things lie and how notes are named.
        classify: the hall of a text that carries no mark of its own.
        events: the spans in the world a text names, given the day it was written on (None: unknown).
        machine_authors: further names whose texts a model or a job wrote.
    """

    def __init__(
        self, layout: Layout, *, classify: Classify, events: Events, machine_authors: Iterable[str] = ()
    ) -> None:
        self.layout = layout
        self.names = Names(layout)
        self._form = Form(layout.template_lines, layout.daily[0].language if layout.daily else "")
        self._classify = classify
        self._events = events
        authors = {"diurnal", *layout.machine_authors, *machine_authors}
        self._machine_authors = frozenset(author.casefold() for author in authors)

    def read(self, path: str, data: bytes, *, show_private: bool = False, skims: bool = False) -> Note:
        """The note at *path* with *data* for bytes.

        A private note comes without anything of its text, unless *show_private*: then it comes whole and marked.
        With *skims*, halls and events are left for ``records.completed``: they take three quarters of the time.
        """
        named = self.names.read(path)
        title = path.rsplit("/", 1)[-1]
        title = title[:-3] if title.casefold().endswith(".md") else title
        note = Note(
            path, named.place, title, conflict_of=named.conflict_of, period=self._window(named.period)
        )
        decoded = decode(data)
        if decoded.problem:
            return replace(
                note, privacy=privacy_of(path, Frontmatter(), (), self.layout), warnings=(decoded.problem,)
            )
        front = read_frontmatter(decoded.text)
        lines = decoded.text.split("\n")
        scanned = scan(lines, front.lines)
        if "]:" in decoded.text:
            resolve_references(scanned.blocks)
        front_tags = tags_of(front)
        body_tags = _body_tags(scanned) if mentions_rule(decoded.text, self.layout) else ()
        fields = _body_fields(scanned) if mentions_field(decoded.text) else {}
        privacy = privacy_of(path, front, (*front_tags, *body_tags), self.layout, fields)
        if privacy is Privacy.PRIVATE and not show_private:
            return replace(note, privacy=privacy)
        if named.conflict_of and not self.layout.reads_conflict_copies and not show_private:
            return replace(note, privacy=privacy)
        period = named.period or self._period_of(front, named)
        window = self._window(period) if named.place is not Place.EPISODE else None
        around = self._surroundings(named, privacy, window, front, front_tags, period, skims)
        # Before cutting leaves form out:
        properties = _properties(front, scanned if "::" in decoded.text else None)
        rows = [row for row in _rows(scanned.blocks) if "[" in row[1] or "#" in row[1]]
        drafts = self._drafts(named, scanned, lines, title, period)
        records = finish(drafts, around)
        if not records and named.place in (Place.WIKI, Place.OTHER) and front.lines:
            records = finish([_properties_draft(title, front)], around)
        aliases = aliases_of(front)
        if named.place is not Place.EPISODE:
            records = _called(records, aliases)
        apart_tags, apart_links = _outside(drafts, rows)
        links = [*apart_links, *around.apart_links, *(link for record in records for link in record.links)]
        links.sort(key=_line_of)
        return Note(
            path,
            named.place,
            title,
            privacy=privacy,
            period=window,
            aliases=aliases,
            properties=properties,
            conflict_of=named.conflict_of,
            warnings=_warnings(front),
            tags=merge_tags(front_tags, *(record.tags for record in records), apart_tags, around.apart_tags),
            links=(*_property_links(front), *links),
            records=tuple(records),
        )

    def _drafts(
        self, named: Named, scanned: Scanned, lines: list[str], title: str, period: Period | None
    ) -> list[Draft]:
        day = _one_day(period)
        if named.place is Place.DIARY:
            return cut_entries(scanned, self._form.lines_in(lines, scanned), title=title, day=day)
        if named.place is Place.EPISODE:
            return cut_entries(scanned, set(), title=title, day=day, kind=Kind.PASSAGE)
        outline = Outline(title, day)
        if named.place is Place.WIKI:
            return cut_items(scanned.blocks, outline)
        return cut_passages(scanned.blocks, outline, has_day=day is not None)

    def _surroundings(
        self,
        named: Named,
        privacy: Privacy,
        window: TimeWindow | None,
        front: Frontmatter,
        tags: tuple[str, ...],
        period: Period | None,
        skims: bool,
    ) -> Surroundings:
        layout = self.layout
        by = next(iter(front.values("by", "generated_by")), "")
        return Surroundings(
            path=named.path,
            place=named.place,
            day=_one_day(period),
            period=window,
            privacy=privacy,
            conflict_of=named.conflict_of,
            category=_category(named.path, layout),
            tags=tags,
            names=_people(front),
            by=by if by.casefold() in self._machine_authors else "",
            is_machine=by.casefold() in self._machine_authors,
            machine_authors=self._machine_authors,
            evergreen=_is_evergreen(named.path, front, layout),
            day_starts_at=layout.day_starts_at,
            passage_chars=max(1, layout.passage_chars),
            classify=self._classify,
            events=self._events,
            skims=skims,
        )

    def _period_of(self, front: Frontmatter, named: Named) -> Period | None:
        """The day in the note's ``date`` or ``created``; a wiki page tells what is true now and has none."""
        if named.place is Place.WIKI:
            return None
        for value in front.values(*_DATE_KEYS):
            if (day := field_date(value)) and day < date.max:
                return Period("day", day, date.fromordinal(day.toordinal() + 1))
        return None

    def _window(self, period: Period | None) -> TimeWindow | None:
        return span_of_days(period.start, period.end, self.layout.day_starts_at) if period else None


def _called(records: list[Record], aliases: tuple[str, ...]) -> list[Record]:
    """*records* of which the first that holds still also carries *aliases*: what a page is called is found on it."""
    if not aliases or not records:
        return records
    at = next((n for n, record in enumerate(records) if not (record.card and record.card.is_closed)), 0)
    names = tuple(dict.fromkeys((*records[at].names, *aliases)))
    return [*records[:at], replace(records[at], names=names), *records[at + 1 :]]


def _line_of(link: Link) -> int:
    return link.line


def _one_day(period: Period | None) -> date | None:
    return period.start if period and period.grain == "day" else None


def _rows(blocks: Iterable[Block]) -> Iterator[Row]:
    """Every row that is markup, in order."""
    for block in blocks:
        if block.shape not in _VERBATIM:
            yield from block.rows
            if block.inner:
                yield from _rows(block.inner)


def _body_tags(scanned: Scanned) -> list[str]:
    """Tags in the body and, because privacy fails closed, in its comments."""
    found = [tag for number, markup in _rows(scanned.blocks) for tag in read_inline(markup, number).tags]
    return found + [tag for _, comment in scanned.comments for tag in tags_in(comment)]


def _body_fields(scanned: Scanned) -> dict[str, tuple[str, ...]]:
    """Dataview's fields in the body and, for the same reason, in its comments."""
    found = Fields()
    for _, markup in (*_rows(scanned.blocks), *scanned.comments):
        take_fields(CODE_SPAN.sub("", markup).strip(), found)
    return {key: tuple(values) for key, values in found.values.items()}


def _outside(drafts: Iterable[Draft], rows: Sequence[Row]) -> tuple[list[str], list[Link]]:
    """Tags and links on those of *rows* that are in no record: headings, form."""
    tags: list[str] = []
    links: list[Link] = []
    if not rows:
        return tags, links
    taken = {number for draft in drafts for number, _ in draft.rows}
    for number, markup in rows:
        if number not in taken:
            inline = read_inline(markup, number)
            tags.extend(inline.tags)
            links.extend(inline.links)
    return tags, links


def _properties(front: Frontmatter, scanned: Scanned | None) -> dict[str, tuple[str, ...]]:
    """Frontmatter, and Dataview's fields that stand on a line of their own outside any list, if there can be any."""
    found = dict(front.properties)
    for block in scanned.blocks if scanned else ():
        if block.shape is Shape.TEXT and block.parent < 0:
            for _, markup in block.rows:
                if field := bare_field(markup):
                    found.setdefault(field[0], (field[1],))
    return found


def _property_links(front: Frontmatter) -> list[Link]:
    return [
        link for values in front.properties.values() for value in values for link in links_in_value(value, 1)
    ]


def _people(front: Frontmatter) -> tuple[str, ...]:
    names: list[str] = []
    for value in front.values(*_PEOPLE_KEYS):
        links = links_in_value(value)
        names.extend(link.target for link in links) if links else names.append(value.strip())
    return tuple(dict.fromkeys(names))


def _is_evergreen(path: str, front: Frontmatter, layout: Layout) -> bool:
    said = front.values("evergreen")
    if said:
        return said[0].strip().casefold() in ("true", "yes", "1", "on")
    return any(
        path.startswith(f"{folder.strip('/')}/") for folder in layout.evergreen_folders if folder.strip("/")
    )


def _category(path: str, layout: Layout) -> str:
    """The folder of a wiki page beneath its wiki folder: ``wiki/people/Maya.md`` is of *people*."""
    folder = path.rpartition("/")[0]
    for wiki in layout.wiki_folders:
        if folder.casefold().startswith(wiki.casefold()):
            return folder[len(wiki) :].strip("/").split("/")[0]
    return ""


def _properties_draft(title: str, front: Frontmatter) -> Draft:
    """A note of properties alone is found by its name and by what they say in words; an address says nothing to a reader."""
    rows = [(1, title)]
    for key, values in front.properties.items():
        if said := [value for value in values if value.strip() and not _ADDRESS.fullmatch(value.strip())]:
            rows.append((1, f"{key}: {', '.join(said)}"))
    return Draft(Kind.PASSAGE, 1, front.lines, rows=rows)


def _warnings(front: Frontmatter) -> tuple[str, ...]:
    if not front.broken_at:
        return ()
    return (f"The frontmatter is not valid YAML (line {front.broken_at}); its properties are not read.",)
