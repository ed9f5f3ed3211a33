"""HTTP for the owner: who is let in, what is answered, and that a note can do nothing to the page."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from diurnal.errors import WriteFailed
from diurnal.http_server.guard import Guard, token_in
from diurnal.http_server.page import page
from diurnal.places import Places
from http_page.conftest import TOKEN, Browser
from service_room import Served

BEARER = {"Authorization": f"Bearer {TOKEN}"}


def form(browser: Browser) -> dict[str, str]:
    """The headers of the page's own form."""
    cookie = f"diurnal-{browser.port}={TOKEN}"
    return {"Content_Type": "application/x-www-form-urlencoded", "Cookie": cookie}


class TestWhoIsLetIn:
    @pytest.mark.parametrize("path", ["/", "/ask?query=tea", "/status", "/?token=wrong", "/nowhere"])
    def test_without_the_token_nothing_is_answered(self, browser: Browser, path: str) -> None:
        status, _, body = browser.ask("GET", path)
        assert status == 401
        assert json.loads(body)["error"]["message"] == "The token is missing or wrong."
        status, _, body = browser.ask("GET", path, Authorization="Bearer wrong")
        assert (status, b"tea" in body) == (401, False)

    def test_nothing_is_written_without_the_token(self, browser: Browser) -> None:
        body = b'{"id": 1, "method": "append", "params": {"text": "x"}}'
        assert browser.ask("POST", "/rpc", body, Content_Type="application/json")[0] == 401

    def test_the_token_in_the_address_becomes_a_cookie_no_other_site_can_send(self, browser: Browser) -> None:
        status, headers, _ = browser.ask("GET", f"/?token={TOKEN}")
        assert (status, headers["Location"]) == (303, "/")
        cookie = f"diurnal-{browser.port}={TOKEN}"
        assert headers["Set-Cookie"] == f"{cookie}; HttpOnly; SameSite=Strict; Path=/"
        status, _, body = browser.ask("GET", "/", Cookie=f"other=1; {cookie}")
        assert (status, b"<form" in body) == (200, True)

    def test_the_pages_of_two_vaults_have_a_cookie_each(self, browser: Browser) -> None:
        """A browser sends both to each: cookies know no ports."""
        cookies = f"diurnal-1=the-token-of-another-vault; diurnal-{browser.port}={TOKEN}"
        assert browser.ask("GET", "/", Cookie=cookies)[0] == 200
        assert Guard("a", 1).cookie().partition("=")[0] != Guard("b", 2).cookie().partition("=")[0]

    @pytest.mark.parametrize(
        "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:80"]
    )
    def test_a_name_pointed_at_this_machine_is_refused(self, browser: Browser, host: str) -> None:
        """DNS rebinding: the browser would send the page of that name whatever it finds here."""
        assert browser.ask("GET", "/status", host=host, **BEARER)[0] == 403

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
    def test_a_page_of_another_site_is_refused_even_with_the_cookie(
        self, browser: Browser, origin: str
    ) -> None:
        assert browser.ask("POST", "/", b"q=tea", Origin=origin, **form(browser))[0] == 403

    def test_the_pages_own_form_is_answered_under_both_names(self, browser: Browser) -> None:
        for name in ("127.0.0.1", "localhost"):
            own = f"{name}:{browser.port}"
            status, _, body = browser.ask(
                "POST", "/", b"q=tea", host=own, Origin=f"http://{own}", **form(browser)
            )
            assert (status, b"<mark>t</mark>ea" in body) == (200, True)

    def test_a_form_cannot_pass_for_a_program(self, browser: Browser) -> None:
        """A form of another page may be sent without asking, but never as JSON."""
        body = b'{"id": 1, "method": "dates"}'
        assert browser.ask("POST", "/rpc", body, Content_Type="text/plain", **BEARER)[0] == 415

    def test_the_token_is_the_owners_alone_and_stays(self, places: Places, tmp_path: Path) -> None:
        first = token_in(tmp_path / "state")
        path = tmp_path / "state" / "http.token"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert len(first) > 40
        assert token_in(tmp_path / "state") == first
        path.chmod(0o644)
        assert token_in(tmp_path / "state") != first

    def test_a_disk_that_keeps_no_rights_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """There everybody could read the token; none at all would let everybody in."""
        kept = os.fstat

        def open_to_all(handle: int) -> os.stat_result:
            status = kept(handle)
            return os.stat_result((status.st_mode | 0o777, *status[1:]))

        monkeypatch.setattr("diurnal.http_server.guard.os.fstat", open_to_all)
        with pytest.raises(WriteFailed, match="can be read by others"):
            token_in(tmp_path / "state")

    def test_no_token_fits_a_guard_that_has_none(self) -> None:
        assert not Guard("", 8750).fits("")


