"""How hard a play is to find for a person.

A play is hard when it has many steps, when many sets of the table change together, when jokers are among them, and when
the simple methods do not find it: laying whole sets from the rack, and adding to sets without taking anything away.

>>> here = Position("default", "b8 b9 b10 | k4 r4 b4 y4", "y5 y6 k8 y8 b11", opened=True)
>>> difficulty(here, Table("b8 b9 b10 b11 | k4 r4 b4 y4"))
Difficulty(method='adding', steps=1, sets=1, jokers=0)
>>> found = difficulty(here, Table("b9 b10 b11 | k8 b8 y8 | k4 r4 b4 | y4 y5 y6"))
>>> found.method, found.steps, found.sets, found.number, found.grade
('rearranging', 5, 2, 10, 4)
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER
from openkub.play.steps import Add, Lay
from openkub.solver.answers import Where, position_of
from openkub.solver.effort import LIMIT, Limit
from openkub.solver.explaining import explain

Method = Literal["laying", "adding", "rearranging"]
_METHOD: dict[Method, int] = {"laying": 0, "adding": 1, "rearranging": 3}
"""What a method adds to the number."""
_GRADES = (2, 5, 7, 11)
"""The largest numbers of the grades 1 to 4."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a play is to find: the simplest method that does it, and what it takes.

    `sets` are those of the table that change, `jokers` those in them and those laid.
    """

    method: Method
    steps: int
    sets: int
    jokers: int

    @property
    def number(self) -> int:
        """All of it in one number: the steps, the sets and the jokers, one for adding, three for rearranging."""
        return self.steps + self.sets + self.jokers + _METHOD[self.method]

    @property
    def grade(self) -> int:
        """From 1 (a set from the rack) to 5 (many sets change together)."""
        return 1 + bisect_left(_GRADES, self.number)


def difficulty(before: Where, after: Table | str, *, limit: Limit = LIMIT) -> Difficulty:
    """How hard it is to come from a position to the table after a play; the limit is for its steps, as in `explain`."""
    table = position_of(before).table
    after = Table(after) if isinstance(after, str) else after
    if not table.bag <= after.bag or after.bag == table.bag:
        raise ValueError("the table after a play has all tiles of the table before, and at least one more")
    steps, changed = explain(table, after, limit=limit), table.not_in(after)
    jokers = sum(table[index].jokers for index in changed) + (after.bag - table.bag).count(JOKER)
    if not changed:
        method: Method = "laying"
    else:
        method = "adding" if all(isinstance(step, Add | Lay) for step in steps) else "rearranging"
    return Difficulty(method, len(steps), len(changed), jokers)
