"""Puzzles: solved in the page as a person would, the same one for everybody on the same day."""

import json
from datetime import UTC, date, datetime

import pytest
from playwright.sync_api import Route, expect

from openkub.analysis.puzzles import Kind, load_puzzles, number_of_the_day
from tests.page.axe import barriers
from tests.page.board import Board, Finger, Keys
from tests.page.browsing import Visitors
from tests.page.puzzling import Solver, follow, is_solved, quick_ones
from tests.page.test_layout import COVERED

NOON = datetime(2026, 12, 24, 12, tzinfo=UTC)
FIFTY = {Kind.OPEN: 14, Kind.LAY: 12, Kind.OUT: 12, Kind.JOKER: 12}
OPENING = next(number for number, puzzle in enumerate(load_puzzles(), 1) if puzzle.kind is Kind.OPEN)
REARRANGED = next(number for number, puzzle in enumerate(load_puzzles(), 1) if puzzle.kind is Kind.LAY)


def solve(visitors: Visitors, wanted: dict[Kind, int]) -> None:
    """So many of every kind, one after the other."""
    page = visitors.page(address="/puzzles")
    for number in quick_ones(wanted):
        follow(page, f"/puzzles/{number}")
        expect(page).to_have_title(f"Puzzle {number} · openkub")
        Board(page).ready()
        Solver(page).solve(load_puzzles()[number - 1])
        is_solved(page)
    follow(page, "/puzzles")
    expect(page.get_by_text(f"{sum(wanted.values())} of 1,200 solved")).to_be_visible()


def test_puzzles_of_every_kind_are_solved_one_after_the_other(visitors: Visitors) -> None:
    solve(visitors, dict.fromkeys(Kind, 3))


def test_who_goes_on_before_the_first_page_is_there_is_shown_where_they_went(visitors: Visitors) -> None:
    page = visitors.visitor().new_page()
    held: list[Route] = []
    page.route("**/Puzzles-*.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it, and a method of a list cannot be marked
    with page.expect_request("**/Puzzles-*.js"):
        page.goto("/puzzles", wait_until="commit")
    follow(page, f"/puzzles/{OPENING}")
    for route in held:
        route.continue_()
    expect(page).to_have_title(f"Puzzle {OPENING} · openkub")
    Board(page).ready()


@pytest.mark.slow
def test_fifty_puzzles_are_solved_one_after_the_other(visitors: Visitors) -> None:
    solve(visitors, FIFTY)


def test_the_puzzle_of_the_day_is_the_one_that_the_command_shows(visitors: Visitors) -> None:
    page = visitors.visitor(fresh=True).new_page()
    page.clock.set_fixed_time(NOON)
    page.goto("/puzzles/daily")
    Board(page).ready()
    number = number_of_the_day(date(2026, 12, 24))
    assert sorted(Board(page).rack()) == sorted(map(str, load_puzzles()[number - 1].position.rack))
    expect(page.get_by_text(f"Puzzle {number}")).to_be_visible()


def test_who_solves_the_puzzle_of_the_day_has_a_streak(visitors: Visitors) -> None:
    page = visitors.visitor(fresh=True).new_page()
    page.clock.set_fixed_time(NOON)
    page.goto("/puzzles")
    page.evaluate("value => localStorage.setItem('openkub.puzzles', value)", json.dumps({"days": [356]}))
    page.goto("/puzzles/daily")
    Board(page).ready()
    Solver(page).solve(load_puzzles()[number_of_the_day(date(2026, 12, 24)) - 1])
    expect(page.locator(".result")).to_contain_text("2 days in a row")
    follow(page, "/puzzles")
    expect(page.get_by_text("2 days in a row")).to_be_visible()
    expect(page.get_by_role("link", name="Look at it again")).to_be_visible()


def test_hints_come_in_three_strengths_and_the_solution_is_shown_step_by_step(visitors: Visitors) -> None:
    page = visitors.page(address=f"/puzzles/{REARRANGED}")
    board = Board(page).ready()
    said = page.get_by_role("alert")
    for name, told in {
        "A small hint": "Lay these",
        "A larger hint": "marked",
        "The first step": "A first step",
    }.items():
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name=name).click()
        expect(said).to_contain_text(told)
    page.get_by_role("button", name="Solution").last.click()
    page.get_by_role("button", name="Keep thinking").click()
    page.get_by_role("button", name="Solution").last.click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("group", name="Solution").get_by_role("button", name="Close").click()
    puzzle = load_puzzles()[REARRANGED - 1]
    board.has_on_rack(len(puzzle.position.rack) - len(puzzle.laid))
    expect(page.get_by_text("That is the solution.").first).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.url.rsplit("/", 1)[-1] != str(REARRANGED)


def test_a_puzzle_is_solved_by_keys_alone(visitors: Visitors) -> None:
    page = visitors.page(address=f"/puzzles/{OPENING}")
    keys = Keys(Board(page).ready())
    for meld in load_puzzles()[OPENING - 1].solution:
        keys.lay(list(map(str, meld)))
    is_solved(page)
    expect(page.locator("[role=status][aria-live=polite]").last).to_contain_text("Solved!")


@pytest.mark.parametrize("device", ["phone", "slim", "wide"])
def test_a_puzzle_is_solved_by_a_finger_and_nothing_is_hidden(visitors: Visitors, device: str) -> None:
    page = visitors.page(device=device, address=f"/puzzles/{OPENING}")
    board = Board(page).ready()
    board.calm()
    assert page.evaluate(COVERED) == []
    for meld in load_puzzles()[OPENING - 1].solution:
        Finger(board).lay(list(map(str, meld)))
    is_solved(page)
    assert barriers(page) == []


def test_a_puzzle_that_is_not_there_is_no_dead_end(visitors: Visitors) -> None:
    page = visitors.page(address="/puzzles/999999")
    expect(page.get_by_role("heading", name="There is no such puzzle")).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()


def test_all_puzzles_can_be_chosen_by_kind_and_grade(visitors: Visitors) -> None:
    page = visitors.page(address="/puzzles")
    page.get_by_role("group", name="Task").get_by_role("radio", name="Free a joker").check()
    page.get_by_role("group", name="How hard").get_by_role("radio", name="5").check()
    wanted = sum(puzzle.kind is Kind.JOKER and puzzle.grade == 5 for puzzle in load_puzzles())
    expect(page.get_by_text(f"{wanted} puzzles")).to_be_visible()
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("link", name="Free a joker")).to_have_count(48)
