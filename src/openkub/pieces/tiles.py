"""Tiles and bags of tiles.

>>> Tile("r7").colour.name, Tile("r7").number
('RED', 7)
>>> rack = TileBag.parse("r7 r7 k13 *")
>>> TileBag.parse("r7 *") <= rack, len(rack - TileBag.parse("r7"))
(True, 3)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Self

from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.text import checked_text, quoted

LOWEST, HIGHEST = 1, 13


class Colour(Enum):
    """The four colours, named by the letter that stands for them."""

    BLACK = "k"
    RED = "r"
    BLUE = "b"
    YELLOW = "y"

    @property
    def index(self) -> int:
        """0 to 3, in the order of this list."""
        return _COLOUR_INDEX[self]


_COLOURS = tuple(Colour)
_COLOUR_INDEX = {colour: i for i, colour in enumerate(_COLOURS)}


class Tile(int):
    """One of the 53 kinds: `Tile("r7")`, or the joker, `Tile("*")`.

    As an int it is its kind, `4 * (number - 1) + colour`; the joker is 52. Two tiles of one kind are the same value:
    which of two red sevens lies where is nobody's business.
    """

    __slots__ = ()

    def __new__(cls, text: str | Tile) -> Tile:
        """The tile of that name; a tile is itself."""
        try:
            return _BY_NAME[text]  # type: ignore[index]  # a tile is not there either
        except (KeyError, TypeError):
            found = spelled(text) if isinstance(text, str) else (text,) if isinstance(text, Tile) else ()
        if len(found) != 1:
            raise NotationError(NotationCode.NO_TILE, text=quoted(text))
        return found[0]

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The same as the constructor; every value has a `parse`."""
        return cls(text)

    @staticmethod
    def of(colour: Colour | str, number: int) -> Tile:
        """The tile of that colour, or of its letter, and number."""
        if not LOWEST <= number <= HIGHEST:
            raise NotationError(NotationCode.NO_NUMBER, number=number)
        if isinstance(colour, str):
            return Tile(f"{colour}{number}")
        return TILES[4 * (number - 1) + colour.index]

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self == 52

    @property
    def colour(self) -> Colour:
        """The colour of a numbered tile."""
        if self.is_joker:
            raise ValueError("a joker has no colour of its own")
        return _COLOURS[self & 3]

    @property
    def number(self) -> int:
        """The number, 1 to 13; 0 for the joker, which has none."""
        return 0 if self.is_joker else (self >> 2) + 1

    def __str__(self) -> str:
        """`r7`, `*`."""
        return _NAMES[self]

    def __format__(self, spec: str) -> str:
        """Its name, not its number as an int."""
        return format(str(self), spec)

    def __bool__(self) -> bool:
        """A tile is there, whatever its number as an int."""
        return True

    def __repr__(self) -> str:
        """`Tile('r7')`."""
        return f"Tile('{self}')"

    def __reduce__(self) -> tuple[type[Tile], tuple[str]]:
        """Tiles are pickled by name, so that a kind stays one object."""
        return Tile, (str(self),)


_NAMES = (*(f"{c.value}{n}" for n in range(LOWEST, HIGHEST + 1) for c in Colour), "*")
TILES: tuple[Tile, ...] = tuple(int.__new__(Tile, kind) for kind in range(53))
"""All 53 kinds, by their number as an int."""
_BY_NAME = dict(zip(_NAMES, TILES, strict=True))
JOKER = TILES[52]

_ALL_GUARDS = sum(8 << (4 * kind) for kind in range(53))
_TWOS = _ALL_GUARDS >> 2
_FOURS = _ALL_GUARDS >> 1
_SEVERAL = _TWOS | _FOURS
_NO_BAG = ~(_ALL_GUARDS - (_ALL_GUARDS >> 3))
"""All bits that no bag has, the sign among them."""
_EVEN_COUNTS = sum(15 << 8 * place for place in range(27))
_EVEN_PAIRS = sum(255 << 16 * place for place in range(14))
_EACH_NUMBER = sum(n << 16 * (HIGHEST - n) for n in range(LOWEST, HIGHEST + 1))
MOST_OF_A_KIND = 7
_DIGITS = bytes.maketrans(b"01234567", bytes(range(8)))
_SINGLES = [1 << 4 * kind for kind in range(53)]


def _repr_svg_(value: Any) -> str | None:
    """Return a value as an SVG picture for notebooks; None if it is too large."""
    from openkub.svg import shown

    return shown(value)


