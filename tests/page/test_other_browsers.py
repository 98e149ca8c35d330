"""The same short game in Firefox and WebKit: home, a game against bots, a set laid, the end of the turn, a reload."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from openkub.solver import best_play
from tests.page.board import CALM, SETS
from tests.page.foreign import Foreign, drag, firefox, press, until, webkit
from tests.page.tables import Story, dealt_where
from tests.server.inprocess import Serving
from tests.workshop.chance import token_of

Browser = Callable[[Path], AbstractContextManager[Foreign]]
MY_TURN = "document.title.startsWith('●')"
ON_RACK = "document.querySelectorAll('[data-zone=rack] [data-piece]').length"
NEXT_TURN = """document.querySelectorAll(".actions .left:enabled, .actions .right:disabled").length === 2"""
LISTEN = """(window.faults = [], ["error", "unhandledrejection"].forEach(kind =>
  addEventListener(kind, event => faults.push(String(event.reason ?? event.message)))))"""
SETTINGS = """localStorage.setItem("openkub.settings", JSON.stringify({ pace: "instant" }))"""

pytestmark = pytest.mark.heavy


def one_set() -> Story:
    """Anna begins, and has one set of three on her rack, which is enough to open."""
    found: Story = dealt_where(_has_one, "Anna", bots=("novice",), rules="default opening_min_points=1 rounds=1")
    return found


def _has_one(state: Any) -> bool:
    play = best_play(state.view(0)) if state.turn == 0 else None
    return play is not None and [len(meld) for meld in play.table] == [3]


def table(tab: Foreign) -> list[list[str]]:
    """The sets on the table, each with its tiles in order."""
    return [sorted(meld.split()) for meld in tab.value(f"({SETS})()")]


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_short_game_in_another_browser(browser: Browser, server: Serving, tmp_path: Path) -> None:
    with browser(tmp_path) as tab:
        tab.goto(f"{server.base}/")
        tab.value(SETTINGS)
        press(tab, "button", "Play against bots")
        until(tab, f"{MY_TURN} && {ON_RACK} >= 14")
        assert tab.value("location.pathname").startswith("/g/")

        story = one_set().put_down(server)
        tab.remember("openkub_player", token_of("Anna"))
        tab.goto(f"{server.base}/g/{story.id}")
        tab.value(LISTEN)
        until(tab, MY_TURN)
        kinds = [str(tile) for tile in best_play(story.state.view(0)).table[0]]
        lay(tab, kinds)
        press(tab, ".actions button", "End turn")
        until(tab, f"{MY_TURN} && {NEXT_TURN}")
        assert sorted(kinds) in table(tab)
        assert tab.value("faults") == []

        tab.goto(f"{server.base}/g/{story.id}")
        until(tab, f"{MY_TURN} && {ON_RACK} === 11")
        assert sorted(kinds) in table(tab)


def lay(tab: Foreign, kinds: list[str]) -> None:
    """The first tile is dragged to the table, the others are tapped there."""
    first, *rest = kinds
    until(tab, f"({CALM})()")
    drag(tab, f"[data-zone=rack] [data-kind='{first}']", "[data-zone=table]")
    until(tab, f"({SETS})().length === 1 && ({CALM})()")
    for kind in rest:
        press(tab, f"[data-zone=rack] [data-kind='{kind}']")
    press(tab, "[data-zone=table] [data-piece]")
    until(tab, f"({SETS})()[0].split(' ').length === {len(kinds)}")
