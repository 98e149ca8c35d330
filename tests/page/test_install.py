"""The page as an app: installable, and of use without a network."""

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import Visitors

WITHOUT_SERVER = {
    "/timer": "Turn timer",
    "/scores": "Score sheet",
    "/rules": "The rules in short",
    "/settings": "Settings",
}


def test_the_manifest_names_the_app_and_all_its_icons_are_there(visitors: Visitors) -> None:
    page = visitors.page()
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href")).json()
    assert manifest["name"] == "openkub"
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])
        sizes.add((icon["sizes"], icon["purpose"]))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for shortcut in manifest["shortcuts"]:
        assert page.request.get(shortcut["url"]).ok
    line = page.context.new_cdp_session(page)
    errors = {error["errorId"] for error in line.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # as all contexts of a test are


@pytest.fixture
def app(visitors: Visitors) -> Page:
    """A page whose service worker has everything at hand, and then no network."""
    visitors.may_be_cut = True
    page = visitors.page(service_workers="allow", fresh=True)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    return page


def test_without_network_it_opens_and_says_what_still_works(app: Page) -> None:
    app.goto("/")
    expect(app.get_by_text("The server does not answer").first).to_be_visible()
    expect(app.get_by_text("Timer, score sheet and rules work without it")).to_be_visible()


def test_pages_that_need_no_server_work_without_one(app: Page) -> None:
    for address, title in WITHOUT_SERVER.items():
        app.goto(address)
        expect(app.get_by_role("heading", level=1)).to_contain_text(title)
    app.goto("/timer")
    app.get_by_role("button", name="Start", exact=True).click()
    expect(app.get_by_role("button", name="Pause")).to_be_visible()


def test_a_game_without_network_says_that_it_cannot_be_reached(app: Page) -> None:
    app.goto("/g/abcdefghijklmnopqrstuv")
    expect(app.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
    expect(app.get_by_role("button", name="Try now").first).to_be_visible()