class TileBag:
    """An immutable multiset of tiles: four bits a kind in one int, the top bit of each kept free as a guard.

    >>> bag = TileBag.parse("r7 k1 r7")
    >>> str(bag), Tile("k1") in bag, bag.count(Tile("r7"))
    ('k1 r7 r7', True, 2)
    """

    __slots__ = ("_bits", "_size")
    _bits: int
    _size: int

    def __init__(self, tiles: str | Iterable[Tile] | Iterable[str] = ()) -> None:
        try:
            if isinstance(tiles, tuple) and len(tiles) <= MOST_OF_A_KIND:
                # So few can be added up at once: no count can pass its guard.
                self._bits, self._size = sum([_SINGLES[tile] for tile in tiles]), len(tiles)
                return
            self._add_up(parse_tiles(tiles, "a rack") if isinstance(tiles, str) else tiles)
        except TypeError:
            if not isinstance(tiles, list | tuple):
                raise
            self._add_up(map(Tile, tiles))  # by their names

    def _add_up(self, tiles: Iterable[Any]) -> None:
        bits = size = 0
        for tile in tiles:
            bits += 1 << (4 * tile)
            size += 1
            if bits & _ALL_GUARDS:
                raise NotationError(NotationCode.TOO_MANY, most=MOST_OF_A_KIND, tile=tile)
        self._bits, self._size = bits, size

    @classmethod
    def _make(cls, bits: int, size: int) -> Self:
        bag = object.__new__(cls)
        bag._bits, bag._size = bits, size
        return bag

    @classmethod
    def parse(cls, text: str) -> TileBag:
        """A bag from its tiles in any order, parted by spaces."""
        return cls(checked_text(text, "a rack"))

    @classmethod
    def from_bits(cls, bits: int) -> TileBag:
        """The bag with these `bits`."""
        if bits & _NO_BAG:
            raise NotationError(NotationCode.NO_BAG)
        bag = object.__new__(cls)
        bag._bits = bits
        bag._size = _sum_of_counts(bits) if bits & _SEVERAL else bits.bit_count()
        return bag

    @classmethod
    def joined(cls, bags: Iterable[TileBag]) -> TileBag:
        """All these bags in one."""
        bits = size = 0
        for bag in bags:
            bits += bag._bits
            size += bag._size
            if bits & _ALL_GUARDS:
                raise NotationError(NotationCode.TOO_MANY, most=MOST_OF_A_KIND, tile="of a kind")
        return cls._make(bits, size)

    @property
    def bits(self) -> int:
        """The int itself: bits 4k to 4k+3 count the tiles of kind k."""
        return self._bits

    def count(self, tile: Tile) -> int:
        """How many of one kind."""
        return self._bits >> (4 * tile) & 7

    @property
    def counts(self) -> bytes:
        """How many of each of the 53 kinds, a byte each.

        >>> list(TileBag("k1 r1 r1").counts[:4]), len(TileBag().counts)
        ([1, 2, 0, 0], 53)
        """
        return f"{self._bits:053x}"[::-1].encode().translate(_DIGITS)

    def kinds(self) -> Iterator[Tile]:
        """Each kind that occurs, once."""
        bits = self._bits
        while bits:
            kind = ((bits & -bits).bit_length() - 1) >> 2
            yield TILES[kind]
            bits &= ~(15 << (4 * kind))

    def points(self, joker: int) -> int:
        """The sum of the numbers, each joker counted as `joker`."""
        return _sum_of_numbers(self._bits) + joker * self.count(JOKER)

    @property
    def pairs(self) -> int:
        """Of how many kinds, jokers aside, it holds more than one.

        >>> TileBag.parse("r7 r7 r7 k1 k1 * *").pairs
        2
        """
        return sum(self.count(tile) > 1 for tile in self.kinds() if not tile.is_joker)

    def __add__(self, other: TileBag) -> TileBag:
        """Both bags in one."""
        bits = self._bits + other._bits
        return self.joined((self, other)) if bits & _ALL_GUARDS else self._make(bits, self._size + other._size)

    def with_one(self, tile: Tile) -> TileBag:
        """The same with one more tile.

        >>> str(TileBag.parse("r7 k1").with_one(Tile("r7")))
        'k1 r7 r7'
        """
        bits = self._bits + _SINGLES[tile]
        if bits & _ALL_GUARDS:
            raise NotationError(NotationCode.TOO_MANY, most=MOST_OF_A_KIND, tile=tile)
        return self._make(bits, self._size + 1)

    def __sub__(self, other: TileBag) -> TileBag:
        """What is left when `other` is taken out; all of it must be there."""
        bits, taken = self._bits, other._bits
        if ((bits | _ALL_GUARDS) - taken) & _ALL_GUARDS != _ALL_GUARDS:  # as `<=` does it
            raise ValueError(f"{other.minus(self)} cannot be taken out of {self}")
        return self._make(bits - taken, self._size - other._size)

    def minus(self, other: TileBag) -> TileBag:
        """What is left when as much of `other` as is there is taken out.

        >>> str(TileBag.parse("r7 r7 k1").minus(TileBag.parse("r7 b4")))
        'k1 r7'
        """
        rest = (self._bits | _ALL_GUARDS) - other._bits
        enough = rest & _ALL_GUARDS  # the guards of the kinds of which there are enough: only there something is left
        bits = rest & (enough - (enough >> 3))
        return self._make(bits, _sum_of_counts(bits))

    def __le__(self, other: TileBag) -> bool:
        """Whether all of these tiles are in the other bag: one subtraction; a kind that lacks some eats its guard."""
        return ((other._bits | _ALL_GUARDS) - self._bits) & _ALL_GUARDS == _ALL_GUARDS

    def __or__(self, other: TileBag) -> TileBag:
        """The smallest bag that holds either."""
        return self + other.minus(self)

    def __contains__(self, tile: object) -> bool:
        """Whether there is at least one of that kind."""
        return isinstance(tile, Tile) and self.count(tile) > 0

    def __len__(self) -> int:
        """The number of tiles."""
        return self._size

    def __iter__(self) -> Iterator[Tile]:
        """The tiles by number, then colour; jokers last."""
        for tile in self.kinds():
            for _ in range(self.count(tile)):
                yield tile

    def __eq__(self, other: object) -> bool:
        """Equal when the same tiles are in it."""
        return self._bits == other._bits if isinstance(other, TileBag) else NotImplemented

    def __hash__(self) -> int:
        """By its tiles."""
        return hash(self._bits)

    def __str__(self) -> str:
        """`k1 r7 r7 *`."""
        digits = self._bits.to_bytes(27, "little")
        return " ".join([kinds[byte] for kinds, byte in zip(_TWO_BY_TWO, digits, strict=True) if byte])

    def __repr__(self) -> str:
        """`TileBag('r7 r7')`."""
        return f"TileBag('{self}')"

    _repr_svg_ = _repr_svg_

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        """Pickled as two ints."""
        return TileBag._make, (self._bits, self._size)


