"""The set-up page: every option with a sentence and its leaflet; remembered, shared, played."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from openkub.law.rules import OPTIONS
from openkub.server.wire.game import DelayClock
from tests.page.board import Board
from tests.page.browsing import Visitors
from tests.page.tables import room_of
from tests.server.inprocess import Serving

CHANGED = "default deal_size=7 rounds=2"


def open_all(page: Page) -> None:
    expect(page.locator("details").first).to_be_visible()
    for group in page.locator("details").all():
        group.evaluate("group => { group.open = true }")


def choose_five_tiles_less(page: Page) -> None:
    open_all(page)
    for _ in range(7):
        page.get_by_role("button", name="Less: Tiles dealt").click()


def test_every_option_has_a_sentence_and_its_leaflet(visitors: Visitors) -> None:
    page = visitors.page(address="/new")
    open_all(page)
    options = page.locator(".option")
    expect(options).to_have_count(len(OPTIONS))
    for option in options.all():
        expect(option.locator(".sources")).not_to_be_empty()
        assert len(option.locator(".hint").first.inner_text()) > 15


def test_what_the_leaflets_say_is_a_sentence_and_no_line_number(visitors: Visitors) -> None:
    page = visitors.page(address="/new")
    open_all(page)
    penalty = page.locator(".option", has=page.get_by_text("Joker left on the rack", exact=True)).locator(".sources")
    expect(penalty).to_contain_text("Sabra leaflet and XXL leaflet: 25")
    expect(penalty).to_contain_text("French leaflet, Jumbo leaflet and Spanish leaflet: 30")
    deal = page.locator(".option", has=page.get_by_text("Tiles dealt", exact=True)).locator(".sources")
    expect(deal).to_contain_text("Spanish leaflet: no word on it")


def test_an_edition_changes_the_options_and_is_named_in_the_summary(visitors: Visitors) -> None:
    page = visitors.page(address="/new")
    page.get_by_role("radio", name="Jumbo Original").check(force=True)
    expect(page.get_by_role("complementary")).to_contain_text("Jumbo Original")
    assert parse_qs(urlsplit(page.url).query)["rules"] == ["jumbo_de"]


def test_a_changed_rule_is_counted_shared_as_a_link_and_restored_by_it(visitors: Visitors) -> None:
    page = visitors.page(address="/new")
    choose_five_tiles_less(page)
    summary = page.get_by_role("complementary")
    expect(summary).to_contain_text("1 change")
    friend = visitors.page(address=page.url)
    expect(friend.get_by_role("complementary")).to_have_text(summary.inner_text(), use_inner_text=True)
    assert parse_qs(urlsplit(friend.url).query)["rules"] == ["default deal_size=7"]


def test_a_game_opened_by_a_link_has_its_rules_and_the_choice_is_remembered(
    visitors: Visitors, server: Serving
) -> None:
    page = visitors.page(address="/new?rules=default+deal_size%3D7+rounds%3D2&seats=c&hints=0")
    page.get_by_role("button", name="Play", exact=True).click()
    board = Board(page).ready()
    room = room_of(server, page.url.rpartition("/")[2])
    assert (room.settings.rules, room.settings.hints, len(room.seats)) == (CHANGED, False, 2)
    assert len(board.rack()) >= 7
    page.goto("/new")
    expect(page.get_by_role("complementary")).to_contain_text("1 change")
    assert parse_qs(urlsplit(page.url).query)["rules"] == [CHANGED]


def test_nonsense_in_a_link_becomes_the_usual_game(visitors: Visitors) -> None:
    page = visitors.page(address="/new?rules=nonsense+deal_size%3Dx&seats=zzz&clock=1")
    expect(page.get_by_role("complementary")).to_contain_text("openkub")
    assert parse_qs(urlsplit(page.url).query)["rules"] == ["default"]


def test_the_big_box_leaves_three_ways_to_four_players(visitors: Visitors) -> None:
    page = visitors.page(address="/new?rules=sabra6")
    ways = page.get_by_role("radiogroup", name="Tiles of the big box").get_by_role("radio")
    expect(ways).to_have_count(3)
    page.get_by_role("radio", name="108 with four jokers").check()
    expect(page.get_by_role("complementary")).to_contain_text("1 change")
    assert parse_qs(urlsplit(page.url).query)["rules"] == ["sabra6 tile_set=108"]


def test_five_play_with_the_whole_box_and_a_small_box_leaves_no_choice(visitors: Visitors) -> None:
    page = visitors.page(address="/new?rules=sabra6&seats=ssss")
    expect(page.get_by_text("Five and six always play with all 160.")).to_be_visible()
    expect(page.get_by_role("radiogroup", name="Tiles of the big box")).to_have_count(0)
    page.get_by_role("radio", name="Jumbo Original").check(force=True)
    expect(page.get_by_role("heading", name="Tiles of the big box")).to_have_count(0)


@pytest.mark.parametrize(
    ("edition", "seconds"), [("openkub", 60), ("Sabra, six players", 120), ("L’original", 60), ("Sabra XXL", 120)]
)
def test_a_clock_begins_with_the_seconds_of_the_edition(visitors: Visitors, edition: Any, seconds: Any) -> None:
    page = visitors.page(address="/new")
    page.get_by_role("radio", name=edition).first.check(force=True)
    page.get_by_role("radio", name="Per turn").check(force=True)
    expect(page.get_by_label("Seconds per turn", exact=True)).to_have_value(str(seconds))
    expect(page.get_by_role("complementary")).not_to_contain_text("change")


def test_the_tournament_brings_its_clock_along(visitors: Visitors, server: Serving) -> None:
    page = visitors.page(address="/new?seats=h")
    page.get_by_role("radio", name="Tournament").check(force=True)
    expect(page.get_by_role("radio", name="Both")).to_be_checked()
    expect(page.get_by_role("complementary")).to_contain_text("10 seconds per turn, then a reserve of 10:00")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="What is played")).to_contain_text("a reserve of 10:00")
    assert room_of(server, page.url.rpartition("/")[2]).settings.clock == DelayClock(600, 10)


def test_the_french_edition_without_its_minute_is_told_as_a_changed_rule(visitors: Visitors) -> None:
    page = visitors.page(address="/new?rules=original_fr&seats=h")
    expect(page.get_by_role("radio", name="Per turn")).to_be_checked()
    page.get_by_role("radio", name="No clock", exact=True).check(force=True)
    expect(page.get_by_role("complementary")).to_contain_text("1 change")
    expect(page.get_by_role("complementary")).to_contain_text("Time limit: none")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="What is played")).to_contain_text("Time limit: none")
