"""What everybody at the table knows of a round: half of a `State`, and half of every `View`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from openkub.law.moves import Draw, Move, Redeal
from openkub.law.rules import REFEREE, Rules
from openkub.law.score import Outcome
from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.lines import Lines, whole_number
from openkub.notation.text import checked_text, quoted
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.filling import blank


@dataclass(frozen=True, slots=True)
class Turn:
    """A public move: the seat, the move, and how many tiles were drawn with it."""

    seat: int
    move: Move
    drawn: int = 0

    @classmethod
    def over(cls, seat: int, move: Move, drawn: int) -> Turn:
        """The same as the constructor, for who makes many."""
        turn = object.__new__(_Blank)
        turn.seat, turn.move, turn.drawn = seat, move, drawn
        turn.__class__ = cls
        made: Turn = turn
        return made

    def __str__(self) -> str:
        """`2 draw +1`: the seat, from 1; the move; the tiles drawn."""
        return f"{self.seat + 1} {self.move}" + (f" +{self.drawn}" if self.drawn else "")

    @classmethod
    def parse(cls, text: str) -> Turn:
        """The inverse of `str`."""
        seat, _, rest = checked_text(text, "a turn").partition(" ")
        move, plus, drawn = rest.rpartition(" +")
        count = whole_number(1, 20)(drawn) if plus else 0
        number = whole_number(1, 6)(seat)
        try:
            return cls(number - 1, Move.parse(move if plus else rest), count)
        except NotationError as error:
            raise error.at(len(seat) + 1) from None


_Blank = blank(Turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """What everybody knows.

    `shown` are the tiles that all have seen going onto a rack (after a time-out) and that have not been played since.
    `passes` counts turns in a row without anything laid or drawn. `slept`: in one of these, with no pool, a player
    let the time run out who could have laid a tile. Only a `State` has it before a full circle of passes.
    """

    rules: Rules
    table: Table
    opened: tuple[bool, ...]
    shown: tuple[TileBag, ...]
    turn: int
    starter: int
    passes: int = 0
    slept: bool = False
    history: tuple[Turn, ...] = ()
    outcome: Outcome | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.opened)

    @property
    def has_drawn(self) -> bool:
        """True between a draw and the end of the turn, where `play_after_draw` lets the seat go on."""
        if not self.rules.play_after_draw or not self.history:
            return False
        last = self.history[-1]
        return last.seat == self.turn and isinstance(last.move, Draw)

    @property
    def circle(self) -> int:
        """Passes of the circle that ends a round with an empty pool; below zero if one more circle comes before it."""
        return self.passes - self.seats * self.slept

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns since the tiles were dealt, or dealt anew."""
        last = max((index for index, turn in enumerate(self.history, 1) if isinstance(turn.move, Redeal)), default=0)
        return self.history[last:]

    def allows_redeal(self, seat: int, rack: TileBag) -> bool:
        """Whether a seat may ask for a new deal: it has enough pairs, has not asked yet, and no turn was taken."""
        if self.rules.redeal_doubles is None or rack.pairs < self.rules.redeal_doubles:
            return False
        if any(turn.seat == seat and isinstance(turn.move, Redeal) for turn in self.history):
            return False
        if self.rules.referee == 2:
            return all(turn.seat != seat for turn in self.turns)
        return seat == self.turn and not self.turns

    def lines(self) -> Iterator[tuple[str, str]]:
        """What everybody knows as text, key by key."""
        yield "rules", str(self.rules)
        yield "table", str(self.table)
        yield "opened", " / ".join("yes" if opened else "no" for opened in self.opened)
        yield "shown", " / ".join(map(str, self.shown))
        yield "turn", str(self.turn + 1)
        yield "starter", str(self.starter + 1)
        yield "passes", str(self.passes)
        if self.slept:
            yield "slept", "yes"
        yield from (("then", str(turn)) for turn in self.history)
        if self.outcome:
            yield "outcome", str(self.outcome)

    @staticmethod
    def read(lines: Lines, seats: int) -> Public:
        """The inverse of `lines`, for so many seats."""
        outcomes = lines.all_of("outcome", lambda value: Outcome.parse(value, seats))
        return Public(
            rules=lines.one("rules", lambda text: Rules.parse_dated(text, REFEREE)),
            table=lines.one("table", Table.parse),
            opened=lines.one("opened", parted(_read_yes, seats)),
            shown=lines.one("shown", parted(TileBag.parse, seats)),
            turn=lines.one("turn", whole_number(1, seats)) - 1,
            starter=lines.one("starter", whole_number(1, seats)) - 1,
            passes=lines.one("passes", whole_number(0, 999_999)),
            slept=any(lines.all_of("slept", _read_yes)),
            history=lines.all_of("then", Turn.parse),
            outcome=outcomes[0] if outcomes else None,
        )


KEYS = ("rules", "table", "opened", "shown", "turn", "starter", "passes", "slept", "then", "outcome")
"""The keys of what everybody knows, in the text of a view and of a state alike."""

T = TypeVar("T")


def parted(read: Callable[[str], T], parts: int | None = None) -> Callable[[str], tuple[T, ...]]:
    """A reader of values parted by a slash, of so many if that is said."""

    def read_all(text: str) -> tuple[T, ...]:
        texts = text.split("/")
        if len(texts) > (parts or 6) or len(texts) < (parts or 1):
            raise NotationError(NotationCode.WRONG_COUNT, count=len(texts), seats=parts or "1 to 6")
        found, position = [], 0
        for part in texts:
            try:
                found.append(read(part.strip(" ")))
            except NotationError as error:
                raise error.at(position + len(part) - len(part.lstrip(" "))) from None
            position += len(part) + 1
        return tuple(found)

    return read_all


def _read_yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotationError(NotationCode.NEITHER_YES_NOR_NO, text=quoted(text))
    return text == "yes"
