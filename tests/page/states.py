"""The states that a page can be in: each comes to it as a person would."""

import time
from typing import Any

from playwright.sync_api import Page, expect

from openkub.server.wire.game import TurnClock
from tests.page.board import Board
from tests.page.browsing import NOWHERE, Visitors
from tests.page.plays import short_game
from tests.page.tables import Story, dealt_where
from tests.server.inprocess import Serving

FULL = 99
PAGES = (
    "/",
    "/new",
    "/join",
    "/learn",
    "/rules",
    "/timer",
    "/scores",
    "/legal",
    "/settings",
    "/games",
    "/puzzles",
    "/puzzles/4",
    NOWHERE,
)


def middle_game(turns: int = 30, **settings: Any) -> Any:
    """Four play, many sets lie on the table, and it is Anna's turn."""
    story = Story("Anna", "Bruno", "Clara", "Dana", **{"secret": 0, **settings}).dealt().advised(turns)
    while story.state.turn != 0:
        story.advised(1)
    return story


def full_table() -> Any:
    """Many sets lie on the table, everybody has opened, Anna can play and is near the end."""
    return middle_game(turns=24, secret=FULL)


def others_turn() -> Any:
    """The same a turn later."""
    return middle_game().advised(1)


def finished() -> Any:
    """A game that Anna has won."""
    story = short_game()
    while not story.state.outcome:
        story.advised(1)
    return story


def between_rounds() -> Any:
    """The first of two rounds is over."""
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", "Clara", rules="default rounds=2")
    while not story.state.outcome:
        story.advised(1)
    return story


def hurried() -> Any:
    """The clock of Anna's turn runs."""
    at = int(time.time() * 1000) - 2_000
    return dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", at=at, clock=TurnClock(60))


def waiting() -> Story:
    """Two of four seats are taken."""
    return Story("Anna", "Bruno", seats=4)


def opened(page: Page, story: Story, server: Serving) -> Any:
    page.goto(f"/g/{story.put_down(server).id}")
    if story.room.game:
        Board(page).ready()
        if story.state.outcome:
            expect(page.get_by_role("dialog")).to_be_visible()
    else:
        expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    return page


def friends(visitors: Visitors) -> Any:
    """Clara opens a table, Daan comes by its code on his phone, Clara starts: both their pages."""
    host = visitors.page()
    host.get_by_role("button", name="Play with friends").click()
    host.get_by_label("Your name at the table").fill("Clara")
    host.get_by_role("button", name="Open a table").click()
    code = host.locator("strong.code").inner_text()

    friend = visitors.page(device="phone", address="/join")
    friend.get_by_label("Code or link").fill(code.lower())
    friend.get_by_role("button", name="To the table").click()
    friend.get_by_label("Your name at the table").fill("Daan")
    friend.get_by_role("button", name="Sit down").click()

    expect(host.get_by_text("Daan")).to_be_visible()
    host.get_by_role("button", name="Start now").click()
    return host, friend
