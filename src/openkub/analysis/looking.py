"""What could have been laid, turn by turn: exact, and found at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from openkub.bots import Clock, make_bot
from openkub.law.moves import Draw, Move, Pass, Play, Redeal
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.play.game import Game
from openkub.play.state import State
from openkub.solver import best

STRONGEST = "expert"
"""The bot that is asked what it would have done."""
_THINK = 0.01
LIMIT = 500_000
"""The work that a best play may cost."""


@dataclass(frozen=True, slots=True)
class Best:
    """The exact best play of a turn: of the most tiles, then of the most points."""

    laid: TileBag
    points: int
    table: Table
    is_proven: bool = True
    """False where the proof would have cost too much work: jokers that are bound, and a large rack."""


@dataclass(frozen=True, slots=True)
class Look:
    """One turn of a finished round, with all that the solver says about it."""

    number: int
    """The turn of the match, from 1."""
    round: int
    """The round of the match, from 1."""
    before: State
    after: State
    best: Best | None
    """None if nothing could be laid."""
    advice: Move
    """What the strongest bot would have done with the same view."""
    most_points: int
    """The most points that could be laid."""
    jokers_wasted: int
    """Jokers that were laid although as many other tiles could have been laid without them."""

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return self.before.turn

    @property
    def move(self) -> Move:
        """What was done."""
        return self.after.history[-1].move

    @property
    def laid(self) -> TileBag:
        """The rack tiles that went onto the table."""
        return TileBag() if self.is_redeal else self.after.table.bag.minus(self.before.table.bag)

    @property
    def drawn(self) -> TileBag:
        """The tiles that came from the pool."""
        if self.is_redeal:
            return TileBag()
        return self.after.racks[self.seat].minus(self.before.racks[self.seat].minus(self.laid))

    @property
    def is_redeal(self) -> bool:
        """Whether all tiles were dealt anew."""
        return isinstance(self.move, Redeal)

    @property
    def is_idle(self) -> bool:
        """Whether the player chose to lay nothing."""
        return isinstance(self.move, Draw | Pass)

    @property
    def may_wait(self) -> bool:
        """Whether nothing need have been laid."""
        return self.best is None or not self.before.must_lay

    @property
    def has_choice(self) -> bool:
        """Whether anything could have been laid, and the turn was a player's decision at all."""
        return self.best is not None and not self.is_redeal

    @property
    def is_exact(self) -> bool:
        """Whether the play lays the most tiles, or the most points, that could be laid."""
        if self.best is None or not self.laid:
            return False
        points = self.laid.points(self.before.rules.joker_penalty)
        return len(self.laid) >= len(self.best.laid) or points >= self.most_points

    @property
    def is_advised(self) -> bool:
        """Whether the strongest bot would have laid the same tiles, or none either."""
        table = self.advice.table.bag if isinstance(self.advice, Play) else self.before.table.bag
        return self.has_choice and table.minus(self.before.table.bag) == self.laid

    @property
    def could_go_out(self) -> bool:
        """Whether the whole rack could be laid."""
        return self.best is not None and self.best.laid == self.before.racks[self.seat]

    @property
    def could_open(self) -> bool:
        """Whether this could have been the player's opening."""
        return self.best is not None and not self.before.opened[self.seat]

    @property
    def opens(self) -> bool:
        """Whether this was the player's opening."""
        return not self.before.opened[self.seat] and self.after.opened[self.seat]


def looks(games: list[Game]) -> Iterator[Look]:
    """Every turn of a replayed match, looked at."""
    number = 0
    for before, after in pairwise(games):
        if after.record.rounds[-1].turns:
            number += 1
            yield _look(number, len(after.record.rounds), before.state, after.state)


def _look(number: int, round_: int, before: State, after: State) -> Look:
    view = before.view(before.turn)
    answer, dearest = best(view, limit=LIMIT), best(view, "value", tidy=False, limit=LIMIT)
    found = Best(answer.laid, answer.value, answer.table, answer.exact) if answer else None
    advice = make_bot(STRONGEST, think=_THINK).choose(view, Clock())
    plain = Look(number, round_, before, after, found, advice, dearest.value if dearest else 0, 0)
    return replace(plain, jokers_wasted=_count_wasted(view.position, plain))


def _count_wasted(position: Position, look: Look) -> int:
    """Jokers laid that helped no other tile onto the table; who goes out wastes nothing."""
    jokers = look.laid.count(JOKER)
    if not jokers or not look.after.racks[look.seat]:
        return 0
    others = TileBag([tile for tile in position.rack if not tile.is_joker])
    without = best(replace(position, rack=others), tidy=False, limit=LIMIT)
    return jokers if without and without.count >= len(look.laid) - jokers else 0
