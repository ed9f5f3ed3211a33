"""The day in brief: once, at the foot of its note, from what was written that day, with links to it."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from diurnal.assemble.prompts import load_prompt, prompts_folder
from diurnal.engine.prompts import filled
from diurnal.errors import BadConfig, WriterFailed
from diurnal.hooks import load_plugins
from diurnal.jobs.brief import plain
from diurnal.jobs.write_diary import has_brief, story_lines
from diurnal.model.layout import Layout
from jobs_room import NOW, Room

YESTERDAY = f"{(NOW - timedelta(days=1)).date()}"
MORNING = "- 08:10 Walked to the mill.\n- 09:00 Decided to move the ingest service. ^e-k3f9\n"


class Scripted:
    """A model that answers what it is told to, and remembers what it was asked."""

    model = "scripted"

    def __init__(self, answer: str | Exception) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def write(self, prompt: str, *, max_tokens: int, as_json: bool = False) -> str:
        self.asked.append(prompt)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


# --- told by rules ----------------------------------------------------------------------------------


def test_the_day_is_told_in_a_folded_callout_with_links_to_its_sources(room: Room) -> None:
    path = room.diary(
        YESTERDAY,
        "# Thursday\n\n## 14:30 · claude\n\nMaya and I agreed to move to [[PostgreSQL]]. ^e-k3f9\n\n"
        "## Errands\n- 18:00 Walked to [[the mill|mill]] in the rain.\n- 晚上很安静。\n",
    )
    before = room.text(path)
    room.run(room.write_diary())
    assert room.text(path) == (
        f"{before}\n"
        "> [!diurnal]- Day in brief\n"
        "> - [[#^e-k3f9|14:30]] claude: Maya and I agreed to move to PostgreSQL.\n"
        "> - [[#Errands|18:00]] Walked to mill in the rain.\n"
        "> - 晚上很安静。 ([[#Errands|Errands]])\n"
    )


def test_it_is_a_machines_text_and_takes_no_part_in_what_the_day_says(room: Room) -> None:
    """A30's edge: the story of a day is never a source and never a proof."""
    path = room.diary(YESTERDAY, MORNING)
    before = room.note(path).records
    room.run(room.write_diary())
    after = room.note(path).records
    assert after[: len(before)] == before
    assert [(record.is_machine, record.by) for record in after[len(before) :]] == [(True, "diurnal")]


def test_a_conversation_of_the_day_is_told_by_its_first_turn_even_if_it_began_the_evening_before(
    room: Room,
) -> None:
    path = room.diary(YESTERDAY, MORNING)
    evening = f"{(NOW - timedelta(days=2)).date()}"
    episode = f"episodes/2041/{evening} chat k3f9"
    room.write(
        f"{episode}.md",
        f"## {evening} 23:59 · Maya\n\nStill up? ^t1\n\n## {YESTERDAY} 00:01 · claude\n\nYes, reading. ^t2\n\n"
        f"## {YESTERDAY} 00:02 · Maya\n\nGood. ^t3\n",
    )
    room.run(room.write_diary())
    assert f"> - A conversation of 2 turns: Yes, reading. ([[{episode}|{evening} chat k3f9]])\n" in room.text(
        path
    )


def test_plans_what_was_cancelled_and_what_a_machine_wrote_are_not_told(room: Room) -> None:
    path = room.diary(
        YESTERDAY,
        f"{MORNING}- [ ] Buy figs\n- [-] Swim across the lake\n- Pay the rent 📅 2041-09-01\n"
        "- [x] Watered the figs\n\n## 12:00 · diurnal\n\nA summary of something.\n\n```\ncode\n```\n",
    )
    room.run(room.write_diary())
    brief = room.text(path).split("Day in brief\n")[1]
    assert "Watered the figs" in brief
    for untold in ("Buy figs", "Swim", "rent", "summary", "code"):
        assert untold not in brief


