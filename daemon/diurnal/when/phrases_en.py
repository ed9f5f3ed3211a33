"""English phrases of time that are one thing only as several words, as data.

Each line is: the words it may begin with, the kind of token, its value, and
the pattern. The lexer tries them where one of those first words stands.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from diurnal.when.words import listed

_Line = tuple[str, str, Any, str]

# A pattern is written with single spaces; any run of white space matches.
_HOLIDAYS: Final[tuple[_Line, ...]] = (
    ("new", "HOLIDAY", "new year eve", r"new year(?:['’]?s)? eve"),
    ("new", "HOLIDAY", "new year", r"new year(?:['’]?s)?(?: day)?"),
    ("chinese lunar", "HOLIDAY", "spring festival", r"(?:chinese|lunar) new year(?:['’]?s)?(?: day)?"),
    ("spring", "HOLIDAY", "spring festival", r"spring festival"),
    (
        "st saint valentine valentines",
        "HOLIDAY",
        "valentine",
        r"(?:st\.? |saint )?valentine['’]?s?(?: day|(?<=s))",
    ),
    ("st saint", "HOLIDAY", "st patrick", r"(?:st\.?|saint) patrick(?:['’]?s)?(?: day)?"),
    ("april", "HOLIDAY", "april fools", r"april fool['’]?s?['’]?(?: day)?"),
    ("earth", "HOLIDAY", "earth", r"earth day"),
    ("international women womens", "HOLIDAY", "women", r"(?:international )?women['’]?s['’]? day"),
    ("martin mlk", "HOLIDAY", "mlk", r"(?:martin luther king|mlk)(?: jr\.?)?(?:['’]?s)? day"),
    ("president presidents", "HOLIDAY", "presidents", r"presidents?['’]?s?['’]? day"),
    ("george washington", "HOLIDAY", "presidents", r"(?:george )?washington(?:['’]?s)? (?:birth)?day"),
    ("mother mothers", "HOLIDAY", "mother", r"mother['’]?s['’]? day"),
    ("father fathers", "HOLIDAY", "father", r"father['’]?s['’]? day"),
    ("memorial decoration", "HOLIDAY", "memorial", r"(?:memorial|decoration) day"),
    ("labor", "HOLIDAY", "labor", r"labor day"),
    (
        "labour international workers",
        "HOLIDAY",
        "labour",
        r"(?:(?:international )?labour|(?:international )?workers['’]?) day",
    ),
    ("may", "HOLIDAY", "labour", r"may day"),
    ("columbus", "HOLIDAY", "columbus", r"columbus day"),
    ("veteran veterans", "HOLIDAY", "veterans", r"veteran['’]?s['’]? day"),
    ("independence", "HOLIDAY", "independence", r"independence day"),
    ("thanksgiving", "HOLIDAY", "thanksgiving", r"thanksgiving(?: day)?"),
    ("black", "HOLIDAY", "black friday", r"black friday"),
    ("cyber", "HOLIDAY", "cyber monday", r"cyber monday"),
    ("guy", "HOLIDAY", "guy fawkes", r"guy fawkes (?:day|night)"),
    ("groundhog", "HOLIDAY", "groundhog", r"groundhog day"),
    ("pi", "HOLIDAY", "pi", r"pi day"),
    ("singles", "HOLIDAY", "singles", r"singles['’]? day"),
    ("christmas xmas", "HOLIDAY", "christmas eve", r"(?:christmas|xmas) eve"),
    ("christmas xmas", "HOLIDAY", "christmas", r"(?:christmas|xmas)(?: day)?"),
    ("boxing", "HOLIDAY", "boxing", r"boxing day"),
    ("shrove pancake fat", "HOLIDAY", "shrove tuesday", r"(?:shrove|pancake|fat) tuesday"),
    ("mardi", "HOLIDAY", "shrove tuesday", r"mardi gras"),
    ("ash", "HOLIDAY", "ash wednesday", r"ash wednesday"),
    ("palm", "HOLIDAY", "palm sunday", r"palm sunday"),
    ("maundy holy", "HOLIDAY", "maundy thursday", r"(?:maundy|holy) thursday"),
    ("good", "HOLIDAY", "good friday", r"good friday"),
    ("holy", "HOLIDAY", "easter saturday", r"holy saturday"),
    ("easter", "HOLIDAY", "easter monday", r"easter monday"),
    ("easter", "HOLIDAY", "easter", r"easter(?: sunday| day)?"),
    ("ascension", "HOLIDAY", "ascension", r"ascension day"),
    ("whit", "HOLIDAY", "whit monday", r"whit monday"),
    ("dragon", "HOLIDAY", "dragon boat", r"dragon boat festival"),
    (
        "mid moon",
        "HOLIDAY",
        "mid-autumn",
        r"(?:mid[- ]autumn|moon) (?:festival|day)|mid[- ]autumn(?=\s*[那节])",
    ),
    ("lantern", "HOLIDAY", "lantern", r"lantern festival"),
    ("qingming tomb", "HOLIDAY", "qingming", r"(?:qingming(?: festival)?|tomb[- ]sweeping day)"),
)

_DAYS: Final[tuple[_Line, ...]] = (
    ("day", "REL", ("day", -2), r"day (?:before|b4) (?:yesterday|yday|yest)"),
    ("day", "REL", ("day", 2), r"day after (?:tomorrow|tmrw|tmr)"),
    ("day", "REL", ("day", -1), r"(?<!or\sthe\s)(?<!and\sthe\s)(?<!but\sthe\s)day before(?=\s*(?:$|[.?!,]))"),
    ("last yesterday", "REL", ("last night", -1), r"(?:last|yesterday) (?:night|nite)"),
    ("night", "REL", ("last night", -2), r"night (?:before|b4) (?:last(?: night| nite)?|yesterday)"),
    ("evening", "REL", ("last night", -2), r"evening before last"),
    ("day", "REL", ("day", -2), r"day before last"),
    ("this same", "REL", ("about", 0), r"(?:this|same) time(?= (?:last|in|of)| \w+ years? ago)"),
    (
        "this",
        "REL",
        ("day", 0),
        r"this (?:very )?(?:day|date)(?= (?:last|in|of) | (?:\w+ ){1,2}(?:years?|months?) ago)",
    ),
    ("week", "REL", ("week", -2), r"week before last(?: week)?"),
    ("month", "REL", ("month", -2), r"month before last(?: month)?"),
    ("year", "REL", ("year", -2), r"year before last(?: year)?"),
    ("weekend", "REL", ("weekend", -2), r"weekend before last(?: weekend)?"),
    ("week", "REL", ("week", 2), r"week after (?:the )?next(?: week)?"),
    ("weekend", "REL", ("weekend", 2), r"weekend after (?:the )?next(?: weekend)?"),
    ("month", "REL", ("month", 2), r"month after (?:the )?next(?: month)?"),
    ("year", "REL", ("year", 2), r"year after (?:the )?next(?: year)?"),
    ("business working work", "UNIT", "workday", r"(?:business|working|work) ?days?"),
    ("calendar fiscal", "UNIT", "year", r"(?:calendar|fiscal) years?"),
)

# What only sounds like a time.
_NO_TIMES: Final[tuple[_Line, ...]] = (
    ("twelfth", "nothing", "", r"twelfth night"),
    ("dry", "nothing", "", r"dry january"),
    ("may", "nothing", "", r"may the (?:fourth|4th|force) be with you"),
)

_PARTS: Final[tuple[_Line, ...]] = (
    ("small wee early", "PART", "dawn", r"(?:small|wee|early) hours(?: of the morning)?"),
)

# "nine pm" in words; "am" alone is a verb, so it is told by the number before it.
_HOURS: Final[tuple[_Line, ...]] = tuple(
    (word, "CLOCK", (hour, None, None, half + "m"), rf"{word} ?{half}\.?m\.?")
    for hour, word in enumerate(listed("one two three four five six seven eight nine ten eleven twelve"), 1)
    for half in "ap"
)

_RELATIONS: Final[tuple[_Line, ...]] = (
    ("from", "hence", "", r"from (?:(?:right )?now|this (?:moment|second|minute))"),
    ("in", "hence", "", r"in the future"),
    ("right", "NOW", "", r"right now"),
    ("to so", "TONOW", "", r"(?:to date|so far)"),
    ("up until till til to", "TONOW", "", r"(?:up )?(?:to|until|till|til) (?:now|present|the present)"),
    ("before", "ago", "", r"before now"),
    # "Two weeks back", but not "three days back at work" or a back that aches.
    ("back", "ago", "", r"back(?=\s*(?:$|[.?!,;])| (?:i|we|he|she|they|what|who|where|when|did)\b)"),
    ("as", "asof", "", r"as (?:of|at)"),
    (
        "or and onward onwards",
        "orlater",
        "",
        r"(?:(?:or|and) (?:later|newer|onwards?|after(?=\s*(?:$|[.,;?!])))|onwards?)",
    ),
    ("or and", "orearlier", "", r"(?:or|and) (?:earlier|older|before(?=\s*(?:$|[.,;?!])))"),
    (
        "up to until till til",
        "until",
        "",
        r"(?:up )?(?:to|until|till|til) and including|up (?:to|until|till)",
    ),
    ("no not", "until", "", r"(?:no|not) later than"),
    ("on before", "until", "", r"(?:on or (?:before|earlier than)|before or on)"),
    (
        "on no ever as",
        "since",
        "",
        r"(?:as from|on or (?:after|later than)|no earlier than|ever since|as early as)",
    ),
    ("starting beginning", "since", "", r"(?:starting|beginning) (?:from|on|in)"),
    ("toward towards", "around", "", r"towards? the (?:end|beginning|start|middle) of"),
    ("w", "UNIT", "week commencing", r"w/c"),
    ("w", "UNIT", "week ending", r"w/e"),
    ("but", "and", "", r"but(?= (?:before|after)\b)"),
    ("final", "LAST", "last", r"final(?= \w+ (?:of|in)\b)"),
    ("penultimate", "ORD", -2, r"penultimate"),
    ("second", "ORD", -2, r"second[- ](?:to[- ])?last(?= \w+ (?:of|in)\b)"),
    ("latter", "EDGE", "second half", r"latter half(?= of)"),
    ("compared", "vs", "", r"compared (?:to|with)"),
    ("o oclock", "oclock", "", r"o['’]?clock"),
    ("earlier older sooner prior", "before", "", r"(?:(?:earlier|older|sooner) than|prior to)"),
    ("later newer", "after", "", r"(?:later|newer) than"),
    ("every each", "EVERY", "", r"(?:every|each) (?:other|second|single)"),
    ("more", "MORE", "", r"more than"),
    ("less", "LESS", "", r"less than"),
    ("in", "AMPM", "am", r"in the morning"),
    ("in", "AMPM", "pm", r"in the (?:afternoon|evening)"),
    ("the rest remainder remaining", "rest", "", r"(?:the )?(?:rest|remainder|remaining)(?: (?:part )?of)?"),
)


def _by_first_word() -> dict[str, tuple[_Line, ...]]:
    found: dict[str, list[_Line]] = {}
    for line in _NO_TIMES + _DAYS + _PARTS + _HOURS + _RELATIONS + _HOLIDAYS:
        for first in line[0].split():
            found.setdefault(first, []).append(line)
    return {first: tuple(lines) for first, lines in found.items()}


#: The phrases that may begin with a word.
PHRASES: Final = _by_first_word()


@cache
def phrases_from(first: str) -> tuple[tuple[str, Any, re.Pattern[str]], ...]:
    """Kind, value and pattern of each phrase that may begin with *first*, compiled when first needed."""
    return tuple(
        (kind, value, re.compile(text.replace(" ", r"\s+") + r"(?![a-z0-9])"))
        for _, kind, value, text in PHRASES.get(first, ())
    )
