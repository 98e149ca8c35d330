"""`openkub serve`: the game in the browser, for this machine or for everybody."""

from __future__ import annotations

import asyncio
import errno
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

import typer

from openkub.cli.addresses import network_urls, own_url, public_origin
from openkub.cli.folders import default_database
from openkub.cli.settings import PAGE, Database, env
from openkub.cli.trouble import Trouble, printable, reason

Host = Annotated[
    str, typer.Option(metavar="ADDRESS", envvar=env("HOST"), help="Where to listen; 0.0.0.0 lets others in.")
]
Port = Annotated[int, typer.Option(envvar=env("PORT"), min=0, max=65535, help="0 takes any port that is free.")]
Workers = Annotated[
    int, typer.Option(envvar=env("WORKERS"), min=1, max=64, help="Processes; more than one needs PostgreSQL.")
]
Open = Annotated[bool, typer.Option("--open", help="Open the page in your browser.")]
Origin = Annotated[
    list[str] | None,
    typer.Option(metavar="URL", envvar=env("ORIGIN"), help="Another address under which the page is served."),
]
PublicUrl = Annotated[
    str | None,
    typer.Option(metavar="URL", envvar=env("PUBLIC_URL"), help="Where others open the page: links of invitations."),
]
Proxy = Annotated[
    str | None,
    typer.Option(metavar="ADDRESSES", envvar=env("PROXY"), help="Proxies whose word about clients is believed."),
]
BotPause = Annotated[
    float, typer.Option(envvar=env("BOT_PAUSE"), min=0, max=60, help="Seconds a bot waits before its move; 0: none.")
]
BotProcesses = Annotated[
    int, typer.Option(envvar=env("BOT_PROCESSES"), min=1, max=64, help="Processes in which bots think, per worker.")
]
WaitHours = Annotated[
    float, typer.Option(envvar=env("WAIT_HOURS"), min=0.01, help="Hours until a game that waits for players ends.")
]
IdleDays = Annotated[
    float, typer.Option(envvar=env("IDLE_DAYS"), min=0.01, help="Days until a game without a clock or a move ends.")
]
RestMinutes = Annotated[
    float, typer.Option(envvar=env("REST_MINUTES"), min=0.1, help="Minutes until a game without its players rests.")
]
OpenGames = Annotated[int, typer.Option(envvar=env("OPEN_GAMES"), min=1, help="Games that one player may have open.")]
NoHints = Annotated[bool, typer.Option("--no-hints", envvar=env("NO_HINTS"), help="Nobody is given hints.")]
NoLimits = Annotated[
    bool, typer.Option("--no-limits", envvar=env("NO_LIMITS"), help="Count nobody's requests: for benchmarks alone.")
]
NoMetrics = Annotated[bool, typer.Option("--no-metrics", envvar=env("NO_METRICS"), help="Leave /metrics out.")]
Connections = Annotated[
    int | None, typer.Option(envvar=env("CONNECTIONS"), min=1, help="Most connections of one worker; else no limit.")
]
LogFormatted = Annotated[
    Literal["text", "json"], typer.Option("--log-format", envvar=env("LOG_FORMAT"), help="A line, or an object a line.")
]
LogLevel = Annotated[Literal["error", "warning", "info", "debug"], typer.Option(envvar=env("LOG_LEVEL"))]


def serve(  # noqa: PLR0917  # the options of the command
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = None,
    workers: Workers = 1,
    open_: Open = False,
    origin: Origin = None,
    public_url: PublicUrl = None,
    proxy: Proxy = None,
    bot_pause: BotPause = 1.2,
    bot_processes: BotProcesses = 2,
    wait_hours: WaitHours = 2,
    idle_days: IdleDays = 7,
    rest_minutes: RestMinutes = 5,
    open_games: OpenGames = 20,
    no_hints: NoHints = False,
    no_limits: NoLimits = False,
    no_metrics: NoMetrics = False,
    connections: Connections = None,
    log_level: LogLevel = "warning",
    log_format: LogFormatted = "text",
) -> int:
    """Play in the browser: a server for this machine, for the house, or for the world.

    Without any option it keeps its games in one SQLite file of yours and listens on this machine alone. Every option
    can also be set in the environment, in capitals with `OPENKUB_` before it. docs/hosting.md tells how to run it for
    others: behind nginx, as a service, with PostgreSQL and several workers.
    """
    try:
        from openkub.server.app import Options
        from openkub.server.house import Customs
        from openkub.server.run import Place, listening, prove, serve
        from openkub.server.store import CannotOpen
        from openkub.server.timetable import Pace
    except ModuleNotFoundError as error:
        raise Trouble(f"the server needs its extra, pip install 'openkub[server]' ({error.name} is missing)") from None
    address = database or default_database()
    if workers > 1 and not address.startswith(("postgresql://", "postgres://")):
        raise Trouble("several workers need --database postgresql://…; SQLite is for one process")
    pace = Pace(
        bot_pause=round(bot_pause * 1000),
        waiting=round(wait_hours * 3_600_000),
        idle=round(idle_days * 86_400_000),
        rest=round(rest_minutes * 60_000),
    )
    public = _public(public_url)
    options = Options(
        database=address,
        customs=Customs(pace, open_games, hints=not no_hints),
        origins=tuple(origin or ()) + ((public,) if public else ()),
        limits=not no_limits,
        thinkers=bot_processes,
        metrics=not no_metrics,
        public_url=public,
    )
    place = Place(host, port, workers, proxy, connections, log_level, log_format)
    try:
        door = listening(place)
        asyncio.run(prove(options))
    except CannotOpen as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        free = " (--port 0 takes one that is free)" if error.errno == errno.EADDRINUSE else ""
        raise Trouble(f"cannot listen on {host}, port {port}: {reason(error)}{free}") from None
    with door:
        here, others = own_url(host, door.getsockname()[1]), network_urls(host, door.getsockname()[1])
        _say_where(here, [public] if public else others, open_browser=open_)
        why_not = serve(replace(options, network_urls=others), place, door)
    if why_not is not None:
        raise Trouble(why_not)
    return 0


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
        print("its page is missing: `make play` builds it in a checkout, and a wheel contains it", flush=True)
    print("Ctrl-C stops it; games go on where they were.", flush=True)
    if open_browser:
        # In a thread: some browsers keep whoever starts them waiting. A machine without one has been told the address.
        threading.Thread(target=webbrowser.open, args=[f"{here}/"], daemon=True).start()
