"""Finding the page a card belongs to, the record a caller means, and the links between them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from diurnal.engine.write_rules import ReadBytes, lies_in, may_not_write_there
from diurnal.errors import NameAmbiguous, NoteMissing, UsageError, WriteRefused
from diurnal.model.record import Place, Privacy, Record
from diurnal.model.regex import regex
from diurnal.ports import CatalogueReader, Patcher, Vault
from diurnal.text.links import WIKILINK, wikilink
from diurnal.text.paths import checked, without_suffix
from diurnal.text.resolve import NoteNames

# What Obsidian refuses in a note's name, or cannot link to.
_UNNAMEABLE = regex(r'[*"\\<>:|?#^\[\]%\x00-\x1f\x7f-\x9f\u2028\u2029]')
GENERAL = "general"
"""The page for what names nothing."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages and records of one vault, as the catalogue and the disk know them.

    Where an *author* is given it is an agent: what it may not see is not there for it, and no error names a note
    that it did not name itself.
    """

    vault: Vault
    patcher: Patcher
    catalogue: CatalogueReader
    names: NoteNames
    read: ReadBytes

    # --- pages ----------------------------------------------------------------------------------------

    def page_for(self, text: str, page: str, category: str, author: str = "") -> str:
        """The path of the page *page*, or of the one that *text* is about; it may still have to be made.

        Raises:
            NameAmbiguous: several notes are called so.
            UsageError: no note can be called so.
            WriteRefused: the note of that name is no wiki page.
        """
        if page.strip():
            return self.page_called(page, category, author)
        return self._page_about(text, category, author)

    def page_called(self, page: str, category: str = "", author: str = "") -> str:
        """The path of the page called *page*; a new one lies in the wiki, in the folder *category* if given."""
        name = without_suffix(checked(page.strip()))
        wiki = self._wiki_folder()
        try:
            path = self.names.find(page).path
        except NoteMissing:
            if _UNNAMEABLE.search(name) or any(part.startswith(".") for part in name.split("/")):
                raise UsageError(
                    f"{page!r} cannot be a page's name.", hint="Leave out signs such as # [ ] | : ?"
                ) from None
            inside = lies_in(f"{name}/", self.vault.layout.wiki_folders)
            folder = f"{wiki}/{category}" if category and "/" not in name else wiki
            path = f"{name}.md" if inside else f"{folder}/{name}.md"
        except NameAmbiguous as fault:
            if author:
                raise NameAmbiguous(
                    fault.message, hint="Give the path of one, as a search shows it."
                ) from fault
            raise
        if author and self.is_hidden(path):
            raise may_not_write_there(author)
        if not lies_in(path, self.vault.layout.wiki_folders):
            raise WriteRefused(
                f"{path} is no wiki page, so no card is written to it.",
                hint=f"Name a page beneath {wiki}/, or add its folder to vault.wiki_folders.",
            )
        return path

    def page_of_name(self, name: str, category: str = "", author: str = "") -> str:
        """A wiki page for the name *name* that takes no name from a note outside the wiki or hidden from an agent."""
        spelled = " ".join(_UNNAMEABLE.sub(" ", name.replace("/", " ")).split()).strip(". ")
        if not spelled:
            return self.page_called(GENERAL, "", author)
        try:
            return self.page_called(spelled, category, author)
        except WriteRefused:
            # A second note of the owner's name would draw the owner's links to it.
            return self.page_called(f"{spelled} (cards)", category, author)

    def is_hidden(self, path: str, identity: str = "") -> bool:
        """True if the note *path*, or its record *identity*, is private or the owner's alone, as it lies on the disk."""
        data = self.patcher.current(path)
        if data is None:
            return False
        note = self.read(path, data)
        said = [record.privacy for record in note.records if record.id == identity]
        return any(privacy is not Privacy.OPEN for privacy in (note.privacy, *said))

    def _page_about(self, text: str, category: str, author: str) -> str:
        """The wiki page that *text* links to or mentions first, else the general page."""
        for match in WIKILINK.finditer(text):
            target = wikilink(match[2]).target
            path = self.names.link(target, "") if target else None
            if path and self._takes_cards(path, author):
                return path
        folded = _folded(text)
        said: list[tuple[int, int, str]] = []
        for named in self.catalogue.names.titles():
            if lies_in(named.path, self.vault.layout.wiki_folders):
                at = _mention(folded, _folded(named.name))
                said += [(at, -len(named.name), named.path)] if at >= 0 else []
        paths = (path for _, _, path in sorted(said, key=lambda one: one[:2]))
        found = next((path for path in paths if self._takes_cards(path, author)), None)
        return found or self.page_called(GENERAL, category, author)

    def _takes_cards(self, path: str, author: str) -> bool:
        return lies_in(path, self.vault.layout.wiki_folders) and not (author and self.is_hidden(path))

    def category_of(self, path: str) -> str:
        """The category that a page's folder gives its cards."""
        folder = path.rpartition("/")[0]
        for wiki in self.vault.layout.wiki_folders:
            if lies_in(f"{folder}/", (wiki,)):
                return folder[len(wiki.strip("/")) :].strip("/").split("/")[0]
        return ""

    def _wiki_folder(self) -> str:
        folders = [folder.strip("/") for folder in self.vault.layout.wiki_folders if folder.strip("/")]
        if not folders:
            raise WriteRefused(
                "This vault has no wiki folder.", hint="Name one in vault.wiki_folders in the configuration."
            )
        return folders[0]

    # --- records --------------------------------------------------------------------------------------

    def record_place(self, id: str, author: str = "") -> tuple[str, str]:
        """The path of the record *id* and its present id; a stale id leads to the one record that has its words.

        Raises:
            NoteMissing: there is no such record.
        """
        found = self._record(id)
        path, mark, block = id.partition("#^")
        place = (found.path, found.id) if found is not None else None
        if place is None and mark and self._stands(path, block):
            place = (path, id)
        if place is not None and not (author and self.is_hidden(*place)):
            return place
        raise NoteMissing(
            f"There is no record {id!r}.", hint="`diurnal ask --json` shows the ids of its hits."
        )

    def _record(self, id: str) -> Record | None:
        known = self.catalogue.by_ids([id])
        # What took its place is good enough to read, not to close or to erase: only the same words will do.
        if not known and (same := self.catalogue.same_words(id)):
            known = self.catalogue.by_ids([same])
        return next((record for _, record in known.values()), None)

    def _stands(self, path: str, block: str) -> bool:
        """True if the note *path* on the disk has the block *block*: the index may not know it yet."""
        data = self.patcher.current(path) if block else None
        return (
            data is not None
            and re.search(rb"\^" + re.escape(block.encode()) + rb"\s", data + b"\n") is not None
        )

    # --- links ----------------------------------------------------------------------------------------

    def source_link(self, id: str, page: str, author: str = "") -> str:
        """The link from *page* to the record *id*; to its note if it has no block id. Raises NoteMissing."""
        try:
            path, identity = self.record_place(id, author)
        except NoteMissing as fault:
            raise NoteMissing(f"There is no source {id!r}.", hint=fault.hint) from fault
        block = identity.partition("#^")[2]
        found = self._record(identity)
        return self.link(path, found.block if found else block, page, "src")

    def link(self, path: str, block: str, page: str, shown: str) -> str:
        """``[[Maya#^c-7q2d|now]]``: the shortest link from *page* that leads to *path*."""
        name = without_suffix(path.rpartition("/")[2])
        if path != page and self.names.link(name, page) != path:
            name = without_suffix(path)
        return f"[[{name}#^{block}|{shown}]]" if block else f"[[{name}|{shown}]]"


def is_about(record: Record, name: str) -> bool:
    """True if *record* is about *name*: its page is called so, or its text or a link of it says the name."""
    wanted = _folded(name)
    said = [_folded(link.target.rpartition("/")[2]) for link in record.links]
    title = _folded(record.title)
    return bool(wanted) and (
        (record.place is Place.WIKI and title == wanted)
        or wanted in said
        or _mention(_folded(record.text), wanted) >= 0
    )


def _mention(text: str, name: str) -> int:
    """Where *text* says *name* as a whole word (in scripts that part words), or -1."""
    if not name:
        return -1
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (_joins(before, name[0]) or _joins(name[-1], after)):
            return at
        at = text.find(name, at + 1)
    return -1


def _joins(one: str, other: str) -> bool:
    return one.isascii() and other.isascii() and one.isalnum() and other.isalnum()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
