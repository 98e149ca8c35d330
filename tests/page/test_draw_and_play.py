"""Draw and play in the same turn, by touch on a phone: the draft stays, and then the turn is ended."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openkub.law.moves import Draw
from openkub.play.state import State
from tests.page.board import Board, Finger
from tests.page.browsing import Visitors
from tests.page.plays import Lay, advice, steps
from tests.page.tables import Story, dealt_where, room_of
from tests.server.inprocess import Line, Serving
from tests.workshop.chance import token_of

RULES = "default play_after_draw=True deal_size=5 opening_min_points=1 rounds=1"


def draw_makes_a_second_set(state: State) -> bool:
    """Anna begins with one set to lay, and with the tile that she draws another."""
    if state.turn != 0 or not advice(state):
        return False
    return len(advice(state).table) == 1 and len(advice(state.apply(Draw())).table) == 1


@pytest.fixture
def story(server: Serving) -> Story:
    return dealt_where(draw_makes_a_second_set, "Anna", "Bruno", rules=RULES).put_down(server)


@pytest.fixture
def page(visitors: Visitors, story: Story) -> Page:
    return visitors.page("Anna", "phone", address=f"/g/{story.id}")


@pytest.fixture
def board(page: Page) -> Board:
    return Board(page).my_turn()


def laid_by_hand(story: Story) -> Any:
    (step,) = steps(story.state.table, advice(story.state).table)
    assert isinstance(step, Lay)
    return step.kinds


def moves(server: Serving, story: Story) -> list[str]:
    return [str(move) for _, move in room_of(server, story.id).playing.record.rounds[0].turns]


def picture(page: Page, name: str) -> None:
    """Save a screenshot into the folder OPENKUB_PICTURES, if it is set."""
    if folder := os.environ.get("OPENKUB_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_the_draft_stays_through_the_draw_and_becomes_the_play(
    page: Page, board: Board, story: Story, server: Serving
) -> None:
    bruno = Line(server, story.id, token_of("Bruno")).hello()
    kinds = laid_by_hand(story)
    Finger(board).lay(kinds)
    board.shows(" ".join(kinds))
    board.draw()
    heard = bruno.until("moved", seat=0)
    assert (heard["move"], heard["drawn"], heard["position"]["turn"]) == ("draw", 1, 0)
    board.has_on_rack(3)
    board.shows(" ".join(kinds))
    expect(board.draw_button).to_be_disabled()
    picture(page, "drawn_with_a_draft")
    page.reload()
    board.my_turn().shows(" ".join(kinds))
    expect(board.draw_button).to_be_disabled()
    board.end_turn()
    assert bruno.until("moved", seat=0)["position"]["turn"] == 1
    assert moves(server, story) == ["draw", f"play {' '.join(kinds)}"]
    bruno.close()


def test_a_draw_is_not_taken_back_and_a_second_tap_draws_no_second_tile(
    page: Page, board: Board, story: Story, server: Serving
) -> None:
    board.draw_button.dblclick()
    board.has_on_rack(6)
    drawn = room_of(server, story.id).playing.state.racks[0].minus(story.state.racks[0])
    expect(page.locator(".status")).to_contain_text("lay or end the turn")
    for name in ("Undo", "Put everything back"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.is_enabled():
            button.click()
    assert str(drawn) in board.rack()
    picture(page, "drawn")
    assert moves(server, story) == ["draw"]
    board.end_turn()
    expect(page).not_to_have_title("● Your turn · openkub")
    page.wait_for_function("document.title.startsWith('●') === false")
    assert moves(server, story) == ["draw", "pass"]


def test_the_keys_draw_once_and_end_the_turn(visitors: Visitors, story: Story, server: Serving) -> None:
    page = visitors.page("Anna", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    page.keyboard.press("d")
    board.has_on_rack(6)
    page.keyboard.press("d")
    page.keyboard.press("e")
    page.wait_for_function("document.title.startsWith('●') === false")
    assert moves(server, story) == ["draw", "pass"]


def test_a_table_is_set_up_with_it(visitors: Visitors, server: Serving) -> None:
    page = visitors.page("Cleo", "phone", address="/new")
    page.get_by_text("Turn and time").click()
    option = page.locator(".option", has=page.get_by_text("Draw and play in one turn", exact=True))
    expect(option.locator(".sources")).to_contain_text("French leaflet")
    option.get_by_role("switch").click()
    picture(page, "every_single_rule")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/g/*")
    assert room_of(server, page.url.rpartition("/")[2]).rules.play_after_draw
