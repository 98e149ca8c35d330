"""Our bots with one number changed, for the arena: `openkub arena bench/_neighbours.py:patience_12 sharp`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from openkub.bots import Bot
from openkub.bots.beginners import Casual, Novice
from openkub.bots.expert import Expert
from openkub.bots.sharp import Sharp

Make = Callable[[int, float | None], Bot]
Ours = Novice | Casual | Sharp | Expert
NUMBERS: dict[Ours, dict[str, tuple[float, ...]]] = {
    Novice(): {"sees": (0.5, 0.9)},
    Casual(): {"changes": (1, 3)},
    Sharp(): {"patience": (12, 14, 18, 20), "alarm": (1, 3, 5), "near": (2, 3, 5, 6)},
    Expert(): {
        "think": (0.02, 0.3),
        "win": (100, 1600),
        "many": (5,),
        "few": (2, 10),
        "repairs": (0,),
    },
}
"""The numbers that are measured beside those of our bots."""


def changed(bot: Ours, field: str, value: float) -> Make:
    """How to make that bot with another number."""

    def make(seed: int, _think: float | None) -> Bot:
        seeded = {"seed": seed} if hasattr(bot, "seed") else {}
        return replace(bot, **{field: value}, **seeded)  # type: ignore[arg-type]  # each bot has other fields

    return make


def label(field: str, value: float) -> str:
    """`patience_12`, `sees_0_5`."""
    return f"{field}_{value}".replace(".", "_")


globals().update(
    {
        label(field, value): changed(bot, field, value)
        for bot, fields in NUMBERS.items()
        for field, values in fields.items()
        for value in values
    }
)
