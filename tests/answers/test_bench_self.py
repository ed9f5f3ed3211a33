"""Probes made of the owner's own notes, and what is reported of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from answer_room import NOW, Skin, SocketSkin
from diurnal.cli import main
from diurnal.engine.probes import Probe, Probes, keys_of
from diurnal.errors import BadConfig, UsageError
from diurnal.model.results import ProbeFigures, SelfBench
from notefolder import NoteFolder


@pytest.fixture
def notes(vault: NoteFolder) -> NoteFolder:
    """A month of a diary, two pages, a note with headings; each kind of probe can be made of them."""
    vault.write("wiki/Ilse Brandt.md", "---\naliases: [Ilse]\n---\n- Repairs sailing boats in the harbour\n")
    vault.write("wiki/Kiln.md", "- Fired at 1240 degrees\n- Its shelves crack when they cool fast\n")
    vault.write(
        "Pottery.md",
        "## Glaze recipes\n\nFeldspar and wood ash in equal parts.\n\n## Storage shelves\n\nOak boards.\n",
    )
    for day in range(1, 15):
        vault.write(
            f"diary/2026-06-{day:02}.md",
            f"- 09:00 Watered the tomatoes, row {day}\n"
            f"- 14:00 Carried the {'green' if day % 2 else 'blue'} bowls to market\n",
        )
    vault.write(
        "diary/2026-06-20.md",
        "- 10:00 Sanded the hull of the boats in the harbour with [[Ilse Brandt|Ilse]]\n",
    )
    vault.write("diary/2026-06-21.md", "- 11:00 The shelves crack whenever [[Kiln|the oven]] cools fast\n")
    vault.write(
        "diary/2026-06-22.md",
        "- 12:00 和[[Ilse Brandt|Ilse]]在港口修船，晚上喝了乌龙茶\n- 13:00 乌龙茶喝完了\n",
    )
    return vault


def probes_of(skin: Skin, count: int = 500, seed: int = 7) -> list[Probe]:
    memory = skin.open()
    catalogue = memory.parts.catalogue
    records = [record for path in catalogue.names.paths() for record in catalogue.note(path).records]
    aliases = catalogue.names.aliases_of(catalogue.names.paths())
    return Probes(records, aliases, memory.parts.names.link).sample(count, seed)


def of_kind(probes: list[Probe], kind: str) -> dict[str, Probe]:
    return {probe.text: probe for probe in probes if probe.kind == kind}


def row(found: SelfBench, method: str, kind: str = "all") -> ProbeFigures:
    return next(each for each in found.figures if (each.method, each.kind) == (method, kind))


def untimed(found: SelfBench) -> SelfBench:
    return replace(found, figures=tuple(replace(each, p50_ms=0, p95_ms=0) for each in found.figures))


# --- probes -------------------------------------------------------------------------------------


def test_a_sentence_without_its_link_asks_for_the_page(api: Skin, notes: NoteFolder) -> None:
    probe = of_kind(probes_of(api), "links")["The shelves crack whenever cools fast"]
    assert probe.wanted == {"wiki/Kiln.md"}
    assert (probe.of_notes, probe.left_out, probe.reads_time) == (True, "diary/2026-06-21.md", False)


def test_the_note_a_sentence_was_taken_from_is_no_hit() -> None:
    probe = Probe("links", "x", frozenset({"b.md"}), of_notes=True, left_out="a.md")
    assert keys_of(probe, [("1", "a.md"), ("2", "b.md"), ("3", "b.md"), ("4", "c.md")]) == ["b.md", "c.md"]


def test_a_page_is_asked_for_by_a_name_that_the_entry_does_not_use(api: Skin, notes: NoteFolder) -> None:
    names = of_kind(probes_of(api), "names")
    assert any(text.startswith("Ilse Brandt ") for text in names)
    assert not any(text.startswith("Ilse ") and not text.startswith("Ilse Brandt") for text in names)


def test_a_heading_asks_for_what_stands_beneath_it(api: Skin, notes: NoteFolder) -> None:
    headings = of_kind(probes_of(api), "headings")
    assert set(headings) == {"Glaze recipes", "Storage shelves"}
    assert len(headings["Glaze recipes"].wanted) == 1


def test_a_heading_of_several_notes_asks_for_nothing(api: Skin, notes: NoteFolder) -> None:
    notes.write("Garden.md", "## Storage shelves\n\nIn the shed.\n")
    assert set(of_kind(probes_of(api), "headings")) == {"Glaze recipes"}


def test_a_day_is_asked_for_in_the_words_of_its_entry(api: Skin, notes: NoteFolder) -> None:
    dates = of_kind(probes_of(api), "dates")
    assert "What happened with green on 3 June 2026?" in dates
    chinese = [probe for text, probe in dates.items() if text.startswith("2026年6月22日")]
    # A word that both entries of the day hold wants both.
    assert max(len(probe.wanted) for probe in chinese) == 2


def test_a_small_sample_has_every_kind_and_the_seed_decides_which(api: Skin, notes: NoteFolder) -> None:
    few = probes_of(api, 8)
    assert {probe.kind for probe in few} == {"links", "names", "headings", "dates"}
    assert len(few) == 8
    assert few == probes_of(api, 8)
    assert few != probes_of(api, 8, seed=8)


# --- the report ---------------------------------------------------------------------------------


def test_the_report_has_every_method_and_kind(skin: Skin, notes: NoteFolder) -> None:
    found = skin.open().bench_self(now=NOW)
    assert {each.method for each in found.figures} == {"as set", "BM25", "grep"}
    assert {each.kind for each in found.figures} == {"all", "links", "names", "headings", "dates"}
    assert found.probes == row(found, "as set").probes == row(found, "grep").probes
    assert set(row(found, "BM25").measures) == {
        "any@1", "any@5", "any@10", "all@1", "all@5", "all@10", "mrr", "ndcg@10",
    }  # fmt: skip
    assert 0 < row(found, "as set").p50_ms <= row(found, "as set").p95_ms


def test_a_named_day_is_found_where_plain_searches_cannot_tell_days_apart(
    api: Skin, notes: NoteFolder
) -> None:
    found = api.open().bench_self(now=NOW)
    ours, grep = row(found, "as set", "dates"), row(found, "grep", "dates")
    assert ours.measures["all@10"] == 100
    assert grep.measures["any@1"] < ours.measures["any@1"]
    assert grep.worse > grep.better


def test_the_same_notes_and_seed_give_the_same_figures(skin: Skin, notes: NoteFolder) -> None:
    memory = skin.open()
    first = memory.bench_self(20, 3, now=NOW)
    assert untimed(first) == untimed(memory.bench_self(20, 3, now=NOW))
    assert first.seed == 3


def test_a_setting_is_compared_with_those_that_hold(skin: Skin, notes: NoteFolder) -> None:
    found = skin.open().bench_self(settings=["search.names=0", "search.words=0"], now=NOW)
    changed = row(found, "changed")
    assert found.changed == ("search.names=0", "search.words=0")
    assert changed.worse > 0
    assert changed.measures["ndcg@10"] < row(found, "as set").measures["ndcg@10"]


def test_a_setting_equal_to_the_one_that_holds_changes_nothing(api: Skin, notes: NoteFolder) -> None:
    found = api.open().bench_self(settings=["search.words=1.0"], now=NOW)
    changed = row(found, "changed")
    assert (changed.better, changed.worse) == (0, 0)
    assert changed.measures == row(found, "as set").measures


def test_a_comparison_changes_no_setting_of_the_memory(api: Skin, notes: NoteFolder) -> None:
    memory = api.open()
    before = [hit.score for hit in memory.retrieve("shelves crack", now=NOW).hits]
    memory.bench_self(settings=["search.words=0"], now=NOW)
    assert [hit.score for hit in memory.retrieve("shelves crack", now=NOW).hits] == before != []


def test_the_journal_profile_can_be_compared(api: Skin, notes: NoteFolder) -> None:
    found = api.open().bench_self(settings=["search.profile=journal"], now=NOW)
    assert row(found, "changed").probes == found.probes


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ("search.words", UsageError),
        ("meaning.embedder=none", UsageError),
        ("search.wrods=1", BadConfig),
        ("search.words=much", BadConfig),
    ],
)
def test_a_setting_that_cannot_be_compared_is_refused(
    skin: Skin, notes: NoteFolder, setting: str, fault: type[Exception]
) -> None:
    memory = skin.open()
    with pytest.raises(fault):
        memory.bench_self(settings=[setting])


def test_a_sample_of_none_is_refused(skin: Skin, notes: NoteFolder) -> None:
    memory = skin.open()
    with pytest.raises(UsageError):
        memory.bench_self(0)


def test_what_is_private_makes_no_probe(api: Skin, notes: NoteFolder) -> None:
    notes.write("diary/2026-06-25.md", "---\ntags: [private]\n---\n- 10:00 The secret of [[Kiln]] is borax\n")
    assert not any("secret" in probe.text or "25 June" in probe.text for probe in probes_of(api))


def test_no_note_is_touched(api: Skin, notes: NoteFolder) -> None:
    before = {path: path.stat().st_mtime_ns for path in notes.root.rglob("*.md")}
    api.open().bench_self(now=NOW)
    assert {path: path.stat().st_mtime_ns for path in notes.root.rglob("*.md")} == before


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def served(vault: NoteFolder):  # type: ignore[no-untyped-def]
    skin = SocketSkin(vault)
    yield skin
    skin.close()


def test_the_command_prints_a_table_for_each_kind(
    served: Skin, notes: NoteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    served.open()
    assert main(["bench", "self", "--vault", str(notes.root), "--set", "search.words=0.5"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines() if "nDCG@10" in line] == [
        "all", "links", "names", "headings", "dates",
    ]  # fmt: skip
    assert "changed: search.words=0.5" in out
    assert "than the settings that hold" in out


def test_the_command_prints_json(served: Skin, notes: NoteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    served.open()
    assert main(["bench", "self", "--vault", str(notes.root), "--json", "--sample", "6", "--seed", "5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["probes"], found["seed"], found["changed"]) == (6, 5, [])


def test_notes_that_tie_nothing_together_are_said_to_give_no_questions(
    served: Skin, capsys: pytest.CaptureFixture[str]
) -> None:
    served.vault.write("Loose.md", "A thought.\n")
    served.open()
    assert main(["bench", "self", "--vault", str(served.vault.root)]) == 0
    assert "give no questions" in capsys.readouterr().out
