"""Keeping watch over the watcher: is the folder still the same, does it hear, does it miss anything?

A folder that is deleted and made anew gives neither events nor an error, a full
queue drops events silently, and a watcher can die. So the root's identity and
the watcher's pulse are checked each second, and what a look at everything finds
without an event is counted against the watcher, which is then started anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from diurnal.ports import Vault, Watched, Watcher

CHECK_S = 1.0

# A watcher that shows no pulse for so long is dead; one that says nothing of a change for so long missed it.
SILENT_S = 15.0
MISSED_S = 3.0

# After a refusal the system is asked again now and then: limits are raised, other programs end.
RETRY_S = 300.0


@dataclass(frozen=True, slots=True)
class Hints:
    """Vault-relative paths to look at; ``is_lost`` if there may be others; whether the config folder stirred."""

    paths: tuple[str, ...] = ()
    is_lost: bool = False
    settings_stirred: bool = False


class Vigil:
    """A watcher in use over one vault; ``hears`` is true while events come."""

    def __init__(self, vault: Vault, watcher: Watcher) -> None:
        self.hears = False
        self.next_check_at = float("-inf")
        self._vault = vault
        self._watcher = watcher
        self._identity: tuple[int, int] | None = None
        self._watched: Watched | None = None
        self._retry_at = self._begun_at = float("-inf")
        self._pulse = (-1, 0.0)
        self._expected: set[str] = set()
        self._unheard: dict[str, float] = {}
        self._missed = ""

    @property
    def mode(self) -> str:
        mode = self._watcher.mode
        return mode if self.hears or mode != "events" else self._watcher.otherwise

    @property
    def warnings(self) -> tuple[str, ...]:
        return (self._watcher.warning, self._missed)

    def begin(self, now: float) -> bool:
        """Bring the watch to the folders the last sweep found; true if a new one is in place, so look again."""
        watched, identity = self._vault.watched(), self._vault.identity()
        is_in_use = self.hears and watched == self._watched and identity == self._identity
        if identity is None or is_in_use or (not self.hears and now < self._retry_at):
            return False
        self._watched, self._identity = watched, identity
        self.hears = self._watcher.watch(watched)
        self._begun_at = now
        self._retry_at = now + RETRY_S
        self._pulse = (-1, now)
        self._expected.clear()
        self._unheard.clear()
        return self.hears

    def end(self) -> None:
        self._watcher.stop()
        self.hears = False

    def hear(self, now: float) -> Hints:
        """What happened since it was asked last, as paths of the vault."""
        heard = self._watcher.heard()
        is_lost = heard.is_flood or (now >= self.next_check_at and self._is_broken(now))
        config = self._vault.layout.config_folder
        paths: dict[str, None] = {}
        stirred = False
        for absolute in heard.paths:
            path = self._vault.hint(absolute)
            if path is None:
                continue
            if path == config or path.startswith(config + "/"):
                stirred = True
            elif not any(part.startswith(".") for part in path.split("/")):
                paths[path] = None
        if "" in paths:
            # Something happened to the vault's own folder. If it was deleted and made anew the disk
            # may even give it the same inode again, and the watch on the old one stays silent.
            self.hears, self._retry_at, is_lost = False, now, True
        for path in [path for path in self._unheard if _is_among(path, paths)]:
            del self._unheard[path]
        self._expected = {path for path in self._expected if not _is_among(path, paths)}
        return Hints(tuple(paths), is_lost, stirred)

    def expect(self, changed: Iterable[str], hinted: Collection[str]) -> None:
        """A look at everything found *changed*; of those not *hinted* at, the watcher should be about to tell."""
        if self.hears:
            self._expected = {path for path in changed if not _is_among(path, hinted)}

    def found(self, read: Iterable[str], now: float) -> None:
        """These notes truly differ: not their stamps only."""
        if self._expected:
            for path in read:
                if path in self._expected:
                    self._expected.discard(path)
                    self._unheard[path] = now

    def _is_broken(self, now: float) -> bool:
        """Check root and watcher; true if something may have happened unheard."""
        self.next_check_at = now + CHECK_S
        identity = self._vault.identity()
        missed = [path for path, since in self._unheard.items() if now - since > MISSED_S]
        if identity != self._identity:
            self._identity = identity
            self._retry_at = now
        elif not self.hears:
            return False
        elif missed or self._watcher.warning or self._is_silent(now):
            # One that fails again and again is not asked each second.
            self._retry_at = now if now - self._begun_at > RETRY_S or missed else now + RETRY_S
        else:
            self._missed = "" if now - self._begun_at > RETRY_S else self._missed
            return False
        if missed:
            self._missed = (
                f"The watcher said nothing of {len(missed)} changed notes, so it was started anew; "
                "they were found by looking at everything."
            )
        self.hears = False
        self._unheard.clear()
        return True

    def _is_silent(self, now: float) -> bool:
        beats, since = self._pulse
        if self._watcher.beats != beats:
            self._pulse = (self._watcher.beats, now)
            return False
        return now - since > SILENT_S


def _is_among(path: str, hinted: Collection[str]) -> bool:
    """True if *path* or a folder above it was hinted at."""
    while path:
        if path in hinted:
            return True
        path = path.rpartition("/")[0]
    return "" in hinted
