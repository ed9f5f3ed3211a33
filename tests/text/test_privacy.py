"""A private note leaves the reader without a word of its text; doubt falls on the closed side."""

from __future__ import annotations

import pytest

from diurnal.model.record import Note, Privacy

CANARY = "zebrafish"
BODY = f"\n## 09:00\n{CANARY} [[{CANARY}]] #{CANARY}\n"
FIELDS = f"aliases: [{CANARY}]\ntags: [{CANARY}]\n{CANARY}: {CANARY}\n"


@pytest.mark.parametrize(
    "front",
    [
        f"---\nprivate: true\n{FIELDS}---",
        f"---\nPrivate: TRUE\n{FIELDS}---",
        f"---\nprivate:\n{FIELDS}---",
        f"---\nprivate: maybe\n{FIELDS}---",
        f"---\nprivate: [false, true]\n{FIELDS}---",
        f"---\nprivate: false\n{FIELDS}private: true\n---",
        f'---\n"private" : "yes"\n{FIELDS}---',
        f"---\nprivate:: true\n{FIELDS}---",
        f"---\nprivacy: private\n{FIELDS}---",
        f"---\nmeta: {{private: true}}\n{FIELDS}---",
        f"---\nmeta:\n  deep:\n    - private: yes\n{FIELDS}---",
        f"---\n{FIELDS}tags: [private]\n---",
        f"---\n{FIELDS}tags: Private/health\n---",
        f"---\nprivate: true\n{FIELDS}x: y: z\n---",
        f"---\ntags: [private, {CANARY}\n---",
        f"---\n\tprivate: yes\n{FIELDS}---",
        f"\ufeff---\r\nprivate: true\r\n{CANARY}: x\r\n---",
        f"---\nprivate: true\n{CANARY}: x\n",
        f"\n---\nprivate: true\n{CANARY}: x\n---",
        f"---\n- private: true\n- {CANARY}: x\n---",
        f"---\n[private: true, {CANARY}]\n---",
        f"---\nprivate：是\n---\n{CANARY}",
        f"---\nprivate = true\n---\n{CANARY}",
        f"---\nprivate\n---\n{CANARY}",
        f"---\nPrivate yes\n---\n{CANARY}",
        f"---\nprivate: false\nprivate: true\n{CANARY}: x\n",
        f"---\na: {{b: {{c: {{d: {{e: {{f: {{g: {{h: {{i: {{j: {{private: true}}}}}}}}}}}}}}}}}}}}\n{FIELDS}---",
        f"----\nprivate: true\n{FIELDS}----",
        f"--- # mine\nprivate: true\n{FIELDS}---",
        f"—-\nprivate: true\n{FIELDS}—-",
        f"\u200b---\nprivate: true\n{FIELDS}---",
        f"---\nprivate\u200b: true\n{FIELDS}---",
        f"---\nｐｒｉｖａｔｅ: true\n{FIELDS}---",
        "---\n" + "mood: fine\n" * 2000 + f"private: true\n{CANARY}: x\n",
        f"+++\nprivate = true\n{CANARY} = 1\n+++",
        "private:: true",
        "**Private**:: yes",
        "some words [private:: true] and more",
        "- an item (privacy:: mine)",
        "- [ ] a task [private:: maybe]",
        "| a | [private:: yes] |",
        "%% private:: true %%",
        "#private",
        "%% #private %%",
        "<!-- #private -->",
        "> [!note] #Private/diary",
        "- nested\n  - deep #private",
        "## Heading #private",
    ],
)
def test_nothing_of_a_private_note_leaves_the_reader(front: str, read) -> None:
    note: Note = read("diary/2026-07-21.md", front + BODY)

    assert note.privacy is Privacy.PRIVATE
    assert CANARY not in repr(note)
    assert (note.records, note.links, note.tags, note.aliases) == ((), (), (), ())
    assert note.title == "2026-07-21"


@pytest.mark.parametrize("path", ["Therapy/2026-07-21.md", "therapy/deep/x.md", "THERAPY/x.md"])
def test_a_folder_rule_makes_private_whatever_the_case(path: str, read) -> None:
    note = read(path, BODY, private_folders=("Therapy/",))

    assert note.privacy is Privacy.PRIVATE
    assert CANARY not in repr(note)


@pytest.mark.parametrize("rule", ["/Therapy", "./Therapy/", "Therapy/*", "Therapy/**", " therapy ", "./"])
def test_a_folder_rule_may_be_written_as_people_write_paths(rule: str, read) -> None:
    expected = Privacy.OPEN if rule == "./" else Privacy.PRIVATE

    assert read("Therapy/x.md", BODY, private_folders=(rule,)).privacy is expected


def test_a_folder_rule_reaches_no_folder_that_merely_begins_alike(read) -> None:
    assert read("Therapy notes/x.md", BODY, private_folders=("Therapy",)).privacy is Privacy.OPEN


@pytest.mark.parametrize(
    "text",
    [
        "---\nprivate: false\n---",
        "---\nprivate: no\n---",
        "---\nprivate: 'off'\n---",
        "---\nmeta: {private: false}\n---",
        "---\nmeta: private\n---",
        "---\nx: y: z\n---",
        "```js\n#private = 1\n```",
        "`#private` and text#private",
        "#privateer",
        "private:: false",
        "`[private:: true]` is how it is written",
        "```\nprivate:: true\n```",
        "std::private::thing",
        "this is a private matter",
        "---\nprivate thoughts of a dog\n---",
        "---\nwe met: private or not, who cares\n---",
        "----\nA rule, then prose on private matters.",
        "- a list\n- private: nothing here",
    ],
)
def test_an_open_note_stays_open(text: str, read) -> None:
    note = read("diary/2026-07-21.md", text + BODY)

    assert note.privacy is Privacy.OPEN
    assert CANARY in repr(note.records)


@pytest.mark.parametrize(
    "front",
    [
        "---\nowner-only: true\n---",
        "---\nprivate: owner-only\n---",
        "---\nmeta: {owner-only: true}\n---",
        "---\ntags: owner-only\n---",
        "#owner-only",
        "owner-only:: true",
        "words [private:: owner-only]",
    ],
)
def test_an_owner_only_note_is_read_and_marked(front: str, read) -> None:
    note = read("diary/2026-07-21.md", front + BODY)

    assert note.privacy is Privacy.OWNER_ONLY
    assert note.records
    assert {record.privacy for record in note.records} == {Privacy.OWNER_ONLY}


def test_the_stricter_of_two_rules_wins(read) -> None:
    text = "---\nowner-only: true\ntags: private\n---" + BODY

    assert read("Own/x.md", text, owner_only_folders=("Own",)).privacy is Privacy.PRIVATE


def test_an_explicit_look_shows_a_private_note_and_marks_it(read) -> None:
    note = read("diary/2026-07-21.md", "---\nprivate: true\n---" + BODY, show_private=True)

    assert [record.text for record in note.records] == [f"{CANARY} {CANARY} #{CANARY}"]
    assert note.privacy is Privacy.PRIVATE
    assert note.records[0].privacy is Privacy.PRIVATE
