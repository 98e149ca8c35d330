"""Hands and eyes at the board of a page: what lies where, and tiles moved by mouse, finger and keys."""

import re
from collections.abc import Sequence
from typing import Any, Self

from playwright.sync_api import Locator, Page, TimeoutError, expect

TILES = """zone => [...document.querySelectorAll(`[data-zone=${zone}] [data-kind]`)].map(tile => tile.dataset.kind)"""
SETS = """() => [...document.querySelectorAll("[data-zone=table] [data-meld]")].map(
  set => [...set.querySelectorAll("[data-kind]")].map(tile => tile.dataset.kind).join(" "))"""
SPOT = """() => {
  const tile = document.querySelector("[data-zone=table] [data-piece], [data-zone=rack] [data-piece]");
  const unit = tile?.getBoundingClientRect().width ?? 50;
  const area = document.querySelector("[data-zone=table]").getBoundingClientRect();
  const sets = [...document.querySelectorAll("[data-zone=table] [data-meld]")].map(set => set.getBoundingClientRect());
  const free = (x, y) => sets.every(set => x < set.left - unit * 4 || x > set.right + unit * 1.5
    || y < set.top - unit || y > set.bottom + unit);
  for (let y = area.top + unit * 0.7; y < area.bottom; y += unit / 4)
    for (let x = area.left + unit; x < area.right - unit * 3; x += unit / 4)
      if (free(x, y)) return { x, y };
  return null;
}"""
CALM = "() => document.getAnimations().every(animation => animation.playState !== 'running')"
FOCUSED = "() => document.activeElement?.dataset.kind ?? null"
FOCUSED_PIECE = "() => document.activeElement?.dataset.piece ?? null"


class Board:
    """The board of one tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.rack_area = page.locator("[data-zone=rack]")
        self.table_area = page.locator("[data-zone=table]")
        self.end_button = page.get_by_role("button", name="End turn")
        self.draw_button = page.locator(".actions").get_by_role("button", name=re.compile("^(Draw a tile|Pass)$"))

    def ready(self) -> Self:
        """Once the tiles are there."""
        expect(self.page.locator("[data-piece]").first).to_be_visible()
        return self

    def my_turn(self) -> Any:
        """Once it is this player's turn."""
        expect(self.page).to_have_title(re.compile("^●"))
        return self.ready()

    # --- what lies where ---

    def rack(self) -> Any:
        return self.page.evaluate(TILES, "rack")

    def table(self) -> Any:
        return self.page.evaluate(SETS)

    def shows(self, *sets: Any) -> None:
        """Wait until exactly these sets lie on the table, in whatever order."""
        wanted = " | ".join(sorted(sets))
        try:
            self.page.wait_for_function(f"wanted => ({SETS})().sort().join(' | ') === wanted", arg=wanted)
        except TimeoutError as late:
            raise AssertionError(f"{' | '.join(self.table())}, not {wanted}") from late

    def has_on_rack(self, count: Any) -> None:
        """Wait until so many tiles stand on the rack."""
        expect(self.rack_area.locator("[data-piece]")).to_have_count(count)

    def on_rack(self, kind: str) -> Any:
        return self.rack_area.locator(f"[data-kind='{kind}']").first

    def on_table(self, kind: str) -> Any:
        return self.table_area.locator(f"[data-kind='{kind}']").first

    def set_with(self, kind: str) -> Any:
        return self.table_area.locator("[data-meld]").filter(has=self.page.locator(f"[data-kind='{kind}']")).first

    # --- where a hand goes ---

    def calm(self) -> None:
        """Wait until nothing on the board moves any more."""
        self.page.wait_for_function(CALM)

    def box(self, tile: Locator) -> Any:
        self.calm()
        return tile.bounding_box()

    def middle(self, tile: Locator) -> Any:
        box = self.box(tile)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def edge(self, tile: Locator, side: str) -> Any:
        """The left or the right edge of a tile: what is dropped there lies before or behind it."""
        box = self.box(tile)
        inset = 0.03 * box["width"]
        return box["x"] + (inset if side == "left" else box["width"] - inset), box["y"] + box["height"] / 2

    def free_spot(self) -> Any:
        self.calm()
        spot = self.page.evaluate(SPOT)
        assert spot, "the table has no free spot"
        return spot["x"], spot["y"]

    # --- the end of a turn ---

    def end_turn(self) -> None:
        self.end_button.click()

    def draw(self) -> None:
        self.draw_button.click()


