"""Write the puzzles for the page, which needs no server to solve them; `--check` fails when they are old."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from openkub.analysis.puzzles import Puzzle, load_puzzles
from openkub.bots import LEVELS

FOLDER = Path(__file__).parent.parent / "src/lib/puzzles/data"
PER_FILE = 100
LIST = "list.txt"
"""A word a puzzle: its kind, its grade, and the weakest bot that finds it (6: none does)."""


def texts(puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, str]]:
    """Every file by its name: the list of all, and so many puzzles in each of the others."""
    plain = [puzzle.plain() for puzzle in puzzles]
    yield LIST, " ".join(map(listed, plain)) + "\n"
    for first in range(0, len(plain), PER_FILE):
        lines = map(line, plain[first : first + PER_FILE])
        yield f"{first // PER_FILE + 1}.txt", "".join(f"{text}\n" for text in lines)


def listed(puzzle: dict[str, Any]) -> str:
    """A puzzle in the list: `lay34`."""
    weakest = LEVELS.index(puzzle["found_by"][0]) + 1 if puzzle["found_by"] else len(LEVELS) + 1
    return f"{puzzle['kind']}{puzzle['grade']}{weakest}"


def line(puzzle: dict[str, Any]) -> str:
    """What is to be done / the rack / the table / the steps of the solution, which lead to it."""
    steps = "; ".join(map(step_text, puzzle["steps"]))
    return " / ".join((f"{puzzle['kind']} {puzzle['need']}", puzzle["rack"], puzzle["table"], steps))


def step_text(step: dict[str, Any]) -> str:
    """The kind and the set, what the set is then, and what else the step needs."""
    more = step.get("tiles", "")
    if step["kind"] == "split":
        more = f"{step['new']} {step['right']}"
    elif step["kind"] == "join":
        more = str(step["other"])
    return f"{step['kind']} {step['set']},{step['result']},{more}"


if __name__ == "__main__":
    if "--check" in sys.argv:
        stale = [name for name, text in texts(load_puzzles()) if (FOLDER / name).read_text() != text]
        sys.exit(f"{', '.join(stale)}: run {Path(__file__).name}" if stale else None)
    FOLDER.mkdir(exist_ok=True, parents=True)
    for name, text in texts(load_puzzles()):
        (FOLDER / name).write_text(text)
