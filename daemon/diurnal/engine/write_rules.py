"""Who may write what: the owner everything, others what the owner allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from diurnal.errors import UsageError, WriteRefused
from diurnal.model.record import Note, Privacy

ReadBytes = Callable[[str, bytes], Note]
"""A note from its path and bytes, private ones whole."""

_LONGEST_AUTHOR = 60


@dataclass(frozen=True, slots=True)
class WriteRules:
    """The owner's settings for writing.

    Args:
        owner: the owner's own name among authors.
        agents_write: whether others may write at all.
        agents_folders: where their cards may go in a vault that was there before.
        is_adopted: the vault was there before Diurnal was.
        heading: where entries go; empty: the end of the note.
        shape: how an entry is written; see ``text.entry_shape``.
        new_folder: folder of a first diary note in a vault that has none and no setting for it.
    """

    owner: str = "me"
    agents_write: bool = False
    agents_folders: tuple[str, ...] = ("wiki",)
    is_adopted: bool = True
    heading: str = ""
    shape: Literal["auto", "heading", "list"] = "auto"
    new_folder: str = ""

    def author(self, by: str) -> str:
        """The author to name for *by*; empty for the owner.

        Raises:
            WriteRefused: it is an agent, and agents may not write.
            UsageError: it can be no author's name.
        """
        name = " ".join(by.split())
        if not name or name.casefold() == self.owner.casefold():
            return ""
        if len(name) > _LONGEST_AUTHOR or any(sign in name for sign in "()[]{}:#^|·•<>%`"):
            raise UsageError(
                f"{by!r} cannot be an author's name.",
                hint=f"Use up to {_LONGEST_AUTHOR} letters, digits, blanks, - and _.",
            )
        if not self.agents_write:
            raise WriteRefused(
                f"{name} may not write: agents' writes are off.",
                hint="The owner allows them with `agents.write: true` in the configuration.",
            )
        return name

    def may_write_to(self, path: str, author: str) -> bool:
        """False for a card of an agent outside the folders it may write to."""
        return not author or not self.is_adopted or lies_in(path, self.agents_folders)

    def check_page(self, path: str, author: str) -> None:
        """Refuse a card of an agent outside the folders it may write to. Raises WriteRefused."""
        if not self.may_write_to(path, author):
            raise WriteRefused(
                f"{author} may not write to {path}.",
                hint=f"Agents' cards go to {', '.join(self.agents_folders)} in this vault.",
            )

    def check_note(self, path: str, source: bytes, author: str, read: ReadBytes) -> None:
        """Refuse an agent a note that it may not see, without naming it. Raises WriteRefused."""
        if author and read(path, source).privacy is not Privacy.OPEN:
            raise may_not_write_there(author)


def may_not_write_there(author: str) -> WriteRefused:
    """The refusal for what an agent may not write to, whether it may see it or not: the words tell it neither."""
    return WriteRefused(
        f"{author} may not write there.", hint="Leave the page out, or name a wiki page that a search showed."
    )


def lies_in(path: str, folders: Iterable[str]) -> bool:
    """True if *path* lies beneath one of *folders*."""
    return any(
        path.casefold().startswith(f"{folder.strip('/').casefold()}/")
        for folder in folders
        if folder.strip("/")
    )
