"""The commands by name: which group of the overview they stand in, and one sentence each."""

from __future__ import annotations

SERVE, ASK, READ, WRITE, CARE = "The daemon", "Questions", "Reading", "Writing", "Care"

COMMANDS: dict[str, tuple[str, str]] = {
    "init": (SERVE, "Take a vault on, or lay a new one down."),
    "start": (SERVE, "Start the daemon in the background."),
    "run": (SERVE, "Run the daemon in the foreground."),
    "stop": (SERVE, "Stop the daemon."),
    "status": (SERVE, "Say how the daemon and its memory are doing."),
    "autostart": (SERVE, "Have the daemon started when you log in."),
    "mcp": (SERVE, "Serve agents over MCP."),
    "http": (SERVE, "Serve the owner's page and the methods over HTTP, locally."),
    "ask": (ASK, "Answer a question: what, when, how often."),
    "search": (ASK, 'Find records: tag:, path:, "phrase", -not, OR, prefix*.'),
    "explain": (ASK, "Say why a question gets what it gets."),
    "day": (READ, "Show one day."),
    "dates": (READ, "List the days that have entries."),
    "tail": (READ, "Show the newest entries."),
    "note": (READ, "Show a note by name, path or alias."),
    "links": (READ, "Show the links out of a note and into it."),
    "add": (WRITE, "Add an entry to the diary."),
    "remember": (WRITE, "Add a card to the wiki."),
    "replace": (WRITE, "Close a card and add what is true now."),
    "close": (WRITE, "Say that a card is true no longer."),
    "erase": (WRITE, "Take a record out for good, everywhere."),
    "memorize": (WRITE, "Keep a conversation and learn from it."),
    "undo": (WRITE, "Take a write back."),
    "ops": (WRITE, "List the last writes."),
    "jobs": (CARE, "List the scheduled jobs, or run one."),
    "doctor": (CARE, "Say what is odd and how to mend it."),
    "bench": (CARE, "Say how well your own notes are found."),
    "reindex": (CARE, "Build everything derived anew from the notes."),
    "reembed": (CARE, "Make the vectors that are missing."),
    "accept-missing": (CARE, "Forget the notes that vanished at once."),
    "config": (CARE, "Show or check the settings."),
    "remove": (CARE, "Stop everything and delete what is derived."),
}
