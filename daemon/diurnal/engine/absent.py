"""Notes that are known and no longer found: since when, and whether they are gone.

A save by rename or by delete-and-create leaves a note missing for a moment, so
an absence counts only after a grace period. A file that turned up under another
name moved, and waits for nothing. And where most notes vanish at once, none is
given up (see ``presence``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

from diurnal.engine.presence import MOST_PERCENT, Absence, reason_to_keep
from diurnal.model.stamp import Stamp
from diurnal.ports import Known, Sweep, Vault

# Notes given up within this time count as vanishing together: `rm -r` of a large
# vault takes longer than one grace period.
AT_ONCE_S = 10.0


class Absentees:
    """The absent notes of one vault; ``kept_because`` is a sentence while they are held back, else empty."""

    def __init__(self, vault: Vault, grace_s: float, most_percent: int = MOST_PERCENT) -> None:
        self.kept_because = ""
        self._vault = vault
        self._grace_s = grace_s
        self._most_percent = most_percent
        self._since: dict[str, float] = {}
        self._meant: frozenset[str] = frozenset()
        self._given_up: deque[tuple[float, int]] = deque()

    def __len__(self) -> int:
        return len(self._since)

    def paths(self) -> list[str]:
        return list(self._since)

    def noticed(self, path: str, now: float) -> None:
        """*path* was not there when it was to be read."""
        self._since.setdefault(path, now)

    def returned(self, found: Collection[str]) -> None:
        """These are there (again)."""
        if self._since:
            for path in [path for path in self._since if path in found]:
                del self._since[path]

    def next_due(self) -> float | None:
        """When the grace of the longest absence ends; None if none is absent or all are held back."""
        if not self._since or self.kept_because:
            return None
        return min(self._since.values()) + self._grace_s

    def is_absent(self, path: str) -> bool:
        """True if *path* is not there and not given up."""
        return path in self._since

    def meant(self, paths: Collection[str]) -> None:
        """Until told otherwise: if one of *paths* is missing it is gone, at once and whatever else is missing."""
        self._meant = frozenset(paths)

    def judge(
        self,
        missing: Iterable[str],
        *,
        sweep: Sweep,
        known: Mapping[str, Known],
        changed: Collection[str],
        now: float,
        grace: bool,
    ) -> tuple[str, ...]:
        """Of *missing*, notes that a look did not find, those that are gone; the others stay absent."""
        for path in [path for path in self._since if path not in known]:
            del self._since[path]
        if sweep.root_missing:
            self.kept_because = reason_to_keep(Absence(len(known), len(known), root_missing=True))
            return ()
        moved_to = {_identity(sweep.found[path]) for path in changed}
        appeared = sum(path not in known for path in changed)
        gone: list[str] = []
        for path in missing:
            if (
                path in self._meant
                or not self._vault.is_note(path)
                or _identity(known[path].stamp) in moved_to
            ):
                gone.append(path)
                self._since.pop(path, None)
            else:
                self._since.setdefault(path, now)
        lately = self._lately(now)
        absence = Absence(
            known=len(known) - len(gone) + lately,
            vanished=len(self._since) + lately,
            appeared=max(0, appeared - len(gone)),
            root_empty=sweep.root_empty,
        )
        self.kept_because = reason_to_keep(absence, self._most_percent)
        if self.kept_because:
            return tuple(gone)
        due = [path for path, since in self._since.items() if not grace or now - since >= self._grace_s]
        looked_at = frozenset(missing)
        confirmed = [path for path in due if path in looked_at]
        if confirmed:
            self._given_up.append((now, len(confirmed)))
        for path in confirmed:
            del self._since[path]
        return (*gone, *confirmed)

    def accept(self) -> tuple[str, ...]:
        """Give up every absent note: the owner says that they are meant to be gone."""
        gone = tuple(self._since)
        self._since.clear()
        self.kept_because = ""
        return gone

    def _lately(self, now: float) -> int:
        while self._given_up and now - self._given_up[0][0] > AT_ONCE_S:
            self._given_up.popleft()
        return sum(count for _, count in self._given_up)


def _identity(stamp: Stamp) -> tuple[int, int, int]:
    return (stamp.inode, stamp.size, stamp.mtime_ns)
