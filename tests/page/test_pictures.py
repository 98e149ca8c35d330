"""The main states look as they looked: golden pictures, compared with patience for other fonts."""

from pathlib import Path

import pytest
from PIL import Image

from tests.page.browsing import Visitors
from tests.page.pictures import GOLDEN, PICTURES, difference, take

MEAN, SHARE = 6.0, 0.04
"""How far pictures may be apart: a line more or less is forgiven, a rack that is gone is not."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_main_state_looks_as_it_should(visitors: Visitors, tmp_path: Path, name: str) -> None:
    take(visitors, name, tmp_path / "now.png")
    mean, share = difference(tmp_path / "now.png", GOLDEN / f"{name}.png")
    assert mean <= MEAN
    assert share <= SHARE


@pytest.mark.parametrize("name", ["turn-desktop", "turn-phone", "turn-dark", "turn-sideways"])
def test_a_picture_without_rack_and_buttons_is_found_out(tmp_path: Path, name: str) -> None:
    with Image.open(GOLDEN / f"{name}.png") as image:
        paper = image.getpixel((0, 0))
        image.paste(paper, (0, round(image.height * 0.66), image.width, image.height))
        image.save(tmp_path / "bare.png")
    assert difference(tmp_path / "bare.png", GOLDEN / f"{name}.png")[1] > SHARE
