"""Run the daemon in the foreground until it is interrupted; its log goes to standard error too.

examples:
  diurnal run --vault ~/Notes
  diurnal run --set log.level=debug --set watch.poll=always
"""

from __future__ import annotations

import argparse
from pathlib import Path

from diurnal.claim import DAEMON, Card, Claim
from diurnal.cli.frame import Out, vault_of
from diurnal.cli.set_options import add_settings, settings_from
from diurnal.errors import DiurnalError, NotRunning
from diurnal.model.spelling import typed
from diurnal.places import Places
from diurnal.service.launch import say_fault, say_ready, say_within


def arguments(parser: argparse.ArgumentParser) -> None:
    add_settings(parser)
    # Where who started us listens for the word that questions are answered.
    parser.add_argument("--ready-fd", type=int, help=argparse.SUPPRESS)
    # A client starts us like this; it is refused where the owner does not want daemons to start by themselves.
    parser.add_argument("--auto", action="store_true", help=argparse.SUPPRESS)


def run(options: argparse.Namespace, out: Out) -> None:
    try:
        vault, places = vault_of(options), Places.of()
        # Held before anything is loaded, so that a stop sees a daemon that is only just starting.
        with Claim.take(vault, places, DAEMON) as claim:
            _serve(options, vault, places, claim)
    except DiurnalError as fault:
        if options.ready_fd is None:
            raise
        say_fault(options.ready_fd, fault)


def _serve(options: argparse.Namespace, vault: Path, places: Places, claim: Claim) -> None:
    from diurnal.configure import configure
    from diurnal.registry import register

    said = settings_from(options)
    settings = configure(vault, arguments=said).settings
    if options.auto and not settings.start.auto:
        raise NotRunning(
            f"No daemon serves {vault}, and start.auto is off.",
            hint=f"Start it: `diurnal start --vault {typed(vault)}`.",
        )
    if options.ready_fd is not None:
        say_within(options.ready_fd, settings.start.ready_within_s)
    register(vault, places)

    from diurnal.memory import Memory
    from diurnal.service.lifecycle import run_daemon

    def open_memory() -> Memory:
        return Memory.open(vault, config=said, settings=settings, serve=True, claim=claim)

    def ready(card: Card) -> None:
        if options.ready_fd is not None:
            say_ready(options.ready_fd, card)

    run_daemon(vault, settings, places, open_memory, foreground=options.ready_fd is None, ready=ready)
