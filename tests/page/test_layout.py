"""The whole table, always: nothing is hidden and nothing scrolls, however many tiles lie there."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import Board
from tests.page.browsing import Visitors
from tests.page.large import crowd, ninety, throng, tiles_on
from tests.page.sight import whole_table
from tests.page.states import middle_game, opened
from tests.page.tables import Story
from tests.server.inprocess import Serving

PHONES = {"phone": (390, 844), "small": (360, 640), "sideways": (844, 390), "small sideways": (640, 360)}
COVERED = """() => {
  const all = [...document.querySelectorAll("button, [data-area], .pool, .seat")]
    .filter(one => !one.closest("[data-area] *, [popover], dialog") && one.checkVisibility());
  const box = one => one.getBoundingClientRect();
  const within = (one, other) => one !== other && !one.contains(other) && !other.contains(one);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return all.flatMap((one, place) => all.slice(place + 1)
    .filter(other => within(one, other) && box(one).width && box(other).width && over(box(one), box(other)))
    .map(other => `${one.className || one.dataset.area} lies over ${other.className || other.dataset.area}`));
}"""


def seen(visitors: Visitors, size: tuple[int, int], **options: Any) -> Page:
    viewport = {"width": size[0], "height": size[1]}
    page: Page = visitors.visitor("Anna", "phone", viewport=viewport, **options).new_page()
    return page


@pytest.mark.parametrize("size", PHONES.values(), ids=PHONES)
def test_ninety_tiles_and_a_rack_of_fourteen_are_in_sight_on_every_phone(
    visitors: Visitors, server: Serving, size: tuple[int, int]
) -> None:
    story = ninety()
    assert (tiles_on(story), len(story.state.racks[0])) == (90, 14)
    found = whole_table(opened(seen(visitors, size), story, server))
    assert found["tiles"] == 90
    assert (found["hidden"], found["scrolls"], found["broken"]) == (0, 0, 0)
    assert found["smallest"] >= 24
    assert found["rack"] >= 44
    assert found["shelves"] == (1 if size[0] > size[1] else 2)


@pytest.mark.parametrize(("story", "tiles"), [(crowd, 112), (throng, 121)])
def test_the_crowded_table_of_six_players_is_in_sight_on_a_phone(
    visitors: Visitors, server: Serving, story: Callable[[], Story], tiles: int
) -> None:
    page = opened(seen(visitors, PHONES["phone"]), story(), server)
    found = whole_table(page)
    assert found["tiles"] == tiles
    assert (found["hidden"], found["scrolls"], found["broken"]) == (0, 0, 0)
    assert found["smallest"] >= 24
    for seat in page.get_by_role("list", name="Players").get_by_role("listitem").all():
        expect(seat).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(568, 320), *PHONES.values()], ids=str)
def test_nothing_lies_over_anything_else(visitors: Visitors, server: Serving, size: tuple[int, int]) -> None:
    page = opened(seen(visitors, size), middle_game(), server)
    Board(page).my_turn().calm()
    assert page.evaluate(COVERED) == []


def test_the_size_of_tiles_is_what_the_setting_says_on_a_phone_too(visitors: Visitors, server: Serving) -> None:
    sizes = []
    for name in ("small", "medium", "large", "huge"):
        settings = {"pace": "instant", "tileSize": name}
        found = whole_table(opened(seen(visitors, PHONES["phone"], settings=settings), middle_game(turns=9), server))
        sizes.append((found["smallest"], found["rack"]))
    assert sorted(set(sizes)) == sizes
