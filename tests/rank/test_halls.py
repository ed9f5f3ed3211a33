"""Which hall an entry belongs to, how an owner edits the rules, and what a broken rule says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.errors import BadConfig
from diurnal.rank.hall_rules import HALLS, LONGEST_READ, marked_hall
from diurnal.rank.halls import built_in_rules, classify, load_rules
from diurnal.rank.prepared import prepare

LINES = [
    line.split("\t")
    for line in Path(__file__).with_name("halls.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def share_right(rows: list[tuple[str, set[str]]]) -> float:
    return sum(classify(text) in halls for text, halls in rows) / len(rows)


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "mixed"])
@pytest.mark.parametrize(("kind", "share"), [("plain", 0.95), ("trap", 0.9)])
def test_our_own_lines_are_told_apart(language: str, kind: str, share: float) -> None:
    """B25: plain lines and traps in both languages and both scripts land in their hall."""
    rows = [
        (text, {hall})
        for hall, its_kind, its_language, text in LINES
        if (its_kind, its_language) == (kind, language)
    ]
    assert len(rows) >= 5
    assert share_right(rows) >= share


@pytest.mark.parametrize(("hard", "share"), [(False, 0.99), (True, 0.9)])
def test_the_shared_lines_are_told_apart(shared: Path, hard: bool, share: float) -> None:
    """B25: the lines of the shared case file, where a debatable one may have two answers."""
    cases = [
        json.loads(line)
        for line in (shared / "cases" / "halls.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    rows = [(case["text"], {case["hall"], *case.get("also", [])}) for case in cases if case["hard"] is hard]
    assert share_right(rows) >= share


@pytest.mark.parametrize("text", ["", " \n", "Walked to the mill.", "下午去郵局。", "42", "🙂", "---", "?"])
def test_what_says_nothing_special_is_an_event(text: str) -> None:
    """B25: events is the default."""
    assert classify(text) == "events"


@pytest.mark.parametrize(
    "text",
    [
        "Likely a long day at the mill.",
        "A profound silence after the last note.",
        "The foundation was poured.",
        "The well-liked baker waved.",
        "Suggestive shadows on the wall, nothing more.",
        "Tried the PreferMe app on the tram.",
    ],
)
def test_a_cue_inside_another_word_is_none(text: str) -> None:
    """'likely' is no liking and 'profound' no finding."""
    assert classify(text) == "events"


@pytest.mark.parametrize(
    ("simplified", "traditional", "hall"),
    [
        ("决定采用新方案。", "決定採用新方案。", "facts"),
        ("发现水管接反了。", "發現水管接反了。", "discoveries"),
        ("我喜欢安静。", "我喜歡安靜。", "preferences"),
        ("应该先检查煤气。", "應該先檢查煤氣。", "advice"),
        ("做完选择题就回家了。", "做完選擇題就回家了。", "events"),
    ],
)
def test_both_chinese_scripts_read_alike(simplified: str, traditional: str, hall: str) -> None:
    """B21: a rule is written once and holds in either script."""
    assert [classify(simplified), classify(traditional)] == [hall, hall]


def test_upper_case_changes_nothing() -> None:
    """B7: the text is lowered before it is compared."""
    assert classify("DECIDED TO USE POSTGRESQL FOR THE LEDGER.") == "facts"


@pytest.mark.parametrize(
    ("text", "hall"),
    [
        ("[hall_facts] bought bread", "facts"),
        ("- [ ] [hall_advice] bought bread", "advice"),
        ("- 14:30 [hall_discoveries] bread", "discoveries"),
        ("I like bread #hall/events", "events"),
        ("#HALL/Preferences bread", "preferences"),
        ("bread about [hall_facts] marks", None),
        ("bread #hall/facts-of-life", None),
        ("bread #marshall/facts", None),
        ("[hall_kitchen] bread", None),
        ("bread", None),
    ],
)
def test_a_mark_is_recognised_where_the_tagger_puts_it(text: str, hall: str | None) -> None:
    """B24: an entry that has its mark already is known, so nothing is added twice."""
    assert marked_hall(text) == hall


def test_a_mark_outweighs_every_rule() -> None:
    """B24: what the owner or an earlier run wrote decides."""
    assert classify("[hall_events] Decided to use PostgreSQL.") == "events"
    assert built_in_rules().explain("Decided to sell it. #hall/advice").marked


def test_the_clause_after_the_turn_counts_for_more() -> None:
    """What is conceded before a 'but' loses to what is claimed after it."""
    assert classify("I prefer the red one, but we chose the blue one.") == "facts"
    assert classify("We chose the blue one, but I prefer the red one.") == "preferences"


@pytest.mark.parametrize(
    ("claimed", "not_claimed"),
    [
        ("I love tea.", "I love tea, said the parrot."),
        ("We decided to sell the boat.", "Dreamed we decided to sell the boat."),
        ("We chose the blue mug.", "The mug we chose broke."),
        ("我喜欢下雨天。", "问路的人说他最喜欢的队输了。"),
        ("决定坐船去。", "梦见自己决定坐船去。"),
        ("建议坐船去。", "建议函寄出去了。"),
        ("We chose the blue mug.", "If we'd chosen the blue mug we would be home by now."),
        ("I always eat late.", "He says I always eat late."),
        ("决定卖船。", "差点就决定卖船。"),
    ],
)
def test_what_the_writer_does_not_claim_is_an_event(claimed: str, not_claimed: str) -> None:
    """B25: the same words in speech, in a dream, in a relative clause or in a name decide nothing."""
    assert classify(not_claimed) == "events"
    assert classify(claimed) != "events"


def test_an_ignored_stretch_voids_what_starts_or_ends_in_it_and_nothing_else() -> None:
    """A cue that begins where the stretch begins but goes on after it is a claim of its own."""
    rules = load_rules({"ignore": ["red boat"], "facts": {"plain": ["boat sold", "red boat sank", "a red"]}})
    assert rules.classify("red boat sold") == "events"
    assert rules.classify("a red boat") == "events"
    assert rules.classify("red boat sank") == "facts"
    assert rules.classify("boat sold") == "facts"


def test_what_is_said_in_an_aside_counts_for_less_and_still_decides_alone() -> None:
    """A plain cue in the main clause outweighs a strong one in passing; with nothing else said, that one stands."""
    rules = load_rules(
        {"aside": ["^when >"], "facts": {"strong": ["boat sold"]}, "advice": {"plain": ["check the *"]}}
    )
    assert rules.classify("When the boat sold, check the mast.") == "advice"
    assert rules.classify("When the boat sold, check nothing.") == "facts"
    assert rules.classify("The boat sold, check the mast.") == "facts"


def test_what_is_narrated_outdoes_only_what_was_said_in_passing() -> None:
    """An entry that goes on to tell what happened is an event, unless its own clause claims something."""
    rules = load_rules(
        {"aside": ["^they >"], "facts": {"strong": ["chose"]}, "events": {"weak": ["walked home"]}}
    )
    assert rules.classify("They chose the oak, walked home.") == "events"
    assert rules.classify("They chose the oak.") == "facts"
    assert rules.classify("Chose the oak, walked home.") == "facts"


@pytest.mark.parametrize(
    ("opening", "hall"),
    [
        ("Found out that Grandma always preferred tea.", "discoveries"),
        ("Resolved never to say what I prefer.", "facts"),
        ("Remember to write down what you discover.", "advice"),
        ("发现奶奶从不吃隔夜菜。", "discoveries"),
        ("我们决定每周三吃素。", "facts"),
        ("我喜欢一个人做决定。", "preferences"),
        ("記得把決定寫下來。", "advice"),
    ],
)
def test_what_opens_a_sentence_of_one_clause_governs_all_of_it(opening: str, hall: str) -> None:
    """What somebody found out is a finding, whatever it was about."""
    assert classify(opening) == hall


def test_a_rule_can_void_the_rest_of_a_clause_or_of_a_sentence() -> None:
    """`>` reaches to the next comma, `>>` to the full stop, and neither beyond it."""
    rules = load_rules({"ignore": ["almost >", "dreamt >>"], "facts": {"plain": ["sold the boat"]}})
    assert rules.classify("Almost sold the boat.") == "events"
    assert rules.classify("Almost drowned, sold the boat.") == "facts"
    assert rules.classify("Dreamt of a storm, sold the boat.") == "events"
    assert rules.classify("Dreamt of a storm. Sold the boat.") == "facts"


def test_a_sign_inside_a_word_is_part_of_the_word() -> None:
    """'don' is not in "don't", 'liked' not in "well-liked"; a word with an accent is the word without it."""
    rules = load_rules({"facts": {"plain": ["don", "liked", "x-ray", "don't know", "cafe"]}})
    assert [rules.classify(t) for t in ("We don't.", "The well-liked vicar.", "Rays.")] == ["events"] * 3
    assert [rules.classify(t) for t in ("An X-ray.", "I don’t know.", "Le café.")] == ["facts"] * 3


def test_no_cue_that_matches_is_hidden_by_the_index() -> None:
    """Looking only for the cues whose keys a sentence holds finds what trying every one of them finds."""
    rules = built_in_rules()
    for *_, text in LINES[::40]:
        prepared = prepare(text.lower())
        likely = set(map(id, rules.possible_in(prepared)))
        hidden = [cue.phrase for cue in rules.cues if id(cue) not in likely and cue.pattern.search(prepared)]
        assert hidden == [], text


def test_an_explanation_names_the_words_that_decided() -> None:
    verdict = built_in_rules().explain("Turns out the fuse was loose.")
    assert verdict.hall == "discoveries"
    assert "turns out" in [evidence.words for evidence in verdict.evidence]


@given(st.text(max_size=300))
def test_any_text_gets_a_hall(text: str) -> None:
    """Classifying never raises, whatever the note holds."""
    assert classify(text) in HALLS


def test_a_long_passage_is_judged_by_its_opening() -> None:
    filler = "Rain on the roof. " * (LONGEST_READ // 10)
    assert classify("Decided to sell the boat. " + filler) == "facts"
    assert classify(filler + "Decided to sell the boat.") == "events"


OWN_RULES = """
lists:
  boat: [yawl, ketch]
