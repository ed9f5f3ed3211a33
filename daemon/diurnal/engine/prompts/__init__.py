"""Prompts: readable Markdown beside this file, each of which the owner may replace by one of the same name.

``{{name}}`` stands for what is filled in. Which text it is filled into, the
shipped one or the owner's, is decided in ``assemble``.
"""

from __future__ import annotations

from collections.abc import Mapping

from diurnal.model.regex import regex

_SLOT = regex(r"\{\{\s*(\w+)\s*\}\}")


def filled(prompt: str, values: Mapping[str, str]) -> str:
    """*prompt* with each ``{{name}}`` replaced, once: what was filled in is not looked at again.

    What it has no place for is put at its end, so that an owner's prompt may leave the data out.
    """
    named = set(_SLOT.findall(prompt))
    text = _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), prompt).rstrip("\n")
    return "\n\n".join([text, *(value for name, value in values.items() if name not in named)]) + "\n"
