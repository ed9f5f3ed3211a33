"""List the scheduled jobs, or run one now.

examples:
  diurnal jobs
  diurnal jobs run tag-halls --dry-run
  diurnal jobs run tag-halls --remove
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.cli.show import columns
from diurnal.errors import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("list", "run"), default="list", help="list them (the default), or run one"
    )
    parser.add_argument("name", nargs="?", help="the job to run")
    parser.add_argument("--remove", action="store_true", help="of tag-halls: take out the marks it wrote")
    parser.add_argument("--dry-run", action="store_true", help="only show what it would change")


def run(options: argparse.Namespace, out: Out) -> None:
    if options.what == "list":
        jobs = ask_daemon(options, "jobs")
        out.show(jobs, lambda: columns(map(_row, jobs)))
        return
    if not options.name:
        raise UsageError("Which job?", hint="`diurnal jobs` lists them.")
    if options.remove and options.name != "tag-halls":
        raise UsageError(
            f"--remove is for tag-halls, not {options.name}.", hint="`diurnal undo` takes back a run."
        )
    name = "remove-tags" if options.remove else options.name
    ran = ask_daemon(options, "run_job", slow=True, name=name, dry_run=options.dry_run or None)
    out.show(ran, lambda: _lines(ran))


def _row(job: dict[str, Any]) -> tuple[str, ...]:
    when = f"next {_minute(job['next_run'])}" if job["on"] and job["next_run"] else ""
    last = f"last {_minute(job['last_run'])} {job['outcome']}" if job["last_run"] else "never ran"
    return (job["name"], "on" if job["on"] else "off", job["cron"] or "when asked", when, last, job["remark"])


def _minute(moment: str) -> str:
    return moment[:16].replace("T", " ")


def _lines(ran: dict[str, Any]) -> Iterator[str]:
    yield from plain(ran["diff"]).splitlines()
    yield plain(f"{ran['name']}: {ran['did'] or 'nothing was to be done'}")
    # One operation a note: each can be taken back alone, the last one first.
    yield from (f"undo: diurnal undo {op}" for op in reversed(ran["ops"]))
    yield from map(plain, ran["warnings"])
