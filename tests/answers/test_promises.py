"""What Diurnal promises whatever is asked: no byte of a note changes, nothing private is kept, nothing derived is needed."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from answer_room import NOW, ApiSkin, Skin
from diurnal import Memory
from diurnal.errors import BadConfig, UsageError
from diurnal.hooks import Plugins
from notefolder import NoteFolder

CANARY = "xylophonequartz"


def digests(root: Path) -> dict[str, tuple[str, int]]:
    """Hash and mtime of every file of a vault but what is derived."""
    return {
        str(path.relative_to(root)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".diurnal" not in path.parts
    }


def furnish(vault: NoteFolder) -> None:
    """A vault with everything that a careless program would tidy up."""
    vault.write(".obsidian/daily-notes.json", '{"folder": "diary", "format": "YYYY-MM-DD"}')
    vault.write(".obsidian/workspace.json", "{}")
    vault.write(
        "diary/2026-07-20.md",
        b"\xef\xbb\xbf---\r\ntags: [a]\r\n---\r\n## 09:00\r\n\r\ntea  \r\n\r\n- [ ] call",
    )
    vault.write("diary/2026-07-21.md", "## 20:00\n\nramen with [[Maya]] ^e-1\n\n```\n## 21:00\n```")
    vault.write(
        "diary/2026-07-21 (conflicted copy 2026-07-22).md", "## 20:00\n\nramen with [[Maya]]\n\nand pie\n"
    )
    vault.write("wiki/Maya.md", "- Maya lives in Paris. (since:: 2026-03-02) ^c-1\n- 喜歡烏龍茶\n")
    vault.write("bad.md", "---\ntitle: Plan: part two\n---\nbody")
    vault.write("latin.md", b"caf\xe9")
    vault.write("utf16.md", "tea in UTF-16".encode("utf-16"))
    vault.write("empty.md", "")


@pytest.fixture
def asked_everything(vault: NoteFolder) -> Any:
    def ask(memory: Any) -> None:
        for question in (
            "tea",
            "what happened yesterday",
            "ramen with Maya",
            "when did I last drink tea",
            "茶",
        ):
            memory.ask(question, now=NOW)
            memory.search(question)
        memory.day(NOW.date())
        memory.dates()
        memory.tail(5)
        memory.note("Maya")
        memory.links("Maya")
        memory.status()
        memory.doctor()

    return ask


def test_reading_changes_no_byte(vault: NoteFolder, skin: Skin, asked_everything: Any) -> None:
    """
    Peers' faults 77.

    Indexing, asking, searching and looking leave every file of the vault as it was, `.obsidian` included.
    """
    furnish(vault)
    before = digests(vault.root)

    asked_everything(skin.open())

    assert digests(vault.root) == before


def test_a_conflict_copy_is_as_private_as_its_original(vault: NoteFolder, skin: Skin) -> None:
    """
    A note made private after a sync had left a copy beside it: the copy's lines are the same secrets.
    """
    copy = "tea.sync-conflict-20260721-101010-ABCDEFG.md"
    vault.write("tea.md", f"{CANARY} at noon")
    vault.write(copy, f"{CANARY} at noon\n\n{CANARY} at night")
    memory = skin.open()
    assert memory.search(CANARY).hits

    vault.write("tea.md", f"---\nprivate: true\n---\n{CANARY} at noon")
    memory.catch_up()

    assert not memory.search(CANARY, fresh=True).hits
    assert memory.status().private_notes == 2


def test_status_counts_what_was_read_with_a_warning(vault: NoteFolder, skin: Skin) -> None:
    """
    A note kept out for its bytes is seen without asking the doctor (bug kinds 26, 84).
    """
    vault.write("latin.md", b"caf\xe9")
    vault.write("bad.md", "---\ntitle: Plan: part two\n---\nbody")

    assert "2 warnings stand with notes; `diurnal doctor` lists them." in skin.open().status().warnings


@pytest.mark.parametrize(
    "path", ["a|b.md", "C# notes.md", " lead.md", "[[x]].md", "50% done.md", "trail .md"]
)
def test_a_note_can_be_read_by_the_path_an_answer_gave(vault: NoteFolder, skin: Skin, path: str) -> None:
    """
    Whatever its name holds: bars, hashes, brackets, blanks at its ends.
    """
    vault.write(path, "tea in the garden")
    memory = skin.open()

    found = memory.search("tea").hits[0].record.path

    assert (found, memory.note(found).note.path) == (path, path)


def test_reading_changes_no_byte_of_a_real_vault(
    home: Path, shared: Path, asked_everything: Any, tmp_path: Path
) -> None:
    """
    The same for three public vaults.
    """
    for source in sorted((shared / "vaults").iterdir()):
        copy = tmp_path / source.name
        shutil.copytree(source, copy)
        for path in [copy, *copy.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        before = digests(copy)
        with Memory.open(copy, config={"meaning.embedder": "none"}) as memory:
            for question in ("task", "what happened yesterday", "book"):
                memory.ask(question, now=NOW)
            memory.doctor()
        assert digests(copy) == before


def written_anywhere(home: Path, vault: Path) -> list[Path]:
    """Files outside the notes that hold the canary in any of the encodings a store may use."""
    forms = [CANARY.encode(), CANARY.encode("utf-16-le"), CANARY[:12].encode()]
    return [
        path
        for path in home.rglob("*")
        if path.is_file()
        and (".diurnal" in path.parts or vault not in path.parents)
        and any(form in path.read_bytes().lower() for form in forms)
    ]


@pytest.mark.parametrize(
    "note",
    [
        f"---\nprivate: true\n---\n- 09:00 {CANARY}\n",
        f"---\nprivate: [unclosed\n---\n- 09:00 {CANARY}\n",
        f"- 09:00 {CANARY} #private\n",
        f"---\ntags: private\naliases: {CANARY}\n---\n- 09:00 [[{CANARY}]] {CANARY}\n",
    ],
)
def test_a_private_note_is_nowhere_but_on_disk(vault: NoteFolder, home: Path, note: str) -> None:
    """
    Private is decided in the reader and fails closed: a canary of a private note is in nothing that is written.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 something public\n")
    vault.write("diary/2026-07-21.md", note)
    with Memory.open(vault.root) as memory:
        memory.catch_up()
        assert [] == [hit.record.text for hit in memory.retrieve(CANARY, now=NOW).hits]
        assert CANARY in memory.note("2026-07-21").text
        assert any(CANARY in record.text for record in memory.day(NOW.date().replace(day=21)).records)
        memory.search(f'"{CANARY}"')
        memory.doctor()

        assert [] == written_anywhere(home, vault.root)
    assert [] == written_anywhere(home, vault.root)


