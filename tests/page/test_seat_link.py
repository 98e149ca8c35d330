"""A one-time link to a seat: the page asks before it takes the seat, in every language, and then plays."""

import re

import pytest
from playwright.sync_api import expect

from openkub.server import seat_links
from tests.page.axe import barriers
from tests.page.browsing import Visitors
from tests.page.tables import Story
from tests.server.inprocess import Serving

SECRET = "the-secret-of-a-link"
LATER = 10**14
LANGUAGES = {
    "en": ("Take your seat as Bruno?", "Take the seat"),
    "de": ("Möchtest du deinen Platz als Bruno einnehmen?", "Platz einnehmen"),
    "es": ("¿Ocupar tu sitio como Bruno?", "Ocupar el sitio"),
    "fr": ("Reprendre ta place en tant que Bruno ?", "Prendre la place"),
    "nl": ("Je plaats als Bruno innemen?", "Plaats innemen"),
    "pt": ("Ocupar o teu lugar como Bruno?", "Ocupar o lugar"),
}


def linked(server: Serving) -> str:
    """The address of a link to Bruno's seat in a game that is being played."""
    story = Story("Anna", "Bruno").dealt()
    offered = seat_links.offered(story.room, 1, SECRET, LATER)
    return seat_links.link_to("", story.happen(offered).put_down(server).id, 1, SECRET)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_asks_before_it_takes_a_seat(visitors: Visitors, server: Serving, language: str) -> None:
    question, button = LANGUAGES[language]
    page = visitors.page(device="slim", language=language, address=linked(server))
    expect(page.get_by_role("heading", level=1)).to_have_text(question)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=button).click()
    expect(page.locator(".board")).to_be_visible()
    assert "#" not in page.url


def test_a_link_works_once_and_its_owner_need_not_use_it(visitors: Visitors, server: Serving) -> None:
    address = linked(server)
    owner = visitors.page("Bruno", address=address)
    expect(owner).to_have_url(re.compile("/g/[^#]+$"))
    first, second = visitors.page(address=address), visitors.page(address=address)
    expect(second.get_by_role("button", name="Take the seat")).to_be_visible()
    assert barriers(second) == []
    visitors.may_be_cut = True  # the browser reports an answer of 403
    for page in (first, second):
        page.get_by_role("button", name="Take the seat").click()
    expect(first.get_by_role("group", name="Your rack, 14 tiles")).to_be_visible()
    expect(second.get_by_role("alert")).to_contain_text("This link was used")
    second.get_by_role("button", name="Only watch").click()
    expect(second).to_have_url(re.compile("/g/[^#]+$"))
