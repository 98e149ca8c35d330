"""Melds: what a set on the table may mean, and what it is worth.

>>> Meld("r5 * r7").readings
(Run(colour=<Colour.RED: 'r'>, first=5, length=3),)
>>> [str(tile) for tile in Meld("k9 b9 *").stands_for(2)]
['r9', 'y9']
>>> Meld("r12 r13 *").is_valid
False
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.text import checked_text
from openkub.pieces.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile, TileBag, _repr_svg_, parse_tiles

SHORTEST, LARGEST_GROUP = 3, 4
JokerValue = Literal["face", "zero"]


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive numbers of one colour; position decides what a joker stands for."""

    colour: Colour
    first: int
    length: int

    def stands_for(self, index: int) -> tuple[Tile, ...]:
        """The one tile that belongs at this place."""
        return (Tile.of(self.colour, self.first + index),)

    @property
    def value(self) -> int:
        """The sum of the numbers, jokers counted as what they stand for."""
        return self.length * (2 * self.first + self.length - 1) // 2


@dataclass(frozen=True, slots=True)
class Group:
    """One number in different colours; a joker stands for any colour that is missing."""

    number: int
    missing: tuple[Colour, ...]
    length: int

    def stands_for(self, index: int) -> tuple[Tile, ...]:
        """Every tile that a joker of this group may stand for, whatever its place."""
        return tuple(Tile.of(colour, self.number) for colour in self.missing)

    @property
    def value(self) -> int:
        """The sum of the numbers, jokers counted as what they stand for."""
        return self.length * self.number


Reading = Run | Group


class Flaw(StrEnum):
    """Why tiles are no set."""

    TOO_SHORT = "too_short"
    ONLY_JOKERS = "only_jokers"
    COLOUR_TWICE = "colour_twice"
    TOO_MANY = "too_many"
    BEYOND_THE_ENDS = "beyond_the_ends"
    ORDER = "order"
    GAP = "gap"
    MIXED = "mixed"

    @property
    def sentence(self) -> str:
        """In words."""
        return _FLAWS[self]


_FLAWS = {
    Flaw.TOO_SHORT: "a set has three tiles or more",
    Flaw.ONLY_JOKERS: "jokers alone are no set",
    Flaw.COLOUR_TWICE: "a colour is there twice",
    Flaw.TOO_MANY: "a group has four tiles at most",
    Flaw.BEYOND_THE_ENDS: "a run lies between 1 and 13",
    Flaw.ORDER: "the tiles are a run in another order",
    Flaw.GAP: "numbers are missing between these",
    Flaw.MIXED: "neither one colour nor one number",
}


