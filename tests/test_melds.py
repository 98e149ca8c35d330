"""Sets and tables. `data/melds.json` is read by the page's draft checker too, so that both always agree.

Of each row: `readings` are the run from first to last tile, and the group with the colours that it lacks; `value_face`
counts a joker as the best reading does, `value_zero` as nothing.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from openkub.notation.errors import NotationError
from openkub.pieces.melds import Group, Meld, Run, Table
from openkub.pieces.tiles import Colour
from tests.workshop.positions import bag, meld, table

ROWS = json.loads((Path(__file__).parent / "data" / "melds.json").read_text(encoding="utf-8"))
VALID = [row for row in ROWS if row["valid"]]


def written(reading: Any) -> Any:
    """A reading as it stands in the file."""
    if isinstance(reading, Run):
        return f"{reading.stands_for(0)[0]}-{reading.stands_for(reading.length - 1)[0]}"
    missing = " ".join(colour.value for colour in reading.missing)
    return f"{reading.number}s" + (f" without {missing}" if missing else "")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["tiles"])
def test_a_set_is_valid_and_means_what_the_file_says(row: dict[str, Any]) -> None:
    assert meld(row["tiles"]).is_valid is row["valid"]
    assert [written(reading) for reading in meld(row["tiles"]).readings] == row.get("readings", [])


@pytest.mark.parametrize("row", VALID, ids=lambda row: row["tiles"])
def test_a_valid_set_counts_what_the_file_says(row: dict[str, Any]) -> None:
    laid = meld(row["tiles"])
    assert (laid.value(), laid.value("face"), laid.value("zero")) == (row["value_face"],) * 2 + (row["value_zero"],)


@pytest.mark.parametrize("row", VALID, ids=lambda row: row["tiles"])
def test_a_tile_that_a_joker_may_stand_for_can_take_its_place(row: dict[str, Any]) -> None:
    laid = meld(row["tiles"])
    for place, tile in enumerate(laid):
        for meant in laid.stands_for(place):
            assert Meld((*laid[:place], meant, *laid[place + 1 :])).is_valid
            assert tile.is_joker or meant is tile


def test_the_file_has_a_row_for_every_length_number_of_jokers_and_trap() -> None:
    assert len({row["tiles"] for row in ROWS}) == len(ROWS) >= 80
    assert {len(row["tiles"].split()) for row in ROWS} >= {1, 2, 3, 4, 5, 13, 14}
    assert {(row["tiles"].count("*"), row["valid"]) for row in ROWS} >= {
        (n, ok) for n in range(5) for ok in (True, False)
    }


def test_a_joker_in_a_run_stands_for_the_tile_of_its_place() -> None:
    assert [str(tile) for tile in meld("r5 * r7").stands_for(1)] == ["r6"]


def test_a_joker_in_a_group_of_three_stands_for_either_missing_colour() -> None:
    """002:8."""
    assert [str(tile) for tile in meld("b3 r3 *").stands_for(2)] == ["k3", "y3"]
    assert [str(tile) for tile in meld("b3 * r3").stands_for(1)] == ["k3", "y3"]


def test_a_joker_that_may_be_in_a_run_or_a_group_stands_for_the_tiles_of_both() -> None:
    assert [str(tile) for tile in meld("* * r5").stands_for(0)] == ["r3", "k5", "b5", "y5"]


def test_a_tile_stands_for_itself_and_a_joker_of_an_invalid_set_for_nothing() -> None:
    assert [str(tile) for tile in meld("r5 * r7").stands_for(0)] == ["r5"]
    assert meld("r5 * r6").stands_for(1) == ()


def test_a_set_knows_its_tiles_and_jokers() -> None:
    assert meld("r7 * r5 *").bag == bag("r5 r7 * *")
    assert meld("r7 * r5 *").jokers == 2
    assert repr(meld("r5 * r7")) == "Meld('r5 * r7')"


def test_readings_are_values() -> None:
    assert meld("r5 * r7").readings == (Run(Colour.RED, 5, 3),)
    assert meld("r9 b9 *").readings == (Group(9, (Colour.BLACK, Colour.YELLOW), 3),)


def test_the_order_of_a_group_is_free_and_that_of_a_run_is_not() -> None:
    assert meld("r9 b9 *").key == meld("* b9 r9").key
    assert meld("r5 r6 *").key != meld("* r5 r6").key
    assert meld("r5 r6").key != meld("r6 r5").key


@pytest.mark.parametrize("text", ["", "   "])
def test_a_set_has_tiles(text: str) -> None:
    with pytest.raises(NotationError, match="a set without tiles"):
        Meld.parse(text)


def test_a_table_is_read_with_any_spaces() -> None:
    assert table("") == table("   ") == Table()
    assert table("r5 r6 r7|k9 b9  y9 ") == table(" r5 r6 r7 | k9 b9 y9")
    assert repr(table("r5 r6 r7 | k9 b9 y9")) == "Table('r5 r6 r7 | k9 b9 y9')"


def test_a_table_holds_the_tiles_of_all_its_sets() -> None:
    assert table("r5 * r7 | k9 b9 *").bag == bag("r5 r7 k9 b9 * *")
    assert Table.of([bag("r5 r6 r7"), [*meld("k9 b9 *")]]) == table("r5 r6 r7 | k9 b9 *")


def test_the_first_invalid_set_is_found() -> None:
    assert table("r5 r6 r7 | k9 b9 | r1").first_invalid == 1
    assert table("r5 r6 r7").first_invalid is None
    assert table("").first_invalid is None


def test_two_tables_have_the_same_sets_in_any_order() -> None:
    assert table("r5 r6 r7 | k9 b9 y9").same_sets(table("y9 k9 b9 | r5 r6 r7"))
    assert not table("r5 r6 r7 | r5 r6 r7").same_sets(table("r5 r6 r7"))
    assert not table("r5 r6 *").same_sets(table("* r5 r6"))


def test_what_is_no_set_has_no_value() -> None:
    with pytest.raises(ValueError, match="r1 r2 is no valid set"):
        Meld.parse("r1 r2").value()
