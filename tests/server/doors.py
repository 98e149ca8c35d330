"""An app behind a real port of this machine, served just as `openkub serve` does."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn
from starlette.applications import Starlette

from openkub.serve_options import Options
from openkub.server.app import bare_app, create_app
from openkub.server.customs import Customs
from openkub.server.door.identity import Players
from openkub.server.door.limits import Limits
from openkub.server.door.peers import Peers
from openkub.server.door.routes import Door
from openkub.server.run import config_for, listening
from tests.workshop.chance import HOUSE_KEY, Seeded


@contextmanager
def served(app: Starlette, *, peers: Peers | None = None, **options: object) -> Iterator[str]:
    """The address at which an app answers."""
    chosen = Options(port=0, **options)
    socket = listening(chosen)
    server = uvicorn.Server(config_for(app, chosen, peers=peers))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        socket.close()


@contextmanager
def browsing(app: Starlette, **options: object) -> Iterator[httpx.Client]:
    """A client of an app; it waits for the server to be up."""
    transport = httpx.HTTPTransport(retries=5)
    with served(app, **options) as address, httpx.Client(base_url=address, transport=transport, timeout=60) as client:
        yield client


def whole_app(folder: Path, customs: Customs | None = None, **options: object) -> Starlette:
    """The server as it is run, its games kept in this folder."""
    wanted = {"database": f"sqlite:///{folder / 'games.db'}", "limits": False, **options}
    return create_app(Options(**wanted), Seeded("doors"), customs)


def small_app(limits: Limits | None = None) -> tuple[Starlette, Door]:
    """An app without any routes, and the door to declare them at."""
    app = bare_app()
    return app, Door(app.routes, limits or Limits(off=True), Players(Seeded("doors"), HOUSE_KEY))