class TestPrograms:
    def test_what_reads_is_a_get_away(self, browser: Browser, served: Served) -> None:
        status, found = browser.get("/ask?query=tea&limit=3&fresh=true&kinds=entry&kinds=item")
        assert (status, found["hits"][0]["record"]["text"]) == (200, "tea")
        asked = served.memory.asked[-1]
        assert (asked["limit"], asked["fresh"], asked["kinds"]) == (3, True, ("entry", "item"))
        assert browser.get("/dates") == (
            200,
            [{"day": "2026-07-20", "entries": 2}, {"day": "2026-07-21", "entries": 1}],
        )

    def test_a_time_range_is_a_phrase_or_json(self, browser: Browser, served: Served) -> None:
        browser.get("/ask?query=tea&time_range=last%20week")
        assert served.memory.asked[-1]["time_range"] == "last week"
        browser.get("/ask?query=tea&time_range=%5B%222026-07-01%22%2Cnull%5D")
        assert str(served.memory.asked[-1]["time_range"][0]) == "2026-07-01"

    @pytest.mark.parametrize(
        ("path", "status", "said"),
        [
            ("/note?name=Maja", 404, "No note is called Maja."),
            ("/asks?query=x", 404, "There is no method 'asks'."),
            ("/ask?qurey=x", 400, "ask has no parameter 'qurey'."),
            ("/ask", 400, "ask needs the parameter 'query'."),
            ("/ask?query=x&limit=--5", 400, "ask: limit is '--5'; expected a whole number."),
            ("/ask?query=x&limit=many", 400, "ask: limit is 'many'; expected a whole number."),
            ("/append?text=x", 400, "append does more than read."),
            ("/stop", 400, "stop does more than read."),
            ("/reindex", 400, "reindex does more than read."),
        ],
    )
    def test_a_refusal_is_one_sentence_with_a_status(
        self, browser: Browser, path: str, status: int, said: str
    ) -> None:
        found, body = browser.get(path)
        assert (found, body["error"]["message"]) == (status, said)

    def test_an_unknown_method_has_the_number_that_the_protocol_gives_it(self, browser: Browser) -> None:
        status, body = browser.get("/asks?query=x")

        assert (status, body["error"]["code"], body["error"]["data"]["kind"]) == (
            404,
            -32601,
            "unknown-parameter",
        )

    def test_a_request_of_the_protocol_gets_its_reply(self, browser: Browser) -> None:
        for body, wanted, status in (
            (b'{"id": 7, "method": "dates"}', "result", 200),
            (b'{"id": 7, "method": "note", "params": {"name": "Maja"}}', "error", 200),
            (b"no json", "error", 400),
        ):
            found, _, reply = browser.ask("POST", "/rpc", body, Content_Type="application/json", **BEARER)
            assert found == status
            assert wanted in json.loads(reply)

    def test_a_body_that_is_too_long_or_has_no_length_is_not_read(self, browser: Browser) -> None:
        assert browser.ask("POST", "/rpc", Content_Type="application/json", **BEARER)[0] == 413
        headers = BEARER | {"Content_Length": str(2**30)}
        assert browser.ask("POST", "/rpc", Content_Type="application/json", **headers)[0] == 413

    def test_no_answer_may_be_kept_or_framed(self, browser: Browser) -> None:
        for path in ("/", "/status"):
            _, headers, _ = browser.ask("GET", path, **BEARER)
            assert headers["Cache-Control"] == "no-store"
            assert "default-src 'none'" in headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]

    def test_an_address_that_is_none_is_a_method_there_is_not(self, browser: Browser) -> None:
        assert browser.get("http://[")[0] == 404

    @pytest.mark.parametrize(("method", "body"), [("GET", None), ("POST", b"q=tea")])
    def test_a_fault_of_ours_is_told_and_quotes_nothing(
        self,
        browser: Browser,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
        method: str,
        body: bytes | None,
    ) -> None:
        """Its words may be those of a note: neither the answer nor the terminal shows them."""

        def broken(*_: object) -> str:
            raise RuntimeError("canary")

        monkeypatch.setattr("diurnal.http_server.server.page", broken)
        status, _, reply = browser.ask(method, "/", body, **form(browser))

        assert (status, json.loads(reply)["error"]["code"]) == (500, -32603)
        assert "RuntimeError" in reply.decode()
        assert "canary" not in reply.decode() + "".join(capfd.readouterr())

    def test_questions_are_not_logged(self, browser: Browser, capfd: pytest.CaptureFixture[str]) -> None:
        browser.get("/ask?query=canary")
        assert "canary" not in "".join(capfd.readouterr())


