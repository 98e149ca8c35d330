"""One deal: the same tiles for every seating, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from openkub.arena.games import Lost, Played, play_game
from openkub.arena.plan import Lineup, Plan
from openkub.arena.players import maker
from openkub.bots.protocol import Bot, Clock
from openkub.notation.errors import NotationError
from openkub.play.match import Match
from openkub.play.record import Record, Round, Seed, seat_name


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: who sat where, what they scored, who won, the foul if there was one."""

    seating: Lineup
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    lost: Lost | None = None

    def share(self, seat: int) -> float:
        """What a seat has of the win: all, nothing, or its part of a shared one."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True, slots=True)
class Deal:
    """All games of one deal of one line-up; none if the process that played it died."""

    lineup: int
    number: int
    games: tuple[Game, ...]

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

    def _seats(self, entrant: int) -> Iterable[tuple[Game, int]]:
        return ((game, seat) for game in self.games for seat, who in enumerate(game.seating) if who == entrant)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    @classmethod
    def read(cls, data: dict[str, Any]) -> Deal:
        """The inverse of `plain`."""
        return cls(data["lineup"], data["number"], tuple(_read_game(game) for game in data["games"]))


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return sum(found) / len(found) if found else None


def _read_game(data: dict[str, Any]) -> Game:
    lost = Lost(**data["lost"]) if data["lost"] else None
    return Game(tuple(data["seating"]), tuple(data["scores"]), tuple(data["winners"]), data["turns"], lost)


Texts = dict[str, str]
"""Files that a deal leaves behind on request, by name."""


def play_deal(plan: Plan, lineup: int, number: int, *, keep: bool = False) -> tuple[Deal, Texts]:
    """Play one deal in every seating of a line-up; if they are to be kept, also its records and the programs' logs."""
    games, texts = [], Texts()
    for turn, seating in enumerate(plan.seatings(plan.lineups[lineup], number), 1):
        state = Match(plan.rules, plan.seats).deal(Seed(plan.deal_seed(number)).key)
        bots = [maker(plan.bots[who])(plan.bot_seed(number, seat), plan.think) for seat, who in enumerate(seating)]
        played = play_game(state, bots, Clock(plan.limit))
        games.append(Game(seating, played.scores, played.winners, len(played.state.history), played.lost))
        if keep:
            name = f"{lineup + 1}-{number + 1:05}-{turn}"
            texts[f"{name}.kub"] = str(_record(plan, number, seating, played))
            texts |= {f"{name}-seat{seat + 1}.jsonl": log for seat, bot in enumerate(bots) if (log := _log(bot))}
    return Deal(lineup, number, tuple(games)), texts


def _log(bot: Bot) -> str:
    lines: list[str] = getattr(bot, "log", [])
    return "".join(f"{line}\n" for line in lines)


def _record(plan: Plan, number: int, seating: Lineup, played: Played) -> Record:
    names = tuple(_record_name(plan.labels[who], seat) for seat, who in enumerate(seating))
    turns = tuple((turn.seat, turn.move) for turn in played.state.history)
    round_ = Round(turns, played.state.outcome)
    return Record(plan.rules, names, Seed(plan.deal_seed(number), piles=True), (round_,))


def _record_name(label: str, seat: int) -> str:
    """The label, if it may stand in a record; a path may be too long for that."""
    try:
        return seat_name(label[-60:].strip())
    except NotationError:
        return f"Seat {seat + 1}"
