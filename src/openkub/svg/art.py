"""A tile as it is drawn, in a box of 60 × 80: the numerals, signs and cap of the page, lines of one width.

Nobody has to tell the colours apart: each has a sign of its own.

>>> face(Tile("r7")).name, face(JOKER, (Tile("r6"),)).name, face(JOKER, (Tile("r9"), Tile("y9"))).name
('r7', 'joker-r6', 'joker-9')
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from openkub.pieces.tiles import JOKER, Colour, Tile
from openkub.svg.colours import INKS, IVORY, IVORY_EDGE, IVORY_LOW, JOKER_INK
from openkub.svg.markup import Markup, box, tag

__all__ = ["JOKER", "TILE_HEIGHT", "TILE_WIDTH", "Face", "blank", "face"]

TILE_WIDTH, TILE_HEIGHT = 60, 80

DIGITS = (
    "M10 2C15 2 18 7 18 14S15 26 10 26S2 21 2 14S5 2 10 2Z",
    "M3.5 7.5L10 2V26",
    "M2.6 8.4C2.6 4.6 5.8 2 10 2C14.4 2 17.4 4.7 17.4 8.6C17.4 13.2 12.6 16.4 3 26H18",
    "M3 5.2C4.6 3.2 7 2 10 2C14.2 2 17 4.4 17 7.9C17 11.4 14.2 13.4 10 13.4C14.8 13.4 18 15.8 18 19.6"
    "C18 23.4 14.6 26 10 26C6.6 26 4 24.8 2.4 22.6",
    "M14 26V2L2 19.4H18.6",
    "M16.4 2H5L4 12.6C5.6 11.2 7.6 10.4 10 10.4C14.8 10.4 18 13.6 18 18.1C18 22.8 14.6 26 10 26C6.6 26 4 24.8 2.4 22.6",
    "M15.4 2.2C8 4 2.2 10 2.2 17.8C2.2 22.8 5.6 26 10.1 26C14.6 26 18 22.9 18 18.4C18 14 14.8 11 10.4 11"
    "C6.8 11 3.8 13 2.7 16.2",
    "M2 2H18L8.4 26",
    "M10 13C6 13 3.2 10.8 3.2 7.5S6 2 10 2S16.8 4.2 16.8 7.5S14 13 10 13C5.4 13 2 15.6 2 19.5S5.4 26 10 26"
    "S18 23.4 18 19.5S14.6 13 10 13Z",
    "M4.6 25.8C12 24 17.8 18 17.8 10.2C17.8 5.2 14.4 2 9.9 2C5.4 2 2 5.1 2 9.6C2 14 5.2 17 9.6 17"
    "C13.2 17 16.2 15 17.3 11.8",
)
"""Each digit as a line in a box of 20 × 28; the one is narrower."""
WIDTHS = (20, 12, 20, 20, 20, 20, 20, 20, 20, 20)
GAP = 5.5

SIGNS = {
    Colour.BLACK: "M8 1.4A6.6 6.6 0 1 1 8 14.6A6.6 6.6 0 1 1 8 1.4Z",
    Colour.RED: "M8 0.4L15.4 8L8 15.6L0.6 8Z",
    Colour.BLUE: "M3.2 1.6H12.8A1.6 1.6 0 0 1 14.4 3.2V12.8A1.6 1.6 0 0 1 12.8 14.4H3.2A1.6 1.6 0 0 1 1.6 12.8V3.2"
    "A1.6 1.6 0 0 1 3.2 1.6Z",
    Colour.YELLOW: "M8 1L15.6 14.6H0.4Z",
}
"""A sign for every colour, in a box of 16 × 16."""

CAP = (
    "M9 31C8.4 22 6.6 16.4 2.6 11.6C9.6 11 14.2 14 16.4 19.4C16.6 12.6 18.6 7.6 22 3.6C25.4 7.6 27.4 12.6 27.6 19.4"
    "C29.8 14 34.4 11 41.4 11.6C37.4 16.4 35.6 22 35 31Z"
)
BELLS = ((3, 10.6), (22, 3.4), (41, 10.6))
"""The joker's cap and its three bells, in a box of 44 × 36."""
SMILE = "M23 52.5V55M37 52.5V55M20.5 60.5C23.5 68.5 36.5 68.5 39.5 60.5"


