"""One game from first seat to last round, as a frozen value: the sum of its log. No framework, no clock, no I/O."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from openkub.law.moves import Move, Redeal, TimeOut
from openkub.law.rules import REMOVED, Rules
from openkub.law.rules import had_exchanges as rules_had_exchanges
from openkub.pieces.melds import Table
from openkub.play.game import Game
from openkub.play.record import FairDeal
from openkub.play.shuffle import commitment
from openkub.play.state import State
from openkub.server import entries
from openkub.server.clock import full_banks
from openkub.server.entries import Happening
from openkub.server.store import Entry, Phase
from openkub.server.wire.game import Level, Settings

read_move = lru_cache(256)(Move.parse)
"""The same text is read when a player wishes for the move and when it has become an entry."""

PLAY = "play "


def _rules_of(first: entries.Opened) -> tuple[Rules, str]:
    """The rules, and their text."""
    if not 1 <= first.format <= entries.FORMAT:
        raise ValueError(f"a log of format {first.format}; this openkub reads those up to {entries.FORMAT}")
    if first.options is not None:
        referee = {} if first.format == entries.FORMAT else {"referee": 2}
        options = {name: value for name, value in first.options.items() if name not in REMOVED}
        return _spelled_out(tuple((referee | options).items()))
    rules = Rules.parse_dated(first.settings.rules, first.format)
    return rules, str(rules)


def had_exchanges(first: Entry) -> bool:
    """Return whether the game of this first entry let a player exchange jokers before the opening."""
    opened = entries.from_bytes(first.data)
    if not isinstance(opened, entries.Opened):
        return False
    if opened.options is not None:
        return opened.options.get("joker_needs_opened") is False
    return rules_had_exchanges(opened.settings.rules)


@lru_cache(256)
def _spelled_out(options: tuple[tuple[str, str | int | bool | None], ...]) -> tuple[Rules, str]:
    """Most games are played by the same few rules."""
    rules = Rules(**dict(options))  # type: ignore[arg-type]  # they are checked there
    return rules, str(rules)


class Seat(Struct, frozen=True, gc=False):
    """A place at the table: its owner's hashed token, if a person owns it, and the bot that plays, if one does."""

    name: str
    player: str | None
    bot: Level | None
    seal: str | None = None
    """The SHA-256 of the nonce, given before anybody's was told."""
    nonce: bytes | None = None
    ready: bool = False
    timeouts: int = 0
    """How many turns in a row the clock has ended without a move."""
    dismissed: bool = False
    """The server's host took the seat from its player."""
    link: tuple[str, int] | None = None
    """The hash of a one-time link to this seat, and when that expires (ms since 1970)."""


