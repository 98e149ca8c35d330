"""Read tests/data/versions: what servers of old versions wrote. README.md there describes the files."""

import gzip
import json
import subprocess
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from openkub.play.record import Record
from openkub.server.store import Entry
from tests.server.postgres import Cluster, program

FOLDER = Path(__file__).parents[1] / "data" / "versions"


@dataclass(frozen=True)
class Kept:
    """The files of one version and one kind of database."""

    folder: Path

    def __str__(self) -> str:
        return f"{self.version} {self.folder.name}"

    @property
    def version(self) -> str:
        return self.folder.parent.name

    @cached_property
    def players(self) -> dict[str, Any]:
        return json.loads((self.folder / "players.json").read_text(encoding="utf-8"))

    @property
    def games(self) -> dict[str, Any]:
        """The id and the views of every game by its name."""
        return self.players["games"]

    @property
    def records(self) -> dict[str, str]:
        """The records that anybody could download, by the name of the game."""
        return {file.stem: file.read_text(encoding="utf-8") for file in sorted(self.folder.glob("*.kub"))}

    @property
    def logs(self) -> dict[str, list[Entry]]:
        """The logs of the SQLite file by the name of the game; the rematch is called so."""
        kept = json.loads(gzip.decompress((self.folder / "logs.json.gz").read_bytes()))
        names = {game["id"]: name for name, game in self.games.items()}
        return {
            names.get(game, "rematch"): [Entry(n, at, data.encode()) for n, at, data in log]
            for game, log in kept.items()
        }

    def sqlite(self, file: Path) -> str:
        """A copy of the database at this place."""
        file.write_bytes(gzip.decompress((self.folder / "games.sqlite.gz").read_bytes()))
        return str(file)

    def postgres(self, cluster: Cluster) -> str:
        """The address of a new database with everything in it."""
        address = cluster.database()
        text = gzip.decompress((self.folder / "games.sql.gz").read_bytes())
        command = [program("psql"), "-qX", "-v", "ON_ERROR_STOP=1", "-d", address]
        subprocess.run(command, input=text, check=True, stdout=subprocess.DEVNULL)
        return address


ALL = [Kept(folder) for folder in sorted(FOLDER.glob("*/*/"))]
OF_SQLITE = [kept for kept in ALL if kept.folder.name == "sqlite"]


def same_record(now: str, then: str) -> None:
    """Both are the same game; form, rules, comments and names of bots may be spelled otherwise."""
    assert replace(Record.parse(now), bots=()) == replace(Record.parse(then), bots=())
    assert _uncommented(now) == _uncommented(then)


def _uncommented(record: str) -> list[str]:
    lines = record.splitlines()[2:]
    return [line.partition(" ; ")[0] for line in lines if not line.startswith("bot: ")]
