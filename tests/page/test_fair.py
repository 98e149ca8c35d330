"""The proof of a fair deal, made in the browser: what was promised, what was given, the tiles that follow."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.page.board import Board
from tests.page.browsing import Visitors

PROMISED_BY_ANOTHER = """() => {
  const kept = JSON.parse(localStorage.getItem("openkub.fair"));
  kept[0].commitment = "0".repeat(64);
  kept[0].racks = {1: "r1"};
  localStorage.setItem("openkub.fair", JSON.stringify(kept));
}"""


def proof(page: Page) -> Any:
    """What the page says about the deal of a game that is over."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("A fair deal").click()
    return dialog


def test_a_page_keeps_what_it_saw_and_proves_the_deal_when_all_is_told(visitors: Visitors) -> None:
    page = visitors.page()
    page.get_by_role("button", name="Play against bots").click()
    Board(page).my_turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("A fair deal").click()
    expect(page.get_by_text("Your share of the shuffle")).to_be_visible()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Yes, leave").click()
    found = proof(page)
    expect(found.get_by_text("Checked: the secret is the one that was promised.")).to_be_visible()
    expect(found.get_by_text("Checked: your share is in it.")).to_be_visible()
    expect(found.get_by_text("Checked: every share is the one that was sealed.")).to_be_visible()
    expect(found.get_by_text("were dealt as they had to be (round 1)")).to_be_visible()
    page.evaluate(PROMISED_BY_ANOTHER)
    page.reload()
    found = proof(page)
    expect(found.get_by_text("The secret is not the one that was promised!")).to_be_visible()
    expect(found.get_by_text("were not dealt as they had to be (round 1)!")).to_be_visible()
