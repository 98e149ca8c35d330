"""Fair, checkable chance: Fisher-Yates over a SHAKE-256 stream of a 32-byte key.

Anybody can redo it in any language: `docs/notation.md` describes every byte. A key is the SHA-256 of a seed text; in a
game with a house, of the house's secret and a nonce of every human seat, in that order (`fair_key`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256, shake_256

from openkub.pieces.tiles import Tile

KEY_LENGTH = 32
NONCE_LENGTH = 16
"""All nonces are of one length, so that nobody can cut them up otherwise afterwards."""
_CHUNK = 512


def seed_of(seed: str | int) -> str:
    """A seed as text; a number stands for its digits.

    >>> seed_of(5), seed_of("kitchen")
    ('5', 'kitchen')
    """
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise TypeError(f"a seed is a text, a number or the 32 bytes of a key, not {type(seed).__name__}")
    return str(seed)


def seed_key(seed: str) -> bytes:
    """The key that a seed text stands for."""
    return sha256(seed.encode("utf-8", "surrogatepass")).digest()


def fair_key(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """The key that neither the house, which chose the secret first, nor the seats can choose."""
    return sha256(secret + b"".join(nonces)).digest()


def commitment(secret: bytes) -> str:
    """What the house shows before the nonces are sent, so that it cannot change its secret afterwards."""
    return sha256(secret).hexdigest()


def round_key(key: bytes, number: int) -> bytes:
    """The key of the n-th round (from 1) of a match."""
    return sha256(key + number.to_bytes(4, "big")).digest()


def redeal_key(pool: Iterable[Tile]) -> bytes:
    """The key of a new deal within a round: it follows from the order of the pool, which nobody has seen."""
    return sha256(b"redeal" + bytes(map(int, pool))).digest()


class Shuffler:
    """The stream of a key, and the shuffles drawn from it one after the other."""

    used: int
    """How many bytes of the stream were taken, and passed over before them."""

    def __init__(self, key: bytes, used: int = 0) -> None:
        if not isinstance(key, bytes) or len(key) != KEY_LENGTH:
            raise ValueError(f"a key is {KEY_LENGTH} bytes")
        self._bytes, self.used = _stream(key, used), used

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1 (at most 255): a byte, skipped where it would favour the small numbers."""
        fair = 256 - 256 % limit
        byte = fair
        while byte >= fair:
            byte = next(self._bytes)
            self.used += 1
        return byte % limit

    def shuffled(self, tiles: Iterable[Tile]) -> list[Tile]:
        """The tiles in random order."""
        deck, stream = list(tiles), self._bytes
        self.used += max(0, len(deck) - 1)
        for last in range(len(deck) - 1, 0, -1):
            limit = last + 1
            fair = 256 - 256 % limit
            byte = next(stream)
            while byte >= fair:  # as `below` does it
                byte = next(stream)
                self.used += 1
            other = byte % limit
            deck[last], deck[other] = deck[other], deck[last]
        return deck


def _stream(key: bytes, start: int) -> Iterator[int]:
    """The bytes of SHAKE-256(key) from there on, as many as are asked for."""
    size = start
    while True:
        yield from shake_256(key).digest(size + _CHUNK)[size:]
        size += _CHUNK


def start_draw(seats: Iterable[int], draw: Callable[[int], Tile], *, redraw_jokers: bool) -> int:
    """Who begins: everybody draws a tile, the highest number wins; only who ties draws again.

    >>> tiles = {0: [Tile("k12"), Tile("y2")], 1: [Tile("r12"), Tile("k5")], 2: [Tile("b3")]}
    >>> start_draw(tiles, lambda seat: tiles[seat].pop(0), redraw_jokers=True)
    1
    """
    drawing = list(seats)
    while len(drawing) > 1:
        numbers = {seat: _start_number(seat, draw, redraw_jokers=redraw_jokers) for seat in drawing}
        drawing = [seat for seat in drawing if numbers[seat] == max(numbers.values())]
    return drawing[0]


def _start_number(seat: int, draw: Callable[[int], Tile], *, redraw_jokers: bool) -> int:
    tile = draw(seat)
    while redraw_jokers and tile.is_joker:
        tile = draw(seat)
    return tile.number
