"""What the tools do: each asks the daemon as an agent may, and gives back text (see ``prose``).

A skin over ``Client``: nothing is decided here but how much fits. Every call has
a client of its own, so that calls may run side by side; the daemon is started
if it does not run and may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from diurnal.client import Client
from diurnal.config.settings import Settings
from diurnal.errors import UsageError, WriteRefused
from diurnal.mcp_server import prose
from diurnal.model.answer import Answer, State
from diurnal.model.block import quoted
from diurnal.model.record import Record
from diurnal.model.results import Written
from diurnal.model.spelling import counted
from diurnal.service.params import read_span

# Signs that an author's name cannot hold; see the note format.
NOT_IN_NAMES = {ord(sign): " " for sign in "()[]{}:#^|·•<>%`"}
LONGEST_NAME = 60
# Of an answer's bytes so many go to what the protocol puts around the text.
ENVELOPE = 250
# A note's page leaves so much for its path, its length and the marks of a quotation.
AROUND = 500


class Desk:
    """Serves one vault.

    Args:
        vault: its folder.
        settings: those that hold for it.
    """

    def __init__(self, vault: Path, settings: Settings) -> None:
        self.vault = vault
        self.may_write = settings.mcp.write_tools and settings.agents.write
        self._owner = settings.diary.owner
        self._room = settings.mcp.answer_kb * 1024 - ENVELOPE

    def wake(self) -> None:
        """See that a daemon runs. Raises NotRunning if there is none and none may be started."""
        with self._client() as client:
            client.hello()

    # --- reading --------------------------------------------------------------------------------

    def ask(self, question: str, limit: int, time_range: Any, scope: str, cursor: str) -> str:
        """Dated, sourced lines that answer *question*."""
        span = None if time_range is None else read_span(time_range)
        with self._client() as client:
            return self._fitted(
                client,
                limit,
                lambda most: client.ask(
                    question, limit=most, time_range=span, scope=scope, for_agent=True, cursor=cursor
                ),
            )

    def search(self, query: str, limit: int, cursor: str) -> str:
        """Records that *query*, in the query language, finds."""
        with self._client() as client:
            return self._fitted(
                client, limit, lambda most: client.search(query, limit=most, for_agent=True, cursor=cursor)
            )

    def day(self, day: str, skip: int) -> str:
        """The records of one day, the first *skip* left out."""
        with self._client() as client:
            found = client.day(day, for_agent=True)
            said = [self.vault.name, str(found.day), prose.indexing(client.status()), *found.warnings]
        total = len(found.records)

        def head(count: int) -> list[str]:
            shown = f", {skip + 1} to {skip + count} shown" if 0 < count < total else ""
            go_on = f"go on with skip={skip + count}" if skip + count < total else ""
            return [*said, f"{total} entries{shown}", go_on]

        return self._listed(head, self._lines(found.records[skip:]))

    def note(self, name: str, offset: int) -> str:
        """The text of one note from character *offset* on."""
        with self._client() as client:
            view = client.note(name, for_agent=True)
        total = len(view.text)
        if offset > total:
            raise UsageError(
                f"{view.note.path} has {counted(total, 'character')}, so no page of it begins at {offset}.",
                hint="Leave offset out to read it from the start.",
            )
        page, after = prose.page_of(view.text, offset, self._room - AROUND)
        more = f"characters {offset} to {after or total} of {total}" if offset or after else ""
        go_on = f"go on with offset={after}" if after else ""
        alias = f"also called {view.by_alias}" if view.by_alias else ""
        return f"{prose.head_line([self.vault.name, view.note.path, alias, more, go_on])}\n{quoted(page)}"

    def links(self, name: str, skip: int) -> str:
        """Links out of a note and into it, the first *skip* left out."""
        with self._client() as client:
            found = client.links(name, for_agent=True)
        lines = prose.link_lines(found)

        def head(count: int) -> list[str]:
            shown = f", {skip + 1} to {skip + count} shown" if 0 < count < len(lines) else ""
            go_on = f"go on with skip={skip + count}" if skip + count < len(lines) else ""
            return [self.vault.name, found.path, f"{len(lines)} links{shown}", go_on]

        return self._listed(head, lines[skip:])

    def recent(self, n: int) -> str:
        """The newest *n* entries, oldest of them first."""
        with self._client() as client:
            records = client.tail(n, for_agent=True)
            said = [self.vault.name, prose.indexing(client.status())]
        return self._listed(
            lambda count: [*said, f"the newest {count} entries"], self._lines(records), from_the_end=True
        )

    def status(self) -> str:
        """How the memory is doing, and which vault it is of."""
        with self._client() as client:
            status = client.status()
        writing = "allowed" if self.may_write else "not allowed by the owner"
        return prose.cut(prose.status_text(status, writing), self._room)

    # --- writing --------------------------------------------------------------------------------

    def append(self, by: str, text: str, at: str, hall: str) -> str:
        """Adds an entry to the diary."""
        return self._write(lambda client: client.append(text, at=at or None, hall=hall, by=self.author(by)))

    def remember(self, by: str, text: str, page: str, **fields: Any) -> str:
        """Adds a card; *fields* as ``Client.remember`` takes them, days as text."""
        return self._write(
            lambda client: client.remember(text, page=page, by=self.author(by), **_given(fields))
        )

    def replace(self, by: str, id: str, text: str, since: str) -> str:
        """Closes a card and adds what is true now."""
        return self._write(
            lambda client: client.replace(id, text, by=self.author(by), **_given({"since": since}))
        )

    def close(self, by: str, id: str, until: str) -> str:
        """Says that a card is true no longer."""
        return self._write(lambda client: client.close(id, until=until or None, by=self.author(by)))

    def author(self, name: str) -> str:
        """The author to name for the client *name*: never the owner's own name, never none."""
        plain = " ".join(name.translate(NOT_IN_NAMES).split())[:LONGEST_NAME].strip()
        if not plain:
            return "agent"
        if plain.casefold() == self._owner.casefold():
            return f"agent {plain}"[:LONGEST_NAME]
        return plain

    def _write(self, write: Callable[[Client], Written]) -> str:
        if not self.may_write:
            raise WriteRefused(
                "Agents may not write here.",
                hint="The owner allows it with `mcp.write_tools: true` and `agents.write: true`.",
            )
        with self._client() as client:
            return prose.written_text(write(client))

    # --- what they share ------------------------------------------------------------------------

    def _fitted(self, client: Client, limit: int, ask: Callable[[int], Answer]) -> str:
        """The answer to *ask*; asked again for fewer hits if not all fit, so that its cursor goes on right after them."""
        answer = ask(limit)
        while True:
            fitted = prose.Fitted(answer, self._said(client, answer), self._room)
            if fitted.hits >= len(answer.hits) or fitted.hits == 0:
                return fitted.text
            answer = ask(fitted.hits)

    def _lines(self, records: Sequence[Record]) -> list[str]:
        return prose.record_lines(records, self._room)

    def _listed(
        self, head: Callable[[int], list[str]], lines: Sequence[str], *, from_the_end: bool = False
    ) -> str:
        """As many *lines* as fit below the *head* for that many."""
        count = len(lines)
        while True:
            part = lines[len(lines) - count :] if from_the_end else lines[:count]
            text, shown = prose.lines_text(head(count), part, self._room, from_the_end=from_the_end)
            if shown == count:
                return text
            count = shown

    def _said(self, client: Client, answer: Answer) -> list[str]:
        progress = prose.indexing(client.status()) if answer.state is State.INDEXING else ""
        of = f"{len(answer.hits)} of {answer.total}" if answer.total > len(answer.hits) else ""
        go_on = f"go on with cursor={answer.cursor}" if answer.cursor else ""
        return [self.vault.name, progress, of, go_on]

    def _client(self) -> Client:
        return Client(self.vault, start=True)


def _given(texts: dict[str, Any]) -> dict[str, Any]:
    """Those fields that say something."""
    return {name: value for name, value in texts.items() if value}
