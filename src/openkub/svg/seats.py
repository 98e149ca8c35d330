"""The seats of a table as lines of text: name, tiles, score, whether opened and whose turn it is; and the pool."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from openkub.svg.art import Face
from openkub.svg.colours import Palette
from openkub.svg.markup import Markup, letters

LINE, SIZE = 27, 18


@dataclass(frozen=True, slots=True)
class Seat:
    """One of those who play, as others see them."""

    name: str
    count: int
    opened: bool
    on_turn: bool
    score: int | None = None
    """What the round brought, once it is over."""
    won: bool = False

    def __str__(self) -> str:
        """The seat in a line: `Anna: 5 tiles, opened, to move`."""
        told = [f"{self.name}: {counted(self.count, 'tile')}"]
        if self.score is not None:
            told += ["won the round"] * self.won + [f"score {signed(self.score)}"]
        else:
            told += ["opened" if self.opened else "not opened"] + ["to move"] * self.on_turn
        return ", ".join(told)


@dataclass(frozen=True)
class Seats:
    """A line for every seat, and one for the pool."""

    seats: tuple[Seat, ...]
    pool: int
    colours: Palette
    limit: float

    @property
    def width(self) -> float:
        """The longest line, as far as the limit has room for it."""
        return min(self.limit, max(len(str(seat)) for seat in self.seats) * SIZE * 0.62)

    @property
    def faces(self) -> Collection[Face]:
        """No tile is seen here."""
        return ()

    def height(self, width: float) -> float:
        """One line below the other, whatever the width."""
        return (len(self.seats) + 1) * LINE

    def draw(self, width: float) -> Markup:
        """The seats, and the pool below them. The player to move and the winners stand out."""
        ems, drawn = width / SIZE, ""
        for index, seat in enumerate(self.seats):
            ink = self.colours.accent if seat.on_turn or seat.won else self.colours.ink
            drawn += letters(shortened(str(seat), ems), 0, index * LINE + SIZE, ink, SIZE)
        pool = f"{counted(self.pool, 'tile').capitalize()} in the pool"
        return Markup(drawn + letters(pool, 0, len(self.seats) * LINE + SIZE, self.colours.ink_soft, SIZE))


def counted(number: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "tile"), counted(0, "set")
    ('1 tile', 'no sets')
    """
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"


def signed(score: int) -> str:
    """A score with its sign.

    >>> signed(24), signed(-5), signed(0)
    ('+24', '−5', '0')
    """
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def shortened(name: str, ems: float) -> str:
    """A name that fits in so many ems of a bold font that we do not know.

    >>> shortened("Anna", 8), shortened("Anna Amalia von Sachsen", 8), shortened("山田太郎", 3)
    ('Anna', 'Anna Amalia…', '山田…')
    """
    most, wide = round(100 * ems), 0
    for place, character in enumerate(name):
        wide += _width(character)
        if wide > most:
            return _cut(name[:place], most)
    return name


def _cut(name: str, most: int) -> str:
    while name and sum(map(_width, name)) + 80 > most:
        name = name[:-1]
    return name.rstrip() + "…"


def _width(character: str) -> int:
    """Hundredths of an em: whole numbers have the same sum in every Python."""
    return 105 if unicodedata.east_asian_width(character) in "WF" else 62
