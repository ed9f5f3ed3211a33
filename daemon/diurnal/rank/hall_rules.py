"""What a set of hall rules finds in a text, and which hall that makes it.

Looks for the few cues that can possibly match a text by the words in it, passes
over what its writer does not claim (quotations, names, questions), and weighs
what is found. It promises a hall for any string, in linear time, without
raising. Where the rules come from is left to ``halls``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from diurnal.model.regex import regex
from diurnal.rank.cue_index import CueIndex
from diurnal.rank.cues import Cue
from diurnal.rank.prepared import as_written, keys_in, prepare

DEFAULT_HALL = "events"
HALLS = ("facts", "discoveries", "preferences", "advice", DEFAULT_HALL)
"""Every hall; of two that are claimed equally loudly at one place the earlier wins."""

WEIGHTS = {"certain": 9, "strong": 6, "plain": 4, "weak": 2}
IN_PASSING = 4
"""What a cue loses in an aside, or before a "but" or 其實: a strong cue then yields to a weak one said after it in the main clause."""

LONGEST_READ = 4_000
"""Characters looked at; a longer passage is judged by its opening."""

_MARK = regex(
    rf"\A\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[.\]\s+)?(?:\d\d?:\d\d\s+)?\[hall_({'|'.join(HALLS)})\]"
    rf"|(?:(?<=\s)|\A)#hall/({'|'.join(HALLS)})(?![\w/-])",
    re.IGNORECASE,
)
_QUOTED = regex(
    r"“[^”\n]{1,200}”|「[^」\n]{1,200}」|『[^』\n]{1,200}』|《[^》\n]{1,200}》|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`"
    r"|🔁 every [a-z0-9 ]{1,30}|\[[a-z-]{1,30}:: [^\]\n]{1,80}\]|\[\[[^\]\n]{1,200}\]\]|'(?<![\w']')(?:[^'\n]|(?<=\w)'(?=\w)){1,200}'(?!\w)"
)
_SENTENCE = regex(r"[^.!?。！？\n]+[.!?。！？]?|[.!?。！？\n]")
# No cue reaches over one of these stops (``cues`` has no sign that would match one). Short sentences are looked
# through together: which cues are possible costs more to find out than to try the few that are in vain.
_WITHIN_STOPS = regex(r"(?s:.{1,60})[^.!?。！？\n]*[.!?。！？\n]?")
_LINE_FORM = regex(r"(?m)^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[.\]\s+)?(?:\d\d?:\d\d\s+)?")
# A capitalised word in the middle of a sentence is a name or a title, whatever it means.
_NAME = regex(
    r" (?<=[a-z,\u4e00-\u9fff] )"
    r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|(?:Janu|Febru)ary|March|April|May|June|July|August|(?:Septem|Octo|Novem|Decem)ber)"
    r"[A-Z][a-z]+"
)
_MASK = "~"


def marked_hall(text: str) -> str | None:
    """The hall *text* says it belongs to, as ``[hall_facts] …`` at its start or ``#hall/facts`` anywhere in it."""
    if "hall" not in text and "HALL" not in text and "Hall" not in text:
        return None
    found = _MARK.search(text)
    return (found[1] or found[2]).lower() if found else None


