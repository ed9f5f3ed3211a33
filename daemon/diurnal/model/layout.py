"""Where things lie in a vault and how its notes are to be read.

A ``Layout`` is made once from `.obsidian` and the configuration (floor 3) and
handed to the pure reader (floor 1), which therefore opens no file.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NotePattern:
    """One kind of dated note: folder, moment.js pattern, and the period it stands for.

    ``language`` is the code of the one its names are written in, "" for English.
    """

    folder: str
    pattern: str
    period: str  # "day", "week", "month", "quarter" or "year"
    template: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """How this vault's notes are read; every path is vault-relative with ``/``, no trailing slash.

    ``daily`` holds the configured daily pattern first, then periodic ones. ``daily_found`` says whether
    the configured daily setting points at existing notes: if not, ``YYYY-MM-DD`` names are days at any depth.
    ``template_lines`` are the stripped lines of the owner's daily template (form, not entries).
    ``ignored`` are Obsidian's userIgnoreFilters and the configuration's, as written (``/regex/`` or a prefix).
    ``private_*``: folder prefixes and tags that make a note private or owner-only (fails closed).
    ``day_starts_at`` is the hour at which a day begins (0–12).
    ``hall_rules`` is the text of the owner's own rules for halls, empty for the shipped ones.
    ``reads_conflict_copies`` is false where what only a conflict copy says is left out.
    """

    daily: tuple[NotePattern, ...] = (NotePattern("", "YYYY-MM-DD", "day"),)
    daily_found: bool = False
    config_folder: str = ".obsidian"
    templates_folder: str = ""
    template_lines: frozenset[str] = frozenset()
    wiki_folders: tuple[str, ...] = ("wiki",)
    episodes_folder: str = "episodes"
    ignored: tuple[str, ...] = ()
    private_folders: tuple[str, ...] = ()
    private_tags: tuple[str, ...] = ("private",)
    owner_only_folders: tuple[str, ...] = ()
    owner_only_tags: tuple[str, ...] = ("owner-only",)
    evergreen_folders: tuple[str, ...] = ()
    machine_authors: tuple[str, ...] = ()
    day_starts_at: int = 0
    hall_rules: str = ""
    reads_conflict_copies: bool = True
    passage_chars: int = 1200
    """A passage longer than this is cut at a paragraph or sentence; no character is lost."""
