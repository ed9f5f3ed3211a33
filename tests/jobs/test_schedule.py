"""The schedule: what is due, what was missed, what failed; one job at a time, once for each moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from diurnal.config.settings import JobSettings
from diurnal.errors import BadConfig, UsageError, WriterFailed
from diurnal.jobs.base import Step
from diurnal.jobs.plan import Planned
from diurnal.jobs.schedule import Schedule
from diurnal.store.ledger import JobLedger

BERLIN, SHANGHAI = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Shanghai")
WAIT_S = 20


class Work:
    """A job whose steps the test decides."""

    edits_notes = True

    def __init__(self, name: str, do: Callable[[datetime], Iterator[Step]] | None = None) -> None:
        self.name = name
        self.ran: list[datetime] = []
        self.done = threading.Event()
        self._do = do

    def told(self, changed: int, steps: int) -> str:
        return f"{changed} done"

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        self.ran.append(now)
        self.done.set()
        if self._do:
            yield from self._do(now)
        else:
            yield Step("a note", 1)


class Clock:
    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class House:
    """A schedule of jobs with a clock to set; ``again()`` is the next start of the daemon."""

    def __init__(self, folder: Path, *planned: Planned, at: datetime, zone: tzinfo = BERLIN) -> None:
        self.folder, self.planned, self.clock, self.zone = folder, planned, Clock(at), zone
        self.again()

    def again(self) -> None:
        self.ledger = JobLedger(self.folder)
        self.schedule = Schedule(
            self.planned, self.ledger, zone=lambda: self.zone, clock=self.clock, look_every_s=0.01
        )

    def switched_on(self) -> House:
        for one in self.planned:
            self.ledger.switch(one.job.name, one.cron if one.is_on else "", self.clock.now)
        return self

    def due(self) -> list[str]:
        return self.schedule.due(self.clock.now)

    def outcome(self, name: str) -> str:
        return next(state.outcome for state in self.schedule.states() if state.name == name)


def nightly(job: Work, jitter_s: int = 0) -> Planned:
    return Planned(job, "30 2 * * *", True, jitter_s)


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


# --- what is due ----------------------------------------------------------------------------------


def test_a_job_is_due_once_its_moment_has_come(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-07-21T12:00")).switched_on()
    assert house.due() == []
    house.clock.now = at("2026-07-22T02:30")
    assert house.due() == ["digest"]
    house.schedule.run("digest")
    assert house.due() == []
    house.clock.now = at("2026-07-23T02:29")
    assert house.due() == []


def test_many_missed_moments_are_one_run_at_the_next_start(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-07-01T12:00")).switched_on()
    house.schedule.run("digest")
    house.clock.now = at("2026-07-21T09:00")
    house.again()
    assert house.due() == ["digest"]
    house.schedule.run("digest")
    assert house.due() == []


def test_a_job_just_switched_on_has_missed_nothing(tmp_path: Path) -> None:
    """Not even if it ran half a year ago, before it was switched off."""
    job = Work("digest")
    house = House(tmp_path, nightly(job), at=at("2026-01-01T12:00")).switched_on()
    house.schedule.run("digest")
    house.planned = (Planned(job, "30 2 * * *"),)
    house.again()
    house.switched_on()
    house.planned, house.clock.now = (nightly(job),), at("2026-07-21T12:00")
    house.again()
    assert house.switched_on().due() == []
    house.clock.now = at("2026-07-22T02:30")
    assert house.due() == ["digest"]


def test_a_machine_that_is_never_on_at_night_runs_its_jobs_all_the_same(tmp_path: Path) -> None:
    """The first run too: since when the job is on is remembered, not only when it ran."""
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-07-21T12:00")).switched_on()
    house.clock.now = at("2026-07-22T10:00")
    house.again()
    assert house.switched_on().due() == ["digest"]


def test_a_time_that_comes_twice_in_autumn_runs_once(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-10-24T12:00")).switched_on()
    house.clock.now = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 02:30 in summer time
    house.schedule.run("digest")
    house.clock.now = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 02:30 in winter time
    assert house.due() == []
    house.again()
    assert house.due() == []


def test_the_first_of_the_two_is_made_up_for_in_the_second(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-10-24T12:00")).switched_on()
    house.clock.now = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert house.due() == ["digest"]


def test_a_time_skipped_in_spring_runs_once(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-03-28T12:00")).switched_on()
    house.clock.now = at("2026-03-29T03:29")
    assert house.due() == []
    house.clock.now = at("2026-03-29T03:30")
    assert house.due() == ["digest"]


def test_a_clock_that_was_years_ahead_stops_no_job(tmp_path: Path) -> None:
    """A run noted in 2036 says nothing in 2026."""
    house = House(tmp_path, nightly(Work("digest")), at=at("2036-07-21T12:00")).switched_on()
    house.schedule.run("digest")
    house.clock.now = at("2026-07-21T12:00")
    house.switched_on()
    house.clock.now = at("2026-07-22T02:30")
    assert house.due() == ["digest"]


def test_jitter_is_waited_for_before_a_moment_counts_as_missed(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest"), jitter_s=600), at=at("2026-07-21T12:00")).switched_on()
    house.clock.now = at("2026-07-22T02:39")
    assert house.due() == []
    house.clock.now = at("2026-07-22T02:40")
    assert house.due() == ["digest"]


# --- on, off, where --------------------------------------------------------------------------------


def test_a_job_runs_on_the_machine_it_was_given_and_upkeep_on_every_one() -> None:
    job, upkeep, settings = Work("digest"), Work("upkeep"), JobSettings(on=True)
    upkeep.edits_notes = False
    here = Planned.of(job, settings, jobs_on="Desk", machine=["desk", "desk-3f9c21"])
    there = Planned.of(job, settings, jobs_on="desk", machine=["laptop"])
    assert (here.is_on, here.off_because) == (True, "")
    assert (there.is_on, there.off_because) == (False, "It runs on desk (jobs_on).")
    assert Planned.of(upkeep, settings, jobs_on="desk", machine=["laptop"]).is_on
    missing = Planned.of(job, settings, jobs_on=None, machine=[], missing="No model is configured.")
    assert (missing.is_on, missing.off_because) == (False, "No model is configured.")
    assert (
        Planned.of(job, JobSettings(), jobs_on="desk", machine=["laptop"], missing="No model.").off_because
        == ""
    )


def test_a_job_that_is_off_is_never_due_and_runs_when_asked(tmp_path: Path) -> None:
    job = Work("tag-halls")
    house = House(tmp_path, Planned(job, "30 2 * * *"), at=at("2026-07-21T12:00")).switched_on()
    house.clock.now = at("2026-09-01T12:00")
    assert house.due() == []
    assert house.schedule.run("tag_halls").did == "1 done"
    assert len(job.ran) == 1


def test_a_job_nobody_knows_is_refused_with_the_name_that_was_meant(tmp_path: Path) -> None:
    house = House(tmp_path, Planned(Work("tag-halls")), at=at("2026-07-21T12:00"))
    with pytest.raises(UsageError, match="Did you mean 'tag-halls'"):
        house.schedule.run("tag-hall")


def test_every_schedule_that_cannot_be_read_is_told_at_once(tmp_path: Path) -> None:
    planned = (Planned(Work("digest"), "0 6 * * 1", True), Planned(Work("tag-halls"), "61 * * * *", True))
    with pytest.raises(BadConfig) as refused:
        House(tmp_path, *planned, at=at("2026-07-21T12:00"))
    lines = refused.value.message.splitlines()
    assert [line.split(":")[0] for line in lines] == ["jobs.digest.cron", "jobs.tag_halls.cron"]


# --- failing, leaving ---------------------------------------------------------------------------------


def failing(now: datetime) -> Iterator[Step]:
    yield Step("a note", 1)
    raise WriterFailed("The model did not answer.", hint="It is asked again later.")


def test_a_job_that_fails_is_shown_and_tried_again_later_and_later(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest", failing)), at=at("2026-07-21T12:00")).switched_on()
    waits = []
    for _ in range(9):
        with pytest.raises(WriterFailed):
            house.schedule.run("digest")
        again = house.ledger.again_at("digest")
        assert again is not None
        waits.append((again - house.clock.now) // timedelta(minutes=1))
        assert house.due() == []
        house.clock.now = again
        assert house.due() == ["digest"]
    assert waits == [5, 10, 20, 40, 80, 160, 320, 360, 360]
    (state,) = house.schedule.states()
    assert state.outcome == "failed: The model did not answer. It is asked again later."
    assert state.remark == "It failed 9 times in a row."


def test_a_success_ends_the_retries(tmp_path: Path) -> None:
    job = Work("digest", failing)
    house = House(tmp_path, nightly(job), at=at("2026-07-21T12:00")).switched_on()
    with pytest.raises(WriterFailed):
        house.schedule.run("digest")
    job._do = None
    house.schedule.run("digest")
    house.clock.now += timedelta(hours=7)
    assert (house.due(), house.outcome("digest")) == ([], "1 done")


def test_what_was_left_is_taken_up_an_hour_later(tmp_path: Path) -> None:
    def busy(now: datetime) -> Iterator[Step]:
        yield Step("a note", is_left=True)
        yield Step("another", warning="It has a conflict copy.")

    house = House(tmp_path, nightly(Work("digest", busy)), at=at("2026-07-21T12:00")).switched_on()
    house.schedule.run("digest")
    assert house.outcome("digest") == "nothing was to be done; 1 left for later; 1 warning"
    house.clock.now += timedelta(minutes=59)
    assert house.due() == []
    house.clock.now += timedelta(minutes=1)
    assert house.due() == ["digest"]


def test_a_fault_of_ours_is_shown_without_its_text(tmp_path: Path) -> None:
    """The message of an error may hold the text of a note; the file that remembers it must not."""

    def broken(now: datetime) -> Iterator[Step]:
        raise ValueError("canary")
        yield

    house = House(tmp_path, nightly(Work("digest", broken)), at=at("2026-07-21T12:00")).switched_on()
    with pytest.raises(ValueError, match="canary"):
        house.schedule.run("digest")
    assert house.outcome("digest") == "failed: An internal error (ValueError); the log has it."
    assert b"canary" not in (tmp_path / "jobs.json").read_bytes()


def test_a_dry_run_is_no_run(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-07-21T12:00")).switched_on()
    house.clock.now = at("2026-07-22T02:30")
    assert house.schedule.run("digest", dry_run=True).dry_run
    assert (house.due(), house.outcome("digest")) == (["digest"], "")


def test_progress_is_told_step_by_step(tmp_path: Path) -> None:
    def three(now: datetime) -> Iterator[Step]:
        yield from (Step(f"note {n}", 1, total=3) for n in (1, 2, 3))

    house = House(tmp_path, Planned(Work("digest", three)), at=at("2026-07-21T12:00"))
    heard: list[tuple[int, int, str]] = []
    remarks: list[str] = []

    def hear(done: int, total: int, what: str) -> None:
        heard.append((done, total, what))
        remarks.append(house.schedule.states()[0].remark)

    house.schedule.run("digest", progress=hear)
    assert heard == [(1, 3, "note 1"), (2, 3, "note 2"), (3, 3, "note 3")]
    assert remarks == ["running, 1 of 3", "running, 2 of 3", "running, 3 of 3"]
    assert house.schedule.states()[0].remark == ""


# --- the scheduler itself ----------------------------------------------------------------------------


def test_a_missed_run_is_made_up_for_at_the_start_and_only_once(tmp_path: Path) -> None:
    job, other = Work("digest"), Work("extract")
    planned = (nightly(job), Planned(other, "0 3 * * *", True))
    house = House(tmp_path, *planned, at=at("2026-07-21T12:00")).switched_on()
    house.clock.now = at("2026-07-25T02:45")
    house.again()
    house.schedule.start()
    try:
        assert job.done.wait(WAIT_S)
        assert other.done.wait(WAIT_S)
        # Further looks, every few milliseconds, find nothing to do; the last of these runs is the proof.
        job.done.clear()
        house.clock.now = at("2026-07-26T02:45")
        assert job.done.wait(WAIT_S)
    finally:
        assert house.schedule.stop(WAIT_S)
    assert [moment.isoformat() for moment in job.ran] == [
        "2026-07-25T02:45:00+02:00",
        "2026-07-26T02:45:00+02:00",
    ]


def test_a_bell_that_rings_for_what_is_done_runs_nothing(tmp_path: Path) -> None:
    """The second ring of an autumn night, or one of a clock that was set back."""
    job = Work("digest")
    house = House(tmp_path, nightly(job), at=at("2026-07-21T12:00")).switched_on()
    house.schedule._ring("digest")
    assert job.ran == []
    house.clock.now = at("2026-07-22T02:30")
    house.schedule._ring("digest")
    house.schedule._ring("digest")
    assert len(job.ran) == 1


def test_no_two_jobs_run_at_once(tmp_path: Path) -> None:
    inside, most = [0], [0]
    gate = threading.Barrier(2, timeout=WAIT_S)

    def crowded(now: datetime) -> Iterator[Step]:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        yield Step("one")
        yield Step("two")
        inside[0] -= 1

    jobs = [Work(f"job-{n}", crowded) for n in range(4)]
    house = House(tmp_path, *(nightly(job) for job in jobs), at=at("2026-07-21T12:00")).switched_on()
    house.clock.now = at("2026-07-22T03:00")

    def by_hand() -> None:
        gate.wait()
        for job in jobs:
            house.schedule.run(job.name)

    hand = threading.Thread(target=by_hand)
    hand.start()
    house.schedule.start()
    gate.wait()
    hand.join(WAIT_S)
    assert house.schedule.stop(WAIT_S)
    assert most == [1]
    assert all(job.ran for job in jobs)


def test_jobs_follow_the_zone_of_a_machine_that_travels(tmp_path: Path) -> None:
    job = Work("digest")
    house = House(tmp_path, nightly(job), at=at("2026-07-21T12:00")).switched_on()
    house.schedule.start()
    try:
        # 02:45 in Shanghai is still the evening before in Berlin.
        house.zone, house.clock.now = SHANGHAI, at("2026-07-22T02:45", SHANGHAI)
        assert job.done.wait(WAIT_S)
    finally:
        assert house.schedule.stop(WAIT_S)
    assert [moment.isoformat() for moment in job.ran] == ["2026-07-22T02:45:00+08:00"]


def test_a_stop_waits_for_the_step_under_way_and_the_rest_is_taken_up_at_the_next_start(
    tmp_path: Path,
) -> None:
    begun, go_on, stepped = threading.Event(), threading.Event(), []

    def long(now: datetime) -> Iterator[Step]:
        for number in (1, 2, 3):
            begun.set()
            assert go_on.wait(WAIT_S)
            stepped.append(number)
            yield Step(f"note {number}", 1, total=3)

    house = House(tmp_path, nightly(Work("digest", long)), at=at("2026-07-21T12:00")).switched_on()
    house.clock.now = at("2026-07-22T02:30")
    house.schedule.start()
    assert begun.wait(WAIT_S)
    assert house.schedule.stop(0) is False
    go_on.set()
    assert house.schedule.stop(WAIT_S)
    assert stepped == [1]
    assert house.outcome("digest") == "1 done; 1 left for later"
    house.again()
    assert house.due() == ["digest"]


def test_the_next_run_is_shown_only_where_something_will_run_it(tmp_path: Path) -> None:
    house = House(tmp_path, nightly(Work("digest")), Planned(Work("remove-tags")), at=at("2026-07-21T12:00"))
    assert [state.next_run for state in house.schedule.states()] == [None, None]
    house.schedule.start()
    try:
        (digest, remove) = house.schedule.states()
    finally:
        house.schedule.stop(WAIT_S)
    assert digest.next_run == at("2026-07-22T02:30")
    assert (digest.on, digest.cron, remove.on, remove.next_run) == (True, "30 2 * * *", False, None)


def test_a_stop_in_the_middle_of_a_start_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The vault is closed by another thread while the jobs are being hung up: the stop waits for that and holds.
    """
    house = House(tmp_path, nightly(Work("digest")), at=at("2026-07-21T12:00"))
    ended: list[bool] = []
    closer = threading.Thread(target=lambda: ended.append(house.schedule.stop(WAIT_S)))
    real = house.ledger.switch

    def closed_meanwhile(name: str, cron: str, now: datetime) -> None:
        real(name, cron, now)
        closer.start()
        closer.join(0.1)  # as far as it gets

    monkeypatch.setattr(JobLedger, "switch", lambda self, *told: closed_meanwhile(*told))

    house.schedule.start()

    closer.join(WAIT_S)
    assert ended == [True]
    assert house.schedule.states()[0].next_run is None
    house.schedule.start()
    assert house.schedule.states()[0].next_run is None
