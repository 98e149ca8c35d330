"""The long proofs in short: a few of each, so that the commands that docs/reliability.md names always run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof import freed, games, inputs, positions

ROOT = Path(__file__).parents[2]


def test_a_few_positions_agree_with_the_integer_program() -> None:
    counts = positions.batch(1, 25)
    assert counts["positions"] == 25
    assert sum(count for what, count in counts.items() if what.endswith("compared")) >= 24


def test_a_few_turns_with_freed_jokers_agree_with_the_integer_programs() -> None:
    counts = freed.batch(1, 80)
    assert counts["positions"] == 80
    assert counts["as much as with free jokers"] + counts["the most"] >= 78


def test_a_few_whole_games_lose_no_tile_and_are_proven_by_their_records() -> None:
    assert games.batch(1, 15)["games"] == 15


def test_a_few_thousand_bad_inputs_are_read_or_refused() -> None:
    counts = inputs.batch(1, 3_000)
    assert counts["refused"] > counts["read"] > 0


@pytest.mark.heavy
def test_the_command_says_what_it_has_reached() -> None:
    command = [sys.executable, "-m", "tests.proof", "games", "0"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert told.startswith("games at ")
