"""The low-priority process: does one job after another and hands back what it made.

Started by ``child.process`` as ``python -m diurnal.child.main``; nothing else
starts it. One JSON object a line comes in, one goes out for each. It ends the
moment its input ends, in the middle of a job too: jobs make new files and name
them at the very end, so nothing half made is ever used.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import platform
import queue
import sys
import threading
import traceback
from typing import Any, TextIO

from diurnal.errors import DiurnalError

NICENESS = 15
# The system call by which a process says that its disk work can wait, where its number is known. The command
# `ionice` would do, but its options differ and it ends in failure where the call is forbidden.
IOPRIO_SET = {"x86_64": 251, "aarch64": 30, "riscv64": 30}
_THIS_PROCESS, _IDLE_CLASS = 1, 3 << 13


def main() -> int:
    # Whatever a library prints must not reach the pipe that replies go through.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _give_way()
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, requests), daemon=True).start()
    while True:
        replies.write(json.dumps(_done(json.loads(requests.get()))) + "\n")
        replies.flush()


def _give_way() -> None:
    """Take the processor and the disk only when nobody else wants them; a system without the latter is no fault."""
    os.nice(NICENESS)
    if sys.platform == "linux" and (call := IOPRIO_SET.get(platform.machine())):
        ctypes.CDLL(None).syscall(call, _THIS_PROCESS, 0, _IDLE_CLASS)


def _listen(stream: TextIO, requests: queue.SimpleQueue[str]) -> None:
    for line in stream:
        requests.put(line)
    # The daemon closed the pipe or is gone.
    os._exit(0)


def _done(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to one request: what the job returned, or what went wrong without a word of any note."""
    module, _, name = request["job"].partition(":")
    try:
        result = getattr(importlib.import_module(module), name)(**request["arguments"])
    except DiurnalError as fault:
        return {"id": request["id"], "fault": fault.code, "message": str(fault)}
    except OSError as fault:
        return {"id": request["id"], "fault": "system", "message": _where(fault)}
    except Exception as fault:  # noqa: BLE001 -- the edge of this process: the daemon is told and decides
        traceback.print_tb(fault.__traceback__)
        return {"id": request["id"], "fault": type(fault).__name__, "message": _where(fault)}
    return {"id": request["id"], "result": result}


def _where(fault: Exception) -> str:
    """The kind of *fault* and the place it came from; its own words could quote a note, unless the system made them."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    said = f": {fault.strerror}" if isinstance(fault, OSError) else ""
    return f"{type(fault).__name__}{said} in {last.name} ({os.path.basename(last.filename)}:{last.lineno})"  # noqa: PTH119


if __name__ == "__main__":
    sys.exit(main())
