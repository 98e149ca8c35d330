"""Options that a server and its host's commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PAGE = Path(__file__).parents[1] / "server" / "page" / "index.html"
"""Where the page is, if it was built."""


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
