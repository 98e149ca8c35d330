"""The shuffle: fair, and the same for everybody who redoes it."""

from collections import Counter
from hashlib import sha256, shake_256
from typing import Any

import pytest

from openkub.pieces.kits import Kit
from openkub.pieces.tiles import Tile
from openkub.play.shuffle import Shuffler, commitment, fair_key, round_key, seed_key, start_draw
from tests.workshop.positions import tiles

KEY = seed_key("demo")


def test_keys_are_hashes_that_anybody_can_redo() -> None:
    assert seed_key("demo") == sha256(b"demo").digest()
    assert fair_key(b"secret", [b"one", b"two"]) == sha256(b"secretonetwo").digest()
    assert commitment(b"secret") == sha256(b"secret").hexdigest()
    assert round_key(KEY, 2) == sha256(KEY + b"\x00\x00\x00\x02").digest()


def test_the_shuffle_is_fisher_yates_over_the_bytes_of_shake_256() -> None:
    """Redone here from its description, byte by byte."""
    stream = iter(shake_256(KEY).digest(4000))
    deck = list(Kit.OFFICIAL.bag)
    for last in range(105, 0, -1):
        limit = 256 - 256 % (last + 1)
        other = next(byte for byte in stream if byte < limit) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert Shuffler(KEY).shuffled(Kit.OFFICIAL.bag) == deck


def test_a_shuffler_never_runs_out_and_never_repeats_itself() -> None:
    shuffler = Shuffler(KEY)
    first, second = shuffler.shuffled(Kit.BIG.bag), shuffler.shuffled(Kit.BIG.bag)
    third = [shuffler.below(256) for _ in range(2000)]
    assert sorted(first) == sorted(second) == list(Kit.BIG.bag)
    assert first != second
    assert bytes(third) in shake_256(KEY).digest(4000)


def test_another_goes_on_where_a_shuffler_has_stopped() -> None:
    shuffler = Shuffler(KEY)
    shuffler.shuffled(Kit.BIG.bag)
    shuffler.below(160)
    assert Shuffler(KEY, shuffler.used).shuffled(Kit.BIG.bag) == shuffler.shuffled(Kit.BIG.bag)


def test_small_numbers_are_not_favoured() -> None:
    """A byte modulo 160 would give 0 to 95 twice as often as the rest."""
    shuffler = Shuffler(KEY)
    counts = Counter(shuffler.below(160) // 80 for _ in range(8000))
    assert abs(counts[0] - 4000) < 300


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 33, "x" * 32, None])
def test_a_key_is_32_bytes(key: bytes | str | None) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Shuffler(key)


def drawn(*piles: Any, redraw_jokers: bool = True) -> Any:
    """Who starts when seats draw from these piles; every tile must be used."""
    left = [list(tiles(pile)) for pile in piles]
    starter = start_draw(range(len(piles)), lambda seat: left[seat].pop(0), redraw_jokers=redraw_jokers)
    assert not any(left)
    return starter


def test_the_highest_number_begins() -> None:
    """000:70, 001:26, 002:62, 003:58."""
    assert drawn("k7", "r12", "b3", "y11") == 1


def test_only_who_ties_draws_again() -> None:
    assert drawn("k12 y2", "b3", "r12 k5") == 2
    assert drawn("k12 y2 k1", "b3", "r12 k2 k9") == 2


def test_a_joker_is_drawn_again() -> None:
    """002:62."""
    assert drawn("* * k13", "r12", redraw_jokers=True) == 0


def test_a_joker_does_not_count() -> None:
    """001:26."""
    assert drawn("*", "r1", redraw_jokers=False) == 1
    assert drawn("* k2", "* k1", redraw_jokers=False) == 0


def test_who_is_alone_need_not_draw() -> None:
    assert start_draw([3], lambda seat: Tile("r1"), redraw_jokers=True) == 3
