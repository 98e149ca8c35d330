"""`check_bot`: is a bot legal everywhere, the same under the same seed, and in time?

>>> from openkub.bots.baselines import Steady
>>> print(check_bot(Steady, editions=["default"], seats=[2]))  # doctest: +ELLIPSIS
steady: legal, repeatable, in time; 3 rounds, ... moves, slowest ... ms
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from openkub.bots.protocol import Bot, Clock
from openkub.law.moves import Move, Play, TimeOut
from openkub.law.rules import EDITIONS, Rules
from openkub.play.state import State
from openkub.solver import best_play

Make = Callable[[], Bot]
_LONGEST = 1000
"""No round takes more turns than this, unless somebody refuses to end it."""


class BotFault(AssertionError):
    """What a bot did wrong, and where: the position is in the message, to be read back with `View.parse`."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a bot that passed has done."""

    name: str
    rounds: int
    moves: int
    slowest: float

    def __str__(self) -> str:
        """One line for people."""
        rounds = f"{self.rounds} round{'s' * (self.rounds != 1)}"
        slowest = f"slowest {1000 * self.slowest:.1f} ms"
        return f"{self.name}: legal, repeatable, in time; {rounds}, {self.moves} moves, {slowest}"


def check_bot(
    bot: Bot | Make,
    *,
    editions: Iterable[str] = tuple(EDITIONS),
    seats: Iterable[int] = (2, 3, 4, 5, 6),
    rounds: int = 1,
    seconds: float | None = None,
) -> Report:
    """Let a bot play itself and a plain opponent in every edition; `BotFault` says what went wrong and where.

    Give a factory rather than a bot if it keeps anything between moves: the second one made must choose the same.
    """
    make = _maker(bot)
    played = moves = 0
    slowest = 0.0
    for rules, count in _tables(editions, tuple(seats)):
        for number in range(rounds):
            took = _play_round(make, State.deal(rules, count, f"check {number}"), seconds)
            played, moves, slowest = played + 1, moves + len(took), max(slowest, *took)
    return Report(make().name, played, moves, slowest)


def _maker(bot: Bot | Make) -> Make:
    if callable(bot):
        return bot
    return lambda: bot


def _tables(editions: Iterable[str], seats: tuple[int, ...]) -> Iterator[tuple[Rules, int]]:
    """Every edition, with drawing at will and without, for every number of seats; and for the fewest, draw and play."""
    for plain in (EDITIONS[name] for name in editions):
        fitting = [count for count in seats if count <= plain.most_players]
        for voluntary in (True, False):
            yield from ((replace(plain, voluntary_draw=voluntary), count) for count in fitting)
        yield from ((replace(plain, play_after_draw=True), count) for count in sorted(fitting)[:1])


def _play_round(make: Make, state: State, seconds: float | None) -> list[float]:
    """One round with the bot on all seats but the last; the seconds that its moves took."""
    first, second = make(), make()
    took: list[float] = []
    for _ in range(_LONGEST):
        if state.outcome:
            return took
        if state.turn == state.seats - 1:
            state = state.apply(_plain_move(state))
            continue
        start = perf_counter()
        move = _ask(first, state, seconds)
        took.append(perf_counter() - start)
        _judge(state, move, _ask(second, state, seconds), took[-1], seconds)
        state = state.apply(move)
    raise BotFault(f"{first.name} does not end the round\n{state.view(state.turn)}")


def _plain_move(state: State) -> Move:
    """The move of a simple opponent."""
    view = state.view(state.turn)
    play = best_play(view, tidy=False)
    return play or view.idle


def _ask(bot: Bot, state: State, seconds: float | None) -> Move:
    return bot.choose(state.view(state.turn), Clock(seconds))


def _judge(state: State, move: Move, again: Move, took: float, seconds: float | None) -> None:
    """Legal, the same again, in time; or a fault."""
    where = f"\n{state.view(state.turn)}"
    if not isinstance(move, Move) or isinstance(move, TimeOut):
        raise BotFault(f"{move!r} is no move that a bot may choose{where}")
    problem = state.check(move)
    if problem:
        raise BotFault(f"{move} is illegal: {problem.code}{where}")
    if not _is_same(move, again):
        raise BotFault(f"not repeatable: first {move}, then {again}{where}")
    if seconds is not None and took > seconds:
        raise BotFault(f"{took:.3f} s for {move}, {seconds} s were given{where}")


def _is_same(move: Move, other: Move) -> bool:
    """Whether two moves are one to a player."""
    if isinstance(move, Play) and isinstance(other, Play):
        return move.table.same_sets(other.table)
    return move == other
