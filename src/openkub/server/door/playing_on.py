"""Playing on: from any turn of a finished game, or of a record that somebody has, against bots."""

from __future__ import annotations

from openkub.server.door.limits import Kind
from openkub.server.door.looking_back import LARGEST_BODY
from openkub.server.door.routes import Asked, Door
from openkub.server.house import House
from openkub.server.past import Memory
from openkub.server.playing_on import Past
from openkub.server.wire.game import GameView
from openkub.server.wire.looking_back import PlayOn, PlayOnRecord
from openkub.server.wire.refusals import Refusal

_OPENING = (
    Refusal.TOO_MANY_GAMES,
    Refusal.BAD_SETTINGS,
    Refusal.BAD_NAME,
    Refusal.BAD_POSITION,
    Refusal.NOT_INVITED,
    Refusal.NO_SUCH_SEAT,
    Refusal.TOO_HARD,
)


def add(door: Door, house: House, memory: Memory) -> None:
    """The routes by which a game of the past becomes one of one's own."""

    @door.post(
        "/api/games/{game}/play-on",
        status=201,
        refuses=(Refusal.NO_SUCH_GAME, Refusal.WRONG_PHASE, *_OPENING),
        spends=Kind.CREATE,
        player=True,
    )
    async def play_on(asked: Asked[PlayOn]) -> GameView:
        """Play on from a turn of a finished game: a game of your own, against bots."""
        room = (await house.newest(asked.path["game"])).room
        return await opened(asked, await memory.past_of_room(room, asked.body, door.asker(asked)))

    @door.post(
        "/api/play-on",
        status=201,
        refuses=(Refusal.BAD_RECORD, *_OPENING),
        spends=Kind.CREATE,
        player=True,
        largest=LARGEST_BODY,
    )
    async def play_on_record(asked: Asked[PlayOnRecord]) -> GameView:
        """The same from a record that you have; of it, the position is kept."""
        return await opened(asked, await memory.past_of_record(asked.body, door.asker(asked)))

    async def opened(asked: Asked[PlayOn] | Asked[PlayOnRecord], past: Past) -> GameView:
        live = await house.open(asked.player, asked.body.name, past.wanted, past.bots, past.position)
        return live.welcome(asked.player, house.around(live)).game
