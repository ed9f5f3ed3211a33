"""extract: memorizes the kept conversations that were not memorized yet, one model call for each.

It is what makes up for a model that was away: the turns are kept first, and
wait in the vault. How a conversation becomes cards is for ``engine.memorize``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from diurnal.errors import NoteMissing
from diurnal.jobs.base import Step
from diurnal.model.results import Memorized
from diurnal.model.spelling import counted


class Extract:
    """The job that memorizes what is pending.

    Args:
        pending: the paths of episodes whose turns were not memorized, oldest first.
        memorize: memorizes one of them at the given moment. Raises WriterFailed: it is tried again later.
    """

    name = "extract"
    edits_notes = True

    def __init__(
        self, pending: Callable[[], Sequence[str]], memorize: Callable[[str, datetime], Memorized]
    ) -> None:
        self._pending = pending
        self._memorize = memorize

    def told(self, changed: int, steps: int) -> str:
        return f"{counted(changed, 'conversation')} memorized"

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        episodes = list(self._pending())
        for episode in episodes:
            if dry_run:
                yield Step(episode, 1, total=len(episodes))
                continue
            try:
                made = self._memorize(episode, now)
            except NoteMissing:  # deleted since
                yield Step(episode, total=len(episodes))
                continue
            warning = " ".join(made.warnings)
            yield Step(
                episode, int(not made.pending), warning=warning, is_left=made.pending, total=len(episodes)
            )
