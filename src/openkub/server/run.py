"""Starts the server: one process, or several that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import gc
import logging
import logging.config
import multiprocessing
import os
import signal
import socket
import time
from contextlib import suppress
from functools import partial
from multiprocessing.context import SpawnProcess
from threading import Thread
from types import FrameType

import uvicorn
from msgspec.json import decode, encode
from starlette.applications import Starlette

from openkub.serve_options import Options
from openkub.server.app import create_app
from openkub.server.chance import Chance, real_chance
from openkub.server.customs import Customs
from openkub.server.door.callers import LARGEST_HEAD, Caller
from openkub.server.door.lines import FreeLine, Line
from openkub.server.door.peers import Peers
from openkub.server.door.start import Start
from openkub.server.files import capacity, raise_file_limit
from openkub.server.logs import log_config
from openkub.server.store import CannotOpen
from openkub.server.store.addresses import open_store
from openkub.server.supervisor import supervise

log = logging.getLogger("openkub.server")

HANDED_DOWN = "OPENKUB_SERVER_OPTIONS"
"""How the options reach the worker processes."""
REAL_APP = "openkub.server.run:real_app"
BACKLOG = 2048
RETRY_S = 1.0
"""Seconds until a worker tries again to open the database."""
UNREAD_MS = 30_000
"""A connection whose other end reads nothing for so long is broken off; until then it holds a full buffer."""


async def prove(options: Options) -> None:
    """Open the store once before any worker does: what is wrong with it is told, and its schema brought up to date."""
    store, bus = await open_store(options.database)
    await bus.close()
    await store.close()


def listening(options: Options) -> socket.socket:
    """The socket at which the server listens; `OSError` if it cannot."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it; connections inherit it
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
    try:
        door.bind((options.host, options.port))
        door.listen(BACKLOG)  # who comes before the server is ready waits instead of being refused
    except OSError:
        door.close()
        raise
    door.set_inheritable(True)
    return door


def config_for(app: Starlette | str, options: Options, *, peers: Peers | None = None) -> uvicorn.Config:
    """Return uvicorn's configuration for this app, or for the one that the named function makes."""
    peers = peers or Peers(capacity(), options.connections, limited=options.limits)
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=options.workers,
        http=partial(Caller, peers),  # type: ignore[arg-type]  # uvicorn calls it, and asks for no more
        h11_max_incomplete_event_size=LARGEST_HEAD,
        ws=Line if options.limits else FreeLine,
        ws_max_size=16 * 1024,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        log_level=options.log_level,
        log_config=log_config(options.log_level, options.log_format),
        access_log=False,
        server_header=False,
        proxy_headers=options.proxy is not None,
        forwarded_allow_ips=options.proxy,
        limit_concurrency=None if options.connections is None else options.connections + 1,  # this many are too many
        timeout_graceful_shutdown=2,
        timeout_keep_alive=options.keep_alive,
    )


def serve(options: Options, door: socket.socket, app: str = REAL_APP) -> str | None:
    """Serve until told to stop, which is a good end; `app` names the function that makes the app of a worker.

    If it could not be started, why not.
    """
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, _leave)  # uvicorn stops everything first, then hands the signal on to us
    raise_file_limit()
    os.environ[HANDED_DOWN] = encode(options).decode()
    os.environ["PYTHONSAFEPATH"] = "1"  # no worker takes a module from whatever folder this is
    if options.workers > 1:
        logging.config.dictConfig(log_config(options.log_level, options.log_format))
        supervise(partial(_new_worker, options, door, app), options.workers)
        return None
    config = config_for(app, options)
    # Why it does not start, whoever called this tells.
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.getMessage() != Start.why_not)
    try:
        uvicorn.Server(config).run(sockets=[door])
    except SystemExit:
        if Start.why_not is None:
            raise
    return Start.why_not


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _new_worker(options: Options, door: socket.socket, app: str) -> SpawnProcess:
    return multiprocessing.get_context("spawn").Process(target=_work, args=(options, door, app))


def _work(options: Options, door: socket.socket, app: str) -> None:
    """Serve as one worker of several, as soon as the database can be opened."""
    Thread(target=_follow, args=[multiprocessing.parent_process()], daemon=True).start()
    config = config_for(app, options)
    with suppress(KeyboardInterrupt):  # Ctrl-C reaches the workers too
        _await_database(options)
        uvicorn.Server(config).run(sockets=[door])


def _await_database(options: Options) -> None:
    """Wait until the database can be opened. Until then a signal ends the process at once."""
    told = ""
    while True:
        try:
            return asyncio.run(prove(options))
        except CannotOpen as error:
            if told != str(error):
                told = str(error)
                log.warning("worker %d waits for the database: %s", os.getpid(), told)
            time.sleep(RETRY_S)


def real_app() -> Starlette:
    """The application in a worker process of a real server."""
    return app_of_worker(real_chance)


def app_of_worker(chance: Chance, customs: Customs | None = None) -> Starlette:
    """The application in a worker process, with the options that were handed down."""
    app = create_app(decode(os.environ[HANDED_DOWN], type=Options), chance, customs)
    # Rooms are values without cycles: to look through thousands of them all the time is a seventh of all work.
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    return app


def _follow(parent: multiprocessing.process.BaseProcess) -> None:
    """Go when the supervisor is gone, however it went: nobody would start us again, or be able to stop us."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
