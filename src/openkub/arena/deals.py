"""One deal: the same tiles for every seating, and what came of it; deals in parcels, for the processes that play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from math import fsum
from typing import Any

from openkub.arena.fouls import Foul, Kind
from openkub.arena.games import play_game
from openkub.arena.plan import Lineup, Plan, label
from openkub.arena.players import maker
from openkub.bots.protocol import Bot, Clock, Scribe
from openkub.notation.errors import NotationError
from openkub.play.game import Game
from openkub.play.record import LONGEST_NAME, Seed, seat_name


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: who sat where, what they scored, who won, the foul if there was one."""

    seating: Lineup
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    foul: Foul | None = None

    def share(self, seat: int) -> float:
        """What a seat has of the win: all, nothing, or its part of a shared one."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "seating": self.seating,
            "scores": self.scores,
            "winners": self.winners,
            "turns": self.turns,
            "lost": asdict(self.foul) if self.foul else None,
        }

    @classmethod
    def read(cls, data: dict[str, Any]) -> Result:
        """The inverse of `plain`."""
        lost = data["lost"] and Foul(data["lost"]["seat"], Kind(data["lost"]["kind"]), data["lost"]["why"])
        return cls(tuple(data["seating"]), tuple(data["scores"]), tuple(data["winners"]), data["turns"], lost)


@dataclass(frozen=True, slots=True)
class Deal:
    """All games of one deal of one line-up; none if the process that played it died."""

    lineup: int
    number: int
    games: tuple[Result, ...]

    @property
    def key(self) -> tuple[int, int]:
        """Which deal of which line-up."""
        return self.lineup, self.number

    def wins(self, entrant: int) -> float | None:
        """An entrant's win rate, a game and a seat; None if it took no part."""
        return _mean(game.share(seat) for game, seat in self._seats(entrant))

    def points(self, entrant: int) -> float | None:
        """An entrant's points, a game and a seat."""
        return _mean(game.scores[seat] for game, seat in self._seats(entrant))

    def _seats(self, entrant: int) -> Iterable[tuple[Result, int]]:
        return ((game, seat) for game in self.games for seat, who in enumerate(game.seating) if who == entrant)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"lineup": self.lineup, "number": self.number, "games": [game.plain() for game in self.games]}

    @classmethod
    def read(cls, data: dict[str, Any]) -> Deal:
        """The inverse of `plain`."""
        return cls(data["lineup"], data["number"], tuple(map(Result.read, data["games"])))


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return fsum(found) / len(found) if found else None


Texts = dict[str, str]
"""Files that a deal leaves behind on request, by name."""
Task = tuple[int, int]
"""A line-up and a deal, by their numbers."""
Done = list[tuple[Deal, Texts]]

LARGEST = 4
"""Maximum deals in a parcel."""


def play_deal(plan: Plan, lineup: int, number: int, *, keep: bool = False) -> tuple[Deal, Texts]:
    """Play one deal in every seating of a line-up; if they are to be kept, also its records and the programs' logs."""
    results, texts = [], Texts()
    for turn, seating in enumerate(plan.seatings(plan.lineups[lineup], number), 1):
        bots = [maker(plan.bots[who])(plan.bot_seed(number, seat), plan.think) for seat, who in enumerate(seating)]
        played = play_game(_new_game(plan, number, seating), bots, Clock(plan.limit))
        turns = len(played.game.state.history)
        results.append(Result(seating, played.scores, played.winners, turns, played.foul))
        if keep:
            name = f"{lineup + 1}-{number + 1:05}-{turn}"
            texts[f"{name}.kub"] = str(played.game.record)
            texts |= {f"{name}-seat{seat + 1}.jsonl": log for seat, bot in enumerate(bots) if (log := _log(bot))}
    return Deal(lineup, number, tuple(results)), texts


def _new_game(plan: Plan, number: int, seating: Lineup) -> Game:
    """The deal of that number, each seat drawing from its own pile; the record says which bot sits where."""
    names = [_record_name(plan.labels[who], seat) for seat, who in enumerate(seating)]
    bots = tuple((seat, _record_name(label(plan.bots[who]), seat)) for seat, who in enumerate(seating))
    return Game.new(plan.rules, names, Seed(plan.deal_seed(number), piles=True), bots)


def _record_name(name: str, seat: int) -> str:
    """The name, if it may stand in a record; a path may be too long for that."""
    try:
        return seat_name(name[-LONGEST_NAME:].strip())
    except NotationError:
        return f"Seat {seat + 1}"


def _log(bot: Bot) -> str:
    return "".join(f"{line}\n" for line in bot.transcript) if isinstance(bot, Scribe) else ""


def play_chunk(plan: Plan, tasks: list[Task], keep: bool) -> Done:
    """Play these deals."""
    return [play_deal(plan, lineup, number, keep=keep) for lineup, number in tasks]


def void_deal(task: Task) -> Done:
    """A deal that took down the process that played it: it counts for nobody, and is reported."""
    return [(Deal(*task, games=()), {})]


def chunks(tasks: Iterable[Task], jobs: int) -> Iterator[list[Task]]:
    """The tasks in parcels: small, so that the last worker does not keep the others waiting."""
    left = list(tasks)
    size = max(1, min(LARGEST, len(left) // (jobs * 8)))
    each = iter(left)
    while parcel := list(islice(each, size)):
        yield parcel
