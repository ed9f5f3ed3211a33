"""What a question asks for, as the scorer needs it.

A question may bring context along ("I have been so busy lately. What was the
talk about?"): what is asked counts in full, the rest a little. A message may
ask several things, which are sought one by one. And it names people who speak
in the first person in their own entries: for the embedder the question is put
as they would have said it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from diurnal.model.regex import regex
from diurnal.rank.fold import fold
from diurnal.rank.shapes import wanted_shapes, wants_several
from diurnal.rank.tokens import query_tokens, spans

# What words count that stand in sentences that do not ask, beside one that does.
CONTEXT_WEIGHT = 0.25
# Questions of one message that are sought one by one; who asks more is telling a story.
MOST_QUESTIONS = 4

# Sentences; what stands in quotation marks is never cut, nor is "Dr. Seuss" or "J. K."
_SENTENCE = regex(
    r"""(?:"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|[^.!?。！？"“「『]|\.(?!\s)|["“「『]"""
    r"""|(?<=\b[A-Z])\.|(?<=\b(?:Dr|Mr|Ms|St|Jr|Sr|vs))\.|(?<=\b(?:Mrs|etc))\.)+[.!?。！？]*\s*"""
)
_ASKING = regex(r"[?？]\W*$")
# What comes before "what I really want to know is" was not meant, be it put as a question.
_POINT = regex(
    r"[想要](?:问|問|了解|弄清楚|搞清楚|知道|说|說)的[^，。？！：:,]{0,3}是[^，。？！：:,]{0,4}[，：:,]"
    r"|(?:我想[问問]一?下?|想[搞弄]清楚)[，：:,]|[问問][题題]是[^，。？！：:,]{0,4}[，：:,]"
    r"|\b(?:my (?:real |actual )?question is|what i (?:really |actually )?(?:want(?:ed)?|meant) to (?:ask|know|say) (?:is|was))\b[:,]?",
    re.IGNORECASE,
)
_NEXT_MATTER = regex(
    r"\s*(?:另外|此外|除此之外|also\b|another (?:thing|question)\b|besides\b)", re.IGNORECASE
)

