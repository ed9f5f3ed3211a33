"""The table of methods: what each is called, what it takes, what it gives back.

The server checks requests against it, docs/protocol.md is made from it, and a
test holds ``Memory`` and ``Client`` to it. Methods, parameters and fields are
only ever added. Only the standard library, since the client reads it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from diurnal.model import results
from diurnal.model.answer import Answer, Clock, State
from diurnal.model.record import Record
from diurnal.service.signature import Method, Moment, OneDay, Parameter, Span, Turns

VERSION = 1
CAPABILITIES = ("questions", "time", "search", "changes", "subscribe", "status", "upkeep", "writing", "jobs")

# The notification that subscribers get; its parameters are those of ``Changes``.
CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Hello:
    """Who answers: the daemon's version, the protocol's, what it can do, for which vault, and how far it has read it."""

    version: str
    protocol: int
    capabilities: tuple[str, ...]
    vault: str
    pid: int
    state: State = State.READY
    """What its answers say of themselves now; a daemon that does not tell is taken for ready."""


QUERY = Parameter("query", str, "What is asked, in words.")
NOW = Parameter("now", datetime, "The moment the question is asked at; null: now.", None)
BY = Parameter("by", str, "Who writes; empty: the owner.", "")
FOR_AGENT = Parameter("for_agent", bool, "Leave out what is for the owner alone.", False)
DRY_RUN = Parameter("dry_run", bool, "Only show what would change.", False)

QUESTION = (
    QUERY,
    Parameter("limit", int, "Most hits wanted; null takes search.limit.", None),
    Parameter("time_range", Span, "Replaces the reading of the question's own time.", None),
    NOW,
    Parameter("scope", str, "auto, entries, wiki, episodes or all.", "auto"),
    Parameter("kinds", str, "Only these kinds: entry, item, passage.", None, many=True),
    Parameter("owner", str, "Only cards of this owner.", None),
    Parameter("by", str, "Only what this author wrote; empty: the owner.", None),
    Parameter("fresh", bool, "Look at the disk first.", False),
    Parameter("explain", bool, "Show the parts of each score.", False),
    Parameter("reads_time", bool, "Read the question for a time.", True),
    FOR_AGENT,
    Parameter("cursor", str, "Continues a long listing.", ""),
)

CARD_FIELDS = (
    Parameter("since", OneDay, "From when it holds.", None),
    Parameter("event", OneDay, "The day it happened in the world.", None),
    Parameter("importance", int, "1 to 10; 0: not said.", 0),
    Parameter("category", str, "Any word; empty: the page's folder.", ""),
    Parameter("owner", str, "Whose card it is, where several share a vault.", ""),
    Parameter("src", str, "Ids of the records it comes from.", (), many=True),
    Parameter("always", bool, "Belongs in every prompt block.", False),
    Parameter("expires", OneDay, "The day it ceases to matter.", None),
)

TABLE: tuple[Method, ...] = (
    Method("hello", "Who answers and what it can do.", (), Hello),
    # --- questions
    Method("retrieve", "Records for a question, ranked; a named time confines them.", QUESTION, Answer),
    Method("ask", "The same, answered as a person would: when, how often, the latest.", QUESTION, Answer),
    Method("when", "The days a question is about, with proof.", (QUERY, NOW), Answer),
    Method(
        "search",
        'Records for a search in the query language: tag:, path:, "phrase", -not, OR, prefix*.',
        (
            Parameter("query", str, "The search."),
            Parameter("limit", int, "Most hits wanted.", 20),
            Parameter("cursor", str, "Continues a long listing.", ""),
            NOW,
            Parameter("fresh", bool, "Look at the disk first.", False),
            FOR_AGENT,
        ),
        Answer,
    ),
    Method(
        "explain",
        "Why a question gets what it gets and, for a note, what keeps it out.",
        (QUERY, Parameter("why_not", str, "A note's name or a record's id.", None), NOW),
        results.Explanation,
    ),
    # --- reading
    Method(
        "day",
        "One day's records and the notes they stand in.",
        (
            Parameter("date", OneDay, "The day."),
            Parameter("parsed", bool, "Show how each line was read.", False),
            FOR_AGENT,
            NOW,
        ),
        results.Day,
    ),
    Method("dates", "Every day that has entries, and how many.", (), list[results.DayCount]),
    Method(
        "tail",
        "The newest entries, oldest of them first.",
        (Parameter("n", int, "How many.", 10), FOR_AGENT),
        list[Record],
    ),
    Method(
        "note",
        "A note by name, path or alias.",
        (Parameter("name", str, "Its name."), FOR_AGENT),
        results.NoteView,
    ),
    Method(
        "links",
        "Links out of a note and into it.",
        (Parameter("name", str, "Its name."), FOR_AGENT),
        results.Links,
    ),
    Method(
        "since",
        "What changed after a clock.",
        (Parameter("clock", Clock, "A clock that an answer carried."),),
        results.Changes,
    ),
    Method(
        "subscribe",
        "The same and, on this connection from then on, what changes after it.",
        (Parameter("clock", Clock, "A clock that an answer carried; null: now.", None),),
        results.Changes,
        pushes=True,
    ),
    # --- health
    Method("status", "How the memory is doing.", (), results.Status),
    Method(
        "catch_up",
        "Returns when everything on disk is searchable.",
        (Parameter("timeout", float, "Seconds to wait at most; null: as long as it takes.", None),),
        None,
        slow=True,
    ),
    Method(
        "doctor",
        "What is odd about the vault and what is derived from it.",
        (),
        list[results.Finding],
        slow=True,
    ),
    Method(
        "bench_self",
        "How well questions made of the vault's own links, headings and dates find what they were made of.",
        (
            Parameter("sample", int, "Most questions.", 200),
            Parameter("seed", int, "Which of all that could be made.", 7),
            Parameter(
                "settings", str, "NAME=VALUE of search, to compare with those that hold.", (), many=True
            ),
            NOW,
        ),
        results.SelfBench,
        slow=True,
    ),
    Method("reindex", "Reads every note again and builds all that is derived anew.", (), None, slow=True),
    Method("reembed", "Makes the vectors that are missing or come from another model.", (), None, slow=True),
    Method("accept_missing", "Forgets the notes that vanished at once.", (), None, slow=True),
    # --- writing
    Method(
        "append",
        "Adds an entry to a day of the diary.",
        (
            Parameter("text", str, "The entry."),
            Parameter("at", Moment, "Its time; null: now.", None),
            Parameter(
                "hall", str, "facts, events, discoveries, preferences or advice; empty: none written.", ""
            ),
            BY,
            Parameter("under", str, "Heading to add below; null: the configured one.", None),
            DRY_RUN,
            NOW,
        ),
        results.Written,
        writes=True,
    ),
    Method(
        "remember",
        "Adds a card to a wiki page.",
        (
            Parameter("text", str, "One statement."),
            Parameter("page", str, "The page it belongs to; empty: chosen by its names.", ""),
            *CARD_FIELDS,
            BY,
            DRY_RUN,
            NOW,
        ),
        results.Written,
        writes=True,
    ),
    Method(
        "replace",
        "Closes a card and adds the one that is true now.",
        (
            Parameter("id", str, "The card that ceased to be true."),
            Parameter("text", str, "What is true now."),
            *CARD_FIELDS,
            BY,
            DRY_RUN,
            NOW,
        ),
        results.Written,
        writes=True,
    ),
    Method(
        "close",
        "Says that a card is true no longer.",
        (
            Parameter("id", str, "The card."),
            Parameter("until", OneDay, "Since when; null: today.", None),
            BY,
            DRY_RUN,
        ),
        results.Written,
        writes=True,
    ),
    Method(
        "history",
        "A card with all it replaced and all that replaced it, oldest first.",
        (Parameter("id", str, "The card."),),
        list[Record],
    ),
    Method(
        "erase",
        "Takes a record, or all of one owner, out of notes and everything derived. Cannot be undone.",
        (
            Parameter("id", str, "The record; empty with an owner.", ""),
            Parameter("owner", str, "Everything of this owner.", ""),
            DRY_RUN,
        ),
        results.Erased,
        slow=True,
        writes=True,
    ),
    Method(
        "strip",
        "Takes Diurnal's own marks out of every note: hall marks, timestamp comments, days in brief.",
        (DRY_RUN,),
        results.Stripped,
        slow=True,
        writes=True,
    ),
    Method(
        "memorize",
        "Keeps a conversation and learns from it.",
        (
            Parameter("turns", Turns, "What was said."),
            Parameter("owner", str, "Whose cards it may make.", ""),
            BY,
            NOW,
        ),
        results.Memorized,
        slow=True,
        writes=True,
    ),
    Method(
        "undo",
        "Takes an operation back.",
        (Parameter("op", str, "Its id; empty: the last one.", ""), DRY_RUN),
        results.Written,
        writes=True,
    ),
    Method(
        "ops", "The last operations.", (Parameter("limit", int, "How many.", 20),), list[results.Operation]
    ),
    # --- jobs
    Method("jobs", "The scheduled jobs.", (), list[results.JobState]),
    Method(
        "run_job",
        "Runs a job now.",
        (Parameter("name", str, "Its name."), DRY_RUN),
        results.JobRun,
        slow=True,
        writes=True,
    ),
    # --- the daemon
    Method("stop", "Stops the daemon once what it is doing is done.", (), None),
)

METHODS: Mapping[str, Method] = {item.name: item for item in TABLE}
