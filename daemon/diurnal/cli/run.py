"""Run the daemon in the foreground until it is interrupted; its log goes to standard error too.

examples:
  diurnal run --vault ~/Notes
  diurnal run --set log.level=debug --set watch.poll=always
"""

from __future__ import annotations

import argparse

from diurnal.claim import Card
from diurnal.cli.frame import Out, vault_of
from diurnal.cli.set_options import add_settings, settings_from
from diurnal.configure import configure
from diurnal.errors import DiurnalError
from diurnal.memory import Memory
from diurnal.places import Places
from diurnal.registry import register
from diurnal.service.background import say_fault, say_ready
from diurnal.service.lifecycle import run_daemon


def arguments(parser: argparse.ArgumentParser) -> None:
    add_settings(parser)
    # Where `diurnal start` listens for the word that questions are answered.
    parser.add_argument("--ready-fd", type=int, help=argparse.SUPPRESS)


def run(options: argparse.Namespace, out: Out) -> None:
    try:
        _serve(options)
    except DiurnalError as fault:
        if options.ready_fd is None:
            raise
        say_fault(options.ready_fd, fault)


def _serve(options: argparse.Namespace) -> None:
    vault, places = vault_of(options), Places.of()
    said = settings_from(options)
    settings = configure(vault, arguments=said).settings
    register(vault, places)

    def open_memory() -> Memory:
        return Memory.open(vault, config=said, settings=settings, serve=True)

    def ready(card: Card) -> None:
        if options.ready_fd is not None:
            say_ready(options.ready_fd, card)

    run_daemon(vault, settings, places, open_memory, foreground=options.ready_fd is None, ready=ready)
