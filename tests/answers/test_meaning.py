"""Search by meaning through the memory: a plugin that may be absent, slow, refused or wrong."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from answer_room import NOW
from diurnal import Memory
from diurnal.engine.meaning import BATCH, LONGEST_QUESTION, Embedding
from diurnal.engine.vector_keeper import VectorKeeper
from diurnal.hooks import Plugins
from diurnal.ports import Job, Outcome
from notefolder import NoteFolder

CONCEPTS = {
    "food": ("bakery", "bakeries", "bread", "croissant", "eat", "面包"),
    "place": ("paris", "lives", "near", "city", "巴黎"),
    "sport": ("swim", "swam", "run", "lake"),
}


class Scripted:
    """An embedder that knows a few concepts: what it makes of a text can be read off the table above."""

    floor = 0.3
    ceiling = 0.9

    def __init__(self, model: str = "scripted-1", dim: int = 4) -> None:
        self.model = model
        self.dim = dim
        self.calls: list[list[str]] = []
        self.answer: Any = None
        self.loads_late = False
        self.asked = threading.Event()
        self.questions: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.calls.append(list(texts))
        if isinstance(self.answer, Exception):
            raise self.answer
        if self.answer is not None:
            return np.asarray(self.answer, np.float32)
        return np.array([self._vector(text) for text in texts], np.float32)

    def embed_question(self, text: str) -> NDArray[np.float32]:
        self.questions.append(text)
        self.asked.set()
        if isinstance(self.answer, Exception):
            raise self.answer
        return np.array(self._vector(text), np.float32)

    def _vector(self, text: str) -> list[float]:
        low = text.lower()
        row = [sum(word in low for word in words) + 0.01 for words in CONCEPTS.values()] + [0.2]
        row += [0.0] * (self.dim - len(row))
        length = sum(value * value for value in row) ** 0.5
        return [value / length for value in row[: self.dim]]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """The embedder called "scripted", as if a plugin offered it."""
    made = Scripted()

    def find(self: Plugins, name: str, settings: Any) -> Any:
        return made if name == "scripted" else None

    monkeypatch.setattr(Plugins, "embedder", find)
    return made


def open_with(vault: NoteFolder, embedder: str = "scripted") -> Memory:
    memory = Memory.open(vault.root, config={"meaning.embedder": embedder})
    memory.catch_up()
    return memory


def texts(memory: Memory, question: str, **more: Any) -> list[str]:
    return [hit.record.text for hit in memory.retrieve(question, now=NOW, **more).hits]


def test_meaning_finds_what_shares_no_word(vault: NoteFolder, scripted: Scripted) -> None:
    """
    C15: "Any good bakeries near me?" finds that she lives in Paris; the London card is not in the result.
    """
    vault.write(
        "wiki/Maya.md",
        "- Maya lives in Paris; moved from London. (since:: 2026-03-02) ^c-7\n"
        "- Maya lives in London. (since:: 2025-01-10) (until:: 2026-03-02) (next:: [[Maya#^c-7|now]]) ^c-3\n",
    )
    vault.write("diary/2026-07-20.md", "- 09:00 fixed the bicycle\n")
    with open_with(vault) as memory:
        answer = memory.retrieve("Any good bakeries near me?", now=NOW)

    assert ["Maya lives in Paris; moved from London."] == [
        hit.record.text for hit in answer.hits if hit.matched
    ]
    assert "(since 2026-03)" in answer.block()


@pytest.mark.parametrize("question", ["", "   ", "?", "。！？", "->", "😀"])
def test_a_question_without_a_word_means_nothing(
    vault: NoteFolder, scripted: Scripted, question: str
) -> None:
    vault.write("diary/2026-07-20.md", "- 09:00 fixed the bicycle\n")
    with open_with(vault) as memory:
        assert texts(memory, question) == []


def test_a_pasted_text_is_no_work_for_the_model(vault: NoteFolder, scripted: Scripted) -> None:
    """
    100 kB as a question held a thread for 25 s: a model's work grows with the square of the length.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 fixed the bicycle\n")
    with open_with(vault) as memory:
        assert texts(memory, "鱼 " * 30_000 + "bicycle") == ["fixed the bicycle"]

    assert max(map(len, scripted.questions)) <= LONGEST_QUESTION


