"""Serve the owner's page and the daemon's methods over HTTP, to this machine alone, until interrupted.

Open the address it prints: it carries the token, which is then kept in a cookie. Programs send the
token as `Authorization: Bearer …`; it lies in the state folder, and deleting it makes a new one.

examples:
  diurnal http
  diurnal http --port 9000
  curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:8750/ask?query=dentist&limit=3'
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, vault_of
from diurnal.errors import UsageError
from diurnal.http_server.guard import TOKEN_FILE, token_in
from diurnal.http_server.server import HttpServer
from diurnal.places import Places

PORT = 8750


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="N", help=f"where to listen; 0: any free one ({PORT})"
    )


def run(options: argparse.Namespace, out: Out) -> None:
    vault = vault_of(options)
    state = Places.of().state_of(vault)
    token = token_in(state)
    try:
        server = HttpServer(vault, token, options.port)
    except (OSError, OverflowError) as fault:
        raise UsageError(
            f"Port {options.port} cannot be listened at: {str(fault).rstrip('.')}.",
            hint="Name another with --port.",
        ) from fault
    facts = {
        "address": server.address,
        "page": f"{server.address}/?token={token}",
        "token_file": str(state / TOKEN_FILE),
    }
    out.show(facts, lambda: [f"Open {facts['page']}", "Ctrl-C ends it; the daemon goes on."])
    # Whoever reads along (a program that started us) is not to wait for a buffer to fill.
    print(end="", flush=True)
    with server:
        server.serve_forever()
