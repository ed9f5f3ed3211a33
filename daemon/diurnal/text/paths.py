"""Vault-relative paths: which spellings may be used to name a note, and how names are compared.

A path is taken exactly as the disk spells it, joined with ``/``: nothing is
rewritten, so a backslash, a drive letter or a bracket is part of a name. What
could lead out of the vault is refused here, before any file is touched;
links on the disk are judged in ``vault.links``.
"""

from __future__ import annotations

import unicodedata
from urllib.parse import unquote

from diurnal.errors import NoteMissing, OutsideVault
from diurnal.model.invisible import INVISIBLE
from diurnal.model.regex import regex

NOTE_SUFFIX = ".md"
_INVISIBLE = regex(f"[{INVISIBLE}]+")


def checked(path: str) -> str:
    """*path* itself, if it may name a file in the vault.

    Raises:
        OutsideVault: it is absolute or climbs with ``..``, be it percent-encoded (``%2e%2e/x``).
        NoteMissing: no file can have such a path (empty parts, ``.``, a NUL).
    """
    spelling = path
    for _ in range(3):  # %252e decodes twice; whoever nests deeper gets a plain name that does not exist
        if spelling.startswith("/") or ".." in spelling.split("/"):
            raise OutsideVault(
                f"{path!r} leaves the vault.", hint="Paths are relative to the vault, without '..'."
            )
        spelling = unquote(spelling)
    if "\0" in path or any(part in ("", ".") for part in path.split("/")):
        raise NoteMissing(f"no note has the path {path!r}.")
    return path


def is_note_name(name: str) -> bool:
    """True for a Markdown file that is not hidden and whose name is text (valid UTF-8)."""
    return name[-3:].lower() == NOTE_SUFFIX and name[0] != "." and len(name) > 3 and is_text(name)


def is_text(name: str) -> bool:
    """False for a name whose bytes are not UTF-8: Python then spells it with lone surrogates."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shown(name: str) -> str:
    """*name* as it can be printed and sent: bytes that are not UTF-8 become ``\\udcXX``."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def parent_of(path: str) -> str:
    """The folder of *path*; empty at the top of the vault."""
    return path.rpartition("/")[0]


def ancestors(path: str) -> list[str]:
    """Folders above *path*, outermost first, without the vault itself: ``a/b/c.md`` gives ``a``, ``a/b``."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def lies_beneath(path: str, folder: str) -> bool:
    """True if *path* is *folder* or lies somewhere in it; everything lies beneath the empty folder."""
    return not folder or path == folder or path.startswith(folder.rstrip("/") + "/")


def outermost(paths: frozenset[str] | set[str]) -> list[str]:
    """*paths* without those that lie beneath another of them, sorted."""
    if "" in paths:
        return [""]
    return sorted(path for path in paths if not any(folder in paths for folder in ancestors(path)))


def folded(name: str) -> str:
    """*name* as links compare it: composed (NFC) and without case, as Obsidian does, and without signs that nobody sees."""
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", name)).lower()


def without_suffix(name: str) -> str:
    """*name* without a final ``.md`` in any case; other dots belong to the name (``v1.2.3 notes``)."""
    return name[: -len(NOTE_SUFFIX)] if name[-3:].lower() == NOTE_SUFFIX and len(name) > 3 else name