def test_where_before_paris_finds_london_by_a_hop(vault: NoteFolder, scripted: Scripted) -> None:
    """
    C17: the replaced card comes with its dates, beneath the one that replaced it.
    """
    vault.write(
        "wiki/Maya.md",
        "- Maya lives in Paris; moved from London. (since:: 2026-03-02) ^c-7\n"
        "- Maya lives in London. (since:: 2025-01-10) (until:: 2026-03-02) (next:: [[Maya#^c-7|now]]) ^c-3\n",
    )
    with open_with(vault) as memory:
        answer = memory.retrieve("Where did I live before Paris?", now=NOW)

    (linked,) = answer.hits[0].linked
    assert ("replaced", "Maya lives in London.") == (linked.why, linked.record.text)
    assert "2025-01 to 2026-03" in answer.block()


def test_a_daemon_loads_the_model_before_the_first_question(vault: NoteFolder, scripted: Scripted) -> None:
    """
    As soon as there is a vector to compare the question with.
    """
    vault.write("tea.md", "Gyokuro steeps at 60 degrees.\n")
    open_with(vault).close()
    scripted.loads_late = True
    with Memory.open(vault.root, config={"meaning.embedder": "scripted"}, serve=True):
        assert scripted.asked.wait(30)


def test_an_endpoint_is_not_called_before_somebody_asks(scripted: Scripted) -> None:
    Embedding(scripted).warm_up(0.0)

    assert not scripted.asked.is_set()


def test_moving_a_note_embeds_nothing(vault: NoteFolder, scripted: Scripted) -> None:
    """
    A40: vectors follow text, not paths; a move, a rename and an edit elsewhere embed only what is new.
    """
    vault.write("Inbox/tea.md", "Gyokuro steeps at 60 degrees.\n\nSencha at 75.\n")
    with open_with(vault) as memory:
        scripted.calls.clear()

        vault.move("Inbox/tea.md", "Notes/green tea.md")
        memory.catch_up()
        assert [] == scripted.calls

        vault.write("Notes/green tea.md", "Gyokuro steeps at 60 degrees.\n\nSencha at 80.\n")
        memory.catch_up()
        assert 1 == sum(len(call) for call in scripted.calls)


def test_a_restart_embeds_nothing(vault: NoteFolder, scripted: Scripted) -> None:
    """
    Vectors are still there after a stop and a start, and status counts what is stored.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n- 10:00 bread\n")
    with open_with(vault):
        pass
    scripted.calls.clear()

    with open_with(vault) as memory:
        status = memory.status()

    assert [] == scripted.calls
    assert (2, 0) == (status.vectors, status.vectors_wanted)


@pytest.mark.parametrize(
    "answer",
    [
        RuntimeError("boom"),
        [[float("nan")] * 4],
        [[1.0, 0.0, 0.0, 0.0]] * 7,
        [[1.0, 0.0]],
        [[0.0, 0.0, 0.0, 0.0]],
    ],
    ids=["raises", "nan", "too many rows", "another width", "zero"],
)
def test_a_bad_embedder_never_hides_a_day(vault: NoteFolder, scripted: Scripted, answer: Any) -> None:
    """
    B4: an embedder that raises, gives NaN, the wrong number of rows or another width: keyword answers go on.
    """
    scripted.answer = answer
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n")
    with open_with(vault) as memory:
        assert ["swam in the lake"] == texts(memory, "lake")
        assert ["swam in the lake"] == texts(memory, "what happened the day before yesterday")


def test_vectors_of_nothing_are_said(
    vault: NoteFolder, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Peers' faults 127: a model that answers each text with zeros fails, though it answers; so does one whose
    answer to a question is no number.
    """
    vault.write("diary/2026-07-20.md", "".join(f"- 09:{n:02} swam in lake {n}\n" for n in range(20)))
    scripted.answer = [[0.0] * 4] * 20
    with open_with(vault) as memory:
        assert any("nothing but zeros" in sentence for sentence in memory.status().degraded)

        embedding = memory.parts.embedding
        assert embedding is not None
        monkeypatch.setattr(embedding.embedder, "embed_question", lambda text: np.full(4, np.nan, np.float32))
        embedding.forgive()
        assert embedding.embed_question("lake", 0.0) is None
        assert "no number for a question" in embedding.trouble


