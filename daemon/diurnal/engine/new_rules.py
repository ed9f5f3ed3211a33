"""A rule of privacy that comes while the vault is served: who is closed by it is closed before anything else is read.

What a folder rule makes private is purged at once, by its path alone, also where it
cannot be read now. What a folder rule keeps for the owner is read first. Of a tag
only the notes themselves can tell, so no question is answered until all were read;
a note that cannot be is closed until it can.
"""

from __future__ import annotations

from collections.abc import Iterable

from diurnal.engine.backlog import Turn
from diurnal.engine.reconcile import Reconciler
from diurnal.model.layout import Layout
from diurnal.model.record import Privacy
from diurnal.text.privacy import privacy_by_folder


class Closing:
    """Rules that are not obeyed in all notes yet; while this stands, nothing is answered."""

    def __init__(self, reconciler: Reconciler) -> None:
        self._reconciler = reconciler
        self._until: Turn | None = None
        self._unread: set[str] = set()
        """Notes that a rule may close, which only reading them tells."""

    @property
    def stands(self) -> bool:
        return self._until is not None

    @property
    def only_urgent(self) -> bool:
        """True if nothing has to be read but what is to be read soon."""
        return self._until is Turn.SOON

    def begin(self, former: Layout, layout: Layout) -> None:
        """Close what *layout* closes and *former* did not; every note is queued to be read again already."""
        private: list[str] = []
        kept: list[str] = []
        known = self._reconciler.known_paths()
        for path in known:
            said = privacy_by_folder(path, layout)
            if said is not Privacy.OPEN and said is not privacy_by_folder(path, former):
                (private if said is Privacy.PRIVATE else kept).append(path)
        self._reconciler.hide(private)
        self._reconciler.hasten(kept)
        if _more(layout.private_tags, former.private_tags) or _more(
            layout.owner_only_tags, former.owner_only_tags
        ):
            self._until = Turn.LAST
            self._unread.update(known)
        elif kept or _more(layout.ignored, former.ignored):
            self._until = self._until or Turn.SOON
            self._unread.update(kept)
        self._unread.difference_update(private)

    def took(self, read: Iterable[str]) -> None:
        """*read* were read by the new rules. Once there is nothing more to read, what could not be is closed."""
        if self._until is None:
            return
        self._unread.difference_update(read)
        if not self._reconciler.awaits(self._until):
            self._reconciler.hide(self._unread)
            self._until, self._unread = None, set()


def _more(rules: tuple[str, ...], former: tuple[str, ...]) -> bool:
    return not set(rules) <= set(former)
