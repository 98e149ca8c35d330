"""casual: lays sets, adds to sets, and rearranges what it can see at a glance: one set of the table at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from openkub.bots.choosing import hold
from openkub.bots.from_rack import lay_sets
from openkub.bots.protocol import Clock
from openkub.law.moves import Move, Play, Redeal
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER
from openkub.play.view import View
from openkub.solver import best


@dataclass(frozen=True, slots=True)
class Casual:
    """Somebody who plays at holidays: splits a run, takes the fourth of a group, but never moves two sets at once."""

    changes: int = 2
    """How many sets of the table it changes in one turn."""
    jokers: bool = True
    """Whether it dares to touch sets with a joker."""
    name: str = "casual"

    def choose(self, view: View, clock: Clock) -> Move:
        """Sets from the rack first, then one change of the table after the other; if it must play, it looks longer."""
        if view.may_redeal:
            return Redeal()
        start = Position(view.rules, view.table, view.rack, view.has_opened)
        now = start
        own = lay_sets(view, lambda meld: True)
        if own:
            now = _after(now, own.table)
        elif not view.has_opened:
            return hold(view, "tiles")
        for _ in range(self.changes):
            now = max([now, *_changes(start, now, jokers=self.jokers)], key=lambda position: -len(position.rack))
        return Play(now.table) if len(now.rack) < len(view.rack) else hold(view, "tiles")


def _after(position: Position, table: Table) -> Position:
    laid = table.bag - position.table.bag
    return replace(position, table=table, rack=position.rack - laid, opened=True)


def _changes(start: Position, now: Position, *, jokers: bool) -> Iterator[Position]:
    """What comes of looking at each set of the table alone; those with a joker only if it dares."""
    for index, meld in enumerate(now.table):
        if JOKER in meld and not jokers:
            continue
        others = Table((*now.table[:index], *now.table[index + 1 :]))
        found = best(replace(now, table=Table([meld])), tidy=False)
        if found:
            further = _after(now, Table((*others, *found.table)))
            if start.play_problem(further.table) is None:
                yield further
