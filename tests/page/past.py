"""Games that are over, to be looked back at."""

from dataclasses import replace
from functools import cache
from typing import Any

import msgspec

from openkub.analysis import analyse
from openkub.law.moves import Draw
from openkub.server import entries
from openkub.server.store.sqlite import SqliteStore
from tests.page.large import ninety
from tests.page.tables import Story, elsewhere
from tests.server.inprocess import Serving


def played_out(*people: str, **settings: Any) -> Story:
    """A round of these, all by the solver's advice."""
    story = Story(*people, **{"rules": "default rounds=1", **settings}).dealt()
    while not story.state.outcome:
        story.advised(1)
    return story


def four_players() -> Story:
    """Four have played a round."""
    return played_out("Anna", "Bruno", "Clara", "Dana", secret=7)


def hesitant() -> Story:
    """Anna draws for a while, whatever she could lay."""
    story = Story("Anna", "Bruno", rules="default rounds=1", secret=3).dealt()
    while not story.state.outcome:
        if story.state.turn == 0 and story.room.turns < 16:
            story.move(Draw())
        else:
            story.advised(1)
    return story


def crowded() -> Story:
    """Two have played until ninety tiles and more lay on the table, and stopped after the round."""
    story = ninety()
    while not story.state.outcome:
        story.advised(1)
    return story.happen(entries.Ended("stopped"))


@cache
def _found(record: Any) -> bytes:
    """What an analysis of few playouts says, told as if it had all of them."""
    return msgspec.json.encode(replace(analyse(record, playouts=5), playouts=40))


def analysed(story: Story, server: Serving) -> Story:
    """The server has this game, and somebody has looked back at it before."""
    story.put_down(server)
    elsewhere(_keep(server, story.id, _found(story.room.playing.record)))
    return story


async def _keep(server: Serving, game: str, found: bytes) -> None:
    store = await SqliteStore.visit(server.file)
    try:
        await store.keep_analysis(game, found)
    finally:
        await store.close()
