"""Rules, score sheet and timer, which a table with real tiles uses too."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openkub.law.rules import EDITIONS, Rules
from openkub.law.score import ran_dry
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from tests.page.axe import barriers
from tests.page.browsing import Visitors
from tests.page.test_languages import LANGUAGES, fits, is_complete


def sheet(visitors: Visitors, **options: Any) -> Any:
    return visitors.page(address="/scores", **options)


def open_rack(page: Page, who: Any) -> None:
    """Also when it is open already: another press would close it, and only its own button knows."""
    pad = page.get_by_role("form", name="Count the racks").get_by_role("button", name=who)
    if pad.get_attribute("aria-expanded") == "false":
        pad.click()


def tap(page: Page, who: Any, *tiles: Any) -> None:
    open_rack(page, who)
    keys = page.get_by_role("group", name=f"Tiles of {who}")
    for tile in tiles:
        keys.get_by_role("button", name=tile, exact=True).click()


def counted_as(page: Page, edition: Any) -> None:
    page.get_by_label("Counted as in").select_option(edition)


def test_a_rack_is_counted_by_tapping_and_the_last_tile_can_be_taken_back(visitors: Visitors) -> None:
    page = sheet(visitors)
    tap(page, "Player 2", "13", "7", "7")
    expect(page.get_by_label("Points left: Player 2")).to_have_value("27")
    page.get_by_role("button", name="Take the last one back").click()
    expect(page.get_by_label("Points left: Player 2")).to_have_value("20")
    expect(page.get_by_role("status").filter(has_text="Player 2")).to_have_text("Player 2: 2 tiles, points: 20")


@pytest.mark.parametrize(("edition", "points"), [("sabra6", 25), ("default", 30), ("tournament", 50)])
def test_a_joker_counts_as_in_the_edition(visitors: Visitors, edition: str, points: int) -> None:
    page = sheet(visitors)
    counted_as(page, edition)
    tap(page, "Player 2", f"joker, {points}")
    expect(page.get_by_label("Points left: Player 2")).to_have_value(str(points))


def test_a_counted_round_is_written_down_and_adds_up(visitors: Visitors) -> None:
    page = sheet(visitors, device="small")
    tap(page, "Player 2", "5")
    tap(page, "Player 3", "13", "3")
    open_rack(page, "Player 4")
    page.get_by_label("Points left: Player 4").fill("3")
    page.get_by_role("button", name="Write the round down").click()
    for seat, score in enumerate(("24", "-5", "-16", "-3"), 1):
        expect(page.get_by_label(f"Player {seat}, round 1")).to_have_value(score)
    expect(page.get_by_text("adds up", exact=True)).to_be_visible()


def test_who_has_not_opened_pays_the_tournament_penalty(visitors: Visitors) -> None:
    page = sheet(visitors)
    expect(page.get_by_text("Opened?")).to_have_count(0)
    counted_as(page, "tournament")
    page.get_by_label("no: 100").first.check(force=True)
    expect(page.get_by_role("status").filter(has_text="points: 100")).to_have_count(1)
    page.get_by_label("no, but could have: 200").first.check(force=True)
    page.get_by_role("button", name="Write the round down").click()
    expect(page.get_by_label("Player 1, round 1")).to_have_value("200")


def test_a_rack_is_counted_with_the_keyboard_alone(visitors: Visitors) -> None:
    page = sheet(visitors)
    page.get_by_label("Counted as in").focus()
    for key in ("Tab", "Tab", "Enter", "Tab", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_label("Points left: Player 2")).to_have_value("3")


@pytest.mark.parametrize("device", ["desktop", "small"])
def test_the_open_sheet_has_no_barrier_and_fits(visitors: Visitors, device: str) -> None:
    page = sheet(visitors, device=device, is_mobile=False)
    counted_as(page, "tournament")
    tap(page, "Player 3", "1", "10", "joker, 50")
    assert barriers(page) == []
    fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_edition_are_complete_and_fit_on_a_small_phone(visitors: Visitors, language: str) -> None:
    page = visitors.page(address="/rules", device="small", language=language, is_mobile=False)
    for edition in EDITIONS:
        page.locator("#rules-edition").select_option(edition)
        is_complete(page, language)
        fits(page)


@pytest.mark.parametrize(
    ("edition", "totals"),
    [
        ("sabra6", ["+18", "−16", "+6", "−8"]),
        ("original_fr", ["−14", "−29", "+4", "+39"]),
        ("jumbo_de", ["+14", "−21", "+17", "−10"]),
    ],
)
def test_the_rules_count_an_example_as_the_leaflet_does(visitors: Visitors, edition: str, totals: list[str]) -> None:
    page = visitors.page(address="/rules")
    page.locator("#rules-edition").select_option(edition)
    row = page.get_by_role("row").filter(has_text="Total").get_by_role("cell")
    expect(row).to_have_text(totals)


def count_dry(page: Page, racks: list[str], gets: str) -> None:
    """Tap what every player still holds where nobody has gone out."""
    page.get_by_label("Winner of the round").select_option(label="nobody: the pool is empty")
    page.get_by_label({"sum_of_others": "all the others hold", "difference": "the difference"}[gets]).check(force=True)
    for seat, rack in enumerate(racks, 1):
        numbers = ["joker, 30" if tile == JOKER else str(tile.number) for tile in TileBag.parse(rack)]
        tap(page, f"Player {seat}", *numbers)


@pytest.mark.parametrize("gets", ["sum_of_others", "difference"])
@pytest.mark.parametrize(
    ("racks", "winners"),
    [
        (["k5 k8", "k3", "* b2", "r12"], "Player 2"),
        (["k5 k8", "r13", "* b2", "r12 b4"], "Player 2"),
        (["k5", "r5", "b13", "y5"], "Player 1 Player 2 Player 4"),
    ],
)
def test_an_empty_pool_is_counted_as_the_referee_does(
    visitors: Visitors, racks: list[str], winners: str, gets: Any
) -> None:
    page = sheet(visitors, device="slim")
    count_dry(page, racks, gets)
    end = ran_dry(Rules(pool_empty_winner_plus=gets), [TileBag.parse(rack) for rack in racks])
    form = page.get_by_role("form", name="Count the racks")
    assert re.findall(r"Player \d", form.locator("output").inner_text()) == re.findall(r"Player \d", winners)
    page.get_by_role("button", name="Write the round down").click()
    for seat, score in enumerate(end.scores, 1):
        expect(page.get_by_label(f"Player {seat}, round 1")).to_have_value(str(score))
    expect(page.get_by_text("adds up", exact=True)).to_be_visible()


def test_equal_points_that_were_written_ask_for_the_tiles(visitors: Visitors) -> None:
    page = sheet(visitors)
    page.get_by_label("Winner of the round").select_option(label="nobody: the pool is empty")
    expect(page.get_by_role("button", name="Write the round down")).to_be_disabled()
    for seat, points in enumerate((13, 13, 20, 30), 1):
        open_rack(page, f"Player {seat}")
        page.get_by_label(f"Points left: Player {seat}").fill(str(points))
        page.keyboard.press("Tab")
    said = page.get_by_role("form", name="Count the racks").locator("output")
    expect(said).to_have_text("Player 1: +25 · Player 2: +25")
    page.get_by_label("Tiles left: Player 1").fill("2")
    page.get_by_label("Tiles left: Player 2").fill("1")
    page.keyboard.press("Tab")
    expect(said).to_have_text("Player 2: +63")
    assert barriers(page) == []
    fits(page)


def test_the_timer_starts_with_the_seconds_and_the_penalty_of_the_edition(visitors: Visitors) -> None:
    page = visitors.page(address="/timer", device="slim")
    glass = page.get_by_role("timer")
    for name, edition in EDITIONS.items():
        page.get_by_label("Rules of").select_option(name)
        seconds = edition.time_limit_s or 60
        expect(glass).to_have_text(f"{seconds // 60}:{seconds % 60:02}")
        expect(page.get_by_label("Penalty tiles", exact=True)).to_have_value(str(edition.timeout_penalty))
    page.goto("/rules")
    page.locator("#rules-edition").select_option("sabra6")
    page.goto("/timer")
    expect(glass).to_have_text("2:00")
    page.get_by_label("1:30").check(force=True)
    page.reload()
    expect(glass).to_have_text("1:30")
    page.goto("/rules")
    page.locator("#rules-edition").select_option("original_fr")
    page.goto("/timer")
    expect(glass).to_have_text("1:00")


def test_the_rules_say_why_a_joker_before_9_and_10_opens_where_it_does(visitors: Visitors) -> None:
    page = visitors.page(address="/rules")
    said = page.get_by_text("joker–9–10 counts as 9–10–joker, so 30 and not 27.")
    rack, told = TileBag.parse("* r9 r10"), 0
    for name, edition in EDITIONS.items():
        page.locator("#rules-edition").select_option(name)
        position = Position(edition, Table(), rack, opened=False)
        opens = position.play_problem(Table.parse("* r9 r10")) is None
        expect(said).to_have_count(int(opens))
        told += opens
    assert told == 3
