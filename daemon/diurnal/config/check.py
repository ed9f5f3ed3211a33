"""One value of a setting: from what was written to what is meant, or a sentence why not.

Used for YAML scalars, environment variables and arguments alike, which all
arrive as text (or lists of texts). The text is taken as written: `0012` is no
octal number, and a folder called `yes` stays a folder.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from diurnal.config.cron import is_cron
from diurnal.config.schema import FOLDERS, Setting
from diurnal.model.spelling import did_you_mean

TRUE = ("true", "yes", "on", "1")
FALSE = ("false", "no", "off", "0")
NULL = ("", "null", "~")

# What lies further back may be before the first year of the calendar.
LONGEST = timedelta(days=36_525)
# What holds instead where somebody writes a pattern of a shell.
STARLESS = {
    "folder": "a folder is named from the vault's root on, and all beneath it belongs to it",
    "subfolder": "a folder is named from the vault's root on, and all beneath it belongs to it",
    "filter": "a prefix of the path hides all that begins with it, and `/(^|\\/)Drafts\\//` a folder anywhere",
}
LENGTHS = {"s": "seconds", "min": "minutes", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def accept_any_zone(name: str) -> bool:
    """The zone check of a caller that cannot look at the zone database."""
    return True


def value_from(
    item: Setting,
    written: str | Sequence[str] | None,
    is_zone: Callable[[str], bool] = accept_any_zone,
) -> Any:
    """The value of *item* that *written* means; None stands for an explicit null.

    Raises:
        ValueError: with a sentence that names the setting, what was written and what is expected.
    """
    if written is None:
        if item.optional:
            return None
        raise ValueError(f"{item.name} is empty; expected {item.expected}.")
    if item.kind is tuple:
        texts = (written,) if isinstance(written, str) else tuple(written)
        return tuple(_checked(item, text, _chosen(item, text), is_zone) for text in texts)
    if not isinstance(written, str):
        raise ValueError(f"{item.name} is a list; expected {item.expected}.")
    return _checked(item, written, _scalar(item, written), is_zone)


def _chosen(item: Setting, text: str) -> str:
    """*text*, if it is one of the choices, where there are such."""
    if item.choices and text not in item.choices:
        close = did_you_mean(text, item.choices)
        raise ValueError(f"{item.name} is '{text}'; expected {item.expected}. {close}".rstrip())
    return text


def _scalar(item: Setting, text: str) -> Any:
    made: Any = _chosen(item, text)
    if item.kind is bool:
        made = True if text.lower() in TRUE else False if text.lower() in FALSE else None
    elif item.kind is int:
        made = int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else None
    elif item.kind is float:
        made = _number(text)
    elif item.kind is timedelta:
        made = _length(text)
    if made is None:
        raise ValueError(f"{item.name} is '{text}'; expected {item.expected}.")
    return made


def _checked(item: Setting, text: str, value: Any, is_zone: Callable[[str], bool]) -> Any:
    out_of_range = isinstance(value, (int, float)) and (
        (item.low is not None and value < item.low) or (item.high is not None and value > item.high)
    )
    wrong = (
        out_of_range
        or (item.check == "zone" and not is_zone(text))
        or (item.check == "cron" and not is_cron(text))
        or (item.check in FOLDERS and not _is_inside(text))
        or (item.check == "subfolder" and not _tidied(text).strip("*/ "))
    )
    if wrong:
        raise ValueError(f"{item.name} is '{text}'; expected {item.expected}.")
    if _has_stray_star(item, text):
        # A rule that hides nothing would be believed to hide something.
        raise ValueError(f"{item.name} is '{text}', but no star is read there; {STARLESS[item.check]}.")
    return _tidied(value) if item.check in FOLDERS else value


def _has_stray_star(item: Setting, text: str) -> bool:
    if item.check == "filter":
        return "*" in text and not (len(text) > 2 and text.startswith("/") and text.endswith("/"))
    return item.check in STARLESS and "*" in text.rstrip("*")


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _length(text: str) -> timedelta | None:
    match = re.fullmatch(r"([0-9]{1,6}) ?(s|min|m|h|d|w)", text)
    length = timedelta(**{LENGTHS[match[2]]: int(match[1])}) if match else None
    return length if length is None or length <= LONGEST else None


def _tidied(folder: str) -> str:
    """*folder* as the vault spells paths, empty for the vault itself: ``./Therapy/`` is ``Therapy``."""
    return "/".join(part for part in folder.split("/") if part.strip() not in ("", "."))


def _is_inside(text: str) -> bool:
    return not text.startswith(("/", "~")) and ".." not in text.split("/") and "\\" not in text
