"""Links that open a record where it stands, in Obsidian."""

from __future__ import annotations

from urllib.parse import quote

from diurnal.model.record import Record


def obsidian_link(vault_name: str, path: str, anchor: str = "") -> str:
    """An ``obsidian://open`` link to a note, or to a heading (``Heading``) or block (``^id``) in it.

    Args:
        vault_name: the name of the vault's folder, which is how Obsidian knows it.
        path: vault-relative; ``.md`` is dropped as Obsidian itself does.
        anchor: without ``#``; empty opens the note at its top.
    """
    target = path.removesuffix(".md") + (f"#{anchor}" if anchor else "")
    # Spaces and slashes must be escaped too: Obsidian splits the query itself.
    return f"obsidian://open?vault={_escaped(vault_name)}&file={_escaped(target)}"


def link_to(record: Record, vault_name: str) -> str:
    """The link that opens *record*: its block if it has an id, else the heading above it, else its note."""
    if record.block:
        return obsidian_link(vault_name, record.path, f"^{record.block}")
    return obsidian_link(vault_name, record.path, record.heading[-1] if record.heading else "")


def _escaped(text: str) -> str:
    # Names that are not UTF-8 on disk (surrogates) cannot be named in a URL; "?" keeps the rest usable.
    return quote(text.encode("utf-8", "replace"), safe="")
