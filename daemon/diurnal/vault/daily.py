"""The owner's daily notes as the settings point at them: is there one, and what does the template hold?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from diurnal.errors import NoteMissing, OutsideVault
from diurnal.model.layout import NotePattern
from diurnal.text.moment import Pattern
from diurnal.text.paths import checked, is_note_name, without_suffix


def holds_a_note(root: Path, daily: NotePattern) -> bool:
    """True if at least one note lies where *daily* says, under a name that is a date by its pattern."""
    pattern = Pattern.compile(daily.pattern, daily.language)
    return any(pattern.parse(stem) for stem in stems_beneath(root, daily.folder))


def stems_beneath(root: Path, folder: str) -> Iterator[str]:
    """The notes of *folder* and beneath it, as paths relative to it and without ``.md``."""
    try:
        top = root / checked(folder) if folder else root
    except (NoteMissing, OutsideVault):
        return
    for where, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        prefix = os.path.relpath(where, top) + "/" if where != str(top) else ""
        yield from (without_suffix(prefix + name) for name in names if is_note_name(name))


def template_file(root: Path, written: str) -> str:
    """The vault-relative path of a template named in a setting, ``.md`` being optional; empty if there is none."""
    name = written.strip().strip("/")
    for path in (name, f"{without_suffix(name)}.md"):
        try:
            if path and (root / checked(path)).is_file():
                return path
        except (NoteMissing, OutsideVault):
            return ""
    return ""


def template_lines(root: Path, path: str) -> frozenset[str]:
    """The stripped lines of the template at *path*: form, not entries."""
    if not path:
        return frozenset()
    try:
        text = (root / path).read_text("utf-8-sig", errors="replace")
    except OSError:
        return frozenset()
    return frozenset(stripped for line in text.splitlines() if (stripped := line.strip()))
