"""What a player can do with tiles before the turn ends, and while others play."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import TILES, Board, Mouse
from tests.page.browsing import Visitors
from tests.page.plays import advice, steps
from tests.page.tables import Story, dealt_where
from tests.page.test_together import opens_by_hand
from tests.server.inprocess import Line, Serving
from tests.workshop.chance import token_of


@pytest.fixture
def story() -> Story:
    return dealt_where(lambda state: state.turn == 0 and opens_by_hand(state), "Anna", "Bruno")


@pytest.fixture
def page(visitors: Visitors, server: Serving, story: Story) -> Page:
    return visitors.page("Anna", address=f"/g/{story.put_down(server).id}")


@pytest.fixture
def board(page: Page) -> Board:
    return Board(page).my_turn()


def comes(line: Line, seat: int) -> None:
    """Wait until somebody who looks at the table hears that this player is connected."""
    while not line.until("presence")["here"][seat]:
        pass


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_undo_redo_and_reset_walk_through_the_draft(page: Page, board: Board, story: Story) -> None:
    rack = board.rack()
    kinds = next(iter(steps(story.state.table, advice(story.state).table))).kinds
    Mouse(board).lay(kinds)
    press(page, "Undo")
    board.shows(" ".join(kinds[:-1]))
    press(page, "Redo")
    board.shows(" ".join(kinds))
    press(page, "Put everything back")
    board.shows()
    assert sorted(board.rack()) == sorted(rack)
    press(page, "Undo")
    board.shows(" ".join(kinds))


def number(kind: str) -> Any:
    return 99 if kind == "*" else int(kind[1:])


def test_the_rack_is_sorted_by_numbers_and_by_colours(page: Page, board: Board) -> None:
    press(page, "777: sort by numbers")
    numbers = [number(kind) for kind in board.rack()]
    assert numbers == sorted(numbers)
    press(page, "789: sort by colours")
    colours = [kind[0] for kind in board.rack() if kind != "*"]
    assert colours == sorted(colours, key="krby".index)


def test_the_order_of_the_rack_is_kept_over_a_reload_also_out_of_turn(
    visitors: Visitors, server: Serving, story: Story
) -> None:
    anna = Line(server, story.put_down(server).id, token_of("Anna")).hello()
    page = visitors.page("Bruno", address=f"/g/{story.id}")
    board = Board(page).ready()
    comes(anna, 1)
    first, *rest = board.rack()
    last = board.rack_area.locator("[data-piece]").last
    Mouse(board).drag(board.on_rack(first), board.edge(last, "right"))
    page.wait_for_function(f"last => ({TILES})('rack').at(-1) === last", arg=first)
    assert board.rack() == [*rest, first]
    page.reload()
    board.ready()
    # What the page said when it went may reach the server after the new one has asked: then it is told so at once.
    page.wait_for_function(f"last => ({TILES})('rack').at(-1) === last", arg=first)
    assert board.rack() == [*rest, first]
    anna.close()


def test_plans_made_while_others_play_stay_when_the_turn_comes(
    visitors: Visitors, server: Serving, story: Story
) -> None:
    address = f"/g/{story.put_down(server).id}"
    anna = Board(visitors.page("Anna", address=address)).my_turn()
    bruno = Board(visitors.page("Bruno", address=address)).ready()
    kind = bruno.rack()[0]
    Mouse(bruno).lay([kind])
    bruno.shows(kind)
    anna.shows()  # nobody else sees a plan
    anna.draw()
    bruno.my_turn().shows(kind)


def test_a_whole_set_is_dragged_and_a_run_is_split_by_pulling(page: Page, board: Board, story: Story) -> None:
    kinds = next(iter(steps(story.state.table, advice(story.state).table))).kinds
    hands = Mouse(board)
    hands.lay(kinds)
    hands.drag(board.on_table(kinds[-1]), board.free_spot())
    board.shows(" ".join(kinds[:-1]), kinds[-1])
    board.on_table(kinds[0]).dblclick()
    expect(board.table_area.locator("[aria-pressed=true]")).to_have_count(len(kinds) - 1)
    hands.drag(board.on_table(kinds[0]), board.edge(board.on_table(kinds[-1]), "left"))
    board.shows(" ".join(kinds))


def test_a_tap_chooses_and_a_second_tap_places_on_a_phone(visitors: Visitors, server: Serving, story: Story) -> None:
    page = visitors.page("Anna", "small", address=f"/g/{story.put_down(server).id}")
    board = Board(page).my_turn()
    kinds = next(iter(steps(story.state.table, advice(story.state).table))).kinds
    board.on_rack(kinds[0]).tap()
    page.touchscreen.tap(*board.free_spot())
    for kind in kinds[1:]:
        board.on_rack(kind).tap()
        board.table_area.locator("[data-piece]").last.tap()
    expect(board.table_area.locator("[data-meld]")).to_have_count(1)
    assert sorted(board.table()[0].split()) == sorted(kinds)


def test_a_hint_tells_a_first_step_and_leaves_the_draft_alone(page: Page, board: Board, story: Story) -> None:
    first = next(iter(advice(story.state).table))
    board.on_rack(str(first[0])).click()
    page.keyboard.press("n")
    press(page, "Hint")
    press(page, "A first step")
    expect(page.get_by_role("alert")).to_contain_text("A first step: lay")
    expect(page.locator("[data-piece][data-mark=hint]")).not_to_have_count(0)
    board.shows(str(first[0]))


def test_a_hint_is_shown_step_by_step_and_then_laid(page: Page, board: Board, story: Story) -> None:
    laid = advice(story.state).table
    press(page, "Hint")
    press(page, "Show me, step by step")
    expect(page.get_by_role("group", name="Show the last play again")).to_be_visible()
    press(page, "Close")
    board.shows()
    press(page, "Hint")
    press(page, "Lay it for me")
    board.shows(*map(str, laid))
    press(page, "Undo")
    board.shows()


def test_where_hints_are_not_allowed_none_can_be_asked_for(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", hints=False)
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    Board(page).my_turn()
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()


@pytest.fixture
def rearranged() -> Story:
    """A game in which Anna is to move after Bruno has changed sets of the table."""
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno")
    while True:
        before = story.state.table
        story.advised(1)
        if story.state.turn == 0 and len(before.not_in(story.state.table)) > 1:
            return story


def test_the_last_play_is_shown_again_step_by_step(visitors: Visitors, server: Serving, rearranged: Story) -> None:
    page = visitors.page("Anna", address=f"/g/{rearranged.put_down(server).id}")
    board = Board(page).my_turn()
    after = board.table()
    press(page, "Show the last play again")
    bar = page.get_by_role("group", name="Show the last play again")
    expect(bar).to_contain_text("Bruno")
    press(page, "Pause")
    shown = set()
    for _ in range(40):
        if bar.get_by_role("button", name="One step on").is_disabled():
            break
        press(page, "One step on")
        shown.add(" | ".join(board.table()))
    assert len(shown) > 1
    press(page, "One step back")
    press(page, "Close")
    expect(bar).to_be_hidden()
    board.shows(*after)


def test_others_plays_are_shown_by_themselves_and_a_hand_on_the_tiles_ends_the_show(
    visitors: Visitors, server: Serving
) -> None:
    story = dealt_where(lambda state: state.turn == 1 and opens_by_hand(state), "Anna", "Bruno").put_down(server)
    bruno = Line(server, story.id, token_of("Bruno")).hello()
    page = visitors.page("Anna", address=f"/g/{story.id}", settings={"pace": "slow"})
    board = Board(page).ready()
    comes(bruno, 0)
    bruno.wish("move", move=str(advice(story.state)))
    bruno.close()
    show = page.get_by_role("group", name="Show the last play again")
    expect(show).to_be_visible()
    kind = board.rack()[0]
    area = board.table_area.bounding_box()
    Mouse(board).drag(board.on_rack(kind), (area["x"] + area["width"] / 2, area["y"] + area["height"] - 60))
    expect(show).to_be_hidden()
    board.shows(kind, *map(str, advice(story.state).table))
