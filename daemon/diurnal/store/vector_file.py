"""One part of the vector cache: ``<machine>-N.npy`` with its ``.keys.jsonl``.

The ``.npy`` holds float32 rows, the other a header and then one text hash a
row. Rows are only ever appended, first their numbers, then their keys, so that
whatever a crash, a full disk or a half-finished sync leaves is a whole
beginning: what is not whole counts as absent. A part is rewritten under a new
number, never in place.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import StoreDamaged

Vectors = NDArray[np.float32]
Hashes = NDArray[np.uint64]
Bits = NDArray[np.uint64]

FORMAT = 1
KEYS = ".keys.jsonl"
_NAME = re.compile(r"(?P<machine>.+)-(?P<number>\d+)\.npy")
_HEADER_BYTES = 128
_KEY_LINE = 35
# Rows are stored with length 1; float32 rounding is far below this.
_LENGTH_SLACK = 0.01
_CHUNK = 8_192


@dataclass(frozen=True, slots=True)
class Header:
    """What made the vectors of a part. Parts with different headers never meet in one search."""

    model: str
    dim: int
    recipe: str

    def line(self) -> bytes:
        return (
            json.dumps(
                {"vectors_file": FORMAT, "model": self.model, "dim": self.dim, "recipe": self.recipe}
            ).encode()
            + b"\n"
        )


@dataclass(frozen=True, eq=False)
class Part:
    """Rows of one file: ``hashes`` (n, 2) uint64, ``vectors`` float32 (n, dim) mapped, ``bits`` signs (words, n).

    ``is_sound`` is false for rows that are no vectors of length 1 (zeros where a sync had not finished).
    """

    path: Path
    machine: str
    number: int
    stat: tuple[int, ...]
    hashes: Hashes
    vectors: Vectors = field(repr=False)
    bits: Bits = field(repr=False)
    is_sound: NDArray[np.bool_] = field(repr=False)
    _sound: NDArray[np.int64] = field(init=False, repr=False)
    _sorted: Hashes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        sound = np.flatnonzero(self.is_sound)
        order = sound[np.argsort(self.hashes[sound, 0], kind="stable")]
        object.__setattr__(self, "_sound", order)
        object.__setattr__(self, "_sorted", self.hashes[order])

    def __len__(self) -> int:
        return len(self.hashes)

    def continues(self, other: Part) -> bool:
        """True if this holds every row of *other* under the number it had there."""
        return self.path == other.path and begins_with(self.hashes, other.hashes)

    @property
    def usable(self) -> int:
        """Number of rows that are vectors."""
        return len(self._sound)

    def rows_for(self, hashes: Hashes) -> NDArray[np.int32]:
        """Row of each of *hashes* (n, 2), -1 where there is none."""
        if not len(self._sound):
            return np.full(len(hashes), -1, np.int32)
        # Two texts that share 64 bits of 128 would hide each other: at a million texts, one in 10^7 vaults.
        at = np.searchsorted(self._sorted[:, 0], hashes[:, 0])
        at[at == len(self._sorted)] = 0
        same = (self._sorted[at] == hashes).all(axis=1)
        return np.where(same, self._sound[at], -1).astype(np.int32)


def name_of(path: Path) -> tuple[str, int] | None:
    """Machine and number of a part's ``.npy``, or None if it is none."""
    found = _NAME.fullmatch(path.name)
    return (found["machine"], int(found["number"])) if found else None


def keys_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(".npy") + KEYS)


def stat_of(path: Path) -> tuple[int, ...]:
    """What tells that a part may have changed: inode, size and time of both files.

    Not the inode alone: a part removed and begun anew under its old name often gets it again.
    """
    both = path.stat(), keys_path(path).stat()
    return tuple(number for stat in both for number in (stat.st_ino, stat.st_size, stat.st_mtime_ns))


def begins_with(hashes: Hashes, others: Hashes) -> bool:
    """True if *others* (n, 2) are the first of *hashes*, in that order."""
    return len(hashes) >= len(others) and np.array_equal(hashes[: len(others)], others)


def read_header(path: Path) -> Header:
    """What made the part at *path*; a legacy header without a model gives an empty one.

    Raises:
        StoreDamaged: there is no readable header.
    """
    try:
        with keys_path(path).open("rb") as file:
            line = file.readline(65_536)
        raw: Any = json.loads(line)
        if not line.endswith(b"\n") or not isinstance(raw, dict):
            raise ValueError("no header")
        return Header(str(raw.get("model", "")), int(raw.get("dim", 0)), str(raw.get("recipe", "")))
    except (OSError, ValueError, RecursionError, TypeError) as fault:
        raise StoreDamaged(f"{keys_path(path).name} has no readable header.") from fault


