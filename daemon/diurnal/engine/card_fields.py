"""What a caller says about a card besides its text, checked before anything is planned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from diurnal.errors import UsageError
from diurnal.text.insert_card import UNFIT_IN_FIELD


@dataclass(frozen=True, slots=True)
class CardFields:
    """What a caller says about a card besides its text; see ``model.record.Card``. ``src`` are record ids."""

    since: date | None = None
    event: date | None = None
    importance: int = 0
    category: str = ""
    owner: str = ""
    src: tuple[str, ...] = ()
    always: bool = False
    expires: date | None = None

    def check(self) -> None:
        """Raises UsageError if a value is none."""
        if not 0 <= self.importance <= 10:
            raise UsageError(f"importance is {self.importance}; expected 1 to 10.")
        for name in ("category", "owner"):
            value = getattr(self, name)
            if UNFIT_IN_FIELD.search(value):
                raise UsageError(f"{name} is {value!r}; expected a word or two.")
