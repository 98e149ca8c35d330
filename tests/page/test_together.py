"""Several browsers at one table."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from openkub.play.state import State
from openkub.server.customs import Customs
from openkub.server.timetable import Pace
from tests.page.board import Board, Mouse
from tests.page.browsing import Devices, Visitors
from tests.page.plays import Lay, advice, short_game, steps
from tests.page.states import friends
from tests.page.tables import Story, dealt_where
from tests.server.inprocess import Serving, serving


@pytest.fixture
def opening(server: Serving) -> Story:
    """A game of Anna and Bruno in which Anna begins and can open."""
    story = dealt_where(lambda state: state.turn == 0 and opens_by_hand(state), "Anna", "Bruno")
    return story.put_down(server)


def opens_by_hand(state: State) -> Any:
    play = advice(state)
    return play is not None and "*" not in str(play.table)


def lay_advice(board: Board, state: State) -> None:
    hands = Mouse(board)
    for step in steps(state.table, advice(state).table):
        assert isinstance(step, Lay)
        hands.lay(step.kinds)


def test_two_play_while_a_third_sees_every_draft_and_no_rack(visitors: Visitors, opening: Story) -> None:
    anna, bruno, eve = (visitors.page(name, address=f"/g/{opening.id}") for name in ("Anna", "Bruno", None))
    boards = [Board(page).ready() for page in (anna, bruno)]
    onlooker = Board(eve)
    expect(eve.get_by_text("You are watching")).to_be_visible()
    expect(onlooker.rack_area).to_have_count(0)

    lay_advice(boards[0], opening.state)
    wanted = [str(meld) for meld in advice(opening.state).table]
    for board in (*boards, onlooker):
        board.shows(*wanted)

    boards[0].end_turn()
    boards[1].my_turn()
    expect(anna.get_by_text("Bruno is thinking")).to_be_visible()
    boards[1].draw()
    boards[0].my_turn()
    onlooker.shows(*wanted)


def test_a_word_to_the_others_is_seen_beside_the_name(visitors: Visitors, opening: Story) -> None:
    anna, bruno = (visitors.page(name, address=f"/g/{opening.id}") for name in ("Anna", "Bruno"))
    Board(bruno).ready()
    anna.get_by_role("button", name="Say something").click()
    anna.get_by_role("button", name="Good luck!").click()
    expect(bruno.get_by_role("list", name="Players").get_by_text("Good luck!")).to_be_visible()


def test_who_leaves_is_played_by_a_bot_until_back(visitors: Visitors, opening: Story) -> None:
    anna, bruno = (visitors.page(name, address=f"/g/{opening.id}") for name in ("Anna", "Bruno"))
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="Leave the table").click()
    anna.get_by_role("button", name="Yes, leave").click()
    Board(bruno).my_turn()  # the bot has played
    anna.get_by_role("button", name="Take my seat back").click()
    Board(bruno).draw()
    Board(anna).my_turn()


def test_for_a_player_who_is_gone_a_bot_can_play(visitors: Visitors) -> None:
    clara, daan = friends(visitors)
    Board(daan).ready()
    daan.close()
    clara.get_by_role("button", name="Let a bot play: Daan").click()
    expect(clara.get_by_text("bot plays")).to_be_visible()


def test_who_has_just_gone_is_waited_for_and_the_page_says_how_long(devices: Devices, tmp_path: Path) -> None:
    patient = Customs(Pace(bot_pause=0, away=5_000), open_games=1_000)
    with serving(tmp_path / "games.db", patient) as server:
        visitors = Visitors(devices, server)
        clara, daan = friends(visitors)
        Board(daan).ready()
        daan.close()
        expect(clara.get_by_role("button", name="A bot can play in")).to_be_disabled()
        clara.get_by_role("button", name="Let a bot play: Daan").click()
        expect(clara.get_by_text("bot plays")).to_be_visible()
        visitors.leave()


def test_on_a_phone_the_menu_lets_a_bot_play_for_who_is_gone(visitors: Visitors) -> None:
    clara, daan = friends(visitors)
    Board(daan).ready()
    clara.close()
    daan.get_by_role("button", name="Menu").tap()
    daan.get_by_role("button", name="Let a bot play: Clara").tap()
    expect(daan.get_by_text("bot plays")).to_be_visible()


def test_after_the_game_both_meet_again_at_a_new_table(visitors: Visitors, server: Serving) -> None:
    story = short_game()
    while not story.state.outcome:
        story.advised(1)
    story.put_down(server)
    anna, bruno = (visitors.page(name, address=f"/g/{story.id}") for name in ("Anna", "Bruno"))
    anna.get_by_role("button", name="Play again", exact=True).click()
    bruno.get_by_role("link", name="To the new table").click()
    bruno.get_by_role("button", name="Sit down").click()
    for page in (anna, bruno):
        page.wait_for_url(lambda url: not url.endswith(story.id))
        expect(Board(page).rack_area.locator("[data-piece]").nth(4)).to_be_visible()


def test_a_listed_table_stands_in_the_lobby_until_it_is_full(visitors: Visitors, server: Serving) -> None:
    story = Story("Wilma", seats=3, listed=True).put_down(server)
    page = visitors.page()
    expect(page.get_by_role("link").filter(has_text="Wilma")).to_contain_text("2 free seats")
    story.clear_away(server)
    page.reload()
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    expect(page.get_by_role("link").filter(has_text="Wilma")).to_have_count(0)
