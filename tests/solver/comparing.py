"""Comparing the solver with the integer program, position by position, and counting what was compared."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.solver import EACH_TILE, LIMIT, Answer, Effort, Weights, best, face_value, frontier
from tests.solver.asking import most_by_program
from tests.solver.oracle import UndecidedError
from tests.workshop.dealing import positions_of_games, random_position, random_weights

VALUE = face_value(30)
PATIENCE = 50 * LIMIT
"""What a frontier may cost where its limit is too little for a proof: more than a player would wait for."""


def of_games(rng: Random, count: int) -> Iterator[Position]:
    """From games of all editions; whoever has not opened is taken to have, so that jokers are free."""
    every = positions_of_games(EDITIONS, rng, count, every=13)
    return (replace(position, rules=EDITIONS["default"], opened=True) for position in every)


def crowded(rng: Random, count: int) -> Iterator[Position]:
    """Nearly all tiles of a kit on the table, big racks, all the jokers."""
    for kit in islice((kit for _ in iter(int, 1) for kit in Kit), count):
        yield random_position(rng, kit=kit, jokers=4, sets=40, rack=30)


def told(position: Position) -> str:
    """A position as a reader of a failure wants it."""
    return f"{position.table} / {position.rack}"


class Comparison:
    """Compares one position after the other and counts."""

    def __init__(self, seed: int, nodes: int = 1_000) -> None:
        self.rng, self.nodes, self.counts = Random(seed), nodes, Counter[str]()

    def agrees(self, position: Position) -> None:
        """Tiles, value and random weights; then one count of the frontier, chosen by lot."""
        self.counts["positions"] += 1
        for question in range(4):
            self._ask(question, position)

    def agrees_in_one(self, position: Position) -> None:
        """One of these four questions, by lot: more positions in the same time."""
        self.counts["positions"] += 1
        self._ask(self.rng.randrange(4), position)

    def _ask(self, question: int, position: Position) -> None:
        if question == 3:
            self._agree("exactly so many", position, VALUE, self.rng.randint(1, len(position.rack)))
        else:
            weights = (EACH_TILE, VALUE, random_weights(self.rng))[question]
            self._agree(("tiles", "value", "any weights")[question], position, weights, None)

    def _agree(self, name: str, position: Position, weights: Weights, exactly: int | None) -> None:
        try:
            wanted = most_by_program(position, weights, exactly=exactly, nodes=self.nodes)
        except UndecidedError:
            self.counts[f"{name}: undecided"] += 1
            return
        self.counts[f"{name}: compared"] += 1
        if exactly is None:
            answer = best(position, weights, tidy=False)
            assert (answer.gain if answer else 0) == wanted, (name, told(position), weights.rows)
        else:
            answer = self._counted(position, exactly, wanted)
        if answer:
            assert position.play_problem(answer.table) is None
            assert weights.gain(answer.laid) == answer.gain

    def _counted(self, position: Position, exactly: int, wanted: int | None) -> Answer | None:
        """Of so many tiles, within the limit of a frontier: right, or not proven and not more; with patience, right."""
        effort = Effort(LIMIT)
        answer = frontier(position, limit=effort).get(exactly)
        is_exact, found = (answer.exact, answer.gain) if answer else (effort.exact, None)
        if not is_exact:
            self.counts["exactly so many: not proven"] += 1
            assert found is None or (wanted is not None and found <= wanted), (exactly, told(position))
            assert answer is None or len(answer.laid) == exactly
            answer = frontier(position, limit=PATIENCE).get(exactly)
            found = answer.gain if answer else None
        assert found == wanted, (exactly, told(position))
        return answer

    def all_agree(self, positions: Iterable[Position], *, in_one: bool = False) -> None:
        for position in positions:
            if position.rack:
                (self.agrees_in_one if in_one else self.agrees)(position)
