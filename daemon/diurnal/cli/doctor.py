"""Say what is odd about the vault and what is derived from it, and how to mend it.

The exit status is 0 unless an error was found (then 1).

example:
  diurnal doctor
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.errors import DiurnalError

MARKS = {"ok": "ok     ", "note": "note   ", "warning": "warning", "error": "error  "}


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> int:
    findings = ask_daemon(options, "doctor", slow=True)
    out.show(findings, lambda: (_line(finding, out) for finding in findings))
    return DiurnalError.exit_status if any(finding["level"] == "error" for finding in findings) else 0


def _line(finding: dict[str, str], out: Out) -> str:
    line_number = f":{finding['line']}" if finding["line"] else ""
    where = f" {finding['path']}{line_number}:" if finding["path"] else ""
    mend = f" {finding['mend']}" if finding["mend"] else ""
    line = plain(f"{MARKS.get(finding['level'], finding['level'])}{where} {finding['what']}{mend}")
    return out.style("warn", line) if finding["level"] in ("warning", "error") else line