@dataclass(frozen=True, slots=True)
class Face:
    """What a tile shows, and a name by which it is drawn once and used often."""

    name: str
    drawing: Markup


def blank() -> Markup:
    """A tile without a face: its shadow, its foot, its ivory and the light on its upper edge."""
    shadow = _slab(3.8, 76.4, "#000000", fill_opacity=0.2)
    foot = _slab(2.4, 76.4, "#bfae86")
    body = _slab(1.2, 75.6, IVORY_EDGE)
    low = _slab(1.2, 73.2, IVORY_LOW)
    ivory = _slab(1.2, 71.4, IVORY)
    light = tag("path", d="M9 2.2H51", stroke="#ffffff", stroke_width=2, stroke_linecap="round")
    return Markup(shadow + foot + body + low + ivory + light)


def _slab(y: float, height: float, fill: str, **more: float) -> Markup:
    return box(1.2, y, 57.6, height, rx=9, fill=fill, **more)


def face(tile: Tile, meanings: Collection[Tile] = ()) -> Face:
    """The face of a tile; a joker says what it stands for as far as that is certain."""
    if not tile.is_joker:
        return _numbered(tile)
    colours = {meaning.colour for meaning in meanings}
    numbers = {meaning.number for meaning in meanings}
    if len(numbers) != 1:
        return _joker(None, None)
    return _joker(numbers.pop(), colours.pop() if len(colours) == 1 else None)


@cache
def _numbered(tile: Tile) -> Face:
    ink, width = INKS[tile.colour], _wide(tile.number)
    stretch = 1.12 if tile.number > 9 else 1.24
    place = f"translate({30 - width * stretch / 2:g} 11) scale({stretch} 1.24)"
    return Face(str(tile), Markup(_digits(tile.number, ink, place, 5.1) + _sign(tile.colour, "translate(22 55.5)")))


@cache
def _joker(number: int | None, colour: Colour | None) -> Face:
    smile = tag("path", d=SMILE, fill="none", stroke=JOKER_INK, stroke_width=4.4, stroke_linecap="round")
    if number is None:
        return Face("joker", Markup(_cap("translate(9 8) scale(0.955)") + smile))
    cap = _cap("translate(11.4 8) scale(0.85)")
    beside = 24 if colour else 0
    width = _wide(number)
    place = f"translate({30 - (width + beside) * 0.36:g} 49) scale(0.72)"
    drawing = cap + _digits(number, INKS[colour] if colour else JOKER_INK, place, 4.6)
    if colour:
        drawing += _sign(colour, f"translate({30 + (width - beside) * 0.36 + 5:g} 53) scale(0.78)")
    return Face(f"joker-{colour.value if colour else ''}{number}", Markup(drawing))


def _wide(number: int) -> float:
    return sum(WIDTHS[int(digit)] + GAP for digit in str(number)) - GAP


def _digits(number: int, ink: str, place: str, line: float) -> Markup:
    strokes, x = "", 0.0
    for digit in map(int, str(number)):
        at = {"transform": f"translate({x:g} 0)"} if x else {}
        strokes += tag("path", d=DIGITS[digit], **at)
        x += WIDTHS[digit] + GAP
    round_ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("g", Markup(strokes), fill="none", stroke=ink, stroke_width=line, **round_ends, transform=place)


def _sign(colour: Colour, place: str) -> Markup:
    return tag("path", d=SIGNS[colour], fill=INKS[colour], transform=place)


def _cap(place: str) -> Markup:
    brim = box(8.6, 31, 26.8, 5, rx=2.5)
    bells = [tag("circle", cx=x, cy=y, r=3.4) for x, y in BELLS]
    return tag("g", tag("path", d=CAP), brim, *bells, fill=JOKER_INK, transform=place)
