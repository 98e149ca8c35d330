"""All that one seat, or a spectator, may know. Bots, hints and the wire are made from a `View`, never from more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from openkub.law.moves import Draw, Move, Pass, Redeal, parse_move
from openkub.law.rules import Rules
from openkub.law.score import Outcome, outcome_text, read_outcome
from openkub.law.turns import Position
from openkub.notation.lines import Lines, whole_number
from openkub.notation.text import NotationError, checked_text, quoted
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that is over, as everybody saw it: the move, and how many tiles were drawn with it."""

    seat: int
    move: Move
    drawn: int = 0

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
            return cls(number - 1, parse_move(move if plus else rest), count)
        except NotationError as error:
            raise error.at(len(seat) + 1) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A round as one seat sees it; `seat` is None for a spectator.

    `racks` holds None for a rack that is hidden, `counts` the size of every rack. `shown` are the tiles that everybody
    has seen going onto a rack (after a time-out) and that have not been played since.
    """

    rules: Rules
    seat: int | None
    table: Table
    racks: tuple[TileBag | None, ...]
    counts: tuple[int, ...]
    opened: tuple[bool, ...]
    shown: tuple[TileBag, ...]
    pool: int
    turn: int
    starter: int
    passes: int
    history: tuple[Turn, ...]
    outcome: Outcome | None

    @property
    def rack(self) -> TileBag:
        """The rack of the seat that looks."""
        rack = None if self.seat is None else self.racks[self.seat]
        if rack is None:
            raise ValueError("a spectator has no rack")
        return rack

    @property
    def has_opened(self) -> bool:
        """Whether the seat that looks has opened."""
        return self.seat is not None and self.opened[self.seat]

    @property
    def position(self) -> Position:
        """All that decides which plays the seat that looks could make."""
        return Position(self.rules, self.table, self.rack, self.has_opened)

    @property
    def idle(self) -> Move:
        """The turn that lays nothing: a draw, or a pass when the pool is empty."""
        return Draw() if self.pool else Pass()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns since the tiles were dealt, or dealt anew."""
        return turns_since_deal(self.history)

    @property
    def may_redeal(self) -> bool:
        """Whether the seat that looks may ask for a new deal when its turn comes."""
        rack = None if self.seat is None else self.racks[self.seat]
        return rack is not None and self.outcome is None and may_redeal(self.rules, rack, self.history, self.seat)

    @property
    def kit(self) -> Kit:
        """The tiles that the round is played with."""
        return self.rules.kit(len(self.counts))

    @property
    def unseen(self) -> TileBag:
        """The tiles that may be anywhere in the pool and on hidden racks."""
        unseen = self.kit.bag - self.table.bag
        for rack, shown in zip(self.racks, self.shown, strict=True):
            unseen -= shown if rack is None else rack
        return unseen

    def __str__(self) -> str:
        """Lines of `key: value`, as `parse` reads them; a hidden rack of 14 tiles is `?14`."""
        racks = [f"?{n}" if rack is None else str(rack) for rack, n in zip(self.racks, self.counts, strict=True)]
        own = [("seat", "none" if self.seat is None else str(self.seat + 1)), ("pool", str(self.pool))]
        return "\n".join(
            f"{key}: {value}".rstrip() for key, value in [*own, ("racks", " / ".join(racks)), *public(self)]
        )

    def _repr_svg_(self) -> str | None:
        """The view as a picture, where a notebook shows it."""
        from openkub.svg import shown

        return shown(self)

    @classmethod
    def parse(cls, text: str) -> View:
        """A view from its text."""
        lines = Lines.parse(text, {"seat", "pool", "racks", *PUBLIC})
        racks = lines.one("racks", parted(_read_rack))
        seats = len(racks)
        return cls(
            seat=lines.one("seat", lambda value: None if value == "none" else whole_number(1, seats)(value) - 1),
            pool=lines.one("pool", whole_number(0, 160)),
            racks=tuple(rack for rack, _ in racks),
            counts=tuple(count for _, count in racks),
            **read_public(lines, seats),
        )


def turns_since_deal(history: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """What was played with the tiles as they are dealt now."""
    last = max((index for index, turn in enumerate(history, 1) if isinstance(turn.move, Redeal)), default=0)
    return history[last:]


def may_redeal(rules: Rules, rack: TileBag, history: tuple[Turn, ...], seat: int | None) -> bool:
    """Whether a seat holds enough pairs to ask for a new deal, has had no turn with these tiles, and has not asked."""
    if rules.redeal_doubles is None or rack.pairs < rules.redeal_doubles:
        return False
    asked = any(turn.seat == seat and isinstance(turn.move, Redeal) for turn in history)
    return not asked and all(turn.seat != seat for turn in turns_since_deal(history))


PUBLIC = ("rules", "table", "opened", "shown", "turn", "starter", "passes", "then", "outcome")
"""The keys of what everybody knows, in the text of a view and of a state alike."""


def public(of: Any) -> Iterator[tuple[str, str]]:
    """What everybody knows of a view or a state, as text."""
    yield "rules", str(of.rules)
    yield "table", str(of.table)
    yield "opened", " / ".join("yes" if opened else "no" for opened in of.opened)
    yield "shown", " / ".join(map(str, of.shown))
    yield "turn", str(of.turn + 1)
    yield "starter", str(of.starter + 1)
    yield "passes", str(of.passes)
    yield from (("then", str(turn)) for turn in of.history)
    if of.outcome:
        yield "outcome", outcome_text(of.outcome)


def read_public(lines: Lines, seats: int) -> dict[str, Any]:
    """The inverse of `public`, as the fields of a view or a state."""
    outcomes = lines.many("outcome", lambda value: read_outcome(value, seats))
    return {
        "rules": lines.one("rules", Rules.parse),
        "table": lines.one("table", Table.parse),
        "opened": lines.one("opened", parted(_read_yes, seats)),
        "shown": lines.one("shown", parted(TileBag.parse, seats)),
        "turn": lines.one("turn", whole_number(1, seats)) - 1,
        "starter": lines.one("starter", whole_number(1, seats)) - 1,
        "passes": lines.one("passes", whole_number(0, 999_999)),
        "history": lines.many("then", Turn.parse),
        "outcome": outcomes[0] if outcomes else None,
    }


T = TypeVar("T")


def parted(read: Callable[[str], T], parts: int | None = None) -> Callable[[str], tuple[T, ...]]:
    """A reader of values parted by a slash, of so many if that is said."""

    def read_all(text: str) -> tuple[T, ...]:
        texts = text.split("/")
        if len(texts) > (parts or 6) or len(texts) < (parts or 1):
            raise NotationError(f"{len(texts)} values for {parts or '1 to 6'} seats")
        found, position = [], 0
        for part in texts:
            try:
                found.append(read(part.strip(" ")))
            except NotationError as error:
                raise error.at(position + len(part) - len(part.lstrip(" "))) from None
            position += len(part) + 1
        return tuple(found)

    return read_all


def _read_rack(text: str) -> tuple[TileBag | None, int]:
    if text.startswith("?"):
        return None, whole_number(0, 160)(text[1:])
    rack = TileBag.parse(text)
    return rack, len(rack)


def _read_yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotationError(f"{quoted(text)} is neither yes nor no")
    return text == "yes"