class Meld(tuple[Tile, ...]):
    """Tiles in the order in which they lie, valid or not."""

    __slots__ = ()

    def __new__(cls, tiles: str | Iterable[Tile] | Iterable[str] = ()) -> Meld:
        """From tiles, or from their text."""
        if isinstance(tiles, str):
            return cls.parse(tiles)
        found = tuple(tiles)
        named = found and type(found[0]) is str
        return tuple.__new__(cls, map(Tile, found) if named else found)  # type: ignore[arg-type]  # all, or none

    @classmethod
    def parse(cls, text: str) -> Meld:
        """A meld from text such as `r5 * r7`."""
        return _read(text) if len(checked_text(text, "a set")) <= _TEXT_REMEMBERED else _read_set(text)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All that the meld may mean: at most one run and one group (`* * r5` is both), none if it is not valid."""
        return _readings(self)

    @property
    def is_valid(self) -> bool:
        """Whether it may lie on the table at the end of a turn."""
        return _is_valid(self)

    @property
    def why_invalid(self) -> Flaw | None:
        """Why it may not lie there; None if it may.

        >>> Meld("r5 r6 r8").why_invalid, Meld("k9 b9 b9").why_invalid.sentence
        (<Flaw.GAP: 'gap'>, 'a colour is there twice')
        """
        return None if self.is_valid else _flaw(self)

    @property
    def bag(self) -> TileBag:
        """Its tiles without their order."""
        return _bag(self)

    @property
    def jokers(self) -> int:
        """How many of its tiles are jokers."""
        return self.count(JOKER)

    @property
    def key(self) -> tuple[Tile, ...]:
        """Equal for melds that are the same to a player: the order of a group is free, that of a run is not."""
        return _key(self)

    def stands_for(self, index: int) -> tuple[Tile, ...]:
        """What the tile at this place may mean: itself, or for a joker every tile that one of the readings gives it."""
        if not self[index].is_joker:
            return (self[index],)
        return tuple(tile for reading in self.readings for tile in reading.stands_for(index))

    def value(self, joker: JokerValue = "face") -> int:
        """What a valid meld counts in the opening: a joker its best reading, or nothing."""
        if not self.is_valid:
            raise ValueError(f"{self} is no valid set: {_flaw(self).sentence}")
        if joker == "zero":
            return sum(tile.number for tile in self)
        return max(reading.value for reading in self.readings)

    def __str__(self) -> str:
        """`r5 * r7`."""
        return _text(self)

    def __repr__(self) -> str:
        """`Meld('r5 * r7')`."""
        return f"Meld('{self}')"

    _repr_svg_ = _repr_svg_


# The same few thousand melds are asked about over and over; the bound keeps hostile input from filling memory.
_MELDS_REMEMBERED = 1 << 15
_COLOURS = len(Colour)
_TEXT_REMEMBERED = 60
"""The longest run has 13 tiles."""


def _read_set(text: str) -> Meld:
    meld = Meld(parse_tiles(text, "a set"))
    if not meld:
        raise NotationError(NotationCode.EMPTY_SET)
    return meld


_read = lru_cache(_MELDS_REMEMBERED)(_read_set)


def _is_set(text: str) -> bool:
    """Whether a text can be read as a set."""
    try:
        return bool(_read_set(text))
    except NotationError:
        return False


@lru_cache(_MELDS_REMEMBERED)
def _text(meld: Meld) -> str:
    return " ".join(map(str, meld))


@lru_cache(_MELDS_REMEMBERED)
def _is_valid(meld: Meld) -> bool:
    """The same as whether it has a reading, by the kinds as plain numbers: what is asked of every set of a table."""
    if not SHORTEST <= len(meld) <= HIGHEST:
        return False
    kinds, joker = bytes(meld), int(JOKER)
    starts = {kind - _COLOURS * place for place, kind in enumerate(kinds) if kind != joker}
    if len(starts) == 1:
        start = starts.pop()  # the kind with which a run would begin
        if start >= 0 and start + _COLOURS * (len(kinds) - 1) < joker:
            return True
    numbered = [kind for kind in kinds if kind != joker]
    is_group = len(set(numbered)) == len(numbered) and len({kind // _COLOURS for kind in numbered}) == 1
    return is_group and len(kinds) <= LARGEST_GROUP


@lru_cache(_MELDS_REMEMBERED)
def _readings(meld: Meld) -> tuple[Reading, ...]:
    numbered = [(place, tile) for place, tile in enumerate(meld) if not tile.is_joker]
    if len(meld) < SHORTEST or not numbered:
        return ()
    run, group = _as_run(meld, numbered), _as_group(meld, numbered)
    return tuple(reading for reading in (run, group) if reading)


def _as_run(meld: Meld, numbered: list[tuple[int, Tile]]) -> Run | None:
    place, tile = numbered[0]
    run = Run(tile.colour, tile.number - place, len(meld))
    inside = run.first >= LOWEST and run.first + run.length - 1 <= HIGHEST
    fits = inside and all(run.stands_for(i) == (t,) for i, t in numbered)
    return run if fits else None


def _as_group(meld: Meld, numbered: list[tuple[int, Tile]]) -> Group | None:
    number = numbered[0][1].number
    colours = {tile.colour for _, tile in numbered}
    fits = len(meld) <= LARGEST_GROUP and len(colours) == len(numbered) and all(t.number == number for _, t in numbered)
    return Group(number, tuple(c for c in Colour if c not in colours), len(meld)) if fits else None


def _flaw(meld: Meld) -> Flaw:
    numbered = [tile for tile in meld if not tile.is_joker]
    numbers, colours = [tile.number for tile in numbered], {tile.colour for tile in numbered}
    if not numbered:
        return Flaw.ONLY_JOKERS
    if len(meld) < SHORTEST:
        return Flaw.TOO_SHORT
    if len(set(numbers)) == 1 and len(numbers) > 1:
        return Flaw.COLOUR_TWICE if len(colours) < len(numbers) else Flaw.TOO_MANY
    if len(colours) > 1:
        return Flaw.MIXED
    steps = {tile.number - place for place, tile in enumerate(meld) if not tile.is_joker}
    if len(steps) == 1:
        return Flaw.BEYOND_THE_ENDS
    fits = len(set(numbers)) == len(numbers) and max(numbers) - min(numbers) < len(meld) <= HIGHEST
    return Flaw.ORDER if fits else Flaw.GAP


@lru_cache(_MELDS_REMEMBERED)
def _bag(meld: Meld) -> TileBag:
    return TileBag(meld)


def _exact_key(meld: Meld) -> tuple[Tile, ...]:
    """The same, but one number beside jokers keeps its order: in another order it may read as another run."""
    return tuple(meld) if meld.jokers >= len(meld) - 1 else _key(meld)


@lru_cache(_MELDS_REMEMBERED)
def _key(meld: Meld) -> tuple[Tile, ...]:
    is_group = any(isinstance(reading, Group) for reading in meld.readings)
    return tuple(sorted(meld)) if is_group else tuple(meld)


class Table(tuple[Meld, ...]):
    """The sets on the table, in the order in which they lie.

    >>> table = Table("r5 * r7 | k9 b9 y9")
    >>> len(table), len(table.bag), str(table)
    (2, 6, 'r5 * r7 | k9 b9 y9')
    """

    _bag: TileBag | None = None
    _first_invalid: int | None

    def __new__(cls, melds: str | Iterable[Meld] = ()) -> Table:
        """From melds, or from their text."""
        if isinstance(melds, str):
            return cls.parse(melds)
        table = tuple.__new__(cls, melds)
        return cls.of(table) if table and type(table[0]) is not Meld else table

    @classmethod
    def parse(cls, text: str) -> Table:
        """A table from text: sets parted by `|`; no text, no sets."""
        if not checked_text(text, "a table").strip(" "):
            return cls()
        parts = text.split("|")
        try:
            return tuple.__new__(
                cls, [_read(part) if len(part) <= _TEXT_REMEMBERED else _read_set(part) for part in parts]
            )
        except NotationError as error:
            first = next(index for index, part in enumerate(parts) if not _is_set(part))
            raise error.at(sum(len(part) + 1 for part in parts[:first])) from None

    @classmethod
    def of(cls, melds: Iterable[str | Iterable[Tile] | Iterable[str]]) -> Table:
        """A table from anything that holds tiles, or the text of tiles.

        >>> Table.of([["r5", "r6", "r7"], "krb9"])
        Table('r5 r6 r7 | k9 r9 b9')
        """
        return tuple.__new__(cls, (meld if isinstance(meld, Meld) else Meld(meld) for meld in melds))

    @property
    def bag(self) -> TileBag:
        """All tiles on the table, counted once."""
        bag = self._bag
        if bag is None:
            bag = self._bag = TileBag.joined(map(_bag, self))
        return bag

    @property
    def first_invalid(self) -> int | None:
        """The index of the first meld that is no valid set, looked for once."""
        try:
            return self._first_invalid
        except AttributeError:
            valid = list(map(_is_valid, self))
            self._first_invalid = None if all(valid) else valid.index(False)
            return self._first_invalid

    @property
    def why_invalid(self) -> str | None:
        """Which set is the first that is none, and why; None if all are.

        >>> Table("r1 r2 r3 | r5 r6 r8").why_invalid
        'set 2 (r5 r6 r8) is no valid set: numbers are missing between these'
        """
        index = self.first_invalid
        return (
            None if index is None else f"set {index + 1} ({self[index]}) is no valid set: {_flaw(self[index]).sentence}"
        )

    @property
    def keys(self) -> Counter[tuple[Tile, ...]]:
        """The melds as a multiset, for comparing tables regardless of the order of sets."""
        return Counter(map(_key, self))

    def not_in(self, other: Table, *, exactly: bool = False) -> tuple[int, ...]:
        """The indices of the sets that do not lie on the other table just so, as often as here.

        `exactly`: one number and several jokers are another set in another order.

        >>> Table.parse("r1 r2 r3 | k5 b5 y5").not_in(Table.parse("y5 k5 b5 | r1 r2 r3 r4"))
        (0,)
        >>> Table.parse("* y5 *").not_in(Table.parse("y5 * *"), exactly=True)
        (0,)
        """
        key_of = _exact_key if exactly else _key
        there: dict[tuple[Tile, ...], int] = Counter(map(_exact_key, other)) if exactly else other.keys
        gone = []
        for index, key in enumerate(map(key_of, self)):
            left = there.get(key, 0)
            if left:
                there[key] = left - 1
            else:
                gone.append(index)
        return tuple(gone)

    def same_sets(self, other: Table) -> bool:
        """Whether the same sets lie there, in any order."""
        return self.keys == other.keys

    def __str__(self) -> str:
        """`r5 * r7 | k9 b9 y9`."""
        return " | ".join(map(_text, self))

    def __repr__(self) -> str:
        """`Table('r5 * r7 | k9 b9 y9')`."""
        return f"Table('{self}')"

    _repr_svg_ = _repr_svg_
