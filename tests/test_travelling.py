"""Values and errors that travel between processes."""

import pickle

import pytest

from openkub.law.moves import Code, IllegalMove, Problem
from openkub.law.options import RulesCode, RulesError
from openkub.notation.errors import NotationCode, NotationError
from openkub.pieces.tiles import Tile
from openkub.play.game import Fault, FaultCode, RecordError
from openkub.play.state import State
from tests.workshop.positions import rules


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(Problem(Code.INVALID_SET, 3)),
        RulesError("rounds", RulesCode.NONE_OF, text="7", choices="8, 9"),
        RecordError(Fault(7, FaultCode.WRONG_END, "the scores were others")),
        NotationError(NotationCode.NO_TILE, 3, 2, text="x"),
    ],
)
def test_errors_of_ours_survive_the_way_to_another_process(
    error: IllegalMove | NotationError | RecordError | RulesError,
) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (str(back), vars(back)) == (str(error), vars(error))


def test_a_state_and_its_views_survive_it_too() -> None:
    state = State.deal(rules(), 3, "x")
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state.view(1))) == state.view(1)


def test_a_tile_is_there_and_is_written_by_its_name() -> None:
    assert all(map(bool, (Tile("k1"), Tile("*"))))
    assert f"{Tile('r7'):>4}" == "  r7"
