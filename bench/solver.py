"""The solver: what an answer costs beside integer programs, in games, in memory and as positions grow.

`--long` makes a million solves where memory is watched, `--plots` writes docs/img/solver-cost.png.
"""

from __future__ import annotations

import gc
import os
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time, process_time_ns
from typing import TypeVar

from lib import ROOT
from lib.measure import human_us, print_table, spent_us
from lib.peers import Glpk, Highs, RummikubSolver, glpk_built_and_solved, glpk_calm
from lib.plots import write_plot
from lib.positions import DEFAULT, LARGE, Row, greedy_states, positions_of_games, random_position, rows

from openkub import EDITIONS, Table
from openkub.law.turns import Position
from openkub.pieces import melds
from openkub.solver import best, best_many, kernel, laying
from openkub.solver.answers import Objective
from openkub.solver.kernel.layout import FIRST_NODES, MAX_NODES
from openkub.solver.kernel.work import Work

PLOT = ROOT / "docs" / "img" / "solver-cost.png"
REPEATS = 5
SAMPLED = 6
"""One row in so many is given to the slow peers."""
GAMES = 60
MANY = 10
OBJECTIVES: tuple[Objective, ...] = ("tiles", "value", "fewest")

_T = TypeVar("_T")
Costs = list[float]
"""CPU time in microseconds, one figure a position."""


def main() -> None:
    if not kernel.IS_COMPILED:
        print("The kernel is not compiled: these are the figures of plain Python.\n")
    file_rows = rows()
    calm_beside_first()
    beside_programs(file_rows)
    in_games()
    on_all_cores(file_rows)
    self_play()
    memory(1_000_000 if "--long" in sys.argv else 50_000)
    print(f"states opened on positions.jsonl, most tiles: {states_opened(file_rows):,}")
    print(f"signature: {signature(file_rows)}")
    if "--plots" in sys.argv:
        write_plot(PLOT, costs)


