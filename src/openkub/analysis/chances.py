"""Winning chances from playouts: the curve of a round, and what each decision was worth.

The curve knows all racks and not the order of the pool. A decision is judged by what its player could know: the hidden
racks are guessed. Every alternative gets the same guesses, and every position of a round the same orders of the pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from random import Random

from openkub.analysis.looking import Look
from openkub.bots.beliefs import Beliefs
from openkub.bots.rollout import Ground, scene_of, shares, step
from openkub.law.moves import Draw, Play
from openkub.pieces.tiles import Tile
from openkub.play.state import State
from openkub.solver.fast import NONE, Counts

Chances = tuple[float, ...] | None
"""Every seat's chance to win, if it is known."""
REPAIRS = 4
"""So often a guess at the racks is repaired before it is taken as it is."""


@dataclass(slots=True)
class Curve:
    """The chances of all seats in one position, as far as they are known."""

    state: State
    sums: list[float] = field(default_factory=list)
    count: int = 0

    def add(self, orders: Iterable[Sequence[Tile]]) -> None:
        """Play on from here with these orders of all tiles, from which the pool takes its own."""
        state = self.state
        self.sums = self.sums or [0.0] * state.seats
        ground, racks = Ground.of(state.rules), [Counts.of(rack) for rack in state.racks]
        for order in orders:
            scene = scene_of(state, racks, _pool(state, order))
            self.sums = [a + b for a, b in zip(self.sums, shares(ground, scene), strict=True)]
            self.count += 1

    @property
    def chances(self) -> Chances:
        """Every seat's chance to win; None before the first playout."""
        return tuple(total / self.count for total in self.sums) if self.count else None


def result(state: State) -> Chances:
    """What every seat had of the win when the round was over."""
    winners = state.outcome.winners if state.outcome else ()
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats))


def _pool(state: State, order: Sequence[Tile]) -> list[Counts]:
    """The tiles of the pool in the order in which these have them, the next one last."""
    left: dict[Tile, int] = {}
    for tile in state.pool:
        left[tile] = left.get(tile, 0) + 1
    found = []
    for tile in order:
        if left.get(tile, 0):
            left[tile] -= 1
            found.append(Counts.one(tile))
    return found[::-1]


def orders(state: State, count: int, chance: Random) -> list[list[Tile]]:
    """So many orders of all tiles of the kit."""
    tiles = list(state.rules.kit(state.seats).bag)
    return [chance.sample(tiles, len(tiles)) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to do in a turn: tiles to lay, and how many to draw."""

    laid: Counts
    drawn: int = 0
    goes_on: bool = False
    """True for a draw after which the same seat may play."""


@dataclass(slots=True)
class Lead:
    """By how much of a win an alternative does better than what was done."""

    total: float = 0.0
    squares: float = 0.0
    count: int = 0

    def add(self, ahead: float) -> None:
        """One more guess."""
        self.total, self.squares, self.count = self.total + ahead, self.squares + ahead * ahead, self.count + 1

    @property
    def mean(self) -> float:
        """The lead on average."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean, never thought smaller than that of one guess that went the other way."""
        if self.count < 2:
            return inf
        spread = max(0.0, self.squares / self.count - self.mean**2)
        return max(sqrt(spread / (self.count - 1)), 1 / self.count)


@dataclass(slots=True)
class Verdict:
    """The alternatives of one turn, weighed against what was done."""

    look: Look
    leads: dict[Choice, Lead] = field(default_factory=dict)
    won: float = 0.0
    count: int = 0

    def __post_init__(self) -> None:
        self.leads = {choice: Lead() for choice in _choices(self.look)}

    def add(self, guesses: int, chance: Random) -> None:
        """Weigh on so many more guesses."""
        if not self.leads:
            return
        view, seat = self.look.before.view(self.look.seat), self.look.seat
        ground = Ground.of(view.rules)
        beliefs, done = Beliefs(view, ground, REPAIRS), _done(self.look)
        for _ in range(guesses):
            racks, pool = beliefs.guess(chance)
            won = _after(self.look.before, done, racks, pool, ground)[seat]
            self.won, self.count = self.won + won, self.count + 1
            for choice, lead in self.leads.items():
                lead.add(_after(self.look.before, choice, racks, pool, ground)[seat] - won)

    @property
    def best(self) -> tuple[Choice, Lead] | None:
        """The alternative that leads most; None if there is none."""
        return max(self.leads.items(), key=lambda item: item[1].mean) if self.leads else None


def _done(look: Look) -> Choice:
    return Choice(Counts.of(look.laid), look.after.history[-1].drawn, look.after.has_drawn)


def _choices(look: Look) -> list[Choice]:
    """What could have been done instead: the best play, the strongest bot's, waiting; none where nothing could."""
    if not look.has_choice or look.best is None or not look.after.racks[look.seat]:
        return []
    plays = [Counts.of(look.best.laid)]
    if isinstance(look.advice, Play):
        plays.append(Counts.of(look.advice.table.bag - look.before.table.bag))
    found = [Choice(laid) for laid in plays]
    if look.may_wait:
        draws = isinstance(look.before.idle, Draw)
        drawn = min(look.before.rules.draw_size, len(look.before.pool)) if draws else 0
        found.append(Choice(NONE, drawn, draws and look.before.rules.play_after_draw))
    done = _done(look)
    return [choice for choice in dict.fromkeys(found) if choice != done]


def _after(state: State, choice: Choice, racks: list[Counts], pool: list[Counts], ground: Ground) -> list[float]:
    """The shares of the win when this is done with these racks and this pool."""
    scene, seat = scene_of(state, racks, pool), state.turn
    step(scene, choice.laid)
    extra = choice.drawn - (len(pool) - len(scene.pool))
    tiles = [scene.pool.pop() for _ in range(min(extra, len(scene.pool)))]
    scene.racks[seat] = Counts.joined([scene.racks[seat], *tiles])
    if scene.turn == seat and not choice.goes_on:
        scene.end_turn()
    return shares(ground, scene)
