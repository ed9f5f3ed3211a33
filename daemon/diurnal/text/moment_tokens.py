"""moment.js's tokens: how each is read, and how each is written in a language.

``READ`` gives what may stand in a name (names of months and weekdays are put in by
whoever compiles it), ``WRITE`` what a day is written as. Nothing here knows a
pattern as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from diurnal.model.regex import regex
from diurnal.text.moment_languages import ENGLISH, Language
from diurnal.text.moment_names import Vocabulary

# moment's own tokenizer: what is none of these stays as it is; a backslash before one makes it text.
_TOKENS = regex(
    r"\[[^\[]*\]|\\?(?:Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|N{1,5}|YYYYYY|YYYYY|YYYY|YY|Y|y{1,4}|"
    r"gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|LTS|LT|LL?L?L?|l{1,4}|(?s:.))"
)
_ENGLISH_DATES = {
    "LLL": "MMMM D, YYYY h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A",
    "lll": "MMM D, YYYY h:mm A",
    "llll": "ddd, MMM D, YYYY h:mm A",
}
_SPOKEN = frozenset(
    [
        "MMM",
        "MMMM",
        "ddd",
        "dddd",
        "dd",
        "Mo",
        "Do",
        "DDDo",
        "Qo",
        "do",
        "wo",
        "Wo",
        "w",
        "ww",
        "gg",
        "gggg",
        "e",
        "a",
        "A",
        "LT",
        "LTS",
        "L",
        "LL",
        "LLL",
        "LLLL",
        "l",
        "ll",
        "lll",
        "llll",
    ]
)
_MONTH, _WEEKDAY, _SUFFIX = "<month>", "<weekday>", "<suffix>"
"""Where a vocabulary's names are put in."""
_ORDINAL = r"(\d{1,%d})" + _SUFFIX
# token → (regular expression with one group, what the group means)
READ: dict[str, tuple[str, str]] = {
    "YYYY": (r"(\d{4})", "year"),
    "yyyy": (r"(\d{4})", "year"),
    "YYYYY": (r"(\d{5})", "year"),
    "YYYYYY": (r"([+-]?\d{6})", "year"),
    "Y": (r"(\d{1,4})", "year"),
    "y": (r"(\d{1,4})", "year"),
    "YY": (r"(\d{2})", "year2"),
    "yy": (r"(\d{2})", "year2"),
    "Q": (r"([1-4])", "quarter"),
    "Qo": (r"([1-4])" + _SUFFIX, "quarter"),
    "M": (r"(\d{1,2})", "month"),
    "MM": (r"(\d{2})", "month"),
    "Mo": (_ORDINAL % 2, "month"),
    "MMM": (f"({_MONTH})", "month_name"),
    "MMMM": (f"({_MONTH})", "month_name"),
    "D": (r"(\d{1,2})", "day"),
    "DD": (r"(\d{2})", "day"),
    "Do": (_ORDINAL % 2, "day"),
    "DDD": (r"(\d{1,3})", "day_of_year"),
    "DDDD": (r"(\d{3})", "day_of_year"),
    "DDDo": (_ORDINAL % 3, "day_of_year"),
    "d": (r"([0-6])", "sunday_first"),
    "do": (r"([0-6])" + _SUFFIX, "sunday_first"),
    "e": (r"([0-6])", "from_week_start"),
    "E": (r"([1-7])", "monday_first"),
    "dd": (f"({_WEEKDAY})", "weekday_name"),
    "ddd": (f"({_WEEKDAY})", "weekday_name"),
    "dddd": (f"({_WEEKDAY})", "weekday_name"),
    "w": (r"(\d{1,2})", "week"),
    "ww": (r"(\d{2})", "week"),
    "wo": (_ORDINAL % 2, "week"),
    "W": (r"(\d{1,2})", "iso_week"),
    "WW": (r"(\d{2})", "iso_week"),
    "Wo": (_ORDINAL % 2, "iso_week"),
    "gggg": (r"(\d{4})", "week_year"),
    "gg": (r"(\d{2})", "week_year2"),
    "GGGG": (r"(\d{4})", "iso_year"),
    "GG": (r"(\d{2})", "iso_year2"),
}
# A note is of a day; where a pattern asks for a clock, any clock will do, and midnight is written.
CLOCK = {
    "HH": ("00", r"\d{2}"),
    "H": ("0", r"\d{1,2}"),
    "hh": ("12", r"\d{2}"),
    "h": ("12", r"\d{1,2}"),
    "kk": ("24", r"\d{2}"),
    "k": ("24", r"\d{1,2}"),
    "mm": ("00", r"\d{2}"),
    "m": ("0", r"\d{1,2}"),
    "ss": ("00", r"\d{2}"),
    "s": ("0", r"\d{1,2}"),
    "a": ("am", r"(?:[ap]m|[^\W\d_]{1,12})"),
    "A": ("AM", r"(?:[ap]m|[^\W\d_]{1,12})"),
    "x": ("", r"\d{1,15}"),
    "X": ("", r"\d{1,12}"),
    "Z": ("+00:00", r"[+-]\d\d:\d\d"),
    "ZZ": ("+0000", r"[+-]\d{4}"),
    "z": ("", ""),
    "zz": ("", ""),
    "NNNN": ("Anno Domini", "(?:Anno Domini|Before Christ)"),
}
CLOCK |= {"N" * letters: ("AD", "(?:AD|BC)") for letters in (1, 2, 3, 5)}
CLOCK |= {"S" * digits: ("0" * digits, rf"\d{{{digits}}}") for digits in range(1, 10)}


