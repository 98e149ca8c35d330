"""Play what the tables of docs/bots.md show, and write them there; all of them, or those named.

Our bots with one number changed are here too: `openkub arena bench/strength.py:patience_12 sharp`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from time import process_time

from openkub.arena import Plan, Tally, Where, run, summary
from openkub.arena.deals import Deal
from openkub.arena.plan import all_pairs, one_table
from openkub.arena.statistics import Estimate, estimate, percent, signed
from openkub.bots import LEVELS, Bot, Clock, make_bot
from openkub.bots.beginners import Casual, Novice
from openkub.bots.expert import Expert
from openkub.bots.sharp import Sharp
from openkub.law.rules import Rules
from openkub.play.state import State

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
DUTY = "default voluntary_draw=False"
EVERYBODY = (*LEVELS, "hoarder")
PATIENCE = 600.0
"""Seconds for a move, as the machine may be crowded; how long bots think is counted in moves."""
WORDS = {2: "two", 3: "three", 4: "four"}
Make = Callable[[int], Bot]
Ours = Novice | Casual | Sharp | Expert
NUMBERS: dict[Ours, dict[str, tuple[float, ...]]] = {
    Novice(): {"sees": (0.5, 0.9)},
    Casual(): {"changes": (1, 3)},
    Sharp(): {"patience": (12, 14, 18, 20), "alarm": (1, 3, 5), "near": (2, 3, 5, 6)},
    Expert(): {
        "think": (0.02, 0.3),
        "win": (100, 1600),
        "many": (5,),
        "few": (2, 10),
        "repairs": (0,),
    },
}
"""The numbers that are measured beside those of our bots."""


def changed(bot: Ours, field: str, value: float) -> Make:
    """How to make that bot with another number."""

    def make(seed: int) -> Bot:
        seeded = {"seed": seed} if hasattr(bot, "seed") else {}
        return replace(bot, **{field: value}, **seeded)  # type: ignore[arg-type]  # each bot has other fields

    return make


def label(field: str, value: float) -> str:
    """`patience_12`, `sees_0_5`."""
    return f"{field}_{value}".replace(".", "_")


globals().update(
    {
        label(field, value): changed(bot, field, value)
        for bot, fields in NUMBERS.items()
        for field, values in fields.items()
        for value in values
    }
)


@cache
def tally_of(bots: tuple[str, ...], rules: str, seats: int, deals: int, *, pairs: bool = False) -> Tally:
    """What the arena plays, without a foul."""
    lineups = all_pairs(len(bots), seats) if pairs else (one_table(len(bots), seats),)
    *_, tally = run(Plan(bots, lineups, Rules.parse(rules), deals, limit=PATIENCE), Where())
    assert not summary(tally).forfeits, summary(tally).forfeits
    return tally


def first(tally: Tally) -> str:
    """How the first of the bots did."""
    line = summary(tally).standings[0].lines[0]
    return figures(line.wins, line.points)


def figures(wins: Estimate, points: Estimate) -> str:
    """`81.7 ± 1.6, +29.9 ± 1.1`: wins in per cent, and points."""
    return f"{percent(wins).replace(' %', '')}, {signed(points)}"


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    """Lines of Markdown."""
    for row in chain([head, ["---"] * len(head)], rows):
        yield f"| {' | '.join(row)} |"


def steps() -> Iterator[str]:
    """Each level against the one below."""
    columns = [("default", 2, 200), ("default", 4, 100), (DUTY, 2, 100), (DUTY, 4, 50)]

    def rows() -> Iterator[Sequence[str]]:
        for weaker, stronger in pairwise(LEVELS):
            cells = [first(tally_of((stronger, weaker), rules, seats, n)) for rules, seats, n in columns]
            yield f"{stronger} against {weaker}", *cells

    heads = [f"{WORDS[seats]}, {'duty' if rules == DUTY else rules}, {n} deals" for rules, seats, n in columns]
    return table(["", *heads], rows())


def crossed(rules: str, deals: int) -> Iterator[str]:
    """Everybody against everybody with two players, the row against the column."""
    cells: dict[tuple[int, int], str] = {}
    for standing in summary(tally_of(EVERYBODY, rules, 2, deals, pairs=True)).standings:
        for one, other in (standing.lines, standing.lines[::-1]):
            cells[one.entrant, other.entrant] = figures(one.wins, one.points).replace(", ", "<br>")
    order = range(len(EVERYBODY))
    rows = ([f"**{EVERYBODY[row]}**", *(cells.get((row, column), "") for column in order)] for row in order)
    return table(["", *EVERYBODY], rows)


NEIGHBOURS = {
    "sees": ("novice", "default", 2, 30),
    "changes": ("casual", "default", 2, 60),
    "patience": ("sharp", "default", 2, 100),
    "alarm": ("sharp", "default", 2, 100),
    "near": ("sharp", "default", 2, 100),
    "think": ("expert", "default", 2, 10),
    "win": ("expert", "default", 2, 20),
    "many": ("steady", DUTY, 4, 40),
    "few": ("sharp", "default", 4, 40),
    "repairs": ("sharp", "default", 4, 40),
}
"""Against whom a number is measured, by which rules, with how many seats, on how many deals."""


def constants() -> Iterator[str]:
    """Our numbers, and what others in their place would do."""
    numbers = ((bot, field, values) for bot, fields in NUMBERS.items() for field, values in fields.items())
    return table(["number", "ours", "against", "wins, points"], (neighbours(*number) for number in numbers))


def neighbours(bot: Ours, field: str, values: Sequence[float]) -> Sequence[str]:
    """A number of a bot: each other value against the bot itself, or how much better than it against somebody else."""
    rival, rules, seats, deals = NEIGHBOURS[field]
    told = []
    ours = None if rival == bot.name else tally_of((bot.name, rival), rules, seats, deals)
    if ours:
        told.append(f"{getattr(bot, field)}: {first(ours)}")
    for value in values:
        tally = tally_of((f"{__file__}:{label(field, value)}", rival), rules, seats, deals)
        told.append(f"{value}: {better(tally, ours) if ours else first(tally)}")
    where = f"{rival}, {WORDS[seats]}, {'duty' if rules == DUTY else rules}, {deals} deals"
    return f"`{field}` of {bot.name}", str(getattr(bot, field)), where, "<br>".join(told)


def better(one: Tally, other: Tally) -> str:
    """How much better the first bot of one run did than that of the other, on the same deals."""
    pairs = list(zip(in_order(one), in_order(other), strict=True))
    wins = estimate([(a.wins(0) or 0.0) - (b.wins(0) or 0.0) for a, b in pairs]).times(100)
    points = estimate([(a.points(0) or 0.0) - (b.points(0) or 0.0) for a, b in pairs])
    return f"{signed(wins)}, {signed(points)} better"


def in_order(tally: Tally) -> list[Deal]:
    return sorted(tally.deals, key=lambda deal: deal.key)


def times() -> Iterator[str]:
    """Processor time a move, each bot against itself with two and four players."""

    def rows() -> Iterator[Sequence[str]]:
        for name in LEVELS:
            took = sorted(
                1000 * seconds for seats in (2, 4) for deal in range(6) for seconds in moves(name, seats, deal)
            )
            cells = (took[len(took) // 2], took[99 * len(took) // 100], took[-1])
            yield name, *(f"{cell:.2g} ms" if cell < 10 else f"{cell:.0f} ms" for cell in cells)

    return table(["", "median", "99 in 100", "longest"], rows())


def moves(name: str, seats: int, deal: int) -> Iterator[float]:
    """The seconds of every move of a game."""
    state, bot = State.deal(Rules(), seats, f"times {deal}"), make_bot(name, deal)
    while not state.outcome:
        start = process_time()
        move = bot.choose(state.view(state.turn), Clock())
        yield process_time() - start
        state = state.apply(move)


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "steps": steps,
    "tournament": lambda: crossed("tournament", 60),
    "default": lambda: crossed("default", 60),
    "constants": constants,
    "times": times,
}


def write(name: str, lines: Sequence[str]) -> None:
    """Put a table where the page has its place."""
    text = PAGE.read_text(encoding="utf-8")
    before, start, rest = text.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- /{name} -->\n")
    if not end:
        sys.exit(f"{PAGE.name} has no place for {name}")
    PAGE.write_text("".join([before, start, *(f"{line}\n" for line in lines), end, after]), encoding="utf-8")


def main(names: list[str]) -> None:
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        sys.exit(f"no table {', '.join(unknown)}; there is {', '.join(TABLES)}")
    for name in names or TABLES:
        lines = []
        print(f"\n## {name}\n")
        for line in TABLES[name]():
            print(line, flush=True)
            lines.append(line)
        write(name, lines)


if __name__ == "__main__":
    main(sys.argv[1:])
