"""Pictures that are kept: `.venv/bin/python -m tests.pictures` draws the golden files and those of the docs anew."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from openkub import svg
from openkub.cli import app
from openkub.law.score import Outcome
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.play.view import View

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "data" / "svg"
DOCS = ROOT / "docs" / "img"

MIXED = "y1 y2 y3 | k2 r2 b2 y2 | k13 b13 * | y8 y9 * y11 | * * r5 | k9 b9"
BEFORE, AFTER = "b8 b9 b10 | k4 r4 b4 y4", "y4 y5 y6 | k4 r4 b4 | k8 b8 y8 | b9 b10 b11"


def whole_kit() -> Table:
    """All 106 tiles in sets."""
    runs = [[Tile(f"{c}{n}") for n in range(first, first + 5)] for c in "krby" for first in (4, 9)]
    low = [[Tile(f"{c}{n}") for n in (1, 2, 3)] + [JOKER] * (c in "kr") for c in "krby"]
    return Table.of([*low, *runs, *([Tile(f"{c}{n}") for c in "krby"] for n in range(1, 14))])


NAMES = ("Anna", "Bruno & <Co>", "Clementine of the Hill")
VIEW = View.parse(
    """seat: 1
pool: 37
racks: k10 r4 y13 b2 b6 * / ?5 / ?12
rules: default
table: r1 b1 y1 | k2 r2 b2 | y4 y5 y6 | b7 b8 * | y8 y9 y10 y11 | k9 r9 y9 | k10 r10 b10 y10 | b11 b12 b13
opened: yes / yes / no
shown: / /
turn: 1
starter: 2
passes: 0"""
)
START = replace(VIEW, seat=None, racks=(None,) * 3, counts=(14,) * 3, table=Table(), opened=(False,) * 3, pool=64)
OVER = replace(
    VIEW,
    racks=(TileBag(), TileBag.parse("r4 y13 *"), TileBag.parse("k1 k2 k3 b5 b6 y7")),
    counts=(0, 3, 6),
    outcome=Outcome("rack_empty", (0,), (71, -47, -24)),
)


@cache
def drawn() -> dict[str, svg.Picture]:
    """Every golden picture by its name."""
    return {
        "table": svg.table(MIXED),
        "table-dark": svg.table(MIXED, dark=True, numbers=True, marked=[0, (0, 2), (3, 1)]),
        "table-empty": svg.table(""),
        "table-narrow": svg.table(MIXED, width=200),
        "kit": svg.table(whole_kit()),
        "rack": svg.rack("r13 k4 k1 r3 b10 b12 b11 y5 * b12 *", marked="r3 *"),
        "meld": svg.meld("r5 * r7", marked=[1]),
        "position": svg.position(AFTER, "r1", marked=svg.changes(Table.parse(BEFORE), Table.parse(AFTER))),
        "view": svg.view(VIEW, names=NAMES, marked=[4, (4, 3)], numbers=True),
        "view-narrow-dark": svg.view(VIEW, width=320, dark=True),
        "view-spectator": svg.view(START),
        "view-over": svg.view(OVER, names=NAMES),
    }


POSITION = ["draw", AFTER, "--rack", "r1", "--before", BEFORE]
COMMANDS = {"position.svg": POSITION, "position-dark.svg": [*POSITION, "--dark"]}
"""The commands that the pictures of the docs are made by."""


def main() -> None:
    """Draw all of them."""
    GOLDEN.mkdir(exist_ok=True)
    for name, picture in drawn().items():
        (GOLDEN / f"{name}.svg").write_text(f"{picture}\n", encoding="utf-8")
    for name, command in COMMANDS.items():
        assert app.run([*command, "-o", str(DOCS / name)]) == 0


if __name__ == "__main__":
    main()
