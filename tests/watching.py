"""A watcher that a test speaks for, and a loop on real files with a clock that the test moves."""

from __future__ import annotations

from pathlib import Path

from diurnal.engine.loop import Loop, Rhythm, Step
from diurnal.engine.settle import SettleTimes
from diurnal.model.layout import Layout
from diurnal.ports import Heard, Watched
from engine_room import Room, read_plainly


class SpokenWatcher:
    """Hears only what a test says; ``asked`` lists what it was told to watch."""

    def __init__(self) -> None:
        self.mode = "events"
        self.otherwise = "polling"
        self.warning = ""
        self.beats = 0
        self.asked: list[Watched] = []
        self.refusal = ""
        self.is_dead = False
        self._heard: list[str] = []
        self._is_flood = False

    def watch(self, watched: Watched) -> bool:
        self.asked.append(watched)
        self.warning = self.refusal
        self.mode = "polling" if self.refusal else "events"
        self.is_dead = False
        return not self.refusal

    def say(self, *paths: Path, flood: bool = False) -> None:
        self._heard += map(str, paths)
        self._is_flood = self._is_flood or flood

    def heard(self) -> Heard:
        if not self.is_dead:
            self.beats += 1
        heard = Heard(tuple(self._heard), self._is_flood)
        self._heard.clear()
        self._is_flood = False
        return heard

    def stop(self) -> None:
        self.is_dead = True


class LoopRoom(Room):
    """A room with a loop in it; ``run`` moves the clock and steps as the daemon would."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.watcher = SpokenWatcher()
        self.new_layout: Layout | None = None
        self.loop = Loop(
            self.reconciler,
            self.watcher,
            new_layout=self._take_layout,
            reader_for=lambda _: read_plainly,
            rhythm=Rhythm(SettleTimes(0.05, 1.0), full_s=300, poll_s=4),
        )

    def _take_layout(self) -> Layout | None:
        layout, self.new_layout = self.new_layout, None
        return layout

    def say(self, *names: str) -> None:
        self.watcher.say(*(self.root / name for name in names))

    def run(self, seconds: float = 0.0) -> list[Step]:
        """Step at every moment that is due within *seconds*, and at the end of them."""
        end = self.clock + seconds
        steps = []
        while True:
            step = self.loop.step(self.clock)
            steps.append(step)
            if step.wait_s > 0:
                if self.clock >= end:
                    return steps
                self.clock = min(self.clock + step.wait_s, end)
