"""Who sits at the table: names, counts, who has opened, whose turn it is, and the pool."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from openkub.svg.art import Face
from openkub.svg.colours import Palette
from openkub.svg.markup import Markup, box, letters, moved, tag


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


@dataclass(frozen=True)
class Seats:
    """A card for every seat, and the pool beside them."""

    seats: tuple[Seat, ...]
    pool: int
    colours: Palette
    limit: float

    CARD, HIGH, GAP, POOL = 208, 66, 10, 104

    @property
    def _one_line(self) -> float:
        return self.POOL + len(self.seats) * (self.CARD + self.GAP)

    @property
    def width(self) -> float:
        """All cards side by side, or as many as the limit has room for."""
        return max(self.CARD, min(self.limit, self._one_line))

    @property
    def faces(self) -> Collection[Face]:
        """No tile is seen here."""
        return ()

    def _grid(self, width: float) -> tuple[int, int, float]:
        """Columns and lines of cards, and how wide one is; where one line is not enough, the pool has a cell too."""
        if width >= self._one_line:
            return len(self.seats), 1, (width - self.POOL) / len(self.seats) - self.GAP
        cells = len(self.seats) + 1
        columns = max(1, int((width + self.GAP) // (self.CARD + self.GAP)))
        return columns, -(-cells // columns), (width + self.GAP) / columns - self.GAP

    def height(self, width: float) -> float:
        """One line of cards after the other."""
        return self._grid(width)[1] * (self.HIGH + self.GAP) - self.GAP

    def draw(self, width: float) -> Markup:
        """The cards, and the pool behind the last of them."""
        columns, lines, wide = self._grid(width)
        cells = [self._card(index, seat, wide) for index, seat in enumerate(self.seats)]
        per_line = columns + 1 if lines == 1 else columns
        drawn = ""
        for index, cell in enumerate([*cells, self._pool()]):
            row, column = divmod(index, per_line)
            drawn += moved(column * (wide + self.GAP), row * (self.HIGH + self.GAP), cell)
        return Markup(drawn)

    def _card(self, index: int, seat: Seat, wide: float) -> Markup:
        colours, middle = self.colours, self.HIGH / 2
        lit = seat.on_turn or seat.won
        paint = {"fill": colours.accent_wash, "stroke": colours.accent}
        if not lit:
            paint = {"fill": colours.surface, "stroke": colours.line}
        card = box(1.5, 1.5, wide - 3, self.HIGH - 3, rx=15, stroke_width=3 if lit else 1.5, **paint)
        disc = tag("circle", cx=36, cy=middle, r=20, fill=colours.accent if lit else colours.paper)
        ink = colours.on_accent if lit else colours.ink_soft
        number = letters(str(index + 1), 36, middle + 7, ink, 19, text_anchor="middle")
        name = letters(shortened(seat.name, (wide - 76) / 20), 66, 29, colours.ink, 19)
        return Markup(card + disc + number + name + moved(66, 52, self._facts(seat)))

    def _facts(self, seat: Seat) -> Markup:
        """How many tiles, and the score, or whether the seat has opened."""
        soft, good = self.colours.ink_soft, self.colours.good
        tiles = box(1, -13, 11, 15, rx=3, fill="none", stroke=soft, stroke_width=1.8)
        facts = Markup(tiles + letters(str(seat.count), 18, 0, soft, 17, font_weight=600))
        if seat.score is not None:
            return Markup(facts + letters(signed(seat.score), 50, 0, good if seat.won else self.colours.ink, 17))
        if not seat.opened:
            return facts
        tick = tag("path", d="M48 -5.5l4 4L60 -10", fill="none", stroke=good, stroke_width=2.4, **_ROUND)
        return Markup(facts + tick + letters("opened", 65, 0, good, 15, font_weight=600))

    def _pool(self) -> Markup:
        """A pouch, and how many tiles are in it."""
        line = {"fill": "none", "stroke": self.colours.ink_soft, **_ROUND}
        pouch = tag("path", d=_POUCH, stroke_width=2.4, transform="translate(12 18)", **line)
        return Markup(pouch + letters(str(self.pool), 50, 41, self.colours.ink, 22))


_ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}
_POUCH = "M10 9C4 13 1 18 1 22C1 27 5 29 14 29S27 27 27 22C27 18 24 13 18 9ZM10 9L7 2C11 4 17 4 21 2L18 9M9 9H19"


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
