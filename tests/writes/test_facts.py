"""What real models answer, and what is made of it: every usable fact, no number that was not meant."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from diurnal.engine.memorize_facts import BROKEN, read_facts
from diurnal.errors import WriterFailed

TEA = {"text": "Maya likes tea.", "entities": ["Maya"], "supersedes": []}
JAM = {"text": "Tom likes jam.", "entities": ["Tom"], "supersedes": ["2"]}
BOTH = json.dumps({"facts": [TEA, JAM]})


def texts(answer: str) -> list[str]:
    return [fact.text for fact in read_facts(answer).found]


@pytest.mark.parametrize(
    "answer",
    [
        BOTH,
        f"```json\n{BOTH}\n```",
        f"Sure! Here are {{two}} facts [as asked]:\n{BOTH}\nAnything else? :]",
        f"<think>Maybe {{'facts': []}}, or {json.dumps({'facts': [{'text': 'A draft.'}]})}</think>{BOTH}",
        json.dumps([TEA, JAM]),
        f"{json.dumps(TEA)}\n{json.dumps(JAM)}\n",
        f"{json.dumps({'facts': [TEA]})}\n\n{json.dumps({'facts': [JAM]})}",
        json.dumps({"facts": {"1": TEA, "2": JAM}}),
        json.dumps({"response": {"facts": [TEA, JAM]}}),
        json.dumps({"facts": [{"fact": "Maya likes tea."}, "Tom likes jam."]}),
        BOTH.replace("}]", "},]").replace("]}", "], }"),
        BOTH.replace("Maya likes tea.", "Maya likes\ntea."),
        repr({"facts": [TEA, JAM], "note": None}),
        f"```python\n{ ({'facts': [TEA, JAM]})!r}\n```",
        "\ufeff" + BOTH,
    ],
)
def test_facts_are_found_in_whatever_a_model_wraps_them(answer: str) -> None:
    """
    Fences, prose with brackets, thoughts, one object a line, two lists, nested objects, stray commas, line breaks in
    a text, Python's quotes: both facts, and nothing else.
    """
    assert ["Maya likes tea.", "Tom likes jam."] == texts(answer)
    assert "" == read_facts(answer).warning


@pytest.mark.parametrize("at", range(1, len(BOTH)))
def test_of_an_answer_cut_short_every_complete_fact_is_taken(at: int) -> None:
    """
    Cut off at any character: the facts that were said whole, with a warning; before the first one the model failed.
    """
    answer = BOTH[:at]
    whole = [fact["text"] for fact in (TEA, JAM) if json.dumps(fact) in answer]
    if not whole:
        with pytest.raises(WriterFailed):
            read_facts(answer)
        return
    assert (whole, BROKEN) == (texts(answer), read_facts(answer).warning)


@pytest.mark.parametrize(
    "answer", ["", "I cannot.", "{", "[1, 2]", '{"a": 1}', '{"facts": 3}', '"facts"', "{'a'"]
)
def test_an_answer_without_facts_is_a_failure(answer: str) -> None:
    with pytest.raises(WriterFailed):
        read_facts(answer)


@pytest.mark.parametrize("answer", ['{"facts": []}', "[]", "```json\n[]\n```", '{"facts": [],}'])
def test_nothing_to_learn_is_no_failure(answer: str) -> None:
    assert () == read_facts(answer).found


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        (["1", "2"], ["1", "2"]),
        ([1, 2.0, "03"], ["1", "2", "3"]),
        ("1, 2", ["1", "2"]),
        (["[1]", "#2", "3."], ["1", "2", "3"]),
        ("records 1 and 2", ["1", "2"]),
        ("1、2和3", ["1", "2", "3"]),
        (list(range(1, 11)), [str(n) for n in range(1, 11)]),
        ("1, 2, 3, 4, 5, 6, 7, 8, 9, 10", [str(n) for n in range(1, 11)]),
        (7, ["7"]),
        ({"id": 1}, ["1"]),
        ([{"number": "2"}, {"record": 3}, {"other": 4}], ["2", "3"]),
        (["[wiki/people/Maya.md#^c-1x8m]"], ["^c-1x8m"]),
        ("^c-1x8m, ^c-7q2d", ["^c-1x8m", "^c-7q2d"]),
        (["Maya has 2 cats."], ["Maya has 2 cats."]),
        ([None, True, [], "", "none"], ["none"]),
        (None, []),
    ],
)
def test_records_are_named_in_many_ways(said: Any, labels: list[str]) -> None:
    """
    Numbers as numbers, texts, lists within texts, objects; ids; and a number within a sentence names no record.
    """
    (fact,) = read_facts(json.dumps([{**TEA, "supersedes": said}])).found
    assert labels == list(fact.supersedes)


def test_values_are_checked_each_for_itself() -> None:
    """
    What one field says wrongly costs that field alone.
    """
    said = {
        "text": "  Maya   moved. ",
        "importance": "8/10",
        "event_date": "2026-03-02T10:00:00Z",
        "entities": "Maya, Paris；London",
        "category": ["home"],
    }
    (fact,) = read_facts(
        json.dumps({"facts": [said, {"text": 3}, {"text": ""}, 4, {"text": "x" * 601}]})
    ).found

    assert ("Maya moved.", 8, date(2026, 3, 2), ("Maya", "Paris", "London"), "") == (
        fact.text, fact.importance, fact.event, fact.entities, fact.category,
    )  # fmt: skip
    assert ("Maya", "") == (
        read_facts('[{"text": "x", "entities": [{"name": "Maya"}]}]').found[0].subject,
        fact.turn,
    )


@pytest.mark.parametrize(
    "end", ["[" * 100_000, "{" * 100_000, '{"a":' * 3_000, "[" * 9_000 + "]" * 9_000 + " so"]
)
def test_a_model_that_repeats_itself_costs_no_fact(end: str) -> None:
    """
    What it said before is taken, and reading the rest takes no time that grows with its square.
    """
    assert ["Maya likes tea.", "Tom likes jam."] == texts(f"{BOTH}\n{end}")


def test_values_nested_without_end_are_a_failure_by_name() -> None:
    with pytest.raises(WriterFailed):
        read_facts('{"a":' * 600 + "1" + "}" * 600)


@pytest.mark.parametrize("before", ["Maybe {} ...</think>\n", "<think>{}</think> <thinking>{}</thinking>"])
def test_what_a_model_only_thought_is_no_fact(before: str) -> None:
    draft = json.dumps({"facts": [{"text": "A draft."}]})

    assert ["Maya likes tea.", "Tom likes jam."] == texts(before.replace("{}", draft) + BOTH)
    assert ["Maya likes tea.", "Tom likes jam."] == texts(f"{BOTH}<think>{draft}")
    with pytest.raises(WriterFailed):
        read_facts(f"<think>{draft}")
