"""Memorize: keep a conversation as a note, then learn from it with at most one call of the owner's model.

The turns are on the disk before any model is asked, and an episode says in its
last line whether it was learned from: a model that fails, a kill, or no model at
all loses nothing. The model only proposes. What it may close was shown to it and
is about the same name; what is known, or was only recalled, is not learned again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from diurnal.engine.card_fields import CardFields
from diurnal.engine.memorize_facts import read_facts
from diurnal.engine.memorize_known import Known
from diurnal.engine.memorize_lesson import Lesson, day_of_episode, is_memorized, owner_of
from diurnal.engine.prompts import filled
from diurnal.engine.write_entry import guarded_tags, wall_time
from diurnal.engine.writing import Writing
from diurnal.errors import DiurnalError, NoteMissing, UsageError, WriterFailed
from diurnal.model.block import dated_line
from diurnal.model.random_id import random_id
from diurnal.model.record import Note, Privacy, Record
from diurnal.model.regex import regex
from diurnal.model.results import Memorized
from diurnal.ports import MEMORIZE, Embedder, Writer
from diurnal.text.change import Patch
from diurnal.text.episode import episode_note, read_turns
from diurnal.text.insert import Insertion

SHOWN = 10
"""Records a model is shown."""
EARLIER = 4
"""Turns of the conversation before that it is shown."""
# A model's attention, and its owner's bill, are worth more than the beginning of a very long conversation.
LONGEST_PROMPT_TURNS = 24_000
MAX_TOKENS = 2_000
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)

_NAME = regex(r"/\d{4}-\d\d-\d\d chat \w+\.md$")

Similar = Callable[[str, int, datetime], Sequence[Record]]
"""The records most like a text, best first, of any scope."""


@dataclass(slots=True)
class Memorizer:
    """Memorizes conversations in one vault.

    Args:
        writing: writes the notes.
        writer: the owner's model; None: turns are kept and wait.
        embedder: compares meanings; None: words alone.
        similar: finds records like a text.
        recalled: what was lately given to whoever talks to us: saying it back teaches nothing.
        prompt: the prompt's text, with its slots (``engine.prompts``).
    """

    writing: Writing
    writer: Writer | None
    embedder: Embedder | None
    similar: Similar
    recalled: Callable[[], Sequence[Record]]
    prompt: str
    _done: set[str] = field(default_factory=set)
    _failed: dict[str, tuple[int, datetime]] = field(default_factory=dict)
    _fault: str = ""

    # --- keeping --------------------------------------------------------------------------------------

    def memorize(
        self, turns: Sequence[Mapping[str, Any]], *, now: datetime, owner: str = "", by: str = ""
    ) -> Memorized:
        """Keep *turns* as an episode; ``step`` or ``learn`` learns from it later.

        Args:
            turns: mappings with ``speaker`` and ``text``, and ``at`` if known.
            owner: whose cards may be made of it, and who it goes with in an ``erase``.
            by: who writes.

        Raises:
            UsageError: nothing was said. WriteRefused: an agent may not write.
        """
        writing = self.writing
        author = writing.rules.author(by)
        CardFields(owner=owner).check()
        said = read_turns(turns, now)
        if not said:
            raise UsageError("There is nothing in these turns to memorize.")
        layout = writing.vault.layout
        text = episode_note(said, owner=owner, by=author, guarded_tags=guarded_tags(layout))
        day = wall_time(said[0].at, now).date()
        name = f"{day} {random_id('chat').replace('-', ' ')}.md"
        path = f"{layout.episodes_folder.strip('/')}/{day:%Y}/{name}"
        writing.patcher.write(
            [Patch(path, lambda source: [Insertion(0, text.encode())])], what=MEMORIZE, at=now, by=author
        )
        writing.wrote([path])
        return Memorized(path, pending=True)

    def pending(self) -> list[str]:
        """Paths of the episodes that were not learned from yet, oldest first; not those whose lesson was taken back."""
        found = []
        unlearned = self.writing.patcher.journal.unlearned()
        for path in self._episodes():
            if path in self._done or path in unlearned:
                continue
            data = self.writing.patcher.current(path)
            if data is None or is_memorized(data):
                self._done.add(path)
            else:
                found.append(path)
        return found

    def _episodes(self) -> list[str]:
        """The conversations that were memorized; a note of the owner's own in their folder is nobody's to learn from."""
        folder = f"{self.writing.vault.layout.episodes_folder.strip('/')}/"
        paths = self.writing.catalogue.names.paths()
        return sorted(path for path in paths if path.startswith(folder) and _NAME.search(path))

    def step(self, now: datetime) -> Memorized | None:
        """Learn from one pending episode; None if none is due. A failure waits, longer each time."""
        if self.writer is None:
            return None
        pending = self.pending()
        # What was taken back, erased or learned from elsewhere waits no longer.
        self._failed = {path: self._failed[path] for path in pending if path in self._failed}
        for path in pending:
            times, not_before = self._failed.get(path, (0, now))
            if not_before > now:
                continue
            try:
                return self.learn(path, now)
            except DiurnalError as fault:
                pause = min(FIRST_PAUSE * 2**times, LONGEST_PAUSE)
                self._failed[path] = (times + 1, now + pause)
                self._fault = str(fault)
                calls = int(isinstance(fault, WriterFailed))
                return Memorized(path, pending=True, model_calls=calls, warnings=(str(fault),))
        return None

    @property
    def trouble(self) -> str:
        """Why conversations wait to be learned from, as one sentence; empty while none failed."""
        waiting = len(self._failed)
        if not waiting:
            return ""
        wait = "conversation waits" if waiting == 1 else "conversations wait"
        return f"{waiting} {wait} to be learned from: {self._fault} `diurnal jobs run extract` tries at once."

    @property
    def retry_at(self) -> datetime | None:
        """When the first of those that failed is due again; None while none failed."""
        return min((not_before for _, not_before in self._failed.values()), default=None)

    # --- learning -------------------------------------------------------------------------------------

    def learn(self, path: str, now: datetime) -> Memorized:
        """Learn from the episode *path*: one call of the model, then one operation that can be undone.

        Raises:
            WriterFailed: the model did not answer, or not with facts. The episode stays pending.
            NoteMissing: there is no such episode.
        """
        data = self.writing.patcher.current(path)
        if data is None:
            raise NoteMissing(f"There is no episode {path}.")
        if is_memorized(data):
            return Memorized(path)
        if self.writer is None:
            return Memorized(path, pending=True, warnings=("No model is configured: set `writer.name`.",))
        episode = self.writing.read(path, data)
        if episode.privacy is not Privacy.OPEN:
            self._done.add(path)
            return Memorized(path, warnings=("The episode is private, so no model is shown it.",))
        author = self.writing.rules.author(next(iter(episode.properties.get("by", ())), ""))
        shown = self._shown(episode, now)
        answer = self.writer.write(self._prompt(episode, shown), max_tokens=MAX_TOKENS, as_json=True)
        facts = read_facts(answer)
        lesson = Lesson(self.writing, episode, shown, author, now)
        learned = lesson.take_in(facts, Known(self.embedder), self.recalled())
        self._done.add(path)
        self._failed.pop(path, None)
        return learned

    def _shown(self, episode: Note, now: datetime) -> list[Record]:
        """Open records like the conversation; what only the owner may see, or a machine wrote, is not shown."""
        said = "\n".join(record.text for record in episode.records)[-4_000:]
        found = [
            record
            for record in self.similar(said, 3 * SHOWN, now)
            if record.privacy is Privacy.OPEN
            and not record.is_machine
            and record.path != episode.path
            and not (record.card is not None and record.card.is_closed)
        ]
        return found[:SHOWN]

    def _prompt(self, episode: Note, shown: Sequence[Record]) -> str:
        turns = "\n".join(_turn_line(record) for record in episode.records)[-LONGEST_PROMPT_TURNS:]
        records = "\n".join(f"{n}. {dated_line(record)[2:]}" for n, record in enumerate(shown, 1))
        return filled(
            self.prompt,
            {
                "owner": owner_of(episode) or "the owner of these notes",
                "today": str(day_of_episode(episode) or ""),
                "records": _quoted(records) or "(none)",
                "earlier": _quoted(self._earlier(episode)) or "(none)",
                "turns": _quoted(turns),
            },
        )

    def _earlier(self, episode: Note) -> str:
        """The last turns of the same owner's conversation before this one."""
        before = [path for path in self._episodes() if path < episode.path]
        for path in reversed(before[-5:]):
            note = self.writing.catalogue.note(path)
            if note is not None and note.privacy is Privacy.OPEN and owner_of(note) == owner_of(episode):
                return "\n".join(_turn_line(record) for record in note.records[-EARLIER:])
        return ""


def _turn_line(record: Record) -> str:
    speaker = record.names[0] if record.names else record.by
    return f"[{record.block}] {speaker}: {record.text}"


def _quoted(text: str) -> str:
    # What was said can hold our own closing marks; broken up, they cannot end the quotation early.
    for mark in ("known-records", "earlier-turns", "conversation", "diurnal-notes"):
        text = text.replace(f"</{mark}", f"<\u200b/{mark}")
    return text
