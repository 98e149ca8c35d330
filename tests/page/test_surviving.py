"""Everything survives: reload, lost network, a server that is killed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGSTOP
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import Board, Mouse
from tests.page.browsing import Devices, Visitors
from tests.page.plays import advice, steps
from tests.page.states import middle_game, opened
from tests.page.tables import Story, dealt_where, room_of
from tests.page.test_together import opens_by_hand
from tests.server.inprocess import Serving
from tests.server.serving import serving

BANNER = re.compile("^No connection")


@pytest.fixture
def story() -> Story:
    return dealt_where(lambda state: state.turn == 0 and opens_by_hand(state), "Anna", "Bruno")


PLACES = """() => [...document.querySelectorAll("[data-zone=table] [data-meld]")].map(set => {
  const box = set.getBoundingClientRect();
  const tiles = [...set.querySelectorAll("[data-kind]")].map(tile => tile.dataset.kind).join(" ");
  return `${tiles} at ${Math.round(box.x)}, ${Math.round(box.y)}`;
}).sort()"""


def test_sets_lie_after_a_reload_where_they_lay_before(visitors: Visitors, server: Serving) -> None:
    page = opened(visitors.visitor("Anna").new_page(), middle_game(), server)
    board = Board(page).my_turn()
    grip = board.table_area.locator("[data-grip]").first
    Mouse(board).drag(grip, board.free_spot())
    board.calm()
    before = page.evaluate(PLACES)
    page.reload()
    Board(page).my_turn().calm()
    assert page.evaluate(PLACES) == before


def lay_first_set(board: Board, story: Story) -> str:
    first = next(iter(steps(story.state.table, advice(story.state).table)))
    Mouse(board).lay(first.kinds)
    return " ".join(first.kinds)


def test_a_reload_in_the_middle_of_a_draft_keeps_it(visitors: Visitors, server: Serving, story: Story) -> None:
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    board = Board(page).my_turn()
    laid = lay_first_set(board, story)
    page.reload()
    board.my_turn().shows(laid)
    expect(board.end_button).to_be_enabled()


def test_another_device_of_the_same_player_goes_on_with_the_draft(
    visitors: Visitors, server: Serving, story: Story
) -> None:
    address = f"/g/{story.put_down(server).id}"
    desk = visitors.page("Anna", address=address)
    watching = Board(visitors.page("Bruno", address=address)).ready()
    laid = lay_first_set(Board(desk).my_turn(), story)
    watching.shows(laid)  # so the server has it
    Board(visitors.page("Anna", "phone", address=address)).my_turn().shows(laid)


def test_a_phone_without_network_keeps_the_draft_and_comes_back_by_itself(
    visitors: Visitors, server: Serving, story: Story
) -> None:
    visitors.may_be_cut = True
    page = visitors.page("Anna", "phone", address=f"/g/{story.put_down(server).id}")
    other = Board(visitors.page("Bruno", address=page.url)).ready()
    board = Board(page).my_turn()
    page.context.set_offline(True)
    expect(page.get_by_text(BANNER)).to_be_visible()
    laid = lay_first_set(board, story)
    page.context.set_offline(False)
    expect(page.get_by_text(BANNER)).to_be_hidden()
    board.shows(laid)
    other.shows(laid)


PLACED = """() => [...document.querySelectorAll("[data-area], [data-piece], .actions button, .tools button")]
  .map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height].map(Math.round).join())
  .concat(document.documentElement.scrollHeight)"""
MESSAGES = re.compile("No connection|does not answer")
SIZES = ((360, 640), (390, 844), (844, 390), (1440, 900))


def waits(page: Page) -> None:
    """Assert that one message is shown, and that the buttons that end a turn wait and refer to it."""
    expect(page.get_by_text(MESSAGES)).to_have_count(1)
    expect(page.get_by_text(MESSAGES)).to_be_in_viewport(ratio=1)
    for button in page.locator(".actions button").all():
        expect(button).to_be_disabled()
        expect(button).to_have_accessible_description(BANNER)
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_without_network_one_message_is_shown_and_nothing_moves(
    visitors: Visitors, server: Serving, size: tuple[int, int]
) -> None:
    visitors.may_be_cut = True
    width, height = size
    viewport = {"width": width, "height": height}
    page = opened(visitors.visitor("Anna", "phone", viewport=viewport).new_page(), middle_game(), server)
    Board(page).my_turn().calm()
    before = page.evaluate(PLACED)
    page.context.set_offline(True)
    waits(page)
    page.keyboard.press("h")  # a hint is asked of the server
    page.keyboard.press("d")
    waits(page)
    assert page.evaluate(PLACED) == before
    page.context.set_offline(False)
    expect(page.get_by_text(MESSAGES)).to_have_count(0)
    expect(Board(page).draw_button).to_be_enabled()
    assert page.evaluate(PLACED) == before
    assert room_of(server, page.url.rpartition("/")[2]).turns == middle_game().room.turns


def test_a_hint_that_the_server_did_not_answer_is_told_until_it_answers_again(
    visitors: Visitors, server: Serving
) -> None:
    visitors.may_be_cut = True
    page = opened(visitors.visitor("Anna", "phone").new_page(), middle_game(), server)
    Board(page).my_turn().calm()
    before = page.evaluate(PLACED)
    page.route("**/api/games/*/hint", lambda route: route.abort())
    page.keyboard.press("h")
    expect(page.get_by_text(MESSAGES)).to_have_count(1)
    assert page.evaluate(PLACED) == before
    expect(page.get_by_text(MESSAGES)).to_have_count(0)


@contextmanager
def killable(devices: Devices, folder: Path) -> Iterator[Any]:
    """A server in a process of its own, and its visitors."""
    file = folder / "games.db"
    with serving(str(file)) as server:
        server.file = file
        visitors = Visitors(devices, server)
        visitors.may_be_cut = True
        yield server, visitors
        visitors.leave()


def all_there(page: Page) -> Any:
    """The board, once nothing more comes that could move a button under somebody's finger."""
    board = Board(page).my_turn()
    page.wait_for_load_state("networkidle")
    return board


