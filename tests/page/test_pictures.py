"""The main states look as they looked: golden pictures, compared with patience for other fonts."""

import pytest

from .pictures import GOLDEN, PICTURES, difference, take

MEAN, WORST = 4.0, 60.0
"""How far pictures may be apart; two different states are ten times as far."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_main_state_looks_as_it_should(visitors, tmp_path, name):
    take(visitors, name, tmp_path / "now.png")
    mean, worst = difference(tmp_path / "now.png", GOLDEN / f"{name}.png")
    assert (mean, worst) <= (MEAN, 255)
    assert worst <= WORST


def test_a_picture_with_something_missing_is_found_out():
    mean, worst = difference(GOLDEN / "turn-desktop.png", GOLDEN / "end-desktop.png")
    assert worst > WORST
    assert mean > MEAN
