"""The judge of the nights: whose clock may have run out, and whose may not."""

import pytest
from msgspec.structs import replace

from openkub.server.records import text_of, whole_record
from openkub.server.replaying import replayed
from openkub.server.store import Entry, Outage
from tests.server.judging import SLOW_MS, judge
from tests.workshop.logs import played


@pytest.fixture(scope="module")
def log() -> list[Entry]:
    """A game in which the clock has ended turns, each long after it began."""
    return [replace(entry, at=10 * SLOW_MS * (entry.n + 1)) for entry in played("default", 1)]


def test_a_clock_that_ran_out_on_somebody_who_could_have_moved_is_wrong(log: list[Entry]) -> None:
    room = replayed("g" * 22, log)
    text = text_of(room, whole_record(room))
    with pytest.raises(AssertionError, match="for somebody who was there"):
        judge(log, text, [])
    with pytest.raises(AssertionError, match="for somebody who was there"):
        judge(log, text, [], stood_still=[Outage(entry.at, entry.at + SLOW_MS) for entry in log])
    judge(log, text, [], clock_may_move=True)


def test_a_clock_that_ran_out_while_nobody_could_do_anything_is_nobodys_fault(log: list[Entry]) -> None:
    room = replayed("g" * 22, log)
    text = text_of(room, whole_record(room))
    judge(log, text, [], stood_still=[Outage(entry.at, entry.at + 10 * SLOW_MS) for entry in log])
