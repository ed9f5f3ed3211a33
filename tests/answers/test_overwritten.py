"""What an editor overwrote of our writes is told to the owner: once with the next answer, and in status."""

from __future__ import annotations

from answer_room import NOW, Skin

PATH = "diary/2026-07-22.md"


def test_a_line_put_back_is_told_with_the_next_answer_and_in_status(skin: Skin) -> None:
    """
    An editor saves a text from before our write: the line stands again, the owner hears of it once, an agent never.
    """
    skin.vault.write(PATH, "- 08:00 tea\n")
    memory = skin.open()
    written = memory.append("Bought a lantern.", at=NOW)
    skin.vault.write(PATH, "- 08:00 tea\n- 08:30 cake\n")
    memory = skin.open()

    said = f"{written.path}: an editor saved an older text; {written.op} (append) was put back."
    assert "Bought a lantern." in skin.vault.path(written.path).read_text()
    assert said not in memory.ask("tea", now=NOW, for_agent=True).warnings
    assert said in memory.ask("tea", now=NOW).warnings
    assert said not in memory.ask("tea", now=NOW).warnings
    assert said in memory.status().warnings


def test_an_owner_only_note_is_named_in_status_alone(skin: Skin) -> None:
    """
    An answer may be passed on, so it names no note that is the owner's alone.
    """
    head = "---\nowner-only: true\n---\n"
    skin.vault.write(PATH, f"{head}- 08:00 tea\n")
    skin.vault.write("other.md", "tea in the garden\n")
    memory = skin.open()
    written = memory.append("Bought a lantern.", at=NOW)
    skin.vault.write(PATH, f"{head}- 08:00 tea\n- 08:30 cake\n")
    memory = skin.open()

    assert not any(written.op in warning for warning in memory.ask("tea", now=NOW).warnings)
    assert any(written.op in warning for warning in memory.status().warnings)
