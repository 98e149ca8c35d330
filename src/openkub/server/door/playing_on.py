"""Playing on from any turn of a record, against bots."""

from __future__ import annotations

from openkub.server.door.limits import Kind
from openkub.server.door.looking_back import LARGEST_BODY
from openkub.server.door.routes import Asked, Door
from openkub.server.house import House
from openkub.server.past import Memory
from openkub.server.wire.game import GameView
from openkub.server.wire.looking_back import PlayOn
from openkub.server.wire.refusals import Refusal

_REFUSED = (
    Refusal.BAD_RECORD,
    Refusal.TOO_MANY_GAMES,
    Refusal.BAD_SETTINGS,
    Refusal.BAD_NAME,
    Refusal.BAD_POSITION,
    Refusal.NOT_INVITED,
    Refusal.NO_SUCH_SEAT,
    Refusal.TOO_HARD,
)


def add(door: Door, house: House, memory: Memory) -> None:
    """Declare the route that opens a game from a position of a record."""

    @door.post(
        "/api/play-on",
        status=201,
        refuses=_REFUSED,
        spends=Kind.CREATE,
        player=True,
        largest=LARGEST_BODY,
    )
    async def play_on(asked: Asked[PlayOn]) -> GameView:
        """Play on from a turn of a record: a game of your own, against bots; of the record, the position is kept."""
        past = await memory.past(asked.body, door.asker(asked))
        live = await house.open(asked.player, asked.body.name, past.wanted, past.bots, past.position)
        return live.welcome(asked.player, house.around(live)).game
