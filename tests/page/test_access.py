"""Everyone can play: axe-core finds nothing anywhere, every target is large enough, and words are read aloud."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.page.axe import barriers
from tests.page.board import Board, Keys, Mouse
from tests.page.browsing import Visitors
from tests.page.states import PAGES, between_rounds, finished, hurried, middle_game, opened, others_turn, waiting
from tests.page.tables import dealt_where
from tests.page.test_languages import LANGUAGES, fits
from tests.page.test_refusals import low_run
from tests.server.inprocess import Serving

EACH_DEVICE = pytest.mark.parametrize("device", ["desktop", "phone"])
TARGETS = "button, a, input, select, summary, label:has(input)"
SMALL = """targets => [...document.querySelectorAll(targets)].filter(element => {
  const box = element.getBoundingClientRect();
  const inline = element.matches("p a, li a:not(.button, .card)") || element.closest(".visually-hidden, [hidden]");
  const within = element.matches("input") && element.closest("label");
  const shown = element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && !element.matches(".skip");
  const onTable = element.closest("[data-area=table]") !== null;  // its tiles shrink, so that all of it is seen
  const least = onTable ? 23.5 : 43.5;
  return shown && !inline && !within && !element.matches(".fault") && (box.width < least || box.height < least);
}).map(element => {
  const box = element.getBoundingClientRect();
  return `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 110)}`;
})"""


STATES = (waiting, middle_game, others_turn, hurried, between_rounds, finished)


@EACH_DEVICE
def test_no_page_has_a_barrier(visitors: Visitors, device: str) -> None:
    page = visitors.visitor(device=device).new_page()
    for address in PAGES:
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        assert barriers(page, night=device == "desktop") == [], address


def test_a_barrier_that_is_there_by_night_alone_is_found(visitors: Visitors) -> None:
    page = visitors.page()
    page.locator("h1").first.evaluate("title => title.style.color = 'light-dark(black, #222)'")
    assert [fault.partition(":")[0] for fault in barriers(page)] == ["color-contrast"]


@EACH_DEVICE
def test_no_state_of_a_game_has_a_barrier(visitors: Visitors, server: Serving, device: str) -> None:
    page = visitors.visitor("Anna", device).new_page()
    for state in STATES:
        opened(page, state(), server)
        assert barriers(page, night=device == "desktop") == [], state.__name__


@pytest.mark.slow
def test_no_phone_has_a_barrier_by_night(visitors: Visitors, server: Serving) -> None:
    page = visitors.visitor("Anna", "phone").new_page()
    for address in PAGES:
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        assert barriers(page) == [], address
    for state in STATES:
        opened(page, state(), server)
        assert barriers(page) == [], state.__name__


@pytest.mark.slow
@EACH_DEVICE
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_no_barrier_in_any_language(visitors: Visitors, language: str, device: str) -> None:
    page = visitors.page(device=device, address="/rules", language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("h1").first).to_be_visible()
    assert barriers(page) == []


@EACH_DEVICE
def test_nothing_that_opens_over_the_board_has_a_barrier(visitors: Visitors, server: Serving, device: str) -> None:
    visitors.may_be_cut = True
    story = dealt_where(lambda state: state.turn == 0 and low_run(state), "Anna", "Bruno")
    page = opened(visitors.visitor("Anna", device).new_page(), story, server)
    board = Board(page).my_turn()
    page.get_by_role("button", name="Hint").click()
    assert barriers(page) == [], "hints"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    assert barriers(page) == [], "menu"
    page.get_by_role("button", name="How to move tiles").last.click()
    assert barriers(page) == [], "keys"
    page.get_by_role("button", name="Close").click()
    board.on_rack(low_run(story.state)[0]).click()
    page.mouse.click(*board.free_spot())
    assert barriers(page) == [], "a set that is not valid yet"
    board.end_turn()
    expect(page.get_by_role("alert")).to_contain_text("It takes three tiles or more")
    assert barriers(page) == [], "a refusal"


def test_a_page_without_server_has_no_barrier(visitors: Visitors) -> None:
    visitors.may_be_cut = True
    page = visitors.page()
    page.context.set_offline(True)
    page.get_by_role("button", name="Play against bots").click()
    expect(page.get_by_text("The server does not answer").first).to_be_visible()
    assert barriers(page) == []


def is_large_enough(page: Page) -> None:
    """Once it is laid out, every target is."""
    try:
        page.wait_for_function(f"targets => ({SMALL})(targets).length === 0", arg=TARGETS)
    except TimeoutError as late:
        raise AssertionError("\n".join([page.url, *page.evaluate(SMALL, TARGETS)])) from late


def test_everything_on_a_phone_is_large_enough_for_a_finger(visitors: Visitors, server: Serving) -> None:
    page = visitors.visitor("Anna", "phone").new_page()
    for address in PAGES:
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        is_large_enough_on_phones(page)
    for state in (waiting, middle_game, finished):
        opened(page, state(), server)
        is_large_enough_on_phones(page)


def is_large_enough_on_phones(page: Page) -> None:
    for width, height in ((360, 740), (740, 360), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        is_large_enough(page)


@pytest.mark.parametrize("device", ["zoomed", "sideways", "4k"])
def test_a_game_can_be_played_zoomed_in_sideways_and_on_a_large_screen(
    visitors: Visitors, server: Serving, device: str
) -> None:
    story = middle_game()
    page = opened(visitors.visitor("Anna", device).new_page(), story, server)
    board = Board(page).my_turn()
    fits(page)
    kind = board.rack()[0]
    board.on_rack(kind).click()
    expect(board.rack_area.locator("[aria-pressed=true]")).to_have_count(1)
    Keys(board).press("n")
    expect(board.end_button).to_be_in_viewport()
    board.end_turn()
    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_tiles_and_sets_have_names_and_the_board_says_how_it_is_used(visitors: Visitors, server: Serving) -> None:
    story = dealt_where(lambda state: state.turn == 0 and low_run(state), "Anna", "Bruno")
    page = opened(visitors.visitor("Anna").new_page(), story, server)
    board = Board(page).my_turn()
    kinds = low_run(story.state)
    colour = {"k": "black", "r": "red", "b": "blue", "y": "orange"}[kinds[0][0]]
    expect(page.get_by_role("application", name="Table and rack")).to_have_accessible_description(
        re.compile("Arrow keys walk")
    )
    expect(page.get_by_role("group", name="Your rack, 14 tiles")).to_be_visible()
    tile = page.get_by_role("button", name=re.compile(rf"^{colour} {kinds[0][1:]}$", re.I)).first
    expect(tile).to_be_visible()
    Mouse(board).lay(kinds)
    points = sum(int(kind[1:]) for kind in kinds)
    name = re.compile(rf"^Run {colour} {kinds[0][1:]} to {kinds[2][1:]}, valid, {points} points$", re.I)
    expect(page.get_by_role("group", name=name)).to_be_visible()


def test_turns_sets_and_refusals_are_read_aloud_and_the_focus_is_never_lost(
    visitors: Visitors, server: Serving
) -> None:
    story = dealt_where(lambda state: state.turn == 0 and low_run(state), "Anna", "Bruno")
    page = opened(visitors.visitor("Anna").new_page(), story, server)
    board = Board(page).my_turn()
    said = page.locator("[role=status][aria-live=polite]").last
    expect(said).to_contain_text("Your turn")
    keys = Keys(board)
    keys.lay(low_run(story.state))
    expect(said).to_contain_text(re.compile("valid, .* points"))
    assert page.evaluate("() => document.activeElement.dataset.piece")
    keys.press("e")
    expect(page.get_by_role("alert")).to_contain_text("are not enough to open")
    for key in ("u", "y", "r", "7", "8"):
        keys.press(key)
        assert page.evaluate("() => document.activeElement.dataset.piece"), key
    keys.press("d")
    expect(page.get_by_text("Bruno is away")).to_be_visible()
    assert page.evaluate("() => document.activeElement.dataset.piece")


def test_nothing_glides_where_motion_is_not_wanted(visitors: Visitors, server: Serving) -> None:
    story = middle_game()
    still = opened(visitors.visitor("Anna", still=True).new_page(), story, server)
    lively = opened(visitors.visitor("Anna", still=False).new_page(), middle_game(), server)
    assert _longest_motion(still) <= 1
    assert _longest_motion(lively) > 50


def _longest_motion(page: Page) -> Any:
    """The longest animation in milliseconds after the rack is sorted both ways."""
    return page.evaluate("""async () => {
      let longest = 0;
      const look = () => { for (const { effect } of document.getAnimations())
        longest = Math.max(longest, Number(effect.getTiming().duration) || 0); };
      for (const name of ["777", "789", "777"]) {
        [...document.querySelectorAll("button.sort")].find(button => button.textContent === name).click();
        await new Promise(requestAnimationFrame);
        look();
        await new Promise(requestAnimationFrame);
        look();
      }
      return longest;
    }""")
