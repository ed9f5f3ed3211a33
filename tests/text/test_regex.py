"""A pattern of the house is the pattern ``re`` would make, only later."""

import gc
import importlib
import pkgutil
import re

import pytest

import diurnal
from diurnal.model.regex import _Regex, regex


def test_a_pattern_finds_what_a_compiled_one_finds():
    """
    The first use and every later one give the same, whichever call comes first.
    """
    late, compiled = (
        regex(r"(?P<word>[a-z]+)(\d*)", re.IGNORECASE),
        re.compile(r"(?P<word>[a-z]+)(\d*)", re.IGNORECASE),
    )
    for _ in range(2):
        assert late.findall("Tea2 and Milk") == compiled.findall("Tea2 and Milk")
        assert late.sub(r"<\g<word>>", "Tea2 milk") == compiled.sub(r"<\g<word>>", "Tea2 milk")
        assert late.match("7") is None
    assert (late.groups, late.groupindex, late.flags) == (
        compiled.groups,
        compiled.groupindex,
        compiled.flags,
    )


def test_a_pattern_is_compiled_at_its_first_use_and_not_before():
    """
    One that is none costs its module nothing until somebody asks with it; its text is known all the same.
    """
    broken = regex("(")

    assert broken.pattern == "("
    with pytest.raises(re.error):
        broken.search("tea")


def test_every_pattern_kept_by_a_module_can_be_compiled():
    """
    A wrong pattern is found here and not by whoever asks the first question that needs it.
    """
    for module in pkgutil.walk_packages(diurnal.__path__, "diurnal."):
        if module.name.split(".")[1] in ("text", "when", "rank", "query", "engine", "jobs", "vault"):
            importlib.import_module(module.name)
    kept = [found for found in gc.get_objects() if type(found) is _Regex and found.pattern != "("]

    assert len(kept) > 200
    for found in kept:
        assert found.groups >= 0
