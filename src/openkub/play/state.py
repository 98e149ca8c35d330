"""A round of the game as a frozen value: deal, check, apply, view.

>>> state = State.deal(EDITIONS["default"], seats=2, seed="demo")
>>> [len(rack) for rack in state.racks], len(state.pool)
([14, 14], 78)
>>> state.apply(Draw()).view(state.turn).counts[state.turn]
15
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import TypeVar

from openkub.law.moves import Code, Draw, IllegalMove, Move, Pass, Play, Problem, Redeal, TimeOut
from openkub.law.rules import Rules
from openkub.law.score import Fixed, Outcome, round_outcome, unopened_pay
from openkub.law.turns import Position
from openkub.notation.lines import Lines
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, NOTHING, Tile, TileBag, parse_tiles, sizes
from openkub.play.filling import blank
from openkub.play.public import KEYS, Public, Turn, parted
from openkub.play.shuffle import Shuffler, redeal_key, seed_key, seed_of, start_draw
from openkub.play.view import View
from openkub.solver import can_play

SOON = 60_000
"""What it may cost to see that somebody can lay, a few milliseconds; who is not seen to be able may draw or pass."""


class StartError(ValueError):
    """A position that no game can be played on from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Public):
    """Everything about a round, hidden things included: give it to nobody; `view` is what a seat may have.

    The pool is drawn from its front.
    """

    racks: tuple[TileBag, ...]
    pool: tuple[Tile, ...]

    @classmethod
    def deal(cls, rules: Rules | str, seats: int, seed: str | int | bytes, starter: int | None = None) -> State:
        """A new round. `seed` is any text or number, or the 32 bytes of a key; without a `starter` one is drawn for."""
        rules = Rules.of(rules)
        rules.check_seats(seats)
        if starter is not None and starter not in range(seats):
            raise ValueError(f"there is no seat {starter} among {seats}")
        key = seed if isinstance(seed, bytes) else seed_key(seed_of(seed))
        drawn, _, used = _drawn_for_start(rules, seats, key)
        racks, pool = _deal_out(rules, seats, Shuffler(key, used))
        first = drawn if starter is None else starter
        return cls.of(rules, Table(), racks, pool=pool, turn=first, opened=[False] * seats)

    @classmethod
    def of(
        cls,
        rules: Rules,
        table: Table,
        racks: Sequence[TileBag],
        *,
        opened: Sequence[bool],
        pool: Sequence[Tile] = (),
        turn: int = 0,
    ) -> State:
        """Any position; which tiles lie where is not checked against the kit."""
        if len(opened) != len(racks) or turn not in range(len(racks)):
            raise ValueError(f"{len(racks)} racks, {len(opened)} times opened, seat {turn} to play: that does not fit")
        if table.first_invalid is not None:
            raise ValueError(table.why_invalid)
        return cls(
            rules=rules,
            table=table,
            racks=tuple(racks),
            opened=tuple(opened),
            shown=(NOTHING,) * len(racks),
            pool=tuple(pool),
            turn=turn,
            starter=turn,
        )

    def mixed(self, key: bytes) -> State:
        """This position with a new pool: the tiles that lie nowhere else, in an order that follows from the key.

        >>> state = State.deal("default", seats=2, seed="demo")
        >>> other = state.mixed(seed_key("kitchen"))
        >>> other.pool == state.pool, sorted(other.pool) == sorted(state.pool), other.view(0) == state.view(0)
        (False, True, True)
        """
        if self.table.first_invalid is not None:
            raise StartError(self.table.why_invalid)
        if self.outcome or not all(self.racks):
            raise StartError("the round is over there: a rack is empty")
        if not all(shown <= rack for shown, rack in zip(self.shown, self.racks, strict=True)):
            raise StartError("what everybody has seen on a rack is not there")
        box, lying = self.rules.kit(self.seats).bag, TileBag.joined([self.table.bag, *self.racks])
        if not lying <= box:
            raise StartError(f"there are more tiles than in the box: {lying.minus(box)}")
        return replace(self, pool=tuple(Shuffler(key).shuffled(box - lying)))

    def check(self, move: Move | str) -> Problem | None:
        """What is wrong with this move, or its text, for the seat whose turn it is; None if it is legal."""
        move = move if isinstance(move, Move) else Move.of(move)
        if self.outcome:
            return Problem(Code.ROUND_OVER)
        if isinstance(move, Play):
            return self._position.play_problem(move.table)
        rules = self.rules
        has_drawn = rules.play_after_draw and self.has_drawn
        match move:
            case Draw() if has_drawn or not self.pool:
                return Problem(Code.ALREADY_DRAWN if has_drawn else Code.POOL_EMPTY)
            case Pass() if self.pool and not has_drawn:
                return Problem(Code.POOL_NOT_EMPTY)
            case TimeOut(draft):
                no_clock = rules.time_limit_mode == "none"
                return Problem(Code.NO_CLOCK) if no_clock else self._position.draft_problem(draft or Table())
            case Redeal():
                allowed = self.allows_redeal(self.turn, self.racks[self.turn])
                return None if allowed else Problem(Code.NO_REDEAL)
        if not has_drawn and rules.must_lay(len(self.pool)) and can_play(self._position, limit=SOON):
            return Problem(Code.MUST_PLAY)
        return None

    def apply(self, move: Move | str) -> State:
        """The round after this move; `IllegalMove` if `check` has something against it."""
        move = move if isinstance(move, Move) else Move.of(move)
        problem = self.check(move)
        if problem:
            raise IllegalMove(problem)
        return self.after(move)

    def after(self, move: Move) -> State:
        """The round after a move that `check` was asked about before: the rules are not asked again.

        Tiles that were never there are an error all the same.
        """
        rack, opened = self.racks[self.turn], self.opened[self.turn]
        if isinstance(move, Play):
            return self._after(move, move.table, rack - (move.table.bag - self.table.bag), opened=True)
        if isinstance(move, Draw):
            return self._after(move, self.table, rack, opened, draw=self.rules.draw_size)
        if isinstance(move, TimeOut):
            left = self._position.time_out(move.draft, has_drawn=self.has_drawn)
            return self._after(move, left.table, left.rack, left.opened, draw=left.draw, shown=left.shown)
        if isinstance(move, Redeal):
            return self._dealt_anew()
        return self._after(move, self.table, rack, opened)  # a pass

    @property
    def idle(self) -> Move:
        """The move that lays nothing: a draw, or a pass when the pool is empty or a tile was drawn in this turn."""
        return Draw() if self.pool and not self.has_drawn else Pass()

    @property
    def must_lay(self) -> bool:
        """True if the rules oblige the seat at turn to lay a tile when it can."""
        return self.rules.must_lay(len(self.pool)) and not self.has_drawn

    @property
    def _position(self) -> Position:
        return Position(self.rules, self.table, self.racks[self.turn], self.opened[self.turn])

    def _dealt_anew(self) -> State:
        """All tiles mixed and dealt again; who began begins again, and everybody remembers who asked."""
        racks, pool = _deal_out(self.rules, self.seats, Shuffler(redeal_key(self.pool)))
        fresh = State.of(self.rules, Table(), racks, pool=pool, turn=self.starter, opened=[False] * self.seats)
        return replace(fresh, history=(*self.history, Turn(self.turn, Redeal())))

    def _after(
        self, move: Move, table: Table, rack: TileBag, opened: bool, *, draw: int = 0, shown: TileBag = NOTHING
    ) -> State:
        """The round after a turn that has left this: the fields of a `Result`."""
        seat, racks, pool, drawn = self.turn, list(self.racks), self.pool, 0
        kept = rack is racks[seat] or rack == racks[seat]
        state = object.__new__(_Blank)
        unseen = shown is NOTHING and self.shown[seat] is NOTHING
        state.shown = self.shown if unseen else self._shown_after(rack, shown)
        if draw and pool:
            tiles, pool = pool[:draw], pool[draw:]
            rack, drawn = rack.with_one(*tiles) if draw == 1 else rack + TileBag(tiles), len(tiles)
        racks[seat] = rack
        state.rules, state.table, state.racks, state.pool = self.rules, table, tuple(racks), pool
        state.opened = self.opened if self.opened[seat] == opened else _with(self.opened, seat, opened)
        goes_on = draw > 0 and self.rules.play_after_draw and isinstance(move, Draw)
        state.turn, state.starter = seat if goes_on else (seat + 1) % len(racks), self.starter
        state.passes = self.passes + 1 if kept and not drawn and not self.has_drawn else 0
        state.history = self.history + (Turn.over(seat, move, drawn),)  # noqa: RUF005 - copied once, not twice
        state.slept = bool(state.passes) and (self.slept or self._sleeps(move))
        over = not goes_on and (not pool or not all(racks))
        state.outcome = None
        state.__class__ = State
        made: State = state
        if over:
            object.__setattr__(made, "outcome", made._ending)
        return made

    def _sleeps(self, move: Move) -> bool:
        """Whether this is a time-out, with an empty pool, of a player who could have laid a tile and had to."""
        if not isinstance(move, TimeOut) or self.pool or self.rules.referee == 2:
            return False
        return self.check(Pass()) is not None

    def _shown_after(self, rack: TileBag, shown: TileBag) -> tuple[TileBag, ...]:
        """Which tiles everybody has seen going onto a rack, once the seat whose turn it was has laid some."""
        laid = self.racks[self.turn].minus(rack)
        return _with(self.shown, self.turn, (self.shown[self.turn].minus(laid) | shown) or NOTHING)

    @property
    def _ending(self) -> Outcome | None:
        """The end of the round, if this is it."""
        end = partial(round_outcome, self.rules, self.racks, pool=len(self.pool), passes=self.passes, slept=self.slept)
        return end(starter=self.starter, fixed=lambda: self.unopened_pay)

    @property
    def unopened_pay(self) -> Fixed:
        """What the seats that have not opened pay instead of their racks, were the round over now."""

        def can_open(rack: TileBag) -> bool:
            return can_play(Position(self.rules, Table(), rack, opened=False))

        return unopened_pay(self.rules, self.racks, self.opened, can_open)

    def __str__(self) -> str:
        """Lines of `key: value`, hidden things included, as `parse` reads them."""
        own = [("pool", " ".join(map(str, self.pool))), ("racks", " / ".join(map(str, self.racks)))]
        return "\n".join(f"{key}: {value}".rstrip() for key, value in [*own, *self.lines()])

    def _repr_svg_(self) -> str | None:
        """What the seat whose turn it is may see, as a picture, where a notebook shows it: not the whole truth."""
        from openkub.svg import shown

        return shown(self.view(self.turn))

    @classmethod
    def parse(cls, text: str) -> State:
        """A state from its text."""
        lines = Lines.parse(text, {"pool", "racks", *KEYS})
        racks = lines.one("racks", parted(TileBag.parse))
        pool = lines.one("pool", lambda value: tuple(parse_tiles(value, "a pool")))
        return cls.behind(Public.read(lines, len(racks)), racks, pool)

    @classmethod
    def behind(cls, public: Public, racks: tuple[TileBag, ...], pool: tuple[Tile, ...]) -> State:
        """What everybody knows, and what is hidden."""
        return cls(
            rules=public.rules,
            table=public.table,
            racks=racks,
            opened=public.opened,
            shown=public.shown,
            pool=pool,
            turn=public.turn,
            starter=public.starter,
            passes=public.passes,
            slept=public.slept,
            history=public.history,
            outcome=public.outcome,
        )

    def view(self, seat: int | None) -> View:
        """What that seat may know, or a spectator (None); all racks once the round is over."""
        racks: Sequence[TileBag | None] = self.racks
        if seat is not None and not 0 <= seat < len(racks):
            raise ValueError(f"there is no seat {seat} among {len(racks)}")
        counts = sizes(self.racks)
        if not self.outcome:
            racks = [None] * len(counts)
            if seat is not None:
                racks[seat] = self.racks[seat]
        return View.of(self, seat, tuple(racks), counts, len(self.pool))


