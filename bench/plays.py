"""Every play: how many a second are listed, what counts and masks cost; beside the referee's brute force and GLPK."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import median
from time import process_time_ns

from lib.measure import human_us, print_table, spent_us
from lib.peers import Glpk
from lib.positions import DEFAULT, positions_of_games, random_position, rows

from openkub import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.tiles import TileBag
from openkub.solver import Count, count_plays, kernel, mask, plays
from openkub.solver.plays import forget
from tests.solver.brute import Brute, parts

LISTED = 50_000
"""Of a position with more plays, so many are listed."""
SMALL = 10
"""Positions that the peers are given."""


def main() -> None:
    if not kernel.IS_COMPILED:
        print("The kernel is not compiled: these are the figures of plain Python.\n")
    found = [row.position for row in rows()]
    games = [p for seats in (2, 4) for p in positions_of_games(DEFAULT, seats, 4) if p.opened]
    bound = [p for seats in (2, 4) for p in positions_of_games(EDITIONS["jumbo_de"], seats, 4) if p.opened]
    listing(("positions.jsonl", found), ("greedy games", games), ("greedy games, jumbo_de", bound))
    print()
    rng = Random(1)
    beside_peers([random_position(rng, tiles=9, rack=7, jokers=1) for _ in range(SMALL)])
    print()
    masks(("positions.jsonl", found), ("greedy games", games))


def listing(*kinds: tuple[str, list[Position]]) -> None:
    print_table(
        ("every play: CPU time", "positions", "plays, median", "most", "listed a second", "counted, median", "slowest"),
        (listing_row(name, positions) for name, positions in kinds),
    )


def listing_row(name: str, positions: list[Position]) -> Iterator[str]:
    counted, counting = list[Count](), list[float]()
    for position in positions:
        start = process_time_ns()
        counted.append(count_plays(position))
        counting.append((process_time_ns() - start) / 1000)
    start = process_time_ns()  # read once: to read it takes as long as a short list does
    listed = sum([len(list(islice(plays(position), LISTED))) for position in positions])
    us = (process_time_ns() - start) / 1000
    many = [count.plays for count in counted if count.exact]
    yield from (name, f"{len(positions)}, {len(many)} counted", f"{median(many):,.0f}", f"{max(many):,}")
    yield from (f"{listed / us * 1e6:,.0f}", human_us(median(counting)), human_us(max(counting)))


def beside_peers(positions: list[Position]) -> None:
    """The same small positions to everybody; all find the same plays."""
    model = Glpk()
    found: dict[str, tuple[int, float]] = {}
    for name, ask in (
        ("openkub", lambda position: set(plays(position))),
        ("the referee, every table tried", lambda position: set(Brute(position, limit=10**5).plays)),
        ("GLPK, asked about each part of the rack", lambda position: set(by_program(model, position))),
    ):
        start = process_time_ns()
        count = sum(len(ask(position)) for position in positions)
        found[name] = count, (process_time_ns() - start) / 1e9
    assert len({count for count, _ in found.values()}) == 1, found
    ours = found["openkub"][1]
    print_table(
        (f"{len(positions)} positions with 9 tiles on the table, 7 on the rack", "plays", "a second", "times as long"),
        ([name, str(n), f"{n / s:,.0f}", f"{s / ours:,.0f}"] for name, (n, s) in found.items()),
    )


def by_program(model: Glpk, position: Position) -> Iterator[TileBag]:
    for part in parts(position.rack):
        if part and model.solve(replace(position, rack=part))[0] == len(part):
            yield part


def masks(*kinds: tuple[str, list[Position]]) -> None:
    rng = Random(1)
    print_table(
        ("a mask: CPU time", "first in a turn, median", "95 %", "further ones, median", "95 %"),
        (masks_row(name, positions, rng) for name, positions in kinds),
    )


def masks_row(name: str, positions: list[Position], rng: Random) -> Iterator[str]:
    first, further = list[float](), list[float]()
    for position in positions:
        if not position.rack:
            continue
        choice = TileBag([rng.choice(list(position.rack))])
        mask(position, choice)
        forget()
        first.append(spent_us(lambda: mask(position, choice)))  # noqa: B023
        further.append(min(spent_us(lambda: mask(position, choice)) for _ in range(5)))  # noqa: B023
    yield name
    for us in (first, further):
        yield from (human_us(median(us)), human_us(sorted(us)[int(0.95 * len(us))]))


if __name__ == "__main__":
    main()
