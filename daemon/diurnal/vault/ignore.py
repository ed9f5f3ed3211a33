"""What is kept out of the index by name: Obsidian's excluded files, templates, the config folder.

Obsidian's ``userIgnoreFilters`` are prefixes of the path or ``/regular expressions/``
in JavaScript's spelling; both ignore case, as the application does. Hidden files
and folders are not handled here: they never get as far as a filter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from diurnal.model.layout import Layout
from diurnal.text.paths import is_note_name, is_text


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The compiled filters of one layout.

    ``folders`` end in ``/`` and are compared as the disk spells them; ``prefixes`` are lower case.
    """

    folders: tuple[str, ...] = ()
    files: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()
    patterns: tuple[re.Pattern[str], ...] = ()

    @classmethod
    def of(cls, layout: Layout) -> IgnoreRules:
        """Rules for *layout*; a filter that cannot be read hides nothing (``problems`` names it)."""
        folders = [f"{name}/" for name in (layout.config_folder, layout.templates_folder) if name]
        prefixes, patterns = [], []
        for written in layout.ignored:
            if _is_pattern(written):
                pattern = _compiled(written)
                if pattern is not None:
                    patterns.append(pattern)
            elif written.strip("/"):
                prefixes.append(written.lstrip("/").lower())
        templates = (pattern.template for pattern in layout.daily if pattern.template)
        return cls(tuple(folders), frozenset(templates), tuple(prefixes), tuple(patterns))

    def hides_folder(self, path: str) -> bool:
        """True if nothing beneath *path* can be a note, so that it need not be listed."""
        inside = path + "/"
        return inside.startswith(self.folders) or inside.lower().startswith(self.prefixes)

    def hides_note(self, path: str) -> bool:
        """True if the note at *path* is kept out."""
        return (
            path in self.files
            or path.startswith(self.folders)
            or path.lower().startswith(self.prefixes)
            or any(pattern.search(path) for pattern in self.patterns)
        )


def is_note_path(path: str, rules: IgnoreRules) -> bool:
    """True if a file of that path would be indexed: Markdown, nothing hidden in it, not kept out."""
    *folders, name = path.split("/")
    return (
        is_note_name(name or ".")
        and all(folder and folder[0] != "." and is_text(folder) for folder in folders)
        and not rules.hides_note(path)
    )


def problems(layout: Layout) -> tuple[str, ...]:
    """One sentence for each ignore filter that could not be read."""
    return tuple(
        f"The ignore filter {written} is no regular expression that Diurnal can read; it hides nothing."
        for written in layout.ignored
        if _is_pattern(written) and _compiled(written) is None
    )


def _is_pattern(written: str) -> bool:
    return len(written) > 2 and written.startswith("/") and written.endswith("/")


def _compiled(written: str) -> re.Pattern[str] | None:
    # JavaScript writes a named group (?<name>…) where Python wants (?P<name>…).
    body = re.sub(r"\(\?<(?![=!])", "(?P<", written[1:-1])
    try:
        return re.compile(body, re.IGNORECASE)
    except re.error:
        return None
