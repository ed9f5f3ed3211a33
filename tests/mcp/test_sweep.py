"""Everything an agent can call, over a vault whose hidden notes hold a canary in every place that can hold a word."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client as McpClient

from answer_room import NOW, Skin, SocketSkin
from diurnal.errors import DiurnalError
from diurnal.mcp_server.desk import Desk
from diurnal.mcp_server.server import server_of
from diurnal.model.wire import to_wire
from diurnal.service.protocol import METHODS
from mcp_agent import WRITING
from notefolder import NoteFolder

# Each stands in one kind of place; a question never holds one, at most a word spelt nearly so.
FILE, FOLDER, ALIAS, TAG, PROPERTY, HEADING, TEXT, LINK, BLOCK, AUTHOR, CATEGORY, OWNER = CANARIES = (
    "zirkonveil",
    "quillmarrow",
    "fennelspire",
    "brackenvault",
    "ostrichlume",
    "petrelhazel",
    "galvanoak",
    "noctivine",
    "umberlatch",
    "wolframcoil",
    "yarrowfinch",
    "jasperknoll",
)
NEARLY = [word[:-1] for word in CANARIES]
OPEN = {
    "diary/2026-07-21.md": "- 09:00 Planed the cherrywood with Maya. #home\n- 12:00 Swam in the lake with Tom.\n",
    "diary/2026-07-10.md": "- 08:00 Swam in the lake.\n- 19:00 Ramen with Maya.\n",
    "wiki/Timber.md": "---\naliases: [Wood]\nstatus: done\n---\n- Cherrywood splits easily. (since:: 2026-01-01) ^c-aaaa\n",
    "wiki/people/Maya.md": "- Maya lives in Paris. (since:: 2026-03-02) ^c-7q2d\n",
    "notes/Lake.md": "# Lake\n\nThe lake is cold. Its keeper is called [[The keeper]].\n",
}
MARKS = {"owner": "owner-only: true", "private": "private: true"}


def hidden(mark: str, day: str, name: str) -> dict[str, str]:
    """Notes of every kind, marked so, that share words, names, tags, links and days with the open ones."""
    head = f"---\n{mark}\naliases: [{ALIAS}, Maya's {ALIAS}, The keeper]\ntags: [{TAG}, home]\nstatus: {PROPERTY}\n{PROPERTY}: done\n---\n"
    return {
        f"diary/{day}.md": f"{head}## 10:00 · {AUTHOR}\n\nSwam in the lake near {TEXT} and [[{LINK}]]. #{TAG}/sub ^e-{BLOCK}\n",
        f"diary/2026-07-21 {name}.md": f"{head}# {HEADING}\n- 11:00 Ramen with Maya, then {TEXT}. [[Timber]]\n",
        f"wiki/people/{name}.md": f"{head}# {HEADING}\n- {TEXT} lives in Paris beside [[Maya]]. (since:: 2026-03-02)"
        f" (category:: {CATEGORY}) (owner:: {OWNER}) (always:: true) ^c-{BLOCK}\n"
        f"- {TEXT} lived in Rome. (since:: 2020-01-01) (until:: 2026-03-02) (next:: [[{name}#^c-{BLOCK}]]) ^c-old\n",
        f"{FOLDER} {name}/Timber.md": f"{head}- {TEXT} costs too much cherrywood. See [[Maya]] and [[Lake]].\n",
        f"episodes/2026/2026-07-18 chat {name}.md": f"{head}**Maya** 10:00\n\n{TEXT} swam in the lake.\n",
    }


QUESTIONS = [
    "Maya",
    "when did I last swim in the lake?",
    "how often did I swim?",
    "when did I first eat ramen with Maya",
    "上次游泳是什么时候",
    "what happened last week?",
    "what happened on July 15",
    "the week after [[The keeper]]",
    "where did the keeper live before Paris?",
    "who lives in Paris, and who lived in Rome?",
    "最近",
    *NEARLY,
]
SEARCHES = [
    "tag:home",
    "tag:*",
    "path:people",
    "file:Timber",
    "[status]",
    "kind:item",
    "kind:entry",
    "place:episode",
    "section:(lake Swam)",
    "-cherrywood",
    "by:me",
    "-by:me",
    "day:2026-07-15",
    *(f"{word[:5]}*" for word in CANARIES),
    *(f"{word}~" for word in NEARLY),
]
DAYS = ["2026-07-15", "2026-07-16", "2026-07-18", "2026-07-21"]
NAMES = ["Timber", "The keeper", "Maya's", "chat", *NEARLY]
CARDS = ["wiki/people/Maya.md#^c-old", "wiki/people/Nobody.md#^c-old", "c-old", "^c-7q2"]
# For every method that can be told to leave out what is the owner's.
METHOD_CALLS: dict[str, list[dict[str, Any]]] = {
    "retrieve": [{"query": each, "now": NOW, "explain": True} for each in QUESTIONS],
    "ask": [
        {"query": each, "now": NOW, "scope": scope}
        for each in QUESTIONS
        for scope in ("auto", "all", "episodes")
    ],
    "search": [{"query": each, "limit": 50} for each in SEARCHES],
    "day": [{"date": each, "parsed": parsed} for each in DAYS for parsed in (False, True)],
    "tail": [{"n": 50}],
    "note": [{"name": each} for each in NAMES],
    "links": [{"name": each} for each in [*NAMES, "Maya", "Lake", "2026-07-21"]],
}
# For every tool.
TOOL_CALLS: dict[str, list[dict[str, Any]]] = {
    "ask": [{"question": each, "scope": scope} for each in QUESTIONS for scope in ("auto", "all")],
    "search": [{"query": each} for each in SEARCHES],
    "day": [{"date": each} for each in DAYS],
    "note": [{"name": each} for each in NAMES],
    "links": [{"name": each} for each in [*NAMES, "Maya", "Lake", "2026-07-21"]],
    "recent": [{"n": 50}],
    "status": [{}],
    "append": [{"text": "Swam in the lake.", "at": at} for at in ("2026-07-15T10:00", "2026-07-16T10:00")],
    "remember": [{"text": "Maya swims.", "page": page} for page in ("", *NAMES)],
    "replace": [{"id": card, "text": "x"} for card in CARDS],
    "close": [{"id": card} for card in CARDS],
}


@pytest.fixture
def furnished(vault: NoteFolder) -> NoteFolder:
    for path, text in OPEN.items():
        vault.write(path, text)
    for mark, day, name in (("owner", "2026-07-15", FILE), ("private", "2026-07-16", f"{FILE} twin")):
        for path, text in hidden(MARKS[mark], day, name).items():
            vault.write(path, text)
    return vault


def told(said: str) -> list[str]:
    return [canary for canary in CANARIES if canary in said.lower()]


def test_every_method_with_an_agents_rights_is_swept() -> None:
    assert set(METHOD_CALLS) == {name for name, method in METHODS.items() if method.parameter("for_agent")}


def test_the_owner_is_answered_with_every_canary(furnished: NoteFolder, skin: Skin) -> None:
    """So that the sweep below sweeps something."""
    opened = skin.open()
    seen = json.dumps([to_wire(opened.search(each, limit=50)) for each in SEARCHES], ensure_ascii=False)
    seen += json.dumps([to_wire(opened.note(each)) for each in (FILE, f"{FILE} twin")], ensure_ascii=False)
    assert [canary for canary in CANARIES if canary not in seen.lower()] == []


def test_no_method_tells_an_agent_a_word_of_a_hidden_note(furnished: NoteFolder, skin: Skin) -> None:
    """Neither text, title, folder, alias, tag, property, heading, link, id, author, card nor error or suggestion."""
    opened = skin.open()
    leaks = []
    for name, calls in METHOD_CALLS.items():
        for arguments in calls:
            try:
                found = getattr(opened, name)(**arguments, for_agent=True)
                said = json.dumps(to_wire(found), ensure_ascii=False)
                said += found.block(4000) if hasattr(found, "block") else ""
            except DiurnalError as fault:
                said = str(fault)
            leaks += [(name, arguments, canary) for canary in told(said)]
    assert leaks == []


class TestTools:
    @pytest.fixture
    def desk(self, furnished: NoteFolder) -> Iterator[Desk]:
        skin = SocketSkin(furnished)
        skin.open(**{"agents.write": True})
        yield Desk(furnished.root, WRITING)
        skin.close()

    def test_no_tool_tells_an_agent_a_word_of_a_hidden_note(self, desk: Desk) -> None:
        """Reading and writing tools, their refusals too; and no hidden note is changed by what they write."""
        before = hidden_bytes(desk.vault)

        async def sweep() -> tuple[set[str], list[Any]]:
            leaks = []
            async with McpClient(server_of(desk)) as client:
                offered = await client.list_tools()
                for tool, calls in TOOL_CALLS.items():
                    for arguments in calls:
                        result = await client.call_tool(tool, arguments)
                        leaks += [(tool, arguments, canary) for canary in told(result.model_dump_json())]
                leaks += [("list_tools", {}, canary) for canary in told(offered.model_dump_json())]
                return {tool.name for tool in offered.tools}, leaks

        tools, leaks = asyncio.run(sweep())
        assert leaks == []
        assert tools == set(TOOL_CALLS)
        assert hidden_bytes(desk.vault) == before


def hidden_bytes(root: Path) -> dict[str, bytes]:
    paths = [
        path
        for mark, day, name in (("owner", "2026-07-15", FILE), ("private", "2026-07-16", f"{FILE} twin"))
        for path in hidden(MARKS[mark], day, name)
    ]
    return {path: (root / path).read_bytes() for path in paths}