ignore:
  - in a dream
turn:
  - however
facts:
  strong:
    - launched the {boat}
discoveries:
  plain:
    - "barnacle* .. (hull|keel)"
preferences:
  weak:
    - (very)? salty !(soup)
advice:
  certain:
    - "^reef early|早收帆"
"""


@pytest.mark.parametrize(
    ("text", "hall"),
    [
        ("We launched the ketch at noon.", "facts"),
        ("We launched the dinghy at noon.", "events"),
        ("Barnacles all over the hull.", "discoveries"),
        ("Barnacles everywhere. The hull is blue.", "events"),
        ("Salty air.", "preferences"),
        ("Very salty air.", "preferences"),
        ("Salty soup.", "events"),
        ("So reef early.", "advice"),
        ("They reef early.", "events"),
        ("風大，早收帆。", "advice"),
        ("Decided to sail.", "events"),
    ],
)
def test_an_owner_can_write_the_rules(text: str, hall: str) -> None:
    """B27: the rules are data; a file of one's own replaces them."""
    assert load_rules(OWN_RULES).classify(text) == hall


def test_an_owner_can_add_to_the_shipped_rules() -> None:
    rules = load_rules({"extends": "built-in", "facts": {"strong": ["launched the *"]}})
    assert rules.classify("We launched the dinghy.") == "facts"
    assert rules.classify("Decided to sail.") == "facts"


