"""A match in progress: the record that grows, and the state that follows from it; and the proof that a record is true.

>>> game = Game.new(EDITIONS["default"], ("Anna", "Bruno"), Seed("demo"))
>>> game = game.apply(Draw())
>>> verify(str(game.record)) is None, resume(game.record) == game
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from openkub.law.moves import Draw, IllegalMove, Move, Play, Problem, TimeOut
from openkub.law.opening import reaches
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.text import quoted
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.play.filling import blank
from openkub.play.match import Match
from openkub.play.piles import Piles
from openkub.play.record import FairDeal, Record, Round, Seed
from openkub.play.shuffle import round_key, seed_of
from openkub.play.state import StartError, State, draws_for_start
from openkub.play.view import View


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A record with the match and the round that it has come to."""

    record: Record
    match: Match
    state: State
    piles: Piles | None = None
    """What is left of every seat's pile, where each draws from its own."""

    @classmethod
    def new(
        cls,
        rules: Rules | str,
        seats: Iterable[str],
        shuffle: Seed | FairDeal | str | int,
        bots: tuple[tuple[int, str], ...] = (),
        start: State | None = None,
    ) -> Game:
        """The first round, dealt; rules and seed may be texts. `bots` says at which seats bots sit, and which.

        With a `start`, that position is played on from: only its pool is mixed, anew.

        >>> game = Game.new("default", ["Anna", "Bruno"], "kitchen").play("b3 b4 b5 b6 | b11 b12 b13").draw()
        >>> [str(move) for _, move in game.record.rounds[0].turns]
        ['play b3 b4 b5 b6 | b11 b12 b13', 'draw']
        """
        rules = Rules.of(rules)
        shuffle = shuffle if isinstance(shuffle, Seed | FairDeal) else Seed(seed_of(shuffle))
        seats = _names(seats)
        match = Match(rules, len(seats))
        state = match.deal(shuffle.key) if start is None else _begun(match, start, shuffle.key)
        record = Record(rules, seats, shuffle, (Round(),), bots, start)
        return cls(record, match, state, _piles(shuffle, state))

    @property
    def start_draws(self) -> tuple[tuple[int, Tile], ...]:
        """Which seat drew which tile to see who begins this round, in order; none where that was not drawn for.

        >>> game = Game.new(EDITIONS["default"], ("Anna", "Bruno"), Seed("demo"))
        >>> [str(tile) for _, tile in game.start_draws], game.state.starter
        (['y3', 'r12'], 1)
        """
        number = len(self.record.rounds)
        if self.record.start is not None if number == 1 else self.record.rules.next_starter != "draw":
            return ()
        key = round_key(self.record.shuffle.key, number)
        return draws_for_start(self.record.rules, self.state.seats, key)

    def apply(self, move: Move | str) -> Game:
        """The game after one more turn, or its text; when it ends the round, the score is on the sheet."""
        move = Move.of(move)
        if self.piles:
            return self._with(move, *self.piles.apply(self.state, move))
        return self._with(move, self.state.apply(move))

    def after(self, move: Move) -> Game:
        """Return the game after a move that was judged before, without asking the rules. There must be one pool."""
        return self._with(move, self.state.after(move))

    def _with(self, move: Move, state: State, piles: Piles | None = None) -> Game:
        game = object.__new__(_Blank)
        game.record = self.record.with_turn(self.state.turn, move, state.outcome)
        game.state, game.piles = state, piles
        game.match = self.match.record(state.outcome, state.starter) if state.outcome else self.match
        game.__class__ = Game
        made: Game = game
        return made

    @property
    def view(self) -> View:
        """What the seat whose turn it is may know."""
        return self.state.view(self.state.turn)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.state.outcome is not None

    def __repr__(self) -> str:
        """`<Game default: Anna, Bruno; round 1, turn 3>`; its record has all of it."""
        who, number = ", ".join(self.record.seats), len(self.record.rounds)
        turn = "over" if self.over else f"turn {len(self.state.history) + 1}"
        return f"<Game {self.record.rules}: {who}; round {number}, {turn}>"

    def _repr_svg_(self) -> str | None:
        """What the seat whose turn it is may see, as a picture, where a notebook shows it."""
        from openkub.svg import shown

        return shown(self.view, self.record.seats)

    def play(self, table: Table | str) -> Game:
        """The game after a play that leaves the table like this."""
        return self.apply(Play(table))

    def draw(self) -> Game:
        """The game after a tile was drawn."""
        return self.apply(Draw())

    def next_round(self) -> Game:
        """The next round, dealt, once this one is over."""
        if not self.state.outcome:
            raise ValueError("this round is not over yet")
        state = self.match.deal(self.record.shuffle.key)
        piles = _piles(self.record.shuffle, state)
        return Game(self.record.with_rounds((*self.record.rounds, Round())), self.match, state, piles)


_Blank = blank(Game)


def _names(seats: object) -> tuple[str, ...]:
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise NotationError(NotationCode.NO_NAMES, text=quoted(seats))
    return tuple(seats)


