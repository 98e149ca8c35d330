"""Least disturbance: of equal plays, the one that leaves most sets of the table as they are.

People have to follow a play with their eyes. A set that is kept lies beside what the solver is given; whether the same
gain can still be reached is one more question to it. The more sets are kept, the less can be gained, so a largest
collection is found by growing one greedily and then proving, smallest first, that fewer changed sets would not do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations

from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.solver.laying import Laid

QUESTIONS = 60
"""How many questions the proof may cost; a play that changes many sets of a large table is then only nearly tidy."""

Ask = Callable[[Position, Table], Laid | None]
"""What can be laid on these sets, beside those that are kept."""


def tidied(position: Position, found: Laid, ask: Ask) -> Laid:
    """An equal play that changes as few sets as can be found."""
    return _Search(position, found, ask).best()


class _Search:
    def __init__(self, position: Position, found: Laid, ask: Ask) -> None:
        self.position, self.found, self.ask = position, found, ask
        self.left = QUESTIONS
        self.answers: dict[frozenset[int], Laid | None] = {}

    def best(self) -> Laid:
        """Grow what is kept; then try to change fewer sets than that."""
        everything = range(len(self.position.table))
        changed = self._greedy(frozenset(everything))
        for size in range(len(changed)):
            if len(changed) <= size or not self._affordable(len(everything), size):
                break
            fewer = self._reached(map(frozenset, combinations(everything, size)))
            if fewer is not None:
                changed = fewer
                break
        return self._whole(changed)

    def _affordable(self, sets: int, size: int) -> bool:
        """Whether all choices of so many sets may still be asked about."""
        choices = 1
        for k in range(size):
            choices = choices * (sets - k) // (k + 1)
        return choices <= self.left

    def _greedy(self, changed: frozenset[int]) -> frozenset[int]:
        """Keep what the play found keeps anyway, then one set after the other as long as nothing is lost."""
        changed &= set(self.position.table.not_in(self.found.table))
        for index in sorted(changed):
            fewer = self._reached([changed - {index}])
            changed = changed if fewer is None else fewer
        return changed

    def _reached(self, choices: Iterable[frozenset[int]]) -> frozenset[int] | None:
        """The first of these choices of sets to change that still gains as much."""
        for changed in choices:
            if self._answer(changed):
                return changed
        return None

    def _answer(self, changed: frozenset[int]) -> Laid | None:
        if changed not in self.answers:
            self.left -= 1
            table = Table(self.position.table[index] for index in sorted(changed))
            fewer = replace(self.position, table=table, rack=self.found.laid)
            self.answers[changed] = self.ask(fewer, Table(self._kept(changed)))
        return self.answers[changed]

    def _whole(self, changed: frozenset[int]) -> Laid:
        """The play with the sets that it keeps in their old places."""
        answer = self._answer(changed)
        if answer is None:
            return self.found
        return replace(self.found, table=Table((*self._kept(changed), *answer.table)))

    def _kept(self, changed: frozenset[int]) -> list[Meld]:
        return [meld for index, meld in enumerate(self.position.table) if index not in changed]