def test_becoming_private_purges_what_was_known(vault: NoteFolder, home: Path) -> None:
    """
    A note that was indexed, embedded and found leaves no byte once it says that it is private.
    """
    vault.write("diary/2026-07-21.md", f"- 09:00 {CANARY} is the word\n")
    with Memory.open(vault.root) as memory:
        memory.catch_up()
        assert 1 == len(memory.retrieve(CANARY, now=NOW).hits)

        vault.write("diary/2026-07-21.md", f"---\nprivate: true\n---\n- 09:00 {CANARY} is the word\n")
        memory.catch_up()

        assert 0 == len(memory.retrieve(CANARY, now=NOW).hits)
        assert [] == written_anywhere(home, vault.root)


def test_owner_only_is_for_the_owner(vault: NoteFolder, api: Skin) -> None:
    """
    What is for the owner alone is answered to the owner and to no agent, hops and prompt blocks included.
    """
    vault.write("wiki/Health.md", "---\ntags: owner-only\n---\n- Blood type AB (always:: true) ^c-b\n")
    vault.write("diary/2026-07-21.md", "- 09:00 blood test, see [[Health]]\n")
    memory = api.open()

    to_owner = memory.retrieve("blood", now=NOW, scope="all", limit=10)
    to_agent = memory.retrieve("blood", now=NOW, scope="all", limit=10, for_agent=True)

    assert "Blood type AB" in to_owner.block()
    assert "Blood type AB" not in to_agent.block()
    assert "blood test" in to_agent.block()


