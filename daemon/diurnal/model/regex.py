"""Regular expressions that are compiled when they are first used.

The house has some four hundred, a third of a second's work; a question needs few of them, and a
start hardly any. ``regex`` stands wherever a module keeps one for its whole life.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast


def regex(pattern: str | Callable[[], str], flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` gives, made at the first use; a pattern that is none raises ``re.error`` only then.

    *pattern* may be what makes it, where that is work too.
    """
    return cast("re.Pattern[str]", _Regex(pattern, flags))


class _Regex:
    """Stands for a pattern; once it is compiled its methods are the compiled one's, at no cost a call."""

    def __init__(self, pattern: str | Callable[[], str], flags: int) -> None:
        self._made_of = pattern
        self._flags = flags

    @property
    def pattern(self) -> str:
        return self._made_of if isinstance(self._made_of, str) else self._made_of()

    def __getattr__(self, name: str) -> Any:
        # Only asked for what is not there yet. Two threads may compile the same: they come to the same.
        if name.startswith("_"):
            raise AttributeError(name)
        made = re.compile(self.pattern, self._flags)
        for method in ("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split"):
            setattr(self, method, getattr(made, method))
        return getattr(made, name)