@pytest.mark.parametrize("key", ["private: true", "owner-only: true"])
def test_what_is_private_or_the_owners_alone_is_told_nowhere(room: Room, key: str) -> None:
    """Neither in its own note nor through a conversation beside an open one."""
    model = Scripted("Nothing. [1]")
    hidden = room.diary(f"{(NOW - timedelta(days=2)).date()}", f"---\n{key}\n---\n{MORNING}")
    room.write(
        f"episodes/2041/{YESTERDAY} chat k3f9.md", f"---\n{key}\n---\n## {YESTERDAY} 10:00 · Maya\n\ncanary\n"
    )
    opened = room.diary(YESTERDAY, MORNING)
    before = room.text(hidden)
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=9))
    room.run(room.write_diary(model))
    assert room.text(hidden) == before
    assert "canary" not in room.text(opened) + "".join(model.asked)
    assert len(model.asked) == 1


def test_what_is_decided_or_found_out_goes_before_what_merely_happened(room: Room) -> None:
    entries = [f"- {hour:02}:15 Walked to house number {hour}." for hour in range(6, 18)]
    path = room.diary(YESTERDAY, "\n".join([*entries, "- 18:15 Turns out the fuse was loose.", MORNING]))
    room.run(room.write_diary())
    brief = room.text(path).split("Day in brief\n")[1].splitlines()
    assert len(brief) == 9
    assert any("the fuse was loose" in line for line in brief)
    assert any("Decided to move" in line for line in brief)
    assert brief[-1] == "> - and 7 more"
    times = [line[line.index("|") + 1 :][:5] for line in brief[:-1]]
    assert times == sorted(times)


# --- once -------------------------------------------------------------------------------------------


def test_it_is_written_once(room: Room) -> None:
    path = room.diary(YESTERDAY, MORNING)
    assert room.run(room.write_diary()).did == "1 day in brief"
    once = room.bytes_of_all()
    assert room.run(room.write_diary()).ops == ()
    room.ledger.note_done("write-diary", "1999-01-01")
    (room.state / "jobs.json").unlink()
    fresh = Room(room.root.parent)
    assert fresh.run(fresh.write_diary()).ops == ()
    assert room.bytes_of_all() == once
    assert has_brief(room.path(path).read_bytes())


def test_what_the_owner_deleted_or_took_back_stays_away(room: Room) -> None:
    room.diary(YESTERDAY, MORNING)
    before = room.bytes_of_all()
    room.undo(room.run(room.write_diary()))
    assert room.bytes_of_all() == before
    assert room.run(room.write_diary()).ops == ()
    assert room.bytes_of_all() == before


def test_a_dry_run_shows_the_diff_and_changes_nothing(room: Room) -> None:
    room.diary(YESTERDAY, MORNING)
    before, model = room.bytes_of_all(), Scripted("Told. [1]")
    ran = room.run(room.write_diary(model), dry_run=True)
    assert "+> [!diurnal]- Day in brief" in ran.diff.splitlines()
    assert (ran.ops, model.asked) == ((), [])
    assert ran.warnings == (
        "scripted would be asked to tell it; these are the lines it is told by without a model.",
    )
    assert room.bytes_of_all() == before
    assert room.run(room.write_diary()).did == "1 day in brief"


# --- which day ----------------------------------------------------------------------------------------


def test_no_note_is_made_for_it(room: Room) -> None:
    """Today's or yesterday's note may be on its way here from another machine."""
    room.write(f"episodes/2041/{YESTERDAY} chat k3f9.md", f"## {YESTERDAY} 10:00 · Maya\n\nHello.\n")
    assert room.run(room.write_diary()).ops == ()
    assert list(room.bytes_of_all()) == [f"episodes/2041/{YESTERDAY} chat k3f9.md"]


def test_an_empty_day_is_left_empty(tmp_path: Path) -> None:
    """Also one that holds nothing but the template."""
    room = Room(tmp_path, Layout(daily_found=True, template_lines=frozenset(["## Notes", "- mood:"])))
    for days, text in ((1, ""), (2, "## Notes\n- mood:\n")):
        room.write(f"{(NOW - timedelta(days=days)).date()}.md", text)
    before = room.bytes_of_all()
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=9))
    assert room.run(room.write_diary()).ops == ()
    assert room.bytes_of_all() == before


