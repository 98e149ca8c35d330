"""Six languages: complete, named in the document, and nothing wider than a small phone."""

import re

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.page.board import Board
from tests.page.browsing import NOWHERE, Visitors
from tests.page.tables import dealt_where
from tests.server.inprocess import Serving

LANGUAGES = ("de", "en", "es", "fr", "nl", "pt")
PAGES = ("/", "/new", "/join", "/learn", "/rules", "/timer", "/scores", "/legal", "/settings", NOWHERE)
AREAS = (
    "board|play|home|learn|task|done|lesson|coach|exercise|tools|hint|wait|end|fair|line|nav|option|new|legal|count|rules|box|"
    "edition|value"
)
RAW = re.compile(rf"\{{\w+\}}|\b({AREAS})\.[a-z_]+\b")
"""A key instead of its message, or a place in a message that nothing fills."""
WIDER = """() => [...document.querySelectorAll("body *")].filter(element => {
  const box = element.getBoundingClientRect();
  const hidden = box.width === 0 || element.closest(".visually-hidden, [hidden], dialog:not([open]), .skip");
  let around = element.parentElement;
  while (around && !["auto", "scroll"].includes(getComputedStyle(around).overflowX)) around = around.parentElement;
  const empty = element.matches("span:empty");
  return !hidden && !around && !empty && (box.right > innerWidth + 1 || box.left < -1);
}).map(element => element.outerHTML.slice(0, 120))"""
SCROLLS_NOT = "document.documentElement.scrollWidth <= innerWidth"


def fits(page: Page) -> None:
    """Once it is laid out, nothing is wider than the screen."""
    try:
        page.wait_for_function(f"() => ({WIDER})().length === 0 && {SCROLLS_NOT}")
    except TimeoutError as late:
        raise AssertionError("\n".join(page.evaluate(WIDER))) from late


def is_complete(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    text = page.locator("body").inner_text() + " ".join(
        page.locator("[aria-label]").evaluate_all("found => found.map(element => element.ariaLabel)")
    )
    assert not RAW.search(text), RAW.search(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_complete_and_fits_on_a_small_phone(visitors: Visitors, language: str) -> None:
    page = visitors.visitor(device="small", language=language).new_page()
    for address in PAGES:
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        is_complete(page, language)
        fits(page)
        page.set_viewport_size({"width": 390, "height": 844})
        fits(page)
        page.set_viewport_size({"width": 360, "height": 740})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_complete_and_fits_in_every_size(visitors: Visitors, server: Serving, language: str) -> None:
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", "Clara", "Dirk-Alexander").advised(24)
    page = visitors.page("Anna", "small", f"/g/{story.put_down(server).id}", language=language)
    Board(page).ready()
    is_complete(page, language)
    for width, height in ((360, 740), (390, 844), (740, 360), (844, 390), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        fits(page)


def test_who_has_chosen_none_is_spoken_to_in_the_language_of_the_browser(visitors: Visitors) -> None:
    page = visitors.visitor(language="nl", fresh=True).new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")


def test_the_language_can_be_chosen_by_hand_and_stays(visitors: Visitors) -> None:
    page = visitors.page(address="/settings")
    page.get_by_role("region", name="You").get_by_label("Language").select_option("pt")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
