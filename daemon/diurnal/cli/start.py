"""Start the daemon in the background; returns once it answers.

examples:
  diurnal start --vault ~/Notes
  diurnal start --set watch.settle_ms=40
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, plain, vault_of
from diurnal.cli.set_options import add_settings, settings_from
from diurnal.configure import configure
from diurnal.places import Places
from diurnal.registry import register
from diurnal.service.background import answering, start_daemon


def arguments(parser: argparse.ArgumentParser) -> None:
    add_settings(parser)


def run(options: argparse.Namespace, out: Out) -> None:
    vault, places = vault_of(options), Places.of()
    settings = configure(vault, arguments=settings_from(options)).settings
    ran = answering(vault, places) is not None
    card = start_daemon(
        vault, places, settings.start, [word for item in options.set for word in ("--set", item)]
    )
    register(vault, places)
    what = "serves it already" if ran else "serves it now"
    facts = {"pid": card.pid, "socket": card.socket, "vault": card.vault, "started": not ran}
    out.show(facts, lambda: [plain(f"{vault}: a daemon {what} (pid {card.pid}).")])
