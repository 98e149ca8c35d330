"""The kernel's source, run as plain Python, gives the very answers of the compiled one, with and without Cython.

It also opens as many states for them.
"""

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.melds import Group, Run
from openkub.pieces.tiles import JOKER, TILES, Colour, TileBag
from openkub.play.state import State
from openkub.solver import kernel
from tests.solver.interpreted import readable, rounds_told, told
from tests.workshop.dealing import mixed, positions_of_games, random_weights

pytestmark = pytest.mark.heavy


def question(position: Position, rng: Random) -> dict[str, Any]:
    """A position as the kernel wants it; the sets with a joker are cores that may only grow."""
    runs, groups = [], []
    for meld in position.table:
        if JOKER in meld:
            match meld.readings[0]:
                case Run(colour, first, _):
                    runs.append((colour.index, first, list(map(int, meld))))
                case Group(number, missing, _):
                    groups.append((number, sum(1 << c.index for c in Colour if c not in missing), meld.jokers))
    return {
        "table": position.table.bag.bits,
        "rack": position.rack.bits,
        "must": TileBag([rng.choice(list(position.rack))]).bits,
        "weights": random_weights(rng).rows,
        "loose": TileBag.joined(meld.bag for meld in position.table if JOKER not in meld).bits,
        "sets": [list(map(int, meld)) for meld in position.table],
        "runs": runs,
        "groups": groups,
    }


def questions() -> list[dict[str, Any]]:
    """Sixty positions, half from games."""
    rng = Random(1)
    of_games = positions_of_games(EDITIONS, rng, 30, every=9)
    small = (position for position in mixed(rng) if len(position.table) < 9 and len(position.rack) < 12)
    return [question(position, rng) for position in [*of_games, *islice(small, 30)]]


def told_by(variant: str, lines: str = "") -> list[Any]:
    """What the kernel's source says when it runs as plain Python."""
    script = Path(__file__).parent / "interpreted.py"
    done = subprocess.run(
        [sys.executable, str(script), variant], input=lines, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    compiled, *answers = map(json.loads, done.stdout.splitlines())
    assert not compiled
    return answers


@pytest.mark.parametrize("variant", ["with-cython", "without-cython"])
def test_the_interpreted_kernel_answers_like_the_compiled_one(variant: str) -> None:
    asked = questions()
    answers = told_by(variant, "".join(json.dumps(one) + "\n" for one in asked))
    for one, answer in zip(asked, answers, strict=True):
        assert answer == readable(told(kernel, one)), one


def test_the_interpreted_kernel_plays_many_rounds_like_the_compiled_one() -> None:
    dealt = State.deal("default", 2, "lanes")
    racks = [bytes(rack.count(tile) for tile in TILES).hex() for rack in dealt.racks]
    deal = {"racks": racks, "pool": bytes(map(int, dealt.pool)).hex(), "steps": 150}
    (played,) = told_by("rounds", json.dumps(deal) + "\n")
    assert played == rounds_told(kernel, **deal)
    assert len(played) >= 100


def test_a_kernel_that_is_not_compiled_says_so_once() -> None:
    script = "from tests.solver.interpreted import plain_kernel; plain_kernel(); import openkub; " + (
        "here = openkub.Position('default', 'r5 r6 r7', 'r8', opened=True); [openkub.best_play(here) for _ in range(3)]"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr.count("openkub's solver is not compiled") == 1


def test_threads_never_share_a_workspace_of_the_interpreted_kernel() -> None:
    assert told_by("threads") == [0]