class Evidence(NamedTuple):
    """One cue found in a text: what it speaks for, how loudly, and where (offsets into the prepared text)."""

    hall: str
    weight: int
    start: int
    end: int
    words: str
    cue: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a text has its hall: ``marked`` by its owner, or the ``evidence`` in order of its place in the text."""

    hall: str
    marked: bool = False
    evidence: tuple[Evidence, ...] = ()


_CLAIMS = frozenset(HALLS)


class HallRules:
    """A set of cues, each looked for only in sentences that hold the words it cannot do without."""

    def __init__(self, cues: Iterable[Cue]) -> None:
        self.cues = tuple(cues)
        self._index = CueIndex(self.cues)

    def classify(self, text: str) -> str:
        """The hall of *text*; see :func:`classify`."""
        return marked_hall(text) or _heaviest(self._evidence(text))

    def explain(self, text: str) -> Verdict:
        """The hall of *text* with what spoke for it."""
        marked = marked_hall(text)
        if marked:
            return Verdict(marked, marked=True)
        evidence = self._evidence(text)
        return Verdict(_heaviest(evidence), evidence=tuple(sorted(evidence, key=lambda e: e.start)))

    def possible_in(self, prepared: str) -> list[Cue]:
        """The cues worth looking for in a prepared sentence; all others cannot match it."""
        return self._index.possible(keys_in(prepared))

    def _evidence(self, text: str) -> list[Evidence]:
        text = text[:LONGEST_READ].replace("’", "'").replace("‘", "'")
        claim = prepare(_without_names_and_quotes(text))
        found: list[Evidence] = []
        tried: list[tuple[int, int, list[Cue]]] = []
        for stretch in _WITHIN_STOPS.finditer(claim):
            if possible := self.possible_in(stretch[0]):
                start, end = stretch.span()
                found += _found_within(claim, start, end, possible)
                tried.append((start, end, possible))
        if len({evidence.hall for evidence in found}) > 1:
            turns = [turn for where in tried for turn, _ in _spans(claim, *where, "turn")]
            return [_muted(e) if e.start < max(turns) else e for e in found] if turns else found
        return found


def _found_within(claim: str, start: int, end: int, possible: list[Cue]) -> list[Evidence]:
    """What speaks for a hall in one sentence, and is not ignored there."""
    found = [
        Evidence(cue.hall, cue.weight, *match.span(), as_written(match[0]), cue.phrase)
        for cue in possible
        if cue.hall in _CLAIMS
        for match in _matches(cue, claim, start, end)
    ]
    if not found:
        return []
    if ignored := _spans(claim, start, end, possible, "ignore"):
        void = _void_within(ignored, len(claim))
        found = [evidence for evidence in found if not void[evidence.start] & 1 and not void[evidence.end]]
    if asides := _spans(claim, start, end, possible, "aside"):
        found = [
            _muted(evidence)
            if any(first <= evidence.start and evidence.end <= last for first, last in asides)
            else evidence
            for evidence in found
        ]
    return found


def _spans(claim: str, start: int, end: int, possible: list[Cue], role: str) -> list[tuple[int, int]]:
    """Where the cues of one section that is no hall match."""
    return [m.span() for cue in possible if cue.hall == role for m in _matches(cue, claim, start, end)]


def _matches(cue: Cue, claim: str, start: int, end: int) -> Iterable[re.Match[str]]:
    # Most are in vain, and to search once takes less than half of what it takes to begin looking for all.
    pattern = cue.pattern
    return pattern.finditer(claim, start, end) if pattern.search(claim, start, end) else ()


def _muted(evidence: Evidence) -> Evidence:
    return evidence._replace(weight=max(1, evidence.weight - IN_PASSING))


def _void_within(ignored: Iterable[tuple[int, int]], length: int) -> bytearray:
    """Where ignored stretches take the point out of a cue, a mark for each place in the text.

    1: no cue starts or ends here; 2: none ends here. A cue that merely begins
    where a stretch begins, and goes on after it, keeps its point.
    """
    void = bytearray(length + 1)
    for start, end in ignored:
        void[start + 1 : end] = b"\x01" * (end - start - 1)
        if start < end:
            void[end] |= 2
    return void


def _heaviest(evidence: Iterable[Evidence]) -> str:
    """The hall of the loudest cue; of equally loud ones the one that was said last, then the order of HALLS."""
    best = max(evidence, key=lambda e: (e.weight, e.start, -HALLS.index(e.hall)), default=None)
    return best.hall if best else DEFAULT_HALL


def _without_names_and_quotes(text: str) -> str:
    """*text* in lower case with what the writer does not claim blotted out: quotations, titles, questions."""
    text = _NAME.sub(_name_masked, text)
    text = _LINE_FORM.sub("", text.lower(), 0 if "\n" in text else 1)
    text = _QUOTED.sub(_masked, text)
    if "?" in text or "？" in text:
        text = _SENTENCE.sub(lambda m: _masked(m) if m[0][-1] in "?？" else m[0], text)
    return text


def _name_masked(match: re.Match[str]) -> str:
    return " " + _MASK * (match.end() - match.start() - 1)


def _masked(match: re.Match[str]) -> str:
    return _MASK * (match.end() - match.start())
