"""novice and casual: bots that play what a person sees at a glance, and lay whole sets from the rack first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from openkub.bots.choosing import dice, hold
from openkub.bots.protocol import Clock
from openkub.law.moves import Move, Play, Redeal
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.pieces.within import melds_within
from openkub.play.view import View
from openkub.solver import best

_ENOUGH = 24
"""Maximum sets of a rack that are tried together."""


@dataclass(frozen=True, slots=True)
class Novice:
    """A beginner: never rearranges, never adds to a set, overlooks things."""

    seed: int = 0
    sees: float = 0.7
    """How likely it is to see a set of three without a joker; longer sets and jokers are harder."""
    name: str = "novice"

    def choose(self, view: View, clock: Clock) -> Move:
        """The sets that it happens to see; where it must play and sees nothing, somebody helps it."""
        chance = dice(self.seed, view)

        def seen(meld: Meld) -> bool:
            return chance.random() < self.sees ** (len(meld) - 2 + meld.jokers)

        return lay_sets(view, seen) or hold(view)


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


def lay_sets(view: View, seen: Callable[[Meld], bool]) -> Play | None:
    """All that the sets seen on the own rack come to; before the opening only if it is enough for one."""
    sets = [meld for meld in melds_within(view.position.layable.rack) if seen(meld)]
    chosen = opening_sets(view.rules, sets, view.rack) if not view.has_opened else most_tiles(sets, view.rack)
    return Play(Table((*view.table, *chosen))) if chosen else None


def opening_sets(rules: Rules, sets: list[Meld], rack: TileBag) -> tuple[Meld, ...]:
    """The sets to open with, or none if they do not come to the points."""

    def points(meld: Meld) -> int:
        return meld.value(rules.opening_joker_value)

    chosen = _best_sets(sets, rack, points)
    if rules.opening_sets == "one":
        chosen = tuple(sorted(sets, key=points)[-1:])
    return chosen if sum(map(points, chosen)) >= rules.opening_min_points else ()


def most_tiles(sets: list[Meld], rack: TileBag) -> tuple[Meld, ...]:
    """The sets that take the most tiles off the rack."""
    return _best_sets(sets, rack, len)


def _best_sets(sets: list[Meld], rack: TileBag, worth: Callable[[Meld], int]) -> tuple[Meld, ...]:
    """Those of the sets that fit together on the rack and are worth most; of very many, the longest are looked at."""
    few = sorted(sets, key=lambda meld: (-worth(meld), meld))[:_ENOUGH]

    @cache
    def best(first: int, tiles: TileBag) -> tuple[int, tuple[Meld, ...]]:
        found: tuple[int, tuple[Meld, ...]] = (0, ())
        for index in range(first, len(few)):
            meld = few[index]
            if meld.bag <= tiles:
                gain, others = best(index, tiles - meld.bag)
                found = max(found, (gain + worth(meld), (meld, *others)), key=lambda option: option[0])
        return found

    return best(0, rack)[1]
