"""The tools as MCP offers them: names, parameters, descriptions, and the way from an error to a sentence.

The only module that loads the package `mcp`. Descriptions are short, because
every conversation pays for them. Parameters that are not given are empty, not
null, which keeps the schemas small.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import Field

from diurnal import __version__
from diurnal.errors import DiurnalError
from diurnal.mcp_server import prose
from diurnal.mcp_server.calls import checked_arguments, unknown_tool
from diurnal.mcp_server.desk import Desk
from diurnal.mcp_server.greeting import NAME, instructions
from diurnal.mcp_server.wire import Wire
from diurnal.service.faults import where_it_failed

LOG = logging.getLogger("diurnal.mcp")
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

LONGEST_REFUSAL = 1000

Limit = Annotated[int, Field(ge=1, le=100)]
Cursor = Annotated[str, Field(description="From the answer before, to go on with it.")]
Span = Annotated[
    str | list[str | None] | None,
    Field(
        description="Replaces the time in the question: 'last week', or [first day, last day] as YYYY-MM-DD."
    ),
]
Scope = Literal["auto", "entries", "wiki", "episodes", "all"]
Hall = Literal["", "facts", "events", "discoveries", "preferences", "advice"]
Day = Annotated[str, Field(description="YYYY-MM-DD.")]
Moment = Annotated[str, Field(description="YYYY-MM-DDTHH:MM, or words; empty: now.")]
CardId = Annotated[str, Field(description="In brackets at the end of its line.")]
Importance = Annotated[int, Field(ge=0, le=10, description="1 to 10; 0: not said.")]


class Server(MCPServer[Any]):
    """Checks the arguments of each call itself (see ``calls``)."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """What the tool *name* says, or why it refuses."""
        tool = self._tool_manager.get_tool(name)
        try:
            if tool is None:
                raise unknown_tool(name, self._tool_manager.list_tools())
            arguments = checked_arguments(tool, arguments)
        except DiurnalError as fault:
            return _refused(fault)
        return await super().call_tool(name, arguments, context)


def serve(desk: Desk, wire: Wire) -> None:
    """Offer the tools of *desk* until the client hangs up."""
    server = server_of(desk)
    # The daemon comes up while the client is still reading what there is.
    threading.Thread(target=_wake, args=(desk,), daemon=True, name="wake").start()
    wire.open_for_answers()
    server.run("stdio")
    wire.close()


def server_of(desk: Desk) -> MCPServer[Any]:
    """A server with the tools of *desk*; those that write only where the owner allows it."""
    server = Server(
        NAME,
        version=__version__,
        instructions=instructions(desk.vault),
        log_level="WARNING",
        subscriptions=False,
    )
    _add_reading(server, desk)
    if desk.may_write:
        _add_writing(server, desk)
    return server


def _add_reading(server: MCPServer[Any], desk: Desk) -> None:
    def offer(function: Callable[..., CallToolResult]) -> None:
        server.add_tool(function, annotations=READS, structured_output=False)

    def ask(
        question: str, limit: Limit = 10, time_range: Span = None, scope: Scope = "auto", cursor: Cursor = ""
    ) -> CallToolResult:
        """Answer a question from the notes: what, when, how often, the latest. Times in it confine the answer."""
        return _said(lambda: desk.ask(question, limit, time_range, scope, cursor))

    def search(query: str, limit: Limit = 20, cursor: Cursor = "") -> CallToolResult:
        """Find records: words, "a phrase", -not, OR, prefix*, tag:, path:, kind:, since:YYYY-MM-DD, until:."""
        return _said(lambda: desk.search(query, limit, cursor))

    def day(date: Day, skip: Annotated[int, Field(ge=0)] = 0) -> CallToolResult:
        """Everything of one day, in time order."""
        return _said(lambda: desk.day(date, skip))

    def note(name: str, offset: Annotated[int, Field(ge=0)] = 0) -> CallToolResult:
        """One note as it stands, by name, path or alias."""
        return _said(lambda: desk.note(name, offset))

    def links(name: str, skip: Annotated[int, Field(ge=0)] = 0) -> CallToolResult:
        """Links out of a note and into it."""
        return _said(lambda: desk.links(name, skip))

    def recent(n: Limit = 10) -> CallToolResult:
        """The newest diary entries."""
        return _said(lambda: desk.recent(n))

    def status() -> CallToolResult:
        """Which vault this is, how much it holds, and what is missing or pending."""
        return _said(desk.status)

    for function in (ask, search, day, note, links, recent, status):
        offer(function)


def _add_writing(server: MCPServer[Any], desk: Desk) -> None:
    def offer(function: Callable[..., CallToolResult]) -> None:
        server.add_tool(function, annotations=ADDS, structured_output=False)

    def append(context: Context[Any, Any], text: str, at: Moment = "", hall: Hall = "") -> CallToolResult:
        """Add what happened to the diary, as one entry."""
        return _said(lambda: desk.append(_client_of(context), text, at, hall))

    def remember(
        context: Context[Any, Any],
        text: str,
        page: Annotated[str, Field(description="Its wiki page; empty: chosen by the names in it.")] = "",
        since: Day = "",
        event: Day = "",
        importance: Importance = 0,
        category: str = "",
        src: Annotated[list[str], Field(description="Ids it comes from.")] = [],  # noqa: B006 - read, never changed
    ) -> CallToolResult:
        """Keep one statement that is true now, as a card on a wiki page."""
        fields = {"since": since, "event": event, "importance": importance, "category": category, "src": src}
        return _said(lambda: desk.remember(_client_of(context), text, page, **fields))

    def replace(context: Context[Any, Any], id: CardId, text: str, since: Day = "") -> CallToolResult:
        """Say that a card is true no longer, and what is true now."""
        return _said(lambda: desk.replace(_client_of(context), id, text, since))

    def close(context: Context[Any, Any], id: CardId, until: Day = "") -> CallToolResult:
        """Say that a card is true no longer."""
        return _said(lambda: desk.close(_client_of(context), id, until))

    for function in (append, remember, replace, close):
        offer(function)


def _said(answer: Callable[[], str]) -> CallToolResult:
    """What *answer* says, or its refusal as a sentence for the agent."""
    try:
        return _result(answer())
    except DiurnalError as fault:
        return _refused(fault)
    except Exception as fault:  # noqa: BLE001 - the server's edge: one call must not end the conversation
        # Its message may quote a note, so only the place goes to the client's log.
        LOG.error("a tool failed: %s", where_it_failed(fault))
        return _result(f"This failed inside Diurnal ({type(fault).__name__}).", is_error=True)


def _refused(fault: DiurnalError) -> CallToolResult:
    # It may name what was given, of any length.
    return _result(prose.cut(str(fault), LONGEST_REFUSAL), is_error=True)


def _result(text: str, *, is_error: bool = False) -> CallToolResult:
    # Half an emoji in a note has no UTF-8, and the transport would fail on it.
    whole = text.encode("utf-8", "replace").decode()
    return CallToolResult(content=[TextContent(type="text", text=whole)], is_error=is_error)


def _client_of(context: Context[Any, Any]) -> str:
    params = context.session.client_params
    return params.client_info.name if params else ""


def _wake(desk: Desk) -> None:
    try:
        desk.wake()
    except DiurnalError as fault:
        # Each call will say so too; this tells the person who reads the client's log.
        LOG.warning("%s", fault)
