"""What goes out with an answer and what is remembered of it, on behalf of those who write.

Every answer passes here, so nothing of the write path is loaded for it: what was told is
kept for ``memorize`` (what was just recalled is not learned again), and what editors
overwrote of our writes is told with the next answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from diurnal.assemble.overwrites import Overwrites
from diurnal.model.answer import Answer
from diurnal.model.record import Record

# Records of the last answers: what is said back in a conversation soon after was not learned there.
RECALLED = 60


@dataclass(slots=True)
class Recalled:
    """What was lately given to whoever talks to us."""

    records: deque[Record] = field(default_factory=lambda: deque(maxlen=RECALLED))

    def note(self, answer: Answer) -> None:
        """Remember that *answer* was given."""
        self.records.extend(hit.record for hit in answer.hits)

    def forget(self, paths: Collection[str]) -> None:
        """Keep nothing in memory of the notes *paths*."""
        kept = [record for record in self.records if record.path not in paths]
        self.records.clear()
        self.records.extend(kept)

    def __call__(self) -> Sequence[Record]:
        return tuple(self.records)


class Given:
    """The last answers, and what is still to be said with the next."""

    def __init__(self) -> None:
        self.recalled = Recalled()
        self.overwrites = Overwrites()

    def told(self, answer: Answer, *, for_agent: bool) -> Answer:
        """*answer* as it goes out: remembered, with what is still to be said of our writes."""
        self.recalled.note(answer)
        return self.overwrites.told_with(answer, for_agent=for_agent)

    def forget(self, paths: Collection[str]) -> None:
        """Keep nothing of the notes *paths*: they were erased, or became private."""
        self.recalled.forget(paths)
        self.overwrites.forget(paths)
