"""Answers and records as text for people, from the form they have on the wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from diurnal.cli.frame import Out, plain
from diurnal.render.state import pending_sentence, state_sentence

INDENT = "   "


def answer_lines(answer: dict[str, Any], out: Out) -> Iterator[str]:
    """A whole answer: its time, its sentence, its hits with what hangs on them, what is near, what is amiss."""
    gate = gate_line(answer["gate"])
    if gate:
        yield out.style("dim", gate)
    if answer["summary"]:
        yield out.style("bold", plain(answer["summary"]))
    for record in answer["always"]:
        yield f"* {record_line(record, out)}"
    for number, hit in enumerate(answer["hits"], 1):
        yield from hit_lines(hit, number, out)
    if not answer["hits"] and not answer["summary"]:
        yield "Nothing was found."
    if answer["nearby"]:
        yield ""
        yield out.style("dim", "Elsewhere in the notes:")
        for number, hit in enumerate(answer["nearby"], 1):
            yield from hit_lines(hit, number, out)
    if answer["total"] > len(answer["hits"]) and answer["cursor"]:
        yield out.style(
            "dim", f"{len(answer['hits'])} of {answer['total']}; the rest: --cursor {answer['cursor']}"
        )
    yield from explain_lines(answer)
    yield from state_lines(answer, out)


def hit_lines(hit: dict[str, Any], number: int, out: Out) -> Iterator[str]:
    """One hit: when and where, the text with its matched words marked, its remarks, its links."""
    record = hit["record"]
    remarks = [hit["reason"], "weak" if hit["weak"] else "", f"by {record['by']}" if record["by"] else ""]
    said = "".join(f"  ({plain(remark)})" for remark in remarks if remark)
    yield f"{number}. {place_of(record, out)}{out.style('warn', said)}"
    for line in marked(hit["snippet"], record, out).splitlines():
        yield f"{INDENT}{line}"
    for linked in hit["linked"]:
        yield f"{INDENT}-> {plain(linked['why'])}: {record_line(linked['record'], out)}"
    if hit["parts"]:
        parts = ", ".join(f"{name} {value:.3f}" for name, value in hit["parts"].items())
        yield out.style("dim", f"{INDENT}score {hit['score']:.4f} = {parts}")


def record_line(record: dict[str, Any], out: Out) -> str:
    """A record on one line: when, text, where."""
    text = " ".join(plain(record["text"]).split())
    when = out.style("day", when_of(record))
    return f"{when}{'  ' if when else ''}{text}  {out.style('path', where_of(record))}"


def place_of(record: dict[str, Any], out: Out) -> str:
    """When and where a record stands, with the headings above it."""
    heading = plain(" > ".join(record["heading"]))
    parts = [
        out.style("day", when_of(record)),
        out.style("path", where_of(record)),
        out.style("dim", heading),
    ]
    return "  ".join(part for part in parts if part)


def when_of(record: dict[str, Any]) -> str:
    """ "2026-07-21 14:30", "2026-07-21", a card's span, or nothing."""
    card = record["card"]
    if card and (card["since"] or card["until"] or card["event"]):
        if card["until"]:
            return f"{card['since'] or '…'} to {card['until']}"
        return f"since {card['since']}" if card["since"] else str(card["event"])
    if record["at"]:
        return str(record["at"])[:16].replace("T", " ")
    return record["day"] or ""


def where_of(record: dict[str, Any]) -> str:
    """``path:line``, which editors and terminals open."""
    return plain(f"{record['path']}:{record['lines'][0]}")


def marked(snippet: dict[str, Any], record: dict[str, Any], out: Out) -> str:
    """The snippet with its matched words marked on a terminal; the record's text if there is none."""
    text = snippet["text"]
    if not text:
        return plain(str(record["text"]))
    pieces, at = [], 0
    for start, end in snippet["marks"]:
        pieces += [plain(text[at:start]), out.style("mark", plain(text[start:end]))]
        at = end
    return "".join([*pieces, plain(text[at:])])


def gate_line(gate: dict[str, Any]) -> str:
    """What time the answer is confined to, and in whose words."""
    if not gate["windows"]:
        return ""
    spans = ", ".join(span_text(window) for window in gate["windows"])
    phrase = f"{plain(gate['phrase'])}: " if gate["phrase"] else ""
    zone = f" ({gate['zone']})" if gate["zone"] else ""
    return f"{phrase}{spans}{zone}{' - ' + plain(gate['widened']) if gate['widened'] else ''}"


def span_text(window: dict[str, Any]) -> str:
    """A window for people: whole days by their dates, both included; an open side in words."""
    start, end = window["start"], window["end"]
    if start and end and _is_midnight(start) and _is_midnight(end):
        from datetime import datetime, timedelta

        last = (datetime.fromisoformat(end) - timedelta(days=1)).date().isoformat()
        return start[:10] if start[:10] == last else f"{start[:10]} to {last}"
    left = _minute(start) if start else ""
    right = _minute(end) if end else ""
    if left and right:
        return f"{left} to {right}"
    return f"since {left}" if left else f"before {right}"


def state_lines(answer: dict[str, Any], out: Out) -> Iterator[str]:
    """What keeps an answer from being complete or fresh; nothing if it is."""
    if answer["state"] != "ready":
        yield out.style("warn", state_sentence(answer["state"]))
    if answer["pending"]:
        yield out.style("warn", pending_sentence(answer["pending"], answer.get("vanished", 0)))
    for sentence in (*answer["warnings"], *answer["degraded"]):
        yield out.style("warn", plain(sentence))


def explain_lines(answer: dict[str, Any]) -> Iterator[str]:
    """The steps of an answer that was asked to explain itself."""
    if answer["explain"]:
        yield ""
        yield from (plain(line) for line in answer["explain"])


def columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Rows with their columns aligned; the last one is left ragged."""
    table = [tuple(map(plain, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)] if table else []
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _is_midnight(moment: str) -> bool:
    return moment[10:19] in ("", "T00:00:00")


def _minute(moment: str) -> str:
    return moment[:16].replace("T", " ") if not _is_midnight(moment) else moment[:10]
