"""The arguments of a tool call, checked before the tool sees them; what is wrong is one sentence.

Clients send null for what they mean to leave out, and models misspell names. A
misspelt ``time_range`` that was passed over would be answered from all time as
if it had been obeyed, so an unknown name is refused with the one that was
probably meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp.server.mcpserver.tools.base import Tool
from pydantic import ValidationError

from diurnal.errors import UnknownParameter, UsageError
from diurnal.model.spelling import did_you_mean

LONGEST_VALUE = 60
_MISSING = "missing"


def checked_arguments(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """*given* as *tool* takes it, without those that are null and may be left out.

    Raises:
        UnknownParameter: a name that the tool does not have.
        UsageError: a value is missing or cannot be used; all of them are named.
    """
    names = list(tool.parameters.get("properties", {}))
    for name in given:
        if name not in names:
            knows = f"{tool.name} takes {', '.join(names)}." if names else f"{tool.name} takes nothing."
            raise UnknownParameter(
                f"{tool.name} has no argument {_shown(name)}.", hint=did_you_mean(name, names) or knows
            )
    needed = tool.parameters.get("required", [])
    arguments = {name: value for name, value in given.items() if value is not None or name in needed}
    try:
        tool.fn_metadata.validate_arguments(arguments)
    except ValidationError as fault:
        wrong: dict[str, Any] = {}
        for error in fault.errors(include_url=False):
            wrong.setdefault(str(error["loc"][0]), error)
        raise UsageError(
            " ".join(_sentence(tool.name, name, error) for name, error in wrong.items())
        ) from fault
    return arguments


def unknown_tool(name: str, tools: list[Tool]) -> UnknownParameter:
    """The refusal of a tool that does not exist."""
    names = [tool.name for tool in tools]
    return UnknownParameter(
        f"There is no tool {_shown(name)}.",
        hint=did_you_mean(name, names) or f"There are {', '.join(names)}.",
    )


def _sentence(tool: str, name: str, error: Mapping[str, Any]) -> str:
    if error["type"] == _MISSING:
        return f"{tool} needs the argument '{name}'."
    should = str(error["msg"]).removeprefix("Input ")
    return f"{tool}: {name} is {_shown(error['input'])}; it {should}."


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"
