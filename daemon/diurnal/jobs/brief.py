"""A day or a week in a few lines: what is told of it, how each line reads, and the link to where it comes from.

Everything here is plain: the text of an entry as a person reads it, shortened,
without keys, passwords, and all that Obsidian or this program would take for markup. Lines are
chosen by rules, the same ones for the same notes. Pure: records in, text out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from diurnal.model.record import Place, Record
from diurnal.model.regex import regex
from diurnal.text.masking import masked

TITLE = "Day in brief"
CALLOUT = f"> [!diurnal]- {TITLE}"

LONGEST_LINE = 140
_WORTH = {"facts": 4, "discoveries": 3, "advice": 2, "preferences": 2, "events": 1}
_SENTENCE = regex(r".{20,}?(?:[.!?…](?=\s)|[。！？])")
# Comments, template code, fields, links, tags, ids, marks of halls and callouts: in a brief they would come to life.
_MARKUP = (
    (regex(r"%%|<%[-_*]?|[-_]?%>|<!--|-->|\{\{|\}\}|\$\$|```|~~~|\[\[|\]\]|\[hall_\w+\]"), ""),
    (regex(r"::+"), ":"),
    (regex(r"[`<>|]"), ""),
    (regex(r"(?<![\w&])#+(?=\S)|(?<!\S)\^(?=\S)"), ""),
    (regex(r"\s+"), " "),
)
_LEAD = regex(r"^(?:[-*+#>=\s]|\d{1,9}[.)]\s|\[.?\]\s|\[!\w+\][-+]?)+")
_IN_HEADING = regex(r"[\[\]|#^:%]+")


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that may be told: a record, and the link to it. ``label`` is its time, or where it stands."""

    record: Record
    target: str
    label: str

    @property
    def link(self) -> str:
        return f"[[{self.target}|{self.label}]]"

    @property
    def moment(self) -> tuple[bool, datetime, str, int]:
        """Sorts by time; what has none comes last, in the order of its note."""
        at = self.record.at
        return (at is None or self.record.is_night, at or datetime.min, self.record.path, self.record.ordinal)


def told(record: Record, line: str, *, home: str = "") -> Told:
    """*record* as something to tell.

    Args:
        line: the line of its note it begins on, which may be a heading one can link to.
        home: the note that will hold the link; links within it survive its being moved.
    """
    page = "" if record.path == home else record.path.removesuffix(".md")
    heading = line.lstrip("#").strip() if line.startswith("#") else next(iter(record.heading[-1:]), "")
    anchor = f"^{record.block}" if record.block else _IN_HEADING.sub(" ", heading).strip()
    if anchor:
        target = f"{page}#{anchor}"
    else:
        target = page or record.path.removesuffix(".md")
    time = record.at.strftime("%H:%M") if record.at else ""
    label = _IN_HEADING.sub(" ", plain(heading, 40)).strip()
    return Told(record, target, time or label or record.title)


def plain(text: str, most: int = LONGEST_LINE) -> str:
    """*text* as one line that is nothing but text: its first sentences, at most *most* characters."""
    text = masked(text)
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    text = _LEAD.sub("", text.strip()).strip()
    if len(text) <= most:
        return text
    end = 0
    for match in _SENTENCE.finditer(text, 0, most):
        end = match.end()
    if end:
        return text[:end].strip()
    cut = text[: most - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut).rstrip(" ,;:，；：") + "…"


def chosen(things: Iterable[Told], most: int) -> list[Told]:
    """The *most* worth telling, in time order: decisions and findings before what merely happened; each text once."""
    first: dict[str, Told] = {}
    for thing in things:
        if plain(thing.record.text):
            first.setdefault(thing.record.text_hash, thing)
    ranked = sorted(first.values(), key=lambda thing: (-_worth(thing.record), thing.moment))
    return sorted(ranked[:most], key=lambda thing: thing.moment)


def _worth(record: Record) -> float:
    linked = 0.5 if record.links or record.names else 0.0
    return _WORTH.get(record.hall, 1) + linked + min(len(record.text), 400) / 1000


def day_lines(things: Sequence[Told], most: int) -> list[str]:
    """A day as list items: entries with their links, one item for each conversation, and how much was left out."""
    entries = [thing for thing in things if thing.record.place is not Place.EPISODE]
    turns: dict[str, list[Told]] = {}
    for thing in things:
        if thing.record.place is Place.EPISODE:
            turns.setdefault(thing.record.path, []).append(thing)
    picked = chosen(entries, most)
    lines = [f"- {_entry(thing)}" for thing in picked]
    distinct = len({thing.record.text_hash for thing in entries})
    if distinct > len(picked) > 0:
        lines.append(f"- and {distinct - len(picked)} more")
    lines += [f"- {_conversation(spoken)}" for _, spoken in sorted(turns.items())]
    return lines


def _entry(thing: Told) -> str:
    text = plain(thing.record.text)
    if thing.record.by:  # what another says is told as theirs
        text = f"{plain(thing.record.by, 40)}: {text}"
    return f"{thing.link} {text}" if thing.record.at else f"{text} ({thing.link})"


def _conversation(turns: Sequence[Told]) -> str:
    first = min(turns, key=lambda turn: turn.moment)
    target = first.record.path.removesuffix(".md")
    said = plain(first.record.text, 80)
    many = "one turn" if len(turns) == 1 else f"{len(turns)} turns"
    return f"A conversation of {many}: {said} ([[{target}|{plain(first.record.title, 60)}]])"


def callout(lines: Sequence[str]) -> list[str]:
    """*lines* as the folded callout that readers know to be a machine's."""
    return [CALLOUT, *(f"> {line}".rstrip() for line in lines)]
