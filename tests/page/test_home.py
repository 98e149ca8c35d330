"""Home for those who return: what the last games came to, and how often one has won."""

from playwright.sync_api import expect

from openkub.server import entries
from tests.page.browsing import NOWHERE, Visitors
from tests.page.plays import SECRET, SHORT
from tests.page.tables import Story
from tests.server.inprocess import Serving

WON, LOST = 2, 7
"""With these tiles the first seat wins, or the second."""
KNOWN = "localStorage.setItem('openkub.introduced', 'true')"


def stopped(*people: str, secret: int, bots: tuple[str, ...]) -> Story:
    """The first of three rounds is played, then the host stops, as in the quick games of 0.1."""
    rules = SHORT.replace("rounds=1", "rounds=3")
    story = Story(*people, bots=bots, rules=rules, secret=secret).dealt()
    while not story.state.outcome:
        story.advised(1)
    return story.happen(entries.Ended("stopped"))


def played(*people: str, secret: int, bots: tuple[str, ...] = ()) -> Story:
    """A whole short game, by the solver's advice."""
    story = Story(*people, bots=bots, rules=SHORT, secret=secret).dealt()
    while not story.state.outcome:
        story.advised(1)
    return story


def test_home_shows_the_last_games_and_how_often_one_has_won(visitors: Visitors, server: Serving) -> None:
    victory = played("Greta", "Bruno", secret=SECRET).put_down(server)
    defeat = played("Greta", bots=("casual",), secret=LOST).put_down(server)
    context = visitors.visitor("Greta", "slim")
    context.pages[0].evaluate(KNOWN)
    page = context.new_page()
    page.goto("/")
    results = page.get_by_role("region", name="Last games")
    expect(results.get_by_role("link", name="won")).to_have_attribute("href", f"/g/{victory.id}?turn=0")
    expect(results.get_by_role("link", name="lost")).to_have_attribute("href", f"/g/{defeat.id}?turn=0")
    record = page.get_by_role("region", name="Your record")
    expect(record.get_by_role("listitem").filter(has_text="Against casual")).to_contain_text("0 of 1 won")
    expect(record.get_by_role("listitem").filter(has_text="2 players")).to_contain_text("1 of 2 won")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_unknown_path_is_404_and_the_page_says_so_while_deep_links_are_200(visitors: Visitors) -> None:
    page = visitors.visitor().new_page()
    assert page.goto(NOWHERE).status == 404
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    for known in ("/learn/jokers", "/puzzles/4", "/join/KUB"):
        assert page.goto(known).status == 200
        expect(page.get_by_role("heading", name="There is nothing here")).to_have_count(0)


def test_the_first_link_of_the_lessons_says_where_it_leads(visitors: Visitors) -> None:
    page = visitors.page(address="/learn")
    expect(page.get_by_role("link", name="Start the first steps", exact=True)).to_have_attribute("href", "/learn/first")


def test_a_stopped_game_whose_round_was_won_is_a_win_at_home_in_my_games_and_in_the_record(
    visitors: Visitors, server: Serving
) -> None:
    victory = stopped("Frida", bots=("casual",), secret=WON).put_down(server)
    defeat = stopped("Frida", bots=("casual",), secret=LOST).put_down(server)
    context = visitors.visitor("Frida")
    context.pages[0].evaluate(KNOWN)
    page = context.new_page()
    page.goto("/")
    results = page.get_by_role("region", name="Last games")
    expect(results.get_by_role("link", name="won")).to_have_attribute("href", f"/g/{victory.id}?turn=0")
    expect(results.get_by_role("link", name="stopped")).to_have_attribute("href", f"/g/{defeat.id}?turn=0")
    record = page.get_by_role("region", name="Your record")
    expect(record.get_by_role("listitem").filter(has_text="Against casual")).to_contain_text("1 of 1 won")
    page.get_by_role("link", name="All my finished games").click()
    expect(page.locator(".result.won")).to_contain_text("won")
    expect(page.locator(".result.stopped")).to_have_text("stopped")
