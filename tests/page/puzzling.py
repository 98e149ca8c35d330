"""A person in front of puzzles: tiles are clicked until the table lies as the solution has it."""

from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect

from openkub.analysis.puzzles import Kind, Puzzle, load_puzzles

FOLLOW = """address => {
  const link = Object.assign(document.createElement("a"), { href: address });
  document.body.append(link);
  link.click();
  link.remove();
}"""
LYING = """() => [...document.querySelectorAll("[data-piece]")].map(tile =>
  [tile.dataset.piece, tile.dataset.kind, tile.closest("[data-meld]")?.dataset.meld ?? ""])"""


def follow(page: Page, address: str) -> None:
    """Go there by a link, without loading the page anew."""
    page.evaluate(FOLLOW, address)


def quick_ones(of_each: dict[Kind, int]) -> list[int]:
    """The numbers of so many puzzles of each kind, those with the fewest tiles to move."""

    def effort(puzzle: Puzzle) -> int:
        table = puzzle.position.table
        return len(puzzle.laid) + sum(len(table[place]) for place in table.not_in(puzzle.solution))

    numbered = sorted(enumerate(load_puzzles(), 1), key=lambda pair: effort(pair[1]))
    return [number for kind, count in of_each.items() for number in _of(kind, numbered)[:count]]


def _of(kind: Kind, numbered: list[tuple[int, Puzzle]]) -> list[int]:
    return [number for number, puzzle in numbered if puzzle.kind is kind]


class Solver:
    """Clicks the tiles of every set that is new, then lays them: beside what lies there already, or as a new set."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def solve(self, puzzle: Puzzle) -> None:
        for meld in puzzle.solution:
            if not self.lies(Counter(map(str, meld))):
                self._make(list(map(str, meld)), puzzle)

    def _sets(self) -> Any:
        """The tiles by their set; those of the rack under the empty name."""
        found: dict[str, list[tuple[str, str]]] = {}
        for piece, kind, meld in self.page.evaluate(LYING):
            found.setdefault(meld, []).append((piece, kind))
        return found

    def lies(self, wanted: Counter[str]) -> bool:
        return any(Counter(kind for _, kind in tiles) == wanted for name, tiles in self._sets().items() if name)

    def _make(self, wanted: list[str], puzzle: Puzzle) -> None:
        sets = self._sets()
        done = [Counter(map(str, meld)) for meld in puzzle.solution]
        for name, tiles in list(sets.items()):
            kinds = Counter(kind for _, kind in tiles)
            if name and kinds in done:
                done.remove(kinds)
                del sets[name]
        base = max(
            (name for name, tiles in sets.items() if name and not Counter(k for _, k in tiles) - Counter(wanted)),
            key=lambda name: len(sets[name]),
            default=None,
        )
        left = Counter(wanted) - Counter(kind for _, kind in sets[base]) if base else Counter(wanted)
        others = [tile for name, tiles in sets.items() if name != base for tile in tiles]
        for kind in left.elements():
            piece = next(piece for piece, found in others if found == kind)
            others.remove((piece, kind))
            self._piece(piece).click(modifiers=["Control"])
        if base:
            self._piece(sets[base][0][0]).click()
        else:
            self.page.keyboard.press("n")

    def _piece(self, piece: str) -> Any:
        return self.page.locator(f"[data-piece='{piece}']")


def is_solved(page: Page) -> None:
    expect(page.locator(".result.good")).to_contain_text("Solved!")
