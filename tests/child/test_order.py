"""The index of word order follows the catalogue, through a process of its own or in place."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from diurnal.child.jobs import WRITE_ORDER
from diurnal.child.order import MANY_NEWER, OPEN_AFTER_S, QUIET_S, RETRY_S, OrderKeeper, OrderPlace
from diurnal.child.process import Child
from diurnal.ports import Job, Outcome
from diurnal.query.nodes import Phrase
from diurnal.store.catalogue import Catalogue
from diurnal.store.seal import Seal
from store.samples import RECIPE, batch, page

PATIENCE_S = 60.0


class Asked(Child):
    """A child whose jobs the test reads and answers itself."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []

    def ask(self, job: Job) -> None:
        self.jobs.append(job)

    def is_busy(self, function: str) -> bool:
        return False


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    catalogue, _ = Catalogue.open(tmp_path / "catalog.db", recipe=RECIPE)
    yield catalogue
    catalogue.close()


@pytest.fixture
def place(tmp_path: Path) -> OrderPlace:
    return OrderPlace(tmp_path / "whoosh", tmp_path / "state" / "seal", "words-1")


def take(catalogue: Catalogue, path: str, *texts: str) -> int:
    """Take a page in; the newest row."""
    return max(row for row, _ in catalogue.apply(batch(page(path, *texts))).born)


def found(keeper: OrderKeeper, phrase: str) -> int:
    assert keeper.current is not None
    return len(keeper.current.select(Phrase(phrase)).rows)


def test_the_process_writes_a_generation_that_is_then_in_use(catalogue: Catalogue, place: OrderPlace):
    woken = threading.Event()
    child = Child(wake=woken.set)
    keeper = OrderKeeper(place, catalogue, child)
    newest = take(catalogue, "a.md", "green tea", "今天買菜")
    try:
        keeper.step(0.0, newest, outcomes=[])
        while not keeper.step(0.0, newest, outcomes=child.step(0.0)):
            assert woken.wait(PATIENCE_S), "the child never said anything"
            woken.clear()
    finally:
        child.stop(0.0)

    assert found(keeper, "買菜") == 1
    assert keeper.is_complete()


def test_without_a_process_catching_up_writes_here(catalogue: Catalogue, place: OrderPlace):
    keeper = OrderKeeper(place, catalogue)
    take(catalogue, "a.md", "green tea")
    keeper.catch_up()
    take(catalogue, "b.md", "more green tea")

    assert found(keeper, "green tea") == 1
    assert not keeper.is_complete()
    keeper.catch_up()
    assert found(keeper, "green tea") == 2
    assert len(list(place.parent.iterdir())) == 1


def test_a_restart_takes_the_sealed_generation_into_use(catalogue: Catalogue, place: OrderPlace):
    take(catalogue, "a.md", "green tea")
    OrderKeeper(place, catalogue).catch_up()
    litter = place.parent / "000099"
    litter.mkdir()

    keeper = OrderKeeper(place, catalogue)

    assert keeper.is_complete()
    assert not litter.exists()


def test_a_changed_file_is_not_opened_at_a_restart_but_made_anew(catalogue: Catalogue, place: OrderPlace):
    newest = take(catalogue, "a.md", "green tea")
    OrderKeeper(place, catalogue).catch_up()
    (segment,) = place.parent.rglob("*.seg")
    segment.write_bytes(segment.read_bytes()[:-1] + b"\0")
    child = Asked()

    keeper = OrderKeeper(place, catalogue, child)
    keeper.step(0.0, newest, outcomes=[])
    assert (child.jobs, keeper.due_at()) == (
        [],
        OPEN_AFTER_S,
    )  # the first questions after a start have their turn
    keeper.step(OPEN_AFTER_S, newest, outcomes=[])

    assert keeper.current is None
    assert [job.function for job in child.jobs] == [WRITE_ORDER]