def test_all_mistakes_in_a_rules_file_are_told_at_once() -> None:
    """Each problem names file and line, as every other setting's does."""
    broken = "\n".join(
        [
            "factz:",
            "  strong: [a]",
            "facts:",
            "  loud: [sold it]",
            "  strong:",
            "    - sold (it",
            "    - sold it)",
            "    - (sold)?",
            "    - sold {nothing}",
            "    - sold [it]",
            "    - use*",
        ]
    )
    with pytest.raises(BadConfig) as caught:
        load_rules(broken, "mine.yaml")
    assert [line.split(" ")[0] for line in caught.value.message.splitlines()] == [
        "mine.yaml:1:",
        "mine.yaml:4:",
        "mine.yaml:6:",
        "mine.yaml:7:",
        "mine.yaml:8:",
        "mine.yaml:9:",
        "mine.yaml:10:",
        "mine.yaml:11:",
    ]
    assert "Did you mean 'facts'?" in caught.value.message


@pytest.mark.parametrize(
    "source", ["facts: ]", "- facts", "facts: {strong: {a: b}}", "extends: nothing", "\x00"]
)
def test_a_file_that_is_no_rules_file_is_refused_with_its_line(source: str) -> None:
    with pytest.raises(BadConfig, match=r"mine\.yaml:1: "):
        load_rules(source, "mine.yaml")
