"""One sweep: every note beneath a folder, with its stamp, and every place that could not be looked at.

It lists folders with ``os.scandir`` and asks each note once for its stamp, which
is all a sweep costs. A place is troubled unless the disk says that nothing is
there. Links to folders come last and in order, so that the same ones are
followed whatever order the disk lists them in.
"""

# ruff: noqa: PTH116, PTH208 -- paths stay strings, as the sweep gives them

from __future__ import annotations

import heapq
import os
import stat as modes

from diurnal.errors import NoteMissing, NoteUnreadable, OutsideVault
from diurnal.model.stamp import Stamp
from diurnal.text.paths import ancestors, is_note_name, is_text, parent_of, shown
from diurnal.vault.faults import NOT_DOWNLOADED, is_absence, reason
from diurnal.vault.ignore import IgnoreRules, is_note_path
from diurnal.vault.links import FolderLinks

_ICLOUD_SUFFIX = ".icloud"
_NO_UTF8 = "its name is not valid UTF-8; rename it"


def stamp_of(status: os.stat_result) -> Stamp:
    return Stamp(status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


class Walk:
    """A sweep under way; ``found`` and ``troubled`` grow with each place looked at.

    ``folders`` maps each folder that was listed, by vault-relative path, to where it lies.
    """

    def __init__(self, top: str, rules: IgnoreRules, links: FolderLinks) -> None:
        self.found: dict[str, Stamp] = {}
        self.troubled: dict[str, str] = {}
        self.folders: dict[str, str] = {}
        self._top = top
        self._rules = rules
        self._links = links
        self._listed: dict[str, frozenset[str]] = {}

    def look_at(self, path: str) -> None:
        """Find what lies at and beneath *path*, a file, a folder or a link."""
        name = path.rpartition("/")[2]
        if any(part[:1] == "." for part in path.split("/")):
            return
        try:
            absolute = self._links.located(path)
            if not all(self._is_spelled_so(part) for part in [*ancestors(path), path]):
                self._look_for_placeholder_of(path)
                return
            status = os.lstat(absolute)
        except (NoteMissing, OutsideVault):
            return
        except NoteUnreadable as fault:
            self.troubled[path] = fault.why(path)
            return
        except OSError as fault:
            if not is_absence(fault):
                self.troubled[path] = reason(fault)
            return
        if modes.S_ISDIR(status.st_mode):
            if not self._rules.hides_folder(path):
                self.descend(path, absolute)
        elif modes.S_ISLNK(status.st_mode):
            links: list[tuple[str, str]] = []
            self._keep_link(path, absolute, links)
            self._follow(links)
        elif modes.S_ISREG(status.st_mode) and is_note_name(name) and not self._rules.hides_note(path):
            self.found[path] = stamp_of(status)

    def _is_spelled_so(self, path: str) -> bool:
        """True if the disk lists *path* under exactly this spelling.

        A file system that folds case or composes accents also answers to other spellings; taking
        its word would leave ``readme.md`` beside ``README.md`` after a rename.
        """
        folder = parent_of(path)
        if folder not in self._listed:
            self._listed[folder] = frozenset(os.listdir(self._links.located(folder) if folder else self._top))
        return path.rpartition("/")[2] in self._listed[folder]

    def descend(self, folder: str, absolute: str) -> None:
        """Find every note beneath *folder*: links last and in order, so that the same ones win each time."""
        links: list[tuple[str, str]] = []
        self._walk_plain(folder, absolute, links)
        self._follow(links)

    def _follow(self, links: list[tuple[str, str]]) -> None:
        while links:
            path, where = heapq.heappop(links)
            if self._links.follows(path, where):
                self._walk_plain(path, where, links)

    def _keep_link(self, path: str, absolute: str, links: list[tuple[str, str]]) -> None:
        """Put a link to a folder on the list *links*; one that leads nowhere may be a drive that is not there."""
        if is_note_name(path.rpartition("/")[2]) or not is_text(path) or self._rules.hides_folder(path):
            return
        try:
            if modes.S_ISDIR(os.stat(absolute).st_mode):
                heapq.heappush(links, (path, absolute))
        except OSError as fault:
            self.troubled[path] = "the link leads nowhere" if is_absence(fault) else reason(fault)

    def _walk_plain(self, folder: str, absolute: str, links: list[tuple[str, str]]) -> None:
        found, rules = self.found, self._rules
        stack = [(folder + "/" if folder else "", absolute)]
        while stack:
            prefix, where = stack.pop()
            try:
                with os.scandir(where) as listing:
                    entries = list(listing)
            except OSError as fault:
                if not is_absence(fault):
                    self.troubled[prefix[:-1]] = reason(fault)
                continue
            self.folders[prefix[:-1]] = where
            for entry in entries:
                name = entry.name
                path = prefix + name
                if name[0] == ".":
                    self._look_for_placeholder(prefix, name)
                    continue
                try:
                    if entry.is_dir(follow_symlinks=False):
                        if not is_text(name):
                            self.troubled[shown(path)] = _NO_UTF8
                        elif not rules.hides_folder(path):
                            stack.append((path + "/", entry.path))
                    elif entry.is_symlink():
                        self._keep_link(path, entry.path, links)
                    elif is_note_name(name):
                        if not rules.hides_note(path):
                            status = entry.stat(follow_symlinks=False)
                            if modes.S_ISREG(status.st_mode):
                                found[path] = stamp_of(status)
                    elif name.endswith(".md") and not is_text(name):
                        self.troubled[shown(path)] = _NO_UTF8
                except OSError as fault:
                    if not is_absence(fault):
                        self.troubled[path] = reason(fault)

    def _look_for_placeholder_of(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        placeholder = f".{name}{_ICLOUD_SUFFIX}"
        if placeholder in self._listed.get(folder, ()):
            self._look_for_placeholder(f"{folder}/" if folder else "", placeholder)

    def _look_for_placeholder(self, prefix: str, name: str) -> None:
        # iCloud puts the hidden file ".Note.md.icloud" in the place of a note it has evicted.
        if name.endswith(_ICLOUD_SUFFIX):
            path = prefix + name[1 : -len(_ICLOUD_SUFFIX)]
            if is_note_path(path, self._rules):
                self.troubled[path] = NOT_DOWNLOADED
