"""A note as a readable transcript; ``python tests/text/transcript.py`` rewrites the golden files."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from diurnal.model.layout import Layout
from diurnal.model.record import Note, Privacy, Record
from diurnal.text import Reader

FIXTURES = Path(__file__).parent / "fixtures"
VAULT = FIXTURES / "vault"
GOLDEN = FIXTURES / "golden"


def fixture_notes() -> list[str]:
    """Paths of the fixture notes, vault-relative."""
    return sorted(path.relative_to(VAULT).as_posix() for path in VAULT.rglob("*.md"))


def golden_file(path: str) -> Path:
    """Where the transcript of the note at *path* is kept."""
    return GOLDEN / f"{path.replace('/', '__').removesuffix('.md')}.txt"


def transcript(path: str) -> str:
    """What the reader makes of the fixture note at *path*."""
    reader = Reader(Layout(), classify=lambda text: "events", events=_no_events)
    return "\n".join(_lines(reader.read(path, (VAULT / path).read_bytes()))) + "\n"


def _no_events(text: str, day: date | None) -> tuple[()]:
    return ()


def _lines(note: Note) -> Iterator[str]:
    yield f"{note.path}: {note.place}, {_span(note)}"
    for name in ("aliases", "tags", "warnings"):
        if values := getattr(note, name):
            yield f"{name}: {' | '.join(values)}"
    for key, values in note.properties.items():
        yield f"property {key}: {' | '.join(values)}"
    for link in note.links:
        embed = "!" if link.embed else ""
        yield f"link {link.line}: {embed}{link.target}#{link.anchor} ({link.alias})"
    for record in note.records:
        yield ""
        yield _head(record)
        yield from (f"    {line}" for line in record.text.split("\n"))


def _span(note: Note) -> str:
    period = note.period
    return f"{period.start} to {period.end}" if period else "undated"


def _head(record: Record) -> str:
    first, last = record.lines
    parts = [f"{record.ordinal}. {record.kind} {first}-{last}", str(record.at or record.day or "undated")]
    parts += [f"in {' > '.join(record.heading)}"] if record.heading else []
    parts += [f"task {record.task}"] if record.task else []
    parts += [word for word in ("is_plan", "is_night", "is_machine") if getattr(record, word)]
    parts += [f"by {record.by}"] if record.by else []
    parts += [f"hall {record.hall}"] if record.hall != "events" else []
    parts += [f"^{record.block}"] if record.block else []
    parts += [f"names {', '.join(record.names)}"] if record.names else []
    parts += [f"tags {', '.join(record.tags)}"] if record.tags else []
    parts += [
        f"{event.phrase} {event.window.start:%Y-%m-%d}" for event in record.events if event.window.start
    ]
    parts += [str(record.card)] if record.card else []
    parts += [record.privacy] if record.privacy is not Privacy.OPEN else []
    return ", ".join(parts)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for note_path in fixture_notes():
        golden_file(note_path).write_text(transcript(note_path), encoding="utf-8")
