"""What of a record is searched, field by field, and what of it is embedded.

A label such as ``Maya:`` before what somebody said is not part of what was said:
it is one of the record's names. Besides words the fields hold *marks*, tokens no
question can spell, that say who speaks and what kinds of answer a text could
give; so the scorer reads both from the same postings and needs no further store.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from diurnal.model.record import Kind, Place, Record
from diurnal.model.regex import regex
from diurnal.rank.shapes import SHAPES, text_shapes_of, word_shapes_of
from diurnal.rank.tokens import TOKENIZER_RECIPE, day_tokens, fold, is_single, tokens

FIELDS = ("text", "heading", "names", "day")
FIELDS_RECIPE = f"{TOKENIZER_RECIPE}+fields-3"

# A control character begins every mark: no scanner takes it into a word.
MARK = "\x02"

_LABEL = regex(r"([^\n:：]{1,60})[:：]\s*")
# Headings that say only when ("14:30", "9:05 am · claude") say nothing to search for.
_CLOCK = regex(r"^\s*\d{1,2}[:.h]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?\s*$", re.IGNORECASE)


def shape_mark(shape: str) -> str:
    """The mark of texts that could give an answer of that shape."""
    return f"{MARK}{shape}"


_SHAPE_MARKS = {shape: shape_mark(shape) for shape in SHAPES}
# Of what stands between two blanks, so much is remembered: words with the signs around them, no Chinese sentences.
_KEPT_CHARACTERS = 24
_KEPT_CHUNKS = 250_000


class _Chunks(dict[str, Sequence[str]]):
    """Tokens of what stands between two blanks, and the marks of the shapes it gives to a text.

    No word reaches over a blank, so a text is looked up chunk by chunk: most of them stood in a text before,
    and splitting takes a fifth of the time of looking for words. Forgets everything when full.
    """

    def __missing__(self, chunk: str) -> Sequence[str]:
        found = tokens(chunk)
        found += [_SHAPE_MARKS[shape] for shape in word_shapes_of(chunk)]
        if len(chunk) <= _KEPT_CHARACTERS:
            if len(self) >= _KEPT_CHUNKS:
                self.clear()
            self[chunk] = tuple(found)
        return found


_chunks = _Chunks()

SPEAKER_PREFIX = f"{MARK}by:"


@lru_cache(maxsize=1_024)
def speaker_mark(name: str) -> str:
    """The mark of records said or written by *name*, however its case and width."""
    return SPEAKER_PREFIX + " ".join(fold(name).split())


def is_counted(token: str) -> bool:
    """True for tokens that make a text longer: neither marks nor single characters."""
    return not (token.startswith(MARK) or is_single(token))


def said(record: Record) -> str:
    """The text of *record* without the label of who says it: what is indexed and embedded.

    Depends on the text and the names alone, so equal texts of one speaker share a vector.
    """
    label = _LABEL.match(record.text) if record.names else None
    if label and label[1].strip() == record.names[0] and label.end() < len(record.text):
        return record.text[label.end() :]
    return record.text


def speaker_of(record: Record) -> str:
    """Who says or wrote *record*, "" if it is the owner."""
    return record.names[0] if said(record) != record.text else record.by


def record_tokens(record: Record) -> tuple[Sequence[str], ...]:
    """Tokens of *record*, one list for each of ``FIELDS``."""
    words = _words_and_marks(said(record))
    headings = [heading for heading in record.heading if not _CLOCK.match(heading)]
    title = record.title
    # The title of a page is what its items are about; a diary note is called after its day.
    named = list(record.names) if record.place is Place.DIARY else [title, *record.names]
    for link in record.links:
        named.extend(part for part in (link.target.rsplit("/", 1)[-1], link.alias) if part)
    named.extend(record.tags)
    names = [token for name in dict.fromkeys(named) for token in _name_tokens(name)]
    if speaker := speaker_of(record):
        names.append(speaker_mark(speaker))
    if record.kind is Kind.PASSAGE:
        headings.append(title)
    return (
        words,
        [token for heading in headings for token in _name_tokens(heading)],
        names,
        day_tokens(record.day) if record.day else (),
    )


def _words_and_marks(text: str) -> list[str]:
    """Tokens of *text* and marks of its shapes, as often as they stand there; how often a mark does says nothing."""
    words = list(chain.from_iterable(map(_chunks.__getitem__, text.split())))
    words += [_SHAPE_MARKS[shape] for shape in text_shapes_of(text)]
    return words


@lru_cache(maxsize=8_192)
def _name_tokens(name: str) -> tuple[str, ...]:
    """Names, tags and headings come again with record after record."""
    return tuple(tokens(name))
