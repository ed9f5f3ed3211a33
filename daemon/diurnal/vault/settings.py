"""What Obsidian's own settings say about a vault: daily notes, periodic notes, templates, excluded files.

Every file of the config folder is optional and may hold anything; what cannot be
read is passed over with a sentence. The config folder may have another name.
The result is a ``Layout`` for the pure reader; settings of Diurnal's own
configuration come in as plain arguments and win. Nothing here is written, and
what a pattern means is decided in ``text``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from diurnal.model.layout import Layout, NotePattern
from diurnal.text.moment_languages import LANGUAGES
from diurnal.text.moment_spoken import language_of
from diurnal.text.names import Names
from diurnal.vault.daily import holds_a_note, stems_beneath, template_file, template_lines
from diurnal.vault.faults import is_absence, reason
from diurnal.vault.ignore import problems

DEFAULT_FOLDER = ".obsidian"

# Obsidian's and Periodic Notes' own defaults: "enabled" with an empty format is common.
DEFAULT_PATTERNS = {
    "day": "YYYY-MM-DD",
    "week": "gggg-[W]ww",
    "month": "YYYY-MM",
    "quarter": "YYYY-[Q]Q",
    "year": "YYYY",
}
_PERIODIC_KEYS = {
    "day": ("daily", "day"),
    "week": ("weekly", "week"),
    "month": ("monthly", "month"),
    "quarter": ("quarterly", "quarter"),
    "year": ("yearly", "year"),
}


@dataclass(frozen=True, slots=True)
class Overrides:
    """What Diurnal's configuration says instead of `.obsidian`; None leaves it to Obsidian."""

    config_folder: str | None = None
    daily_folder: str | None = None
    daily_pattern: str | None = None
    daily_template: str | None = None
    templates_folder: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """A layout and the sentences about settings that could not be used.

    ``is_whole`` is false if a file was there and could not be read, so that defaults stand in for it.
    """

    layout: Layout
    warnings: tuple[str, ...] = ()
    is_whole: bool = True


def read_settings(root: Path, base: Layout | None = None, overrides: Overrides | None = None) -> Settings:
    """The settings of the vault at *root*.

    Args:
        root: the vault's folder.
        base: whatever Obsidian knows nothing of (wiki folders, private folders, further ignore filters).
        overrides: settings that win over Obsidian's.
    """
    base, overrides = base or Layout(), overrides or Overrides()
    folder = overrides.config_folder or config_folder(root)
    files = _Files(root / folder)
    core = files.read("daily-notes.json")
    periodic = files.read("plugins/periodic-notes/data.json")
    enabled = files.read_list("community-plugins.json")
    if enabled is not None and "periodic-notes" not in enabled:
        periodic = {}
    daily = _patterns(core, periodic, overrides)
    templates = _folder(overrides.templates_folder or files.read("templates.json").get("folder"))
    templater = _folder(files.read("plugins/templater-obsidian/data.json").get("templates_folder"))
    ignored = [*base.ignored, *_texts(files.read("app.json").get("userIgnoreFilters"))]
    if templater and templates and templater != templates:
        ignored.append(f"{templater}/")
    language = _stated_language(files, enabled)
    spoken = []
    for pattern in daily:  # where the names of weeks and months do not say, the daily ones may
        language = language_of(pattern.pattern, stems_beneath(root, pattern.folder), language)
        spoken.append(replace(pattern, template=template_file(root, pattern.template), language=language))
    daily = tuple(spoken)
    is_set = (
        bool(core or periodic) or overrides.daily_folder is not None or overrides.daily_pattern is not None
    )
    layout = replace(
        base,
        daily=daily,
        daily_found=is_set and holds_a_note(root, daily[0]),
        config_folder=folder,
        templates_folder=templates or templater,
        template_lines=template_lines(root, daily[0].template),
        ignored=tuple(dict.fromkeys(ignored)),
    )
    told = (*files.warnings, *problems(layout), *Names(layout).warnings)
    return Settings(layout, told, is_whole=not files.warnings)


def fingerprint(layout: Layout) -> str:
    """16 hex digits that change when notes would be read differently: part of the catalogue's recipe."""
    fields = {
        name: sorted(value) if isinstance(value, frozenset) else value
        for name, value in asdict(layout).items()
    }
    return hashlib.blake2b(json.dumps(fields, sort_keys=True).encode(), digest_size=8).hexdigest()


def config_folder(root: Path) -> str:
    """The name of the vault's config folder: ``.obsidian``, else the first hidden folder that looks like one."""
    if (root / DEFAULT_FOLDER).is_dir():
        return DEFAULT_FOLDER
    marks = ("app.json", "core-plugins.json", "workspace.json")
    try:
        hidden = sorted(path for path in root.iterdir() if path.name.startswith("."))
        named = [path.name for path in hidden if any((path / mark).is_file() for mark in marks)]
    except OSError:
        return DEFAULT_FOLDER
    return named[0] if named else DEFAULT_FOLDER