def test_a_killed_server_is_announced_and_the_board_comes_back_by_itself(
    devices: Devices, tmp_path: Path, story: Story
) -> None:
    with killable(devices, tmp_path) as (server, visitors):
        page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
        board = all_there(page)
        server.kill()
        waits(page)
        laid = lay_first_set(board, story)
        waits(page)
        server.start()
        expect(page.get_by_text(MESSAGES)).to_have_count(0)
        board.my_turn().shows(laid)


def test_a_turn_that_ends_while_the_server_dies_arrives_when_it_is_back(
    devices: Devices, tmp_path: Path, story: Story
) -> None:
    with killable(devices, tmp_path) as (server, visitors):
        page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
        board = all_there(page)
        server.process.send_signal(SIGSTOP)
        board.draw()  # the server never reads it
        server.kill()
        waits(page)
        server.start()
        expect(page.get_by_text("Bruno is away")).to_be_visible()
        assert room_of(server, story.id).turns == 1


def test_a_table_that_does_not_exist_says_so_and_asks_no_more(visitors: Visitors) -> None:
    visitors.may_be_cut = True  # the browser notes the answer 404
    page = visitors.page(address="/g/nosuchgamenosuchgame12")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    expect(page.get_by_role("link", name="Home page")).to_be_visible()


def test_a_table_that_is_cleared_away_while_one_sits_there_says_so_and_asks_no_more(
    visitors: Visitors, server: Serving
) -> None:
    visitors.may_be_cut = True
    story = Story("Anna", seats=2).put_down(server)
    page = visitors.page("Anna", address=f"/g/{story.id}")
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    story.clear_away(server)
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
