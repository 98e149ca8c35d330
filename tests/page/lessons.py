"""Whoever learns: positions of lessons, solved as a hand does it, tile by tile."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.board import Board

LESSONS = json.loads((Path(__file__).parents[2] / "web/src/pages/learn/lessons.json").read_text())
LYING = """() => {
  const tiles = area => [...area.querySelectorAll("[data-piece]")].map(({ dataset }) => [dataset.piece, dataset.kind]);
  return { rack: tiles(document.querySelector("[data-zone=rack]")),
           sets: [...document.querySelectorAll("[data-zone=table] [data-meld]")].map(tiles) };
}"""


def kinds(pieces: Any) -> Any:
    return sorted(kind for _, kind in pieces)


class Learner:
    """Somebody in front of an exercise, with a mouse or with a finger."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page, self.board = page, Board(page)
        self._touch = touch
        self.next = page.locator(".after .main")

    def solve(self, task: Any) -> None:
        """Do what the position asks for, by the way that its solution shows."""
        self.board.ready()
        if task["solution"] is None:
            self._draw()
        else:
            self._build([meld.split() for meld in task["solution"].split(" | ")])
        expect(self.next).to_be_visible()

    def _draw(self) -> None:
        back = self.page.get_by_role("button", name="Put everything back")
        if back.is_enabled():
            back.click()
        self.page.get_by_role("button", name="Draw").click()

    def _build(self, wanted: Any) -> None:
        for meld in wanted:
            if sorted(meld) not in [kinds(pieces) for pieces in self._lying()["sets"]]:
                self._make(meld, wanted)
            if self._solved():
                return
        self._take_back(wanted)

    def _solved(self) -> Any:
        return self.page.locator(".after").count() > 0

    def _lying(self) -> Any:
        return self.page.evaluate(LYING)

    def _make(self, meld: Any, wanted: Any) -> None:
        """One set: added to what is a part of it already, or laid anew and added to."""
        lying = self._lying()
        done = [sorted(one) for one in wanted]
        loose = [pieces for pieces in lying["sets"] if kinds(pieces) not in done]
        parts = [pieces for pieces in loose if _within(kinds(pieces), meld)]
        base = max(parts, key=len, default=[])
        missing = _minus(meld, kinds(base))
        hand, missing = _taken(lying["rack"], missing)
        others = [_taken(pieces, missing) for pieces in loose if pieces is not base]
        if not base:
            first, missing = max(others, key=lambda taken: len(taken[0]), default=([], missing))
            self._lay([*first, *hand])
            base, hand = [*first, *hand], []
        if hand:
            self._add(hand, base[0])
        for pieces in loose:
            if pieces is not base:
                found, missing = _taken([piece for piece in pieces if piece not in base], missing)
                for piece in found:
                    self._add([piece], base[0])

    def _lay(self, pieces: Any) -> None:
        for piece in pieces:
            self._tap(piece)
        spot = self.board.free_spot()
        self.page.touchscreen.tap(*spot) if self._touch else self.page.mouse.click(*spot)

    def _add(self, pieces: Any, beside: Any) -> None:
        for piece in [*pieces, beside]:
            self._tap(piece)

    def _tap(self, piece: Any) -> None:
        self.board.calm()
        tile = self.page.locator(f"[data-piece='{piece[0]}']")
        tile.tap() if self._touch else tile.click()

    def _take_back(self, wanted: Any) -> None:
        """Own tiles that belong to no set go back to the rack."""
        done = [sorted(one) for one in wanted]
        for pieces in self._lying()["sets"]:
            if kinds(pieces) not in done:
                for piece in pieces:
                    self._tap(piece)
                self.page.keyboard.press("b")


def _within(part: Any, whole: Any) -> bool:
    return len(_minus(whole, part)) == len(whole) - len(part)


def _minus(some: Any, others: Any) -> Any:
    left = list(some)
    for kind in others:
        if kind in left:
            left.remove(kind)
    return left


def _taken(pieces: Any, wanted: Any) -> Any:
    """The pieces of wanted kinds, and what is still wanted."""
    found = []
    for piece in pieces:
        if piece[1] in wanted:
            found.append(piece)
            wanted = _minus(wanted, [piece[1]])
    return found, wanted
