"""What a note's path says: its place, the days it stands for, whether it is a conflict copy.

The configured patterns decide; where there is no daily setting, or it points
nowhere, ``YYYY-MM-DD`` names are diary notes at any depth. A name with text
after its date is a note *of* that day, not the diary of it. Nothing is read
from disk here, and no modification time is ever taken for a date.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, timedelta

from diurnal.model.layout import Layout
from diurnal.model.record import Place
from diurnal.model.regex import regex
from diurnal.text.dates import find_date
from diurnal.text.moment import Pattern, Period

_CONFLICT = regex(
    r"(?:"
    r"\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?"  # Syncthing
    r"|\s*\([^()]*\bconflict(?:ed)? copy\b[^()]*\)"  # Dropbox, Nextcloud, Obsidian Sync
    r"|\s*\([^()]*(?:SFConflict|unison conflict|case conflict|in Konflikt stehende Kopie|copie en conflit|"
    r"copia en conflicto|冲突副本|冲突的副本|衝突複本|衝突的複本|競合コピー)[^()]*\)"
    r"|\s*\[conflicted\d*\]"  # pCloud
    r"|_conflict-\d{8}-\d{6}"  # ownCloud
    r"|_[\w.-]+_[A-Z][a-z]{2}-\d{2}-\d{6}-\d{4}_Conflict"  # Synology
    r"|\.conflict(?:ed)?(?:[-_]?\d+)?"  # Resilio
    r"|-(?:DESKTOP|LAPTOP)-[A-Z0-9]{5,}(?:-\d+)?"  # OneDrive
    r")$",
    re.IGNORECASE,
)
_NUMBERED = regex(r"(?: [2-9]| ?\([1-9]\))$")
"""iCloud and browsers number a second file; only after a daily name is that surely a copy."""
_AFTER_DATE = regex(
    r"(?i)[\s,_·-]*\(?(?:(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?|"
    r"(?:星期|周|週|礼拜|禮拜)[一二三四五六日天])\)?"
)
_UNSET = (
    (Pattern.compile("YYYY-MM-DD"), "day"),
    (Pattern.compile("GGGG-[W]WW"), "week"),
    (Pattern.compile("YYYY-MM"), "month"),
    (Pattern.compile("YYYY-[Q]Q"), "quarter"),
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a path says of its note.

    ``is_diary`` is true for the note that *is* the diary of ``period.start``; entries are appended to no other,
    and a conflict copy never is one.
    ``conflict_of`` is the path of the original, "" if the note is no conflict copy.
    """

    path: str
    place: Place
    period: Period | None = None
    is_diary: bool = False
    conflict_of: str = ""

    @property
    def day(self) -> date | None:
        """The one day the note stands for, if it is one."""
        return self.period.start if self.period and self.period.grain == "day" else None


