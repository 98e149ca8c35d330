"""The steps of a play are pushed to every tab that wants them, worked out once, and no move waits for them."""

import asyncio

import msgspec
import pytest

from openkub.pieces.melds import Table
from openkub.server.customs import Customs
from openkub.server.desk import Desk
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.narrating import Narrator
from openkub.server.steps import step_view
from openkub.solver import explain
from tests.page.tables import Story
from tests.server.inprocess import Guests, Line, play_on
from tests.workshop.chance import Seeded


def test_who_asks_for_it_is_told_how_every_play_was_done_and_nobody_else_is(guests: Guests) -> None:
    game, lines = guests.playing()
    curious = Line(guests.server, game, None).hello(steps=True)
    stranger = guests.stranger(game)
    table = Table()
    for _ in range(3):
        while not (moved := _moved(lines, curious))["move"].startswith("play"):
            pass
        after = Table.parse(moved["position"]["table"])
        steps = [msgspec.to_builtins(step_view(step)) for step in explain(table, after)]
        assert curious.until("show_steps") == {"type": "show_steps", "n": moved["n"], "steps": steps}
        table = after
    assert "show_steps" not in {message["type"] for message in stranger.now()}
    curious.close()


def _moved(lines: list[Line], curious: Line) -> dict[str, object]:
    """The next turn, as one who looks on is told of it."""
    assert play_on(lines, 1)
    return curious.until("moved")


def test_a_page_that_comes_later_is_told_how_the_last_play_was_done(guests: Guests) -> None:
    game, lines = guests.playing()
    while not (last := lines[0].fresh_view()["last"]):
        assert play_on(lines, 1)
    assert lines[0].fresh_view()["last"]["n"] == last["n"]
    steps = [msgspec.to_builtins(step_view(step)) for step in explain(last["before"], last["after"])]
    told = {"type": "show_steps", "n": last["n"], "steps": steps}
    late, later = (Line(guests.server, game, None) for _ in range(2))
    assert late.hello(steps=True).until("show_steps") == told
    assert later.hello(steps=True).until("show_steps") == told
    assert [message for message in late.now() if message["type"] == "show_steps"] == []
    late.close()
    later.close()


class Ear:
    """A tab that keeps what it is told."""

    player, steps = None, True

    def __init__(self) -> None:
        self.told: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        self.told.put_nowait(message)


@pytest.mark.anyio
async def test_where_too_many_wait_the_steps_are_null() -> None:
    story = Story("Anna", "Bruno").dealt()
    while not story.room.last_change:
        story.advised(1)
    live, ear = Live(story.room), Ear()
    live.enter(ear)
    Narrator(House(Customs(), Seeded("narrator")), Desk(processes=1, waiting=-1)).tell(live)
    assert msgspec.json.decode(await ear.told.get()) == {"type": "show_steps", "n": live.room.n, "steps": None}
