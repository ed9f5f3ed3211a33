"""The command line as people and programs see it, against a real socket."""

from __future__ import annotations

import importlib
import io
import json
import sys
from pathlib import Path

import pytest

from diurnal.cli import main
from diurnal.cli.commands import COMMANDS
from diurnal.cli.frame import Out, Parser
from diurnal.config.settings import Settings
from diurnal.config.show import render
from diurnal.errors import DiurnalError
from diurnal.places import Places
from diurnal.service.faults import every_kind
from service_room import Served

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_a_question_is_answered_in_text(run) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run("ask", "what", "did", "Maya", "say?")
    assert (status, err) == (0, "")
    assert out == "1. 2026-07-21 14:30  diary/2026-07-21.md:3\n   what did Maya say?\n"


def test_a_command_without_its_streams_does_its_work(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """``>&-``: Python gives a process that was started so no stream at all."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", None)
    assert main(["ask", "what?", "--vault", str(served.memory.vault)]) == 0
    assert main(["asks", "what?"]) == 2
    for name in ("stdin", "stdout", "stderr"):
        getattr(sys, name).close()


def test_json_is_the_result_as_the_daemon_gave_it(run, served: Served) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("search", "烏龍茶", "--json")
    talk = served.connect()
    assert json.loads(out) == talk.ask("search", query="烏龍茶")["result"]
    assert "烏龍茶" in out
    talk.close()


def test_time_options_replace_the_reading_of_the_question(run, served: Served) -> None:  # type: ignore[no-untyped-def]
    for words, wanted in (
        (("--when", "last week"), "last week"),
        (("--since", "2026-07-01"), ("2026-07-01", "None")),
        (("--between", "2026-07-01", "2026-07-02"), ("2026-07-01", "2026-07-02")),
    ):
        status, _, _ = run("ask", "x", *words, "--now", "2026-07-21T09:00")
        assert status == 0
        asked = served.memory.asked[-1]
        span = asked["time_range"]
        assert (tuple(map(str, span)) if isinstance(span, tuple) else span) == wanted
        assert asked["now"].hour == 9


def test_reading_the_question_for_a_time_can_be_switched_off(run, served: Served) -> None:  # type: ignore[no-untyped-def]
    run("ask", "x", "--no-time")
    assert served.memory.asked[-1]["reads_time"] is False
    assert "time_range" not in served.memory.asked[-1]


def test_filters_of_a_search_become_part_of_it(run, served: Served) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("search", "tea", "--since", "2026-07-01", "--kind", "entry", "--json")
    assert json.loads(out)["query"] == "tea since:2026-07-01 kind:entry"
    _, out, _ = run("search", "tea", "--since", "last Friday", "--until", "昨天", "--json")
    assert json.loads(out)["query"] == 'tea since:"last Friday" until:昨天'


def test_a_prompt_block_is_cut_to_its_budget(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("ask", "tea", "--block", "400")
    assert out.startswith("<diurnal-notes>")
    assert "- tea (2026-07-21 14:30) [id-3]" in out


def test_lists_are_lines(run) -> None:  # type: ignore[no-untyped-def]
    assert run("dates")[1] == "2026-07-20  2\n2026-07-21  1\n"
    assert run("dates", "--last", "1")[1] == "2026-07-21  1\n"
    assert run("tail", "-n", "1")[1] == "2026-07-21 14:30  newest  diary/2026-07-21.md:3\n"


def test_an_empty_list_says_that_it_is_empty(run, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(served.memory, "dates", list)
    monkeypatch.setattr(served.memory, "tail", lambda n: [])
    monkeypatch.setattr(served.memory, "ops", lambda limit=20: [], raising=False)

    assert run("dates")[1] == "No day has an entry.\n"
    assert run("tail")[1] == "There is no entry yet.\n"
    assert run("dates", "--json")[1].strip() == "[]"
    assert run("ops")[1] == "Nothing was written yet.\n"
    assert run("ops", "--json")[1].strip() == "[]"


def test_a_link_of_the_properties_that_leads_nowhere_has_no_line_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {
        "path": "Alien.md",
        "out": [],
        "back": [],
        "unresolved": [
            {"link": {"target": "Ridley Scott", "line": 0}},
            {"link": {"target": "Ripley", "line": 7}},
        ],
    }
    monkeypatch.setattr("diurnal.cli.links.ask_daemon", lambda *_, **__: found)

    assert main(["links", "Alien"]) == 0

    assert capsys.readouterr().out.splitlines()[1:] == [
        "  leads nowhere: [[Ridley Scott]], in its properties",
        "  leads nowhere: [[Ripley]], line 7",
    ]


def test_a_fault_of_our_own_is_one_sentence_that_says_where(
    run,  # type: ignore[no-untyped-def]
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("diurnal.cli.dates.columns", lambda rows: 1 / 0)
    status, _, err = run("dates")
    assert status == 1
    assert "The command failed: ZeroDivisionError <- " in err
    assert "test_commands.py" in err


def test_an_interrupted_command_ends_quietly(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    def interrupt(rows: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("diurnal.cli.dates.columns", interrupt)
    assert run("dates") == (130, "", "")


def test_a_write_the_daemon_cannot_do_is_one_clear_sentence(run) -> None:  # type: ignore[no-untyped-def]
    status, _, err = run("add", "Bought oolong.")
    assert status == 15
    assert "cannot append yet" in err


def test_erase_without_yes_is_a_dry_run_and_names_one_thing(run) -> None:  # type: ignore[no-untyped-def]
    assert run("erase")[0] == 2
    assert run("erase", "x", "--owner", "y")[0] == 2


def test_text_to_write_may_come_from_a_pipe(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("sys.stdin", io.StringIO(" \n"))
    status, _, err = run("add")
    assert status == 2
    assert "nothing to write" in err


def test_what_a_note_says_cannot_act_on_the_terminal(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("ask", "a\x1b]0;title\x07b\x9b31m\r")
    assert "a]0;titleb31m" in out
    assert not set("\x1b\x07\x9b\r") & set(out)


def test_colour_is_for_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Out(False).style("bold", "x") == "x"
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Out(False).style("bold", "x") == "\x1b[1mx\x1b[0m"
    assert Out(True).style("bold", "x") == "x"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Out(False).style("bold", "x") == "x"


def test_status_of_a_vault_that_nobody_serves_starts_nothing(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status", "--vault", str(vault)]) == 13
    assert "diurnal start" in capsys.readouterr().err
    assert not places.state_of(vault).exists()


def test_settings_are_shown_with_the_place_that_set_them(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "diurnal.yaml").write_text("day_starts_at: 4\n")
    assert main(["config", "show", "--vault", str(vault), "--set", "log.level=debug"]) == 0
    out = capsys.readouterr().out
    assert "day_starts_at: 4  # diurnal.yaml:1" in out
    assert "  level: debug  # argument" in out
    assert main(["config", "--example"]) == 0
    assert capsys.readouterr().out == render(Settings())


def test_checking_settings_tells_every_problem(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    places.config_file.parent.mkdir(parents=True)
    places.config_file.write_text("watch: {settle_ms: fast}\nserch: {}\n")
    (vault / "diurnal.yaml").write_text("timezone: Mars/Base\n")
    assert main(["config", "check", "--vault", str(vault)]) == 10
    err = capsys.readouterr().err
    assert "diurnal.yaml:1: timezone is 'Mars/Base'" in err
    assert f"{places.config_file}:1: watch.settle_ms is 'fast'" in err
    assert "Did you mean 'search'?" in err
    assert "3 problems, nothing was started." in err


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    module = importlib.import_module(f"diurnal.cli.{name.replace('-', '_')}")
    doc = module.__doc__
    assert "example" in doc
    assert f"diurnal {name}" in doc
    assert callable(module.run)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_option_of_every_command_has_a_sentence(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog=name)
    importlib.import_module(f"diurnal.cli.{name.replace('-', '_')}").arguments(parser)
    silent = [action.option_strings or action.dest for action in parser._actions if not action.help]
    assert silent == []
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    help_text = capsys.readouterr().out
    assert "example" in help_text
    assert "--json" in help_text


def test_the_overview_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out for name in COMMANDS)
    assert main([]) == 2


def test_every_error_is_documented_with_its_status_and_kind() -> None:
    rows = {}
    for line in (DOCS / "errors.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].isdigit():
            rows[cells[1].strip("`")] = (int(cells[0]), cells[2].strip("`"))
    wanted = {kind.__name__: (kind.exit_status, kind.code) for kind in every_kind().values()}
    assert rows == wanted
    assert rows["DiurnalError"] == (1, DiurnalError.code)
