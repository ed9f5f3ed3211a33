"""Serve agents over MCP on standard input and output; for programs that speak it, not for people.

example:
  diurnal mcp --vault ~/Notes

An agent's program is told of it like this, once for each vault:
  {"mcpServers": {"diary": {"command": "diurnal", "args": ["mcp", "--vault", "/home/me/Notes"]}}}
It needs the package mcp: `pip install '.[mcp]'` in the folder of Diurnal. docs/mcp.md describes the tools.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from functools import partial

from diurnal.cli.frame import Out, vault_of
from diurnal.errors import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    vault = vault_of(options)
    if importlib.util.find_spec("mcp") is None:
        raise UsageError(
            "The package mcp is not installed.",
            hint="Install it in the folder of Diurnal: `pip install '.[mcp]'`.",
        )
    if sys.stdin is not None and sys.stdin.isatty():
        print("This is for programs that speak MCP; see `diurnal mcp --help`.", file=sys.stderr)
    from diurnal.mcp_server.greeting import greeting_of
    from diurnal.mcp_server.wire import Wire

    wire = Wire.take(partial(greeting_of, vault))
    # From here on the client is heard; what follows takes a second to load.
    from diurnal.configure import configure
    from diurnal.mcp_server.desk import Desk
    from diurnal.mcp_server.server import serve

    serve(Desk(vault, configure(vault).settings), wire)
