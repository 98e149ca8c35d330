"""Pictures of tables, racks, sets and views as SVG text, in the art of the page; a notebook shows them.

>>> picture = table("b8 b9 b10 | k4 r4 * y4", numbers=True)
>>> picture[:4], picture.count('class="set"'), picture.count('class="tile"')
('<svg', 2, 7)
>>> marks = changes(Table.parse("r5 r6 r7"), Table.parse("r5 r6 r7 r8"))
>>> marks
(0, (0, 3))
>>> table("r5 r6 r7 r8", marked=marks, dark=True) == table("r5 r6 r7 r8", marked=marks)
False
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.view import View
from openkub.svg.composing import WIDTHS, Look, compose
from openkub.svg.marks import Mark, changes
from openkub.svg.markup import Picture
from openkub.svg.panels import Felt, Panel, Wood
from openkub.svg.seats import Seat, Seats, shortened
from openkub.svg.words import counted, describe_meld, describe_seats, describe_table, describe_tiles

__all__ = ["MOST_TILES", "WIDTHS", "Mark", "Picture", "changes", "meld", "position", "rack", "table", "view"]

MOST_TILES = 500
"""Three times the largest kit; a picture of more would only fill the memory."""
_NOTHING = TileBag()


def table(
    table: Table | str,
    *,
    width: int = 720,
    dark: bool = False,
    numbers: bool = False,
    marked: Iterable[Mark] = (),
    title: str | None = None,
    desc: str | None = None,
) -> Picture:
    """The sets on the table, in lines of at most `width` pixels; sets and tiles that are `marked` stand out."""
    look, sets = Look(width, dark), _read_table(table)
    felt = _felt(sets, look, marked, numbers=numbers)
    about = f"A table with {_size(sets)}"
    return compose([felt], look, _or(title, about), _or(desc, describe_table(sets)))


def meld(
    meld: Meld | str,
    *,
    width: int = 720,
    dark: bool = False,
    marked: Iterable[int] = (),
    title: str | None = None,
    desc: str | None = None,
) -> Picture:
    """One set; the tiles at the `marked` places stand out."""
    look, one = Look(width, dark), Meld.parse(meld) if isinstance(meld, str) else meld
    felt = _felt(Table((one,)), look, [(0, place) for place in marked], edge=8)
    about = f"A set of {counted(len(one), 'tile')}"
    return compose([felt], look, _or(title, about), _or(desc, describe_meld(one)))


def rack(
    rack: TileBag | str,
    *,
    width: int = 720,
    dark: bool = False,
    marked: TileBag | str = "",
    title: str | None = None,
    desc: str | None = None,
) -> Picture:
    """The tiles of a rack by colour, then number; those that are `marked` stand a little higher."""
    look, bag = Look(width, dark), _read_bag(rack)
    wood = _wood(bag, look, _read_bag(marked))
    about = f"A rack with {counted(len(bag), 'tile')}"
    return compose(
        [wood], look, about if title is None else title, describe_tiles(wood.tiles) if desc is None else desc
    )


def position(
    table: Table | str,
    rack: TileBag | str,
    *,
    width: int = 720,
    dark: bool = False,
    numbers: bool = False,
    marked: Iterable[Mark] = (),
    title: str | None = None,
    desc: str | None = None,
) -> Picture:
    """A table, and the rack of one who looks at it."""
    look, sets, bag = Look(width, dark), _read_table(table), _read_bag(rack)
    felt, wood = _felt(sets, look, marked, numbers=numbers), _wood(bag, look)
    about = f"A table with {_size(sets)}, and a rack with {counted(len(bag), 'tile')}"
    told = f"{describe_table(sets)} Rack: {describe_tiles(wood.tiles)}."
    return compose([felt, wood], look, _or(title, about), _or(desc, told))


def view(
    view: View,
    *,
    names: Sequence[str] = (),
    width: int = 720,
    dark: bool = False,
    numbers: bool = False,
    marked: Iterable[Mark] = (),
    title: str | None = None,
    desc: str | None = None,
) -> Picture:
    """All that a seat or a spectator may know: who sits there, the pool, the table, and the racks that they see."""
    look, seats = Look(width, dark, paper=True), _seats(view, names)
    felt = _felt(view.table, look, marked, numbers=numbers)
    woods = [_wood(bag, look, label=label) for label, bag in _seen_racks(view)]
    about = f"A round of {len(seats)}, with {_size(view.table)} on the table"
    told = [describe_seats(seats, view.pool), describe_table(view.table)]
    told += [f"Rack{f' of seat {wood.label}' if wood.label else ''}: {describe_tiles(wood.tiles)}." for wood in woods]
    panels: list[Panel] = [Seats(seats, view.pool, look.colours, look.limit), felt, *woods]
    return compose(panels, look, _or(title, about), _or(desc, " ".join(told)))


def shown(value: Table | Meld | TileBag | Position | View, names: Sequence[str] = ()) -> Picture | None:
    """What a notebook shows of a value; nothing if it is too large for a picture."""
    if isinstance(value, View | Position) and _too_large(value.table):
        return None
    if isinstance(value, View):
        return view(value, names=names)
    if isinstance(value, Position):
        return position(value.table, value.rack)
    if isinstance(value, TileBag):
        return rack(value)
    sets = Table((value,)) if isinstance(value, Meld) else value
    if _too_large(sets):
        return None
    return meld(value) if isinstance(value, Meld) else table(sets)


def _or(own: str | None, ours: str) -> str:
    return ours if own is None else own


def _read_table(text: Table | str) -> Table:
    return Table.parse(text) if isinstance(text, str) else text


def _read_bag(text: TileBag | str) -> TileBag:
    return TileBag.parse(text) if isinstance(text, str) else text


def _size(sets: Table) -> str:
    return f"{counted(len(sets), 'set')}, {counted(sum(map(len, sets)), 'tile')}" if sets else "no sets"


def _too_large(sets: Table) -> bool:
    return len(sets) > MOST_TILES or sum(map(len, sets)) > MOST_TILES


def _felt(sets: Table, look: Look, marked: Iterable[Mark], *, numbers: bool = False, edge: float = 20) -> Felt:
    if _too_large(sets):
        raise ValueError(f"a picture has room for {MOST_TILES} tiles")
    marks = list(marked)
    whole, single = (
        [mark for mark in marks if isinstance(mark, int)],
        [mark for mark in marks if isinstance(mark, tuple)],
    )
    for index, place in [(index, 0) for index in whole] + single:
        if not (0 <= index < len(sets) and 0 <= place < max(1, len(sets[index]))):
            raise ValueError(f"there is no tile {place + 1} in a set {index + 1} to be marked")
    return Felt(sets, look.colours, look.limit, numbers, frozenset(whole), frozenset(single), edge)


def _wood(bag: TileBag, look: Look, marked: TileBag = _NOTHING, label: str = "") -> Wood:
    if not marked <= bag:
        raise ValueError(f"{marked.minus(bag)} is to be marked, but not on the rack")
    tiles, lifted = sorted(bag, key=_by_colour), []
    for index, tile in enumerate(tiles):
        if tile in marked:
            marked -= TileBag([tile])
            lifted.append(index)
    return Wood(tiles, look.colours, look.limit, frozenset(lifted), label)


def _by_colour(tile: Tile) -> tuple[int, int]:
    return (4, 0) if tile.is_joker else (tile.colour.index, tile.number)


def _seats(view: View, names: Sequence[str]) -> tuple[Seat, ...]:
    called = names or ["You" if seat == view.seat else f"Seat {seat + 1}" for seat in range(len(view.counts))]
    if len(called) != len(view.counts):
        raise ValueError(f"{len(called)} names for {len(view.counts)} seats")
    end = view.outcome
    return tuple(
        Seat(
            name=shortened(name, ems=30),
            count=view.counts[seat],
            opened=view.opened[seat],
            on_turn=end is None and seat == view.turn,
            score=end.scores[seat] if end else None,
            won=end is not None and seat in end.winners,
        )
        for seat, name in enumerate(called)
    )


def _seen_racks(view: View) -> list[tuple[str, TileBag]]:
    """The own rack first; once the round is over, those of the others with the numbers of their seats."""
    own = [("", rack) for seat, rack in enumerate(view.racks) if seat == view.seat and rack is not None]
    others = [(str(seat + 1), rack) for seat, rack in enumerate(view.racks) if seat != view.seat and rack]
    return own + others