_Blank = blank(State)


@lru_cache(64)
def _sorted(bag: TileBag) -> tuple[Tile, ...]:
    """The tiles of a box before they are mixed."""
    return tuple(bag)


def _deal_out(rules: Rules, seats: int, shuffler: Shuffler) -> tuple[list[TileBag], list[Tile]]:
    """The racks and the pool: first the jokers that everybody is given, then the rest at random."""
    jokers = TileBag([JOKER] * rules.deal_jokers)
    deck = shuffler.shuffled(_sorted(rules.kit(seats).bag - TileBag.joined([jokers] * seats)))
    size = rules.deal_size - rules.deal_jokers
    racks = [jokers + TileBag(deck[size * seat : size * (seat + 1)]) for seat in range(seats)]
    return racks, deck[size * seats :]


@lru_cache(1024)
def _drawn_for_start(rules: Rules, seats: int, key: bytes) -> tuple[int, tuple[tuple[int, Tile], ...], int]:
    """Who begins, what everybody drew for it, in that order, and how much of the key's stream that has taken."""
    shuffler = Shuffler(key)
    bowl = iter(shuffler.shuffled(_sorted(rules.kit(seats).bag)))
    drawn: list[tuple[int, Tile]] = []

    def draw(seat: int) -> Tile:
        drawn.append((seat, next(bowl)))
        return drawn[-1][1]

    first = start_draw(range(seats), draw, redraw_jokers=rules.start_joker == "redraw")
    return first, tuple(drawn), shuffler.used


def draws_for_start(rules: Rules, seats: int, key: bytes) -> tuple[tuple[int, Tile], ...]:
    """What every seat drew to see who begins, in order, in a round dealt from this key.

    >>> [f"{seat + 1} {tile}" for seat, tile in draws_for_start(EDITIONS["default"], 3, seed_key("demo"))]
    ['1 r11', '2 y12', '3 r4']
    """
    return _drawn_for_start(rules, seats, key)[1]


_T = TypeVar("_T")


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def sample(view: View, rng: Random) -> State:
    """A full state that could be the truth behind a view, every way to hide the unseen tiles being equally likely.

    Only where the tiles are is guessed; what the others' moves give away about their racks is for a bot to infer.
    """
    hidden = list(view.unseen)
    rng.shuffle(hidden)
    racks = []
    for rack, shown, count in zip(view.racks, view.shown, view.counts, strict=True):
        missing = 0 if rack is not None else count - len(shown)
        racks.append(rack if rack is not None else shown + TileBag(hidden[:missing]))
        hidden = hidden[missing:]
    return State.behind(view, tuple(racks), tuple(hidden[: view.pool]))
