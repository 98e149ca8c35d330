"""Writes openings.json anew: `.venv/bin/python tests/data/openings.py`.

Drafts of players who have not opened, and what the referee counts towards the opening as the table lies: some thought
of by hand, under every law of the opening; and many from a seed, in which own sets lie apart, join sets of the table,
or are mixed with them. A change in the points is reviewed like a change of code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.pieces.within import melds_within

FILE = Path(__file__).with_suffix(".json")
EDITIONS = ("default", "sabra6", "original_fr", "jumbo_de", "sabra_xxl", "original_es", "tournament")
LAWS = (
    "default",
    "default opening_sets=one",
    "default opening_joker_value=zero",
    "default opening_turn_manipulation=forbidden",
    "default joker_set_split=forbidden",
    "default tile_set=160 opening_min_points=50",
    "original_fr",
    "original_fr opening_sets=one opening_joker_value=zero",
    "jumbo_de",
    "jumbo_de opening_sets=one",
    "jumbo_de opening_joker_value=zero",
    "original_es",
    "tournament",
)
THOUGHT_OF = (
    ("", "r9 r10 r11", "a run of thirty"),
    ("", "r9 r10 *", "the joker stands above"),
    ("", "* r9 r10", "the joker stands below"),
    ("", "* r9 r10 | k1 k2 k3", "the joker below, and more"),
    ("", "* r10 r11 | k1 b1 y1", "enough as it lies, although more could be made of it"),
    ("", "* r12 r13", "nothing above thirteen"),
    ("", "* * r5", "a run below or a group"),
    ("", "r5 * *", "a run above or a group"),
    ("", "k10 b10 *", "a group with a joker"),
    ("", "k10 b10 y10 *", "a full group with a joker"),
    ("", "k13 * *", "one tile and two jokers"),
    ("", "k13 * * *", "one tile and three jokers"),
    ("", "r8 r9 * * * *", "six in a row, four of them jokers"),
    ("", "r12 r13 * | k1 k2 k3", "what is no set counts nothing"),
    ("", "r9 r10", "two tiles"),
    ("", "", "nothing laid"),
    ("", "* | r9 r10 r11", "a joker in the hand"),
    ("", "k5 r5 b5 | y4 y5 y6", "two sets together"),
    ("", "k1 k2 k3 k4 k5 k6 k7 k8", "one long run"),
    ("r4 r5 r6", "r4 r5 r6", "the table alone"),
    ("r4 r5 r6", "r4 r5 r6 | r9 r10 r11", "a new set beside the table"),
    ("r4 r5 r6", "r4 r5 r6 r7 | k10 b10 y10", "a tile added to the table too"),
    ("r4 r5 r6", "r4 r5 r6 r7 r8 r9", "an own run joined to a run of the table"),
    ("r4 r5 r6", "r4 r5 r6 r7 * r9", "an own run with a joker joined to a run of the table"),
    ("r4 r5 r6", "r4 r5 r6 * r8 r9 | k11 b11 y11", "an own joker run joined, and a group"),
    ("r4 r5 r6 r7", "r4 r5 r6 | k7 b7 r7", "two own tiles with one of the table"),
    ("r4 r5 r6 r7", "r4 r5 r6 | k7 b7 r7 * | k12 b12 y12", "the same with a joker, and a group"),
    ("r4 r5 r6", "r4 r5 | r6 r7 r8 | k13 b13 y13", "a set of the table is not finished"),
    ("k3 r3 b3", "b3 k3 r3 | y9 y10 y11", "a group of the table in another order"),
    ("k3 r3 b3", "y3 k3 r3 | y9 y10 y11 b3", "a tile exchanged, another loose"),
    ("k8 r8 *", "k8 r8 * | b9 b10 b11", "a joker of the table stays where it is"),
    ("k8 r8 *", "k8 r8 b8 | b9 b10 *", "a joker of the table swapped and laid in the opening"),
    ("k8 r8 *", "k8 r8 b8 * | y9 y10 y11", "added to a set with a joker"),
    ("k8 r8 *", "k8 r8 b8 | * b9 b10 | y10 r10 k10", "a joker of the table swapped, thirty without it"),
    ("k8 k9 *", "k8 k9 k10 | * r12 r13 | y1 y2 y3", "a joker of the table's run swapped"),
    ("b4 b5 b6", "b4 b5 b6 b7 | * b8 b9 | k12 r12 y12", "own joker run beside a longer one"),
    ("b4 b5 b6", "b4 b5 b6 b7 * b9 | k12 r12", "own joker run joined, a group not finished"),
    ("b6 b7 b8", "b6 b7 b8 b9 b10 * b12", "a joker run as a part of a longer run"),
    ("b1 b2 b3", "b1 b2 b3 | r9 r10 * r12", "a joker run of four"),
    ("", "r9 r10 r11 | k9 b9 * | k10 b10 y10", "joker set and others"),
    ("k9 r9 b9", "k9 r9 b9 * | y9 y10 y11", "the opening's joker went to a set of the table"),
    ("k9 r9 b9", "k9 r9 * | b9 b10 b11 | y9 y10 y11", "the opening's joker took a place on the table"),
    ("r1 r2 r3 r4", "r1 r2 r3 | r4 r5 r6 | k10 b10 *", "a joker group still lies there"),
    ("r1 r2 r3 r4", "r1 r2 r3 | r4 * r6 | k10 b10 y10", "a joker run with a tile of the table"),
    ("k5 r5 b5 | y1 y2 y3", "k5 r5 b5 y5 | y1 y2 y3 y4 | * r11 r12", "added to two sets, joker run below"),
    ("r3 r4 r5", "r3 r4 r5 | r3 r4 r5 | k10 r10 b10", "an equal set beside the one of the table"),
    ("k7 k8 k9 | r7 r8 r9", "k7 r7 b7 | k8 r8 b8 | k9 r9 b9", "runs become groups"),
    ("k7 k8 k9 | r7 r8 r9", "k7 r7 * | k8 r8 b8 | k9 r9 b9", "runs become groups, one with a joker"),
)
FROM_SEED = 16


def drafts(rules: Rules, rng: Random) -> Iterator[tuple[Table, Table]]:
    """Tables before, and drafts in which own sets lie apart, are joined with the table's, or mixed with them."""
    while True:
        deck = list(rules.kit(2).bag)
        rng.shuffle(deck)
        own = rng.randint(1, 4)
        sets = [list(found) for found in _sets(TileBag(deck[: rng.randint(24, 44)]) | _jokers(rng), own + 3, rng)]
        before = Table(Meld(meld) for meld in sets[own:])
        loose = _mixed(TileBag.joined(Meld(meld).bag for meld in sets), rng)
        yield before, Table([Meld(meld) for meld in sets[:own]] + list(before)) if rng.random() < 0.25 else loose


