"""What `openkub serve` does with its options: prove that it can, say where it is, serve until it is stopped."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from openkub.cli.addresses import network_urls, own_url, public_origin
from openkub.cli.folders import default_database
from openkub.cli.settings import PAGE
from openkub.cli.trouble import Trouble, printable, reason

if TYPE_CHECKING:
    from openkub.server.app import Options
    from openkub.server.run import Place

__all__ = ["Chosen", "run"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options of the command, in its order."""

    host: str
    port: int
    database: str | None
    workers: int
    open_browser: bool
    origins: tuple[str, ...]
    public_url: str | None
    hosts: tuple[str, ...]
    proxies: str | None
    bot_pause: float
    bot_processes: int
    wait_hours: float
    idle_days: float
    rest_minutes: float
    keep_days: float | None
    open_games: int
    no_hints: bool
    no_limits: bool
    no_metrics: bool
    connections: int | None
    log_level: str
    log_format: Literal["text", "json"]

    @property
    def address(self) -> str:
        """Where games are kept."""
        return self.database or default_database()


def run(chosen: Chosen) -> int:
    """Serve until told to stop, which is a good end."""
    try:
        from openkub.server import interfaces

        if lacking := interfaces.missing():
            raise Trouble(interfaces.told(lacking))
        from openkub.server.run import serve
    except ModuleNotFoundError as error:
        raise Trouble(str(error)) from None
    if chosen.workers > 1 and not chosen.address.startswith(("postgresql://", "postgres://")):
        raise Trouble("several workers need --database postgresql://…; SQLite is for one process")
    public = _public(chosen.public_url)
    options, place = _options(chosen, public), _place(chosen)
    with _proved(options, place) as door:
        port = door.getsockname()[1]
        here, others = own_url(chosen.host, port), network_urls(chosen.host, port)
        _say_where(here, [public] if public else others, open_browser=chosen.open_browser)
        why_not = serve(replace(options, network_urls=others), place, door)
    if why_not is not None:
        raise Trouble(why_not)
    return 0


def _options(chosen: Chosen, public: str | None) -> Options:
    from openkub.server.app import Options
    from openkub.server.customs import Customs
    from openkub.server.timetable import Pace

    pace = Pace(
        bot_pause=round(chosen.bot_pause * 1000),
        waiting=round(chosen.wait_hours * 3_600_000),
        idle=round(chosen.idle_days * 86_400_000),
        rest=round(chosen.rest_minutes * 60_000),
    )
    return Options(
        database=chosen.address,
        customs=Customs(
            pace,
            chosen.open_games,
            hints=not chosen.no_hints,
            keep=None if chosen.keep_days is None else round(chosen.keep_days * 86_400_000),
        ),
        origins=chosen.origins,
        hosts=chosen.hosts,
        limits=not chosen.no_limits,
        thinkers=chosen.bot_processes,
        metrics=not chosen.no_metrics,
        public_url=public,
    )


def _place(chosen: Chosen) -> Place:
    from openkub.server.run import Place

    where = chosen.host, chosen.port, chosen.workers, chosen.proxies, chosen.connections
    return Place(*where, chosen.log_level, chosen.log_format)


def _proved(options: Options, place: Place) -> socket.socket:
    """The socket at which the server will listen; its store has been opened once."""
    from openkub.server.run import listening, prove
    from openkub.server.store import CannotOpen

    try:
        door = listening(place)
        asyncio.run(prove(options))
    except CannotOpen as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        free = " (--port 0 takes one that is free)" if error.errno == errno.EADDRINUSE else ""
        raise Trouble(f"cannot listen on {place.host}, port {place.port}: {reason(error)}{free}") from None
    return door


def _public(url: str | None) -> str | None:
    """The address that was given, as an origin."""
    origin = None if url is None else public_origin(url)
    if url is not None and origin is None:
        raise Trouble(f"--public-url: {printable(url, 100)!r} is no address such as https://kub.example.org")
    return origin


def _say_where(here: str, others: Sequence[str], *, open_browser: bool) -> None:
    print(f"openkub is served at {here}/", flush=True)
    if others:
        print(f"others open {' or '.join(f'{url}/' for url in others)}", flush=True)
    else:
        print("only this machine can reach it; --host 0.0.0.0 lets others in your network in", flush=True)
    if not PAGE.exists():
        print("its page is missing: `make play` builds it in a checkout, pip wants to reach npm for it", flush=True)
    print("Ctrl-C stops it; games go on where they were.", flush=True)
    if open_browser:
        # In a thread: some browsers keep whoever starts them waiting. A machine without one has been told the address.
        threading.Thread(target=webbrowser.open, args=[f"{here}/"], daemon=True).start()
