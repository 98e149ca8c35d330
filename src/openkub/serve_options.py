"""Options of `openkub serve`. The command, its environment variables and its help are generated from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

__all__ = ["LogFormat", "Options"]

LogFormat = Literal["text", "json"]
Value = TypeVar("Value")


def option(default: Value, help_text: str, **settings: Any) -> Value:
    """Return a dataclass field that is an option of the command. `settings` are for `typer.Option`."""
    return field(default=default, metadata={"help": help_text, **settings})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a server is run. Fields without a help text are no options of the command."""

    host: str = option("127.0.0.1", "Where to listen; 0.0.0.0 lets others in.", metavar="ADDRESS")
    port: int = option(8000, "0 takes any port that is free.", min=0, max=65535)
    database: str = option(
        "", "`postgresql://…`, or a file for SQLite; else a file in your data folder.", metavar="URL"
    )
    workers: int = option(1, "Processes; more than one needs PostgreSQL.", min=1, max=64)
    open_browser: bool = option(False, "Open the page in your browser.", flag="--open", envvar=None)
    public_url: tuple[str, ...] = option(
        (), "Where others open the page. Repeat it for each address; invitations use the first.", metavar="URL"
    )
    proxy: str | None = option(
        None,
        "Trusted proxies, comma-separated. `X-Forwarded-For` and `-Proto` are honoured from these addresses only.",
        metavar="ADDRESSES",
    )
    bot_pause: float = option(1.2, "Seconds a bot waits before its move; 0: none.", min=0, max=60)
    bot_processes: int = option(2, "Processes in which bots think, per worker.", min=1, max=64)
    keep_days: float | None = option(None, "Days until a finished game is deleted; else never.", min=0.01)
    hints: bool = option(True, "Give no hints.")
    connections: int | None = option(None, "Maximum connections per worker; else no limit.", min=1)
    log_level: Literal["error", "warning", "info", "debug"] = option("warning", "Least severe messages to log.")
    log_format: LogFormat = option("text", "Log text lines, or one JSON object per line.")
    limits: bool = option(True, "Apply no rate limits: for benchmarks.", hidden=True)
    network_urls: tuple[str, ...] = ()
    """Addresses of the server in the networks of this machine."""
    keep_alive: int = 30
    """Seconds in which the next request of a connection must arrive."""
