"""Players of five strengths, plain baselines to measure against, and the check that any other bot can be put to.

>>> make_bot("sharp").name
'sharp'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from openkub.bots.baselines import AtRandom, Hoarder, OneAim, Steady
from openkub.bots.beginners import Casual, Novice
from openkub.bots.checking import BotFault, Report, check_bot
from openkub.bots.expert import Expert
from openkub.bots.protocol import Bot, Clock
from openkub.bots.sharp import Sharp
from openkub.notation.text import nearest, quoted

__all__ = ["BOTS", "LEVELS", "Bot", "BotFault", "Clock", "Report", "check_bot", "make_bot"]

LEVELS = ("novice", "casual", "steady", "sharp", "expert")
"""The strengths for people, the weakest first."""

Factory = Callable[[int, float | None], Bot]

BOTS: Mapping[str, Factory] = MappingProxyType(
    {
        "novice": lambda seed, think: Novice(seed),
        "casual": lambda seed, think: Casual(),
        "steady": lambda seed, think: Steady(),
        "sharp": lambda seed, think: Sharp(),
        "expert": lambda seed, think: Expert(seed) if think is None else Expert(seed, think),
        "random": lambda seed, think: AtRandom(seed),
        "most-tiles": lambda seed, think: Steady("most-tiles"),
        "most-value": lambda seed, think: OneAim("most-value", "value"),
        "fewest-tiles": lambda seed, think: OneAim("fewest-tiles", "fewest"),
        "hoarder": lambda seed, think: Hoarder(),
    }
)
"""Every bot by its name: made from a seed and the seconds that it may think about a move (None: its default)."""


def make_bot(name: str, seed: int = 0, think: float | None = None) -> Bot:
    """The bot of that name; `ValueError` lists them if there is none, and names the nearest."""
    factory = BOTS.get(name.lower()) if isinstance(name, str) else None
    if factory is None:
        raise ValueError(f"there is no bot {quoted(name)}; there are {', '.join(BOTS)}{nearest(name, BOTS.keys())}")
    return factory(seed, think)
