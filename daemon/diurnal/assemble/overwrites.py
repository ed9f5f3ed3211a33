"""What editors overwrote of our writes and what was done about it, told to the owner.

Each happening is told once with the next answer, and stays in ``status`` among
the last ones. The log has the operation, never the note. An agent is told
nothing, and no answer names a note that is not open to everybody.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Collection
from dataclasses import replace

from diurnal.model.answer import Answer
from diurnal.ports import Again

log = logging.getLogger(__name__)

KEPT = 20


class Overwrites:
    """The last happenings; filled by the loop, read by whoever answers."""

    def __init__(self) -> None:
        self._lately: deque[Again] = deque(maxlen=KEPT)
        self._untold: deque[Again] = deque(maxlen=KEPT)

    def note(self, again: Again, *, is_open: bool) -> None:
        """*again* happened; *is_open* is false if its note is private or the owner's alone."""
        if again in self._lately:  # a note that cannot be looked at is met again and again
            return
        self._lately.append(again)
        if is_open:
            self._untold.append(again)
        if not again.op:
            log.warning("%s cannot be looked after", again.path)
            return
        outcome = f"put back as {again.new_op}" if again.new_op else "given up"
        log.warning("%s was overwritten by an editor: %s", again.op, outcome)

    @property
    def lately(self) -> tuple[str, ...]:
        """Sentences for ``status``, oldest first."""
        return tuple(again.message for again in tuple(self._lately))

    def forget(self, paths: Collection[str]) -> None:
        """Say no more of the notes *paths*: they were erased, or became private."""
        for told in (self._lately, self._untold):
            for again in [again for again in tuple(told) if again.path in paths]:
                told.remove(again)

    def told_with(self, answer: Answer, *, for_agent: bool) -> Answer:
        """*answer* with the warnings that nobody was given yet."""
        if for_agent or not self._untold:
            return answer
        said = []
        while self._untold:
            said.append(self._untold.popleft().message)
        return replace(answer, warnings=(*answer.warnings, *said))
