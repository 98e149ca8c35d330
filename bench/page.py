"""The page in a browser: how much it fetches, how soon one can play on a slow machine, how smoothly tiles move."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from lib.measure import print_table
from playwright.sync_api import CDPSession, Page

from openkub.law.moves import Draw
from openkub.solver import best_play
from tests.page.board import Board
from tests.page.browsing import Devices, Visitors, chromium
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
        visitors = Visitors(Devices(browser), server)
        yield visitors
        visitors.leave()


def first_load(visitors: Visitors, address: str) -> int:
    """Bytes of JavaScript, gzipped."""
    page = visitors.visitor("Anna", language="de", fresh=True).new_page()
    scripts = []
    page.on("response", lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(answer.body())) for answer in scripts)
    page.close()
    return size


def ready(visitors: Visitors, address: str, device: str) -> float:
    """Seconds from the first request to tiles that can be moved, with nothing in the cache."""
    page = visitors.visitor("Anna", device, fresh=True).new_page()
    page.add_init_script(READY)
    slow_down(line_to(page), SLOWER)
    page.goto(address)
    page.wait_for_function("() => window.readyAt")
    seconds = page.evaluate("() => window.readyAt") / 1000
    page.close()
    return float(seconds)


def line_to(page: Page) -> CDPSession:
    """What the browser tells about this page, in time of its main thread: other programs do not count."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    return line


def slow_down(line: CDPSession, times: int) -> None:
    line.send("Emulation.setCPUThrottlingRate", {"rate": times})


def worked(line: CDPSession) -> float:
    """Seconds for which the main thread has worked so far."""
    metrics = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def all_laid(visitors: Visitors, story: Story, device: str) -> Page:
    """A page on which the best play is laid, as a draft that it has kept over a reload."""
    best = best_play(story.state.view(0))
    assert best
    draft = json.dumps({"round": 1, "base": str(story.state.table), "table": str(best.table)})
    page = visitors.visitor("Anna", device, still=False, fresh=True).new_page()
    page.add_init_script(f"sessionStorage.setItem('openkub.draft.{story.id}', {json.dumps(draft)})")
    page.goto(f"/g/{story.id}")
    Board(page).my_turn().end_button.wait_for()
    return page


@dataclass(frozen=True)
class Smoothness:
    """How a drag went."""

    frames: tuple[float, ...]
    """The milliseconds of every frame, sorted."""
    work: float
    """Milliseconds of the main thread for each of them."""

    @property
    def rate(self) -> float:
        return 1000 * len(self.frames) / sum(self.frames)

    @property
    def worst(self) -> float:
        """The longest of twenty."""
        return self.frames[int(len(self.frames) * 0.95)]


def drag(page: Page, slower: int = 1) -> Smoothness:
    """A tile goes round and round over the table."""
    board, line = Board(page), line_to(page)
    area = board.table_area.bounding_box()
    assert area
    page.mouse.move(*board.middle(board.table_area.locator("[data-piece]").first))
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2, steps=4)
    slow_down(line, slower)
    page.evaluate(FRAMES)
    before = worked(line)
    end = perf_counter() + DRAG_S
    while (left := end - perf_counter()) > 0:
        x, y = math.cos(left * 3), math.sin(left * 3)
        page.mouse.move(area["x"] + area["width"] * (0.5 + 0.4 * x), area["y"] + area["height"] * (0.5 + 0.4 * y))
    frames, seconds = page.evaluate("() => window.frames_"), worked(line) - before
    slow_down(line, 1)
    page.keyboard.press("Escape")
    page.mouse.up()
    return Smoothness(tuple(sorted(map(float, frames[1:]))), 1000 * seconds / len(frames))


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
            tiles = page.locator("[data-zone=table] [data-piece]").count()
            drag(page)  # the first one warms the page up
            quick, slow = drag(page), drag(page, SLOWER)
            page.close()
            what = f"{device}: dragging at {tiles} tiles"
            rows.append([f"{what}, the main thread's work for a frame", f"{quick.work:.1f} ms", "≤ 5 ms"])
            rows.append([f"{what}, frames a second", f"{quick.rate:.0f}", "≥ 50"])
            rows.append([f"{what}, CPU {SLOWER} times slower, frames a second", f"{slow.rate:.0f}", "≥ 50"])
            rows.append([f"{what}, CPU {SLOWER} times slower, the longest of 20 frames", f"{slow.worst:.0f} ms", ""])
        print_table(("page", "", "target"), rows)


if __name__ == "__main__":
    main()
