"""Write the puzzles for the page, which needs no server to solve them; `--check` fails when they are old."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from openkub.analysis.puzzles import Puzzle, load_puzzles
from openkub.bots import LEVELS
from openkub.play.steps import Add, Join, Lay, Split, Step, Swap, Take

FOLDER = Path(__file__).parent.parent / "src/lib/puzzles/data"
PER_FILE = 100
LIST = "list.txt"
"""A word a puzzle: its kind, its grade, and the weakest bot that finds it (6: none does)."""


def texts(puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, str]]:
    """Every file by its name: the list of all, and so many puzzles in each of the others."""
    yield LIST, " ".join(map(listed, puzzles)) + "\n"
    for first in range(0, len(puzzles), PER_FILE):
        lines = map(line, puzzles[first : first + PER_FILE])
        yield f"{first // PER_FILE + 1}.txt", "".join(f"{text}\n" for text in lines)


def listed(puzzle: Puzzle) -> str:
    """A puzzle in the list: `lay34`."""
    weakest = LEVELS.index(puzzle.found_by[0]) + 1 if puzzle.found_by else len(LEVELS) + 1
    return f"{puzzle.kind}{puzzle.grade}{weakest}"


def line(puzzle: Puzzle) -> str:
    """The task / the rack / the table / the steps of the solution."""
    steps = "; ".join(map(step_text, puzzle.steps))
    return f"{puzzle.kind} {puzzle.need} / {puzzle.position.rack} / {puzzle.position.table} / {steps}"


def step_text(step: Step) -> str:
    """The kind and the set, the set afterwards, and what else the step needs."""
    match step:
        case Split(new=new, right=right):
            more = f"{new} {right}"
        case Swap(tile=tile):
            more = str(tile)
        case Join(other=other):
            more = str(other)
        case Lay():
            more = ""
        case Take(tiles=tiles) | Add(tiles=tiles):
            more = str(tiles)
    return f"{type(step).__name__.lower()} {step.set},{step.result},{more}"


if __name__ == "__main__":
    if "--check" in sys.argv:
        stale = [name for name, text in texts(load_puzzles()) if (FOLDER / name).read_text() != text]
        sys.exit(f"{', '.join(stale)}: run {Path(__file__).name}" if stale else None)
    FOLDER.mkdir(exist_ok=True, parents=True)
    for name, text in texts(load_puzzles()):
        (FOLDER / name).write_text(text)
