"""What may be set, what it means, and who wins."""

from __future__ import annotations

import ast
import dataclasses
import typing
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from diurnal.config.layers import (
    Configured,
    argument_layer,
    environment_layer,
    owner_layers,
    settle,
    vault_layer,
)
from diurnal.config.schema import settings_by_name, value_of
from diurnal.config.settings import (
    HallBoosts,
    JournalSettings,
    MeaningSettings,
    Settings,
    WriterSettings,
)
from diurnal.config.show import render
from diurnal.errors import BadConfig

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "config.example.yaml"

# Sections that are handed on whole: what reads them names their fields in its own words.
HANDED_ON = (HallBoosts, JournalSettings, MeaningSettings, WriterSettings)


def owner(text: str, *vault: str) -> Configured:
    return settle(*owner_layers(text, "config.yaml", vault, home="/home/maya"))


def problems_of(text: str) -> list[str]:
    with pytest.raises(BadConfig) as refused:
        owner(text)
    return refused.value.message.splitlines()[:-1]


def test_the_example_sets_every_setting_to_its_default() -> None:
    layer, _ = owner_layers(EXAMPLE.read_text(encoding="utf-8"), "config.example.yaml")
    assert list(settings_by_name()) == list(layer.values)
    assert Settings() == settle(layer).settings


def test_the_example_is_what_the_settings_say_about_themselves() -> None:
    """After a change of settings.py: `python -m diurnal config show --example > config.example.yaml`."""
    assert render(Settings()) == EXAMPLE.read_text(encoding="utf-8")


def test_what_show_prints_reads_back_as_the_same_settings() -> None:
    changed = owner("undo_keep: 36h\nvault: {wiki_folders: [知識, 'on', '12']}\nsearch: {recency: 0.25}")
    shown = render(changed.settings, changed.origins)
    assert changed.settings == owner(shown).settings
    assert "recency: 0.25  # config.yaml:3" in shown


def test_an_empty_file_changes_nothing() -> None:
    assert Settings() == owner("").settings == owner("# nothing\n").settings == owner("watch:\n").settings


def test_every_problem_is_told_at_once_with_its_line() -> None:
    text = "watch:\n  settle_ms: fast\njobs:\n  digest:\n    evry: 3\nsearch: {limit: 0}\ntau_days: 9\n"
    assert problems_of(text) == [
        "config.yaml:2: watch.settle_ms is 'fast'; expected whole milliseconds, 20 to 60000.",
        "config.yaml:5: jobs.digest.evry is not a setting. jobs.digest has on, cron, jitter_s.",
        "config.yaml:6: search.limit is '0'; expected a whole number, 1 to 1000.",
        "config.yaml:7: tau_days is not a setting. Did you mean 'search.tau_days'?",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("watch: {setle_ms: 3}", "watch.setle_ms is not a setting. Did you mean 'watch.settle_ms'?"),
        ("watch: 3", "expected `name: value` lines here."),
        ("watch: {settle_ms: [1]}", "watch.settle_ms is a list; expected whole milliseconds, 20 to 60000."),
        ("watch: {settle_ms: {a: 1}}", "watch.settle_ms has settings below it; expected whole milliseconds"),
        ("watch: {settle_ms: }", "watch.settle_ms is empty; expected whole milliseconds"),
        ("watch: {settle_ms: 1:30}", "watch.settle_ms is '1:30'"),
        (
            "watch: {poll: alway}",
            "watch.poll is 'alway'; expected auto, always or never. Did you mean 'always'?",
        ),
        ("search: {tau_days: .nan}", "search.tau_days is '.nan'; expected days, 0.1 to 36500."),
        ("undo_keep: 9999w", "undo_keep is '9999w'; expected a length of time"),
        (
            "vault: {private_folders: [.]}",
            "private_folders is '.'; expected a list of folders inside the vault.",
        ),
        ("vault: {private_folders: ['**']}", "is '**'; expected a list of folders inside the vault."),
        (
            "vault: {private_folders: ['**/Therapy']}",
            "is '**/Therapy', but no star is read there; a folder is named",
        ),
        ("vault: {owner_only_folders: ['Health/*/old']}", "is 'Health/*/old', but no star is read there"),
        ("vault: {ignore: ['**/Drafts']}", "is '**/Drafts', but no star is read there; a prefix of the path"),
        ("vault: {episodes_folder: ''}", "episodes_folder is ''; expected a folder inside the vault."),
        (
            "undo_keep: 30",
            "undo_keep is '30'; expected a length of time such as 90min, 12h or 30d, at most 100 years.",
        ),
        ("vault: {owner_only_folders: ['']}", "is ''; expected a list of folders inside the vault."),
        ("jobs: {digest: {cron: 0 6 * * 1}}", "expected five cron fields with weekdays as names"),
        ("jobs: {digest: {cron: 61 6 * * mon}}", "expected five cron fields with weekdays as names"),
        ("vault: {daily_folder: ../out}", "expected a folder inside the vault or null."),
        ("vault: {wiki_folders: [a, [b]]}", "vault.wiki_folders holds more than texts"),
        ("start: {auto: maybe}", "start.auto is 'maybe'; expected true or false."),
        ("log: {level: info}\nlog: {level: debug}", "log is set on line 1 already."),
        ("a: [", "this is not YAML"),
        ("? [a]\n: b", "the name of a setting must be a plain word."),
        ("vaults: {/somewhere/else: {serch: {}}}", "serch is not a setting. Did you mean 'search'?"),
    ],
)
def test_a_wrong_value_gets_one_sentence(text: str, sentence: str) -> None:
    (problem,) = problems_of(text)
    assert sentence in problem


