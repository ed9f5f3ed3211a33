"""The Python API is the contract: the client, the command line and HTTP give the same values (A43)."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from contract.skins import Skin, error_of
from diurnal.errors import BadTime, NoteMissing, UsageError
from diurnal.memory import Memory
from diurnal.model.answer import Answer, Clock
from diurnal.model.results import Explanation
from diurnal.service.protocol import METHODS
from diurnal.service.signature import REQUIRED

pytestmark = pytest.mark.daemon
NOW = datetime(2026, 7, 22, 9, 0)

# Questions of every kind the methods take, asked of all three at once.
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("ask", {"query": "what did I eat the night before last?", "now": NOW}),
    ("ask", {"query": "上次搞 PostgreSQL 是什麼時候", "now": NOW}),
    ("ask", {"query": "where does Maya live?", "now": NOW, "limit": 2, "explain": True}),
    ("ask", {"query": "前天发生了什么", "now": NOW, "fresh": True}),
    ("ask", {"query": "Maya", "now": NOW, "time_range": ("2026-07-17", "2026-07-20")}),
    ("ask", {"query": "Maya", "now": NOW, "time_range": "last week"}),
    ("ask", {"query": "Maya", "now": NOW, "time_range": ("last Friday", "yesterday")}),
    ("ask", {"query": "Maya last week", "now": NOW, "reads_time": False}),
    ("ask", {"query": "Maya", "now": NOW, "kinds": ["item"], "scope": "wiki"}),
    ("ask", {"query": "nothing of this is written", "now": NOW}),
    ("search", {"query": 'tag:work "migration plan"', "now": NOW}),
    ("search", {"query": "kind:entry", "limit": 3, "now": NOW}),
    ("search", {"query": "-draft ingest*", "now": NOW}),
    ("day", {"date": date(2026, 7, 20)}),
    ("day", {"date": date(1999, 1, 1)}),
    ("day", {"date": date(2026, 7, 21), "parsed": True}),
    ("day", {"date": "the day before yesterday", "now": NOW}),
    ("day", {"date": "上周五", "now": NOW}),
    ("dates", {}),
    ("tail", {"n": 3}),
    ("note", {"name": "Maya"}),
    ("note", {"name": "玛雅"}),
    ("links", {"name": "PostgreSQL"}),
    ("explain", {"query": "Maya last week", "why_not": "2026-07-21", "now": NOW}),
    ("doctor", {}),
]


@pytest.mark.parametrize(("method", "parameters"), ASKED)
def test_all_ways_give_the_same(skins: dict[str, Skin], method: str, parameters: dict[str, Any]) -> None:
    values = {name: comparable(skin.call(method, **parameters)) for name, skin in skins.items()}
    assert values["client"] == values["api"]
    assert values["command"] == values["api"]
    assert values["http"] == values["api"]


def test_a_night_that_is_named_is_the_answer(skin: Skin) -> None:
    answer = skin.call("ask", query="what did I eat the night before last?", now=NOW)
    assert answer.gate.phrase == "the night before last"
    assert [hit.record.text.split()[0] for hit in answer.hits] == ["Ramen"]


def test_when_a_thing_was_is_answered_with_its_day(skin: Skin) -> None:
    """B2: 「上次搞 PostgreSQL 是什麼時候」."""
    answer = skin.call("ask", query="上次搞 PostgreSQL 是什麼時候", now=NOW)
    assert answer.days[0] == date(2026, 7, 21)


def test_the_diary_can_be_read_by_day(skin: Skin) -> None:
    """A44: list dates, read a day, search, tail the journal."""
    assert [count.day.day for count in skin.call("dates")] == [17, 19, 20, 21]
    day = skin.call("day", date=date(2026, 7, 20))
    assert [record.at.hour for record in day.records] == [8, 11, 19]
    assert [record.day.day for record in skin.call("tail", n=2)] == [21, 21]


def test_every_result_carries_its_day_and_place(skin: Skin) -> None:
    """I6: a date in every result that has one."""
    answer = skin.call("search", query="kind:entry", limit=50, now=NOW)
    assert len(answer.hits) > 5
    for hit in answer.hits:
        assert hit.record.day
        assert hit.record.path
        assert hit.record.lines[0] >= 1
        assert hit.link.startswith("obsidian://open?vault=Vault&file=")


def test_a_note_is_found_by_its_alias_and_says_so(skin: Skin) -> None:
    view = skin.call("note", name="玛雅")
    assert (view.note.path, view.by_alias) == ("wiki/people/Maya.md", "玛雅")
    assert view.text == (skin.vault / "wiki/people/Maya.md").read_text(encoding="utf-8")


def test_links_lead_both_ways(skin: Skin) -> None:
    links = skin.call("links", name="PostgreSQL")
    assert {reference.target for reference in links.out} == {"diary/2026-07-21.md"}
    assert "diary/2026-07-21.md" in {reference.source for reference in links.back}


def test_a_link_back_is_named_with_its_line(skin: Skin) -> None:
    lines = (skin.vault / "diary/2026-07-21.md").read_text(encoding="utf-8").split("\n")
    back = skin.call("links", name="PostgreSQL").back

    assert [reference.link.line for reference in back if reference.source == "diary/2026-07-21.md"] == [
        next(number for number, line in enumerate(lines, 1) if "[[PostgreSQL" in line)
    ]


def test_status_counts_what_is_there(skin: Skin) -> None:
    status = skin.call("status")
    assert (status.days, status.first_day, status.last_day) == (4, date(2026, 7, 17), date(2026, 7, 21))
    assert status.entries + status.items + status.passages == status.records
    assert status.vault == str(skin.vault)


def test_the_same_mistakes_are_refused_in_the_same_words(skins: dict[str, Skin]) -> None:
    for kind, method, parameters in (
        (NoteMissing, "note", {"name": "Nobody at all"}),
        (BadTime, "ask", {"query": "x", "time_range": ("2026-07-20", "2026-07-01")}),
        (BadTime, "day", {"date": "last week"}),
        (UsageError, "ask", {"query": "x", "limit": 0}),
    ):
        faults = [error_of(skin, method, **parameters) for skin in skins.values()]
        assert {type(fault) for fault in faults} == {kind}
        assert len({fault.message for fault in faults}) == 1


def test_no_question_changes_a_note(skin: Skin) -> None:
    from conftest import ROOT

    template = ROOT / "vault_template"
    for method in ("ask", "search", "explain"):
        skin.call(method, query="PostgreSQL")
    for method in ("dates", "tail", "status", "doctor"):
        skin.call(method)
    for path in template.rglob("*"):
        if path.is_file():
            assert (skin.vault / path.relative_to(template)).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "name", [name for name in METHODS if name not in ("hello", "stop", "close", "subscribe")]
)
def test_the_table_names_the_parameters_of_memory(name: str) -> None:
    """One table for the socket, the client and the documents; it may not drift from the API."""
    parameters = dict(inspect.signature(getattr(Memory, name)).parameters)
    parameters.pop("self")
    table = {item.name: item.default for item in METHODS[name].parameters}
    own = {
        each: REQUIRED if item.default is inspect.Parameter.empty else item.default
        for each, item in parameters.items()
    }
    assert own == table


def test_the_table_has_every_method_of_memory() -> None:
    public = {name for name, _ in inspect.getmembers(Memory, inspect.isfunction) if not name.startswith("_")}
    # These are about the daemon, which only a client has.
    assert public == set(METHODS) - {"hello", "stop", "subscribe"}


def comparable(value: Any) -> Any:
    """*value* without what rightly differs between two copies of a vault: the position of its index."""
    if isinstance(value, Explanation):
        return replace(value, lines=tuple(re.sub(r"[0-9a-f]{12}:\d+", "CLOCK", line) for line in value.lines))
    if not isinstance(value, Answer):
        return value
    return replace(value, clock=Clock("", 0), cursor=value.cursor.partition("@")[0])