ANSWER = {
    "summary": "", "hits": [], "nearby": [], "state": "ready", "pending": 0, "degraded": [], "warnings": [],
}  # fmt: skip
HIT = {
    "record": {"at": "2026-07-21T14:30:00", "day": "2026-07-21", "path": "diary/a.md", "lines": [3, 4], "text": ""},
    "snippet": {"text": "", "marks": []}, "link": "obsidian://open?vault=V&file=a", "reason": "",
}  # fmt: skip


class TestThePage:
    def test_a_record_is_shown_with_its_time_and_a_link_into_obsidian(self) -> None:
        hit = HIT | {"snippet": {"text": "green tea & cake", "marks": [[6, 9]]}}
        text = page("Vault", "tea?", ANSWER | {"hits": [hit]})
        assert "2026-07-21 14:30" in text
        assert '<a href="obsidian://open?vault=V&amp;file=a">diary/a.md:3</a>' in text
        assert "green <mark>tea</mark> &amp; cake" in text
        assert 'value="tea?"' in text

    def test_nothing_in_a_note_or_a_question_can_act(self) -> None:
        evil = '"><script>alert(1)</script><img src=x onerror=y>'
        record = HIT["record"] | {"text": evil, "path": evil}  # type: ignore[operator]
        hit = HIT | {"record": record, "link": "javascript:alert(1)", "reason": evil}
        answer = ANSWER | {"hits": [hit], "nearby": [hit], "summary": evil, "warnings": [evil]}
        text = page(evil, evil, answer, evil)
        assert "<script" not in text
        assert "<img" not in text
        assert "javascript:" not in text

    def test_what_an_answer_lacks_is_said(self) -> None:
        answer = ANSWER | {"state": "stale", "pending": 2, "degraded": ["Search by meaning is off."]}
        text = page("Vault", "x", answer)
        for said in (
            "Nothing was found.",
            "may be about the past",
            "2 new or changed notes",
            "Search by meaning is off.",
        ):
            assert said in text

    def test_it_asks_for_nothing_from_elsewhere(self) -> None:
        text = page("Vault")
        assert "http:" not in text
        assert "https:" not in text
        assert "src=" not in text


@pytest.mark.daemon
def test_the_command_prints_where_to_go_and_serves_it(served: Served, places: Places) -> None:
    command = [sys.executable, "-P", "-m", "diurnal", "http", "--port", "0", "--json"]
    process = subprocess.Popen(
        [*command, "--vault", os.fspath(served.memory.vault)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        facts = json.loads(process.stdout.readline())
        browser = Browser(int(facts["address"].rpartition(":")[2]))
        assert browser.ask("GET", facts["page"].removeprefix(facts["address"]))[0] == 303
        assert Path(facts["token_file"]).parent == places.state_of(served.memory.vault)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()  # type: ignore[union-attr]
