"""Writing through the API and the client does the same to the same notes."""

from __future__ import annotations

import hashlib
from datetime import date, datetime
from pathlib import Path

import pytest

from contract.skins import Skin, error_of
from diurnal.errors import NoteMissing, UsageError

pytestmark = pytest.mark.daemon
NOW = datetime(2026, 7, 22, 9, 0)


@pytest.fixture(params=["api", "client"])
def skin(request: pytest.FixtureRequest, skins: dict[str, Skin]) -> Skin:
    return skins[request.param]


def bytes_of(vault: Path) -> dict[str, str]:
    return {
        path.relative_to(vault).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in vault.rglob("*.md")
    }


def test_an_entry_is_found_by_the_next_question_and_can_be_taken_back(skin: Skin) -> None:
    before = bytes_of(skin.vault)
    written = skin.call("append", text="Bought a lantern for the summer house.", now=NOW)
    assert written.path == "diary/2026-07-22.md"
    answer = skin.call("ask", query="lantern", now=NOW)
    assert [hit.record.text for hit in answer.hits] == ["Bought a lantern for the summer house."]
    assert written.op in {operation.op for operation in skin.call("ops")}
    skin.call("undo", op=written.op)
    assert bytes_of(skin.vault) == before


def test_a_dry_run_shows_a_diff_and_changes_nothing(skin: Skin) -> None:
    before = bytes_of(skin.vault)
    written = skin.call("append", text="Not to be written.", now=NOW, dry_run=True)
    assert "+" in written.diff
    assert "Not to be written." in written.diff
    assert written.op == ""
    assert bytes_of(skin.vault) == before


def test_a_card_is_replaced_and_its_history_kept(skin: Skin) -> None:
    """C12: nothing is torn out; the old card leads to the new one."""
    old = skin.call(
        "remember", text="The router stands in the hall.", page="House", since=date(2026, 1, 2), now=NOW
    )
    new = skin.call(
        "replace", id=old.id, text="The router stands in the study.", since=date(2026, 7, 1), now=NOW
    )
    history = [record.text for record in skin.call("history", id=new.id)]
    assert history == ["The router stands in the hall.", "The router stands in the study."]
    closed = skin.call("close", id=new.id, until=date(2026, 7, 20))
    assert closed.path == new.path


def test_what_cannot_be_written_is_refused_alike(skins: dict[str, Skin]) -> None:
    for kind, method, parameters in (
        (UsageError, "append", {"text": " "}),
        (NoteMissing, "close", {"id": "wiki/Nowhere.md#^c-none"}),
    ):
        faults = [error_of(skins[name], method, **parameters) for name in ("api", "client")]
        assert {type(fault) for fault in faults} == {kind}
        assert len({fault.message for fault in faults}) == 1


def test_the_jobs_are_listed_and_a_dry_run_edits_nothing(skin: Skin) -> None:
    names = [job.name for job in skin.call("jobs")]
    assert "tag-halls" in names
    before = bytes_of(skin.vault)
    assert skin.call("run_job", name="tag-halls", dry_run=True).dry_run is True
    assert bytes_of(skin.vault) == before