def test_a_folder_is_kept_as_the_vault_spells_it() -> None:
    """However its owner writes it, what is compared with paths is one spelling."""
    settings = owner(
        "vault: {episodes_folder: ./Talks//kept/, daily_folder: ., private_folders: [Therapy/**]}"
    ).settings
    assert settings.vault.episodes_folder == "Talks/kept"
    assert settings.vault.daily_folder == ""
    assert settings.vault.private_folders == ("Therapy/**",)


def test_values_are_taken_as_they_are_written() -> None:
    """YAML would read 0012 as ten and yes as true; a folder of that name is a folder."""
    settings = owner(
        "vault: {episodes_folder: 0012, wiki_folders: [yes]}\njobs: {digest: {on: yes}}"
    ).settings
    assert (
        settings.vault.episodes_folder,
        settings.vault.wiki_folders,
        settings.jobs.digest.on,
    ) == ("0012", ("yes",), True)


def test_the_nearer_source_wins() -> None:
    file, section = owner_layers(
        "timezone: Europe/Paris\nsearch: {limit: 5, tau_days: 9}\n"
        "vaults:\n  ~/Notes: {search: {limit: 6}}\n  /other: {search: {limit: 99}}\n",
        "config.yaml",
        ("/home/maya/Notes",),
        home="/home/maya",
    )
    inside = vault_layer("timezone: Asia/Tokyo\nday_starts_at: 4\n", "diurnal.yaml")
    env = environment_layer({"DIURNAL_SEARCH_TAU_DAYS": "7", "DIURNAL_VAULT": "/x", "HOME": "/y"})
    arguments = argument_layer({"search.profile": "journal", "vault.ignore": ("a", "b")})
    made = settle(inside, file, section, env, arguments)
    assert made.settings.timezone == "Europe/Paris"
    assert made.settings.day_starts_at == 4
    assert (
        made.settings.search.limit,
        made.settings.search.tau_days,
        made.settings.search.profile,
    ) == (6, 7.0, "journal")
    assert made.settings.vault.ignore == ("a", "b")
    assert made.origins["search.limit"] == "config.yaml:4"
    assert made.origins["search.tau_days"] == "DIURNAL_SEARCH_TAU_DAYS"


