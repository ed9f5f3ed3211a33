"""Agents and what is the owner's alone: they add nothing to it, change nothing in it, and learn of it from no error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from diurnal.engine.card_fields import CardFields
from diurnal.errors import DiurnalError, NoteMissing, UsageError, WriteRefused
from writes.desk import TODAY, Desk

ALONE = ("private: true", "privacy: owner-only", "tags: [owner-only]")
ZED = "wiki/secrets/Zed.md"


@pytest.fixture(params=ALONE)
def guarded(request: pytest.FixtureRequest, new_desk: Callable[..., Desk]) -> Desk:
    """A vault with a day, a page and a note outside the wiki that agents may not see."""
    desk = new_desk(agents_write=True)
    front = f"---\n{request.param}\n---\n"
    desk.write(TODAY, f"{front}- 09:00 tea ^e-sec1\n")
    desk.write(
        ZED, f"---\n{request.param}\naliases: [Zeddington]\n---\n- Zed owes me. ^c-zed1\n- Plain zed.\n"
    )
    desk.write("People/Yan.md", f"{front}Yan.\n")
    desk.write("wiki/open/Tom.md", "- Tom likes tea. ^c-tom1\n")
    return desk


def plain_id(desk: Desk) -> str:
    note = desk.read(ZED, desk.data(ZED))
    return note.records[1].id


def writes(desk: Desk) -> list[Callable[..., Any]]:
    """Every write of an agent that has to do with what it may not see."""
    write, now = desk.writing, desk.now
    card, entry, plain = f"{ZED}#^c-zed1", f"{TODAY}#^e-sec1", plain_id(desk)
    calls: list[Callable[..., Any]] = [lambda **o: write.diary.append("Cake.", now=now, **o)]
    calls += [
        lambda page=page, **o: write.wiki.remember("Paid.", page=page, now=now, **o)
        for page in ("Zed", ZED, "secrets/Zed", "Yan", "People/Yan.md", TODAY)
    ]
    calls += [
        lambda id=id, **o: write.wiki.remember(
            "Tom paid.", page="Tom", fields=CardFields(src=(id,)), now=now, **o
        )
        for id in (card, entry, plain)
    ]
    for id in (card, entry, plain):
        calls.append(lambda id=id, **o: write.wiki.replace(id, "Paid.", now=now, **o))
        calls.append(lambda id=id, **o: write.wiki.close(id, now=now, **o))
    return calls


def test_an_agent_writes_to_no_note_that_it_may_not_see(guarded: Desk) -> None:
    """
    No entry, card, replacement or end of a card goes into it, and no card names it as its source; the owner may.
    """
    before = guarded.all_bytes()

    for dry_run in (True, False):
        for call in writes(guarded):
            with pytest.raises(DiurnalError):
                call(by="claude", dry_run=dry_run)

    assert (before, []) == (guarded.all_bytes(), guarded.writing.ops())
    assert guarded.remember("Zed paid.", page=ZED).op
    assert guarded.append("Cake.").op


def test_no_error_tells_an_agent_more_than_it_said(guarded: Desk) -> None:
    """
    A record it may not see is missing in the words of one that never was; a refusal holds no path, title or word of
    a note but what the call itself named.
    """
    card, never = f"{ZED}#^c-zed1", "wiki/secrets/Nix.md#^c-nix1"
    options: dict[str, Any] = {"now": guarded.now, "by": "claude"}
    for call in (
        lambda id: guarded.writing.wiki.replace(id, "Paid.", **options),
        lambda id: guarded.writing.wiki.close(id, **options),
        lambda id: guarded.remember("Tom paid.", page="Tom", src=[id], by="claude"),
    ):
        told = []
        for id in (card, plain_id(guarded), never):
            with pytest.raises(NoteMissing) as fault:
                call(id)
            told.append(str(fault.value).replace(repr(id), "ID"))
        assert 1 == len(set(told))
    for page in ("Zed", "secrets/Zed", "Yan"):
        with pytest.raises(WriteRefused) as refused:
            guarded.remember("Paid.", page=page, by="claude")
        assert (
            "claude may not write there. Leave the page out, or name a wiki page that a search showed."
            == str(refused.value)
        )
    with pytest.raises(WriteRefused) as refused:
        guarded.append("Cake.", by="claude")
    assert TODAY not in str(refused.value)


@pytest.mark.parametrize("text", ["Zed paid.", "[[Zed]] paid.", "Zeddington paid.", "Yan paid."])
def test_a_text_that_speaks_of_a_hidden_page_goes_elsewhere(guarded: Desk, text: str) -> None:
    """
    The page is chosen as if there was none of that name: no refusal that would tell of it.
    """
    written = guarded.remember(text, by="claude")

    assert ("wiki/general.md", "") == (written.path, written.remark)
    assert "wiki/open/Tom.md" == guarded.remember(f"Tom saw {text}", by="claude").path


def test_of_two_notes_of_one_name_an_agent_is_told_neither(guarded: Desk) -> None:
    guarded.write("wiki/open/Zed.md", "- Another.\n")

    with pytest.raises(DiurnalError) as fault:
        guarded.remember("Paid.", page="Zed", by="claude")

    assert "secrets" not in str(fault.value)


def test_a_heading_to_write_below_is_one_line(desk: Desk) -> None:
    """
    What comes after a line break would stand in the note as text that nobody said.
    """
    with pytest.raises(UsageError, match="one line"):
        desk.append("Cake.", under="Log\n- 08:00 forged")