def least_us(action: Callable[[], object]) -> float:
    """The least CPU time of an action in microseconds: on a busy machine the other figures tell of the neighbours."""
    action()
    start = process_time_ns()
    action()
    inner = max(1, 100_000 // max(1, process_time_ns() - start))
    return min(_timed(action, inner) for _ in range(REPEATS)) / 1000


def _timed(action: Callable[[], object], inner: int) -> float:
    start = process_time_ns()
    for _ in range(inner):
        action()
    return (process_time_ns() - start) / inner


def costs(question: Callable[[_T], object], positions: Iterable[_T]) -> Costs:
    gc.disable()
    try:
        return [least_us(partial(question, position)) for position in positions]
    finally:
        gc.enable()


def first_sight_us(question: Callable[[Position], object], position: Position) -> float:
    """What a position costs of whose table nothing is known yet; its sets are remembered, as they are in a game."""
    fresh = (replace(position, table=Table(position.table)) for _ in range(REPEATS))
    return min(spent_us(partial(question, one)) for one in fresh)


def new_sets_us(question: Callable[[Position], object], position: Position) -> float:
    """The same where not even a set of the table was ever seen before."""
    return min(spent_us(partial(question, _forgotten(position))) for _ in range(REPEATS))


def _forgotten(position: Position) -> Position:
    for room in (melds, laying):
        for remembered in vars(room).values():
            if hasattr(remembered, "cache_clear"):
                remembered.cache_clear()
    return replace(position, table=Table(position.table))


def percentile(values: Costs, share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


# --- beside integer programs ---


def beside_programs(file_rows: list[Row]) -> None:
    """The rows of positions.jsonl: ours and GLPK's in turn, so that both meet the same neighbours."""
    model = Glpk()
    solved, built, first, calm, new_first, new_calm = Costs(), Costs(), Costs(), Costs(), Costs(), Costs()
    unseen = [new_sets_us(_first, row.position) for row in file_rows]
    for row in file_rows:
        answer = best(row.position, tidy=False)
        assert (answer.count if answer else 0) == row.tiles
        solved.append(min(_right(model.solve(row.position), row) for _ in range(2)))
        built.append(min(_right(glpk_built_and_solved(row.position), row) for _ in range(2)))
        first += costs(_first, [row.position])
        calm += costs(best, [row.position])
        new_first.append(first_sight_us(_first, row.position))
        new_calm.append(first_sight_us(best, row.position))
    hard = [row.hard for row in file_rows]
    print_table(
        ("positions.jsonl, most tiles: CPU time", "median", "`hard` median", "slowest"),
        (
            [name, *map(human_us, _three(values, hard))]
            for name, values in (
                ("openkub, the first best play (`tidy=False`), sets never seen", unseen),
                ("the same, first sight (its sets are remembered, as in a game)", new_first),
                ("the same, second sight", first),
                ("openkub, the play that disturbs least (default), first sight", new_calm),
                ("the same, second sight", calm),
                ("GLPK, solving only (model kept)", solved),
                ("GLPK, model built and solved", built),
            )
        ),
    )
    print()
    print_table(
        ("times faster (targets 200, 200, 20)", "median", "`hard` median", "slowest", "median of the ratios"),
        (
            [name, *_ratios(theirs, ours, hard)]
            for name, theirs, ours in (
                ("`tidy=False`, GLPK solving only", solved, first),
                ("`tidy=False`, GLPK built and solved", built, first),
                ("default, GLPK solving only", solved, calm),
                ("default, GLPK built and solved", built, calm),
            )
        ),
    )
    print()
    _slow_peers(file_rows[::SAMPLED], first[::SAMPLED], calm[::SAMPLED], solved[::SAMPLED])


def calm_beside_first() -> None:
    """The play that disturbs least beside the first best one, in turn, at first sight."""
    files = {"positions.jsonl": rows(), "tricky.jsonl": rows("tricky.jsonl")}
    files["both"] = [row for file in files.values() for row in file]
    table = []
    for name, file_rows in files.items():
        pairs = [[first_sight_us(ask, row.position) for ask in (_first, best)] for row in file_rows]
        first, calm = (median(costs) for costs in zip(*pairs, strict=True))
        table.append([name, human_us(first), human_us(calm), f"{calm / first:.2f}"])
    print_table(("median at first sight: CPU time", "`tidy=False`", "default", "times (target 3)"), table)
    print()


def _right(answer: tuple[int, float], row: Row) -> float:
    assert answer[0] == row.tiles, row
    return answer[1]


def _three(values: Costs, hard: list[bool]) -> tuple[float, float, float]:
    return median(values), median(v for v, is_hard in zip(values, hard, strict=True) if is_hard), max(values)


def _ratios(theirs: Costs, mine: Costs, hard: list[bool]) -> Iterator[str]:
    for a, b in zip(_three(theirs, hard), _three(mine, hard), strict=True):
        yield f"{a / b:.0f}"
    yield f"{median(a / b for a, b in zip(theirs, mine, strict=True)):.0f}"


def _slow_peers(sample: list[Row], first: Costs, calm: Costs, glpk: Costs) -> None:
    """Those that take too long for every row, and GLPK when it is asked for the least disturbance too."""
    table = [("openkub, `tidy=False`", first), ("openkub, default", calm), ("GLPK, solving only", glpk)]
    table += [_asked("HiGHS, solving only, presolve off", Highs().solve, sample)]
    if RummikubSolver.installed():
        peer = RummikubSolver()
        table += [_asked(f"{peer.name}, its `solve`", peer.solve, sample)]
    table += [_asked("GLPK for the least disturbance too, solving only", glpk_calm, sample)]
    print_table(
        (f"every {SAMPLED}th row: CPU time", "median", "slowest", "`tidy=False` = 1"),
        ([name, human_us(median(v)), human_us(max(v)), f"{median(v) / median(first):.1f}"] for name, v in table),
    )
    if not RummikubSolver.installed():
        print("\nThe solver on PyPI is measured too where `pip install rummikub-solver` was run.")
    print()


def _asked(name: str, solve: Callable[[Position], tuple[int, float]], sample: list[Row]) -> tuple[str, Costs]:
    answers = [(row.tiles, *solve(row.position)) for row in sample]
    wrong = sum(most != tiles for most, tiles, _ in answers)
    return f"{name} ({wrong} wrong)" if wrong else name, [us for _, _, us in answers]


# --- in games ---


def in_games() -> None:
    """The turns of greedy games: `best` is asked by those who have opened, and by the others for an opening."""
    two, large = positions_of_games(DEFAULT, 2, GAMES), positions_of_games(LARGE, 4, GAMES)
    jumbo = positions_of_games(EDITIONS["jumbo_de"], 2, GAMES)
    lay, large_lay = [p for p in two if p.opened], [p for p in large if p.opened]
    bits = [(position.table.bag.bits, position.rack.bits) for position in lay]
    kernel_solve = costs(lambda pair: kernel.solve(*pair), bits)
    table = [
        ("two players: the kernel alone", kernel_solve, "15 µs", ""),
        ("two players: `best`, `tidy=False`", costs(_first, lay), "40 µs", "400 µs"),
        ("two players: `best`, default", costs(best, lay), "", ""),
        ("two players, not opened: `best`, `tidy=False`", costs(_first, [p for p in two if not p.opened]), "", ""),
        ("160 tiles, 4 jokers, 4 players: `tidy=False`", costs(_first, large_lay), "", "3 ms"),
        ("160 tiles, 4 jokers, 4 players: default", costs(best, large_lay), "", ""),
        ("jumbo_de, two players: `best`, `tidy=False`", costs(_first, jumbo), "", "2 ms"),
        ("jumbo_de, two players: `best`, default", costs(best, jumbo), "", ""),
        ("can everything go out? the kernel alone", costs(lambda pair: kernel.can_go_out(*pair), bits), "5 µs", ""),
    ]
    heads = ("turns of greedy games: CPU time", "median", "target", "p99", "target", "slowest", "turns")
    print_table(heads, (_game_row(*row) for row in table))
    print()


def _game_row(name: str, values: Costs, middle: str, high: str) -> list[str]:
    p99 = human_us(percentile(values, 0.99))
    return [name, human_us(median(values)), middle, p99, high, human_us(max(values)), f"{len(values):,}"]


def _first(position: Position) -> object:
    return best(position, tidy=False)


def on_all_cores(file_rows: list[Row]) -> None:
    """Many positions, one by one and by `best_many`, in seconds of the clock: this needs a quiet machine."""
    many = [row.position for row in file_rows] * MANY
    alone = min(_clock_seconds(lambda: [best(position, tidy=False) for position in many]) for _ in range(REPEATS))
    together = min(_clock_seconds(lambda: best_many(many, tidy=False)) for _ in range(REPEATS))
    cores = f"{os.cpu_count()} cores"
    print(f"`best_many` of {len(many):,} positions on {cores}: {alone / together:.2f} times as fast as one by one\n")


def _clock_seconds(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


# --- whole games ---


def self_play() -> None:
    """Whole games of two greedy players, dealing and, but for the last row, the checking of every move included."""
    table = [
        ("greedy self-play, moves checked, `tidy=False`", _per_second(lambda seed: _play(seed, tidy=False)), "150"),
        ("greedy self-play, moves checked, default", _per_second(lambda seed: _play(seed, tidy=True)), ""),
        ("the kernel alone, no rules, openings without rearranging", _per_second(_play_bare), "600"),
    ]
    print_table(
        ("games a second and core", "", "target"), ([name, f"{rate:.0f}", target] for name, rate, target in table)
    )
    print()


def _per_second(play: Callable[[int], object]) -> float:
    """The best of some rounds over the same games."""
    return GAMES / min(_seconds(play) for _ in range(REPEATS))


def _seconds(play: Callable[[int], object]) -> float:
    start = process_time()
    for seed in range(GAMES):
        play(seed)
    return process_time() - start


def _play(seed: int, *, tidy: bool) -> None:
    for _ in greedy_states(DEFAULT, 2, f"self-play {seed}", tidy=tidy):
        pass


def _play_bare(seed: int) -> int:
    """A game as counts of tiles, four bits a kind: the winner, or -1 if both are stuck."""
    deck = [1 << 4 * tile for tile in DEFAULT.kit(2).bag]
    Random(seed).shuffle(deck)
    size = DEFAULT.deal_size
    racks, pool = [sum(deck[:size]), sum(deck[size : 2 * size])], deck[2 * size :]
    opened, table, seat, passes = [False, False], 0, 0, 0
    while passes < 2:
        play = kernel.solve(table, racks[seat]) if opened[seat] else kernel.opening_best(racks[seat])
        passes += 1
        if play and play[1]:
            opened[seat], passes = True, 0
            table, racks[seat] = table + play[1], racks[seat] - play[1]
        elif pool:
            racks[seat], passes = racks[seat] + pool.pop(), 0
        if not racks[seat]:
            return seat
        seat = 1 - seat
    return -1


# --- memory ---


def memory(solves: int) -> None:
    """What one solve takes, what it can take at most, and what many leave behind."""
    positions = [row.position for row in rows()]
    peaks = [_peak(lambda: best(position)) for position in positions]  # noqa: B023  # called at once
    print(f"memory of one solve on positions.jsonl, a new workspace included: at most {max(peaks) / 2**20:.1f} MiB")
    print(f"a workspace grown as far as it may: {_peak(_grown_workspace) / 2**20:.1f} MiB at its peak (target 16 MiB)")
    print(f"{solves:,} solves leave {_left_by(solves, positions) / 2**20:+.2f} MiB behind")


def _peak(action: Callable[[], object]) -> int:
    kernel.forget()
    tracemalloc.start()
    action()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def _grown_workspace() -> None:
    work, nodes = Work(), FIRST_NODES
    while nodes < MAX_NODES:
        nodes = min(nodes * 4, MAX_NODES)
        work.resize(nodes)


def _left_by(solves: int, positions: list[Position]) -> int:
    """How much larger the process is after so many solves than after the first tenth, which fill the caches."""
    before = 0
    for number, position in enumerate(islice(cycle(positions), solves)):
        if number == solves // 10:
            before = _resident()
        best(position, OBJECTIVES[number % 2], tidy=number % 50 == 0)
    return _resident() - before


def _resident() -> int:
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


# --- what was decided ---


def states_opened(file_rows: list[Row]) -> int:
    """The work of the kernel in a figure that no neighbour disturbs; it may change without any decision changing."""
    total = 0
    for row in file_rows:
        kernel.solve(row.position.table.bag.bits, row.position.rack.bits)
        total += kernel.nodes() or 0
    return total


def signature(file_rows: list[Row]) -> str:
    """A hash of the answers, tables included, to fixed positions in all editions: it changes when a decision does."""
    digest = sha256()
    rng = Random(1)
    small = [random_position(rng, tiles=12, rack=10, jokers=2) for _ in range(40)]
    for position in [row.position for row in file_rows if not row.hard]:
        for objective in OBJECTIVES:
            digest.update(_told(position, objective, tidy=False))
        digest.update(_told(position, "tiles", tidy=True))
    for rules in EDITIONS.values():
        for number, position in enumerate(small):
            digest.update(_told(replace(position, rules=rules, opened=number % 4 > 0), "tiles", tidy=True))
    return digest.hexdigest()[:16]


def _told(position: Position, objective: Objective, *, tidy: bool) -> bytes:
    answer = best(position, objective, tidy=tidy)
    return f"{answer.gain} {answer.table}\n".encode() if answer else b"-\n"


if __name__ == "__main__":
    main()
