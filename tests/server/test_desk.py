"""Processes that work for whoever asks: started once, killed when they take too long, and never left behind."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import psutil
import pytest

from openkub.server.desk import Asker, Crew, Desk, Manners
from openkub.server.wire.refusals import Refusal, Refused

LONGER_THAN_ANY_TEST_S = 600
Hands = Callable[[], list[psutil.Process]]


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew()
    yield crew
    crew.dismiss()


def all_hands() -> list[psutil.Process]:
    children = psutil.Process().children()
    return [child for child in children if any("openkub.server.hand" in word for word in child.cmdline())]


@pytest.fixture
def hands() -> Hands:
    """Those that have come since: a server of other tests in this process may have some as well."""
    before = all_hands()
    return lambda: [child for child in all_hands() if child not in before]


async def both(first: Desk, second: Desk) -> tuple[int, int]:
    return await first.work(os.getpid), await second.work(os.getpid)


def test_who_has_answered_is_asked_again_at_any_desk(crew: Crew) -> None:
    one, other = anyio.run(both, Desk(crew=crew), Desk(crew=crew))
    assert one == other != os.getpid()


def test_an_error_of_a_task_comes_back_as_it_is(crew: Crew) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        anyio.run(Desk(crew=crew).work, int, "seven")


def test_what_a_task_prints_is_no_answer(crew: Crew) -> None:
    assert anyio.run(Desk(crew=crew).work, print, "a word") is None


def test_who_takes_too_long_is_killed_and_the_question_refused(crew: Crew, hands: Hands) -> None:
    with pytest.raises(Refused) as refused:
        anyio.run(Desk(seconds=0.01, crew=crew).work, time.sleep, LONGER_THAN_ANY_TEST_S)
    assert refused.value.trouble.code is Refusal.TOO_HARD
    assert hands() == []


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


def test_who_asks_much_waits_beside_the_line_of_all(crew: Crew) -> None:
    in_turn = Desk(processes=1, manners=Manners(9, 9, in_line=1), crew=crew)
    assert anyio.run(answered_in_turn, in_turn, "aaaab") == "abaaa"
    assert anyio.run(answered_in_turn, Desk(processes=1, manners=Manners(9, 9, 9), crew=crew), "aaaab") == "aaaab"


def test_a_question_may_have_less_time_than_others(crew: Crew) -> None:
    async def ask() -> None:
        await Desk(crew=crew).work(time.sleep, LONGER_THAN_ANY_TEST_S, seconds=0.01)

    with pytest.raises(Refused) as refused:
        anyio.run(ask)
    assert refused.value.trouble.code is Refusal.TOO_HARD


async def give_up_once_started(desk: Desk, hands: Hands) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.work, time.sleep, LONGER_THAN_ANY_TEST_S)
        while not hands():
            await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()


def test_a_question_that_is_given_up_while_its_process_starts_leaves_none_behind(crew: Crew, hands: Hands) -> None:
    anyio.run(give_up_once_started, Desk(crew=crew), hands)
    assert hands() == []


def test_no_module_is_taken_from_the_folder_one_is_in(
    crew: Crew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("pickle", "openkub"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit('taken from here')")
    monkeypatch.chdir(tmp_path)
    assert anyio.run(Desk(crew=crew).work, len, "four") == 4


def test_all_go_when_the_house_closes(crew: Crew, hands: Hands) -> None:
    anyio.run(Desk(crew=crew).work, len, "four")
    assert len(hands()) == 1
    crew.dismiss()
    assert hands() == []