_OPENING = regex(
    r"^(?:what|when|where|who|whom|whose|which|why|how)(?:'s|\s+(?:is|are|was|were|did|do|does|has|have|had|can|could"
    r"|would|will|many|much|long|often|old|kinds? of|types? of))*\b\s*",
    re.IGNORECASE,
)
_AUXILIARY = regex(r"\b(?:did|do|does|would|could|can|will)\b\s?", re.IGNORECASE)
_THIRD_OWN = regex(r"\b(?:his|her|their)\b", re.IGNORECASE)
_THIRD = regex(r"\b(?:he|she|they)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sought:
    """The tokens a question asks for with what each counts (0 to 1), the speakers it names, the shapes it wants.

    ``speakers`` are numbers into the list given to ``seek``; their names are not among ``terms``.
    ``several`` says that the answer is likely spread over many days. ``statement`` is the text to embed.
    ``dateless`` are those of ``terms`` that stand for no day, whatever they look like ("May" is Maya).
    ``tying`` are those that tie a record to the question, all of them if None: where the words for its time are a
    gate already, they score as ever, but what shares only them with the question is none of its business.
    """

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    speakers: tuple[int, ...] = ()
    shapes: tuple[str, ...] = ()
    several: bool = False
    statement: str = ""
    dateless: frozenset[str] = frozenset()
    tying: frozenset[str] | None = None


def seek(text: str, speakers: Sequence[str] = (), *, asked: str = "") -> Sought:
    """What *text* asks for.

    Args:
        text: a question, or what is left of it when the words for time are cut out.
        speakers: folded names of those who speak in the first person in the records.
        asked: the sentence of *text* that is sought, the rest being its context; all that ask by default.
    """
    asked = asked or asked_part(text)
    everywhere = _named(fold(text), speakers)
    named = _named(fold(asked), speakers) or everywhere
    name_tokens = {token for _, name in everywhere for token in query_tokens(name, stops=True)}
    terms = [term for term in query_tokens(text) or query_tokens(text, stops=True) if term not in name_tokens]
    in_full = set(query_tokens(asked)) if asked != text else set(terms)
    return Sought(
        tuple(terms),
        tuple(1.0 if term in in_full else CONTEXT_WEIGHT for term in terms),
        tuple(dict.fromkeys(number for number, _ in named)),
        wanted_shapes(asked),
        wants_several(asked),
        statement(asked, [name for _, name in named]),
    )


def seek_each(text: str, speakers: Sequence[str] = ()) -> tuple[Sought, ...]:
    """What each question of *text* asks for; one for a message that asks one thing, or more than are told apart."""
    asking = [sentence for sentence in _asking(text) if query_tokens(sentence)]
    if not 1 < len(asking) <= MOST_QUESTIONS:
        return (seek(text, speakers),)
    return tuple(seek(text, speakers, asked=sentence) for sentence in asking)


def asked_part(text: str) -> str:
    """The sentences of *text* that ask; all of it if none or all do."""
    asking = _asking(text)
    return " ".join(asking) if asking and asking != _sentences(text) else text


def _sentences(text: str) -> list[str]:
    return [match.group() for match in _SENTENCE.finditer(text) if match.group().strip()]


def _asking(text: str) -> list[str]:
    """The sentences of *text* that ask.

    Where somebody comes to the point ("…? Sorry, what I wanted to know is: …?"), what was asked before does not count.
    """
    asking: list[str] = []
    matter = 0
    for sentence in _sentences(text):
        if _NEXT_MATTER.match(sentence):
            matter = len(asking)
        points = list(_POINT.finditer(sentence))
        if points and (meant := sentence[points[-1].end() :].lstrip()):
            del asking[matter:]
            sentence = meant
        if _ASKING.search(sentence):
            asking.append(sentence)
    return asking


def as_written(text: str, among: Set[str]) -> str:
    """The words of *text* that hold tokens of *among*, as they stand there; "" if none does."""
    pieces: list[str] = []
    upto = 0
    for start, end in sorted((start, end) for _, start, end in spans(text, among)):
        if end > upto:
            pieces.append((" " if start > upto and pieces else "") + text[max(start, upto) : end])
            upto = end
    return "".join(pieces)


def statement(question: str, names: Sequence[str]) -> str:
    """*question* as one of *names* would have said it: "When did Maya move?" as "I move".

    A sentence embedder puts a question about Maya nearer to any other question about Maya than to her
    own words, which never name her. Without names the question only loses its opening words.
    """
    bare = _AUXILIARY.sub("", _OPENING.sub("", question.strip())).strip(" ?？\n")
    for name in sorted(names, key=len, reverse=True):
        if name.isascii():
            bare = re.sub(rf"\b{re.escape(name)}['’]s\b", "my", bare, flags=re.IGNORECASE)
            bare = re.sub(rf"\b{re.escape(name)}\b", "I", bare, flags=re.IGNORECASE)
        else:
            bare = bare.replace(name, "我")
    if names:
        bare = _THIRD.sub("I", _THIRD_OWN.sub("my", bare))
    return bare or question


def _named(folded: str, speakers: Sequence[str]) -> list[tuple[int, str]]:
    """Speakers whose whole or first name stands in *folded*, with the name that does."""
    words = set(re.findall(r"[^\W_]+", folded))
    found: list[tuple[int, str]] = []
    for number, name in enumerate(speakers):
        first = name.split()[0] if name.split() else ""
        if name.isascii():
            if name != first and name in folded:
                found.append((number, name))
            elif first in words:
                found.append((number, first))
        elif len(name) > 1 and name in folded:
            found.append((number, name))
    return found
