"""The socket: one line in, one line out, whatever comes."""

from __future__ import annotations

import json
import logging
import os
import stat

import pytest

from diurnal.config.settings import ServiceSettings
from diurnal.service.protocol import METHODS, TABLE
from service_room import Served, Talk


def test_a_question_is_answered_on_one_line(talk: Talk) -> None:
    reply = talk.ask("retrieve", query="上次搞 PostgreSQL 是什麼時候")
    assert reply["id"] == 1
    assert reply["result"]["hits"][0]["record"]["text"] == "上次搞 PostgreSQL 是什麼時候"


def test_hello_says_who_answers_for_which_vault(talk: Talk, served: Served) -> None:
    hello = talk.ask("hello")["result"]
    assert hello["vault"] == str(served.memory.vault)
    assert hello["protocol"] == 1
    assert "questions" in hello["capabilities"]
    assert hello["state"] == "ready"


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        (b"not json\n", "bad-request", "not JSON"),
        (b"\xff\xfe\n", "bad-request", "not JSON in UTF-8"),
        (b"[" * 60_000 + b"\n", "bad-request", "not JSON"),
        (b"[1, 2]\n", "bad-request", "not a JSON object"),
        (b'{"id": 1}\n', "bad-request", "not a JSON-RPC 2.0 request"),
        (b'{"id": {}, "method": "status"}\n', "bad-request", "id is neither"),
        (b'{"id": NaN, "method": "status"}\n', "bad-request", "not JSON"),
        (b'{"id": 1e999, "method": "status"}\n', "bad-request", "id is neither"),
        (b'{"id": 1, "method": "tail", "params": {"n": 1e30}}\n', "usage", "expected a whole number"),
        (
            b'{"id": 1, "method": "tail", "params": {"n": 1000000000000000000000}}\n',
            "usage",
            "expected a whole number",
        ),
        (
            b'{"id": 1, "method": "erase", "params": {"id": "\\ud800"}}\n',
            "usage",
            "erase: id is '\\ud800'; expected a text of whole characters",
        ),
        (b'{"id": 1, "method": "retrive"}\n', "unknown-parameter", "Did you mean 'retrieve'?"),
        (b'{"id": 1, "method": 7}\n', "unknown-parameter", "There is no method 7"),
        (b'{"id": 1, "method": "retrieve"}\n', "usage", "needs the parameter 'query'"),
        (b'{"id": 1, "method": "retrieve", "params": [1]}\n', "usage", "object of named parameters"),
        (
            b'{"id": 1, "method": "retrieve", "params": {"query": "x", "timerange": 1}}\n',
            "unknown-parameter",
            "Did you mean 'time_range'?",
        ),
        (b'{"id": 1, "method": "status", "params": {"x": 1}}\n', "unknown-parameter", "status takes nothing"),
        (
            b'{"id": 1, "method": "retrieve", "params": {"query": 5}}\n',
            "usage",
            "query is 5; expected a text",
        ),
        (
            b'{"id": 1, "method": "retrieve", "params": {"query": "x", "limit": true}}\n',
            "usage",
            "expected a whole number",
        ),
        (
            b'{"id": 1, "method": "retrieve", "params": {"query": "x", "now": "soon"}}\n',
            "bad-time",
            "now is 'soon'; expected a time like",
        ),
        (
            b'{"id": 1, "method": "retrieve", "params": {"query": "x", "time_range": ["2026-13-01", "b"]}}\n',
            "bad-time",
            "'2026-13-01' is no date or time",
        ),
        (
            b'{"id": 1, "method": "retrieve", "params": {"query": "x", "time_range": 7}}\n',
            "bad-time",
            "7 is not a time range",
        ),
        (b'{"id": 1, "method": "since", "params": {"clock": "x"}}\n', "usage", "expected a clock like"),
        (b'{"id": 1, "method": "day", "params": {"date": 7}}\n', "bad-time", "expected a day like"),
        (b'{"id": 1, "method": "memorize", "params": {"turns": ["x"]}}\n', "usage", "no list of turns"),
        (
            b'{"id": 1, "method": "append", "params": {"text": "x"}}\n',
            "version-mismatch",
            "cannot append yet",
        ),
    ],
)
def test_a_bad_line_gets_one_sentence_and_the_daemon_goes_on(
    talk: Talk, line: bytes, kind: str, says: str
) -> None:
    talk.say(line)
    error = talk.hear()["error"]
    assert error["data"]["kind"] == kind
    assert says in f"{error['message']} {error['data']['hint']}"
    assert "result" in talk.ask("status")


def test_a_line_that_is_too_long_is_dropped_whole(talk: Talk) -> None:
    talk.say(b'{"id": 1, "method": "retrieve", "params": {"query": "' + b"x" * 300_000)
    talk.say(b'"}}\n')
    assert "longer than 64 kB" in talk.hear()["error"]["message"]
    assert "result" in talk.ask("status")


def test_what_the_memory_refuses_arrives_with_kind_and_hint(talk: Talk) -> None:
    error = talk.ask("note", name="Maja")["error"]
    assert error == {
        "code": 20,
        "message": "No note is called Maja.",
        "data": {"kind": "note-missing", "hint": "Did you mean 'Maya'?"},
    }


