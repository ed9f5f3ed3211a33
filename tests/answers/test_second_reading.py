"""A bulk of notes read in two passes: words at once, halls and dates behind the answers."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from diurnal import Memory
from diurnal.assemble.parts import Parts, assemble
from diurnal.assemble.reading import skimmer_for
from diurnal.child.completing import complete_rows, completing_job, completions
from diurnal.configure import configure
from diurnal.engine.question import Question
from diurnal.engine.reconcile import FEW_NOTES
from diurnal.engine.second_reading import RETRY_S, SecondReading
from diurnal.hooks import hookimpl, load_plugins
from diurnal.model.layout import Layout
from diurnal.model.record import Note, Record, Task
from diurnal.places import Places
from diurnal.ports import Outcome
from notefolder import NoteFolder

NOW = datetime(2026, 7, 22, 9, 30)
CONFIG = {"meaning.embedder": "none"}
MANY = FEW_NOTES + 20
SAID = [
    "Met Maya last Friday and she gave me back the blue kettle.",
    "昨天和小林去河边，把旧相机送给了他。",
    "I prefer tea without sugar.",
    "It turns out that the pump stops when the filter is full.",
    "Dentist on 2031-03-04, bring the letter.",
    "[hall_advice] Always write the number on the envelope.",
    "三天前修好了自行车，其实只是少了一颗螺丝。",
    "My sister lives in Lisbon now.",
    "Bought bread. [due:: 2031-01-05]",
    "Planted beans on 12 May.",
]
QUESTIONS = [
    "what happened on 2026-05-12",
    "last Friday",
    "kettle",
    "昨天",
    "when did I last fix the bicycle",
    "where does my sister live",
    "what did I do in March 2031",
    "相机",
]
SEARCHES = ["hall:advice", "hall:preferences tea", "since:2026-05-01 until:2026-05-13 beans", "kettle"]


def write_many(vault: NoteFolder, count: int = MANY, *, first: date = date(2026, 4, 1)) -> None:
    """So many days and a page, each line another mixture of what is said and of marks."""
    draw = random.Random(4)
    for number in range(count):
        lines = [
            f"- {draw.choice(['', '[ ] ', '[x] '])}{draw.randint(6, 22):02}:{number % 60:02} {said}"
            for said in draw.sample(SAID, 4)
        ]
        vault.write(f"{first + timedelta(days=number)}.md", "\n".join(lines) + "\n")
    vault.write("wiki/Maya.md", "- Maya lives in Paris. (since:: 2026-03-02) ^c-1\n- She likes tea.\n")
    for path in vault.root.glob("**/*.md"):
        vault.age(str(path.relative_to(vault.root)), 60)


@pytest.fixture
def parts(vault: NoteFolder) -> Iterator[Parts]:
    """The daemon's parts over many notes, all read once; the test steps what lies behind."""
    write_many(vault)
    made = served(vault.root)
    made.loop.look_afresh(0.0)
    yield made
    close(made)


def served(vault: Path) -> Parts:
    return assemble(
        vault,
        configure(vault, arguments=CONFIG, environment=os.environ).settings,
        Places.of(),
        wake=lambda: None,
    )


def close(parts: Parts) -> None:
    parts.works.close()
    parts.index.close()
    parts.catalogue.close()


class Scripted:
    """Does a job at once, or fails it with the sentence it was given."""

    def __init__(self, fault: str = "") -> None:
        self.trouble = ""
        self.fault = fault
        self.asked: list[list[int]] = []
        self.ended: list[Outcome] = []

    def is_busy(self, function: str) -> bool:
        return False

    def ask(self, job: Any) -> None:
        self.asked.append(job.arguments["rows"])
        if self.fault:
            self.ended.append(Outcome(job, fault="ValueError", message=self.fault))
        else:
            self.ended.append(Outcome(job, [list(item) for item in complete_rows(**job.arguments)]))

    def step(self, now: float) -> list[Outcome]:
        ended, self.ended = self.ended, []
        return ended

    def due_at(self) -> float | None:
        return None

    def stop(self, deadline_s: float) -> None:
        """There is no process."""


def behind(parts: Parts, child: Scripted) -> SecondReading:
    """The second reading of *parts*, done by *child*."""
    return SecondReading(
        parts.catalogue,
        parts.index,
        parts.index.publish,
        lambda rows: completions(parts.catalogue, rows, 0),
        lambda rows: completing_job(parts.catalogue.path, rows, 0),
        parts.loop.between_batches,
        child,
    )


def records_of(parts: Parts) -> list[Record]:
    rows = parts.catalogue.live_rows().tolist()
    return sorted(parts.catalogue.records(rows), key=lambda record: (record.path, record.ordinal))


