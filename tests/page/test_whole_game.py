"""A whole game by mouse, by touch and by keys alone: from the deal to the score sheet."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openkub.law.moves import Draw
from tests.page.board import Board, Finger, Keys, Mouse
from tests.page.browsing import Visitors
from tests.page.large import late, tiles_on
from tests.page.plays import Lay, advice, short_game, steps
from tests.page.sight import whole_table
from tests.page.tables import Story
from tests.server.inprocess import Line, Serving
from tests.workshop.chance import token_of


@pytest.fixture
def story(server: Serving) -> Story:
    return short_game().put_down(server)


@pytest.fixture
def bruno(server: Serving, story: Story) -> Iterator[Line]:
    """The other player."""
    line = Line(server, story.id, token_of("Bruno")).hello()
    yield line
    line.close()


def follow(board: Board, story: Story, bruno: Line, hands: Any) -> None:
    """Play until the round is over; every play is seen on the board before its turn ends."""
    while True:
        board.has_on_rack(len(story.state.racks[0]))
        board.my_turn()
        assert sorted(board.rack()) == sorted(map(str, story.state.racks[0]))
        play = advice(story.state)
        if play:
            lay(board, hands, story.state.table, play.table)
            hands.end()
        else:
            hands.give_up()
        story.move(play or Draw())
        if story.state.outcome:
            return
        bruno.until("moved", seat=0)
        move = advice(story.state) or Draw()
        assert bruno.wish("move", move=str(move))["type"] == "ack"
        story.move(move)


def lay(board: Board, hands: Any, before: Any, after: Any) -> None:
    for step in steps(before, after):
        take(hands, step)
    board.shows(*map(str, after))


def take(hands: Any, step: Any) -> None:
    if isinstance(step, Lay):
        hands.lay(step.kinds)
    else:
        hands.add(step.kind, step.beside, step.side)


def is_won(page: Page) -> None:
    sheet = page.get_by_role("dialog", name="You win the game!")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("table")).to_contain_text("Total")
    expect(sheet.get_by_text("All tiles are laid.")).to_be_visible()
    expect(sheet.get_by_role("button", name="Play again")).to_be_visible()


class ByButton:
    """Ends turns with the buttons."""

    def __init__(self, hands: Any) -> None:
        self.lay, self.add, self._board = hands.lay, hands.add, hands.board

    def end(self) -> None:
        self._board.end_turn()

    def give_up(self) -> None:
        self._board.draw()


class ByKey:
    """Ends turns with letters, once the page shows that it would take them: a button waits for that by itself."""

    def __init__(self, hands: Any) -> None:
        self.lay, self.add, self._hands = hands.lay, hands.add, hands

    def end(self) -> None:
        expect(self._hands.board.end_button).to_be_enabled()
        self._hands.press("e")

    def give_up(self) -> None:
        expect(self._hands.board.draw_button).to_be_enabled()
        self._hands.come_to_the_board()
        self._hands.press("d")


def test_a_whole_game_is_played_by_dragging_with_the_mouse(visitors: Visitors, story: Story, bruno: Line) -> None:
    page = visitors.page("Anna", address=f"/g/{story.id}")
    board = Board(page)
    follow(board, story, bruno, ByButton(Mouse(board)))
    is_won(page)


def test_a_whole_game_is_played_by_touch_on_a_phone(visitors: Visitors, story: Story, bruno: Line) -> None:
    page = visitors.page("Anna", "phone", address=f"/g/{story.id}")
    board = Board(page)
    follow(board, story, bruno, ByButton(Finger(board)))
    is_won(page)


def test_a_whole_game_is_played_by_keys_alone(visitors: Visitors, story: Story, bruno: Line) -> None:
    page = visitors.page("Anna", address=f"/g/{story.id}")
    board = Board(page)
    follow(board, story, bruno, ByKey(Keys(board)))
    is_won(page)


def test_a_game_is_won_by_touch_on_the_smallest_phone_with_ninety_tiles_on_the_table(
    visitors: Visitors, server: Serving
) -> None:
    story = late().put_down(server)
    page = visitors.page("Anna", "slim", address=f"/g/{story.id}")
    board, bruno = Board(page), Line(server, story.id, token_of("Bruno")).hello()
    hands, tiles = Finger(board), tiles_on(story)
    for step in list(steps(story.state.table, advice(story.state).table)):
        found = whole_table(page)
        assert (found["tiles"], found["hidden"], found["scrolls"], found["broken"]) == (tiles, 0, 0, 0)
        assert found["smallest"] >= 24
        assert found["rack"] >= 44
        take(hands, step)
        tiles += len(step.kinds) if isinstance(step, Lay) else 1
        board.end_turn()
        if tiles < 91:
            bruno.until("moved", seat=0)
            assert bruno.wish("move", move="pass")["type"] == "ack"
    is_won(page)
    bruno.close()
