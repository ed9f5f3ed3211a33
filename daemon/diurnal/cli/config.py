"""Show every setting with the place that set it, or check what is written.

examples:
  diurnal config show            what holds for this vault
  diurnal config show --example  every setting with its sentence and default
  diurnal config check           every problem at once, as file:line: message
"""

from __future__ import annotations

import argparse

from diurnal.assemble.own_rules import own_hall_rules
from diurnal.cli.frame import Out, vault_of
from diurnal.cli.set_options import add_settings, settings_from
from diurnal.config.schema import settings_by_name, value_of
from diurnal.config.settings import Settings
from diurnal.config.show import render
from diurnal.configure import configure
from diurnal.errors import NotAVault
from diurnal.model.spelling import counted
from diurnal.places import Places


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", choices=("show", "check"), nargs="?", default="show", help="show (the default) or check"
    )
    parser.add_argument("--example", action="store_true", help="the defaults, explained")
    add_settings(parser)


def run(options: argparse.Namespace, out: Out) -> None:
    if options.example:
        print(render(Settings()), end="")
        return
    try:
        vault = vault_of(options)
    except NotAVault:
        if options.vault:
            raise
        vault = None
    configured = configure(vault, arguments=settings_from(options))
    own_hall_rules(configured.settings.halls.rules, Places.of().config)
    if options.what == "check":
        found = f"{counted(len(configured.origins), 'setting')} changed, {len(settings_by_name())} in all; no problems."
        out.show({"changed": dict(configured.origins), "problems": []}, lambda: [found])
        return
    values = {
        name: {
            "value": _plain_value(value_of(configured.settings, name)),
            "from": configured.origins.get(name, ""),
        }
        for name in settings_by_name()
    }
    heading = f"# For {vault or 'every vault'}. Your own file: {Places.of().config_file}"
    out.show(values, lambda: [heading, *render(configured.settings, configured.origins).splitlines()])


def _plain_value(value: object) -> object:
    return value if value is None or isinstance(value, (bool, int, float, str, tuple)) else str(value)