def read_part(path: Path, dim: int, *, before: Part | None = None) -> Part:
    """The whole rows of the part at *path*.

    Args:
        dim: width its header promises.
        before: the same part as read earlier; what it knows of its rows is not computed again.

    Raises:
        StoreDamaged: the ``.npy`` is none, or not of that width.
    """
    found = name_of(path)
    assert found is not None
    stat = stat_of(path)
    hashes, _ = _read_keys(path)
    offset, claimed = _read_shape(path, dim)
    whole = max(0, (stat[1] - offset) // (4 * dim))
    number = min(len(hashes), claimed, whole)
    hashes = hashes[:number]
    vectors: Vectors = (
        np.memmap(path, np.dtype("<f4"), "r", offset, (number, dim))
        if number
        else np.zeros((0, dim), np.float32)
    )
    known = 0
    is_same = before is not None and before.stat[0] == stat[0] and begins_with(hashes, before.hashes)
    if before is not None and is_same and before.is_sound.all():
        known = len(before)
    bits, is_sound = _survey(vectors[known:], dim)
    if known and before is not None:
        bits = np.concatenate([before.bits, bits], axis=1)
        is_sound = np.concatenate([before.is_sound, is_sound])
    return Part(path, *found, stat, hashes, vectors, bits, is_sound)


def begin_part(path: Path, header: Header) -> None:
    """Make an empty part at *path*."""
    with keys_path(path).open("xb") as file:
        file.write(header.line())
    with path.open("xb") as file:
        file.write(_npy_header(0, header.dim))


def append_rows(path: Path, dim: int, hashes: Sequence[str], vectors: Vectors) -> None:
    """Append rows to this machine's own part; what a crash left half-written is cut off first."""
    known, keys_end = _read_keys(path)
    offset, claimed = _read_shape(path, dim)
    whole = max(0, (path.stat().st_size - offset) // (4 * dim))
    number = min(len(known), claimed, whole)
    keys_end -= _KEY_LINE * (len(known) - number)
    with path.open("r+b") as rows:
        rows.truncate(offset + 4 * dim * number)
        rows.seek(0, os.SEEK_END)
        rows.write(np.ascontiguousarray(vectors, "<f4").tobytes())
        rows.seek(0)
        rows.write(_npy_header(number + len(hashes), dim))
    with keys_path(path).open("r+b") as keys:
        keys.truncate(keys_end)
        keys.seek(0, os.SEEK_END)
        keys.write(b"".join(f'"{text_hash}"\n'.encode("ascii") for text_hash in hashes))


def sign_bits(vectors: Vectors) -> Bits:
    """The signs of each row packed into uint64 words, zero-padded; (words, rows), as comparing wants them."""
    packed = np.packbits(vectors > 0, axis=1)
    words = -(-packed.shape[1] // 8)
    padded = np.zeros((len(vectors), words * 8), np.uint8)
    padded[:, : packed.shape[1]] = packed
    return np.ascontiguousarray(padded.view(np.uint64).T)


def hashes_of(texts: Sequence[str]) -> Hashes:
    """Hex text hashes as (n, 2) uint64."""
    return np.frombuffer(bytes.fromhex("".join(texts)), "<u8").reshape(-1, 2).astype(np.uint64)


def hex_of(hashes: Hashes) -> list[str]:
    """(n, 2) uint64 as hex text hashes."""
    raw = hashes.astype("<u8").tobytes().hex()
    return [raw[at : at + 32] for at in range(0, len(raw), 32)]


def is_among(hashes: Hashes, living: Hashes) -> NDArray[np.bool_]:
    """Which of *hashes* (n, 2) are among *living*."""
    pairs = np.dtype([("first", "<u8"), ("second", "<u8")])
    return np.isin(
        np.ascontiguousarray(hashes).view(pairs).ravel(), np.ascontiguousarray(living).view(pairs).ravel()
    )


def _survey(vectors: Vectors, dim: int) -> tuple[Bits, NDArray[np.bool_]]:
    """Sign bits and soundness of rows, a chunk at a time so that a large file passes through little memory."""
    bits = [np.zeros((-(-dim // 64), 0), np.uint64)]
    sound = [np.zeros(0, bool)]
    for start in range(0, len(vectors), _CHUNK):
        rows = np.asarray(vectors[start : start + _CHUNK])
        lengths = np.einsum("ij,ij->i", rows, rows)
        # NaN compares false, so it is unsound too.
        sound.append(np.abs(lengths - 1) < 2 * _LENGTH_SLACK)
        bits.append(sign_bits(rows))
    return np.concatenate(bits, axis=1), np.concatenate(sound)


def _read_keys(path: Path) -> tuple[Hashes, int]:
    """The whole keys of a part, up to the first line that is none, and where they end in the file."""
    data = keys_path(path).read_bytes()
    first = data.find(b"\n") + 1
    number = (len(data) - first) // _KEY_LINE
    body = np.frombuffer(data, np.uint8, number * _KEY_LINE, first).reshape(number, _KEY_LINE)
    is_key = (body[:, 0] == ord('"')) & (body[:, 33] == ord('"')) & (body[:, 34] == ord("\n"))
    digits = body[:, 1:33]
    is_hex = ((digits >= ord("0")) & (digits <= ord("9"))) | ((digits >= ord("a")) & (digits <= ord("f")))
    wrong = np.flatnonzero(~(is_key & is_hex.all(axis=1)))
    if len(wrong):
        number = int(wrong[0])
    text = digits[:number].tobytes().decode("ascii")
    hashes = np.frombuffer(bytes.fromhex(text), "<u8").reshape(-1, 2).astype(np.uint64)
    return hashes, first + number * _KEY_LINE


def _read_shape(path: Path, dim: int) -> tuple[int, int]:
    """Where the rows of a ``.npy`` begin, and how many it claims."""
    try:
        with path.open("rb") as file:
            if np.lib.format.read_magic(file) != (1, 0):
                raise ValueError("another version of the format")
            shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(file)
            offset = file.tell()
    except (OSError, ValueError) as fault:
        raise StoreDamaged(f"{path.name} is no array of vectors.") from fault
    if is_fortran or dtype != np.dtype("<f4") or len(shape) != 2 or shape[1] != dim:
        raise StoreDamaged(f"{path.name} does not hold float32 rows of {dim} numbers.")
    return offset, int(shape[0])


def _npy_header(rows: int, dim: int) -> bytes:
    """A ``.npy`` header (version 1.0) of fixed size, so that the number of rows can be rewritten in place."""
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {dim}), }}"
    length = _HEADER_BYTES - 10
    return b"\x93NUMPY\x01\x00" + length.to_bytes(2, "little") + text.ljust(length - 1).encode() + b"\n"
