"""Learning by doing: every lesson is solved on the board by hand, and the first game is played with a coach."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.axe import barriers
from tests.page.board import Board, Keys, Mouse
from tests.page.browsing import Visitors
from tests.page.lessons import LESSONS, Learner
from tests.page.pictures import COACHED
from tests.page.plays import advice, steps
from tests.page.states import middle_game, opened
from tests.page.tables import Story, dealt_where
from tests.page.test_languages import LANGUAGES, fits, is_complete
from tests.page.test_together import opens_by_hand
from tests.server.inprocess import Serving

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
    page = visitors.page(device=device, address="/learn/taking")
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
    for lesson in NAMES:
        page.evaluate(ELSEWHERE, f"/learn/{lesson}")
        expect(page.locator(".steps li")).to_have_count(len(LESSONS[lesson]["positions"]))
        is_complete(page, language)
        fits(page)
    page.set_viewport_size({"width": 844, "height": 390})
    fits(page)


# --- the coach ---


def coached(visitors: Visitors, server: Serving, story: Story, device: str = "desktop") -> Page:
    """Anna's page of a game in which a coach sits beside her."""
    page = visitors.visitor("Anna", device).new_page()
    page.goto("/timer")
    page.evaluate(COACHED, story.id)
    return opened(page, story, server)


def says(page: Page, text: str) -> None:
    expect(page.get_by_role("status", name="Coach")).to_contain_text(text)


@pytest.mark.parametrize("device", DEVICES)
def test_the_first_game_is_played_with_a_coach_who_falls_silent_when_asked_to(visitors: Visitors, device: str) -> None:
    page = visitors.page(device=device, address="/learn")
    page.get_by_role("button", name="Straight to the game").click()
    board = Board(page).my_turn()
    expect(page.get_by_role("status", name="Coach")).not_to_be_empty()
    fits(page)
    assert barriers(page) == []
    board.draw()
    board.has_on_rack(15)
    page.get_by_role("button", name="Coach, be quiet").click()
    expect(page.get_by_role("status", name="Coach")).to_have_count(0)
    page.reload()
    board.ready()
    expect(page.get_by_role("status", name="Coach")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Coach, speak again").click()
    expect(page.get_by_role("status", name="Coach")).not_to_be_empty()


def test_the_coach_says_what_opens_why_a_set_is_none_and_what_is_next(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 0 and opens_by_hand(state), "Anna", "Bruno")
    page = coached(visitors, server, story)
    board = Board(page).my_turn()
    says(page, "You can open: ")
    Mouse(board).lay(board.rack()[:1])
    says(page, "It takes three tiles or more")
    page.get_by_role("button", name="Put everything back").click()
    for step in steps(story.state.table, advice(story.state).table):
        Mouse(board).lay(step.kinds)
    says(page, "End your turn")
    board.end_turn()
    says(page, "It is the other’s turn")


@pytest.mark.parametrize("turns", [2, 14, 30])
def test_the_coach_says_that_something_can_be_laid_where_it_can(
    visitors: Visitors, server: Serving, turns: int
) -> None:
    """As far as the solver sees: also where the table has to be rearranged."""
    story = middle_game(turns)
    page = coached(visitors, server, story)
    Board(page).my_turn()
    told = page.get_by_role("status", name="Coach")
    expect(told).to_contain_text(re.compile(r"\w\w\w "))
    can = re.search("You can|fits", told.inner_text())
    assert bool(can) == (advice(story.state) is not None), told.inner_text()


def test_the_coach_asks_the_server_no_more_than_once_a_turn(visitors: Visitors, server: Serving) -> None:
    page = coached(visitors, server, middle_game(14))
    board = Board(page).my_turn()
    says(page, "Draw a tile")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/hint") else None)
    for kind in board.rack()[:3]:
        Mouse(board).lay([kind])
        page.keyboard.press("u")
    says(page, "Draw a tile")
    assert not asked
