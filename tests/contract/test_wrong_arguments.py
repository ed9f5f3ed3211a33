"""Every argument of every write, given a value of another kind, is one clear error, through the API and the socket."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from contract.skins import Skin
from contract.test_contract_writes import bytes_of
from diurnal.errors import BadTime, DiurnalError, UsageError
from diurnal.memory import Memory
from diurnal.service.protocol import METHODS

pytestmark = pytest.mark.daemon
GOOD: dict[str, dict[str, Any]] = {
    "append": {"text": "x"},
    "remember": {"text": "x"},
    "replace": {"id": "wiki/Nowhere.md#^c-none", "text": "x"},
    "close": {"id": "wiki/Nowhere.md#^c-none"},
    "erase": {"id": "wiki/Nowhere.md#^c-none"},
    "strip": {"dry_run": True},
    "memorize": {"turns": [{"speaker": "Maya", "text": "x"}]},
    "undo": {"op": "o-none"},
    "ops": {},
    "history": {"id": "wiki/Nowhere.md#^c-none"},
    "run_job": {"name": "upkeep", "dry_run": True},
}
TEXTS = ("text", "id", "hall", "by", "under", "page", "category", "owner", "op", "name", "src")
CASES = [
    (method, name)
    for method in GOOD
    for name in inspect.signature(getattr(Memory, method)).parameters
    if name != "self"
]


@pytest.mark.parametrize(("method", "name"), CASES)
def test_an_argument_of_another_kind_is_one_clear_error(
    skins: dict[str, Skin], method: str, name: str
) -> None:
    """
    Numbers for texts, texts for times, lists for flags: the error names the method, the argument and what is
    expected, in the same words both ways, and nothing is written.
    """
    for wrong in (3.5, ["x", 1], {"a": 1}, "at noonish"):
        told: dict[str, DiurnalError] = {}
        for way in ("api", "client"):
            before = bytes_of(skins[way].vault)
            try:
                skins[way].call(method, **{**GOOD[method], name: wrong})
            except DiurnalError as fault:
                told[way] = fault
                assert before == bytes_of(skins[way].vault)
        if wrong == "at noonish" and name in TEXTS:
            continue  # a text for a text: whatever becomes of it, it is of the right kind
        assert {type(fault) for fault in told.values()} <= {BadTime, UsageError}
        assert ["api", "client"] == sorted(told)
        assert [
            way
            for way, fault in told.items()
            if name not in fault.message and repr(wrong) not in fault.message
        ] == [], told


@pytest.mark.parametrize(
    ("method", "name"), [case for case in CASES if case[1] in TEXTS and case[1] != "text"]
)
def test_a_text_with_half_a_character_in_it_is_one_clear_error(
    skins: dict[str, Skin], method: str, name: str
) -> None:
    """No file and no store can hold it, so it can name nothing."""
    wrong: object = ["\ud800"] if name == "src" else "\ud800"
    for way in ("api", "client"):
        with pytest.raises(UsageError, match=f"{name} is .*; expected a text of whole characters"):
            skins[way].call(method, **{**GOOD[method], name: wrong})


def test_words_that_name_no_time_are_told_so(skins: dict[str, Skin]) -> None:
    with pytest.raises(BadTime, match=r"'noonish' names no moment\. Write 2026-07-21T14:30, or words"):
        skins["api"].call("append", text="x", at="noonish")


NUMBERS = [
    (name, item.name)
    for name, method in METHODS.items()
    for item in method.parameters
    if item.kind in (int, float)
]
ENOUGH: dict[str, dict[str, Any]] = {
    **GOOD,
    **{name: {"query": "river"} for name in ("retrieve", "ask", "search")},
}


def no_numbers_for(name: str) -> list[Any]:
    """Values that the number *name* cannot have."""
    wrong: list[Any] = [True, "7", [1], float("nan"), float("inf")]
    if name == "timeout":
        return [*wrong, -1.5]
    wrong += [2**70, 2.5]
    if name != "seed":
        wrong += [-1, -(2**62)]
    if name in ("limit", "n", "sample"):
        wrong.append(0)
    return wrong


@pytest.mark.parametrize(("method", "name"), NUMBERS)
def test_a_number_that_cannot_be_is_one_clear_error(skins: dict[str, Skin], method: str, name: str) -> None:
    """
    Below what makes sense, or no number at all: never an empty answer that looks like one.
    """
    for value in no_numbers_for(name):
        # What is no finite number has no spelling in JSON.
        for way in ("api",) if str(value) in ("nan", "inf") else ("api", "client"):
            with pytest.raises(UsageError) as refused:
                skins[way].call(method, **{**ENOUGH.get(method, {}), name: value})
            assert f"{method}: {name} is {value!r}; expected a" in refused.value.message


@pytest.mark.parametrize(
    ("method", "name"), [case for case in NUMBERS if case[1] in ("limit", "n", "sample")]
)
def test_more_than_there_is_gets_all_there_is(skins: dict[str, Skin], method: str, name: str) -> None:
    for way in ("api", "client"):
        skins[way].call(method, **{**ENOUGH.get(method, {}), name: 10**12})