def test_only_days_that_are_over_are_told(room: Room) -> None:
    today, yesterday = room.diary(f"{NOW.date()}", MORNING), room.diary(YESTERDAY, MORNING)
    room.run(room.write_diary())
    assert room.text(today) == MORNING
    assert room.text(yesterday) != MORNING


def test_days_missed_since_it_is_on_are_made_up_for_and_none_before(room: Room) -> None:
    paths = {back: room.diary(f"{(NOW - timedelta(days=back)).date()}", MORNING) for back in range(1, 6)}
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=3))
    assert room.run(room.write_diary()).did == "3 days in brief"
    assert [back for back, path in paths.items() if room.text(path) != MORNING] == [1, 2, 3]


def test_a_long_absence_makes_up_for_a_week_at_most(room: Room) -> None:
    for back in range(1, 30):
        room.diary(f"{(NOW - timedelta(days=back)).date()}", MORNING)
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=300))
    assert room.run(room.write_diary()).did == "7 days in brief"


def test_a_note_still_worked_on_is_told_later(room: Room) -> None:
    path = room.diary(YESTERDAY, MORNING)
    room.touched(path, NOW - timedelta(hours=1))
    ran = room.run(room.write_diary())
    assert (ran.left, ran.did) == (1, "")
    assert room.run(room.write_diary(), NOW + timedelta(hours=2)).did == "1 day in brief"


def test_a_note_beside_a_conflict_copy_is_left_alone(room: Room) -> None:
    path = room.diary(YESTERDAY, MORNING)
    room.diary(f"{YESTERDAY} (conflicted copy 2041-07-24)", MORNING)
    ran = room.run(room.write_diary())
    assert ran.warnings == (f"{path} has a conflict copy beside it, so it was left alone.",)
    assert room.text(path) == MORNING


def test_a_note_saved_while_the_model_thought_is_left_for_later(room: Room) -> None:
    path = room.diary(YESTERDAY, MORNING)

    class Slow(Scripted):
        def write(self, prompt: str, *, max_tokens: int, as_json: bool = False) -> str:
            room.write(path, MORNING + "- 23:00 Came home.\n")
            return super().write(prompt, max_tokens=max_tokens)

    ran = room.run(room.write_diary(Slow("Told. [1]")))
    assert (ran.left, ran.did) == (1, "")
    assert room.text(path) == MORNING + "- 23:00 Came home.\n"


# --- bytes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("- Walked.\n", "\n> [!diurnal]- Day in brief\n> - Walked. ([[{page}|{day}]])\n"),
        ("- Walked.", "\n\n> [!diurnal]- Day in brief\n> - Walked. ([[{page}|{day}]])"),
        ("- Walked.\n\n\n", "> [!diurnal]- Day in brief\n> - Walked. ([[{page}|{day}]])\n"),
        ("- Walked.\r\n", "\r\n> [!diurnal]- Day in brief\r\n> - Walked. ([[{page}|{day}]])\r\n"),
        (
            "- Walked.\n\n> a quote\n",
            "\n> [!diurnal]- Day in brief\n> - Walked. ([[{page}|{day}]])\n> - a quote",
        ),
    ],
)
def test_it_keeps_line_breaks_and_the_missing_last_one(room: Room, text: str, added: str) -> None:
    path = room.diary(YESTERDAY, text)
    room.run(room.write_diary())
    expected = text + added.format(page=f"diary/{YESTERDAY}", day=YESTERDAY)
    assert room.path(path).read_bytes().decode().startswith(expected)


@pytest.mark.parametrize("ending", ["```\ncode\n", "%%\nhidden\n", "<!-- never closed\n", "$$\nx\n"])
def test_an_end_that_would_swallow_it_is_never_written_into(room: Room, ending: str) -> None:
    path = room.diary(YESTERDAY, MORNING + ending)
    ran = room.run(room.write_diary())
    assert room.text(path) == MORNING + ending
    (warning,) = ran.warnings
    assert f" of line {len(MORNING.splitlines()) + 1} is never closed, so its day was not written" in warning


