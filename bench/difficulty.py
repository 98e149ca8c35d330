"""How many puzzles of every grade of difficulty the five bots solve: the rack is to be laid whole, and can be."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

from _measure import print_table

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.workshop.puzzling import success

EACH = 150


def main() -> None:
    found = success(seed=3, each=EACH)
    names = list(found[1][1])
    print_table(
        ("grade", "puzzles", *names, "together"),
        (
            [str(grade), str(puzzles), *(f"{share[name]:.1%}" for name in names), f"{mean(share.values()):.1%}"]
            for grade, (puzzles, share) in found.items()
        ),
    )


if __name__ == "__main__":
    main()
