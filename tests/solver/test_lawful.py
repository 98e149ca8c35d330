"""Whatever the solver answers, the round accepts: positions of games and random ones, all editions and objectives."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from openkub.law.moves import Play
from openkub.law.rules import EDITIONS
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import TileBag
from openkub.play.state import State
from openkub.solver import any_play, best, best_play, can_go_out, can_play, go_out, hint
from tests.workshop.dealing import OBJECTIVES, good_game, mixed, random_weights

EACH_EDITION = pytest.mark.parametrize("edition", list(EDITIONS))


def rounds(edition: str, rng: Random) -> Iterator[State]:
    """By turns a state of a game and a random one, for a player who has opened or has not; without end."""
    anything = mixed(rng, EDITIONS[edition])
    while True:
        kit = rng.choice(list(Kit))
        rules = replace(EDITIONS[edition], tile_set=kit.value)
        for state in good_game(rules, rng.randint(2, min(4, rules.most_players)), rng):
            yield state
            position = next(anything)
            opened = [rng.random() < 0.7, True]
            racks = [position.rack, TileBag()]
            yield State.of(position.rules, position.table, racks, opened=opened, pool=tuple(position.rack))


def check(state: State, rng: Random) -> None:
    """All objectives in one state."""
    view = state.view(state.turn)
    rack = state.racks[state.turn]
    objective = rng.choice([*OBJECTIVES, random_weights(rng)])
    answers = [best(view, "tiles", tidy=False), best(view, objective)]
    for answer in answers:
        assert (answer is not None) == can_play(view)
        if answer:
            assert state.check(answer.play) is None, (str(state), answer)
            assert answer.table.bag == state.table.bag + answer.laid
            assert answer.laid <= rack
            assert answer.laid
    some = any_play(view)
    assert (some is not None) == can_play(view)
    assert some is None or state.check(some) is None
    out = go_out(view)
    assert (out is not None) == can_go_out(view)
    if out:
        assert state.check(out) is None
        assert state.apply(out).racks[state.turn] == TileBag()
    idle = state.idle
    if state.rules.must_lay(len(state.pool)):
        assert (state.check(idle) is None) == (not can_play(view))


@EACH_EDITION
def test_the_round_accepts_what_the_solver_plays(edition: str) -> None:
    rng = Random(edition)
    for state in islice(rounds(edition, rng), 300):
        check(state, rng)


@EACH_EDITION
def test_hints_and_plays_tell_the_same(edition: str) -> None:
    rng = Random(edition)
    for state in islice(rounds(edition, rng), 40):
        view = state.view(state.turn)
        answer, hints = best(view), [hint(view, strength) for strength in (1, 2, 3)]
        if answer is None:
            assert hints == [None] * 3
        else:
            assert [told.laid for told in hints if told] == [answer.laid] * 3
            assert hints[2]
            assert hints[2].play == best_play(view) == Play(answer.table)


@pytest.mark.slow
@EACH_EDITION
def test_the_round_accepts_what_the_solver_plays_in_thousands_of_positions(
    edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(f"{edition} again")
    seen = Counter[str]()
    for state in islice(rounds(edition, rng), 5000):
        check(state, rng)
        seen["positions"] += 1
        seen["opening"] += not state.opened[state.turn]
    with capsys.disabled():
        print(f"\n{edition}: {dict(seen)}")