def test_a_failing_embedder_is_said_and_tried_again(vault: NoteFolder, scripted: Scripted) -> None:
    """
    ``status`` says what is wrong; once it works again the queue goes on by itself.
    """
    scripted.answer = RuntimeError("boom")
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n")
    with open_with(vault) as memory:
        assert any("scripted-1" in sentence for sentence in memory.status().degraded)
        assert 1 == memory.status().vectors_wanted

        scripted.answer = None
        embedding = memory.parts.embedding
        assert embedding is not None
        embedding.forgive()
        memory.catch_up()

        assert 0 == memory.status().vectors_wanted
        assert () == memory.status().degraded


def test_a_missing_package_degrades_and_names_the_command(vault: NoteFolder) -> None:
    """
    A25, rule 6: an embedder nobody offers is a sentence, not an error, and words go on.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n")
    with open_with(vault, "nobody-offers-this") as memory:
        answer = memory.retrieve("lake", now=NOW)

    assert ["swam in the lake"] == [hit.record.text for hit in answer.hits]
    assert any("meaning.embedder" in sentence for sentence in answer.degraded)


@pytest.mark.parametrize(("model", "dim"), [("scripted-2", 4), ("scripted-1", 6)])
def test_another_model_means_words_for_now_and_a_command(
    vault: NoteFolder, scripted: Scripted, model: str, dim: int
) -> None:
    """
    A38, A39: another model or width is a warning and "run `diurnal reembed`"; nothing is embedded unasked.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n")
    with open_with(vault):
        pass
    scripted.calls.clear()
    scripted.model, scripted.dim = model, dim

    with open_with(vault) as memory:
        answer = memory.retrieve("lake", now=NOW)
        assert ["swam in the lake"] == [hit.record.text for hit in answer.hits]
        assert any("diurnal reembed" in sentence for sentence in answer.degraded)
        assert [] == scripted.calls

        memory.reembed()

        assert 1 == sum(len(call) for call in scripted.calls)
        assert () == memory.retrieve("lake", now=NOW).degraded
        headers = [json.loads(path.read_text().splitlines()[0]) for path in _key_files(vault)]
        assert [(model, dim)] == [(header["model"], header["dim"]) for header in headers]


class Hands:
    """Stands for the process that embeds: notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Job] = []

    def is_busy(self, function: str) -> bool:
        return False

    def ask(self, job: Job) -> None:
        self.asked.append(job)


def test_the_daemon_replaces_vectors_of_another_model_once_it_is_told_to(
    vault: NoteFolder, scripted: Scripted
) -> None:
    """
    A39, in the daemon: its process is asked for nothing as long as the owner has not said so, then for all.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n")
    with open_with(vault):
        pass
    scripted.model = "scripted-2"
    hands = Hands()
    with open_with(vault) as memory:
        parts = memory.parts
        assert parts.background.vectors is not None
        keeper = VectorKeeper(
            parts.background.vectors.queue,
            parts.index,
            hands,  # type: ignore[arg-type]
            lambda replacing: Job("embed", {"replacing": replacing}),
        )
        keeper.step(0.0, 1, [])
        assert [] == hands.asked
        assert keeper.is_settled(0.0, 1)

        keeper.begin_replacing()
        keeper.step(0.0, 1, [])

        assert [True] == [job.arguments["replacing"] for job in hands.asked]
        assert not keeper.is_settled(0.0, 1)

        parts.background.vectors.embed(None, replacing=True)
        keeper.step(1.0, 1, [Outcome(hands.asked[0], 1)])

        assert keeper.is_settled(1.0, 1)
        assert () == memory.retrieve("lake", now=NOW).degraded


def test_many_texts_are_embedded_in_batches_and_each_once(vault: NoteFolder, scripted: Scripted) -> None:
    """
    Equal texts share a vector, and no text is looked for again once it has one.
    """
    lines = [f"swam {number} lengths" for number in range(2 * BATCH + 5)]
    vault.write("diary/2026-07-20.md", "".join(f"- {line}\n" for line in [*lines, lines[0]]))

    with open_with(vault):
        pass

    assert [BATCH, BATCH, 5] == [len(call) for call in scripted.calls]
    assert sorted(lines) == sorted(text for call in scripted.calls for text in call)


