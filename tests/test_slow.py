"""A million random moves. Not part of the default run:

    .venv/bin/pytest -m slow -s tests/test_slow.py

`MOVES=200000` in the environment tries fewer, `SEED=7` others.
"""

import os
from random import Random

import pytest

from openkub.law.moves import IllegalMove
from openkub.play.state import State
from tests.workshop.playing import TABLES, any_move, every_tile, legal_move


@pytest.mark.slow
def test_a_million_moves_legal_and_not_neither_crash_nor_lose_a_tile() -> None:
    wanted, rng = int(os.environ.get("MOVES", "1000000")), Random(os.environ.get("SEED", "openkub"))
    legal = refused = rounds = 0
    while legal + refused < wanted:
        rules, seats = rng.choice(TABLES)
        kit = rules.kit(seats).bag
        state, rounds = State.deal(rules, seats, str(rng.random())), rounds + 1
        while not state.outcome:
            move = any_move(state, rng)
            if state.check(move) is not None:
                with pytest.raises(IllegalMove):
                    state.apply(move)
                refused += 1
                move = legal_move(state, rng)
            state = state.apply(move)
            legal += 1
            assert every_tile(state) == kit
            assert state.table.first_invalid is None
        assert sum(state.outcome.scores) == 0
    print(f"\n{legal} legal and {refused} illegal moves in {rounds} rounds: no crash, no tile lost")
