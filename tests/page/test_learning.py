"""Learning by doing: every lesson is solved on the board by hand, and the first game is played with a coach."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.axe import barriers
from tests.page.board import Board, Keys
from tests.page.browsing import Visitors
from tests.page.lessons import LESSONS, Learner
from tests.page.test_languages import LANGUAGES, fits, is_complete

DEVICES = ("desktop", "phone")
NAMES = list(LESSONS)
IN_TURN = [
    pytest.param(lesson, device, marks=[pytest.mark.slow] if (number + place) % 2 else [])
    for number, lesson in enumerate(NAMES)
    for place, device in enumerate(DEVICES)
]
"""Every lesson on one device, the next on the other; in the long run all on both."""
ELSEWHERE = """address => {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}"""


def learn(page: Page, lesson: str, device: str) -> None:
    learner = Learner(page, touch=device != "desktop")
    positions = LESSONS[lesson]["positions"]
    for number, task in enumerate(positions, 1):
        expect(page.get_by_label(f"Position {number} of {len(positions)}")).to_be_visible()
        learner.solve(task)
        if number < len(positions):
            learner.next.click()


@pytest.mark.parametrize(("lesson", "device"), IN_TURN)
def test_a_lesson_is_solved_by_hand(visitors: Visitors, lesson: str, device: str) -> None:
    page = visitors.page(device=device, address=f"/learn/{lesson}")
    learn(page, lesson, device)
    page.evaluate(ELSEWHERE, "/learn")
    all_of_it = len(LESSONS[lesson]["positions"])
    expect(page.get_by_text(f"{all_of_it} of {all_of_it} solved")).to_be_visible()


def solve_by_keys(page: Page, *tiles: Any) -> None:
    Keys(Board(page).ready()).lay(tiles)
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")


def test_first_steps_are_taken_with_keys_alone(visitors: Visitors) -> None:
    page = visitors.page()
    page.get_by_role("link", name=re.compile("New here")).press("Enter")
    solve_by_keys(page, "r5", "r6", "r7")
    solve_by_keys(page, "k9", "r9", "y9")
    solve_by_keys(page, "r9", "r10", "r11")
    expect(page.get_by_label("Position 4 of 7")).to_be_visible()


def test_a_lesson_goes_on_where_it_was_left(visitors: Visitors) -> None:
    page = visitors.page(address="/learn/first")
    Learner(page, touch=False).solve(LESSONS["first"]["positions"][0])
    page.reload()
    expect(page.get_by_label("Position 2 of 7")).to_be_visible()
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_label("Position 3 of 7")).to_be_visible()


def test_what_is_wrong_and_what_is_missing_is_said(visitors: Visitors) -> None:
    page = visitors.page(address="/learn/first")
    board = Board(page).ready()
    board.on_rack("r5").click()
    page.mouse.click(*board.free_spot())
    board.end_turn()
    expect(page.locator(".notice")).to_have_text("It takes three tiles or more")
    expect(page.get_by_role("status").filter(has_text="It takes three")).to_have_count(1)


def test_hints_point_at_tiles_and_then_lay_them(visitors: Visitors) -> None:
    page = visitors.page(address="/learn/taking")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Which tiles?").click()
    expect(page.locator(".notice")).to_contain_text("blue 3")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Lay it for me").click()
    Board(page).shows("k4 r4 y4", "b3 b4 b5 b6")
    expect(page.get_by_role("button", name="Next")).to_be_focused()


@pytest.mark.parametrize("device", DEVICES)
def test_learning_has_no_barrier(visitors: Visitors, device: str) -> None:
    page = visitors.page(device=device, address="/learn")
    assert barriers(page) == []
    page.goto("/learn/taking")
    Board(page).ready()
    assert barriers(page) == []
    page.keyboard.press("h")
    assert barriers(page) == []
    Learner(page, touch=device != "desktop").solve(LESSONS["taking"]["positions"][0])
    assert barriers(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_are_complete_and_fit_in_every_language(visitors: Visitors, language: str) -> None:
    page = visitors.visitor(device="slim", language=language).new_page()
    page.goto("/learn")
    is_complete(page, language)
    fits(page)
    for lesson in NAMES:
        page.evaluate(ELSEWHERE, f"/learn/{lesson}")
        expect(page.locator(".steps li")).to_have_count(len(LESSONS[lesson]["positions"]))
        is_complete(page, language)
        fits(page)
    page.set_viewport_size({"width": 844, "height": 390})
    fits(page)
