"""The table's felt and the rack's wood with the tiles on them, each as wide as it wants to be or wider."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from openkub.pieces.melds import Meld
from openkub.pieces.tiles import Tile
from openkub.svg.art import TILE_HEIGHT, TILE_WIDTH, Face, face
from openkub.svg.colours import Palette
from openkub.svg.lines import Lines, in_lines, line_width
from openkub.svg.markup import Markup, box, letters, moved, tag


class Panel(Protocol):
    """A part of a picture, over the whole width of it."""

    @property
    def width(self) -> float:
        """The least width that it needs."""

    @property
    def faces(self) -> Collection[Face]:
        """The faces of the tiles in it."""

    def height(self, width: float) -> float:
        """How high it is when it is so wide."""

    def draw(self, width: float) -> Markup:
        """All of it."""


@dataclass(frozen=True)
class Felt:
    """The sets on the table."""

    sets: Sequence[Meld]
    colours: Palette
    limit: float
    numbers: bool = False
    marked_sets: Collection[int] = ()
    marked_tiles: Collection[tuple[int, int]] = ()
    edge: float = 20

    TRAY = 5
    BETWEEN = 16
    NUMBER = 30

    @cached_property
    def _widths(self) -> list[float]:
        beside = self.NUMBER if self.numbers else 0
        return [len(meld) * TILE_WIDTH + 2 * self.TRAY + beside for meld in self.sets]

    @cached_property
    def _lines(self) -> Lines:
        return in_lines(self._widths, self.limit - 2 * self.edge, self.BETWEEN)

    @cached_property
    def _faces(self) -> list[list[Face]]:
        return [[face(tile, _meanings(meld, place)) for place, tile in enumerate(meld)] for meld in self.sets]

    @property
    def width(self) -> float:
        """As wide as the longest line; an empty table has room for one set."""
        empty = 3 * TILE_WIDTH + 2 * self.TRAY
        return (line_width(self._widths, self._lines, self.BETWEEN) or empty) + 2 * self.edge

    @property
    def faces(self) -> Collection[Face]:
        """The faces of all tiles."""
        return [face for faces in self._faces for face in faces]

    def height(self, width: float) -> float:
        """One line of tiles after the other."""
        return max(1, len(self._lines)) * self._pitch - self.BETWEEN + 2 * self.edge

    @property
    def _pitch(self) -> float:
        return TILE_HEIGHT + 2 * self.TRAY + self.BETWEEN

    def draw(self, width: float) -> Markup:
        """The felt, and every set on a tray."""
        paint = {"fill": self.colours.felt, "stroke": self.colours.felt_line}
        felt = box(0.75, 0.75, width - 1.5, self.height(width) - 1.5, rx=self.edge, stroke_width=1.5, **paint)
        drawn, left = [], (width - self.width) / 2 + self.edge
        for row, line in enumerate(self._lines):
            x = left
            for index in line:
                drawn.append(self._set(index, x, self.edge + row * self._pitch))
                x += self._widths[index] + self.BETWEEN
        return Markup(felt + "".join(drawn or [self._room(left)]))

    def _set(self, index: int, x: float, y: float) -> Markup:
        left = self.TRAY + (self.NUMBER if self.numbers else 0)
        drawn = [self._tray(index)] + ([self._number(index)] if self.numbers else [])
        for place, (tile, shown) in enumerate(zip(self.sets[index], self._faces[index], strict=True)):
            at = left + place * TILE_WIDTH, self.TRAY
            drawn.append(drawn_tile(tile, shown, *at))
            if (index, place) in self.marked_tiles:
                drawn.append(bar(*at, self.colours))
        return moved(x, y, *drawn, class_="set")

    def _tray(self, index: int) -> Markup:
        colours = self.colours
        if not self.sets[index].is_valid:
            paint = {"fill": colours.warn_wash, "stroke": colours.warn, "stroke_dasharray": "8 6"}
        elif index in self.marked_sets:
            paint = {"fill": colours.good_wash, "stroke": colours.good}
        else:
            paint = {"fill": colours.felt_line, "fill_opacity": "0.45", "stroke": "none"}
        return box(0, 0, self._widths[index], TILE_HEIGHT + 2 * self.TRAY, rx=13, stroke_width=2.5, **paint)

    def _number(self, index: int) -> Markup:
        x, y = (self.NUMBER + self.TRAY) / 2, TILE_HEIGHT / 2 + self.TRAY + 7
        return letters(str(index + 1), x, y, self.colours.ink, 19, text_anchor="middle")

    def _room(self, left: float) -> Markup:
        """Where tiles could lie."""
        dashes = {"fill": "none", "stroke": self.colours.felt_line, "stroke_dasharray": "6 6"}
        x, y = left + self.TRAY + 2, self.edge + self.TRAY + 2
        wide, high = TILE_WIDTH - 4, TILE_HEIGHT - 4
        places = [box(x + place * TILE_WIDTH, y, wide, high, rx=9, stroke_width=2, **dashes) for place in range(3)]
        return Markup("".join(places))


def _meanings(meld: Meld, place: int) -> tuple[Tile, ...]:
    return meld.stands_for(place) if meld[place].is_joker else ()


@dataclass(frozen=True)
class Wood:
    """The tiles on a rack; those that are marked stand a little higher."""

    tiles: Sequence[Tile]
    colours: Palette
    limit: float
    marked: Collection[int] = ()
    label: str = ""
    """Whose rack it is, where that is not clear."""

    EDGE, LIFT, BETWEEN, LABEL = 14, 7, 9, 34
    SHELF = TILE_HEIGHT + LIFT + 9

    @property
    def _beside(self) -> float:
        """What is not for tiles: the wood and the ends of the shelves, and the label."""
        return 4 * self.EDGE + (self.LABEL if self.label else 0)

    @cached_property
    def _lines(self) -> Lines:
        return in_lines([TILE_WIDTH] * len(self.tiles), self.limit - self._beside, 0)

    @property
    def _longest(self) -> int:
        return max(map(len, self._lines), default=0)

    @property
    def width(self) -> float:
        """As wide as the longest line needs it; an empty rack is still a rack."""
        return max(3, self._longest) * TILE_WIDTH + self._beside

    @cached_property
    def faces(self) -> Sequence[Face]:
        """The faces of all tiles; a joker on a rack stands for nothing yet."""
        return [face(tile) for tile in self.tiles]

    def height(self, width: float) -> float:
        """One shelf below the other."""
        return max(1, len(self._lines)) * (self.SHELF + self.BETWEEN) - self.BETWEEN + 2 * self.EDGE

    def draw(self, width: float) -> Markup:
        """The wood, its shelves, and the tiles on them."""
        wood = box(0, 0, width, self.height(width), rx=16, fill=self.colours.rack)
        shelves, tiles = "", ""
        for row, line in enumerate(self._lines or ((),)):
            top = self.EDGE + row * (self.SHELF + self.BETWEEN)
            shelves += self._shelf(top, width)
            tiles += self._row(line, self._left(width), top)
        return Markup(wood + shelves + self._labelled(width) + tag("g", Markup(tiles), class_="rack"))

    def _left(self, width: float) -> float:
        """In the middle; beside a label at the left, so that one rack can be compared with the next."""
        return 2 * self.EDGE + self.LABEL if self.label else (width - self._longest * TILE_WIDTH) / 2

    def _row(self, line: Sequence[int], x: float, top: float) -> str:
        row = ""
        for column, index in enumerate(line):
            lifted = index in self.marked
            at = x + column * TILE_WIDTH, top + 2 + (0 if lifted else self.LIFT)
            row += drawn_tile(self.tiles[index], self.faces[index], *at)
            row += bar(*at, self.colours) if lifted else ""
        return row

    def _shelf(self, top: float, width: float) -> Markup:
        wide, fill = width - 2 * self.EDGE, self.colours.rack_edge
        back = box(self.EDGE, top, wide, self.SHELF, rx=8, fill=fill, fill_opacity=0.3)
        return Markup(back + box(self.EDGE, top + self.SHELF - 7, wide, 7, rx=3.5, fill=fill))

    def _labelled(self, width: float) -> Markup:
        if not self.label:
            return Markup("")
        x, y = 2 * self.EDGE + 6, self.height(width) / 2 + 7
        return letters(self.label, x, y, self.colours.ink, 21, text_anchor="middle")


def drawn_tile(tile: Tile, shown: Face, x: float, y: float) -> Markup:
    """One tile, by the name of its face."""
    return tag("use", class_="tile", data_tile=str(tile), xlink__href=f"#openkub-{shown.name}", x=x, y=y)


def bar(x: float, y: float, colours: Palette) -> Markup:
    """What marks the tile there: a shape, not a colour alone."""
    paint = {"fill": colours.accent, "stroke": colours.surface}
    return box(x + 11, y + TILE_HEIGHT - 4, TILE_WIDTH - 22, 7, rx=3.5, stroke_width=1.5, **paint)
