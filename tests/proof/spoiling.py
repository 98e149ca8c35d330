"""Good texts, spoiled: a few changes that a person, a program, a line or an enemy could make."""

from collections.abc import Sequence
from random import Random

ODD = (
    "", " ", "\t", "\n", "\r\n", "\x00", "\x1b[31m", "\u200b", "\ufeff", "\u202e", "\ud800", "🃏", "é", "７", "٣", "²",
    "|", "||", "/", ":", ";", ",", ".", "-", "+", "=", "*", "**", "?", "?14", "'", '"', "\\", "\\u0000", "\\ud800",
    "{", "}", "[", "]", "[]", "{}", "null", "true", "0", "-1", "1e400", "NaN", "9" * 30, "r", "r0", "r7", "r14", "k13",
    "z9", "R7", "b3-6", "krb7", "play", "draw", "pass", "timeout", "redeal", "end", "round 1", "openkub 3", "default",
    "rounds=0", "tile_set=107", "then: 1 draw", "seat: A", "won by 7", "scores 1 -1", "a" * 300, "r7 " * 120,
)  # fmt: skip
"""What is put in."""


def spoiled(rng: Random, good: Sequence[str]) -> str:
    """One of the good texts, changed in one to four places."""
    text = good[int(rng.random() * len(good))]
    for _ in range(1 + int(rng.random() ** 2 * 4)):
        at = int(rng.random() * (len(text) + 1))
        end = at + int(rng.random() ** 2 * 12)
        kind = rng.random()
        if kind < 0.25:
            text = text[:at] + text[end:]
        elif kind < 0.65:
            text = text[:at] + ODD[int(rng.random() * len(ODD))] + text[at if kind < 0.45 else end :]
        elif kind < 0.8:
            text = text[:at] + chr(int(rng.random() ** 4 * 0x10FFFF)) + text[at + 1 :]
        elif kind < 0.9:
            text = text[:end] + text[at:]
        else:
            other = good[int(rng.random() * len(good))]
            text = text[:at] + other[int(rng.random() * len(other)) :]
    return text
