"""The system's watcher where the system refuses: a sentence, never silence, never a crash."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from diurnal.ports import Heard, Watched
from diurnal.vault import watch as watching
from diurnal.vault.watch import SystemWatcher, Unwatched, why_not_watching


class Script:
    """Stands in for ``watchfiles.watch``: yields batches as told, until it is stopped or fails."""

    def __init__(self, *batches: set[tuple[int, str]], fault: Exception | None = None) -> None:
        self._batches = batches
        self._fault = fault
        self.done = threading.Event()
        self.options: list[dict[str, Any]] = []

    def __call__(self, *folders: str, stop_event: Any, **options: Any) -> Iterator[set[tuple[Any, str]]]:
        self.options.append({"folders": folders, **options})
        stop_event.is_set()
        yield from self._batches
        self.done.set()
        if self._fault is not None:
            raise self._fault
        while not stop_event.is_set():
            threading.Event().wait(0.001)


def refusing(fault: Exception) -> Any:
    def open_watch(*_: str, **__: Any) -> Iterator[set[tuple[Any, str]]]:
        raise fault
        yield set()

    return open_watch


@pytest.mark.parametrize(
    ("fault", "setting"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "fs.inotify.max_user_watches"),
        (OSError('OS file watch limit reached. about ["/v"]'), "fs.inotify.max_user_watches"),
        (OSError(errno.EMFILE, "Too many open files"), "fs.inotify.max_user_instances"),
        (RuntimeError("Error creating recommended watcher: Too many open files (os error 24)"), "ulimit -n"),
        (FileNotFoundError("No path was found."), "No path was found"),
    ],
)
def test_a_refused_watch_names_the_limit(fault: Exception, setting: str) -> None:
    """All the ways in which inotify's limits were seen to show."""
    watcher = SystemWatcher(open_watch=refusing(fault))

    assert not watcher.watch(Watched(("/v",)))

    assert setting in watcher.warning
    assert watcher.mode == "polling"
    assert watcher.heard() == Heard()
    watcher.stop()


def test_a_watch_that_ends_later_says_so() -> None:
    script = Script({(1, "/v/a.md")}, fault=RuntimeError("error in underlying watcher"))
    woken = threading.Semaphore(0)
    watcher = SystemWatcher(woken.release, open_watch=script)
    watcher.watch(Watched(("/v",)))
    assert woken.acquire(timeout=5)  # by the batch
    assert woken.acquire(timeout=5)  # by the end

    assert watcher.heard() == Heard(("/v/a.md",))
    assert "error in underlying watcher" in watcher.warning
    assert watcher.mode == "polling"


def test_a_batch_too_large_for_the_systems_queue_is_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "FLOOD", 3)
    script = Script({(1, "/v/a.md"), (1, "/v/b.md")}, {(1, f"/v/{number}.md") for number in range(3)})
    watcher = SystemWatcher(open_watch=script)
    watcher.watch(Watched(("/v",)))
    script.done.wait(5)

    heard = watcher.heard()

    assert heard.is_flood
    assert len(heard.paths) == 5
    assert watcher.heard() == Heard()
    watcher.stop()


def test_a_new_watch_is_in_place_before_the_old_one_ends() -> None:
    """What the old one heard meanwhile is handed over too."""
    old, new = Script({(1, "/v/old.md")}), Script({(1, "/v/new.md")})
    scripts = iter([old, new])
    watcher = SystemWatcher(open_watch=lambda *folders, **options: next(scripts)(*folders, **options))
    watcher.watch(Watched(("/v",)))
    old.done.wait(5)
    watcher.watch(Watched(("/v", "/w"), recursive=False))
    new.done.wait(5)

    assert set(watcher.heard().paths) == {"/v/old.md", "/v/new.md"}
    assert new.options[0]["folders"] == ("/v", "/w")
    assert new.options[0]["recursive"] is False
    watcher.stop()


def test_a_living_watcher_has_a_pulse_and_a_stopped_one_none(tmp_path: Path) -> None:
    watcher = SystemWatcher()
    assert watcher.watch(Watched((str(tmp_path),)))
    before = watcher.beats
    ear = watcher._ear
    assert ear is not None
    while watcher.beats == before:
        threading.Event().wait(0.005)

    watcher.stop()

    assert not ear._thread.is_alive()
    assert watcher.beats == 0


def test_a_vault_may_go_unwatched_by_wish() -> None:
    unwatched = Unwatched("off")

    assert not unwatched.watch(Watched(("/v",)))
    assert (unwatched.mode, unwatched.warning, unwatched.heard()) == ("off", "", Heard())


def test_an_unknown_refusal_is_shown_as_it_is() -> None:
    assert "polling: strange weather." in why_not_watching(RuntimeError("strange weather."))


def test_where_polling_is_forbidden_nobody_says_that_it_is_done() -> None:
    """``watch.poll: never``: without events only the rare look at everything is left, and the way out names it."""
    watcher = SystemWatcher(otherwise="sweeps", open_watch=refusing(RuntimeError("strange weather.")))
    assert not watcher.watch(Watched(("/v",)))
    assert watcher.mode == "sweeps"
    assert "by polling" not in watcher.warning
    assert "watch.reconcile_every_min" in watcher.warning
    assert "set watch.poll to auto" in watcher.warning
    watcher.stop()
