"""Puzzles: a position, so many tiles to lay, and the proof that it is the most; 1,000 and more come with the package.

>>> puzzle = find_daily(date(2026, 12, 24))
>>> puzzle.is_solved_by(puzzle.solution), puzzle.is_solved_by(puzzle.position.table)
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from importlib.resources import files

from openkub.analysis.proving import frees_a_joker, is_only_choice, needs_every_tile
from openkub.bots import LEVELS
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.notation.lines import Lines, numbered
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.record import seed_text
from openkub.play.steps import Step
from openkub.solver import best, difficulty, explain

FORMAT = "openkub puzzles 1"
DAILY = 1000
"""So many of the puzzles that come with the package take turns as the puzzle of the day; their order never changes."""
_STRIDE = 617
_FIRST_DAY = date(2026, 1, 1)


class Kind(StrEnum):
    """What is to be done: lay everything, lay so many tiles, open, or free a joker to lay so many."""

    OUT = "out"
    LAY = "lay"
    OPEN = "open"
    JOKER = "joker"


class PuzzleFault(StrEnum):
    """What may be wrong with a puzzle."""

    ILLEGAL = "illegal"
    TOO_FEW = "too_few"
    NOT_ALL = "not_all"
    NOT_THE_MOST = "not_the_most"
    NOT_THE_ONLY_CHOICE = "not_the_only_choice"
    NO_JOKER_FREED = "no_joker_freed"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position out of a game of bots, and the play to be found; which tiles it lays is the only choice."""

    kind: Kind
    need: int
    """So many tiles are to be laid; of an opening, any number that opens."""
    position: Position
    solution: Table
    found_by: tuple[str, ...]
    """The bots that find it, the weakest first."""
    game: int
    turn: int
    """Where it is from."""

    def is_solved_by(self, table: Table) -> bool:
        """Whether this table is legal to leave, and lays enough."""
        return self.position.play_problem(table) is None and len(table.bag - self.position.table.bag) >= self.need

    @property
    def laid(self) -> TileBag:
        """The tiles that the solution lays."""
        return self.solution.bag - self.position.table.bag

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to 5."""
        return difficulty(self.position, self.solution).grade

    @property
    def steps(self) -> tuple[Step, ...]:
        """The solution, step by step."""
        return explain(self.position.table, self.solution)

    def find_fault(self) -> PuzzleFault | None:
        """The first thing that is wrong with it; None if it is proven."""
        position, laid = self.position, self.laid
        if position.play_problem(self.solution):
            return PuzzleFault.ILLEGAL
        if len(laid) < self.need:
            return PuzzleFault.TOO_FEW
        if self.kind is Kind.OPEN:
            return None if needs_every_tile(position, laid) else PuzzleFault.NOT_THE_ONLY_CHOICE
        if self.kind is Kind.OUT:
            return None if laid == position.rack else PuzzleFault.NOT_ALL
        most = best(position, tidy=False)
        if most is None or not most.exact or most.count > self.need:
            return PuzzleFault.NOT_THE_MOST
        if self.kind is Kind.JOKER and not frees_a_joker(position, self.need):
            return PuzzleFault.NO_JOKER_FREED
        return None if is_only_choice(position, laid) else PuzzleFault.NOT_THE_ONLY_CHOICE

    def __str__(self) -> str:
        """One line, as `parse` reads it."""
        bots = "".join(str(LEVELS.index(bot) + 1) for bot in self.found_by) or "0"
        head = f"{self.kind} {self.need} {bots} {self.game} {self.turn}"
        return " / ".join([head, str(self.position.rack), str(self.position.table), str(self.solution)])

    @classmethod
    def parse(cls, text: str, rules: Rules) -> Puzzle:
        """A puzzle from its line."""
        head, rack, table, solution = (part.strip() for part in text.split("/"))
        kind, need, bots, game, turn = head.split()
        opened = kind != Kind.OPEN
        position = Position(rules, Table.parse(table), TileBag.parse(rack), opened)
        found_by = tuple(LEVELS[int(level) - 1] for level in bots if level != "0")
        return cls(Kind(kind), int(need), position, Table.parse(solution), found_by, int(game), int(turn))


@dataclass(frozen=True, slots=True)
class Collection:
    """Puzzles that were made from the games of one seed, in the order of these games."""

    rules: Rules
    seed: str
    puzzles: tuple[Puzzle, ...] = ()

    def __str__(self) -> str:
        """The text of a file of puzzles."""
        return "".join(f"{line}\n" for line in (*self.heading, *map(str, self.puzzles)))

    @property
    def heading(self) -> tuple[str, ...]:
        """The first lines of its file."""
        return FORMAT, f"rules: {self.rules}", f"seed: {self.seed}"

    @classmethod
    def parse(cls, text: str) -> Collection:
        """Puzzles from the text of a file; `ValueError` if it is none."""
        lines = list(numbered(text))
        if [line for _, line in lines[:1]] != [FORMAT]:
            raise ValueError(f"a file of puzzles begins with {FORMAT!r}")
        heading = Lines.of(lines[1:3], {"rules", "seed"})
        rules = heading.one("rules", Rules.parse)
        return cls(rules, heading.one("seed", seed_text), tuple(_read(lines[3:], rules)))


def _read(lines: Iterable[tuple[int, str]], rules: Rules) -> Iterator[Puzzle]:
    for number, line in lines:
        try:
            yield Puzzle.parse(line, rules)
        except (ValueError, IndexError) as error:
            raise ValueError(f"line {number} is no puzzle: {error}") from None


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package."""
    text = files("openkub.analysis").joinpath("puzzles.txt").read_text(encoding="utf-8")
    return Collection.parse(text).puzzles


def number_of_the_day(day: date) -> int:
    """Which puzzle of those that come with the package is that of a day, from 1: the same for everybody.

    >>> number_of_the_day(date(2026, 1, 1)), number_of_the_day(date(2026, 1, 2)), number_of_the_day(date(2028, 9, 27))
    (1, 618, 1)
    """
    return (day - _FIRST_DAY).days * _STRIDE % DAILY + 1


def find_daily(day: date) -> Puzzle:
    """The puzzle of a day."""
    return load_puzzles()[number_of_the_day(day) - 1]