def test_rules_of_privacy_add_up_over_all_sources_and_an_empty_list_opens_nothing() -> None:
    file, section = owner_layers(
        "vault: {private_folders: [Therapy], private_tags: [secret]}\n"
        "vaults:\n  /notes: {vault: {private_folders: []}}\n",
        "config.yaml",
        ("/notes",),
    )
    inside = vault_layer("vault: {private_folders: [Money, Therapy]}\n", "diurnal.yaml")
    arguments = argument_layer({"vault.owner_only_folders": "Work"})

    made = settle(inside, file, section, arguments)

    assert ("Money", "Therapy") == made.settings.vault.private_folders
    assert ("secret",) == made.settings.vault.private_tags
    assert ("Work",) == made.settings.vault.owner_only_folders
    assert (
        "diurnal.yaml:1 [Money, Therapy] + config.yaml:1 [Therapy] + config.yaml:3 []"
        == made.origins["vault.private_folders"]
    )
    assert "private_folders: [Money, Therapy]  # diurnal.yaml:1 [Money" in render(made.settings, made.origins)


def test_the_default_tags_give_way_to_the_owner_and_not_to_a_file_that_came_with_the_vault() -> None:
    inside = vault_layer("vault: {private_tags: [secret], owner_only_tags: []}\n", "diurnal.yaml")
    made = settle(inside)
    assert ("private", "secret") == made.settings.vault.private_tags
    assert ("owner-only",) == made.settings.vault.owner_only_tags
    assert "default [private] + diurnal.yaml:1 [secret]" == made.origins["vault.private_tags"]

    own, _ = owner_layers("vault: {private_tags: []}\n", "config.yaml")
    assert () == settle(own).settings.vault.private_tags


def test_a_vault_may_say_only_how_it_is_read() -> None:
    """A vault can be synced from elsewhere: what runs, connects or switches on is the owner's alone."""
    refused = [name for name, item in settings_by_name().items() if not item.in_vault]
    for name in refused:
        layer = vault_layer(_nested(name), "diurnal.yaml")
        assert layer.values == {}
        (problem,) = layer.problems
        assert "cannot be set inside a vault" in problem
    assert {"meaning", "writer", "jobs", "agents", "plugins", "start", "cache_dir"} <= {
        name.split(".")[0] for name in refused
    }


def test_environment_variables_name_every_setting_once() -> None:
    names = [item.env for item in settings_by_name().values()]
    assert len(names) == len(set(names))


def test_an_unknown_environment_variable_is_a_problem_but_a_key_is_none() -> None:
    layer = environment_layer({"DIURNAL_SERCH_LIMIT": "3", "DIURNAL_MODEL_KEY": "secret"})
    assert layer.problems == (
        "environment: DIURNAL_SERCH_LIMIT is not a setting. Did you mean 'DIURNAL_SEARCH_LIMIT'?",
    )


def test_arguments_may_be_python_values() -> None:
    made = settle(argument_layer({"start.auto": False, "undo_keep": "12h", "timezone": None})).settings
    assert (False, timedelta(hours=12), None) == (made.start.auto, made.undo_keep, made.timezone)


def test_an_unknown_zone_is_refused_where_zones_are_known() -> None:
    layer = vault_layer("timezone: Mars/Base", "diurnal.yaml", is_zone=lambda name: False)
    assert layer.problems == (
        "diurnal.yaml:1: timezone is 'Mars/Base'; expected a zone name such as Asia/Shanghai or null.",
    )


def test_each_setting_explains_itself() -> None:
    for item in settings_by_name().values():
        assert item.doc.endswith("."), item.name
        assert value_of(Settings(), item.name) == item.default


def _nested(name: str) -> str:
    parts = name.split(".")
    lines = [f"{'  ' * depth}{part}:" for depth, part in enumerate(parts)]
    return "\n".join(lines) + " 1\n"


def names_in(section: type) -> Iterator[str]:
    """The settings of *section* and of those in it."""
    for name, kind in typing.get_type_hints(section).items():
        yield name
        if dataclasses.is_dataclass(kind) and kind not in HANDED_ON:
            yield from names_in(kind)


def test_every_setting_is_read_by_something() -> None:
    """
    A setting that nothing reads promises what is not kept: outside config/ each is somebody's attribute.
    """
    package = ROOT / "daemon" / "diurnal"
    read = {
        node.attr
        for path in package.rglob("*.py")
        if path.parent.name != "config"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
    }

    assert [] == sorted(set(names_in(Settings)) - read)