class Mouse:
    """Everything is dragged."""

    def __init__(self, board: Board) -> None:
        self.board, self._mouse = board, board.page.mouse

    def drag(self, tile: Locator, to: tuple[float, float]) -> None:
        self._mouse.move(*self.board.middle(tile))
        self._mouse.down()
        self._mouse.move(*to, steps=6)
        self._mouse.up()

    def lay(self, kinds: Sequence[str]) -> None:
        first, *rest = kinds
        self._from_rack(first, self.board.free_spot())
        for before, kind in zip(kinds, rest, strict=False):
            piece = self.board.table_area.locator(f"[data-kind='{before}']").last
            self._from_rack(kind, self.board.edge(piece, "right"))

    def add(self, kind: str, beside: str, side: str) -> None:
        self._from_rack(kind, self.board.edge(self.board.on_table(beside), side))

    def _from_rack(self, kind: str, to: tuple[float, float]) -> None:
        left = len(self.board.rack()) - 1
        self.drag(self.board.on_rack(kind), to)
        self.board.has_on_rack(left)


class Finger(Mouse):
    """Sets are tapped together, single tiles are dragged by touch."""

    LIFT = 34
    """The tile floats so far above the finger."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._line = board.page.context.new_cdp_session(board.page)

    def drag(self, tile: Locator, to: tuple[float, float]) -> None:
        tile.scroll_into_view_if_needed()
        x, y = self.board.middle(tile)
        self._touch("touchStart", x, y)
        if self._scrolls(tile):  # there a finger rests before it drags
            self.board.page.wait_for_selector("html.dragging")
        for step in range(1, 9):
            self._touch("touchMove", x + (to[0] - x) * step / 8, y + (to[1] + self.LIFT - y) * step / 8)
        self._touch("touchEnd")

    def press(self, tile: Locator) -> None:
        """A finger on a tile, which stays there."""
        self._touch("touchStart", *self.board.middle(tile))

    def release(self) -> None:
        self._touch("touchEnd")

    def pinch(self, area: Locator, by: float) -> None:
        """Two fingers part until they are so many times further apart."""
        x, y = self.board.middle(area)
        for step in range(9):
            apart = 40 * (1 + (by - 1) * step / 8)
            points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            kind = "touchStart" if step == 0 else "touchMove"
            self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self._touch("touchEnd")

    def _scrolls(self, tile: Locator) -> Any:
        return tile.evaluate("""tile => {
          const area = tile.closest("[data-scroll]");
          return area !== null && area.scrollHeight > area.clientHeight + 1;
        }""")

    def _touch(self, kind: str, x: Any = None, y: Any = None) -> None:
        points = [] if x is None else [{"x": x, "y": y}]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def lay(self, kinds: Sequence[str]) -> None:
        for kind in kinds:
            self.board.rack_area.locator(f"[data-kind='{kind}'][aria-pressed=false]").first.tap()
        self.board.page.touchscreen.tap(*self.board.free_spot())


class Keys:
    """Nothing but keys: Tab to the board, arrows over it."""

    def __init__(self, board: Board) -> None:
        self.board, self._keys = board, board.page.keyboard

    def press(self, *keys: Any) -> None:
        for key in keys:
            self._keys.press(key)

    def come_to_the_board(self) -> None:
        for _ in range(60):
            if self.board.page.evaluate(FOCUSED):
                return
            self._keys.press("Tab")
        raise AssertionError("the Tab key does not reach the board")

    def walk_to(self, tile: Locator) -> None:
        """As one walks: up or down to its row, then along it."""
        self.come_to_the_board()
        wanted = tile.get_attribute("data-piece")
        for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"):
            if self._along(wanted):
                return
            self._keys.press(key)
        for _ in range(12):
            self._keys.press("ArrowUp")
            if self._along(wanted):
                return
        raise AssertionError("the arrow keys do not lead to this tile")

    def _along(self, wanted: Any) -> bool:
        for key in ("ArrowRight", "ArrowLeft"):
            for _ in range(40):
                here = self.board.page.evaluate(FOCUSED_PIECE)
                if here == wanted:
                    return True
                self._keys.press(key)
                if self.board.page.evaluate(FOCUSED_PIECE) == here:
                    break
        return False

    def choose(self, tile: Locator) -> None:
        self.walk_to(tile)
        self._keys.press("Space")

    def lay(self, kinds: Sequence[str]) -> None:
        for kind in kinds:
            self.choose(self.board.rack_area.locator(f"[data-kind='{kind}'][aria-pressed=false]").first)
        self._keys.press("n")

    def add(self, kind: str, beside: str, side: str) -> None:
        self.choose(self.board.on_rack(kind))
        self.walk_to(self.board.on_table(beside))
        self._keys.press("Enter")