def _begun(match: Match, start: State, key: bytes) -> State:
    """The first round of a match that begins in the middle."""
    if start.seats != match.seats:
        raise StartError(f"a position for {start.seats} cannot be played on by {match.seats}")
    return replace(start, rules=match.rules).mixed(round_key(key, 1))


def _piles(shuffle: Seed | FairDeal, state: State) -> Piles | None:
    return Piles.dealt(state.pool, state.seats) if isinstance(shuffle, Seed) and shuffle.piles else None


class FaultCode(StrEnum):
    """Everything that can be wrong with a record."""

    NOTATION = "notation"
    SHUFFLE = "shuffle"
    START = "start"
    NEXT_ROUND = "next_round"
    OVER_BEFORE = "over_before"
    WRONG_SEAT = "wrong_seat"
    ILLEGAL = "illegal"
    WRONG_END = "wrong_end"
    REMOVED_OPTION = "removed_option"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong with a record."""

    line: int
    code: FaultCode = field(repr=False)
    message: str
    problem: Problem | None = field(default=None, repr=False)
    """What the rules have against the turn on that line."""


class RecordError(ValueError):
    """A record that does not replay; the line and the reason are in its fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"line {fault.line}: {fault.message}")
        self.fault = fault

    def __reduce__(self) -> tuple[type[RecordError], tuple[Fault]]:
        """Pickled by its fault."""
        return RecordError, (self.fault,)


EXCHANGED = "this turn exchanged a joker before the opening (joker_needs_opened=False), which is no longer possible"


def may_be_exchange(state: State, move: Move) -> bool:
    """Return whether a turn opens only if jokers of the table were exchanged first, as openkub 0.2.0 could allow.

    With all jokers of the table the tiles laid reach the points. Without them the turn is refused.
    """
    after = move.table if isinstance(move, Play) else move.draft if isinstance(move, TimeOut) else None
    here = Position(state.rules, state.table, state.racks[state.turn], state.opened[state.turn])
    if after is None or state.outcome or here.opened or here.draft_problem(after):
        return False
    supply = after.bag.minus(here.table.bag) + TileBag([JOKER] * here.table.bag.count(JOKER))
    return reaches(here.rules, supply, here.rules.opening_min_points) and not here.allows(after)


def replay(record: Record) -> Iterator[Game]:
    """The game at the start and after every turn; `RecordError` at the first turn that could not have happened."""
    try:
        game = Game.new(record.rules, record.seats, record.shuffle, record.bots, record.start)
    except StartError as error:
        raise RecordError(Fault(record.start_line, FaultCode.START, str(error))) from None
    except ValueError as error:
        raise RecordError(Fault(record.shuffle_line, FaultCode.SHUFFLE, str(error))) from None
    for number, round_ in enumerate(record.rounds or (Round(),)):
        if number > 0:
            game = _next_round(game, round_)
        yield game
        for index, (seat, move) in enumerate(round_.turns, 1):
            if record.had_exchanges and may_be_exchange(game.state, move):
                raise RecordError(Fault(round_.line_of(index), FaultCode.REMOVED_OPTION, EXCHANGED))
            game = _one_turn(game, seat, move, round_.line_of(index))
            yield game
        if round_.outcome != game.state.outcome:
            raise RecordError(Fault(round_.line_of(-1), FaultCode.WRONG_END, _wrong_end(game)))


def _next_round(game: Game, round_: Round) -> Game:
    try:
        return game.next_round()
    except ValueError as error:
        raise RecordError(Fault(round_.line_of(0), FaultCode.NEXT_ROUND, str(error))) from None


def _one_turn(game: Game, seat: int, move: Move, line: int) -> Game:
    if game.state.outcome:
        raise RecordError(Fault(line, FaultCode.OVER_BEFORE, "the round was over before this turn"))
    if seat != game.state.turn:
        raise RecordError(Fault(line, FaultCode.WRONG_SEAT, f"it was the turn of seat {game.state.turn + 1}"))
    try:
        return game.apply(move)
    except IllegalMove as error:
        raise RecordError(Fault(line, FaultCode.ILLEGAL, str(error.problem), error.problem)) from None


def _wrong_end(game: Game) -> str:
    outcome = game.state.outcome
    return f"the round ended here: {outcome!s}" if outcome else "the round was not over here"


def resume(record: Record) -> Game:
    """The game that a record has come to."""
    *_, last = replay(record)
    return last


def verify(record: Record | str) -> Fault | None:
    """The first line of a record that is wrong: form, shuffle, order of seats, legality, scores; None if it is true.

    Of a record that was not read from a text, it is the line in its own.
    """
    if isinstance(record, Record) and not record.shuffle_line:
        record = str(record)
    try:
        resume(record if isinstance(record, Record) else Record.parse(record))
    except RecordError as error:
        return error.fault
    except NotationError as error:
        return Fault(error.line, FaultCode.NOTATION, str(error))
    return None