Writes = Callable[[date, Language], str]


def _numbered(number_of: Callable[[date], int]) -> Writes:
    return lambda day, language: language.numbered(number_of(day))


WRITE: dict[str, Writes] = {
    "YYYY": lambda d, _: f"{d.year:04}",
    "YYYYY": lambda d, _: f"{d.year:05}",
    "YYYYYY": lambda d, _: f"+{d.year:06}",
    "yyyy": lambda d, _: f"{d.year:04}",
    "Y": lambda d, _: str(d.year),
    "y": lambda d, _: str(d.year),
    "YY": lambda d, _: f"{d.year % 100:02}",
    "yy": lambda d, _: f"{d.year % 100:02}",
    "Q": lambda d, _: str((d.month + 2) // 3),
    "Qo": _numbered(lambda d: (d.month + 2) // 3),
    "M": lambda d, _: str(d.month),
    "MM": lambda d, _: f"{d.month:02}",
    "Mo": _numbered(lambda d: d.month),
    "D": lambda d, _: str(d.day),
    "DD": lambda d, _: f"{d.day:02}",
    "Do": _numbered(lambda d: d.day),
    "DDD": lambda d, _: str(d.timetuple().tm_yday),
    "DDDD": lambda d, _: f"{d.timetuple().tm_yday:03}",
    "DDDo": _numbered(lambda d: d.timetuple().tm_yday),
    "d": lambda d, _: str(d.isoweekday() % 7),
    "do": _numbered(lambda d: d.isoweekday() % 7),
    "e": lambda d, language: str((d.isoweekday() - language.first_weekday) % 7),
    "E": lambda d, _: str(d.isoweekday()),
    "dd": lambda d, language: language.weekdays_min[d.weekday()],
    "ddd": lambda d, language: language.weekdays_short[d.weekday()],
    "dddd": lambda d, language: language.weekdays[d.weekday()],
    "w": lambda d, language: str(language.week_of(d)[1]),
    "ww": lambda d, language: f"{language.week_of(d)[1]:02}",
    "wo": lambda d, language: language.numbered(language.week_of(d)[1]),
    "W": lambda d, _: str(d.isocalendar()[1]),
    "WW": lambda d, _: f"{d.isocalendar()[1]:02}",
    "Wo": _numbered(lambda d: d.isocalendar()[1]),
    "gggg": lambda d, language: f"{language.week_of(d)[0]:04}",
    "gg": lambda d, language: f"{language.week_of(d)[0] % 100:02}",
    "GGGG": lambda d, _: f"{d.isocalendar()[0]:04}",
    "GG": lambda d, _: f"{d.isocalendar()[0] % 100:02}",
    "MMM": lambda d, language: language.months_short[d.month - 1],
    "MMMM": lambda d, language: language.months[d.month - 1],
    "X": lambda d, _: str(_midnight(d)),
    "x": lambda d, _: str(1000 * _midnight(d)),
}


def _midnight(day: date) -> int:
    """Seconds since 1970 at which *day* begins in UTC."""
    return (day - date(1970, 1, 1)).days * 86_400


def tokens_of(source: str, language: Language = ENGLISH) -> list[str]:
    """*source* in moment's tokens: escapes with their brackets, locale formats spelled out, other characters alone."""
    found = []
    for token in _TOKENS.findall(source):
        spelled = dates_of(language).get(token)
        found.extend([token] if spelled is None else _TOKENS.findall(spelled))
    return found


def is_spoken(source: str) -> bool:
    """True if the pattern *source* holds a token that languages write differently."""
    return any(token in _SPOKEN for token in _TOKENS.findall(source))


def dates_of(language: Language) -> dict[str, str]:
    """The patterns that moment's own names of patterns stand for; those with both a date and a time as English has them."""
    time = "h:mm A" if language is ENGLISH else "HH:mm"
    return _ENGLISH_DATES | language.dates | {"LT": time, "LTS": time.replace("mm", "mm:ss")}


def literal_of(token: str) -> str | None:
    """The text that an escaped *token* stands for, None if it is not escaped."""
    if token.startswith("[") and token.endswith("]") and len(token) > 1:
        return token[1:-1]
    return token[1:] if token.startswith("\\") and len(token) > 1 else None


def expression_of(token: str, names: Vocabulary) -> str:
    """The regular expression of *token*, which ``READ`` or ``CLOCK`` knows, with *names* put in."""
    expression = READ[token][0] if token in READ else CLOCK[token][1]
    return (
        expression.replace(_MONTH, names.month)
        .replace(_WEEKDAY, names.weekday)
        .replace(_SUFFIX, names.suffix)
    )


def value_of(meaning: str, spelled: str, names: Vocabulary, language: Language) -> tuple[str, int | None]:
    """What part of a date *spelled* is, and its number (weekdays from Monday, 0), None if it is no name of *names*."""
    if meaning == "month_name":
        return "month", names.months.get(spelled.casefold())
    if meaning == "weekday_name":
        return "weekday", names.weekdays.get(spelled.casefold())
    number = int(spelled)
    if meaning == "monday_first":
        return "weekday", number - 1
    if meaning == "sunday_first":
        return "weekday", (number - 1) % 7
    if meaning == "from_week_start":
        return "weekday", (number + language.first_weekday - 1) % 7
    if meaning.endswith("2"):  # moment: 69–99 are of the last century
        return meaning[:-1], number + (1900 if number > 68 else 2000)
    return meaning, number