def test_few_new_records_wait_for_quiet_and_many_do_not(catalogue: Catalogue, place: OrderPlace):
    child = Asked()
    take(catalogue, "a.md", "green tea")
    OrderKeeper(place, catalogue).catch_up()
    keeper = OrderKeeper(place, catalogue, child)
    few = take(catalogue, "b.md", "one more")

    keeper.step(100.0, few, outcomes=[])
    keeper.step(99.0 + QUIET_S, few, outcomes=[])
    assert child.jobs == []
    assert keeper.due_at() == 100.0 + QUIET_S
    keeper.step(100.0 + QUIET_S, few, outcomes=[])
    assert len(child.jobs) == 1
    keeper.step(101.0 + QUIET_S, few + MANY_NEWER, outcomes=[])
    assert len(child.jobs) == 2


def test_nothing_is_asked_for_when_all_is_in_it(catalogue: Catalogue, place: OrderPlace):
    child = Asked()
    newest = take(catalogue, "a.md", "green tea")
    OrderKeeper(place, catalogue).catch_up()
    keeper = OrderKeeper(place, catalogue, child)

    keeper.step(0.0, newest, outcomes=[])
    keeper.step(10 * QUIET_S, newest, outcomes=[])

    assert child.jobs == []
    assert keeper.due_at() is None


def test_a_failure_is_said_and_tried_again_later(catalogue: Catalogue, place: OrderPlace):
    child = Asked()
    keeper = OrderKeeper(place, catalogue, child)
    newest = take(catalogue, "a.md", "green tea")
    keeper.step(0.0, newest, outcomes=[])
    failed = Outcome(child.jobs[0], fault="system", message="No space left on device")

    keeper.step(1.0, newest, outcomes=[failed])
    assert "No space left on device" in keeper.trouble
    assert len(child.jobs) == 1
    keeper.step(1.0 + RETRY_S, newest, outcomes=[])
    assert len(child.jobs) == 2


def test_a_fault_of_the_index_itself_breaks_its_seal(catalogue: Catalogue, place: OrderPlace):
    take(catalogue, "a.md", "green tea")
    OrderKeeper(place, catalogue).catch_up()
    keeper = OrderKeeper(place, catalogue, Asked())
    job = Job(WRITE_ORDER, {"purge": False})

    keeper.step(0.0, 1, outcomes=[Outcome(job, fault="system", message="full")])
    assert Seal(place.seal).newest() != []
    keeper.step(0.0, 1, outcomes=[Outcome(job, fault="EOFError", message="in reading.py")])

    assert Seal(place.seal).newest() == []


def test_what_a_question_could_not_read_is_dropped_and_made_anew(catalogue: Catalogue, place: OrderPlace):
    newest = take(catalogue, "a.md", "green tea")
    child = Asked()
    OrderKeeper(place, catalogue).catch_up()
    keeper = OrderKeeper(place, catalogue, child)
    keeper.report_broken()

    assert keeper.step(0.0, newest, outcomes=[])
    assert keeper.current is None
    assert len(child.jobs) == 1
    assert Seal(place.seal).newest() == []


def test_a_purge_is_owed_until_a_generation_without_the_dead_is_in_use(
    catalogue: Catalogue, place: OrderPlace
):
    take(catalogue, "a.md", *(f"tea {number}" for number in range(9)))
    take(catalogue, "secret.md", "the canaryword sang")
    child = Asked()
    OrderKeeper(place, catalogue).catch_up()
    keeper = OrderKeeper(place, catalogue, child)
    catalogue.apply(batch(gone=["secret.md"]))

    keeper.step(0.0, 10, outcomes=[])
    assert child.jobs == []
    keeper.purge()
    keeper.step(0.0, 10, outcomes=[])
    assert child.jobs[-1].arguments["purge"] is True
    assert keeper.owes_purge
    keeper.catch_up()

    assert not keeper.owes_purge
    assert not any(b"canaryword" in path.read_bytes() for path in place.parent.rglob("*") if path.is_file())


def test_a_purge_wanted_while_one_is_under_way_is_still_owed(catalogue: Catalogue, place: OrderPlace):
    child = Asked()
    keeper = OrderKeeper(place, catalogue, child)
    keeper.purge()
    keeper.step(0.0, 0, outcomes=[])
    keeper.purge()

    keeper.step(1.0, 0, outcomes=[Outcome(replace(child.jobs[0]), result=None)])

    assert keeper.owes_purge
