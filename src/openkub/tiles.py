"""Tiles, bags of tiles and the kits they come in.

>>> Tile("r7").colour.name, Tile("r7").number
('RED', 7)
>>> rack = TileBag.parse("r7 r7 k13 *")
>>> TileBag.parse("r7 *") <= rack, len(rack - TileBag.parse("r7"))
(True, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from functools import cache
from typing import Self

LOWEST, HIGHEST = 1, 13
LONGEST_TEXT = 20_000
"""No value that is written on one line is longer; more is refused before it is read."""


class NotationError(ValueError):
    """Text that does not say what it should.

    `position` is the index of the first bad character; in a text of many lines, on line `line` (from 1), else 0.
    """

    def __init__(self, message: str, position: int = 0, line: int = 0) -> None:
        super().__init__(message)
        self.position, self.line = position, line

    def at(self, offset: int) -> NotationError:
        """The same error in a longer text that holds this one at `offset`."""
        return NotationError(str(self), self.position + offset)


def quoted(value: object) -> str:
    r"""Any input, made short and printable for an error message.

    >>> quoted("r7\x00" + "r" * 100)
    "'r7\\x00rrrrrrrrrrrrrrrrrrrrr…'"
    """
    try:
        text = value if isinstance(value, str) else f"{type(value).__name__} {str(value)[:40]}"
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        text = type(value).__name__
    return ascii(text) if len(text) <= 24 else ascii(text[:24])[:-1] + "…'"


def checked_text(text: object, what: str) -> str:
    """`text` itself, if it is a text that one may try to read at all."""
    if not isinstance(text, str):
        raise NotationError(f"{what} is written as text, not as {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"{what} of {len(text)} characters is too long", LONGEST_TEXT)
    return text


def words(text: str) -> Iterator[tuple[str, int]]:
    """The words of a text, each with the index of its first character."""
    position = 0
    for word in text.split(" "):
        if word:
            yield word, position
        position += len(word) + 1


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

    def __new__(cls, text: str) -> Tile:
        """The tile of that name."""
        try:
            return _BY_NAME[text]
        except (KeyError, TypeError):
            raise NotationError(
                f"{quoted(text)} is no tile: write k, r, b or y and a number from 1 to 13, or * for a joker"
            ) from None

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The same as the constructor; every value has a `parse`."""
        return cls(text)

    @staticmethod
    def of(colour: Colour, number: int) -> Tile:
        """The tile of that colour and number."""
        if not LOWEST <= number <= HIGHEST:
            raise NotationError(f"there is no tile with the number {number}")
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
MOST_OF_A_KIND = 7


