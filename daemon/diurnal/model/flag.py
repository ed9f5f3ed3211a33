"""What a record is or is not, as bits: how stores keep it and masks ask for it."""

from __future__ import annotations

from enum import IntFlag


class Flag(IntFlag):
    """One property of a record. Written into files: a member may be added at the end, none may move."""

    PLAN = 1
    MACHINE = 2
    NIGHT = 4
    EVERGREEN = 8
    OWNER_ONLY = 16
    UNTIMED = 32
    CLOSED = 64
    CONFLICT = 128
    ALWAYS = 256
    CARD = 512
    RECORDED = 1024
    SKIMMED = 2048
