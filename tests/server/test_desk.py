"""Processes for the solver: reused, killed at their timeout, never left behind."""

import os
import time
from collections.abc import Callable

import anyio
import psutil
import pytest

from openkub.server.desk import Asker, Desk, Manners
from openkub.server.wire.refusals import Refusal, Refused

LONGER_THAN_ANY_TEST_S = 600
Processes = Callable[[], list[psutil.Process]]


def all_processes() -> list[psutil.Process]:
    children = psutil.Process().children()
    return [child for child in children if any("anyio.to_process" in word for word in child.cmdline())]


@pytest.fixture
def processes() -> Processes:
    """Those that have come since: a server of other tests in this process may have some as well."""
    before = all_processes()
    return lambda: [child for child in all_processes() if child not in before]


async def both(first: Desk, second: Desk) -> tuple[int, int]:
    return await first.work(os.getpid), await second.work(os.getpid)


def test_who_has_answered_is_asked_again_at_any_desk() -> None:
    one, other = anyio.run(both, Desk(), Desk())
    assert one == other != os.getpid()


def test_an_error_of_a_task_comes_back_as_it_is() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        anyio.run(Desk().work, int, "seven")


def test_what_a_task_prints_is_no_answer() -> None:
    assert anyio.run(Desk().work, print, "a word") is None


def test_who_takes_too_long_is_killed_and_the_question_refused(processes: Processes) -> None:
    with pytest.raises(Refused) as refused:
        anyio.run(Desk(seconds=0.01).work, time.sleep, LONGER_THAN_ANY_TEST_S)
    assert refused.value.trouble.code is Refusal.TOO_HARD
    assert processes() == []


async def answered_in_turn(desk: Desk, addresses: str) -> str:
    """The addresses whose questions were answered, in order, when all ask at once."""
    answered = ""

    async def ask(address: str) -> None:
        nonlocal answered
        await desk.work(len, "four", asker=Asker(None, address))
        answered += address

    async with anyio.create_task_group() as tasks:
        for address in addresses:
            tasks.start_soon(ask, address)
    return answered


def test_who_asks_much_waits_beside_the_line_of_all() -> None:
    in_turn = Desk(processes=1, manners=Manners(9, 9, in_line=1))
    assert anyio.run(answered_in_turn, in_turn, "aaaab") == "abaaa"
    assert anyio.run(answered_in_turn, Desk(processes=1, manners=Manners(9, 9, 9)), "aaaab") == "aaaab"


def test_a_question_may_have_less_time_than_others() -> None:
    async def ask() -> None:
        await Desk().work(time.sleep, LONGER_THAN_ANY_TEST_S, seconds=0.01)

    with pytest.raises(Refused) as refused:
        anyio.run(ask)
    assert refused.value.trouble.code is Refusal.TOO_HARD


async def give_up_once_started(desk: Desk, processes: Processes) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.work, time.sleep, LONGER_THAN_ANY_TEST_S)
        while not processes():
            await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()


def test_a_question_that_is_given_up_while_its_process_starts_leaves_none_behind(processes: Processes) -> None:
    anyio.run(give_up_once_started, Desk(), processes)
    assert processes() == []


def test_no_process_outlives_the_event_loop(processes: Processes) -> None:
    async def work() -> None:
        assert await Desk().work(len, "four") == 4
        assert len(processes()) == 1

    anyio.run(work)
    assert processes() == []