class TileBag:
    """An immutable multiset of tiles: four bits a kind in one int, the top bit of each kept free as a guard.

    >>> bag = TileBag.parse("r7 k1 r7")
    >>> str(bag), Tile("k1") in bag, bag.count(Tile("r7"))
    ('k1 r7 r7', True, 2)
    """

    __slots__ = ("_bits", "_size")
    _bits: int
    _size: int

    def __init__(self, tiles: str | Iterable[Tile] = ()) -> None:
        bits = size = 0
        for tile in parse_tiles(tiles, "a rack") if isinstance(tiles, str) else tiles:
            bits += 1 << (4 * tile)
            size += 1
            if bits & _ALL_GUARDS:
                raise NotationError(f"more than {MOST_OF_A_KIND} tiles {tile}")
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
        if bits < 0 or bits >> (4 * 53) or bits & _ALL_GUARDS:
            raise NotationError("these bits are no bag of tiles")
        digits = bits.to_bytes(27, "little")
        return cls._make(bits, sum(byte & 15 for byte in digits) + sum(byte >> 4 for byte in digits))

    @classmethod
    def joined(cls, bags: Iterable[TileBag]) -> TileBag:
        """All these bags in one."""
        bits = size = 0
        for bag in bags:
            bits += bag._bits
            size += bag._size
            if bits & _ALL_GUARDS:
                raise NotationError(f"more than {MOST_OF_A_KIND} tiles of a kind")
        return cls._make(bits, size)

    @property
    def bits(self) -> int:
        """The int itself: bits 4k to 4k+3 count the tiles of kind k."""
        return self._bits

    def count(self, tile: Tile) -> int:
        """How many of one kind."""
        return self._bits >> (4 * tile) & 7

    def kinds(self) -> Iterator[Tile]:
        """Each kind that occurs, once."""
        bits = self._bits
        while bits:
            kind = ((bits & -bits).bit_length() - 1) >> 2
            yield TILES[kind]
            bits &= ~(15 << (4 * kind))

    def points(self, joker: int) -> int:
        """The sum of the numbers, each joker counted as `joker`."""
        return sum(tile.number or joker for tile in self)

    @property
    def pairs(self) -> int:
        """Of how many kinds, jokers aside, it holds more than one.

        >>> TileBag.parse("r7 r7 r7 k1 k1 * *").pairs
        2
        """
        return sum(self.count(tile) > 1 for tile in self.kinds() if not tile.is_joker)

    def __add__(self, other: TileBag) -> TileBag:
        """Both bags in one."""
        return self.joined((self, other))

    def __sub__(self, other: TileBag) -> TileBag:
        """What is left when `other` is taken out; all of it must be there."""
        if not other <= self:
            raise ValueError(f"{other.minus(self)} cannot be taken out of {self}")
        return self._make(self._bits - other._bits, self._size - other._size)

    def minus(self, other: TileBag) -> TileBag:
        """What is left when as much of `other` as is there is taken out.

        >>> str(TileBag.parse("r7 r7 k1").minus(TileBag.parse("r7 b4")))
        'k1 r7'
        """
        if other <= self:
            return self._make(self._bits - other._bits, self._size - other._size)
        return TileBag(t for t in self.kinds() for _ in range(self.count(t) - other.count(t)))

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
        return " ".join([_two_kinds(place, byte) for place, byte in enumerate(digits) if byte])

    def __repr__(self) -> str:
        """`TileBag.parse('r7 r7')`."""
        return f"TileBag.parse('{self}')"

    def _repr_svg_(self) -> str | None:
        """The tiles as a rack in a picture, where a notebook shows it."""
        from openkub.svg import shown

        return shown(self)

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        """Pickled as two ints."""
        return TileBag._make, (self._bits, self._size)


@cache
def _two_kinds(place: int, byte: int) -> str:
    """The tiles in one byte of a bag's bits; there are 27 places and 63 bytes with tiles in them."""
    kinds = _NAMES[2 * place : 2 * place + 2]
    return " ".join(name for name, count in zip(kinds, (byte & 15, byte >> 4), strict=False) for _ in range(count))


def parse_tiles(text: str, what: str) -> Iterator[Tile]:
    """The tiles of a text in their order; an error says which word is wrong and where."""
    for word, position in words(checked_text(text, what)):
        try:
            yield Tile(word)
        except NotationError as error:
            raise error.at(position) from None


class Kit(IntEnum):
    """The tiles of a box: the official 106, the big box with all 160, and the big box's short game of 108."""

    OFFICIAL = 106
    SHORT = 108
    BIG = 160

    @property
    def copies(self) -> int:
        """How often each numbered tile occurs."""
        return 3 if self is Kit.BIG else 2

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return 2 if self is Kit.OFFICIAL else 4

    @property
    def bag(self) -> TileBag:
        """All tiles of the kit."""
        return _KIT_BAGS[self]

    @property
    def stacks(self) -> tuple[int, int]:
        """How many stacks of seven and of eight the pool is piled in before the deal; odd tiles go on top."""
        odd = self % 7
        return self // 7 - odd, odd


_KIT_BAGS = {
    kit: TileBag([tile for tile in TILES[:52] for _ in range(kit.copies)] + [JOKER] * kit.jokers) for kit in Kit
}
