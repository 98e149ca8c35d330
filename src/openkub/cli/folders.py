"""Where this user's games are kept."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from openkub.cli.trouble import make_folder

NAME = "openkub"


def data_folder() -> Path:
    """The folder for data of this system, or the one that openkub 0.1.0 used on every system, if only that is there."""
    return choose_folder(user_data_path(NAME, appauthor=False), _first_folder())


def choose_folder(folder: Path, first: Path) -> Path:
    """Of two folders, the one that has been used."""
    return first if first.is_dir() and not folder.is_dir() else folder


def _first_folder() -> Path:
    data = os.environ.get("XDG_DATA_HOME", "")
    return (Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share") / NAME


def default_database() -> str:
    """The file of this user's server."""
    return str(make_folder(data_folder()) / "server.sqlite")
