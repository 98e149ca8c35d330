"""Taps by touch: each one reaches the tile under the finger, however long it takes."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.board import Board
from tests.page.browsing import Visitors

LENGTHS_MS = (0, 15, 40, 80, 120)
FASTER = 25
"""Tiles glide so many times faster, so that the test does not wait for them."""
NEARLY_STILL = 0.001
ROUNDS = 20
LAST_FRAME = "() => document.getAnimations().forEach(animation => animation.finish())"


class Finger:
    """Single touches on one tab, whose animations run at `rate`."""

    def __init__(self, page: Page, rate: float) -> None:
        self.page, self.taps = page, 0
        self._line: Any = page.context.new_cdp_session(page)
        self._line.send("Animation.enable")
        self.glide_at(rate)

    def glide_at(self, rate: float) -> None:
        self._line.send("Animation.setPlaybackRate", {"playbackRate": rate})

    def down(self, at: tuple[float, float]) -> None:
        self._line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]})

    def up(self) -> None:
        self._line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def touch(self, at: tuple[float, float]) -> None:
        self.down(at)
        self.up()

    def tap(self, tile: Locator) -> None:
        at = Board(self.page).middle(tile)
        self.down(at)
        self.page.wait_for_timeout(LENGTHS_MS[self.taps % len(LENGTHS_MS)])  # the length of a touch is what is tested
        self.up()
        self.taps += 1


def center(tile: Locator) -> tuple[float, float]:
    """Return the middle of the tile as it is painted now."""
    box: Any = tile.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def lesson(visitors: Visitors) -> Page:
    """The lesson about jokers on a phone, with tiles that glide."""
    page: Page = visitors.page(device="phone", address="/learn/jokers", still=False)
    Board(page).ready()
    return page


def test_no_tap_of_a_hundred_is_lost_after_a_joker_was_freed(lesson: Page) -> None:
    board, finger, lost = Board(lesson), Finger(lesson, FASTER), []
    for _ in range(ROUNDS):
        finger.tap(board.on_rack("y3"))
        finger.tap(board.on_table("*"))
        board.shows("b3 r3 y3", "*")
        for kind in ("k11", "k12"):
            finger.tap(board.on_rack(kind))
            lost += [kind] * (board.on_rack(kind).get_attribute("aria-pressed") == "false")
        finger.tap(lesson.get_by_role("button", name="Put everything back"))
        board.shows("b3 r3 *")
    assert (finger.taps, lost) == (5 * ROUNDS, [])


def test_a_tile_that_glides_away_under_the_finger_is_tapped_all_the_same(lesson: Page) -> None:
    board, finger = Board(lesson), Finger(lesson, FASTER)
    finger.tap(board.on_rack("y3"))
    joker = board.middle(board.on_table("*"))
    finger.glide_at(NEARLY_STILL)
    finger.touch(joker)
    board.shows("b3 r3 y3", "*")
    tile = board.on_rack("k11")
    finger.down(center(tile))
    lesson.evaluate(LAST_FRAME)
    finger.up()
    expect(tile).to_have_attribute("aria-pressed", "true")
