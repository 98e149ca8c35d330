"""How a round begins and ends: the draw for the start, a new deal, points while opening, the call of the last tile."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from openkub.law.moves import Draw
from openkub.law.turns import Position
from openkub.play.state import State
from tests.page.board import Board, Mouse
from tests.page.browsing import Visitors
from tests.page.plays import advice, short_game, steps
from tests.page.tables import dealt_where, room_of
from tests.server.inprocess import Serving


def asks_anew(state: State) -> Any:
    return state.turn == 0 and state.view(0).may_redeal


def joker_below(state: State) -> Any:
    """A joker and two tiles in a row above it, from the rack of the player to move."""
    rack = {str(tile) for tile in state.racks[state.turn]}
    pairs = ([f"{colour}{n}", f"{colour}{n + 1}"] for n in range(11, 1, -1) for colour in "krby")
    return next((["*", *pair] for pair in pairs if {"*", *pair} <= rack), None)


def before_the_last_tile() -> Any:
    """A game in which the next play of Anna wins."""
    story = short_game()
    while not (advice(story.state) and story.state.apply(advice(story.state)).outcome):
        story.advised(1)
    return story


def test_who_drew_what_for_the_start_is_shown_until_the_board_is_touched(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 1, "Anna", "Bruno", "Clara").put_down(server)
    page = visitors.page("Anna", "phone", address=f"/g/{story.id}")
    draw = page.get_by_role("region", name="Draw for the start")
    expect(draw.get_by_role("img")).to_have_count(3)
    expect(draw).to_contain_text("Bruno begins")
    expect(
        page.get_by_role("status").filter(has_text=re.compile("Draw for the start.*You: .*Bruno begins"))
    ).to_have_count(1)
    Board(page).rack_area.locator("[data-piece]").first.tap()
    expect(draw).to_have_count(0)


def test_the_draw_is_not_shown_again_once_somebody_has_played(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno").move(Draw()).put_down(server)
    page = visitors.page("Anna", address=f"/g/{story.id}")
    expect(page.get_by_text("Bruno is away")).to_be_visible()
    expect(page.get_by_role("region", name="Draw for the start")).to_have_count(0)


def test_who_holds_three_pairs_may_ask_for_a_new_deal_and_everybody_is_told(
    visitors: Visitors, server: Serving
) -> None:
    story = dealt_where(asks_anew, "Anna", "Bruno", rules="tournament").put_down(server)
    anna, bruno = (visitors.page(name, address=f"/g/{story.id}") for name in ("Anna", "Bruno"))
    Board(bruno).ready()
    Board(anna).my_turn()
    expect(bruno.get_by_role("group", name="New deal")).to_have_count(0)
    anna.get_by_role("button", name="New deal").click()
    expect(anna.get_by_role("alert")).to_have_text("You asked for a new deal: everybody has new tiles.")
    expect(bruno.get_by_role("alert")).to_have_text("Anna asked for a new deal: everybody has new tiles.")
    racks = room_of(server, story.id).playing.state.racks
    for page, rack in zip((anna, bruno), racks, strict=True):
        assert sorted(Board(page).rack()) == sorted(map(str, rack))
    expect(anna.get_by_role("group", name="New deal")).to_have_count(0)


def test_the_offer_of_a_new_deal_is_gone_after_the_first_turn(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(asks_anew, "Anna", "Bruno", rules="tournament").put_down(server)
    page = visitors.page("Anna", "sideways", address=f"/g/{story.id}")
    board = Board(page).my_turn()
    expect(page.get_by_role("group", name="New deal")).to_contain_text("You hold 3 pairs of equal tiles")
    board.draw()
    expect(page.get_by_role("group", name="New deal")).to_have_count(0)


@pytest.mark.parametrize("edition", ["default", "original_fr", "jumbo_de", "original_es", "tournament"])
def test_points_while_opening_are_what_the_referee_counts(visitors: Visitors, server: Serving, edition: Any) -> None:
    story = dealt_where(lambda state: state.turn == 0 and joker_below(state), "Anna", "Bruno", rules=edition)
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    board = Board(page).my_turn()
    Mouse(board).lay(joker_below(story.state))
    board.shows(" ".join(joker_below(story.state)))
    state = story.state
    table = type(state.table).parse(" ".join(joker_below(state)))
    points = Position(state.rules, state.table, state.racks[0], opened=False).opening_points(table)
    expect(page.get_by_text(f"{points} of 30 to open")).to_be_visible()


def test_the_last_tile_is_called_and_then_the_result_is_shown(visitors: Visitors, server: Serving) -> None:
    story = before_the_last_tile().put_down(server)
    anna, bruno = (visitors.page(name, address=f"/g/{story.id}") for name in ("Anna", "Bruno"))
    Board(bruno).ready()
    board = Board(anna).my_turn()
    hands = Mouse(board)
    for step in steps(story.state.table, advice(story.state).table):
        hands.lay(step.kinds)
    board.end_turn()
    expect(bruno.get_by_role("button", name="Rummikub!")).to_contain_text("Anna: the last tile is laid")
    expect(bruno.get_by_role("status").filter(has_text="Anna: “Rummikub!”")).to_have_count(1)
    for page in (anna, bruno):
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.get_by_role("button", name="Rummikub!")).to_have_count(0)


def test_who_can_lay_may_not_pass_and_is_offered_a_hint(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno")
    while story.state.pool:
        story.move(Draw())
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    board = Board(page).my_turn()
    expect(page.get_by_text("or pass if you can lay none")).to_be_visible()
    board.draw()
    expect(page.get_by_role("alert")).to_contain_text("You can lay a tile, so here you may not draw or pass")
    expect(page.locator(".notice").get_by_role("button", name="Hint")).to_be_visible()
