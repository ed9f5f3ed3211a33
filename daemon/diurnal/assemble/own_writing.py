"""How the owner has writing done, from the settings: by which model, and by what rules."""

from __future__ import annotations

from dataclasses import asdict

from diurnal.assemble.parts import Parts
from diurnal.engine.write_rules import WriteRules
from diurnal.errors import WriterFailed
from diurnal.places import LAID_DOWN
from diurnal.ports import Writer


def writer_of(parts: Parts) -> tuple[Writer | None, str]:
    """The configured language model, or None and, if one was wanted, why there is none."""
    settings = parts.settings.writer
    if settings.name == "none":
        return None, ""
    try:
        writer = parts.plugins.writer(settings.name, asdict(settings))
    except WriterFailed as fault:
        return None, f"Memorizing and writing by a model are off: {fault}"
    if writer is None:
        return None, (
            f"Memorizing and writing by a model are off: no plugin offers the writer {settings.name!r}."
            " Set writer.name to openai or none."
        )
    return writer, ""


def rules_of(parts: Parts) -> WriteRules:
    """The owner's settings for writing."""
    settings = parts.settings
    is_adopted = not (parts.folders.state / LAID_DOWN).exists()
    return WriteRules(
        owner=settings.diary.owner,
        agents_write=settings.agents.write,
        agents_folders=settings.agents.folders,
        is_adopted=is_adopted,
        heading=settings.diary.heading or "",
        shape=settings.diary.shape,
        # Without Obsidian's own word for it a new diary lies where the design says; in a vault of Obsidian's
        # the daily notes lie at its top until somebody sets a folder.
        new_folder="" if (parts.folders.vault / parts.vault.layout.config_folder).is_dir() else "diary",
    )