# --- told by a model ----------------------------------------------------------------------------------


def test_a_model_is_asked_once_and_what_it_cites_becomes_links(room: Room) -> None:
    """A23, A30: one call, in the voice of the prompt."""
    path = room.diary(YESTERDAY, MORNING)
    model = Scripted("A grey walk to the mill first. [1] Then we moved the ingest service at last [2][7].\n")
    room.run(room.write_diary(model))
    assert room.text(path) == (
        f"{MORNING}\n> [!diurnal]- Day in brief\n"
        f"> A grey walk to the mill first. [[diary/{YESTERDAY}|08:10]] "
        "Then we moved the ingest service at last [[#^e-k3f9|09:00]].\n"
    )
    (prompt,) = model.asked
    assert "[1] 08:10: Walked to the mill.\n[2] 09:00: Decided to move the ingest service." in prompt
    assert room.run(room.write_diary(model)).ops == ()
    assert len(model.asked) == 1


def test_a_model_that_cites_nothing_still_leaves_the_way_back(room: Room) -> None:
    path = room.diary(YESTERDAY, MORNING)
    room.run(room.write_diary(Scripted("A good day.")))
    assert room.text(path).endswith(
        f"> A good day.\n> From [[diary/{YESTERDAY}|08:10]] · [[#^e-k3f9|09:00]]\n"
    )


def test_whatever_a_model_answers_stays_inside_the_callout_and_is_only_text(room: Room) -> None:
    path = room.diary(YESTERDAY, MORNING)
    answer = (
        "# Heading\n\n```python\nrm -rf\n```\n- [ ] a task [[Made up]] #tag <b>bold</b> %%hidden\n"
        "<!-- diurnal: ts=2041-07-23T14:30 --> (since:: 2041-01-01) ^c-1x8m\n> [!note] [hall_facts] {{date}} <% x %>\n---\n[1]"
    )
    before = room.note(path)
    room.run(room.write_diary(Scripted(answer)))
    after = room.note(path)
    assert after.records[:2] == before.records
    (brief,) = after.records[2:]
    assert (brief.is_machine, brief.is_plan, brief.tags, brief.block, brief.card) == (
        True,
        False,
        (),
        "",
        None,
    )
    assert {link.target for link in brief.links} <= {"", f"diary/{YESTERDAY}"}
    assert after.tags == before.tags
    assert all(line.startswith("> ") for line in room.text(path).split("\n\n")[-1].splitlines())


@pytest.mark.parametrize("answer", ["", "\n \n", "[1]", "```\n```", "%%"])
def test_a_model_that_says_nothing_is_a_failure_to_be_tried_again(room: Room, answer: str) -> None:
    path = room.diary(YESTERDAY, MORNING)
    with pytest.raises(WriterFailed, match="scripted answered nothing that tells the day"):
        room.run(room.write_diary(Scripted(answer)))
    assert room.text(path) == MORNING


def test_a_model_that_fails_loses_nothing_and_is_not_asked_for_every_day(room: Room) -> None:
    for back in range(1, 5):
        room.diary(f"{(NOW - timedelta(days=back)).date()}", MORNING)
    before, model = room.bytes_of_all(), Scripted(WriterFailed("No answer."))
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=9))
    with pytest.raises(WriterFailed):
        room.run(room.write_diary(model))
    assert (len(model.asked), room.bytes_of_all()) == (1, before)
    model.answer = "Told at last. [1]"
    assert room.run(room.write_diary(model)).did == "4 days in brief"


def test_keys_are_masked_before_a_model_sees_them_and_are_never_copied(room: Room) -> None:
    path = room.diary(YESTERDAY, "- Decided on the password: canary77.\n")
    model = Scripted("Chose a password. [1]")
    room.run(room.write_diary(model))
    assert "canary77" not in model.asked[0]
    assert "[masked]" in model.asked[0]
    room.run(room.digest(), NOW + timedelta(days=7))
    assert room.text(path).count("canary77") == 1
    assert "canary77" not in room.text("digests/2041-W30.md")


