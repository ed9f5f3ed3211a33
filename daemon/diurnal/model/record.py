"""Records: what a note is read into.

A record is one entry of a diary note, one item of a wiki page, or one passage
of any other note. It is a plain value made by the reader (floor 1) and never
changed; stores keep it, the engine ranks it, skins show it. All times are
wall time (see ``model.time``).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from diurnal.model.time import TimeWindow


class Kind(StrEnum):
    """What a record is."""

    ENTRY = "entry"
    ITEM = "item"
    PASSAGE = "passage"


class Place(StrEnum):
    """What its note is for; decides how the note is read and which scope it belongs to."""

    DIARY = "diary"
    WIKI = "wiki"
    EPISODE = "episode"
    OTHER = "other"


class Privacy(StrEnum):
    """Who may see a note. PRIVATE never reaches a store; OWNER_ONLY never reaches an agent."""

    OPEN = "open"
    OWNER_ONLY = "owner-only"
    PRIVATE = "private"


class Task(StrEnum):
    """State of a checkbox; ``NONE`` means there is none."""

    NONE = ""
    OPEN = "open"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Link:
    """One link out of a record, as written.

    ``target`` is the note name or path without anchor (empty: the note
    itself), ``anchor`` the heading path or ``^block``, ``alias`` the shown
    text, ``embed`` true for ``![[…]]``. ``line`` is 1-based.
    """

    target: str
    anchor: str = ""
    alias: str = ""
    embed: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """A span in the world that a record speaks of, with the grain it was named in.

    ``day_or_finer`` decides whether it may admit a record into a gate it only
    overlaps; coarser spans must lie wholly inside the gate.
    """

    window: TimeWindow
    grain: str
    phrase: str = ""

    @property
    def day_or_finer(self) -> bool:
        return self.grain in ("second", "minute", "hour", "part", "day")


@dataclass(frozen=True, slots=True)
class Card:
    """The fields of an item that has dates or an id; absent fields are None or empty."""

    since: date | None = None
    until: date | None = None
    event: date | None = None
    importance: int = 0
    category: str = ""
    src: tuple[str, ...] = ()
    next: str = ""
    owner: str = ""
    always: bool = False
    expires: date | None = None

    @property
    def is_closed(self) -> bool:
        """True if a successor or an end date says it is no longer so (an end in the future does too late)."""
        return self.until is not None or bool(self.next)


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that can be found.

    ``id``       ``path#^block`` if it has a block id, else 16 hex of path, kind, text and ordinal among equals.
    ``lines``    first and last line in the note, 1-based, both inclusive.
    ``heading``  headings above it, outermost first, without the note's title.
    ``text``     what a person reads: markers, block ids and comments removed.
    ``day``      the day it was recorded on, or None; ``at`` its wall time if one was written.
    ``recorded`` the span a gate on recorded time compares with (a minute-timed entry: to the next minute;
                 untimed: the whole day; a weekly note: its week), or None for undated records.
    ``events``   spans in the world named by its text or fields.
    ``is_plan``  an open task, a due or scheduled date, or an event after the recorded day.
    ``by``       author if not the owner; ``is_machine`` true if a model or a job wrote it.
    ``names``    entities it carries besides its links: speaker, frontmatter people, tags are apart.
    ``properties`` of the note, folded key → text values; shared by all its records.
    """

    id: str
    kind: Kind
    place: Place
    path: str
    lines: tuple[int, int]
    ordinal: int
    text: str
    heading: tuple[str, ...] = ()
    day: date | None = None
    at: datetime | None = None
    recorded: TimeWindow | None = None
    events: tuple[Event, ...] = ()
    hall: str = "events"
    by: str = ""
    is_plan: bool = False
    is_machine: bool = False
    is_night: bool = False
    """Follows a later time in its note (00:40 after 23:50): keeps its day and belongs to that day's night."""
    conflict_of: str = ""
    """Path of the original if this line stands only in a conflict copy."""
    privacy: Privacy = Privacy.OPEN
    task: Task = Task.NONE
    block: str = ""
    card: Card | None = None
    links: tuple[Link, ...] = ()
    tags: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    evergreen: bool = False
    text_hash: str = ""
    is_skimmed: bool = False
    """Its hall and the events its text names are still to be told, and with them whether it is a plan."""

    @property
    def title(self) -> str:
        """The note's name without folder and ``.md``."""
        return self.path.rsplit("/", 1)[-1].removesuffix(".md")


def collapsed(text: str) -> str:
    """*text* with one blank for each run of white space: what tells texts apart, however they are wrapped."""
    # Most texts are so already; to look costs half of taking them apart.
    if "  " not in text and text.isprintable() and text[:1] != " " and text[-1:] != " ":
        return text
    return " ".join(text.split())


def hash_of_text(text: str) -> str:
    """32 hex digits that identify a record's own text; vectors are keyed by it.

    White space is collapsed, so re-wrapping or re-indenting a line embeds nothing.
    """
    return hash_of_collapsed(collapsed(text))


def hash_of_collapsed(text: str) -> str:
    """``hash_of_text`` of a text that is ``collapsed`` already."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def record_id(path: str, kind: Kind, text: str, occurrence: int, block: str = "") -> str:
    """The stable name of a record: its block id, else a hash that survives edits elsewhere.

    Args:
        path: vault-relative path of its note.
        kind: what it is.
        text: its text, ``collapsed``.
        occurrence: how many records of this note with equal kind and text stand before it.
        block: block id without ``^``, or empty.
    """
    if block:
        return f"{path}#^{block}"
    seed = f"{path}\0{kind}\0{text}\0{occurrence}"
    return hashlib.blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Note:
    """One Markdown file, read.

    ``title`` is the file stem and always resolves (a ``title`` property is only a further alias).
    ``period`` is the span of days the note stands for (daily: one day, weekly: seven), or None.
    ``properties`` maps each frontmatter key to its values as text, raw spelling kept.
    ``warnings`` are sentences for ``status`` and ``doctor``; they never hold note text.
    """

    path: str
    place: Place
    title: str
    privacy: Privacy = Privacy.OPEN
    period: TimeWindow | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    properties: dict[str, tuple[str, ...]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    records: tuple[Record, ...] = ()
    conflict_of: str = ""
    warnings: tuple[str, ...] = ()
