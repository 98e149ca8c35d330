"""Logs of what seldom happens: seats that are left, taken and taken away, a new deal, an empty pool, games that end."""

from collections.abc import Iterable
from itertools import count
from typing import Any, Self

from openkub.bots import Clock, make_bot
from openkub.law.moves import Redeal
from openkub.server import entries, founding
from openkub.server.room import Room
from openkub.server.store import Entry, Phase
from openkub.server.timetable import bank_left
from openkub.server.wire.game import Wanted
from tests.workshop.chance import seal_of

ANNA, BRUNO, CLEO = "a" * 64, "b" * 64, "c" * 64
GAME, REMATCH = "g" * 22, "h" * 22
LINK, NEWER_LINK = "d" * 64, "e" * 64
REDEAL = str(Redeal())


class Log:
    """A log that grows, and the room that it comes to; what a player says has a key."""

    def __init__(self, wanted: Wanted, secret: int = 0) -> None:
        settings = founding.checked(wanted, ())
        first = entries.Opened(settings, f"{secret:064x}", ANNA, "KUBXY7", "Anna")
        self.entries = [Entry(0, 1_000, entries.to_bytes(founding.dated(first)))]
        self.room = Room.opened(GAME, self.entries[0])
        self._bots = [make_bot("casual", seat, 0.05) for seat in range(settings.seats)]

    def add(self, *happenings: entries.Happening, ms: int = 1_000) -> Self:
        for happening in happenings:
            n = self.room.n + 1
            entry = Entry(n, self.room.at + ms, entries.to_bytes(happening), f"{ANNA[:16]}:key-{n:04}")
            self.room = self.room.after(entry)
            self.entries.append(entry)
        return self

    def deal(self) -> Self:
        """Anna seals and tells a nonce, and nobody else does."""
        nonce = "6d" * 16
        self.add(entries.Sealed(0, seal_of(nonce)), entries.Complete(), entries.AllSealed())
        return self.add(entries.Gave(0, nonce), self.room.next_deal)

    def move(self, move: Any = None, by: Any = None) -> Self:
        """A turn of whoever is to move: this one, or what a bot would do."""
        state = self.room.playing.state
        chosen = move or self._bots[state.turn].choose(state.view(state.turn), Clock(0.05))
        by = by or ("bot" if self.room.seats[state.turn].bot else "player")
        return self.add(entries.Moved(state.turn, str(chosen), by, bank_left(self.room, 14_000)), ms=14_000)

    def play_out(self) -> Self:
        """Until the round is over."""
        while self.room.phase is Phase.PLAYING:
            self.move()
        return self

    def draw_out(self) -> Self:
        """Until the round is over, and nobody lays anything."""
        while self.room.phase is Phase.PLAYING:
            self.move(self.room.playing.state.idle)
        return self

    def deal_again(self) -> Self:
        """The next round."""
        return self.add(entries.SaidReady(0), self.room.next_deal)


def seating() -> Log:
    """Bruno is sent away and comes again, a bot makes room for another; the server's host sends Bruno away for good."""
    log = Log(Wanted("default rounds=3", 3, start="host", stand_in="casual"))
    log.add(entries.Sat(BRUNO, "Bruno"), entries.BotSat("novice"), entries.Rose(1, sent_away=True), entries.Rose(1))
    log.add(entries.BotSat("casual"), entries.Sat(BRUNO, "Bruno")).deal()
    log.move().move().move().add(entries.Dismissed(2)).play_out().deal_again().play_out()
    return log.add(entries.Ended("stopped"), entries.Again(REMATCH))


def given_back() -> Log:
    """Bruno's seat is given back twice by a link: while a bot plays for him, and after the host took it away."""
    log = _for_two("default rounds=2").move().add(entries.Replaced(1, "casual"), entries.SeatOffered(1, LINK, 90_000))
    log.add(entries.SeatOffered(1, NEWER_LINK, 10**13), entries.SeatTaken(1, CLEO)).play_out().deal_again().move()
    log.add(entries.Dismissed(1)).move().add(entries.SeatOffered(1, LINK, 10**13), entries.SeatTaken(1, BRUNO))
    return log.play_out()


def abandoned() -> Log:
    """Everybody has left before the start."""
    log = Log(Wanted("sabra6", 3))
    return log.add(entries.Sat(CLEO, "Cleo"), entries.Rose(1), entries.Ended("abandoned"))


def redealt() -> Log:
    """Rounds by the tournament's clock, with a new deal and a turn that the clock ends."""
    dealt = (_for_two("tournament rounds=2", secret) for secret in count())
    log = next(log for log in dealt if log.room.playing.state.check(Redeal()) is None)
    return log.move(REDEAL).move("timeout", "clock").play_out().deal_again().play_out()


def passed() -> Log:
    """Nobody lays anything until the pool is empty, nor then, and so the round ends."""
    return _for_two("default rounds=2 empty_pool_pass=free").draw_out().deal_again().play_out()


def _for_two(rules: str, secret: int = 0) -> Log:
    return Log(Wanted(rules, 2), secret).add(entries.Sat(BRUNO, "Bruno")).deal()


def rare_logs() -> Iterable[tuple[str, list[Entry]]]:
    """All of them by name."""
    return [(made.__name__, made().entries) for made in (seating, given_back, abandoned, redealt, passed)]
