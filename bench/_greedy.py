"""A simple player whose games are always the same: the benchmarks replay them, the signature sums them up."""

from __future__ import annotations

from openkub import Draw, Pass, Play, State, Table, TileBag, TimeOut, best_play
from openkub.law.moves import Move
from openkub.law.rules import Rules
from openkub.pieces.melds import Meld
from openkub.pieces.within import melds_within
from openkub.play.game import Game
from openkub.play.record import Seed

LONGEST_GAME = 400


def greedy_game(rules: Rules, seats: int, seed: str) -> Game:
    """A round in which every seat plays greedily, up to its end."""
    game = Game.new(rules, tuple(f"Seat {seat + 1}" for seat in range(seats)), Seed(seed))
    while not game.state.outcome and len(game.state.history) < LONGEST_GAME:
        game = game.apply(greedy_move(game.state))
    return game


def greedy_move(state: State) -> Move:
    """The most valuable sets of the rack, then single tiles wherever they fit; now and then the clock is too fast."""
    rack = state.racks[state.turn]
    if len(state.history) % 23 == 22 and state.rules.time_limit_mode != "none":
        return TimeOut(Table((*state.table, Meld([next(iter(rack))]))))
    melds = list(state.table)
    for meld in sorted(melds_within(rack), key=_worth, reverse=True):
        if meld.bag <= rack:
            melds.append(meld)
            rack -= meld.bag
    if state.opened[state.turn]:
        melds = _with_singles(melds, rack)
    play = Play(Table(melds))
    if state.check(play) is None:
        return play
    if state.pool:
        return Draw()
    # With an empty pool who can lay must: what is beyond this player is the solver's to find.
    return best_play(state.view(state.turn), tidy=False) or Pass()


def _worth(meld: Meld) -> tuple[int, int]:
    return meld.value(), -meld.jokers


def _with_singles(melds: list[Meld], rack: TileBag) -> list[Meld]:
    for tile in rack:
        for place, meld in enumerate(melds):
            longer = next((m for m in (Meld((*meld, tile)), Meld((tile, *meld))) if m.is_valid), None)
            if longer:
                melds[place] = longer
                break
    return melds
