"""What a seat may know."""

import pytest

from openkub.law.moves import Draw, Play, TimeOut
from openkub.notation.errors import NotationError
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import TILES, TileBag
from openkub.play.public import Turn
from openkub.play.state import State
from openkub.play.view import OBSERVED, View
from tests.workshop.positions import bag, round_of, rules, table


def test_a_seat_sees_its_own_rack_and_how_many_tiles_the_others_hold() -> None:
    view = round_of("r1 r2 / k1 k2 k3 / *", pool="b1 b2").view(1)
    assert view.racks == (None, bag("k1 k2 k3"), None)
    assert (view.counts, view.pool, view.rack) == ((2, 3, 1), 2, bag("k1 k2 k3"))


def test_a_view_is_small_numbers_of_which_each_has_its_place() -> None:
    state = State.deal("default", 3, "array")
    view, onlooker = state.view(1), state.view(None)
    seen = view.to_array(TileBag([next(iter(view.rack))]))
    assert (len(seen), max(part.stop for part in OBSERVED.values())) == (233, 233)
    parts = {name: list(seen[place]) for name, place in OBSERVED.items()}
    assert parts["rack"] == [view.rack.count(tile) for tile in TILES]
    assert sum(parts["chosen"]) == 1
    assert sum(parts["unseen"]) == len(view.unseen)
    assert (parts["counts"], parts["playing"]) == ([14, 14, 14, 0, 0, 0], [1, 1, 1, 0, 0, 0])
    assert (parts["pool"], parts["passes"], parts["must_lay"]) == ([106 - 42], [0], [0])
    assert sum(onlooker.to_array()[OBSERVED["rack"]]) == 0


def test_a_spectator_sees_no_rack() -> None:
    view = round_of("r1 r2 / k1 k2 k3").view(None)
    assert view.racks == (None, None)
    with pytest.raises(ValueError, match="a spectator has no rack"):
        _ = view.rack


def test_all_racks_are_open_when_the_round_is_over() -> None:
    over = round_of("r4 / k1", "r1 r2 r3").apply(Play(table("r1 r2 r3 r4")))
    assert over.view(None).racks == over.view(0).racks == (bag(""), bag("k1"))
    assert View.parse(str(over.view(None))).outcome == over.outcome


def test_a_view_names_no_tile_of_the_pool_or_of_hidden_racks() -> None:
    state = State.deal(rules(), 3, "hidden")
    for seat in (None, 0, 1, 2):
        (line,) = (line for line in str(state.view(seat)).split("\n") if line.startswith("racks"))
        others = [f"?{len(rack)}" for rack in state.racks]
        assert line == "racks: " + " / ".join(
            str(rack) if other == seat else hidden
            for other, (rack, hidden) in enumerate(zip(state.racks, others, strict=True))
        )
        assert f"pool: {len(state.pool)}" in str(state.view(seat))


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat} among 2"):
        round_of("r1 / r2").view(seat)


def test_a_view_knows_its_kit_and_what_is_unseen() -> None:
    state = State.deal(rules(), 5, "unseen")
    assert state.view(0).kit is Kit.BIG
    assert state.view(0).unseen == Kit.BIG.bag - state.racks[0]
    assert state.view(None).unseen == Kit.BIG.bag


def test_tiles_that_all_have_seen_are_not_unseen() -> None:
    state = State.deal(rules("original_fr"), 2, "shown", starter=0)
    first = next(iter(state.racks[0]))
    state = state.apply(TimeOut(table(str(first))))
    assert state.shown[0] == bag(str(first))
    assert state.view(1).unseen == Kit.OFFICIAL.bag - state.racks[1] - bag(str(first))
    assert state.view(0).unseen == Kit.OFFICIAL.bag - state.racks[0]


def test_a_view_tells_whether_its_seat_has_opened() -> None:
    assert round_of("r1 / r2").view(0).has_opened
    assert not round_of("r1 / r2", opened=False).view(1).has_opened


def test_a_spectator_has_not_opened() -> None:
    assert not round_of("r1 / r2").view(None).has_opened


def test_a_turn_tells_seat_move_and_tiles_drawn() -> None:
    assert str(Turn(1, Draw(), 1)) == "2 draw +1"
    assert Turn.parse("3 timeout r5 +3") == Turn(2, TimeOut(table("r5")), 3)
    assert Turn.parse("1 play r5 r6 r7").drawn == 0


@pytest.mark.parametrize("text", ["", "draw", "0 draw", "7 draw", "1 draw +0", "1 draw +x", "1 fly", "1"])
def test_anything_else_is_no_turn(text: str) -> None:
    with pytest.raises(NotationError):
        Turn.parse(text)


VIEW = str(State.deal(rules(), 2, "text", starter=0).apply(Draw()).view(0))


def test_a_view_is_text() -> None:
    assert View.parse(VIEW).history == (Turn(0, Draw(), 1),)
    assert str(View.parse(VIEW)) == VIEW


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("seat", "3", "3 is not between 1 and 2"),
        ("pool", "161", "161 is not between 0 and 160"),
        ("racks", "?x / ?5", "'x' is no whole number"),
        ("racks", "?1 / ?1 / ?1 / ?1 / ?1 / ?1 / ?1", "7 values for 1 to 6 seats"),
        ("opened", "yes / maybe", "'maybe' is neither yes nor no"),
        ("opened", "yes", "1 values for 2 seats"),
        ("shown", "/ /", "3 values for 2 seats"),
        ("turn", "0", "0 is not between 1 and 2"),
        ("passes", "-1", "-1 is not between"),
        ("rules", "chess", "is none of"),
    ],
)
def test_a_view_that_is_not_written_well_is_refused_on_its_line(key: str, value: str, says: str) -> None:
    lines = VIEW.split("\n")
    (number,) = (number for number, line in enumerate(lines) if line.startswith(f"{key}:"))
    lines[number] = f"{key}: {value}"
    with pytest.raises(NotationError, match=says) as error:
        View.parse("\n".join(lines))
    assert error.value.line == number + 1
