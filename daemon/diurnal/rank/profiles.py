"""How much everything counts: the tested weights, and what an owner may turn.

The weights of the default profile are learned (``weights.yaml`` says from what
and by which script); what is set here scales them or bounds what reorders
near-ties. All multipliers are bounded, so that none overrides a clear
difference in relevance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import yaml

HALL_BOOSTS = {"facts": 1.06, "events": 1.0, "discoveries": 1.03, "preferences": 1.02, "advice": 1.02}
# What a model or a job wrote ranks below what it was made from.
MACHINE = 0.9


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of ``weights.yaml``: the weight of each signal by group, and how words follow the question.

    Words count in full where they could reach ``full_reach``, more up to ``most_reach``, and at least
    ``rare_word`` times how rare the rarest of them is, shared among them.
    """

    words: Mapping[str, float]
    meaning: Mapping[str, float]
    names: Mapping[str, float]
    answers: Mapping[str, float]
    full_reach: float
    most_reach: float
    rare_word: float


@cache
def default_weights() -> Weights:
    """The weights shipped with this package."""
    table = yaml.safe_load(files("diurnal.rank").joinpath("weights.yaml").read_text(encoding="utf-8"))
    signals = table.pop("weights")
    return Weights(**signals, **table)


@dataclass(frozen=True, slots=True)
class Profile:
    """What an owner may turn; the defaults are the tested ones.

    ``words``, ``meaning``, ``names`` scale the tested weights. ``recency`` is the most a fresh record
    gains when no time is named, and ``tau_days`` the age at which that has shrunk to 37 %.
    ``importance`` is the most that a card's importance adds or takes. ``halls`` multiplies by hall.
    """

    words: float = 1.0
    meaning: float = 1.0
    names: float = 1.0
    recency: float = 0.06
    tau_days: float = 45.0
    importance: float = 0.05
    halls: Mapping[str, float] = field(default_factory=lambda: dict(HALL_BOOSTS))
    machine: float = MACHINE
