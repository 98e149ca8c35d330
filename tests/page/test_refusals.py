"""Whatever is refused: where, and why, in the player's language."""

from typing import Any

import pytest
from playwright.sync_api import expect

from openkub.play.state import State
from tests.page.board import Board, Mouse
from tests.page.browsing import Visitors
from tests.page.tables import Story, dealt_where
from tests.server.inprocess import Serving


def low_run(state: State) -> Any:
    """The cheapest three in a row on the rack of the player to move."""
    rack = {str(tile) for tile in state.racks[state.turn]}
    runs = ([f"{colour}{n + i}" for i in range(3)] for n in range(1, 9) for colour in "krby")
    return next((run for run in runs if set(run) <= rack), None)


@pytest.fixture
def story(server: Serving) -> Story:
    found = dealt_where(lambda state: state.turn == 0 and low_run(state), "Anna", "Bruno")
    return found.put_down(server)


def lay_one(board: Board, story: Story) -> None:
    Mouse(board).lay([low_run(story.state)[0]])


def lay_run(board: Board, story: Story) -> None:
    Mouse(board).lay(low_run(story.state))


def test_an_invalid_set_is_pointed_at_and_explained(visitors: Visitors, story: Story) -> None:
    page = visitors.page("Anna", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    lay_one(board, story)
    board.end_turn()
    expect(page.get_by_role("alert")).to_contain_text("It takes three tiles or more")
    expect(board.set_with(low_run(story.state)[0])).to_have_attribute("data-mark", "fault")
    assert len(board.table()) == 1  # the draft stays as it was


def test_an_opening_that_is_too_low_names_its_points(visitors: Visitors, story: Story) -> None:
    page = visitors.page("Anna", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    lay_run(board, story)
    points = sum(int(kind[1:]) for kind in low_run(story.state))
    expect(page.get_by_role("progressbar", name=f"{points} of 30 to open")).to_be_visible()
    board.end_turn()
    expect(page.get_by_role("alert")).to_contain_text(f"come to {points} points")


@pytest.mark.parametrize(
    ("language", "why"), [("de", "drei"), ("es", "tres"), ("fr", "trois"), ("nl", "drie"), ("pt", "três")]
)
def test_a_refusal_speaks_the_players_language(visitors: Visitors, story: Story, language: str, why: str) -> None:
    page = visitors.page("Anna", "phone", address=f"/g/{story.id}", language=language)
    board = Board(page).my_turn()
    tile = board.on_rack(low_run(story.state)[0])
    tile.tap()
    page.touchscreen.tap(*board.free_spot())
    page.locator(".actions button.main").tap()
    expect(page.get_by_role("alert")).to_contain_text(why)


def test_a_tile_of_the_table_does_not_go_to_the_rack(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno").advised(16)
    if story.state.turn != 0:
        story.advised(1)
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    board = Board(page).my_turn()
    before = board.table()
    Mouse(board).drag(board.table_area.locator("[data-piece]").first, board.middle(board.rack_area))
    assert board.table() == before