def test_no_embedder_gives_exactly_the_keyword_results(vault: NoteFolder, scripted: Scripted) -> None:
    """
    A42: without vectors the ranking is the one of words and names, score for score.
    """
    for number, line in enumerate(
        ("swam in the lake", "a walk by the lake with Maya", "bread", "lake lake lake")
    ):
        vault.write(f"diary/2026-07-{number + 1:02}.md", f"- 09:00 {line}\n")

    def scored(memory: Memory) -> list[tuple[str, float]]:
        return [(hit.record.id, hit.score) for hit in memory.retrieve("lake with Maya", now=NOW).hits]

    with open_with(vault, "none") as memory:
        without = scored(memory)
    scripted.answer = RuntimeError("never answers")
    with open_with(vault) as memory:
        assert scored(memory) == without


def test_no_vector_lies_in_a_note(vault: NoteFolder, scripted: Scripted) -> None:
    """
    A41: vectors are in the derived folder and nowhere else; no note holds a number of them.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n")
    before = (vault.root / "diary/2026-07-20.md").read_bytes()

    with open_with(vault):
        pass

    assert before == (vault.root / "diary/2026-07-20.md").read_bytes()
    assert all(".diurnal" in path.parts for path in vault.root.rglob("*.npy"))


def test_deleted_notes_leave_no_vector_hit(vault: NoteFolder, scripted: Scripted) -> None:
    """
    Peers' faults 125: A vector without a living record is no hit.
    """
    for number in range(1, 11):
        vault.write(f"diary/2026-07-{number:02}.md", f"- 09:00 swam in lake {number}\n")
    with open_with(vault) as memory:
        for number in range(1, 11):
            vault.remove(f"diary/2026-07-{number:02}.md")
        memory.catch_up()

        assert [] == texts(memory, "run to the city")


def test_first_so_many_of_a_longer_list_are_the_shorter_list(vault: NoteFolder, scripted: Scripted) -> None:
    """
    I3: results(k) is a prefix of results(k + 1).
    """
    for number in range(1, 21):
        vault.write(
            f"diary/2026-07-{number:02}.md",
            f"- 09:00 lake {'swim ' * (number % 4)}\n- 10:00 bread near Paris\n",
        )
    with open_with(vault) as memory:
        lists = [texts(memory, "swim near the lake", limit=limit) for limit in range(1, 25)]

    assert all(longer[: len(shorter)] == shorter for shorter, longer in itertools.pairwise(lists))


def _key_files(vault: NoteFolder) -> list[Path]:
    return sorted(vault.root.glob(".diurnal/vectors/*.keys.jsonl"))


def test_a_note_just_saved_is_not_outranked_for_want_of_a_vector(
    vault: NoteFolder, scripted: Scripted
) -> None:
    """
    Until its vector is made a record is ranked by its words alone, not as one that means nothing.
    """
    for number in range(40):
        vault.write(
            f"diary/2026-06-{number % 28 + 1:02}-{number}.md", f"swim near the lake topic{number:03}\n"
        )
    with open_with(vault) as memory:
        vault.write("diary/2026-07-21.md", "swim near the lake topic777\n")
        memory.parts.loop.look_afresh(1e9)

        assert "swim near the lake topic777" == texts(memory, "swim near the lake topic777")[0]


def test_what_is_only_near_is_not_passed_off_as_the_day(vault: NoteFolder, scripted: Scripted) -> None:
    """
    "When did I last swim" over a vault that knows no swimming says that nothing proves it; what is near follows.
    """
    scripted.floor = 0.8
    vault.write("diary/2026-07-01.md", "- 10:00 went for a run and got bread\n")
    with open_with(vault) as memory:
        answer = memory.ask("when did I last swim", now=NOW)

    assert [False] == [hit.matched for hit in answer.hits]
    assert () == answer.days
    assert answer.summary == "Nothing proves when that was: swim. What is near follows."


def test_a_day_that_is_only_near_in_meaning_is_not_told_as_one_that_says_so(
    vault: NoteFolder, scripted: Scripted
) -> None:
    """
    "Last on …" is a claim; where no record holds the words it is told as the nearest in meaning.
    """
    vault.write("diary/2026-07-01.md", "- 10:00 went round the lake\n")
    with open_with(vault) as memory:
        answer = memory.ask("when did I last swim", now=NOW)

    assert ["went round the lake"] == [hit.record.text for hit in answer.hits]
    assert answer.summary.startswith(
        "Nothing says so in words: swim. Nearest in meaning is 2026-07-01, Wednesday"
    )
