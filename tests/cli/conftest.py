"""The real command, run as a user would."""

from collections.abc import Callable
from pathlib import Path

import pytest

from openkub.bots import Clock, make_bot
from openkub.law.rules import Rules
from openkub.play.game import Game
from openkub.play.record import Seed
from openkub.solver import best_play
from tests.workshop.commands import Ran, plain_environment, run_openkub


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """No language, no colours, a data folder of its own."""
    return plain_environment(tmp_path)


@pytest.fixture
def openkub(environment: dict[str, str], tmp_path: Path) -> Callable[..., Ran]:
    """Run the command; no run may show a traceback."""

    def run(*arguments: object, stdin: str = "", **more: str) -> Ran:
        return run_openkub(*arguments, stdin=stdin, environment={**environment, **more}, folder=tmp_path)

    return run


def typed_game(rules: str, seed: str) -> tuple[list[str], Game]:
    """What a player types who asks the solver, against the bot; and the game that comes of it."""
    game, lines = Game.new(Rules.parse(rules), ("You", "Bot"), Seed(seed), ((1, "casual"),)), []
    while True:
        state = game.state
        if state.outcome:
            if game.match.over:
                return lines, game
            game = game.next_round()
            continue
        view = state.view(state.turn)
        if state.turn == 1:
            game = game.apply(make_bot("casual", seed=view.turn).choose(view, Clock()))
            continue
        move = best_play(view) or view.idle
        lines.append(str(move))
        game = game.apply(move)


@pytest.fixture(scope="session")
def typed() -> Callable[[str, str], tuple[list[str], Game]]:
    return typed_game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished match, on disk."""
    path = tmp_path / "game.kub"
    path.write_text(str(typed_game("default rounds=2", "a finished match")[1].record))
    return path


@pytest.fixture
def bad_files(tmp_path: Path) -> list[Path]:
    """Files that no command can read."""
    binary = tmp_path / "binary.kub"
    binary.write_bytes(bytes(range(256)))
    (tmp_path / "folder.kub").mkdir()
    return [binary, tmp_path / "folder.kub", tmp_path / "missing.kub", tmp_path / "missing\x1b[2J.kub"]
