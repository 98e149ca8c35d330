"""Looking back at games that are over: every turn with all racks, and an analysis that is made in the background."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Raw
from msgspec.structs import replace

from openkub.server.analyst import Analyst, told_of
from openkub.server.copying import Copyist
from openkub.server.door.bodies import answer
from openkub.server.door.games import BY_ID
from openkub.server.door.limits import Kind, address_of
from openkub.server.door.routes import Asked, Door
from openkub.server.house import House
from openkub.server.past import Memory, finished_record
from openkub.server.shelf import Shelf
from openkub.server.store import Listing
from openkub.server.summary import Kept, known_of
from openkub.server.wire.looking_back import (
    LARGEST_RECORD,
    AnalysisView,
    AskAnalysis,
    MyGame,
    MyGames,
    Progress,
    Review,
    ShowRecord,
)
from openkub.server.wire.refusals import Refusal, Refused

AnalysisId = Annotated[
    str, Meta(pattern="^[A-Za-z0-9_-]{22}$", description="The id of an analysis; that of a game has the game's.")
]
LARGEST_BODY = 2 * LARGEST_RECORD
"""What a record may take as JSON."""
MOST_LISTED = 100
_GAME = (Refusal.NO_SUCH_GAME, Refusal.WRONG_PHASE)


def add(door: Door, house: House, memory: Memory, analyst: Analyst, copyist: Copyist) -> None:
    """The routes by which one looks back."""
    shelf = Shelf(house)
    _reviews(door, house, memory)
    _asking_of_games(door, house, analyst, shelf, copyist)
    _asking_of_records(door, memory, analyst)
    _answers(door, analyst, shelf)
    _own(door, house)


def _reviews(door: Door, house: House, memory: Memory) -> None:
    @door.get("/api/games/{game}/review", path=BY_ID, gives=Review, refuses=(*_GAME, Refusal.TOO_HARD))
    async def review_game(asked: Asked[None]) -> Review:
        """A game that is over, turn by turn, with all racks."""
        return await memory.of_room((await house.newest(asked.path["game"])).room, door.asker(asked))

    @door.post(
        "/api/review",
        takes=ShowRecord,
        gives=Review,
        refuses=(Refusal.BAD_RECORD, Refusal.TOO_HARD),
        spends=Kind.ANALYSIS,
        largest=LARGEST_BODY,
    )
    async def review_record(asked: Asked[ShowRecord]) -> Review:
        """A record that you have, checked and told turn by turn; it is not kept."""
        _, told = await memory.of_record(asked.body.record, door.asker(asked))
        return told


def _asking_of_games(door: Door, house: House, analyst: Analyst, shelf: Shelf, copyist: Copyist) -> None:
    @door.post(
        "/api/games/{game}/analysis",
        path=BY_ID,
        takes=AskAnalysis,
        gives=Progress,
        refuses=_GAME,
        spends=Kind.LOOK_BACK,
    )
    async def analyse_game(asked: Asked[AskAnalysis]) -> Progress:
        """Have a finished game analysed; whoever asks for the same game shares it."""
        room = (await house.newest(asked.path["game"])).room
        finished_record(room)
        if room.playing.state.outcome is None:
            raise Refused(Refusal.WRONG_PHASE, "the game was stopped before its last round was over")
        if told := await _done_elsewhere(room.id):
            return told
        address, limited = address_of(asked.request), not door.limits.off
        try:
            return analyst.ask(room.id, await copyist.copy(room), address, shelf, limited=limited)
        except Refused:
            await shelf.let_go(room.id)
            raise

    async def _done_elsewhere(game: str) -> Progress | None:
        """How far it is, if it is done or another worker is at it; else we are."""
        if analyst.is_at(game):
            return None
        ours = await shelf.take([game])
        kept = await shelf.look(game)
        told = (told_of(game, kept) if kept else None) or Progress(game, "working", 0, 0.0, None)
        if ours and told.state == "done":
            await shelf.let_go(game)
        return None if ours and told.state != "done" else told


def _asking_of_records(door: Door, memory: Memory, analyst: Analyst) -> None:
    @door.post(
        "/api/analyses",
        takes=ShowRecord,
        gives=Progress,
        refuses=(Refusal.BAD_RECORD, Refusal.TOO_HARD, Refusal.WRONG_PHASE),
        spends=Kind.LOOK_BACK,
        largest=LARGEST_BODY,
    )
    async def analyse_record(asked: Asked[ShowRecord]) -> Progress:
        """Have a record that you have analysed; it is forgotten after a while, and written down nowhere."""
        text, told = await memory.of_record(asked.body.record, door.asker(asked))
        if not told.over:
            raise Refused(Refusal.WRONG_PHASE, "the last round is not over")
        id_ = urlsafe_b64encode(sha256(text.encode()).digest()[:16]).decode().rstrip("=")
        return analyst.ask(id_, text, address_of(asked.request), limited=not door.limits.off)


def _answers(door: Door, analyst: Analyst, shelf: Shelf) -> None:
    by_id = {"analysis": AnalysisId}

    @door.get("/api/analyses/{analysis}", path=by_id, gives=Progress)
    async def analysis_progress(asked: Asked[None]) -> Progress:
        """How far an analysis is; whoever does not ask for a while gives up the place in the line."""
        id_ = asked.path["analysis"]
        if told := analyst.progress(id_):
            return told
        kept = await shelf.look(id_)
        told = (told_of(id_, kept) if kept else None) or Progress(id_, "working", 0, 0.0, None)
        return told if told.state == "done" or await shelf.is_taken(id_) else replace(told, state="unasked")

    @door.get("/api/analyses/{analysis}/result", path=by_id, gives=AnalysisView)
    async def analysis_result(asked: Asked[None]) -> object:
        """The finest analysis that there is so far."""
        id_ = asked.path["analysis"]
        found = analyst.found(id_) or await shelf.look(id_)
        if found is None or told_of(id_, found) is None:
            raise Refused(Refusal.NOT_FOUND, "there is nothing yet")
        return answer(Raw(found))


def _own(door: Door, house: House) -> None:
    @door.get("/api/my/games", gives=MyGames, player=True)
    async def my_games(asked: Asked[None]) -> MyGames:
        """The games that you have finished here, newest first: a hundred at most."""
        found = await house.store.played(asked.player, house.now() + 1, MOST_LISTED)
        told = [own_game(game, at, listing, asked.player) for game, at, listing in found]
        return MyGames([game for game in told if game])


def own_game(game: str, at: int, listing: Listing, player: str | None) -> MyGame | None:
    """A finished game as one of its players sees it in the list; nothing, if what is kept of it is broken."""
    kept = known_of(listing, Kept)
    if kept is None:
        return None
    you = kept.owners.index(player) if player in kept.owners else None
    totals = list(kept.totals)
    won = None if kept.winners is None else list(kept.winners)
    rules, players = kept.settings.rules, kept.players
    return MyGame(game, at, rules, players, you, totals, kept.rounds, kept.closed, kept.played_on, won)
