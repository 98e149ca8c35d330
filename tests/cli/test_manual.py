"""What docs/hosting.md tells a host to type can be typed."""

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.inprocess import guests_of, serving
from tests.server.postgres import Cluster, program
from tests.workshop.commands import ROOT, Run

MANUAL = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def typed(commands: str, environment: dict[str, str]) -> None:
    """Every line is typed, and the first that fails ends it."""
    done = subprocess.run(
        ["bash", "-e", "-c", commands], env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


@pytest.mark.parametrize("block", BLOCK.findall(MANUAL))
def test_every_command_of_the_manual_is_one(block: str) -> None:
    done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_games_come_back_when_the_manual_is_followed_to_the_letter(
    environment: dict[str, str], openkub: Run, tmp_path: Path
) -> None:
    chapter = MANUAL.partition("## Backup and restore\n")[2].partition("\n## ")[0]
    places = {"/opt/openkub/bin": str(Path(sys.executable).parent)} | {
        place: str(tmp_path / place[1:]) for place in ("/var/lib/openkub", "/backup")
    }
    for place, here in places.items():
        chapter = chapter.replace(place, here)
    backup, restore, _ = BLOCK.findall(chapter)
    folder = tmp_path / "var/lib/openkub"
    folder.mkdir(parents=True)
    with serving(folder / "games.sqlite") as server, guests_of(server) as guests:
        game, _ = guests.playing()
        typed(backup, environment)
        later, _ = guests.playing()
    typed("systemctl() { :; }\n" + restore, environment)
    listed = openkub("admin", "list", "--database", folder / "games.sqlite").out
    assert (game in listed, later in listed) == (True, False)
    assert (folder / "old/games.sqlite").exists()


def test_games_of_postgres_come_back_when_the_manual_is_followed_to_the_letter(
    environment: dict[str, str], openkub: Run, tmp_path: Path
) -> None:
    chapter = MANUAL.partition("## Backup and restore\n")[2].partition("\n## ")[0]
    dump, restore = BLOCK.findall(chapter)[2].replace("/backup/", f"{tmp_path}/").splitlines()
    tools = Path(program("pg_dump")).parent
    with closing(Cluster()) as cluster:
        address = cluster.database()
        environment |= {"OPENKUB_DATABASE": address, "PATH": f"{tools}:{environment['PATH']}"}
        with serving(address) as server, guests_of(server) as guests:
            game, _ = guests.playing()
            typed(dump, environment)
            later, _ = guests.playing()
        subprocess.run([tools / "psql", "-qX", "-d", address, "-c", "DROP SCHEMA openkub CASCADE"], check=True)
        typed(restore, environment)
        listed = openkub("admin", "list", "--database", address).out
    assert (game in listed, later in listed) == (True, False)
