"""Have the daemon started when you log in, by systemd or launchd; never needs root.

examples:
  diurnal autostart on
  diurnal autostart on --print    only show the file that would be written
  diurnal autostart status
  diurnal autostart off
"""

from __future__ import annotations

import argparse
import os
import sys

from diurnal.cli.frame import Out, plain, vault_of
from diurnal.places import Places
from diurnal.service.autostart import manager_of
from diurnal.service.background import answering


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("on", "off", "status"), default="status", help="what to do (status)"
    )
    parser.add_argument("--print", action="store_true", help="only show the file that is or would be written")


def run(options: argparse.Namespace, out: Out) -> None:
    vault, places = vault_of(options), Places.of()
    manager = manager_of(vault, os.environ)
    if options.print:
        text = manager.text().decode("utf-8", "surrogateescape")
        out.show({"file": str(manager.path), "text": text}, lambda: text.splitlines())
        return
    said = ""
    if options.what == "on":
        # A daemon that runs already is left alone; the manager would only fail to start another.
        runs = answering(vault, places) is not None
        manager.on(now=not runs)
        said = "from the next login on; the daemon that runs goes on" if runs else "from now on"
    elif options.what == "off" and not manager.off():
        said = "nothing was to be done"
    facts = {"on": manager.is_on(), "file": str(manager.path)}
    if sys.platform != "darwin" and facts["on"] and not out.as_json:
        said = said or "while you are logged in; `loginctl enable-linger` has it run without"
    state = f"{vault}: autostart is {'on' if facts['on'] else 'off'}"
    out.show(
        facts,
        lambda: [
            plain(f"{state}{f' ({said})' if said else ''}."),
            *([plain(f"  {manager.path}")] if facts["on"] else []),
        ],
    )
