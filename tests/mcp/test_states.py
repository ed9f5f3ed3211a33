"""What the tools say of answers that a small vault cannot be brought to give: a scripted memory behind a real socket."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from diurnal.config.settings import Settings
from diurnal.mcp_server.desk import Desk
from diurnal.model.answer import State
from diurnal.model.results import Written
from fake_memory import record
from mcp_agent import WRITING, answer
from service_room import Served
from service_room import limits as limits
from service_room import places as places
from service_room import served as served
from service_room import vault as vault


def test_half_a_character_in_a_note_does_not_end_the_conversation(served: Served) -> None:
    served.memory.tail = lambda n, for_agent: [record("kettle \ud83d here")]
    result = answer(Desk(served.memory.vault, Settings()), "recent", n=1)
    assert "kettle ? here" in result["content"][0]["text"]


def test_while_indexing_answers_say_how_far_it_is(served: Served) -> None:
    """Peers' faults 167: partial results, and "N of M"."""
    memory = served.memory
    whole, status = memory.answer, memory.status()
    memory.answer = lambda query: replace(whole(query), state=State.INDEXING, pending=8800)
    memory.status = lambda: replace(status, state=State.INDEXING, indexed=1200, total=10_000)
    desk = Desk(memory.vault, Settings())
    for text in (
        desk.ask("tea", 5, None, "auto", ""),
        desk.search("tea", 5, ""),
        desk.recent(1),
        desk.status(),
    ):
        assert "indexing, 1,200 of 10,000 notes read" in text
    assert "- tea (2026-07-21 14:30" in desk.search("tea", 5, "")


def test_what_an_answer_lacks_stands_above_it(served: Served) -> None:
    whole = served.memory.answer
    served.memory.answer = lambda query: replace(
        whole(query), pending=2, degraded=("No vectors: run `diurnal reembed`.",), warnings=("A note moved.",)
    )
    head = Desk(served.memory.vault, Settings()).ask("tea", 5, None, "auto", "").splitlines()[0]
    assert "2 notes still pending; No vectors: run `diurnal reembed`.; A note moved." in head


def test_a_fault_inside_is_told_without_the_text_of_a_note(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(query: str) -> Any:
        raise RuntimeError("this quotes a note: canary")

    served.memory.answer = fail
    result = answer(Desk(served.memory.vault, Settings()), "search", query="tea")
    assert result["isError"]
    assert "canary" not in result["content"][0]["text"] + caplog.text


def test_what_an_agent_writes_bears_its_name(served: Served) -> None:
    written: list[tuple[str, dict[str, Any]]] = []

    def scripted(method: str) -> Any:
        def write(**arguments: Any) -> Written:
            written.append((method, arguments))
            return Written("op-1", "diary/2026-07-21.md#^e-1", "diary/2026-07-21.md", 3)

        return write

    for method in ("append", "remember", "replace", "close"):
        setattr(served.memory, method, scripted(method))
    desk = Desk(served.memory.vault, WRITING)
    text = answer(desk, "append", text="Tea.", at="2026-07-21T14:30")["content"][0]["text"]
    assert text == "Written: diary/2026-07-21.md:3 [diary/2026-07-21.md#^e-1]. The owner can undo it: op-1."
    answer(desk, "remember", text="Maya likes tea.", since="2026-07-01", importance=7, src=["a", "b"])
    answer(desk, "replace", id="wiki/Maya.md#^c-1", text="Maya likes coffee.")
    answer(desk, "close", id="wiki/Maya.md#^c-1", until="2026-07-21")
    assert [method for method, _ in written] == ["append", "remember", "replace", "close"]
    assert {arguments["by"] for _, arguments in written} == {"mcp"}
    assert written[1][1]["since"] == date(2026, 7, 1)
    assert written[1][1]["src"] == ("a", "b")
    assert written[3][1]["until"] == date(2026, 7, 21)
