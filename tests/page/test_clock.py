"""The clock warns, and never eats a finished move."""

import re
import time
from typing import Any

from playwright.sync_api import expect

from openkub.server.wire.game import DelayClock, TurnClock
from tests.page.board import Board, Mouse
from tests.page.browsing import Visitors
from tests.page.plays import advice, steps
from tests.page.tables import dealt_where, room_of
from tests.page.test_together import opens_by_hand
from tests.server.inprocess import Serving

CLOCK = TurnClock(15)
RULES = "default time_limit_mode=optional"


def late(left_s: Any, wanted: Any) -> Any:
    """A game in which the running turn has only so many seconds left."""
    began = int((time.time() - 15 + left_s) * 1000)
    return dealt_where(wanted, "Anna", "Bruno", clock=CLOCK, rules=RULES, at=began)


def test_a_turn_that_nobody_takes_ends_with_the_clock_and_says_so(visitors: Visitors, server: Serving) -> None:
    story = late(3, lambda state: state.turn == 0)
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    expect(page.get_by_role("timer").first).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="Your time is up")).to_be_visible()
    expect(page.get_by_text("Bruno is away")).to_be_visible()


def test_a_legal_draft_counts_as_the_turn_when_time_runs_out(visitors: Visitors, server: Serving) -> None:
    story = late(7, lambda state: state.turn == 0 and opens_by_hand(state))
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    board = Board(page).my_turn()
    hands = Mouse(board)
    for step in steps(story.state.table, advice(story.state).table):
        hands.lay(step.kinds)
    expect(page.get_by_text("Bruno is away")).to_be_visible()
    board.shows(*map(str, advice(story.state).table))
    assert room_of(server, story.id).playing.state.opened[0]


def test_the_last_ten_seconds_are_told_to_who_cannot_see_the_clock(visitors: Visitors, server: Serving) -> None:
    story = late(12, lambda state: state.turn == 0)
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    expect(page.get_by_role("status").filter(has_text=re.compile("Ten seconds left"))).to_have_count(1)


def reserves(visitors: Visitors, server: Serving, delay: Any, used_s: Any) -> Any:
    """The clock of Anna, whose turn it is, her chip, and Bruno's; both had ten minutes in reserve."""
    began = int((time.time() - used_s) * 1000)
    clock = DelayClock(600, delay)
    story = dealt_where(lambda state: state.turn == 0, "Anna", "Bruno", rules="tournament", clock=clock, at=began)
    page = visitors.page("Anna", address=f"/g/{story.put_down(server).id}")
    seats = page.get_by_role("list", name="Players").get_by_role("listitem")
    return page.get_by_role("timer"), seats.nth(0), seats.nth(1)


def test_the_turns_own_seconds_run_first(visitors: Visitors, server: Serving) -> None:
    clock, anna, bruno = reserves(visitors, server, delay=90, used_s=0)
    expect(clock).to_have_text(re.compile(r"^\s*\d\d$"))
    expect(anna).to_contain_text("10:00")
    expect(bruno).to_contain_text("10:00")


def test_when_the_turns_own_seconds_are_used_the_players_reserve_runs(visitors: Visitors, server: Serving) -> None:
    clock, _, bruno = reserves(visitors, server, delay=10, used_s=20)
    expect(clock).to_have_text(re.compile(r"^\s*9:\d\d$"))
    expect(bruno).to_contain_text("10:00")
