"""Judging one turn: what is wrong with a play, and what a time-out leaves behind.

>>> turn = Position("default", "r4 r5 r6", "r7 k2", opened=True)
>>> turn.play_problem(Table("r4 r5 r6 | k2"))
Problem(code=<Code.INVALID_SET: 'invalid_set'>, meld=1, tile=None, points=None)
>>> turn.play_problem(Table("r4 r5 r6 r7")) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from openkub.law.jokers import are_jokers_lawful, joker_problem
from openkub.law.moves import Code, Problem
from openkub.law.opening import JOKERS, counted_points, gone, opens, reaches
from openkub.law.rules import Rules
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, NOTHING, TileBag, _repr_svg_


class Result(NamedTuple):
    """What a turn leaves behind: the table, the rack, whether the player has opened, how many tiles to draw.

    `shown` are rack tiles that everybody saw and that went back to the rack.
    """

    table: Table
    rack: TileBag
    opened: bool
    draw: int = 0
    shown: TileBag = NOTHING


class PositionError(ValueError):
    """A position that cannot be: the message says which set or tile is at fault."""


@dataclass(frozen=True, slots=True, init=False)
class Position:
    """All that decides whether a play is legal: the rules, the table, one rack, and whether its player has opened.

    One that is written down has no more tiles than the box of the rules, `PositionError` says of which; five and six
    play with more, by `tile_set=160`.
    """

    rules: Rules
    table: Table
    rack: TileBag
    opened: bool

    def __init__(
        self,
        rules: Rules | str,
        table: Table | str | Iterable[str | Iterable[str]],
        rack: TileBag | str | Iterable[str],
        opened: bool,
    ) -> None:
        keep = object.__setattr__
        keep(self, "rules", rules if isinstance(rules, Rules) else Rules.parse(rules))
        keep(self, "opened", opened)
        written = not isinstance(table, Table) or not isinstance(rack, TileBag)
        if not isinstance(table, Table):
            table = Table(table) if isinstance(table, str) else Table.of(table)
        keep(self, "table", table)
        keep(self, "rack", rack if isinstance(rack, TileBag) else TileBag(rack))
        if written:
            self._check_box()

    def _check_box(self) -> None:
        try:
            lack = self.rules.kit(2).lacks(self.table.bag + self.rack)
        except NotationError as error:
            raise PositionError(str(error)) from None
        if lack:
            raise PositionError(lack)

    _repr_svg_ = _repr_svg_

    @property
    def layable(self) -> Position:
        """The same with the tiles of the rack alone that may be laid in this turn: no jokers if they may not open."""
        if self.opened or self.rules.opening_joker == "allowed" or JOKER not in self.rack:
            return self
        return replace(self, rack=self.rack.minus(JOKERS))

    def play_problem(self, after: Table) -> Problem | None:
        """What is wrong with leaving the table like this, or None."""
        problem = self._laying_problem(after)
        return problem or self._standing_problem(after, after.bag - self.table.bag)

    def allows(self, after: Table) -> bool:
        """Whether nothing is wrong with it; what that is takes longer to say."""
        if self._laying_problem(after):
            return False
        laid = after.bag - self.table.bag
        if not self.opened and (self._lays_early_joker(laid) or not opens(self.rules, self.table, after, laid)):
            return False
        return are_jokers_lawful(self.rules, self.table, after, laid)

    def _laying_problem(self, after: Table) -> Problem | None:
        """What is wrong with its sets, or with the tiles of which they are."""
        if self.table.first_invalid is not None:
            return Problem(Code.INVALID_BEFORE, self.table.first_invalid)
        invalid = after.first_invalid
        if invalid is not None:
            return Problem(Code.INVALID_SET, invalid)
        problem = self.tiles_problem(after)
        if problem:
            return problem
        return None if len(after.bag) > len(self.table.bag) else Problem(Code.NOTHING_PLAYED)

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

    def _lays_early_joker(self, laid: TileBag) -> bool:
        """Whether a joker of the rack is laid in the turn of the opening, where the rules forbid it."""
        return self.rules.opening_joker == "forbidden" and JOKER in laid

    def _opening_problem(self, after: Table, laid: TileBag) -> Problem | None:
        if self._lays_early_joker(laid):
            return Problem(Code.OPENING_JOKER, tile=JOKER)
        if opens(self.rules, self.table, after, laid):
            return None
        is_touched = bool(gone(self.rules, self.table, after))
        if is_touched and reaches(self.rules, laid, self.rules.opening_min_points):
            return self._touching_problem(after, laid)
        code = Code.NOT_OPENED if is_touched else Code.OPENING_POINTS
        return Problem(code, points=counted_points(self.rules, self.table, after, laid))

    def _touching_problem(self, after: Table, laid: TileBag) -> Problem:
        """Why tiles that could have opened do not: the table was altered, or a joker set of the opening was."""
        if self.rules.opening_turn_manipulation == "forbidden":
            return Problem(Code.OPENING_TURN_MANIPULATION, next(iter(gone(self.rules, after, self.table)), None))
        return joker_problem(self.rules, self.table, after, laid) or Problem(Code.JOKER_SET_SPLIT)

    def opening_points(self, draft: Table) -> int:
        """What the referee counts towards the opening as the table lies now; sets that are not finished count nothing.

        This is the number to show to a player.
        """
        finished = Table(meld for meld in draft if meld.is_valid)
        laid = finished.bag.minus(self.table.bag)
        if self._lays_early_joker(laid):
            return 0
        return counted_points(self.rules, self.table, finished, laid)

    def time_out(self, draft: Table | None, *, has_drawn: bool = False) -> Result:
        """What is left when the clock ends the turn on this draft, whose tiles are all the table's or the player's.

        A player who has drawn in this turn draws nothing for being idle.
        """
        if draft is None or self._is_as_before(draft):
            return Result(self.table, self.rack, self.opened, 0 if has_drawn else self.rules.timeout_idle_draw)
        if self.allows(draft):
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

    def _is_as_before(self, draft: Table) -> bool:
        """Whether no set was touched."""
        exactly = self.rules.referee > 2
        return not draft.not_in(self.table, exactly=exactly) and not self.table.not_in(draft, exactly=exactly)

    def _may_stay(self, finished: Table, *, literal: bool) -> bool:
        """Whether the finished sets of a draft may stay: no table tile is loose, unless the rule is taken literally."""
        if not literal and not self.table.bag <= finished.bag:
            return False
        laid = finished.bag.minus(self.table.bag)
        return (self.opened or bool(laid)) and self._standing_problem(finished, laid) is None


def _holding(table: Table, tiles: TileBag) -> int:
    """The first set that holds one of these tiles."""
    return next(index for index, meld in enumerate(table) if any(tile in tiles for tile in meld))
