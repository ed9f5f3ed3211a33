"""The daemon's log: what happened and where, never what a note or a question says.

One file in the state folder, set aside when it is full. In the foreground the
same lines go to standard error.
"""

from __future__ import annotations

import logging
import logging.handlers
import sys
from pathlib import Path

from diurnal.config.settings import LogSettings
from diurnal.places import LOG_NAME

FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _OneLine(logging.Formatter):
    """Records of one line each; a traceback's message may quote a note, so only its places are kept."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_info = None
        record.exc_text = None
        record.stack_info = None
        return super().format(record).replace("\n", " | ")


def open_log(folder: Path, settings: LogSettings, *, foreground: bool) -> Path:
    """Send the package's log to the file in *folder* (and to standard error); gives the file's path."""
    path = folder / LOG_NAME
    path.touch(mode=0o600, exist_ok=True)
    handlers: list[logging.Handler] = [
        logging.handlers.RotatingFileHandler(
            path, maxBytes=settings.size_kb * 1024, backupCount=settings.keep, encoding="utf-8"
        )
    ]
    if foreground:
        handlers.append(logging.StreamHandler(sys.stderr))
    root = logging.getLogger("diurnal")
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    for handler in handlers:
        handler.setFormatter(_OneLine(FORM))
        root.addHandler(handler)
    root.setLevel(settings.level.upper())
    root.propagate = False
    return path