def answers_of(memory: Memory) -> list[object]:
    """All that ranks and shows, but for the clock."""
    found: list[object] = []
    for question in QUESTIONS:
        for answer in (memory.retrieve(question, now=NOW, explain=True), memory.ask(question, now=NOW)):
            found.append([(hit.record, hit.score, hit.parts, hit.reason) for hit in answer.hits])
            found.append((answer.summary, answer.days, answer.warnings, answer.total))
    for text in SEARCHES:
        answer = memory.search(text, now=NOW)
        found.append([(hit.record, hit.score) for hit in answer.hits] + [answer.warnings])
    return found


def test_two_passes_end_as_one_does(vault: NoteFolder) -> None:
    """
    What a daemon reads in two passes is, record for record and score for score, what one pass reads.
    """
    write_many(vault)
    with Memory.open(vault.root, config=CONFIG, serve=True) as daemon:
        daemon.catch_up()
        in_two = records_of(daemon.parts), answers_of(daemon)
        assert daemon.status().skimmed == 0
    for derived in (vault.root / ".diurnal").glob("*/catalog.db*"):
        derived.unlink()
    with Memory.open(vault.root, config=CONFIG) as memory:
        in_one = records_of(memory.parts), answers_of(memory)

    assert in_two == in_one
    assert any(record.events for record in in_one[0])
    assert {record.hall for record in in_one[0]} >= {"events", "discoveries", "advice", "preferences"}


def test_notes_that_come_to_a_read_vault_in_bulk_end_the_same_too(vault: NoteFolder) -> None:
    """
    Grown by a bulk or rebuilt from nothing: the same results (A35).
    """
    vault.write("2026-07-20.md", f"- 09:00 {SAID[0]}\n")
    with Memory.open(vault.root, config=CONFIG, serve=True) as daemon:
        daemon.catch_up()
        write_many(vault)
        daemon.catch_up()
        grown = records_of(daemon.parts), answers_of(daemon)
    for derived in (vault.root / ".diurnal").glob("*/catalog.db*"):
        derived.unlink()
    with Memory.open(vault.root, config=CONFIG) as memory:
        assert grown == (records_of(memory.parts), answers_of(memory))


def test_words_are_found_before_halls_and_dates_are(parts: Parts) -> None:
    records = records_of(parts)
    assert parts.index.snapshot.columns.skimmed > MANY
    assert all(record.is_skimmed for record in records if record.text == SAID[0])
    # What the owner wrote beside the text is known at once.
    assert {
        record.hall for record in records if record.text == "Always write the number on the envelope."
    } == {"advice"}
    due = [record for record in records if record.text == "Bought bread."]
    assert due
    assert all(record.is_plan is (record.task is not Task.DONE) and not record.is_skimmed for record in due)


def test_some_saved_notes_are_read_whole_at_once(vault: NoteFolder) -> None:
    write_many(vault, FEW_NOTES - 1)
    made = served(vault.root)
    made.loop.look_afresh(0.0)
    assert made.index.snapshot.columns.skimmed == 0
    close(made)


def test_an_answer_says_how_many_records_its_time_or_hall_may_miss(parts: Parts) -> None:
    """
    Rule 8: an answer is not silently short of what is still being found.
    """
    number = parts.index.snapshot.columns.skimmed
    said = f"{number:,} records are known by their words alone so far"
    ask = asking(parts)

    for question in ("what happened on 2026-05-12", "when did I last fix the bicycle"):
        assert [warning for warning in ask(question) if said in warning], question
    for text in ("hall:advice", "tea OR hall:facts", "since:2026-05-01 beans"):
        assert len([warning for warning in ask(text, search=True) if said in warning]) == 1, text
    assert not ask("kettle")
    assert not ask("kettle", search=True)
    assert parts.health.status().skimmed == number

    parts.background.second_reading.finish()

    assert not ask("what happened on 2026-05-12")
    assert not ask("hall:advice", search=True)
    assert parts.health.status().skimmed == 0


def asking(parts: Parts) -> Any:
    """Asks, and gives back what the answer warns of."""

    def ask(text: str, *, search: bool = False) -> tuple[str, ...]:
        question = Question(text, NOW, 10)
        answer = parts.searching.search(question) if search else parts.dating.ask(question)
        return answer.warnings

    return ask


