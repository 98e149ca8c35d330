"""The states that a page can be in: each comes to it as a person would."""

import time

from playwright.sync_api import expect

from openkub.server.wire.game import TurnClock

from .board import Board
from .plays import short_game
from .tables import Story, dealt_where

PAGES = ("/", "/new", "/join", "/rules", "/timer", "/scores", "/legal", "/settings", "/nothing")


def middle_game(turns=30, **settings):
    """Four play, many sets lie on the table, and it is Anna's turn."""
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", "Clara", "Dana", **settings).advised(turns)
    while story.state.turn != 0:
        story.advised(1)
    return story


def others_turn():
    """The same a turn later."""
    return middle_game().advised(1)


def finished():
    """A game that Anna has won."""
    story = short_game()
    while not story.state.outcome:
        story.advised(1)
    return story


def between_rounds():
    """The first of two rounds is over."""
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", "Clara", rules="default rounds=2")
    while not story.state.outcome:
        story.advised(1)
    return story


def hurried():
    """The clock of Anna's turn runs."""
    at = int(time.time() * 1000) - 2_000
    return dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", at=at, clock=TurnClock(60))


def waiting():
    """Two of four seats are taken."""
    return Story("Anna", "Bruno", seats=4)


def opened(page, story, server):
    page.goto(f"/g/{story.put_down(server).id}")
    if story.room.game:
        Board(page).ready()
    else:
        expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    return page
