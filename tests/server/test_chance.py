"""Chance comes from outside: a real server cannot be guessed, and a test has the same tiles in every run."""

import ast
from pathlib import Path
from typing import Any

import pytest

import openkub.server
from openkub.server.chance import real_chance
from openkub.server.tokens import new_token
from tests.server.inprocess import guests_of, play_on, serving
from tests.server.serving import serving as process
from tests.workshop import patience
from tests.workshop.chance import HOUSE_KEY, Seeded

HOUSE = Path(openkub.server.__file__).parent
DICE = {"secrets", "random", "uuid", "os.urandom"}


def played(file: Path) -> Any:
    """The record of a game at a new server."""
    with serving(file) as server, guests_of(server) as guests:
        game, lines = guests.playing(3, bots=["casual"], rules="default rounds=1")
        play_on(lines)
        return guests.guest().http.get(f"/api/games/{game}/record.kub").text


@pytest.mark.heavy
def test_the_same_guests_play_the_same_game_in_every_run(tmp_path: Path) -> None:
    first, second = (played(tmp_path / f"{number}.db") for number in (1, 2))
    assert first == second
    assert "\nend " in first


@pytest.mark.heavy
def test_a_server_in_a_process_of_its_own_draws_from_the_seed_too(tmp_path: Path) -> None:
    with process(str(tmp_path / "games.db"), seed="known") as server:
        token = patience.post(f"{server.base}/api/players", json={"bearer": True}).json()["token"]
    assert token == new_token(Seeded("known, life 0"), HOUSE_KEY)


def test_real_chance_does_not_repeat_itself() -> None:
    assert len({real_chance(16, "game of nobody") for _ in range(1000)}) == 1000


def test_nothing_else_in_a_server_throws_dice() -> None:
    found = {path.name for path in HOUSE.rglob("*.py") if imported(path) & DICE}
    assert found == {"chance.py"}


def imported(path: Path) -> Any:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names
