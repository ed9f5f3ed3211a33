"""``python -m diurnal``: the same as the command `diurnal`."""

from __future__ import annotations

import sys

from diurnal.cli import main

if __name__ == "__main__":
    sys.exit(main())
