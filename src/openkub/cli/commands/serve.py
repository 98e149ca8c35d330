"""`openkub serve`: the game in the browser, for this machine or for everybody."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from openkub.cli.serving import Chosen, run
from openkub.cli.settings import Database, env

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
AllowHost = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", envvar=env("ALLOW_HOST"), help="Another name by which it is called; * is any."),
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
KeepDays = Annotated[
    float | None,
    typer.Option(envvar=env("KEEP_DAYS"), min=0.01, help="Days until a game that is over is deleted; else never."),
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
    allow_host: AllowHost = None,
    proxy: Proxy = None,
    bot_pause: BotPause = 1.2,
    bot_processes: BotProcesses = 2,
    wait_hours: WaitHours = 2,
    idle_days: IdleDays = 7,
    rest_minutes: RestMinutes = 5,
    keep_days: KeepDays = None,
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
    # fmt: off
    return run(Chosen(
        host, port, database, workers, open_, tuple(origin or ()), public_url, tuple(allow_host or ()), proxy,
        bot_pause, bot_processes, wait_hours, idle_days, rest_minutes, keep_days, open_games, no_hints, no_limits,
        no_metrics, connections, log_level, log_format,
    ))
    # fmt: on
