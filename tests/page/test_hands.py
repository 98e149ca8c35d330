"""Hands that are understood: a drop means fit, a drawn tile is found, and nothing is drawn by mistake."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openkub.play.state import State
from tests.page.board import Board, Finger, Mouse
from tests.page.browsing import Visitors
from tests.page.large import ninety
from tests.page.states import middle_game
from tests.page.tables import dealt_where
from tests.page.test_refusals import low_run
from tests.server.inprocess import Serving


def run_of_four(state: State) -> Any:
    """Four in a row on the rack of the player to move, none of them twice."""
    rack = [str(tile) for tile in state.racks[state.turn]]
    runs = ([f"{colour}{n + i}" for i in range(4)] for n in range(1, 10) for colour in "krby")
    return state.turn == 0 and next((run for run in runs if all(rack.count(kind) == 1 for kind in run)), None)


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_a_tile_dropped_at_the_wrong_end_joins_the_end_where_it_fits(
    visitors: Visitors, server: Serving, device: str
) -> None:
    story = dealt_where(run_of_four, "Anna", "Bruno").put_down(server)
    lowest, *run = run_of_four(story.state)
    board = Board(visitors.page("Anna", device, address=f"/g/{story.id}")).my_turn()
    hands = Mouse(board) if device == "desktop" else Finger(board)
    hands.lay(run)
    hands.add(lowest, run[-1], "right")
    board.shows(" ".join([lowest, *run]))


def test_a_table_tile_dropped_on_the_rack_is_told_why_it_cannot_stay_there(visitors: Visitors, server: Serving) -> None:
    story = middle_game().put_down(server)
    page = visitors.page("Anna", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    before = board.table()
    Mouse(board).drag(board.table_area.locator("[data-piece]").first, board.middle(board.rack_area))
    expect(page.get_by_role("alert")).to_contain_text("stays on the table")
    assert board.table() == before


def test_a_double_tap_on_the_rack_takes_the_longest_set_of_the_tile(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(run_of_four, "Anna", "Bruno").put_down(server)
    board = Board(visitors.page("Anna", address=f"/g/{story.id}")).my_turn()
    board.on_rack(run_of_four(story.state)[1]).dblclick()
    for kind in run_of_four(story.state):
        expect(board.on_rack(kind)).to_have_attribute("aria-pressed", "true")


def test_what_a_finger_touches_on_a_full_table_is_shown_large(visitors: Visitors, server: Serving) -> None:
    story = ninety().put_down(server)
    page = visitors.page("Anna", "phone", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    finger = Finger(board)
    tile = board.table_area.locator("[data-piece]").nth(40)
    finger.press(tile)
    large = page.locator(".loupe")
    expect(large.locator(".one").first).to_be_visible()
    assert large.locator(".one").first.bounding_box()["width"] > 1.3 * tile.bounding_box()["width"]
    expect(large).to_be_in_viewport(ratio=1)
    finger.release()
    expect(large).to_have_count(0)


def test_two_fingers_look_closer_and_one_tap_brings_the_whole_table_back(visitors: Visitors, server: Serving) -> None:
    story = ninety().put_down(server)
    page = visitors.page("Anna", "phone", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    board.calm()
    tile = board.table_area.locator("[data-piece]").nth(40)
    before = tile.bounding_box()["width"]
    Finger(board).pinch(board.table_area, 2)
    page.wait_for_function(
        "([tile, wide]) => tile.getBoundingClientRect().width > wide", arg=[tile.element_handle(), before * 1.5]
    )
    page.get_by_role("button", name="Whole table").tap()
    page.wait_for_function(
        "([tile, wide]) => tile.getBoundingClientRect().width < wide", arg=[tile.element_handle(), before * 1.01]
    )


@pytest.mark.parametrize("device", ["desktop", "phone", "sideways"])
def test_draw_and_end_turn_never_move_and_drawing_over_a_play_asks_first(
    visitors: Visitors, server: Serving, device: str
) -> None:
    story = dealt_where(lambda state: state.turn == 0 and low_run(state), "Anna", "Bruno").put_down(server)
    page = visitors.page("Anna", device, address=f"/g/{story.id}")
    board = Board(page).my_turn()
    places = [_places(board)]
    expect(board.end_button).to_be_disabled()
    board.on_rack(low_run(story.state)[0]).click()
    page.keyboard.press("n")
    expect(board.end_button).to_be_enabled()
    expect(page.get_by_text("1 set is not finished")).to_be_visible()
    places.append(_places(board))
    board.draw()
    expect(page.get_by_role("alert")).to_contain_text("Draw all the same?")
    places.append(_places(board))
    page.locator(".notice").get_by_role("button", name="Draw a tile").click()
    expect(page.get_by_text("Bruno is away")).to_have_count(1)
    places.append(_places(board))
    assert places == places[:1] * 4


def _places(board: Board) -> Any:
    """Where the two buttons are, once the page is laid out."""
    board.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return [button.bounding_box() for button in (board.draw_button, board.end_button)]


def test_a_drawn_tile_stays_marked_and_the_sorting_is_kept(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno").put_down(server)
    page = visitors.page("Anna", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    page.keyboard.press("8")
    board.draw()
    board.has_on_rack(15)
    expect(board.rack_area.locator("[data-mark=drawn]")).to_have_count(1)
    expect(page.get_by_text("You drew")).to_be_visible()
    colours = [kind[0] for kind in board.rack() if kind != "*"]
    assert colours == sorted(colours, key="krby".index)


def test_letters_work_wherever_the_focus_is(page: Page, board: Board) -> None:
    page.get_by_role("button", name="777: sort by numbers").click()
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("y")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


@pytest.fixture
def page(visitors: Visitors, server: Serving) -> Page:
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno").put_down(server)
    found: Page = visitors.page("Anna", address=f"/g/{story.id}")
    return found


@pytest.fixture
def board(page: Page) -> Board:
    found: Board = Board(page).my_turn()
    return found


def test_pressing_the_mark_of_a_set_says_what_is_wrong_with_it(page: Page, board: Board) -> None:
    board.on_rack(board.rack()[0]).click()
    page.keyboard.press("n")
    board.table_area.get_by_role("button", name="It takes three tiles or more").click()
    expect(page.get_by_role("alert")).to_contain_text("It takes three tiles or more")


def test_the_rules_of_the_table_open_over_the_game(page: Page, board: Board) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name="What is played")
    expect(rules.locator("#rules-edition")).to_have_value("default")
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    board.ready()
