"""Examples and sentences of the leaflets that no rule case shows; docs/leaflets.md names them."""

import pytest

from openkub.law.leaflets import LEAFLETS
from openkub.law.moves import Draw, TimeOut
from openkub.law.rules import EDITIONS
from tests.workshop.positions import meld, problem, round_of


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r8 r9 r10", "r7 r11", "r7 r8 r9 r10 r11"),
        ("r3 r4 r5", "r6 k3 y3", "r4 r5 r6 | r3 k3 y3"),
        ("k2 k3 k4 | y2 y3 y4 | r2 r3 r4 r5 r6", "r7 b2", "k2 y2 r2 b2 | k3 y3 r3 | k4 y4 r4 | r5 r6 r7"),
    ],
    ids=["002:109 A", "002:135 C", "002:160 F"],
)
def test_an_example_of_a_leaflet_is_a_legal_turn(before: str, rack: str, after: str) -> None:
    assert problem(before, rack, after, "jumbo_de") is None


def test_a_set_that_a_leaflet_shows_is_valid() -> None:
    """001:41 blue 3 to 6."""
    assert meld("b3 b4 b5 b6").is_valid


@pytest.mark.parametrize("edition", LEAFLETS)
@pytest.mark.parametrize(
    ("rack", "lies", "opened"), [("k10 k11 k12", "", False), ("b4 k1", "b1 b2 b3", True), ("* k1", "b1 b2 b3", True)]
)
def test_who_could_open_or_play_may_draw(edition: str, rack: str, lies: str, opened: bool) -> None:
    """000:80, 001:200, 002:91, 003:206, 004:137: keep tiles back, keep the joker, let the others open."""
    state = round_of(f"{rack} / k5", lies, "r13 r12", edition, opened=opened)
    assert state.check(Draw()) is None


@pytest.mark.parametrize(
    ("edition", "seconds", "mode"),
    [
        ("sabra6", 120, "optional"),
        ("sabra_xxl", 120, "optional"),
        ("original_fr", 60, "mandatory"),
        ("original_es", 60, "optional"),
    ],
)
def test_the_seconds_of_a_turn_are_those_of_the_leaflet(edition: str, seconds: int, mode: str) -> None:
    """000:17, 003:20 two minutes if wished; 001:53 one minute; 004:141 one minute in competitions."""
    rules = EDITIONS[edition]
    assert (rules.time_limit_s, rules.time_limit_mode) == (seconds, mode)
    assert round_of("k1 / k5", "", "r13", edition).check(TimeOut()) is None
