"""The page for the owner: a question, its answer, and links that open each record in Obsidian.

Plain HTML made here, without a script and without anything from elsewhere, so the
strictest policy holds: nothing in a note can run, load or send. Every text of a
note passes through ``html.escape``; only ``obsidian:`` links become links.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from typing import Any

from diurnal.render.state import pending_sentence, state_sentence

STYLE = """
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
form { display: flex; gap: .5rem }
input { flex: 1; font: inherit; padding: .4rem .6rem }
button { font: inherit; padding: .4rem 1rem }
li { margin: 1rem 0 }
p, pre { margin: .2rem 0; white-space: pre-wrap; font: inherit; overflow-wrap: anywhere }
.when { opacity: .7 }
.warn { color: #b35900 }
"""
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
# Without a script there is nothing to allow but the one style above and the form's own address.
POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{STYLE_HASH}'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def page(vault_name: str, question: str = "", answer: dict[str, Any] | None = None, fault: str = "") -> str:
    """The whole page: the box with *question* in it, and below it the *answer* as it comes over the wire."""
    return "\n".join(_lines(vault_name, question, answer, fault)) + "\n"


def _lines(vault_name: str, question: str, answer: dict[str, Any] | None, fault: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(question or vault_name)}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    yield f'<form action="/" method="post"><input name="q" value="{escape(question)}" autofocus'
    yield f' aria-label="Question" placeholder="Ask {escape(vault_name)}"><button>Ask</button></form>'
    if fault:
        yield f'<p class="warn" role="alert">{escape(fault)}</p>'
    if answer is not None:
        yield from _answer(answer)
    yield "</body>\n</html>"


def _answer(answer: dict[str, Any]) -> Iterator[str]:
    if answer["summary"]:
        yield f"<p><strong>{escape(answer['summary'])}</strong></p>"
    elif not answer["hits"]:
        yield "<p><strong>Nothing was found.</strong></p>"
    yield from _hits(answer["hits"])
    if answer["nearby"]:
        yield '<p class="when">Elsewhere in the notes:</p>'
        yield from _hits(answer["nearby"])
    if answer["state"] != "ready":
        yield f'<p class="warn">{escape(state_sentence(answer["state"]))}</p>'
    if answer["pending"]:
        yield f'<p class="warn">{pending_sentence(answer["pending"], answer.get("vanished", 0))}</p>'
    yield from (f'<p class="warn">{escape(said)}</p>' for said in (*answer["degraded"], *answer["warnings"]))


def _hits(hits: list[dict[str, Any]]) -> Iterator[str]:
    if not hits:
        return
    yield "<ol>"
    for hit in hits:
        record = hit["record"]
        when = (record["at"] or record["day"] or "")[:16].replace("T", " ")
        place = escape(f"{record['path']}:{record['lines'][0]}")
        link = hit["link"]
        if link.startswith("obsidian://"):
            place = f'<a href="{escape(link)}">{place}</a>'
        yield f'<li><p class="when">{escape(when)} {place} {escape(hit["reason"])}</p>'
        yield f"<p>{_marked(hit['snippet'], record)}</p></li>"
    yield "</ol>"


def _marked(snippet: dict[str, Any], record: dict[str, Any]) -> str:
    text = snippet["text"]
    if not text:
        return escape(record["text"])
    pieces, at = [], 0
    for start, end in snippet["marks"]:
        pieces += [escape(text[at:start]), f"<mark>{escape(text[start:end])}</mark>"]
        at = end
    return "".join([*pieces, escape(text[at:])])
