"""Judging one turn: what is wrong with a play, and what a time-out leaves behind.

>>> turn = Position(Rules(), Table.parse("r4 r5 r6"), TileBag.parse("r7 k2"), opened=True)
>>> turn.play_problem(Table.parse("r4 r5 r6 | k2"))
Problem(code=<Code.INVALID_SET: 'invalid_set'>, meld=1, tile=None, points=None)
>>> turn.play_problem(Table.parse("r4 r5 r6 r7")) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from openkub.jokers import joker_problem, swaps_from_rack
from openkub.melds import Table
from openkub.moves import Code, Problem
from openkub.opening import best_points, points_as_laid, reaches
from openkub.rules import Rules
from openkub.tiles import JOKER, NotationError, TileBag


@dataclass(frozen=True, slots=True)
class Result:
    """What a turn leaves behind: the table, the rack, whether the player has opened, how many tiles to draw.

    `shown` are rack tiles that everybody saw and that went back to the rack.
    """

    table: Table
    rack: TileBag
    opened: bool
    draw: int = 0
    shown: TileBag = TileBag()


@dataclass(frozen=True, slots=True)
class Position:
    """All that decides whether a play is legal: the rules, the table, one rack, and whether its player has opened."""

    rules: Rules
    table: Table
    rack: TileBag
    opened: bool

    def play_problem(self, after: Table) -> Problem | None:
        """What is wrong with leaving the table like this, or None."""
        invalid = after.first_invalid
        if invalid is not None:
            return Problem(Code.INVALID_SET, invalid)
        problem = self.tiles_problem(after)
        if problem:
            return problem
        laid = after.bag - self.table.bag
        if not laid:
            return Problem(Code.NOTHING_PLAYED)
        return self._standing_problem(after, laid)

    def tiles_problem(self, after: Table) -> Problem | None:
        """Whether a table tile is missing, or one lies there that the player never had."""
        foreign = self.draft_problem(after)
        if foreign:
            return foreign
        if self.table.bag <= after.bag:
            return None
        tile = next(iter(self.table.bag.minus(after.bag)))
        return Problem(Code.JOKER_KEPT if tile.is_joker else Code.TABLE_TILE_TAKEN, tile=tile)

    def draft_problem(self, draft: Table) -> Problem | None:
        """Whether a tile lies there that is neither the table's nor the player's."""
        whole = self.table.bag + self.rack
        try:
            if draft.bag <= whole:
                return None
        except NotationError:
            return Problem(Code.NOT_YOUR_TILE)
        foreign = draft.bag.minus(whole)
        return Problem(Code.NOT_YOUR_TILE, _holding(draft, foreign), next(iter(foreign)))

    def step_problem(self, after: Table) -> Problem | None:
        """What is wrong with this as a step in mid-turn, when tiles may be in the hand but what lies is valid."""
        invalid = after.first_invalid
        if invalid is not None:
            return Problem(Code.INVALID_SET, invalid)
        foreign = self.draft_problem(after)
        if foreign:
            return foreign
        anywhere = replace(self.rules, joker_reuse="same_turn_anywhere")
        return replace(self, rules=anywhere)._standing_problem(after, after.bag.minus(self.table.bag))

    def _standing_problem(self, after: Table, laid: TileBag) -> Problem | None:
        """What the opening and the joker rules have against a table that is valid in itself."""
        if not self.opened:
            problem = self._opening_problem(after, laid)
            if problem:
                return problem
        return joker_problem(self.rules, self.table, after, laid)

    def _opening_problem(self, after: Table, laid: TileBag) -> Problem | None:
        ways = [(self.table, TileBag())] if self.rules.joker_needs_opened else swaps_from_rack(self.table, laid)
        problems = [self._opening_part_problem(table, after, laid, given) for table, given in ways]
        return None if None in problems else problems[0]

    def _opening_part_problem(self, table: Table, after: Table, laid: TileBag, given: TileBag) -> Problem | None:
        """What is wrong with the opening if jokers were exchanged for `given`, which left this table."""
        needed = self.rules.opening_min_points
        points = points_as_laid(self.rules, table, after)
        if points is None and self.rules.opening_turn_manipulation == "forbidden":
            return Problem(Code.OPENING_TURN_MANIPULATION, next(iter(after.not_in(table)), None))
        if points is not None and points >= needed:
            return None
        supply = laid - given + TileBag([JOKER] * len(given))
        if reaches(self.rules, supply, needed):
            return None
        best = best_points(self.rules, supply)
        return Problem(Code.NOT_OPENED if points is None else Code.OPENING_POINTS, points=best)

    def opening_points(self, after: Table) -> int:
        """What the rack tiles of a legal table count towards the opening, as they lie or else at their best."""
        points = points_as_laid(self.rules, self.table, after)
        if points is not None and points >= self.rules.opening_min_points:
            return points
        return best_points(self.rules, after.bag - self.table.bag)

    def time_out(self, draft: Table | None) -> Result:
        """What is left when the clock ends the turn on this draft, whose tiles are all the table's or the player's."""
        if draft is None or draft.same_sets(self.table):
            return Result(self.table, self.rack, self.opened, self.rules.timeout_idle_draw)
        if self.play_problem(draft) is None:
            return Result(draft, self.rack - (draft.bag - self.table.bag), opened=True)
        finished = Table(meld for meld in draft if meld.is_valid)
        rule = self.rules.timeout_rule
        literal = rule == "loose_to_rack_literal"
        if rule == "restore_all" or not self._may_stay(finished, literal=literal):
            seen = draft.bag.minus(self.table.bag)
            return Result(self.table, self.rack, self.opened, self.rules.timeout_penalty, seen)
        rack = self.table.bag + self.rack - finished.bag
        loose = (draft.bag | self.table.bag).minus(finished.bag)
        return Result(finished, rack, opened=True, draw=self.rules.timeout_penalty, shown=loose)

    def _may_stay(self, finished: Table, *, literal: bool) -> bool:
        """Whether the finished sets of a draft may stay: no table tile is loose, unless the rule is taken literally."""
        if not literal and not self.table.bag <= finished.bag:
            return False
        laid = finished.bag.minus(self.table.bag)
        return (self.opened or bool(laid)) and self._standing_problem(finished, laid) is None


def _holding(table: Table, tiles: TileBag) -> int:
    """The first set that holds one of these tiles."""
    return next(index for index, meld in enumerate(table) if any(tile in tiles for tile in meld))
