"""Options that a server and its host's commands share."""

from __future__ import annotations

from typing import Annotated

import typer


def env(name: str) -> str:
    """The variable that says the same as an option."""
    return f"OPENKUB_{name}"


Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar=env("DATABASE"),
        help="`postgresql://…`, or a file for SQLite; else a file in your data folder.",
    ),
]
