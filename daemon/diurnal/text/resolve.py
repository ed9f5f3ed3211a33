"""Which note a link or a typed name means.

``link`` follows Obsidian (its order was recorded from the application): the exact
path in the vault, then the note in the linking note's own folder, then the one
with the shortest path; case and accents' composition do not matter, aliases
never count. ``find`` serves people and programs that type a name: it never
guesses between two notes, and takes an alias last and says so.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from diurnal.errors import NameAmbiguous, NoteMissing
from diurnal.text.paths import NOTE_SUFFIX, checked, folded, parent_of, without_suffix


@dataclass(frozen=True, slots=True)
class Found:
    """A note found by name; ``by_alias`` is true if only an alias of it is called so."""

    path: str
    by_alias: bool = False


class NoteNames:
    """Every note's path and aliases, kept up to date note by note."""

    def __init__(self, notes: Iterable[tuple[str, tuple[str, ...]]] = ()) -> None:
        self._aliases_of: dict[str, tuple[str, ...]] = {}
        self._by_name: dict[str, set[str]] = {}
        self._by_alias: dict[str, set[str]] = {}
        for path, aliases in notes:
            self.put(path, aliases)

    def __len__(self) -> int:
        return len(self._aliases_of)

    def has(self, path: str) -> bool:
        """True if there is a note at *path*, spelled exactly so."""
        return path in self._aliases_of

    def put(self, path: str, aliases: tuple[str, ...] = ()) -> None:
        """Add the note *path*, or give it other aliases."""
        self.drop(path)
        self._aliases_of[path] = aliases
        self._by_name.setdefault(_name_key(path), set()).add(path)
        for alias in aliases:
            self._by_alias.setdefault(folded(alias.strip()), set()).add(path)

    def drop(self, path: str) -> None:
        """Remove the note *path*, if it is there."""
        if path not in self._aliases_of:
            return
        _discard(self._by_name, _name_key(path), path)
        for alias in self._aliases_of.pop(path):
            _discard(self._by_alias, folded(alias.strip()), path)

    # --- links ------------------------------------------------------------------------------------

    def link(self, target: str, source: str) -> str | None:
        """The note that the link target *target*, written in the note *source*, leads to; None if it is unresolved.

        An empty target is the note itself. ``./`` and ``../`` are taken from the source's folder and
        ``/`` from the top of the vault, and then nothing else will do.
        """
        target = target.strip()
        if not target:
            return source
        here = parent_of(source)
        if target.startswith(("./", "../", "/")):
            climbed = _climb(here, target)
            matches = self._at(climbed) if climbed else []
        else:
            matches = self._called(target)
        if not matches:
            return None
        return min(matches, key=lambda path: _rank(path, target, here))

    def _called(self, target: str) -> list[str]:
        """Notes whose path ends in *target*, part by part."""
        for name in _spellings(target):
            key = folded(name)
            matches = [
                path
                for path in self._by_name.get(key.rpartition("/")[2], ())
                if _ends_in(folded(without_suffix(path)), key)
            ]
            if matches:
                return matches
        return []

    def _at(self, target: str) -> list[str]:
        """Notes whose whole path is *target*."""
        for name in _spellings(target):
            key = folded(name)
            matches = [
                path
                for path in self._by_name.get(key.rpartition("/")[2], ())
                if folded(without_suffix(path)) == key
            ]
            if matches:
                return matches
        return []

    # --- names that people and programs type ------------------------------------------------------

    def find(self, name: str, sees: Callable[[str], bool] | None = None) -> Found:
        """The one note called *name*: a path, the end of a path, a title, or else an alias; ``.md`` is optional.

        Args:
            sees: which notes the asker may see; the others share no name with those, and one of them is found
                only where no note that may be seen is called so.

        Raises:
            NameAmbiguous: several notes are called so; the hint lists all of them.
            NoteMissing: none is; the hint names the nearest.
            OutsideVault: the name is a path that leaves the vault.
        """
        asked = checked(name.strip())
        for exact in (name, asked, asked + NOTE_SUFFIX):
            if exact in self._aliases_of:
                return Found(exact)
        by_alias = self._by_alias.get(folded(asked), set())
        named = (self._at(asked), self._called(asked), by_alias)
        for matches in named:
            seen = [path for path in matches if sees is None or sees(path)]
            spelled_so = [path for path in seen if _ends_in(without_suffix(path), without_suffix(asked))]
            if seen:
                is_alias = matches is by_alias
                return Found(self._only(name, seen if is_alias else spelled_so or seen), by_alias=is_alias)
        if hidden := sorted(path for matches in named for path in matches):
            return Found(hidden[0])
        raise NoteMissing(f"No note is called {name!r}.", hint=self._nearest(asked))

    def _only(self, name: str, matches: Iterable[str]) -> str:
        paths = sorted(matches, key=lambda path: (len(path), path))
        if len(paths) > 1:
            raise NameAmbiguous(
                f"{name!r} is ambiguous: {len(paths)} notes are called so.",
                hint=f"Give the path of one: {', '.join(paths)}.",
            )
        return paths[0]

    def _nearest(self, asked: str) -> str:
        key = _name_key(asked)
        names = {**self._by_alias, **self._by_name}
        near = difflib.get_close_matches(key, names, n=3, cutoff=0.75)
        paths = dict.fromkeys(path for name in near for path in sorted(names[name]))
        return f"Did you mean {', '.join(list(paths)[:5])}?" if paths else ""


def _rank(path: str, target: str, here: str) -> tuple[bool, bool, int, bool, str]:
    """Obsidian's order among notes that a target may mean, the best lowest; equals prefer the exact spelling."""
    name, wanted = without_suffix(path), without_suffix(target.lstrip("/"))
    beside = f"{here}/{wanted}" if here else wanted
    return (
        folded(name) != folded(wanted),
        folded(name) != folded(beside),
        len(folded(path)),
        not name.endswith(wanted),
        path,
    )


def _spellings(target: str) -> tuple[str, ...]:
    """*target* without ``.md`` if it has one, and as it is: a note may be called ``x.md.md``."""
    bare = without_suffix(target)
    return (bare, target) if bare != target else (target,)


def _name_key(path: str) -> str:
    return folded(without_suffix(path.rpartition("/")[2]))


def _ends_in(path: str, end: str) -> bool:
    return path == end or path.endswith("/" + end)


def _climb(folder: str, target: str) -> str:
    """*target* taken from *folder*, its ``.`` and ``..`` walked; empty if it climbs out of the vault."""
    parts = [] if target.startswith("/") else [part for part in folder.split("/") if part]
    for part in target.split("/"):
        if part == ".." and not parts:
            return ""
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _discard(index: dict[str, set[str]], key: str, path: str) -> None:
    paths = index.get(key)
    if paths is not None:
        paths.discard(path)
        if not paths:
            del index[key]
