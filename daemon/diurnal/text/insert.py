"""Edits of a note as values: bytes that go in, bytes that come out, and the lines they go between.

Everything a write does to a note is a list of ``Edit``; whatever they do not
name stays byte for byte. The same list, read backwards, gives the original
back. ``Sheet`` tells where the lines of a note begin and end in its bytes,
whatever its encoding and line breaks. Nothing here touches a disk.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from diurnal.errors import NoteUnreadable
from diurnal.model.regex import regex
from diurnal.text.decoding import decode


@dataclass(frozen=True, slots=True)
class Insertion:
    """*data* goes in at *offset* of the source."""

    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Removal:
    """*data*, which stands at *offset* of the source, comes out: only ``erase`` and a job taking out its own marks."""

    offset: int
    data: bytes


Edit = Insertion | Removal


def applied(source: bytes, edits: Sequence[Edit]) -> bytes:
    """*source* with *edits* made; offsets are those of *source*, ascending.

    Raises:
        ValueError: they overlap, lie outside, or a removal does not find its bytes.
    """
    parts, at = [], 0
    for edit in edits:
        if not at <= edit.offset <= len(source):
            raise ValueError(f"an edit at byte {edit.offset} is out of order or outside")
        parts.append(source[at : edit.offset])
        at = edit.offset
        if isinstance(edit, Insertion):
            parts.append(edit.data)
        elif source.startswith(edit.data, at):
            at += len(edit.data)
        else:
            raise ValueError(f"the bytes to take out do not stand at {edit.offset}")
    parts.append(source[at:])
    return b"".join(parts)


def reversed_edits(edits: Sequence[Edit]) -> list[Edit]:
    """The edits that turn what ``applied`` gave back into its source."""
    back: list[Edit] = []
    shift = 0
    for edit in edits:
        if isinstance(edit, Insertion):
            back.append(Removal(edit.offset + shift, edit.data))
            shift += len(edit.data)
        else:
            back.append(Insertion(edit.offset + shift, edit.data))
            shift -= len(edit.data)
    return back


def composed(first: Sequence[Insertion], second: Sequence[Insertion]) -> list[Insertion]:
    """One list of insertions that does to a source what *first*, then *second* (made on its result) do."""
    pieces = [(edit.offset, edit.data) for edit in first]
    for edit in reversed(second):
        shift = 0
        for n, (offset, data) in enumerate(pieces):
            start = offset + shift
            if edit.offset < start:
                pieces.insert(n, (edit.offset - shift, edit.data))
                break
            if edit.offset <= start + len(data):
                at = edit.offset - start
                pieces[n] = (offset, data[:at] + edit.data + data[at:])
                break
            shift += len(data)
        else:
            pieces.append((edit.offset - shift, edit.data))
    return [Insertion(offset, data) for offset, data in pieces]


_BREAK = regex(r"(\r\n|\r|\n)")
_MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


class Line(NamedTuple):
    """One line: its text as the scanner sees it, and where it lies in the bytes.

    ``start`` and ``end`` bound the text, ``past`` is where the next line begins; at the end of a note
    without a final line break ``end == past``.
    """

    text: str
    start: int
    end: int
    past: int
    line_break: str


@dataclass(slots=True)
class Sheet:
    """A note's bytes as lines. Line numbers are indices: line ``n`` of an editor is ``lines[n - 1]``.

    As in an editor, a note that ends with a line break has an empty line after it.
    """

    source: bytes
    lines: list[Line]
    encoding: str = "utf-8"

    @classmethod
    def of(cls, source: bytes) -> Sheet:
        """Read *source*. Raises NoteUnreadable if its encoding cannot be told: then nothing may be written."""
        decoded = decode(source)
        if decoded.problem:
            raise NoteUnreadable(decoded.problem)
        mark = _MARKS[decoded.encoding] if decoded.has_mark else b""
        encoding = decoded.encoding
        text = source[len(mark) :].decode(encoding)
        pieces = _BREAK.split(text)
        is_plain = encoding == "utf-8" and text.isascii()
        lines: list[Line] = []
        past = len(mark)
        for piece, line_break in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
            start = past
            end = start + (len(piece) if is_plain else len(piece.encode(encoding)))
            past = end + len(line_break if is_plain else line_break.encode(encoding))
            lines.append(Line(piece, start, end, past, line_break))
        if "\0" in text or text.startswith("\ufeff"):
            lines = [line._replace(text=line.text.replace("\0", "")) for line in lines]
            lines[0] = lines[0]._replace(text=lines[0].text.lstrip("\ufeff"))
        return cls(source, lines, encoding)

    @property
    def texts(self) -> list[str]:
        """The lines without their breaks, as the scanner takes them."""
        return [line.text for line in self.lines]

    @property
    def last_text(self) -> int:
        """Index of the last line that is not blank, or -1."""
        return next((n for n in range(len(self.lines) - 1, -1, -1) if self.lines[n].text.strip()), -1)

    def encoded(self, text: str, near: int) -> bytes:
        """*text*, written with ``\\n``, in this note's encoding and with the line breaks used around line *near*."""
        return text.replace("\n", self.break_near(near)).encode(self.encoding)

    def break_near(self, near: int) -> str:
        """The line break used at line *near*, else at the nearest line above or, at the top, below it."""
        around = [*range(min(near, len(self.lines) - 1), -1, -1), *range(near + 1, len(self.lines))]
        return next((self.lines[n].line_break for n in around if self.lines[n].line_break), "\n")

    def lines_after(self, at: int, rows: Sequence[str]) -> Insertion:
        """The insertion that puts whole lines *rows* below line *at* (-1: at the very top).

        Where line *at* ends the note without a line break, the note then still ends without one.
        """
        if at < 0:
            first = self.lines[0]
            tail = "" if len(self.lines) == 1 and not first.text else "\n"
            return Insertion(first.start, self.encoded("\n".join(rows) + (tail or "\n"), 0))
        line = self.lines[at]
        if line.line_break:
            return Insertion(line.past, self.encoded("".join(f"{row}\n" for row in rows), at))
        return Insertion(line.end, self.encoded("".join(f"\n{row}" for row in rows), at))

    def into_line(self, at: int, column: int, text: str) -> Insertion:
        """The insertion that puts *text* into line *at* before character *column*."""
        line = self.lines[at]
        raw = self.source[line.start : line.end].decode(self.encoding)
        offset = line.start + len(raw[:column].encode(self.encoding))
        return Insertion(offset, text.encode(self.encoding))

    def without_lines(self, first: int, last: int) -> Removal:
        """The removal of the whole lines *first* to *last*, their breaks included."""
        start, past = self.lines[first].start, self.lines[last].past
        if not self.lines[last].line_break and first > 0:
            start = self.lines[first - 1].end  # the note ends here: the break above goes instead
        return Removal(start, self.source[start:past])
