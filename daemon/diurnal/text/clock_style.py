"""How a diary writes its times, learned from one of them: ``14:30``, ``9:05 am``, ``**14:30** –``, ``下午3点05分``.

``ClockStyle.write`` gives a time that ``read_clock`` reads back; a style that
cannot keep that promise is never made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time

from diurnal.model.regex import regex
from diurnal.text.clocks import read_clock

_SAMPLE = regex(
    r"(?P<open>[*_`=(\[（【]{0,3})(?P<part>凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上)?(?P<gap>\s?)"
    r"(?P<hour>\d{1,2})(?P<sep>[:：]|[点點时時])(?P<minute>\d{1,2}|[半整钟鐘])?(?P<fen>分?)"
    r"(?P<seconds>[:：]\d\d)?(?P<space>\s?)(?P<half>[aApP]\.?[mM]\.?)?(?P<close>[*_`=)\]）】]{0,3})"
    r"(?P<join>\s*(?:[:：,，|](?=\s|\w)|[-–—](?=\s))?\s*)"
)
_PARTS = ((5, "凌晨"), (8, "早上"), (12, "上午"), (13, "中午"), (18, "下午"), (24, "晚上"))
_PROBES = (time(0, 5), time(9, 5), time(12, 0), time(14, 30), time(23, 59))


@dataclass(frozen=True, slots=True)
class ClockStyle:
    """One way to write a time. ``join`` is what parts it from the text after it."""

    padded: bool = True
    sep: str = ":"
    fen: str = ""
    with_seconds: bool = False
    half: str = ""
    """``am`` or ``pm`` as the diary spells it, with the blank before it."""
    with_part: bool = False
    open: str = ""
    close: str = ""
    join: str = " "

    def write(self, moment: time) -> str:
        """*moment* as this diary writes it."""
        twelve = bool(self.half) or self.with_part
        hour = moment.hour % 12 or 12 if twelve and (self.half or moment.hour) else moment.hour
        text = f"{hour:02}" if self.padded else str(hour)
        text += f"{self.sep}{moment.minute:02}{self.fen}"
        if self.with_seconds:
            text += f":{moment.second:02}"
        if self.half:
            text += _half(self.half, moment.hour >= 12)
        if self.with_part:
            text = next(part for end, part in _PARTS if moment.hour < end) + text
        return f"{self.open}{text}{self.close}"


PLAIN = ClockStyle()


def learn_clock(samples: Sequence[str]) -> ClockStyle:
    """The style of *samples*, texts that begin with a time, the last of which counts most."""
    matches = [match for sample in samples if (match := _SAMPLE.match(sample))]
    if not matches:
        return PLAIN
    last = matches[-1]
    early = [match["hour"] for match in matches if int(match["hour"]) < 10]
    is_han = last["sep"] in "点點时時"
    padded = len(early[-1]) == 2 if early else not (last["half"] or last["part"] or is_han)
    style = ClockStyle(
        padded=padded,
        sep=last["sep"],
        fen=last["fen"],
        with_seconds=bool(last["seconds"]),
        half=f"{last['space']}{last['half']}" if last["half"] else "",
        with_part=bool(last["part"]),
        open=last["open"],
        close=last["close"],
        join=last["join"] or ("" if is_han else " "),
    )
    return style if all(_is_read_back(style, probe) for probe in _PROBES) else PLAIN


def _is_read_back(style: ClockStyle, moment: time) -> bool:
    word = "Tea" if style.join else "茶"  # where nothing parts them, Chinese follows
    read = read_clock(f"{style.write(moment)}{style.join}{word}")
    return read is not None and read[0].start == moment and read[0].end is None and read[1] == word


def _half(sample: str, is_after_noon: bool) -> str:
    letter = next(character for character in sample if character in "aApP")
    wanted = "p" if is_after_noon else "a"
    return sample.replace(letter, wanted.upper() if letter.isupper() else wanted)
