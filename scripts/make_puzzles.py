"""Make puzzles from games between bots and write them to a file, one puzzle a line.

    .venv/bin/python scripts/make_puzzles.py FILE [--count 100] [--seed openkub] [--rules default]

Every puzzle is proven to have one best choice of tiles. An interrupted run continues when the same command is given
again, and ends with the same file. docs/puzzles.md describes the file.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path

from openkub.analysis.puzzles import Collection
from openkub.analysis.puzzling import drop_last_game, make_puzzles
from openkub.law.rules import Rules
from openkub.play.record import seed_text


def begin(file: Path, wanted: Collection) -> Collection:
    """Return the complete games of an earlier run, or start a new file. Refuse a file of other puzzles."""
    found = wanted
    if file.exists():
        text = file.read_text(encoding="utf-8")
        found = drop_last_game(Collection.parse(text[: text.rfind("\n") + 1]))  # the last line may be cut short
        if found.heading != wanted.heading:
            sys.exit(f"{file} holds other puzzles: {', '.join(found.heading[1:])}")
    file.write_text(str(found), encoding="utf-8", newline="\n")
    return found


def extend(file: Path, begun: Collection, count: int) -> None:
    """Append puzzles until the file holds `count`. Each game's puzzles are durable before the next game starts."""
    with file.open("a", encoding="utf-8", newline="\n") as out:
        for _, found in make_puzzles(begun, count):
            out.write("".join(f"{puzzle}\n" for puzzle in found))
            out.flush()
            os.fsync(out.fileno())


def main() -> None:
    """Read the command line and make the puzzles."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=100, help="number of puzzles in all")
    parser.add_argument("--seed", default="openkub", help="the same text gives the same puzzles")
    parser.add_argument("--rules", default="default", help="an edition, or a text of rules")
    given = parser.parse_args()
    begun = begin(given.file, Collection(Rules.parse(given.rules), seed_text(given.seed)))
    extend(given.file, begun, given.count)
    print(f"{given.file}: {len(Collection.parse(given.file.read_text(encoding='utf-8')).puzzles)} puzzles")


if __name__ == "__main__":
    main()
