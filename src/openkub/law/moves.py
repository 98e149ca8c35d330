"""One whole turn is one value, and so is what may be wrong with it.

>>> Play("r5 r6 r7")
Play('r5 r6 r7')
>>> str(Move.parse("timeout r5 r6 | k9")), Move.parse("draw")
('timeout r5 r6 | k9', Draw())
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.text import checked_text, quoted
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile


class Move:
    """One whole turn: a `Play`, `Draw`, `Pass`, `Redeal` or `TimeOut`."""

    __slots__ = ()

    @staticmethod
    def of(move: object) -> Move:
        """A move, or the move that a text stands for.

        >>> Move.of("draw"), Move.of(Pass())
        (Draw(), Pass())
        """
        if isinstance(move, str):
            return Move.parse(move)
        if not isinstance(move, Move):
            raise NotationError(NotationCode.NO_MOVE, text=quoted(move))
        return move

    @staticmethod
    def parse(text: str) -> Move:
        """A move from its text; the inverse of `str`."""
        verb, _, rest = checked_text(text, "a move").partition(" ")
        verb = verb.lower()
        if verb in _PLAIN and not rest:
            return _PLAIN[verb]
        if (verb, rest) == ("timeout", "-"):
            return TimeOut(Table())
        if verb in ("play", "timeout"):
            try:
                return Play(rest) if verb == "play" else TimeOut(rest)
            except NotationError as error:
                raise error.at(len(verb) + 1) from None
        raise NotationError(NotationCode.NO_MOVE, text=quoted(text))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Play(Move):
    """The table as the player leaves it."""

    table: Table

    def __init__(self, table: Table | str | Iterable[str | Iterable[Tile] | Iterable[str]]) -> None:
        object.__setattr__(self, "table", _checked_table(table))

    def __str__(self) -> str:
        """`play r5 r6 r7 | …`."""
        return f"play {self.table}".rstrip()

    def __repr__(self) -> str:
        """`Play('r5 r6 r7')`."""
        return f"Play('{self.table}')"


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Take one tile from the pool: this ends the turn, or with `play_after_draw` its first half."""

    def __str__(self) -> str:
        """`draw`."""
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Lay nothing: only when the pool is empty, or to end a turn in which a tile was drawn."""

    def __str__(self) -> str:
        """`pass`."""
        return "pass"


@dataclass(frozen=True, slots=True)
class Redeal(Move):
    """Ask for a new deal of all tiles, before anybody has had a turn."""

    def __str__(self) -> str:
        """`redeal`."""
        return "redeal"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class TimeOut(Move):
    """The clock ended the turn; `draft` is how the table lay then, None if nothing had been touched."""

    draft: Table | None = None

    def __init__(self, draft: Table | str | None = None) -> None:
        object.__setattr__(self, "draft", None if draft is None else _checked_table(draft))

    def __str__(self) -> str:
        """`timeout` and the draft, if there is one; `timeout -` if every tile was in the hand."""
        return "timeout" if self.draft is None else f"timeout {self.draft or '-'}"

    def __repr__(self) -> str:
        """`TimeOut('r5 r6')`, `TimeOut()`."""
        return "TimeOut()" if self.draft is None else f"TimeOut('{self.draft}')"


def _checked_table(table: Table | str | Iterable[str | Iterable[Tile] | Iterable[str]]) -> Table:
    """The table of a move, which may be given as text, or as lists of tiles or of their names."""
    if isinstance(table, str):
        return Table.parse(table)
    if isinstance(table, list | tuple) and not isinstance(table, Table):
        table = _listed(table)
    if not isinstance(table, Table) or not all(isinstance(meld, Meld) and meld for meld in table):
        raise NotationError(NotationCode.NO_TABLE, text=quoted(table))
    return table


def _listed(melds: Iterable[str | Iterable[Tile] | Iterable[str]]) -> Table:
    try:
        table = Table.of(melds)
    except TypeError:  # what should hold tiles holds nothing
        table = Table()
    if not table or not all(isinstance(tile, Tile) for meld in table for tile in meld):
        raise NotationError(NotationCode.NO_TABLE, text=quoted(melds))
    return table


_PLAIN: Mapping[str, Move] = {"draw": Draw(), "pass": Pass(), "redeal": Redeal(), "timeout": TimeOut()}


class Code(StrEnum):
    """Everything that can be wrong with a move."""

    ROUND_OVER = "round_over"
    INVALID_BEFORE = "invalid_before"
    INVALID_SET = "invalid_set"
    TABLE_TILE_TAKEN = "table_tile_taken"
    JOKER_KEPT = "joker_kept"
    NOT_YOUR_TILE = "not_your_tile"
    NOTHING_PLAYED = "nothing_played"
    OPENING_POINTS = "opening_points"
    NOT_OPENED = "not_opened"
    OPENING_JOKER = "opening_joker"
    OPENING_TURN_MANIPULATION = "opening_turn_manipulation"
    JOKER_SET_SPLIT = "joker_set_split"
    JOKER_SOURCE = "joker_source"
    JOKER_REUSE = "joker_reuse"
    JOKER_NEW_SET = "joker_new_set"
    JOKER_TWO_TILES = "joker_two_tiles"
    MUST_PLAY = "must_play"
    POOL_EMPTY = "pool_empty"
    POOL_NOT_EMPTY = "pool_not_empty"
    ALREADY_DRAWN = "already_drawn"
    NO_CLOCK = "no_clock"
    NO_REDEAL = "no_redeal"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a move is refused, and where.

    `meld` is the index of a set in the table of the move; for `invalid_before`, `joker_set_split` and `joker_source`,
    in the table before it. `tile` is the tile at fault, `points` what the opening came to.
    """

    code: Code
    meld: int | None = None
    tile: Tile | None = None
    points: int | None = None

    def __str__(self) -> str:
        """`not_your_tile (set 3, tile r5)`; `openkub.message` has sentences."""
        where = [f"set {self.meld + 1}"] if self.meld is not None else []
        where += [f"tile {self.tile}"] if self.tile is not None else []
        where += [f"{self.points} points"] if self.points is not None else []
        return f"{self.code} ({', '.join(where)})" if where else str(self.code)


class IllegalMove(ValueError):
    """Raised when a move is applied that the rules refuse; it says so in a sentence."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        """The code, and the sentence for it."""
        return f"{self.problem.code}: {self._sentence()}"

    def _sentence(self) -> str:
        from openkub.messages import message

        return message(self.problem, "en")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Problem]]:
        """Pickled by its problem, so that it may travel between processes."""
        return IllegalMove, (self.problem,)
