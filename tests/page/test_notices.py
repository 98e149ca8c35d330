"""Refusals stand at a fixed place, two lines high: they cover neither tiles nor buttons."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openkub.law.rules import EDITIONS
from openkub.messages import LANGUAGES, catalogue
from tests.page.board import Board
from tests.page.browsing import Visitors
from tests.page.large import ninety
from tests.server.inprocess import Serving

SIZES = ((360, 640), (390, 844), (768, 1024), (844, 390), (1440, 900))
MOST_PX = 50
"""Height of two lines and their margin."""
WEB = Path(__file__).parents[2] / "web/src/i18n"
OF_THE_PAGE = re.compile(r'"(fault\.\w+|trouble\.(?:not_your_turn|wrong_phase|too_fast|unavailable))": "(.*)",')
"""Refusals that the page words by itself."""
NAMED = {"points": "28", "what": "orange 13", "number": "13", "colour": "orange"}
REFUSED = """async texts => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);  // the board has its new size

  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const notice = document.querySelector(".notice");
  const rest = [...document.querySelectorAll("[data-piece], [data-area], .actions button, .tools button, .coach")];
  return texts.map(text => {
    notice.querySelector("p").textContent = text;
    const box = notice.getBoundingClientRect();
    const within = [...notice.querySelectorAll("*")].every(one => {
      const part = one.getBoundingClientRect();
      return part.top >= box.top - 1 && part.bottom <= box.bottom + 1 && part.right <= box.right + 1;
    });
    const covered = rest.filter(one => over(box, one.getBoundingClientRect()));
    const [left, right] = [Math.round(box.left), Math.round(box.right)];
    return { text, height: box.height, top: box.top, within, seen: left >= 0 && right <= innerWidth,
      covered: covered.map(one => one.dataset.kind ?? one.dataset.area ?? one.className) };
  });
}"""


def refusals(language: str) -> list[str]:
    """Return every refusal of this language, with the words of each edition, shortest first."""
    speech = catalogue(language)
    source = (WEB / "board" / f"{language}.ts").read_text() + (WEB / "shell" / f"{language}.ts").read_text()
    sentences = [*speech.problems.values(), *(found[1] for found in OF_THE_PAGE.findall(source))]
    assert len(sentences) >= 32
    books = [{**speech.words[""], **speech.words.get(edition, {}), **NAMED} for edition in EDITIONS]
    return sorted({filled(sentence, words) for sentence in sentences for words in books}, key=len)


def filled(sentence: str, words: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: words.get(name[1]) or words[name[1][0].lower() + name[1][1:]], sentence)


def fits(page: Page, texts: list[str]) -> None:
    """Assert that each text, in every size, takes the same place, is visible and covers nothing."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        Board(page).calm()
        told = page.evaluate(REFUSED, texts)
        wrong = [one for one in told if one["covered"] or not one["within"] or not one["seen"]]
        assert wrong == [], (width, height)
        assert [one for one in told if one["height"] > MOST_PX] == [], (width, height)
        assert len({(one["top"], one["height"]) for one in told}) == 1, (width, height)


def refused(page: Page) -> Any:
    """Lay a single tile and end the turn, which is refused."""
    board = Board(page).my_turn()
    board.rack_area.locator("[data-piece]").first.tap()
    page.touchscreen.tap(*board.free_spot())
    page.locator(".actions button.main").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_covers_neither_tiles_nor_buttons(visitors: Visitors, server: Serving, language: str) -> None:
    story = ninety().put_down(server)
    page = visitors.page("Anna", "phone", address=f"/g/{story.id}", language=language)
    Board(page).my_turn()
    page.locator(".actions button.main").tap()  # there is something to lay, so passing is refused, and a hint offered
    expect(page.locator(".notice").get_by_role("button")).to_have_count(2)
    fits(page, [page.get_by_role("alert").inner_text()])
    page.set_viewport_size({"width": 390, "height": 844})
    fits(refused(page), refusals(language))