def _jokers(rng: Random) -> TileBag:
    return TileBag([JOKER] * rng.randint(0, 2))


def _sets(tiles: TileBag, most: int, rng: Random) -> Iterator[Meld]:
    """Sets made of these tiles, as chance finds them; those with a joker more often."""
    for _ in range(most):
        found = list(melds_within(tiles))
        if not found:
            return
        meld = rng.choice([meld for meld in found if meld.jokers == 1 or rng.random() < 0.3] or found)
        tiles -= meld.bag
        yield meld


def _mixed(tiles: TileBag, rng: Random) -> Table:
    """The same tiles laid anew; what is left over lies about."""
    melds = list(_sets(tiles, rng.randint(1, 9), rng))
    rest: list[Tile] = list(tiles - TileBag.joined(meld.bag for meld in melds))
    rng.shuffle(rest)
    return Table([*melds, *(Meld(rest[at : at + 2]) for at in range(0, len(rest), 2))])


def rows() -> Iterator[dict[str, str | int]]:
    """The rows of the file."""
    for text in LAWS:
        for lies, draft, why in THOUGHT_OF:
            yield _row(text, Table.parse(lies), Table.parse(draft), why)
    for text in dict.fromkeys([*EDITIONS, *LAWS]):
        found = drafts(Rules.parse(text), Random(text))
        for _ in range(FROM_SEED):
            yield _row(text, *next(found), "by chance")


def _row(text: str, before: Table, draft: Table, why: str) -> dict[str, str | int]:
    points = points_of(text, str(before), str(draft))
    return {"rules": text, "table": str(before), "draft": str(draft), "points": points, "why": why}


def points_of(rules: str, lies: str, draft: str) -> int:
    """What the referee counts."""
    before, after = Table.parse(lies), Table.parse(draft)
    return Position(Rules.parse(rules), before, after.bag.minus(before.bag), opened=False).opening_points(after)


def main() -> None:
    """Write all rows anew."""
    assert all(Kit.BIG.bag >= Table.parse(draft).bag for _, draft, _ in THOUGHT_OF)
    lines = ",\n".join(" " + json.dumps(row) for row in rows())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
