"""Finished games of bots, to look back at."""

from functools import cache

from openkub.bots import Clock, make_bot
from openkub.play.game import Game
from openkub.play.record import Record, Seed


@cache
def bot_game(bots: str, seed: str, rules: str = "default", *, piles: bool = False) -> Record:
    """A round between these bots, their names parted by spaces."""
    names = bots.split()
    players = [make_bot(name, seat, 0.02) for seat, name in enumerate(names)]
    seats = [f"{name} {seat + 1}" for seat, name in enumerate(names)]
    game = Game.new(rules, seats, Seed(seed, piles), tuple(enumerate(names)))
    while not game.over:
        game = game.apply(players[game.state.turn].choose(game.view, Clock()))
    return game.record
