"""Tags by Obsidian's grammar.

A tag is ``#`` after white space, an opening bracket or the start of a line,
then letters of any script, digits, ``_``, ``-``, ``/`` or emoji, with at least
one of them no digit. Chinese and other punctuation ends it. Case does not
distinguish tags: the first spelling is kept. Code, links and addresses hold
none; leaving those out is the caller's business (``inline``).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from diurnal.model.regex import regex

# Everything Obsidian excludes (ASCII punctuation but - _ /, general punctuation but the zero-width
# joiner of emoji, supplemental punctuation) and, beyond it, CJK and full-width punctuation.
_STOP = "\\s\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f\u3000-\u303f\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff3e\uff40\uff5b-\uff65'!\"#$%&()*+,.:;<=>?@^`{|}~\\[\\]\\\\"
BODY = f"[^{_STOP}]+"
_BEFORE = "(?<![^\\s(\\[{\"'“‘（【「『《，。、；：！？>])"
TAG = regex(f"{_BEFORE}#({BODY})")


def as_tag(body: str) -> str:
    """The tag written as ``#body``, or "" if that is none (only digits, only slashes)."""
    if body.isalpha() and body.isascii():
        return body
    tag = body.strip("/")
    if tag.replace("/", "").isdigit() or not any(c.isalnum() or c > "\x7f" for c in tag):
        return ""
    return unicodedata.normalize("NFC", tag)


def tags_in(text: str) -> list[str]:
    """The tags in *text*, in order; the text must hold no code, links or addresses."""
    return [tag for match in TAG.finditer(text) if (tag := as_tag(match[1]))]


def merge_tags(*groups: Iterable[str]) -> tuple[str, ...]:
    """All tags once, compared without case, in the first spelling met."""
    if not any(groups):
        return ()
    first: dict[str, str] = {}
    for group in groups:
        for tag in group:
            first.setdefault(tag.casefold(), tag)
    return tuple(first.values())
