"""The lobby over HTTP: open a game, find one, sit down; its record, and hints for one's own turn."""

from __future__ import annotations

from collections.abc import Awaitable

from openkub.server.desk import Desk
from openkub.server.door.limits import Kind, address_of
from openkub.server.door.noticeboard import Doorstep, Noticeboard
from openkub.server.door.routes import Asked, Door, JsonText, PlainText
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.records import json_of, written
from openkub.server.steps import hint_view
from openkub.server.store import Phase
from openkub.server.summary import known_of
from openkub.server.wire.game import GameView
from openkub.server.wire.http import AskHint, Found, HintView, Lobby, LobbyGame, NewGame, SitDown, TakeSeat
from openkub.server.wire.refusals import Refusal, Refused
from openkub.solver import hint


def add(door: Door, house: House, desk: Desk) -> None:
    """The routes of the lobby and of a game."""
    doorstep = Doorstep()
    _lobby(door, house, doorstep)
    _tables(door, house, doorstep)
    _records(door, house)

    @door.post(
        "/api/games/{game}/hint",
        refuses=(
            Refusal.NO_SUCH_GAME,
            Refusal.NOT_SEATED,
            Refusal.NOT_YOUR_TURN,
            Refusal.WRONG_PHASE,
            Refusal.HINTS_OFF,
            Refusal.TOO_HARD,
        ),
        spends=Kind.HINT,
        player=True,
    )
    async def ask_hint(asked: Asked[AskHint]) -> HintView:
        """A hint for one's own turn."""
        room = (await house.live(asked.path["game"])).room
        seat = room.seat_of(asked.player)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED, "you have no seat at this table")
        if not (room.settings.hints and house.customs.hints):
            raise Refused(Refusal.HINTS_OFF, "hints are switched off")
        if room.phase != Phase.PLAYING:
            raise Refused(Refusal.WRONG_PHASE, "the game is not being played")
        if room.playing.state.turn != seat:
            raise Refused(Refusal.NOT_YOUR_TURN, "it is not your turn")
        view = room.playing.state.view(seat)
        return hint_view(await desk.work(hint, view, asked.body.strength, asker=door.asker(asked)))


def _lobby(door: Door, house: House, doorstep: Doorstep) -> None:
    board = Noticeboard(house)

    @door.get("/api/games")
    async def lobby(asked: Asked[None]) -> Lobby:
        """The listed games that wait for players, newest first; but for those at which nothing happens any more."""
        return Lobby([known for _, listing in await board.shown() if (known := known_of(listing, LobbyGame))])

    @door.post(
        "/api/games",
        status=201,
        refuses=(Refusal.TOO_MANY_GAMES, Refusal.BAD_SETTINGS, Refusal.BAD_NAME, Refusal.NOT_INVITED),
        spends=Kind.CREATE,
        player=True,
    )
    async def open_game(asked: Asked[NewGame]) -> GameView:
        """Open a game and sit down at it."""
        new = asked.body

        def opening() -> Awaitable[Live]:
            return house.open(asked.player, new.name, new.settings, new.bots)

        if new.settings.listed and not door.limits.off:
            door.limits.spend(Kind.LISTED, asked.request, asked.player)
            live = await board.hang(address_of(asked.request), opening)
        else:
            live = await opening()
        doorstep.came(live.room.id, asked.player, address_of(asked.request))
        return live.welcome(asked.player, house.around(live)).game


def _tables(door: Door, house: House, doorstep: Doorstep) -> None:
    @door.get("/api/games/{game}", refuses=(Refusal.NO_SUCH_GAME,))
    async def see_game(asked: Asked[None]) -> GameView:
        """A game as you may see it."""
        live = await house.newest(asked.path["game"])
        return live.welcome(asked.known_player, house.around(live)).game

    @door.post(
        "/api/games/{game}/seats",
        refuses=(Refusal.NO_SUCH_GAME, Refusal.SEATS_FULL, Refusal.WRONG_PHASE, Refusal.NOT_INVITED, Refusal.BAD_NAME),
        spends=Kind.JOIN,
        player=True,
    )
    async def sit_down(asked: Asked[SitDown]) -> GameView:
        """Take the next empty seat; whoever has one already keeps it."""
        game, address = asked.path["game"], address_of(asked.request)
        if not door.limits.off:
            doorstep.check((await house.live(game)).room, asked.player, address, house.now())
        live = await house.join(game, asked.player, asked.body.name)
        doorstep.came(game, asked.player, address)
        return live.welcome(asked.player, house.around(live)).game

    @door.post(
        "/api/games/{game}/seats/taken",
        refuses=(
            Refusal.NO_SUCH_GAME,
            Refusal.BAD_SEAT_LINK,
            Refusal.ALREADY_SEATED,
            Refusal.WRONG_PHASE,
            Refusal.NOT_INVITED,
        ),
        spends=Kind.JOIN,
        player=True,
    )
    async def take_seat(asked: Asked[TakeSeat]) -> GameView:
        """Take a seat by a one-time link; the former player loses it. The same request sent again changes nothing."""
        live = await house.take_seat(asked.path["game"], asked.player, asked.body.secret)
        return live.welcome(asked.player, house.around(live)).game

    @door.get("/api/codes/{code}", refuses=(Refusal.NO_SUCH_GAME,), spends=Kind.CODE)
    async def find_game(asked: Asked[None]) -> Found:
        """The game with this short code, while it waits for players."""
        door.limits.check_misses()
        game = await house.store.by_code(asked.path["code"])
        if game is None:
            door.limits.missed()
            raise Refused(Refusal.NO_SUCH_GAME, "no game that waits for players has this code")
        return Found(game)


def _records(door: Door, house: House) -> None:
    @door.get("/api/games/{game}/record.kub", refuses=(Refusal.NO_SUCH_GAME, Refusal.WRONG_PHASE), spends=Kind.RECORD)
    async def record_text(asked: Asked[None]) -> PlainText:
        """The record of a game as a .kub file; the secret stands in it once the game is over."""
        return await written((await house.newest(asked.path["game"])).room)

    @door.get("/api/games/{game}/record.json", refuses=(Refusal.NO_SUCH_GAME, Refusal.WRONG_PHASE), spends=Kind.RECORD)
    async def record_json(asked: Asked[None]) -> JsonText:
        """The JSON twin of the record."""
        return await written((await house.newest(asked.path["game"])).room, json_of)