def test_one_event_may_stand_in_the_diary_and_in_the_wiki(vault: NoteFolder, api: Skin) -> None:
    """
    A27, A28: what happened and what is true now are two records; a wiki page edited by hand changes only its own.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 signed the lease in Paris ^e-1\n")
    vault.write(
        "wiki/Home.md",
        "- We rent a flat in Paris. (since:: 2026-07-20) (src:: [[2026-07-20#^e-1|src]]) ^c-1\n",
    )
    memory = api.open()
    both = {hit.record.text for hit in memory.retrieve("Paris", now=NOW).hits}

    vault.write("wiki/Home.md", "- We rent a house in Paris. (since:: 2026-07-20) ^c-1\n")
    memory.catch_up()

    assert {"signed the lease in Paris", "We rent a flat in Paris."} == both
    assert {"signed the lease in Paris", "We rent a house in Paris."} == {
        hit.record.text for hit in memory.retrieve("Paris", now=NOW).hits
    }
    assert ["signed the lease in Paris"] == [
        hit.record.text for hit in memory.retrieve("what happened the day before yesterday?", now=NOW).hits
    ]


def test_a_folder_of_golden_answers_is_kept_out(vault: NoteFolder, api: Skin) -> None:
    """
    I12: questions and their expected answers, laid beside the notes for measuring, do not answer themselves.
    """
    vault.write("golden/questions.md", "Where is the spare key? Beneath the blue flowerpot.\n")
    vault.write("diary/2026-07-20.md", "- 09:00 hid the spare key in the shed\n")

    answer = api.open(**{"vault.ignore": ["golden/"]}).retrieve(
        "where is the spare key?", now=NOW, scope="all"
    )

    assert ["hid the spare key in the shed"] == [hit.record.text for hit in answer.hits]


@pytest.mark.parametrize("serve", [False, True], ids=["in process", "in bulk"])
def test_the_owners_rules_decide_the_hall(vault: NoteFolder, home: Path, serve: bool) -> None:
    """
    B27: `halls.rules` names a file beside the configuration; by it notes are read again, also by the second reading.
    """
    rules = home / "config" / "diurnal" / "my halls.yaml"
    rules.parent.mkdir(parents=True)
    rules.write_text("extends: built-in\nfacts:\n  strong:\n    - launched the ketch\n", "utf-8")
    for number in range(1, 29):
        for month in (3, 4, 5):
            vault.write(f"diary/2026-{month:02}-{number:02}.md", "- 09:00 launched the ketch\n")

    def halls(**config: Any) -> set[str]:
        with Memory.open(vault.root, config={"meaning.embedder": "none", **config}, serve=serve) as memory:
            memory.catch_up()
            return {hit.record.hall for hit in memory.search("ketch", limit=100).hits}

    assert {"events"} == halls()
    assert {"facts"} == halls(**{"halls.rules": "my halls.yaml"})
    rules.write_text("advice:\n  strong:\n    - launched the ketch\n", "utf-8")
    assert {"advice"} == halls(**{"halls.rules": "my halls.yaml"})
    assert {"events"} == halls()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("facts:\n  strong:\n    - sold (it\n", r"my halls\.yaml:3: .*without its \)"),
        (None, "cannot be read"),
    ],
)
def test_rules_that_cannot_be_used_start_nothing(
    vault: NoteFolder, home: Path, text: str | None, said: str
) -> None:
    """
    A mistake in the owner's rules is told with file and line; notes are not read by half of them.
    """
    rules = home / "my halls.yaml"
    if text is not None:
        rules.write_text(text, "utf-8")

    with pytest.raises(BadConfig, match=said):
        Memory.open(vault.root, config={"halls.rules": str(rules)})

    Memory.open(vault.root).close()


def test_no_model_is_called_to_answer(vault: NoteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A23, A24: with a language model configured, every way of asking is answered by rules, arithmetic and reading.
    """
    called: list[str] = []

    class Model:
        model = "never"

        def write(self, prompt: str, *, max_tokens: int, as_json: bool = False) -> str:
            called.append(prompt)
            return "{}"

    monkeypatch.setattr(Plugins, "writer", lambda self, name, settings: Model())
    furnish(vault)
    with Memory.open(vault.root, config={"writer.name": "never", "meaning.embedder": "none"}) as memory:
        memory.catch_up()
        for question in ("tea", "what happened yesterday?", "when did I last have ramen?", "烏龍茶"):
            memory.retrieve(question, now=NOW, explain=True)
            memory.ask(question, now=NOW).block()
            memory.when(question, now=NOW)
            memory.explain(question, now=NOW)
        memory.search("ramen")
        memory.tail(5)
        memory.day(NOW.date())

    assert [] == called


def test_delete_all_that_is_derived_and_get_the_same_answers(vault: NoteFolder, home: Path) -> None:
    """
    A35: Markdown is the truth; without the derived folder and the state the next start answers the same.
    """
    furnish(vault)

    def answers() -> list[list[tuple[str, float]]]:
        with Memory.open(vault.root) as memory:
            return [
                [(hit.record.id, round(hit.score, 5)) for hit in memory.retrieve(question, now=NOW).hits]
                for question in ("tea", "ramen with Maya", "what happened yesterday", "烏龍茶")
            ]

    before = answers()
    shutil.rmtree(vault.root / ".diurnal")
    shutil.rmtree(os.environ["XDG_STATE_HOME"])

    assert answers() == before


def test_grown_equals_rebuilt_score_for_score(vault: NoteFolder, api: ApiSkin) -> None:
    """
    An index that followed edits, moves and deletions scores as one built from the notes as they are now.
    """
    furnish(vault)
    memory = api.open()
    vault.write("diary/2026-07-21.md", "## 20:00\n\nramen with [[Maya]] and tea ^e-1\n")
    memory.catch_up()
    vault.move("wiki/Maya.md", "wiki/people/Maya.md")
    vault.remove("bad.md")
    vault.write("diary/2026-07-19.md", "- 10:00 tea\n")
    memory.catch_up()
    questions = ("tea", "ramen with Maya", "烏龍茶", "lives in Paris")
    grown = [memory.retrieve(question, now=NOW) for question in questions]

    memory.reindex()

    rebuilt = [memory.retrieve(question, now=NOW) for question in questions]
    assert all(answer.hits for answer in grown)
    for one, other in zip(grown, rebuilt, strict=True):
        assert [(hit.record.id, hit.score) for hit in one.hits] == [
            (hit.record.id, hit.score) for hit in other.hits
        ]


@pytest.mark.parametrize("clock", ["", "x", ":", "a:-1", "a:b"])
def test_what_is_no_clock_is_refused_in_one_sentence(api: Skin, clock: str) -> None:
    with pytest.raises(UsageError, match="is not a clock"):
        api.open().since(clock)
