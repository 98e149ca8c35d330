"""Looking back at games: exact plays, and the curve of winning chances, in seconds of one core."""

from __future__ import annotations

from time import process_time

from lib.measure import print_table

from openkub import Game, Record
from openkub.analysis import refine
from openkub.bots import Clock, make_bot

TURNS = 80
TARGETS = {2: 30.0, 4: 90.0}
"""Seconds that the whole curve of a game of 80 turns may take, by seats."""
TABLES = (("steady", "casual"), ("casual", "casual"), ("sharp", "sharp"), ("casual",) * 4, ("sharp",) * 4)


def main() -> None:
    heads = ["who plays", "turns", "exact plays", "first curve", "whole curve", f"for {TURNS} turns", "target"]
    print_table(heads, [row(names) for names in TABLES])


def row(names: tuple[str, ...]) -> list[str]:
    record = longest(names)
    turns = len(record.rounds[0].turns)
    start, times = process_time(), []
    for _ in refine(record):
        times.append(process_time() - start)
    scaled = times[-1] * TURNS / turns
    seconds = [f"{time:.2f} s" for time in (times[0], times[1], times[-1])]
    return [" ".join(names), str(turns), *seconds, f"{scaled:.1f} s", f"{TARGETS[len(names)]:.0f} s"]


def longest(names: tuple[str, ...]) -> Record:
    """Of some games the one whose turns are nearest to eighty."""
    games = [play(names, f"bench {number}") for number in range(10)]
    return min(games, key=lambda record: abs(len(record.rounds[0].turns) - TURNS))


def play(names: tuple[str, ...], seed: str) -> Record:
    bots = [make_bot(name, seat) for seat, name in enumerate(names)]
    game = Game.new("default", [f"{name} {seat + 1}" for seat, name in enumerate(names)], seed)
    while not game.over:
        game = game.apply(bots[game.state.turn].choose(game.view, Clock()))
    return game.record


if __name__ == "__main__":
    main()