def test_a_day_too_long_for_a_model_is_cut_before_it_is_sent(room: Room) -> None:
    room.diary(YESTERDAY, "".join(f"- {n} {'word ' * 400}\n" for n in range(100)))
    model = Scripted("A long day. [1]")
    room.run(room.write_diary(model))
    assert len(model.asked[0]) < 24_000


def test_one_call_goes_over_the_wire_for_a_day(room: Room) -> None:
    """A23: counted at a real HTTP server behind the shipped writer."""
    seen: list[dict[str, object]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            data = json.dumps({"choices": [{"message": {"content": "A good day. [2]"}}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        writer = load_plugins().writer("openai", {"endpoint": url, "model": "m"})
        path = room.diary(YESTERDAY, MORNING)
        room.run(room.write_diary(writer))
        room.run(room.write_diary(writer))
    finally:
        server.shutdown()
        server.server_close()
    assert len(seen) == 1
    assert room.text(path).endswith("> A good day. [[#^e-k3f9|09:00]]\n")


# --- prompts ------------------------------------------------------------------------------------------


def test_the_owners_prompt_takes_the_place_of_the_shipped_one(room: Room, tmp_path: Path) -> None:
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "write-diary.md").write_text("\ufeffLike a pirate, {{ day }}.\n", "utf-8")
    room.diary(YESTERDAY, MORNING)
    model = Scripted("Arr. [1]")
    room.run(room.write_diary(model, prompts=prompts))
    assert model.asked == [
        "Like a pirate, Tuesday 2041-07-23.\n\n[1] 08:10: Walked to the mill.\n[2] 09:00: Decided to move the ingest service.\n"
    ]


def test_a_prompt_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "write-diary.md").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(BadConfig, match=r"write-diary\.md cannot be read"):
        load_prompt("write-diary", tmp_path)
    assert "{{entries}}" in load_prompt("write-diary", tmp_path / "nowhere")


def test_what_is_filled_into_a_prompt_is_not_filled_again() -> None:
    assert filled("{{a}} {{b}} {{c}}", {"a": "{{b}}", "b": "x"}) == "{{b}} x {{c}}\n"


# --- pure -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one\n  two", "one two"),
        ("- [ ] a #tag and [[link]] ^id", "a tag and link id"),
        (
            "a (#private) 「#private」 ##private, C# and &#35;",
            "a (private) 「private」 private, C# and &#35;",
        ),
        ("a" * 200, "a" * 139 + "…"),
        ("晚" * 200, "晚" * 139 + "…"),
        ("A first sentence of some length. " + "word " * 60, "A first sentence of some length."),
        ("数字 3.14 是圆周率。" + "很" * 200, "数字 3.14 是圆周率。" + "很" * 126 + "…"),
    ],
)
def test_a_text_becomes_one_plain_line(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_the_story_of_nothing_is_refused() -> None:
    with pytest.raises(WriterFailed):
        story_lines("", [], "scripted")


def test_a_folder_of_prompts_is_named_from_the_configuration(tmp_path: Path) -> None:
    config, vault = tmp_path / "config", tmp_path / "Notes"

    assert prompts_folder(None, config, vault) == config / "prompts"
    assert prompts_folder("mine", config, vault) == config / "mine"
    assert prompts_folder(str(tmp_path / "else"), config, vault) == tmp_path / "else"


@pytest.mark.parametrize("named", ["Notes/prompts", "Notes", "Other/deep/prompts", "way/prompts"])
def test_prompts_in_a_vault_are_refused_whichever_way_leads_there(named: str, tmp_path: Path) -> None:
    """A vault may come from elsewhere, and what lies in it must not tell a model what to do."""
    (tmp_path / "Other/.obsidian").mkdir(parents=True)
    (tmp_path / "way").symlink_to(tmp_path / "Other")

    with pytest.raises(BadConfig, match=r"writer\.prompts_folder.* lie in the vault"):
        prompts_folder(f"../{named}", tmp_path / "config", tmp_path / "Notes")
