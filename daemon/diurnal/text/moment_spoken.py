"""Which language a vault's dated notes are named in, told by the names themselves.

Obsidian keeps the language of the application outside the vault, so the newest
notes are the witness: a language is meant if it writes their names letter for
letter. Where several do, as where names are figures, the one stated wins, then
the first of ``LANGUAGES``.
"""

from __future__ import annotations

from collections.abc import Iterable

from diurnal.text.moment import Pattern
from diurnal.text.moment_languages import LANGUAGES
from diurnal.text.moment_tokens import is_spoken

_NEWEST = 20
"""So many notes are asked: someone who changed the language means the new one."""
_SAMPLE = 200


def language_of(source: str, stems: Iterable[str], stated: str = "") -> str:
    """The code of the language in which the pattern *source* writes *stems*; *stated* if they do not say.

    Args:
        source: a moment.js pattern.
        stems: paths relative to the pattern's folder, without ``.md``; what is no date is passed over.
        stated: the code of a language that a setting names, "" for none.
    """
    if not is_spoken(source) or Pattern.compile(source).grain == "week":
        return stated  # the number of a week does not say how weeks are counted
    newest = _newest(source, list(stems))
    written: dict[str, int] = {}
    for code in LANGUAGES:
        pattern = Pattern.compile(source, code)
        written[code] = sum(pattern.day_of_own(stem) is not None for stem in newest)
    if not any(written.values()):
        return stated
    return max(written, key=lambda code: (written[code], code == stated))


def _newest(source: str, stems: list[str]) -> list[str]:
    """The latest of *stems* as far as any language tells; where none does, as for ``LL``, some of them."""
    pattern = Pattern.compile(source)
    dated = [
        (found.period.start, stem) for stem in stems if (found := pattern.parse(stem)) and not found.rest
    ]
    return [stem for _, stem in sorted(dated)[-_NEWEST:]] or sorted(stems)[-_SAMPLE:]
