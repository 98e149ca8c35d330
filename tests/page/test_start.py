"""From nothing to playing: against bots with one press, with friends with two."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.page.board import Board
from tests.page.browsing import Devices, Visitors
from tests.page.states import friends
from tests.page.tables import room_of
from tests.server.inprocess import serving

QR_CODE = "QR code with the link to this table"


def test_one_press_on_the_home_page_starts_a_game_against_bots(visitors: Visitors) -> None:
    page = visitors.page()
    page.get_by_role("button", name="Play against bots").click()
    board = Board(page).my_turn()
    assert len(board.rack()) >= 14
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(3)
    room = room_of(visitors.server, page.url.rpartition("/")[2])
    assert room.settings.rules == "default rounds=1"


def open_table(visitors: Visitors) -> Any:
    page = visitors.page()
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_role("button", name="Open a table").click()
    return page


def link_of(page: Any) -> Any:
    return page.get_by_role("textbox", name="Link to this table")


def test_two_presses_open_a_table_with_link_and_code_for_friends(visitors: Visitors) -> None:
    page = open_table(visitors)
    expect(link_of(page)).to_have_value(re.compile(rf"^{visitors.server.base}/g/[\w-]+$"))
    expect(page.get_by_text("or with the code")).to_be_visible()


def test_a_link_that_only_this_machine_can_open_says_so_and_has_no_picture(visitors: Visitors) -> None:
    page = open_table(visitors)
    expect(page.get_by_text("Only this computer can open this link")).to_be_visible()
    expect(page.get_by_text('make play ARGS="--host 0.0.0.0"')).to_be_visible()
    expect(page.get_by_text("openkub serve --host 0.0.0.0")).to_be_visible()
    expect(page.get_by_role("img", name=QR_CODE)).to_have_count(0)


def test_a_table_invites_others_for_as_long_as_a_seat_is_free(visitors: Visitors) -> None:
    page = open_table(visitors)
    expect(link_of(page)).to_be_visible()
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_role("heading", name="2 of 2 seats taken")).to_be_visible()
    expect(page.get_by_role("heading", name="Invite others")).to_have_count(0)
    expect(link_of(page)).to_have_count(0)
    expect(page.get_by_text("A fair deal")).to_be_visible()
    page.get_by_role("button", name=re.compile("off the table")).click()
    expect(link_of(page)).to_be_visible()


def test_who_is_at_localhost_invites_to_an_address_of_the_network(devices: Devices, tmp_path: Path) -> None:
    addresses = ("http://192.168.1.20:8000", "http://10.0.0.7:8000")
    with serving(tmp_path / "games.db", network_urls=addresses) as server:
        visitors = Visitors(devices, server)
        page = open_table(visitors)
        expect(link_of(page)).to_have_value(re.compile(r"^http://192\.168\.1\.20:8000/g/[\w-]+$"))
        expect(page.get_by_role("img", name=QR_CODE)).to_be_visible()
        page.get_by_role("combobox", name="Address in your network").select_option(label=addresses[1])
        expect(link_of(page)).to_have_value(re.compile(r"^http://10\.0\.0\.7:8000/g/"))
        visitors.leave()


def test_a_friend_comes_by_the_code_and_the_host_starts(visitors: Visitors) -> None:
    for page in friends(visitors):
        assert len(Board(page).ready().rack()) >= 14


def test_a_code_that_nobody_gave_out_is_refused_in_words(visitors: Visitors) -> None:
    visitors.may_be_cut = True  # the browser notes the answer 404
    page = visitors.page(address="/join", language="nl")
    page.get_by_label("Code of link").fill("QQQQQQ")
    page.get_by_role("button", name="Naar de tafel").click()
    expect(page.get_by_role("alert")).not_to_be_empty()


def test_an_open_game_waits_on_the_home_page_to_be_gone_on_with(visitors: Visitors) -> None:
    page = visitors.page()
    page.get_by_role("button", name="Play against bots").click()
    Board(page).ready()
    page.goto("/")
    page.get_by_role("link").filter(has_text="Kim and Jo").first.click()
    Board(page).ready()
