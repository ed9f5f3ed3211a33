"""A rule of privacy that comes while the vault is served: who is closed by it is closed before anything else is read.

What a folder rule makes private is purged at once, by its path alone, also where it
cannot be read now. What a folder rule keeps for the owner is read first. Of a tag
only the notes themselves can tell, so no question is answered until all were read.
"""

from __future__ import annotations

from diurnal.engine.backlog import Turn
from diurnal.engine.reconcile import Reconciler
from diurnal.model.layout import Layout
from diurnal.model.record import Privacy
from diurnal.text.privacy import privacy_by_folder


def obey(reconciler: Reconciler, former: Layout, layout: Layout) -> Turn | None:
    """Close what *layout* closes and *former* did not; every note is queued to be read again already.

    Returns:
        The last turn that must be read before anything is answered; None if nothing must.
    """
    private: list[str] = []
    kept: list[str] = []
    for path in reconciler.known_paths():
        said = privacy_by_folder(path, layout)
        if said is not Privacy.OPEN and said is not privacy_by_folder(path, former):
            (private if said is Privacy.PRIVATE else kept).append(path)
    reconciler.hide(private)
    reconciler.hasten(kept)
    if _more(layout.private_tags, former.private_tags) or _more(
        layout.owner_only_tags, former.owner_only_tags
    ):
        return Turn.LAST
    return Turn.SOON if kept or _more(layout.ignored, former.ignored) else None


def _more(rules: tuple[str, ...], former: tuple[str, ...]) -> bool:
    return not set(rules) <= set(former)
