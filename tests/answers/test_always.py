"""What goes into every prompt, and until when."""

from __future__ import annotations

from datetime import datetime

from answer_room import Skin


def test_a_card_that_expired_is_in_no_prompt_any_more(skin: Skin) -> None:
    """Up to the day before it expires it goes into every block; from that day on into none."""
    skin.vault.write(
        "wiki/Trip.md", "- The ticket is in the drawer. (always:: true) (expires:: 2026-07-25)\n"
    )

    on_the_day_before = skin.retrieve("boat", now=datetime(2026, 7, 24, 12))
    on_the_day = skin.retrieve("boat", now=datetime(2026, 7, 25, 12))

    assert [record.text for record in on_the_day_before.always] == ["The ticket is in the drawer."]
    assert on_the_day.always == ()