def test_an_internal_fault_quotes_nothing(talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    """Its message may hold note text: neither the answer nor the log may."""
    logging.getLogger("diurnal").propagate = True
    with caplog.at_level(logging.DEBUG, "diurnal"):
        reply = talk.ask("links", name="Maya")
    assert reply["error"]["code"] == -32603
    assert "RuntimeError" in reply["error"]["message"]
    assert "fake_memory.py" in caplog.text
    assert "canary" not in caplog.text + json.dumps(reply)


def test_the_log_names_methods_but_never_questions(talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("diurnal").propagate = True
    with caplog.at_level(logging.DEBUG, "diurnal"):
        talk.ask("retrieve", query="the secret canary")
        talk.ask("status")
    assert "retrieve took" in caplog.text
    assert "canary" not in caplog.text


def test_a_slow_question_does_not_keep_others_waiting(talk: Talk, served: Served) -> None:
    talk.say(b'{"id": "slow", "method": "when", "params": {"query": "x"}}\n')
    assert served.memory.waiting.wait(10)
    other = served.connect()
    assert "result" in other.ask("status")
    # Not even on the same connection: answers carry their ids.
    assert talk.ask("status")["id"] == 1
    served.memory.hold.set()
    assert talk.hear()["id"] == "slow"
    other.close()


def test_a_client_that_closes_its_half_still_gets_its_answers(served: Served) -> None:
    """As `printf … | nc -U` and `socat` do; a last line without line feed counts too."""
    import socket

    talk = served.connect()
    talk.say(b'{"id": 1, "method": "status"}\n{"id": 2, "method": "dates"}')
    talk.socket.shutdown(socket.SHUT_WR)
    assert {talk.hear()["id"], talk.hear()["id"]} == {1, 2}
    assert talk.socket.recv(1) == b""
    talk.close()


def test_a_request_without_an_id_gets_no_answer(talk: Talk) -> None:
    talk.say(b'{"method": "status"}\n\n{"id": 5, "method": "status"}\n')
    assert talk.hear()["id"] == 5


def test_half_an_emoji_in_a_note_is_carried(talk: Talk) -> None:
    assert talk.ask("retrieve", query="\ud83d!")["result"]["hits"][0]["record"]["text"] == "\ud83d!"


def test_a_question_may_name_its_time_in_every_form(talk: Talk, served: Served) -> None:
    for written in (
        ["2026-07-01", "2026-07-20"],
        ["2026-07-01", None],
        [["2026-07-01", "2026-07-02"], {"start": "2026-07-05T10:00", "end": None}],
        {"start": "2026-07-01", "end": "2026-07-02"},
        "last week",
        [],
    ):
        assert "result" in talk.ask("retrieve", query="x", time_range=written), written
    kinds = [type(options["time_range"]).__name__ for options in served.memory.asked]
    assert kinds == ["tuple", "tuple", "list", "TimeWindow", "str", "list"]


def test_a_client_that_reads_nothing_keeps_nobody_waiting(served: Served) -> None:
    """Its answers fill its socket, then its requests are left unread; others are served as ever."""
    import socket

    greedy = served.connect()
    greedy.socket.settimeout(0.2)
    line = b'{"id": 1, "method": "retrieve", "params": {"query": "' + b"x" * 50_000 + b'"}}\n'
    with pytest.raises(socket.timeout):
        greedy.say(line * 10_000)
    other = served.connect()
    assert "result" in other.ask("status")
    for talk in (greedy, other):
        talk.close()


def test_only_so_many_clients_are_let_in(vault, places, served: Served) -> None:  # type: ignore[no-untyped-def]
    many = [served.connect() for _ in range(ServiceSettings().connections)]
    assert "result" in many[-1].ask("status")
    late = served.connect()
    assert "no more are let in" in late.hear()["error"]["message"]
    for talk in (*many, late):
        talk.close()


class TestDeadline:
    @pytest.fixture
    def limits(self) -> ServiceSettings:
        return ServiceSettings(deadline_s=1, workers=1)

    def test_a_question_that_takes_too_long_is_given_up(self, talk: Talk) -> None:
        """
        It may hang for good: the only thread there is answers the next one all the same.
        """
        error = talk.ask("when", query="x")["error"]
        assert error["data"]["kind"] == "deadline"
        assert "result" in talk.ask("status")

    def test_a_stop_tells_of_what_hangs_on(self, talk: Talk, served: Served) -> None:
        """
        Its process would wait for such a thread for ever, so it is ended where it stands.
        """
        assert "error" in talk.ask("when", query="x")
        served.stop()
        served.join()
        assert served.finished_in_time is False


def test_stopping_lets_what_is_in_work_finish(talk: Talk, served: Served) -> None:
    talk.say(b'{"id": "slow", "method": "when", "params": {"query": "x"}}\n')
    assert served.memory.waiting.wait(10)
    other = served.connect()
    assert other.ask("stop")["result"] is None
    served.memory.hold.set()
    assert talk.hear()["id"] == "slow"
    served.close()
    assert served.finished_in_time is True
    other.close()


def test_the_socket_is_its_owners_alone(served: Served) -> None:
    mode = served.path.stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600
    assert stat.S_IMODE(served.path.parent.stat().st_mode) == 0o700
    assert served.memory.vault not in served.path.parents


def test_a_process_of_another_user_is_turned_away(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folder and socket keep it out already; this holds even if their modes were loosened."""
    owner = os.getuid()
    monkeypatch.setattr("diurnal.service.doorway.os.getuid", lambda: owner + 1)
    stranger = served.connect()
    assert stranger.socket.recv(1) == b""
    monkeypatch.undo()
    friend = served.connect()
    assert "result" in friend.ask("status")
    for talk in (stranger, friend):
        talk.close()


def test_every_method_explains_itself() -> None:
    for method in METHODS.values():
        assert method.doc.endswith("."), method.name
        for item in method.parameters:
            assert item.doc.endswith("."), f"{method.name}.{item.name}"


def test_no_method_and_no_parameter_stands_in_the_table_twice() -> None:
    assert len(TABLE) == len(METHODS)
    for method in TABLE:
        names = [item.name for item in method.parameters]
        assert len(names) == len(set(names)), method.name
