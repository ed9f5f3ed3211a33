"""Say how the daemon and its memory are doing.

example:
  diurnal status --json
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.model.spelling import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    # Asking how it is must not change how it is: nothing is started.
    status = ask_daemon(options, "status", start=False)
    out.show(status, lambda: _lines(status, out))


def _lines(status: dict[str, Any], out: Out) -> Iterator[str]:
    yield out.style("bold", plain(status["vault"]))
    yield f"  {_state(status)}"
    days = counted(status["days"], "day") if status["days"] else "no days"
    span = f", {status['first_day']} to {status['last_day']}" if status["first_day"] else ""
    untimed = f", {status['untimed_days']:,} of them untimed" if status["untimed_days"] else ""
    yield f"  {counted(status['notes'], 'note')}; {days}{span}{untimed}"
    entries = counted(status["entries"], "entry", "entries")
    yield f"  {entries}, {counted(status['items'], 'item')}, {counted(status['passages'], 'passage')}"
    if status["vectors_wanted"]:
        yield f"  meaning: {status['embedder']}, {counted(status['vectors_wanted'], 'text')} still to come"
    else:
        yield f"  meaning: {status['embedder'] or 'none'}"
    for name in ("conflict_copies", "private_notes", "pending", "vanished"):
        if status.get(name):
            yield f"  {name.replace('_', ' ')}: {status[name]:,}"
    if status["skimmed"]:
        yield f"  known by their words alone so far: {status['skimmed']:,} records"
    memory = f", {status['memory_bytes'] / 1e6:.0f} MB" if status["memory_bytes"] else ""
    yield f"  pid {status['pid']}{memory}; watching by {status['watching']}; zone {status['zone'] or 'unknown'}"
    yield f"  socket {plain(status['socket'])}"
    yield f"  derived data in {plain(status['derived_folder'])}; state in {plain(status['state_folder'])}"
    for job in status["jobs"]:
        if job["remark"]:
            yield out.style("warn", f"  job {job['name']}: {plain(job['remark'])}")
    for sentence in (*status["degraded"], *status["warnings"]):
        yield out.style("warn", f"  {plain(sentence)}")
    for path, why in status["troubled"].items():
        yield out.style("warn", f"  {plain(path) or 'the folder itself'}: {plain(why)}")


def _state(status: dict[str, Any]) -> str:
    if status["state"] == "indexing":
        return f"indexing, {status['indexed']:,} of {status['total']:,} notes read"
    return str(status["state"])
