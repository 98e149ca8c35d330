"""The page in a browser: how much it fetches, how soon one can play on a slow machine, how smoothly tiles move."""

from __future__ import annotations

import gzip
import json
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from _measure import print_table
from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parent.parent))

from openkub.law.moves import Draw
from openkub.solver import best_play
from tests.page.board import Board
from tests.page.browsing import Visitors, chromium
from tests.page.states import middle_game
from tests.page.tables import Story
from tests.server.inprocess import serving

TRIES = 5
SLOWER = 4
DRAG_S = 3.0
FULL = 5
"""With this secret the whole box lies on the table in the end."""
READY = """addEventListener("DOMContentLoaded", () => {
  const look = () => document.querySelector("[data-zone=rack] [data-piece]") && document.title.startsWith("●")
    ? (window.readyAt = performance.now()) : requestAnimationFrame(look);
  look();
})"""
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const count = now => { frames_.push(now - last); last = now; requestAnimationFrame(count); };
  requestAnimationFrame(now => { last = now; requestAnimationFrame(count); });
}"""


def full_table() -> Story:
    """Both players have drawn everything, Bruno has laid nearly all of it, and Anna can do the same."""
    story = Story("Anna", "Bruno", secret=FULL).dealt()
    while story.state.pool:
        story.move(Draw())
    return story.advised(1)


@contextmanager
def visited() -> Iterator[Visitors]:
    with TemporaryDirectory() as folder, serving(Path(folder) / "games.db") as server, chromium() as browser:
        visitors = Visitors(browser, server)
        yield visitors
        visitors.leave()


def first_load(visitors: Visitors, address: str) -> int:
    """Bytes of JavaScript, gzipped."""
    page = visitors.visitor("Anna", language="de").new_page()
    scripts = []
    page.on("response", lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(answer.body())) for answer in scripts)
    page.context.close()
    return size


def ready(visitors: Visitors, address: str, device: str) -> float:
    """Seconds from the first request to tiles that can be moved, with nothing in the cache."""
    page = visitors.visitor("Anna", device).new_page()
    page.add_init_script(READY)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.wait_for_function("() => window.readyAt")
    seconds = page.evaluate("() => window.readyAt") / 1000
    page.context.close()
    return float(seconds)


def all_laid(visitors: Visitors, story: Story, device: str) -> Page:
    """A page on which the best play is laid, as a draft that it has kept over a reload."""
    best = best_play(story.state.view(0))
    assert best
    draft = json.dumps({"round": 1, "base": str(story.state.table), "table": str(best.table)})
    page = visitors.visitor("Anna", device, still=False).new_page()
    page.add_init_script(f"sessionStorage.setItem('openkub.play.draft.{story.id}', {json.dumps(draft)})")
    page.goto(f"/g/{story.id}")
    Board(page).my_turn().end_button.wait_for()
    return page


def drag(page: Page) -> list[float]:
    """The milliseconds of every frame while a tile goes round and round over the table."""
    board = Board(page)
    area = board.table_area.bounding_box()
    assert area
    page.mouse.move(*board.middle(board.table_area.locator("[data-piece]").first))
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2, steps=4)
    page.evaluate(FRAMES)
    end = perf_counter() + DRAG_S
    while (left := end - perf_counter()) > 0:
        x, y = math.cos(left * 3), math.sin(left * 3)
        page.mouse.move(area["x"] + area["width"] * (0.5 + 0.4 * x), area["y"] + area["height"] * (0.5 + 0.4 * y))
    frames = page.evaluate("() => window.frames_")
    page.mouse.up()
    return [float(frame) for frame in frames[1:]]


def main() -> None:
    with visited() as visitors:
        game = f"/g/{middle_game().put_down(visitors.server).id}"
        full = full_table().put_down(visitors.server)
        rows = []
        for name, address in {"home page": "/", "game": game}.items():
            size = first_load(visitors, address) / 1024
            rows.append([f"{name}: JavaScript of the first load, gzipped", f"{size:.0f} kB", "≤ 120 kB"])
        for device in ("desktop", "phone"):
            seconds = median(ready(visitors, game, device) for _ in range(TRIES))
            rows.append([f"{device}: ready to play, CPU {SLOWER} times slower", f"{seconds:.2f} s", "≤ 1.5 s"])
        for device in ("desktop", "phone"):
            page = all_laid(visitors, full, device)
            tiles, frames = page.locator("[data-zone=table] [data-piece]").count(), sorted(drag(page))
            page.context.close()
            rate, worst = 1000 * len(frames) / sum(frames), frames[int(len(frames) * 0.95)]
            rows.append([f"{device}: dragging at {tiles} tiles on the table, frames a second", f"{rate:.0f}", "≥ 50"])
            rows.append([f"{device}: the longest of 20 frames then", f"{worst:.0f} ms", ""])
        print_table(("page", "", "target"), rows)


if __name__ == "__main__":
    main()
