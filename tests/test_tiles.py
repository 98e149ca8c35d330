"""Tiles, bags and kits."""

import copy

import pytest

from openkub.notation.errors import NotationError
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import JOKER, TILES, Colour, Tile, TileBag, parse_tiles
from tests.workshop.positions import bag


def test_there_are_53_kinds_each_with_a_name_of_its_own() -> None:
    assert len(TILES) == len({str(tile) for tile in TILES}) == 53
    assert [str(tile) for tile in TILES[:5]] == ["k1", "r1", "b1", "y1", "k2"]
    assert TILES[-1] is JOKER


def test_a_tile_knows_its_colour_and_number() -> None:
    assert (Tile("k13").colour, Tile("k13").number) == (Colour.BLACK, 13)
    assert Tile.of(Colour.YELLOW, 1) is Tile("y1")
    assert [colour.index for colour in Colour] == [0, 1, 2, 3]


def test_a_joker_has_no_number_and_no_colour() -> None:
    assert JOKER.is_joker
    assert not Tile("r7").is_joker
    assert JOKER.number == 0
    with pytest.raises(ValueError, match="a joker has no colour"):
        _ = JOKER.colour


@pytest.mark.parametrize("number", [0, 14, -1])
def test_no_tile_has_a_number_outside_1_to_13(number: int) -> None:
    with pytest.raises(NotationError, match="no tile with the number"):
        Tile.of(Colour.RED, number)


def test_two_tiles_of_a_kind_are_the_same_value_even_when_copied() -> None:
    assert Tile("r7") is Tile.parse("r7") is copy.deepcopy(Tile("r7"))
    assert repr(Tile("r7")) == "Tile('r7')"


def test_tiles_are_read_in_their_order() -> None:
    assert [*map(str, parse_tiles("r7 * k1", "tiles"))] == ["r7", "*", "k1"]


def test_a_bag_sorts_its_tiles_by_number_then_colour_with_jokers_last() -> None:
    assert str(bag("* y1 k2 r1 k1")) == "k1 r1 y1 k2 *"
    assert repr(bag("r7 r7")) == "TileBag('r7 r7')"


def test_a_bag_holds_at_most_seven_of_a_kind() -> None:
    seven = bag("r7 r7 r7 r7 r7 r7 r7")
    assert seven.count(Tile("r7")) == len(seven) == 7
    with pytest.raises(NotationError, match="more than 7 tiles r7"):
        bag("r7 " * 8)
    with pytest.raises(NotationError, match="more than 7 tiles of a kind"):
        seven + bag("r7")
    with pytest.raises(NotationError, match="more than 7 tiles of a kind"):
        TileBag.joined([seven, seven, seven])


def test_what_is_not_in_a_bag_cannot_be_taken_out_but_minus_takes_what_is_there() -> None:
    with pytest.raises(ValueError, match="b4 cannot be taken out of k1 r7"):
        bag("r7 k1") - bag("r7 b4")
    assert bag("r7 r7 k1").minus(bag("r7 b4")) == bag("r7 k1")
    assert bag("r7 r7 k1").minus(bag("r7")) == bag("r7 k1")
    assert len(bag("r7").minus(bag("r7 r7"))) == 0


def test_a_bag_is_contained_only_if_all_of_it_is_there() -> None:
    assert bag("r7 *") <= bag("r7 r7 *")
    assert not bag("r7 r7 r7") <= bag("r7 r7 *")
    assert bag("") <= bag("")


def test_the_join_of_two_bags_holds_either() -> None:
    assert bag("r7 r7 k1") | bag("r7 b4") == bag("r7 r7 k1 b4")


def test_only_a_tile_can_be_in_a_bag() -> None:
    assert Tile("r7") in bag("r7")
    assert "r7" not in bag("r7")
    assert int(Tile("r7")) not in bag("r7")


def test_equal_bags_hash_alike_and_a_bag_equals_nothing_else() -> None:
    assert len({bag("r7 k1"), bag("k1 r7"), bag("k1")}) == 2
    assert bag("r7") != "r7"
    assert bag("r7") != bag("r7 r7")


def test_points_count_a_joker_as_it_is_told() -> None:
    assert (bag("r7 k13 *").points(30), bag("r7 k13 *").points(25), bag("").points(30)) == (50, 45, 0)


@pytest.mark.parametrize("bits", [-1, 8, 1 << 212, 15 << 200])
def test_bits_that_are_no_bag_are_refused(bits: int) -> None:
    with pytest.raises(NotationError, match="no bag"):
        TileBag.from_bits(bits)


def test_a_bag_is_made_from_its_bits() -> None:
    assert TileBag.from_bits(bag("k1 k1 *").bits) == bag("k1 k1 *")
    assert len(TileBag.from_bits(bag("k1 k1 r1 *").bits)) == 4


@pytest.mark.parametrize(("kit", "copies", "jokers"), [(106, 2, 2), (108, 2, 4), (160, 3, 4)])
def test_a_kit_has_every_numbered_tile_as_often_as_the_box_says(kit: int, copies: int, jokers: int) -> None:
    """000:66 (106), 000:46 (108, four jokers), 000:38 (160)."""
    kit = Kit(kit)
    assert (kit.copies, kit.jokers, len(kit.bag)) == (copies, jokers, kit.value)
    assert {kit.bag.count(tile) for tile in TILES[:52]} == {copies}
    assert kit.bag.count(JOKER) == jokers


@pytest.mark.parametrize(("kit", "stacks"), [(106, (14, 1)), (108, (12, 3)), (160, (16, 6))])
def test_the_pool_is_piled_in_sevens_and_eights(kit: int, stacks: tuple[int, ...]) -> None:
    """002:64: one stack of eight with 106 tiles."""
    sevens, eights = Kit(kit).stacks
    assert (sevens, eights) == stacks
    assert 7 * sevens + 8 * eights == kit


def test_a_bag_with_one_more_tile_is_the_two_bags_joined() -> None:
    some = bag("r7 k1 *")
    assert [some.with_one(tile) for tile in TILES] == [some + TileBag((tile,)) for tile in TILES]
    with pytest.raises(NotationError, match="more than 7"):
        TileBag((JOKER,) * 7).with_one(JOKER)
