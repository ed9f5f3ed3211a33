"""What the command line says to what it cannot do."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from diurnal.cli import main
from diurnal.places import Places


def test_a_number_that_is_none_is_refused_and_not_read_as_an_empty_list(run) -> None:  # type: ignore[no-untyped-def]
    for number in ("0", "-3", "many"):
        status, out, err = run("dates", "--last", number)
        assert (status, out) == (2, "")
        assert f"'{number}' is no whole number of at least 1" in err
        assert run("ops", "--limit", number)[0] == 2


def test_a_refusal_names_the_command_once(run) -> None:  # type: ignore[no-untyped-def]
    assert run("search")[2].startswith("diurnal search: the following arguments are required")
    assert run("search", "x", "--limit", "many")[2].startswith(
        "diurnal search: argument --limit: not a whole"
    )


def test_without_a_question_there_is_no_answer(run) -> None:  # type: ignore[no-untyped-def]
    """
    "Nothing was found" would be said of a question that was never asked.
    """
    assert run("ask", " ")[0] == 2
    assert "There is no question" in run("ask", "")[2]
    assert "nothing to search for" in run("search", "")[2]
    assert run("ask", "", "--when", "yesterday")[0] == 0


def test_a_named_command_can_be_pasted_into_a_shell(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A vault is often called "My Notes": its path stands in quotes where a command is named.
    """
    assert main(["status", "--vault", str(vault)]) == 13
    named = capsys.readouterr().err.split("`")[1]
    assert shlex.split(named) == ["diurnal", "start", "--vault", str(vault)]

    other = vault / "x y"
    other.mkdir()
    assert main(["status", "--vault", str(other / ".." / "x y")]) == 11
    assert shlex.split(capsys.readouterr().err.split("`")[1]) == ["diurnal", "init", str(other)]


def test_an_error_is_one_sentence_and_its_documented_status(run) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run("note", "Maja")
    assert (status, out) == (20, "")
    assert err == "diurnal: No note is called Maja. Did you mean 'Maya'?\n"


def test_with_json_an_error_is_an_object(run) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run("note", "Maja", "--json")
    assert (status, out) == (20, "")
    assert json.loads(err)["error"]["data"] == {"kind": "note-missing", "hint": "Did you mean 'Maya'?"}


def test_a_wrong_option_is_refused_with_the_way_to_help(run) -> None:  # type: ignore[no-untyped-def]
    status, _, err = run("search", "x", "--limt", "3")
    assert status == 2
    assert "--limt" in err
    assert "Did you mean '--limit'? `diurnal search --help`" in err
    assert "Did you mean" not in run("search", "x", "--limit", "many")[2]


def test_an_unknown_command_gets_the_likely_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serch", "x"]) == 2
    assert "Did you mean 'search'?" in capsys.readouterr().err


def test_two_times_at_once_are_refused(run) -> None:  # type: ignore[no-untyped-def]
    status, _, err = run("ask", "x", "--when", "today", "--since", "2026-07-01")
    assert status == 2
    assert "--when and --since/--until cannot be given together" in err
