"""Bytes of a note to text: which encoding they are in, and what keeps them out.

A note is UTF-8, or what its byte order mark says. Bytes that are neither are
not guessed at: the note is kept out and the reason named. The text is the
index's own copy: NUL is removed and every line break is one ``\\n``, so line
numbers are those an editor shows; the file itself is never touched.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

# UTF-32 first: its little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A note's text, or the reason there is none.

    ``encoding`` is the codec the bytes were read with, ``has_mark`` true if a byte order mark named it.
    ``problem`` is empty if the text could be read, else one sentence (then ``text`` is empty).
    """

    text: str
    encoding: str = "utf-8"
    has_mark: bool = False
    problem: str = ""


def decode(data: bytes) -> Decoded:
    """The text in *data*, without byte order mark and NUL, with ``\\n`` as its only line break."""
    encoding, mark = "utf-8", b""
    for known_mark, codec in _MARKS:
        if data.startswith(known_mark):
            encoding, mark = codec, known_mark
            break
    if not mark and _looks_wide(data):
        return Decoded(
            "", encoding, False, "It looks like UTF-16 without a byte order mark; save it as UTF-8."
        )
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as fault:
        where = fault.start + len(mark)
        return Decoded("", encoding, bool(mark), f"Byte {where} is not valid {encoding}; save it as UTF-8.")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text.replace("\0", "").lstrip("\ufeff"), encoding, bool(mark))


def _looks_wide(data: bytes) -> bool:
    """True if every other byte is mostly NUL, as in UTF-16 that lost its mark."""
    sample = data[:512]
    if len(sample) < 4 or b"\0" not in sample:
        return False
    return max(sample[0::2].count(0), sample[1::2].count(0)) * 10 >= len(sample) * 4
