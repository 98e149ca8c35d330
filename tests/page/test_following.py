"""A game that one can follow: plays in a queue, marks by player, and a log of every turn."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openkub.law.moves import Draw
from openkub.play.state import State
from tests.page.board import Board
from tests.page.browsing import Visitors
from tests.page.plays import advice
from tests.page.tables import Story, dealt_where
from tests.page.test_drafting import comes
from tests.page.test_together import opens_by_hand
from tests.server.inprocess import Line, Serving
from tests.workshop.chance import token_of


@pytest.fixture
def story(server: Serving) -> Story:
    """Bruno and Clara can both open before it is Anna's turn."""

    def both_open(state: State) -> Any:
        return state.turn == 1 and opens_by_hand(state) and opens_by_hand(state.apply(advice(state)))

    found: Story = dealt_where(both_open, "Anna", "Bruno", "Clara").put_down(server)
    return found


def sits(visitors: Visitors, server: Serving, story: Story, **options: Any) -> Page:
    """Anna's page, once she is known to be there."""
    bruno = Line(server, story.id, token_of("Bruno")).hello()
    page: Page = visitors.page("Anna", address=f"/g/{story.id}", **options)
    comes(bruno, 0)
    bruno.close()
    return page


def play(server: Serving, story: Story, name: str) -> None:
    """This player lays what the solver advises."""
    line = Line(server, story.id, token_of(name)).hello()
    move = advice(story.state) or Draw()
    assert line.wish("move", move=str(move))["type"] == "ack"
    story.move(move)
    line.close()


def test_plays_of_several_are_shown_one_after_the_other_and_marked_by_player(
    visitors: Visitors, server: Serving, story: Story
) -> None:
    page = sits(visitors, server, story, settings={"pace": "slow"})
    board = Board(page)
    play(server, story, "Bruno")
    show = page.get_by_role("group", name="Show the last play again")
    page.get_by_role("button", name="Pause").click()
    expect(show).to_contain_text("Bruno")
    play(server, story, "Clara")
    page.get_by_role("button", name="On to the next play").click()
    expect(show).to_contain_text("Clara")
    board.rack_area.locator("[data-piece]").first.click()
    expect(show).to_be_hidden()
    for seat in (1, 2):
        expect(board.table_area.locator(f"[data-mark='seat {seat}']")).not_to_have_count(0)


def test_the_log_tells_every_turn_in_words_and_shows_it_again(
    visitors: Visitors, server: Serving, story: Story
) -> None:
    page = sits(visitors, server, story)
    board = Board(page)
    play(server, story, "Bruno")
    play(server, story, "Clara")
    board.my_turn().draw()
    expect(page.get_by_text("Bruno is away")).to_be_visible()
    _opens(page)
    lines = page.locator("#log li")
    expect(lines).to_have_count(3)
    expect(lines.nth(0)).to_contain_text("You: drew 1 tile")
    expect(lines.nth(1)).to_contain_text(f"{len(story.state.racks[2])} tiles left")
    expect(lines.nth(2)).to_contain_text("Bruno: laid")
    page.reload()
    board.ready()
    _opens(page)
    expect(lines).to_have_count(3)
    lines.nth(2).get_by_role("button").click()
    expect(page.get_by_role("group", name="Show the last play again")).to_contain_text("Bruno")


def _opens(page: Page) -> None:
    page.get_by_role("button", name="What happened").click()
    expect(page.locator("#log")).to_be_visible()
