"""What a player can see of the board: how large, how whole, and whether anything has to be scrolled."""

from typing import Any

from playwright.sync_api import Page

from tests.page.board import Board

LAW = """() => {
  const boxes = zone => [...document.querySelectorAll(`[data-zone=${zone}] [data-piece]`)]
    .map(tile => tile.getBoundingClientRect());
  const area = name => document.querySelector(`[data-area=${name}]`);
  const hidden = (zone, name) => {
    const room = area(name).getBoundingClientRect();
    const [right, bottom] = [Math.min(innerWidth, room.right), Math.min(innerHeight, room.bottom)];
    return boxes(zone).filter(box => box.left < Math.max(0, room.left) - 1 || box.top < room.top - 1
      || box.right > right + 1 || box.bottom > bottom + 1).length;
  };
  const root = document.documentElement;
  return {
    tiles: boxes("table").length,
    smallest: Math.round(Math.min(...boxes("table").map(box => box.width))),
    rack: Math.round(Math.min(...boxes("rack").map(box => box.width))),
    shelves: new Set(boxes("rack").map(box => Math.round(box.top))).size,
    broken: [...document.querySelectorAll("[data-meld]")].map(set => [...set.querySelectorAll("[data-piece]")])
      .filter(set => new Set(set.map(tile => Math.round(tile.getBoundingClientRect().top))).size > 1).length,
    hidden: hidden("table", "table") + hidden("rack", "rack"),
    scrolls: [root, area("table"), area("rack")].filter(one =>
      (one === root || /auto|scroll/.test(getComputedStyle(one).overflow)) &&
      (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)).length,
  };
}"""


def whole_table(page: Page) -> Any:
    """Sizes and counts, once it is this player's turn and nothing moves."""
    Board(page).my_turn().calm()
    return page.evaluate(LAW)
