"""The server put together: store, house, watch, and the doors of HTTP and socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Lifespan

from openkub.serve_options import Options
from openkub.server.analyst import Analyst
from openkub.server.chance import Chance
from openkub.server.customs import Customs
from openkub.server.desk import Desk, Manners, warm_up
from openkub.server.door import addresses, analysis, games, identity, looking_back, openapi, page, playing_on, socket
from openkub.server.door.bodies import answer
from openkub.server.door.headers import Headers
from openkub.server.door.identity import Players
from openkub.server.door.limits import Limits
from openkub.server.door.proxied import ProxiedClients
from openkub.server.door.routes import Door, ExactRoute
from openkub.server.door.start import Start
from openkub.server.door.troubles import answer_troubles
from openkub.server.house import House
from openkub.server.narrating import Narrator
from openkub.server.past import Memory
from openkub.server.store import Unavailable
from openkub.server.store.addresses import open_store, place_of
from openkub.server.talk import Talk
from openkub.server.thinking import Queue, Thinkers
from openkub.server.timetable import Pace
from openkub.server.tokens import new_house_key
from openkub.server.watch import Watch
from openkub.server.wire.http import Addresses, Health
from openkub.server.wire.refusals import Refusal, Refused

log = logging.getLogger("openkub.server")

VERSION = version("openkub")

MOST_UNTOLD = 32
"""Maximum plays that wait to be explained. The steps of further plays are null."""
AT_THE_TABLE = Manners(of_a_player=2, of_an_address=6)
"""A page asks for a hint while its coach does."""
LOOKING_BACK = Manners(of_a_player=8, of_an_address=24, in_line=1)
"""A class looks at its games together; in the line of all stands one of them."""


def customs_of(options: Options) -> Customs:
    """Return what the host has chosen about games, in milliseconds."""
    keep = None if options.keep_days is None else round(options.keep_days * 86_400_000)
    return Customs(Pace(bot_pause=round(options.bot_pause * 1000)), hints=options.hints, keep=keep)


def create_app(options: Options, chance: Chance, customs: Customs | None = None) -> Starlette:
    """Return the server as an ASGI application, which opens its store at startup. `customs` are for tests."""
    house, players = House(customs or customs_of(options), chance), Players(chance)
    talk = Talk(house)
    thinkers = Thinkers(options.bot_processes)
    watch = Watch(house, talk, thinkers)
    narrator = Narrator(house, Desk(processes=1, waiting=MOST_UNTOLD))
    analyst = Analyst()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        store, bus = await open_store(options.database)
        try:
            house.move_in(store, bus, await store.house_key(new_house_key(chance)))
            players.key = house.key
            await talk.begin()
            await watch.begin()
            await anyio.sleep(0)  # imports anyio's backend now: later, the process may have no file left to open
            first_process = asyncio.create_task(warm_up())
            log.info("openkub %s, games in %s", VERSION, place_of(options.database))
            yield {"metrics": house.metrics}
            await first_process
        finally:
            await watch.end()
            await narrator.end()
            await analyst.end()
            await bus.close()
            await store.close()

    app = bare_app(lifespan)
    door = Door(app.routes, Limits(off=not options.limits), players)
    socket.add(app, house, talk, door.limits, players)
    analysis.add(door, Desk())
    identity.add(door)
    addresses.add(door, Addresses(next(iter(options.public_url), None), list(options.network_urls)))
    games.add(door, house, Desk(manners=AT_THE_TABLE))
    memory = Memory(Desk(processes=1, manners=LOOKING_BACK))
    looking_back.add(door, house, memory, analyst)
    playing_on.add(door, house, memory)
    _add_figures(app, house, thinkers.queue, analyst)
    openapi.add(app)
    page.add(app)
    app.add_middleware(ProxiedClients)
    app.add_middleware(Headers, origins=options.public_url)
    app.add_middleware(Start)
    return app


def bare_app(lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """Return an app without routes. Every error is a `Trouble`, and no path with a final slash is redirected."""
    app = Starlette(lifespan=lifespan)
    app.router.redirect_slashes = False
    answer_troubles(app)
    return app


def _add_figures(app: Starlette, house: House, bots: Queue, analyst: Analyst) -> None:
    """For the host: is it well, and how much is going on?"""

    async def health(request: Request) -> Response:
        well = house.pulse.awake
        try:
            await house.store.last([])
        except Unavailable:
            well = False
        damaged = bool(house.unreadable) or house.store.damage is not None
        return answer(Health(well, VERSION, damaged), 200 if well else 503)

    async def metrics(request: Request) -> Response:
        if not addresses.is_from_here(request):
            raise Refused(Refusal.NOT_FOUND, "Only this machine is shown the figures of this server.")
        rooms = list(house.rooms.values())
        gauges = {
            "rooms": len(rooms),
            "connections": sum(len(live.links) for live in rooms),
            "unreadable": len(house.unreadable),
            "loop_lag_seconds": house.metrics.longest_lag(),
            "bots_waiting": bots.waiting,
            "bots_wait_seconds": round(bots.longest_wait, 3),
            "analyses_waiting": analyst.waiting,
        }
        return Response(house.metrics.text(gauges, VERSION), media_type="text/plain; version=0.0.4")

    app.routes.extend([ExactRoute("/healthz", health, ["GET", "HEAD"]), ExactRoute("/metrics", metrics)])
