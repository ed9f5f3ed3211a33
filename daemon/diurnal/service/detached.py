"""``python -m diurnal.service.detached …``: `diurnal run …` in a process that no caller has to wait for.

The fork comes first, before anything is loaded that has threads. Its parent
ends at once, so that the daemon is nobody's child: a program that started it
is not left with a dead child when the daemon stops.
"""

from __future__ import annotations

import gc
import os
import runpy
import sys


def main() -> None:
    """Run the daemon in a grandchild, as ``python -m diurnal run`` would; the child between ends at once."""
    if os.fork():
        os._exit(0)
    # Nothing made while starting is garbage, and looking for some takes an eighth of the start. The daemon looks again
    # once it answers.
    gc.disable()
    sys.argv = ["diurnal", "run", *sys.argv[1:]]
    runpy.run_module("diurnal", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