class LiveSettings:
    """The settings of one vault, kept up to date.

    ``refresh`` reads a handful of small files, so the loop calls it whenever the config folder stirs
    and at each look at everything. What they are laid over is changed with ``rest_on``.
    """

    def __init__(self, root: Path, base: Layout | None = None, overrides: Overrides | None = None) -> None:
        self._root = root
        self._base = base
        self._overrides = overrides
        self.current = read_settings(root, base, overrides)

    def rest_on(self, base: Layout, overrides: Overrides) -> None:
        """From the next ``refresh`` on, another *base* and other *overrides*."""
        self._base, self._overrides = base, overrides

    def refresh(self) -> Layout | None:
        """The new layout if it changed since it was read last, else None."""
        new = read_settings(self._root, self._base, self._overrides)
        if not new.is_whole:
            # Most likely half of a save. Reading every note by the defaults, and then again by the
            # true settings, would cost much and hide diary days in between.
            new = replace(new, layout=self.current.layout)
        changed = new.layout != self.current.layout
        self.current = new
        return new.layout if changed else None


def _patterns(
    core: Mapping[str, Any], periodic: Mapping[str, Any], overrides: Overrides
) -> tuple[NotePattern, ...]:
    """The patterns in force: the daily one first, then another daily one still in use, then the longer periods."""
    found = [
        pattern for period in DEFAULT_PATTERNS if (pattern := _periodic_pattern(periodic, period)) is not None
    ]
    if core or not found or found[0].period != "day":
        own = NotePattern(
            _folder(core.get("folder")),
            _text(core.get("format")) or DEFAULT_PATTERNS["day"],
            "day",
            _text(core.get("template")),
        )
        at = 1 if found and found[0].period == "day" else 0
        # Periodic Notes rules where both are set up; the core setting counts beside it only if someone filled it in.
        if at == 0 or own.folder or core.get("format"):
            found.insert(at, own)
    first = found[0]
    found[0] = NotePattern(
        first.folder if overrides.daily_folder is None else _folder(overrides.daily_folder),
        overrides.daily_pattern or first.pattern,
        "day",
        first.template if overrides.daily_template is None else overrides.daily_template,
    )
    return tuple(dict.fromkeys(found))


def _stated_language(files: _Files, enabled: list[Any] | None) -> str:
    """The code of the language that the Calendar plugin sets for all of Obsidian's dates, "" if it sets none."""
    if enabled is not None and "calendar" not in enabled:
        return ""
    stated = _text(files.read("plugins/calendar/data.json").get("localeOverride")).casefold()
    return stated if stated in LANGUAGES else ""


def _periodic_pattern(periodic: Mapping[str, Any], period: str) -> NotePattern | None:
    """Periodic Notes' pattern for *period*, in the shape of version 0 or of the calendar sets of version 1."""
    sets = periodic.get("calendarSets")
    chosen: Any = periodic
    if isinstance(sets, list) and sets:
        active = periodic.get("activeCalendarSet")
        dicts = [item for item in sets if isinstance(item, dict)]
        chosen = next((item for item in dicts if item.get("id") == active), dicts[0] if dicts else {})
    for key in _PERIODIC_KEYS[period]:
        section = chosen.get(key)
        if isinstance(section, dict) and section.get("enabled"):
            pattern = _text(section.get("format")) or DEFAULT_PATTERNS[period]
            template = _text(section.get("template")) or _text(section.get("templatePath"))
            return NotePattern(_folder(section.get("folder")), pattern, period, template)
    return None


@dataclass(slots=True)
class _Files:
    """The files of a config folder, read tolerantly."""

    folder: Path
    warnings: list[str] = field(default_factory=list)

    def read(self, name: str) -> Mapping[str, Any]:
        data = self._parsed(name)
        return data if isinstance(data, dict) else {}

    def read_list(self, name: str) -> list[Any] | None:
        data = self._parsed(name)
        return data if isinstance(data, list) else None

    def _parsed(self, name: str) -> Any:
        path = self.folder / name
        shown = f"{self.folder.name}/{name}"
        try:
            # A pipe would be waited for until somebody writes into it.
            if path.exists() and not path.is_file():
                raise ValueError("no file")
            return json.loads(path.read_text("utf-8-sig"))
        except OSError as fault:
            if not is_absence(fault):
                self.warnings.append(f"{shown} could not be read ({reason(fault)}); its defaults are used.")
        except (ValueError, RecursionError):
            # Caught in the middle of a save, or damaged by a sync; the next change reads it again.
            self.warnings.append(f"{shown} is not valid JSON; its defaults are used.")
        return None


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    return [text for text in value if isinstance(text, str) and text] if isinstance(value, list) else []


def _folder(value: Any) -> str:
    """A vault-relative folder as written in a setting: without slashes at its ends, ``/`` and ``.`` being the vault."""
    folder = _text(value).strip("/")
    return "" if folder == "." else folder.removeprefix("./")