class Names:
    """Reads paths by one vault's layout; ``warnings`` are sentences about its patterns."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._patterns: list[tuple[str, Pattern, str]] = []
        warnings: list[str] = []
        for known in layout.daily:
            folder, pattern = _folder(known.folder), Pattern.compile(known.pattern, known.language)
            warnings.extend(pattern.warnings)
            if known.period == "day" and not pattern.names_days:
                # Under such a name the entries of two days would lie in one note and neither be of its day.
                self._patterns.append((folder, _UNSET[0][0], "day"))
                warnings.append(
                    f"The daily pattern {pattern.source!r} does not tell one day from another: "
                    f"diary notes in {folder or 'the vault'} are those called YYYY-MM-DD, new ones too."
                )
            self._patterns.append((folder, pattern, known.period))
        self.warnings = tuple(dict.fromkeys(warnings))

    def read(self, path: str) -> Named:
        """What *path* (vault-relative, ending in ``.md``) says."""
        stem = path[:-3] if path.casefold().endswith(".md") else path
        folder, _, name = stem.rpartition("/")
        original = self._original(folder, name)
        if original:
            named = self._placed(original)
            return Named(path, named.place, named.period, conflict_of=f"{original}.md")
        named = self._placed(stem)
        return Named(path, named.place, named.period, named.is_diary)

    def path_of(self, day: date) -> str:
        """The path of the diary note of *day*, whether or not it exists."""
        folder, pattern, _ = next(
            (known for known in self._patterns if known[2] == "day"), ("", _UNSET[0][0], "day")
        )
        return f"{folder}{pattern.format(day)}.md"

    def original_of(self, path: str) -> str:
        """The path of the note that *path* is a conflict copy of, "" if it is none; quicker than ``read``."""
        stem = path[:-3] if path.casefold().endswith(".md") else path
        folder, _, name = stem.rpartition("/")
        original = self._original(folder, name)
        return f"{original}.md" if original else ""

    def _original(self, folder: str, name: str) -> str:
        match = _CONFLICT.search(name)
        if match is None or not name[: match.start()].strip():
            numbered = _NUMBERED.search(name)
            if numbered is None:
                return ""
            stem = f"{folder}/{name[: numbered.start()]}".lstrip("/")
            return stem if self._placed(stem).is_diary else ""
        return f"{folder}/{name[: match.start()].rstrip()}".lstrip("/")

    def _placed(self, stem: str) -> Named:
        layout = self.layout
        if _beneath(stem, layout.episodes_folder):
            found = find_date(stem.rsplit("/", 1)[-1])
            return Named(stem, Place.EPISODE, _one_day(found.day) if found else None)
        configured = self._by_pattern(stem)
        if configured:
            return configured
        in_wiki = any(_beneath(stem, folder) for folder in layout.wiki_folders)
        if in_wiki:
            return Named(stem, Place.WIKI)
        if layout.templates_folder and _beneath(stem, layout.templates_folder):
            return Named(stem, Place.OTHER)
        name = stem.rsplit("/", 1)[-1]
        for pattern, grain in _UNSET:
            dated = pattern.parse(name)
            if dated is None:
                continue
            whole = not dated.rest or _AFTER_DATE.fullmatch(dated.rest) is not None
            if grain == "day":
                is_diary = whole and not layout.daily_found
                return Named(stem, Place.DIARY if is_diary else Place.OTHER, dated.period, is_diary)
            if not dated.rest:
                return Named(stem, Place.OTHER, dated.period)
        found = find_date(name)
        return Named(stem, Place.OTHER, _one_day(found.day) if found else None)

    def _by_pattern(self, stem: str) -> Named | None:
        """What the configured patterns make of *stem*: an exact name first, then one with text after its date."""
        loose: Named | None = None
        for folder, pattern, period in self._patterns:
            below = _below(stem, folder)
            if below is None:
                continue
            dated = pattern.parse(below)
            if dated is None and folder and "/" in below and "/" not in pattern.source:
                dated = pattern.parse(below.rsplit("/", 1)[-1])  # moved to an archive inside the daily folder
            if dated is None and folder and period == "day":
                dated = _UNSET[0][0].parse(below.rsplit("/", 1)[-1])  # named before the pattern was changed
            if dated is None:
                continue
            is_day = period == "day" and dated.period.grain == "day"
            whole = not dated.rest or (is_day and _AFTER_DATE.fullmatch(dated.rest) is not None)
            if whole:
                return Named(stem, Place.DIARY if is_day else Place.OTHER, dated.period, is_day)
            loose = loose or Named(stem, Place.OTHER, dated.period)
        return loose


def _one_day(day: date) -> Period:
    return Period("day", day, day + timedelta(days=1) if day < date.max else day)


def _folder(folder: str) -> str:
    folder = folder.strip("/").removeprefix("./")
    return f"{folder}/" if folder and folder != "." else ""


def _beneath(stem: str, folder: str) -> bool:
    return bool(folder) and _below(stem, _folder(folder)) is not None


def _below(stem: str, folder: str) -> str | None:
    """*stem* without *folder* (ending in ``/``), whatever case and Unicode form the disk gave it; None if outside."""
    if stem.startswith(folder):
        return stem[len(folder) :]
    parts = stem.split("/")
    depth = folder.count("/")
    head = "/".join(parts[:depth]) + "/"
    return "/".join(parts[depth:]) if len(parts) > depth and _same(head, folder) else None


def _same(one: str, other: str) -> bool:
    if one.isascii() and other.isascii():
        return one.lower() == other.lower()
    return unicodedata.normalize("NFC", one).casefold() == unicodedata.normalize("NFC", other).casefold()
