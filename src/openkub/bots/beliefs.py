"""What the others may hold: guesses that fit what they could not lay on their last turn, and plays weighed by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import mean, stdev

from openkub.bots.rollout import Ground, lay_most, play_out, scene_of, step
from openkub.law.moves import Draw, Pass, Play, TimeOut
from openkub.play.public import Turn
from openkub.play.view import View
from openkub.solver.fast import NONE, Counts


@dataclass(frozen=True, slots=True)
class Evidence:
    """On this table nothing of a rack could be laid, but for the tiles drawn since."""

    table: Counts
    drawn: int


class Beliefs:
    """Guesses at hidden racks, dealt at random; where they contradict the evidence, they are repaired so many times."""

    def __init__(self, view: View, ground: Ground, repairs: int) -> None:
        self.view, self.ground, self.repairs = view, ground, repairs
        self.hidden = [Counts.one(tile) for tile in view.unseen]
        self.spans = _spans(view)
        self.evidence = {seat: found for seat in self.spans if (found := evidence(view, ground, seat))}

    def guess(self, chance: Random) -> tuple[list[Counts], list[Counts]]:
        """Racks for all seats and the pool in the order in which it will be drawn, from its end."""
        tiles = self.hidden[:]
        chance.shuffle(tiles)
        for _ in range(self.repairs):
            wrong = [(seat, laid) for seat in self.evidence if (laid := self._contradiction(seat, tiles))]
            if not wrong:
                break
            for seat, laid in wrong:
                self._exchange(seat, laid, tiles, chance)
        racks = [
            self._rack(seat, tiles) if rack is None else Counts.of(rack) for seat, rack in enumerate(self.view.racks)
        ]
        return racks, tiles[sum(len(span) for span in self.spans.values()) :]

    def _rack(self, seat: int, tiles: list[Counts], since: int = 0) -> Counts:
        hidden = Counts.joined(tiles[place] for place in self.spans[seat][since:])
        return Counts.of(self.view.shown[seat]).plus(hidden)

    def _contradiction(self, seat: int, tiles: list[Counts]) -> Counts:
        """What the seat would have laid on its last turn if it held these tiles: nothing, as it should be."""
        found = self.evidence[seat]
        rack = self._rack(seat, tiles, found.drawn)
        return lay_most(self.ground, found.table, rack, opened=self.view.opened[seat])

    def _exchange(self, seat: int, laid: Counts, tiles: list[Counts], chance: Random) -> None:
        """One of the tiles that could have been laid goes elsewhere, and another comes for it."""
        span = self.spans[seat]
        mine = [place for place in span if laid.has(tiles[place])]
        others = [place for place in range(len(tiles)) if place not in span]
        if mine and others:
            one, other = chance.choice(mine), chance.choice(others)
            tiles[one], tiles[other] = tiles[other], tiles[one]


def _spans(view: View) -> dict[int, range]:
    """Where in a row of the unseen tiles each hidden rack has its own; the pool has the rest."""
    spans, start = {}, 0
    for seat, rack in enumerate(view.racks):
        if rack is None:
            end = start + view.counts[seat] - len(view.shown[seat])
            spans[seat] = range(start, end)
            start = end
    return spans


def evidence(view: View, ground: Ground, seat: int) -> Evidence | None:
    """What the last turn of a hidden rack gives away.

    Who draws or passes where playing is a duty could lay nothing: that is sure. Who lays something when the pool is
    empty is thought to have laid all that it could. A time-out tells nothing.
    """
    turns = view.turns
    last = next((index for index in range(len(turns) - 1, -1, -1) if turns[index].seat == seat), None)
    if last is None:
        return None
    if isinstance(turns[last].move, Pass) and last and turns[last - 1].seat == seat:
        last -= 1  # the pass only ended the turn of this draw
    match turns[last].move:
        case Draw():
            tells = ground.must_play
        case Pass():
            tells = ground.must_play_dry
        case TimeOut():
            tells = False
        case _:
            tells = not view.pool
    return Evidence(_table_after(turns[: last + 1]), turns[last].drawn) if tells else None


def _table_after(turns: Sequence[Turn]) -> Counts:
    """All tiles on the table when these turns were over."""
    for turn in reversed(turns):
        if isinstance(turn.move, Play):
            return Counts.of(turn.move.table.bag)
    return NONE


def weigh(beliefs: Beliefs, plays: list[Counts], *, guesses: int, clear: float, chance: Random) -> Counts:
    """Return the best of these plays, by the tiles laid: the first, unless another leads it clearly.

    All plays get the same guesses, each played to its end. The lead must be `clear` standard errors.
    """
    worth: list[list[float]] = [[] for _ in plays]
    for _ in range(guesses):
        racks, pool = beliefs.guess(chance)
        for laid, found in zip(plays, worth, strict=True):
            found.append(_worth(beliefs, laid, racks, pool))
    leads = [_lead(found, worth[0], clear) for found in worth]
    return plays[max(range(len(plays)), key=lambda index: leads[index])]


def _worth(beliefs: Beliefs, laid: Counts, racks: list[Counts], pool: list[Counts]) -> float:
    scene = scene_of(beliefs.view, racks, pool)
    step(scene, laid, beliefs.ground.draw)
    return play_out(beliefs.ground, scene)[beliefs.view.turn]


def _lead(found: list[float], base: list[float], clear: float) -> float:
    """Return how far a play leads beyond what chance explains; 0 for the base itself and for doubtful leads."""
    ahead = [a - b for a, b in zip(found, base, strict=True)]
    doubt = clear * stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else inf
    return max(0.0, mean(ahead) - doubt)