NOTHING = TileBag()
"""No tiles."""


def sizes(bags: Iterable[TileBag]) -> tuple[int, ...]:
    """How many tiles each of these bags holds."""
    return tuple([bag._size for bag in bags])


def _counts_by_number(bits: int) -> int:
    """The counts of a bag added up two by two and four by four: a digit of 16 bits for each number."""
    pairs = (bits & _EVEN_COUNTS) + (bits >> 4 & _EVEN_COUNTS)
    return (pairs & _EVEN_PAIRS) + (pairs >> 8 & _EVEN_PAIRS)


def _sum_of_counts(bits: int) -> int:
    """All counts of a bag added up: every bit that is set is one, those of value two one more, of value four three."""
    return bits.bit_count() + (bits & _TWOS).bit_count() + 3 * (bits & _FOURS).bit_count()


def _sum_of_numbers(bits: int) -> int:
    """Each number as often as it is there: one digit of a product of digits."""
    return _counts_by_number(bits) * _EACH_NUMBER >> 16 * (HIGHEST - 1) & 0xFFFF


class _TwoKinds(dict[int, str]):
    """The tiles in one byte of a bag's bits, for each of the 63 bytes with tiles in them that has occurred."""

    def __init__(self, place: int) -> None:
        self._names = _NAMES[2 * place : 2 * place + 2]

    def __missing__(self, byte: int) -> str:
        counts = zip(self._names, (byte & 15, byte >> 4), strict=False)
        text = self[byte] = " ".join(name for name, count in counts for _ in range(count))
        return text


_TWO_BY_TWO = tuple(map(_TwoKinds, range(27)))


def parse_tiles(text: str, what: str) -> Iterator[Tile]:
    """The tiles of a text in their order; an error says which word is wrong and where."""
    for found in _WORD.finditer(checked_text(text, what)):
        tile = _BY_NAME.get(found[0])
        tiles = (tile,) if tile is not None else spelled(found[0])
        if not tiles:
            raise NotationError(NotationCode.NO_TILE, found.start(), text=quoted(found[0]))
        yield from tiles


_WORD = re.compile(r"[^\s,]+", re.ASCII)
_SPELLED = re.compile(r"([krbyo]+)([1-9]\d?)(?:-([krbyo]?)([1-9]\d?))?", re.ASCII)
_JOKERS = ("*", "j", "joker")
_LONGEST_WORD = 16


def spelled(word: str) -> tuple[Tile, ...]:
    """The tiles of a word as people write it: capitals, `o` for orange, `j`, several numbers or several colours.

    >>> [" ".join(map(str, spelled(word))) for word in ("R7", "b3-6", "b3-b5", "krb7", "joker", "r14", "krb7-9")]
    ['r7', 'b3 b4 b5 b6', 'b3 b4 b5', 'k7 r7 b7', '*', '', '']
    """
    plain = word.lower() if len(word) <= _LONGEST_WORD else ""
    found = _SPELLED.fullmatch(plain)
    if not found:
        return (JOKER,) if plain in _JOKERS else ()
    colours, first, low = found[1].replace("o", "y"), found[2], int(found[2])
    high, again = int(found[4] or first), (found[3] or found[1]).replace("o", "y")
    if not low <= high <= HIGHEST or (found[4] and (len(colours) > 1 or again != colours)):
        return ()
    return tuple(_BY_NAME[f"{colour}{number}"] for colour in colours for number in range(low, high + 1))
