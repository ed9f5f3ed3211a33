"""Regular expressions that are compiled when they are first used.

The house has some four hundred, a third of a second's work; a question needs few of them, and a
start hardly any. ``regex`` stands wherever a module keeps one for its whole life.
"""

from __future__ import annotations

import re
from typing import Any, cast


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` gives, made at the first use; a pattern that is none raises ``re.error`` only then."""
    return cast("re.Pattern[str]", _Regex(pattern, flags))


class _Regex:
    """Stands for a pattern; once it is compiled its methods are the compiled one's, at no cost a call."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # Only asked for what is not there yet. Two threads may compile the same: they come to the same.
        if name.startswith("_"):
            raise AttributeError(name)
        made = re.compile(self.pattern, self._flags)
        for method in ("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split"):
            setattr(self, method, getattr(made, method))
        return getattr(made, name)
