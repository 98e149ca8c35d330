"""Looking back at games that are over: every turn with all racks, and an analysis that is made in the background."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from contextlib import suppress
from functools import partial
from hashlib import sha256

from msgspec import Raw
from starlette.responses import Response

from openkub.analysis import Analysis
from openkub.server.analyst import Analyst, told_of
from openkub.server.door.bodies import answer
from openkub.server.door.limits import Kind, address_of
from openkub.server.door.routes import Asked, Door
from openkub.server.house import House
from openkub.server.past import Memory
from openkub.server.records import written
from openkub.server.store import Listing, Phase, Unavailable
from openkub.server.summary import Kept, known_of
from openkub.server.wire.looking_back import (
    LARGEST_RECORD,
    AskAnalysis,
    MyGame,
    MyGames,
    Progress,
    Review,
    ShowRecord,
)
from openkub.server.wire.refusals import Refusal, Refused

LARGEST_BODY = 2 * LARGEST_RECORD
"""What a record may take as JSON."""
MOST_LISTED = 100
_GAME = (Refusal.NO_SUCH_GAME, Refusal.WRONG_PHASE)


def add(door: Door, house: House, memory: Memory, analyst: Analyst) -> None:
    """The routes by which one looks back."""
    _reviews(door, memory)
    _analyses_of_games(door, house, analyst)
    _analyses_of_records(door, memory, analyst)
    _own(door, house)


def _reviews(door: Door, memory: Memory) -> None:
    @door.post("/api/review", refuses=(Refusal.BAD_RECORD, Refusal.TOO_HARD), spends=Kind.RECORD, largest=LARGEST_BODY)
    async def review_record(asked: Asked[ShowRecord]) -> Review:
        """A record, checked and told turn by turn with all racks; it is not kept."""
        _, told = await memory.review(asked.body.record, door.asker(asked))
        return told


def _analyses_of_games(door: Door, house: House, analyst: Analyst) -> None:
    @door.post("/api/games/{game}/analysis", refuses=_GAME, spends=Kind.LOOK_BACK)
    async def analyse_game(asked: Asked[AskAnalysis]) -> Progress:
        """Have a finished game analysed; whoever asks for the same game shares it."""
        room = (await house.newest(asked.path["game"])).room
        if room.phase != Phase.OVER or room.game is None:
            raise Refused(Refusal.WRONG_PHASE, "the game is not over: only then it can be analysed")
        if room.game.state.outcome is None:
            raise Refused(Refusal.WRONG_PHASE, "the game was stopped before its last round was over")
        if not analyst.is_at(room.id) and (told := await _done(house, room.id)):
            return told
        address, limited = address_of(asked.request), not door.limits.off
        keep = partial(_keep, house, room.id)
        return analyst.ask(room.id, await written(room), address, keep, limited=limited)

    @door.get("/api/games/{game}/analysis")
    async def game_analysis_progress(asked: Asked[None]) -> Progress:
        """How far the analysis of a game is; whoever does not ask for a while gives up the place in the line."""
        game = asked.path["game"]
        return analyst.progress(game) or await _done(house, game) or Progress(game, "unasked", 0, 0.0, None)

    @door.get("/api/games/{game}/analysis/result")
    async def game_analysis(asked: Asked[None]) -> Analysis | Response:
        """The finest analysis of a game so far."""
        game = asked.path["game"]
        return _found(game, analyst.found(game) or await house.store.analysis(game))


async def _done(house: House, game: str) -> Progress | None:
    """A finished analysis in the store."""
    kept = await house.store.analysis(game)
    told = told_of(game, kept) if kept else None
    return told if told and told.state == "done" else None


async def _keep(house: House, game: str, found: bytes) -> None:
    with suppress(Unavailable):
        await house.store.keep_analysis(game, found)


def _found(id_: str, found: bytes | None) -> Response:
    if found is None or told_of(id_, found) is None:
        raise Refused(Refusal.NOT_FOUND, "there is nothing yet")
    return answer(Raw(found))


def _analyses_of_records(door: Door, memory: Memory, analyst: Analyst) -> None:
    @door.post(
        "/api/analyses",
        refuses=(Refusal.BAD_RECORD, Refusal.TOO_HARD, Refusal.WRONG_PHASE),
        spends=Kind.LOOK_BACK,
        largest=LARGEST_BODY,
    )
    async def analyse_record(asked: Asked[ShowRecord]) -> Progress:
        """Have a record that you have analysed; it is forgotten after a while, and written down nowhere."""
        text, told = await memory.review(asked.body.record, door.asker(asked))
        if not told.over:
            raise Refused(Refusal.WRONG_PHASE, "the last round is not over")
        id_ = urlsafe_b64encode(sha256(text.encode()).digest()[:16]).decode().rstrip("=")
        return analyst.ask(id_, text, address_of(asked.request), limited=not door.limits.off)

    @door.get("/api/analyses/{analysis}")
    async def analysis_progress(asked: Asked[None]) -> Progress:
        """How far the analysis of a record is; whoever does not ask for a while gives up the place in the line."""
        id_ = asked.path["analysis"]
        return analyst.progress(id_) or Progress(id_, "unasked", 0, 0.0, None)

    @door.get("/api/analyses/{analysis}/result")
    async def analysis_result(asked: Asked[None]) -> Analysis | Response:
        """The finest analysis of a record so far."""
        return _found(asked.path["analysis"], analyst.found(asked.path["analysis"]))


def _own(door: Door, house: House) -> None:
    @door.get("/api/my/games", player=True)
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
