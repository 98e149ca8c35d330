"""What is to be played: who meets whom, by which rules, on which deals.

>>> plan = Plan(("sharp", "steady"), lineups=(lineup("ABBB", 2),))
>>> plan.labels, plan.seatings((0, 1, 1, 1), deal=0)
(('sharp', 'steady'), ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import PurePath

from openkub.bots.protocol import Bot
from openkub.law.rules import EDITIONS, Rules

Entrant = str | Bot | Callable[..., Bot]
"""Who plays: what one would type, a bot, or a class or function that makes one."""

Lineup = tuple[int, ...]
"""Which entrant sits where, by its number in the plan."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SECONDS = 10.0
COMMAND = "cmd:"
"""Before the command line of a program."""


class PlanError(ValueError):
    """A tournament that cannot be played as it was asked for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides the result of a run: the same plan gives the same games, anywhere.

    `think` is handed to the bots that can use it, `limit` is when a move comes too late, in seconds.
    """

    bots: tuple[Entrant, ...]
    lineups: tuple[Lineup, ...]
    rules: Rules = EDITIONS["default"]
    deals: int = 100
    seed: str = "openkub"
    think: float | None = None
    limit: float = SECONDS

    def __post_init__(self) -> None:
        try:
            self.rules.check_seats(self.seats)
        except ValueError as error:
            raise PlanError(str(error)) from None

    @property
    def seats(self) -> int:
        """How many play in a game."""
        return len(self.lineups[0])

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of every entrant; a bot that enters twice is numbered."""
        return tuple(_number_labels(self.bots))

    @property
    def tasks(self) -> Iterator[tuple[int, int]]:
        """Every deal of every line-up, deal by deal."""
        return ((lineup, deal) for deal in range(self.deals) for lineup in range(len(self.lineups)))

    def seatings(self, lineup: Lineup, deal: int) -> tuple[Lineup, ...]:
        """The line-up turned by every number of seats; who sits beside whom changes from deal to deal."""
        orders = _circles(lineup)
        return _rotations(orders[deal % len(orders)])

    def deal_seed(self, deal: int) -> str:
        """The seed of a deal's shuffle, short enough to stand in a record."""
        return sha256(f"{self.seed}/{deal}".encode()).hexdigest()[:32]

    def bot_seed(self, deal: int, seat: int) -> int:
        """The seed of whoever sits there: it depends on the seat, so that a bot against itself plays equal games."""
        return int.from_bytes(sha256(f"{self.seed}/{deal}/{seat}".encode()).digest()[:6], "big")


def spelled(bot: Entrant) -> str:
    """A bot as it stands in a journal: as it was typed, or where in Python it comes from."""
    if isinstance(bot, str):
        return bot
    home = bot if hasattr(bot, "__qualname__") else type(bot)
    return f"{home.__module__}:{home.__qualname__}"


def label(bot: Entrant) -> str:
    """What a bot is called in tables: by its own name, a class by its name, a program by its file and arguments.

    >>> label("sharp"), label("mine/bots.py:Mine"), label("./mybot"), label("cmd:node examples/bot.js")
    ('sharp', 'Mine', 'mybot', 'node bot.js')
    """
    if not isinstance(bot, str):
        return str(getattr(bot, "__name__", None) or getattr(bot, "name", type(bot).__name__))
    if bot.startswith(COMMAND):
        return " ".join(PurePath(word).name for word in bot.removeprefix(COMMAND).split())
    return PurePath(bot).name.rpartition(":")[2]


def _number_labels(bots: tuple[Entrant, ...]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for name in map(label, bots):
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name}#{seen[name]}"


def _rotations(order: Lineup) -> tuple[Lineup, ...]:
    """Each different rotation once, the first entrant moving up a seat each time."""
    turns = (order[-turn:] + order[:-turn] for turn in range(len(order)))
    return tuple(dict.fromkeys(turns))


@lru_cache(64)
def _circles(lineup: Lineup) -> tuple[Lineup, ...]:
    """Every different order around the table, turns of the same order counted once."""
    first, *others = lineup
    found: dict[Lineup, Lineup] = {}
    for rest in permutations(others):
        order = (first, *rest)
        found.setdefault(min(_rotations(order)), order)
    return tuple(found.values())


def one_table(bots: int, seats: int | None) -> Lineup:
    """The bots in the order in which they were listed; the last one takes all seats that are left.

    >>> one_table(2, 4), one_table(3, None)
    ((0, 1, 1, 1), (0, 1, 2))
    """
    size = seats or max(2, bots)
    if not 1 <= bots <= size:
        raise PlanError(f"{bots} bots for {size} seats: add seats, or let them meet in --pairs")
    return tuple(min(seat, bots - 1) for seat in range(size))


def all_pairs(bots: int, seats: int) -> tuple[Lineup, ...]:
    """Every bot against every other: with two seats once, with more one of each against a table of the other.

    >>> all_pairs(2, 3)
    ((0, 1, 1), (1, 0, 0))
    """
    if bots < 2:
        raise PlanError("--pairs needs two bots at least")
    pairs = list(combinations(range(bots), 2) if seats == 2 else permutations(range(bots), 2))
    return tuple((one, *[other] * (seats - 1)) for one, other in pairs)


def lineup(text: str, bots: int) -> Lineup:
    """A line-up from letters, `A` the first bot listed: `ABAB` seats two of each crosswise."""
    known = LETTERS[:bots]
    places = tuple(known.find(letter) for letter in text.upper())
    if -1 in places or set(places) != set(range(bots)):
        raise PlanError(f"--lineup {text}: write one letter a seat, each of {known} at least once")
    return places