def test_the_second_reading_goes_in_small_jobs_the_notes_written_last_first(
    vault: NoteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diurnal.engine.second_reading.ROWS_A_JOB", 30)
    write_many(vault)
    made = served(vault.root)
    made.loop.look_afresh(0.0)
    child = Scripted()
    second = behind(made, child)

    second.step(0.0, [])
    left = [made.index.snapshot.columns.skimmed]
    while not second.is_complete():
        second.step(0.0, child.step(0.0))
        left.append(made.index.snapshot.columns.skimmed)

    assert all(len(rows) <= 30 for rows in child.asked)
    assert left == sorted(left, reverse=True)
    assert left[0] - left[1] == 30
    (first,) = {record.path for _, record in made.catalogue.with_rows(child.asked[0][:2])}
    assert first == "wiki/Maya.md"
    close(made)


def test_a_note_saved_meanwhile_is_whole_and_stays_as_it_was_saved(parts: Parts, vault: NoteFolder) -> None:
    child = Scripted()
    second = behind(parts, child)
    second.step(0.0, [])
    vault.write("2026-04-05.md", "- 08:00 Gave the kettle to Jonas yesterday.\n")
    parts.loop.look_afresh(1.0)
    (saved,) = [record for record in records_of(parts) if record.path == "2026-04-05.md"]

    second.step(2.0, child.step(2.0))
    parts.background.second_reading.finish()

    assert not saved.is_skimmed
    assert saved.events
    assert [saved] == [record for record in records_of(parts) if record.path == "2026-04-05.md"]


def test_what_was_not_finished_is_known_after_a_restart_and_finished(parts: Parts, vault: NoteFolder) -> None:
    child = Scripted()
    second = behind(parts, child)
    second.step(0.0, [])
    second.step(0.0, child.step(0.0))
    left = parts.index.snapshot.columns.skimmed
    parts.works.close()  # the catalogue is not closed, as by kill -9

    again = served(vault.root)
    assert again.index.snapshot.columns.skimmed == left
    again.loop.look_afresh(0.0)
    assert again.index.snapshot.columns.skimmed == left
    close(again)

    with Memory.open(vault.root, config=CONFIG) as memory:
        assert memory.status().skimmed == 0
        assert not any(record.is_skimmed for record in records_of(memory.parts))


def test_a_second_reading_that_fails_is_told_and_tried_again(parts: Parts) -> None:
    child = Scripted(fault="KeyError in classify")
    second = behind(parts, child)
    second.step(0.0, [])
    second.step(0.0, child.step(0.0))

    assert second.trouble == "Finding halls and dates in the notes failed (KeyError in classify)."
    assert len(child.asked) == 1
    assert second.due_at() == RETRY_S
    assert second.is_over(), "the rest goes on without it"

    child.fault = ""
    second.step(RETRY_S, [])
    second.step(RETRY_S, child.step(RETRY_S))
    assert not second.trouble
    assert second.is_complete()


def test_whoever_follows_the_clock_hears_of_what_was_found_late(parts: Parts) -> None:
    before = parts.catalogue.clock
    skimmed = {record.id for record in records_of(parts) if record.is_skimmed}

    parts.background.second_reading.finish()

    changes = parts.catalogue.since(before)
    assert changes is not None
    assert {change.id for change in changes} == skimmed
    assert {change.what for change in changes} == {"changed"}


def test_reading_notes_anew_loses_nothing_that_was_found(parts: Parts) -> None:
    """
    Only notes nobody knows are skimmed: `reindex` of a large vault takes no hall and no date from any answer.
    """
    parts.background.second_reading.finish()
    before = records_of(parts)
    parts.loop.reread(1.0)
    assert records_of(parts) == before


def test_a_bulk_is_skimmed_by_the_settings_of_now(parts: Parts, vault: NoteFolder) -> None:
    vault.write(".obsidian/daily-notes.json", '{"folder": "Days", "format": "DD.MM.YYYY"}')
    for number in range(MANY):
        day = date(2027, 1, 1) + timedelta(days=number)
        vault.write(f"Days/{day:%d.%m.%Y}.md", f"- 09:00 {SAID[0]}\n")
    parts.loop.look_afresh(1.0)

    new = [record for record in records_of(parts) if record.path.startswith("Days/")]
    assert len(new) == MANY
    assert all(record.is_skimmed and record.day and record.at for record in new)


class Enriching:
    """A plugin that takes part in reading."""

    @hookimpl
    def diurnal_enrich(self, note: Note) -> None:
        """Leaves every note as it is."""


def test_with_a_plugin_that_reads_along_every_note_is_read_whole() -> None:
    """
    The hook is promised notes with their halls and events, so nothing is left for later.
    """
    assert skimmer_for(Layout(), load_plugins()) is not None
    assert skimmer_for(Layout(), load_plugins(extra=[Enriching()])) is None