class Room(Struct, frozen=True, gc=False, kw_only=True):
    """A game as it stands after entry `n`, which was written at `at` (ms since 1970)."""

    id: str
    format: int
    """That of its log."""
    settings: Settings
    rules: Rules
    secret: bytes
    host: str
    code: str
    invited: tuple[str, ...]
    start: State | None = None
    """The position that the first round begins with, if it is played on from another game."""
    n: int
    at: int
    sent_away: tuple[tuple[str, int], ...] = ()
    """Whom the host has sent away, and when."""
    phase: Phase = Phase.WAITING
    seats: tuple[Seat, ...] = ()
    game: Game | None = None
    lies: str = ""
    """The table as text, which everybody is shown."""
    sealed: bool = False
    """Whether no more seals are taken, and nonces are told."""
    began: int = 0
    """When the present turn began, or the wait for seals, or for nonces, or the pause between rounds."""
    used: int = 0
    """What the player had used of the present turn when a bot stepped in."""
    rested: int | None = None
    """Since when clocks and bots stand still, because no player is there."""
    banks: tuple[int, ...] | None = None
    lefts: tuple[int | None, ...] = ()
    """Where there are banks: what every turn of all rounds left of its seat's; None for a new deal."""
    last_change: tuple[int, Table, int] | None = None
    """The seat that changed the table last, the table before, and the number of the entry."""
    closed: entries.Ended | None = None
    rematch: str | None = None

    @classmethod
    def opened(cls, game: str, entry: Entry) -> Room:
        """The room as its first entry makes it."""
        first = entries.from_bytes(entry.data)
        if not isinstance(first, entries.Opened):
            raise ValueError(f"the log of a game does not begin with {first!r}")
        rules, text = _rules_of(first)
        room = cls(
            id=game,
            format=first.format,
            settings=replace(first.settings, rules=text),
            rules=rules,
            secret=bytes.fromhex(first.secret),
            host=first.host,
            code=first.code,
            invited=first.invited,
            start=None if first.past is None else State.parse(first.past),
            n=entry.n,
            at=entry.at,
        )
        guests: list[Happening] = [entries.Sat(first.host, first.name)] if first.name else []
        for guest in guests + [entries.BotSat(level) for level in first.bots]:
            room = room.with_happening(guest, entry.at)
        return room

    def after(self, entry: Entry, happening: Happening | None = None) -> Room:
        """The room after one more entry; who has just written it knows what it says."""
        if entry.n != self.n + 1:
            raise ValueError(f"entry {entry.n} does not follow on {self.n}")
        happening = happening or entries.from_bytes(entry.data)
        if isinstance(happening, entries.Moved):
            return self._moved(happening, entry.n, entry.at)
        return replace(self.with_happening(happening, entry.at), n=entry.n, at=entry.at)

    def with_happening(self, happening: Happening, at: int) -> Room:
        """The room after something that is no turn, still at its last entry."""
        match happening:
            case entries.Sat() | entries.BotSat():
                return replace(self, seats=(*self.seats, self._new_seat(happening)))
            case entries.Rose(seat, sent_away):
                return replace(self._risen(seat), sent_away=self._sent(seat, at) if sent_away else self.sent_away)
            case entries.Sealed() | entries.Complete() | entries.AllSealed() | entries.Gave() | entries.Began():
                return self._shuffled(happening, at)
            case entries.SaidReady(seat):
                return self._changed(seat, replace(self.seats[seat], ready=True))
            case entries.Replaced() | entries.Returned() | entries.Dismissed():
                return self._handed_over(happening, at)
            case entries.SeatOffered(seat, link, until):
                return self._changed(seat, replace(self.seats[seat], link=(link, until)))
            case entries.SeatTaken():
                return self._taken(happening, at)
            case entries.Rested() | entries.WentOn():
                rested = at if isinstance(happening, entries.Rested) else None
                return replace(self, rested=rested, began=at, used=0)
            case entries.Ended():
                return replace(self, phase=Phase.OVER, closed=happening)
            case entries.Again(game):
                return replace(self, rematch=game)
        raise ValueError(f"{happening!r} cannot follow in the log of a game")

    # --- the seats ---

    def _free_name(self, name: str) -> str:
        """The name, or with a number behind it if somebody has it already."""
        taken = {seat.name for seat in self.seats}
        return next(n for n in (name, *(f"{name} {i}" for i in range(2, 8))) if n not in taken)

    def _new_seat(self, sat: entries.Sat | entries.BotSat) -> Seat:
        if isinstance(sat, entries.Sat):
            return Seat(self._free_name(sat.name), sat.player, None)
        return Seat(self._free_name(sat.level), None, sat.level)

    def _risen(self, number: int) -> Room:
        seats = self.seats[:number] + self.seats[number + 1 :]
        people = [seat.player for seat in seats if seat.player]
        host = self.host if self.host in people or not people else people[0]
        return replace(self, seats=seats, host=host)

    def _sent(self, number: int, at: int) -> tuple[tuple[str, int], ...]:
        """Those whom the host has sent away, one more among them; the last few are remembered."""
        return (*self.sent_away, (self.seats[number].player or "", at))[-20:]

    def _changed(self, number: int, seat: Seat) -> Room:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def seat_of(self, player: str | None) -> int | None:
        """The seat that this player owns."""
        if player is not None:
            for number, seat in enumerate(self.seats):
                if seat.player == player:
                    return number
        return None

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) >= self.settings.seats

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that a person plays now."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.player and not seat.bot)

    def _handed_over(self, change: entries.Replaced | entries.Returned | entries.Dismissed, at: int) -> Room:
        """A bot plays this seat from now on, or its owner again."""
        number, seat = change.seat, self.seats[change.seat]
        match change:
            case entries.Replaced(_, level):
                room = self._changed(number, replace(seat, bot=level, timeouts=0))
            case entries.Returned():
                room = self._changed(number, replace(seat, bot=None, timeouts=0))
                return replace(room, began=at - self.used) if self._in_turn(number) else room
            case entries.Dismissed():
                room = self._changed(number, replace(seat, player=None, bot=self.settings.stand_in, dismissed=True))
                others = [other.player for other in room.seats if other.player]
                room = replace(room, host=others[0]) if others and seat.player == self.host else room
        return replace(room, used=at - self.began) if self._in_turn(number) else room

    def _taken(self, taken: entries.SeatTaken, at: int) -> Room:
        """Return the room after a player took a seat by its link."""
        number, seat = taken.seat, self.seats[taken.seat]
        room = self._handed_over(entries.Returned(number), at) if seat.bot else self
        mine = replace(room.seats[number], player=taken.player, timeouts=0, dismissed=False, link=None)
        others = any(other.player for other in self.seats if other is not seat)
        host = taken.player if seat.player == self.host or not others else self.host
        return replace(room._changed(number, mine), host=host)

    # --- the rounds ---

    def _shuffled(self, happening: entries.Shuffling, at: int) -> Room:
        match happening:
            case entries.Sealed(seat, seal):
                return self._changed(seat, replace(self.seats[seat], seal=seal))
            case entries.Complete():
                return replace(self, phase=Phase.DEALING, began=at)
            case entries.AllSealed():
                return replace(self, sealed=True, began=at)
            case entries.Gave(seat, nonce):
                return self._changed(seat, replace(self.seats[seat], nonce=bytes.fromhex(nonce)))
            case entries.Began():
                return self._begun(at)

    @property
    def commitment(self) -> str:
        """What the house promised before anybody gave a nonce."""
        return commitment(self.secret)

    @property
    def seals(self) -> tuple[str | None, ...] | None:
        """What every seat has sealed, once no more seals are taken."""
        return tuple(seat.seal for seat in self.seats) if self.sealed else None

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """The nonces that were given, in the order of the seats."""
        return tuple(seat.nonce for seat in self.seats if seat.nonce)

    @property
    def playing(self) -> Game:
        """The game, once it has begun."""
        if self.game is None:
            raise ValueError("the game has not begun")
        return self.game

    @property
    def turns(self) -> int:
        """Turns finished in all rounds, draws counted with the play behind them: the number of the present turn."""
        moves = sum([len(round_.turns) for round_ in self.playing.record.rounds])
        return moves - 1 if self.playing.state.has_drawn else moves

    def turn_of(self, seat: int, turns: int) -> bool:
        """Whether the turn with this number is being played now, by that seat."""
        return self._in_turn(seat) and turns == self.turns

    def _in_turn(self, seat: int) -> bool:
        return self.phase == Phase.PLAYING and seat == self.playing.state.turn

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called, in the order of the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def shuffle(self) -> FairDeal:
        """What the tiles are mixed by."""
        return FairDeal(self.commitment, self.nonces, self.secret)

    @property
    def next_deal(self) -> entries.Began:
        """The entry with which the next round is dealt."""
        last = self.game.state if self.game else None
        return entries.Began(str(last.outcome), last.starter) if last else entries.Began()

    def _begun(self, at: int) -> Room:
        if self.game:
            return self._dealt(self.game.next_round(), at)
        return self._dealt(Game.new(self.rules, self.names, self.shuffle, start=self.start), at)

    def _dealt(self, game: Game, at: int) -> Room:
        """Return the room with a round that was dealt just now."""
        return replace(
            self,
            phase=Phase.PLAYING,
            game=game,
            lies=str(game.state.table),
            seats=tuple(replace(seat, ready=False) for seat in self.seats),
            began=at,
            used=0,
            banks=full_banks(self.settings.clock, len(self.seats)),
            last_change=None,
        )

    def _moved(self, moved: entries.Moved, n: int, at: int) -> Room:
        """A turn was taken. It was judged before it was written, so the rules are not asked again."""
        move, playing = read_move(moved.move), self.playing
        if self.phase is not Phase.PLAYING or moved.seat != playing.state.turn:
            raise ValueError(f"it is not the turn of seat {moved.seat}")
        game = playing.after(move)
        state, before = game.state, playing.state.table
        anew = isinstance(move, Redeal)
        change = self.last_change if state.table is before or state.table == before else (moved.seat, before, n)
        over = Phase.OVER if game.match.over else Phase.BETWEEN
        began, used = self._time_after(moved, at) if state.has_drawn else (at, 0)
        return replace(
            self,
            n=n,
            at=at,
            game=game,
            lies=self.lies if state.table is before else _text_after(moved, state.table),
            seats=self._after_turn(moved.seat, isinstance(move, TimeOut)),
            phase=over if state.outcome else Phase.PLAYING,
            began=began,
            used=used,
            banks=self._banks_after(moved, anew=anew) if self.banks else None,
            lefts=(*self.lefts, None if anew else moved.left) if self.banks else self.lefts,
            last_change=None if anew else change,
        )

    def _time_after(self, moved: entries.Moved, at: int) -> tuple[int, int]:
        """When the turn began, after a draw in it: the clock goes on, and a bot pauses again before its next move."""
        return (at - self.used if moved.by == "bot" else self.began), self.used

    def _after_turn(self, number: int, timed_out: bool) -> tuple[Seat, ...]:
        """The seats, with how often in a row the clock has ended this one's turn."""
        seat = self.seats[number]
        timeouts = seat.timeouts + 1 if timed_out else 0
        return (
            self.seats if timeouts == seat.timeouts else self._changed(number, replace(seat, timeouts=timeouts)).seats
        )

    def _banks_after(self, moved: entries.Moved, *, anew: bool) -> tuple[int, ...] | None:
        if anew:
            return full_banks(self.settings.clock, len(self.seats))
        banks = self.banks or ()
        return banks if moved.left is None else (*banks[: moved.seat], moved.left, *banks[moved.seat + 1 :])


def _text_after(moved: entries.Moved, table: Table) -> str:
    """How the table lies as text, which for a play is what the entry says."""
    return moved.move.removeprefix(PLAY) if moved.move.startswith(PLAY) else str(table)
