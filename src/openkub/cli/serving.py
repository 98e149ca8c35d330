"""Checks the options of `openkub serve`, prints the addresses, and serves until a signal."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace

from openkub.cli.addresses import network_urls, own_url, public_origin
from openkub.cli.folders import default_database
from openkub.cli.settings import PAGE, env
from openkub.cli.trouble import Trouble, printable, reason
from openkub.serve_options import Options

GONE = {
    "ORIGIN": "OPENKUB_PUBLIC_URL takes several addresses, with blanks between",
    "ALLOW_HOST": "name http://NAME in OPENKUB_PUBLIC_URL",
    "WAIT_HOURS": "it is 2 hours",
    "IDLE_DAYS": "it is 7 days",
    "REST_MINUTES": "it is 5 minutes",
    "OPEN_GAMES": "it is 20",
    "NO_METRICS": "/metrics answers this machine alone",
}
"""Variables of 0.2 that are refused, and what is true instead."""


def run(options: Options) -> int:
    """Play in the browser: a server for this machine, your network, or the internet.

    Without any option it keeps its games in one SQLite file of yours and listens on this machine alone. Every option
    can also be set in the environment, in capitals with `OPENKUB_` before it. docs/hosting.md tells how to run it for
    others: behind nginx, as a service, with PostgreSQL and several workers.
    """
    _refuse_gone()
    try:
        from openkub.server import interfaces

        if lacking := interfaces.missing():
            raise Trouble(interfaces.told(lacking))
        from openkub.server.run import serve
    except ModuleNotFoundError as error:
        raise Trouble(str(error)) from None
    public = tuple(_public(url) for url in options.public_url)
    options = replace(options, database=options.database or default_database(), public_url=public)
    if options.workers > 1 and not options.database.startswith(("postgresql://", "postgres://")):
        raise Trouble("several workers need --database postgresql://…; SQLite is for one process")
    with _proved(options) as door:
        port = door.getsockname()[1]
        here, others = own_url(options.host, port), network_urls(options.host, port)
        _say_where(here, public[:1] or others, open_browser=options.open_browser)
        why_not = serve(replace(options, network_urls=others), door)
    if why_not is not None:
        raise Trouble(why_not)
    return 0


def _refuse_gone() -> None:
    """Raise `Trouble` if a variable is set that has no meaning any more."""
    found = [f"{env(name)} ({instead})" for name, instead in GONE.items() if os.environ.get(env(name))]
    if found:
        raise Trouble(f"no option any more, take it out of the environment: {', '.join(found)}")


def _proved(options: Options) -> socket.socket:
    """The socket at which the server will listen; its store has been opened once."""
    from openkub.server.run import listening, prove
    from openkub.server.store import CannotOpen

    try:
        door = listening(options)
        asyncio.run(prove(options))
    except CannotOpen as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        free = " (--port 0 takes one that is free)" if error.errno == errno.EADDRINUSE else ""
        raise Trouble(f"cannot listen on {options.host}, port {options.port}: {reason(error)}{free}") from None
    return door


def _public(url: str) -> str:
    """Return the origin of a public address."""
    origin = public_origin(url)
    if origin is None:
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
