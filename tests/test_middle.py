"""A game that begins in the middle: the position of another one is played on from, with a pool that is mixed anew."""

from dataclasses import replace
from random import Random

import pytest

from openkub import Game, Record, Table, TileBag, best_play, verify
from openkub.notation.errors import NotationError
from openkub.play.game import FaultCode, RecordError, replay, resume
from openkub.play.record import Seed
from openkub.play.state import StartError, State


def played(turns: int, rules: str = "default", players: int = 3, seed: str = "kitchen") -> Game:
    """So many turns by the solver's advice."""
    game = Game.new(rules, ["Anna", "Bruno", "Carla", "Dora"][:players], seed)
    for _ in range(turns):
        game = game.apply(best_play(game.view) or game.view.idle)
    return game


def on(game: Game, seed: str = "cellar") -> Game:
    return Game.new(game.record.rules, ["Eva", "Finn", "Gina"], seed, start=game.state)


def ended(game: Game) -> Game:
    while not game.over:
        game = game.apply(best_play(game.view) or game.view.idle)
    return game


def broken(start: State) -> FaultCode:
    record = Record(start.rules, ("Eva", "Finn", "Gina"), Seed("x"), (), (), start)
    with pytest.raises(RecordError) as error:
        resume(Record.parse(str(record)))
    assert error.value.fault.line == 7
    return error.value.fault.code


def test_all_lies_as_it_did_but_what_is_left_of_the_box_is_mixed_anew() -> None:
    before = played(20)
    game = on(before)
    assert replace(game.state, pool=()) == replace(before.state, pool=())
    assert sorted(game.state.pool) == sorted(before.state.pool)
    assert game.state.pool not in (before.state.pool, on(before, "attic").state.pool)
    assert game.start_draws == ()


def test_such_a_game_is_written_down_read_verified_and_played_to_its_end() -> None:
    game = ended(on(played(20)))
    assert Record.parse(str(game.record)) == Record.from_json(game.record.to_json()) == game.record
    assert verify(str(game.record)) is None
    assert resume(Record.from_json(game.record.to_json())) == game


def test_what_follows_is_dealt_as_always() -> None:
    game = ended(on(played(20, "default rounds=2"))).next_round()
    assert game.state.history == ()
    assert game.start_draws
    assert resume(game.record) == game


def test_a_view_of_it_does_not_tell_the_racks_of_others() -> None:
    before = played(20)
    unseen = [TileBag(tiles) for tiles in ([], *before.state.racks[1:])]
    tiles = list(TileBag.joined(unseen))
    Random(1).shuffle(tiles)
    sizes = [len(rack) for rack in before.state.racks[1:]]
    others = TileBag(tiles[: sizes[0]]), TileBag(tiles[sizes[0] :])
    assert others != before.state.racks[1:]
    changed = replace(before, state=replace(before.state, racks=(before.state.racks[0], *others)))
    assert str(on(changed).state.view(0)) == str(on(before).state.view(0))


def test_it_is_played_by_as_many_as_before() -> None:
    with pytest.raises(StartError):
        Game.new("default", ["Eva", "Finn"], "cellar", start=played(20).state)


def test_a_position_that_cannot_be_is_refused_by_its_line() -> None:
    state = played(20).state
    more = TileBag.parse("r1 r1 r1")
    wrong = [
        replace(state, table=Table.parse("r1 r2")),
        replace(state, racks=(TileBag(), *state.racks[1:])),
        replace(state, racks=(state.racks[0] + more, *state.racks[1:])),
        replace(state, shown=(more, *state.shown[1:])),
    ]
    assert {broken(start) for start in wrong} == {FaultCode.START}


@pytest.mark.parametrize("spoil", ["racks:", "table:", "opened:", "turn:"])
def test_a_position_is_told_whole_or_not_at_all(spoil: str) -> None:
    lines = str(on(played(20)).record).splitlines()
    with pytest.raises(NotationError):
        Record.parse("\n".join(line for line in lines if not line.startswith(spoil)))


def test_with_piles_each_draws_from_its_own_share_of_the_new_pool() -> None:
    start = played(20).state
    game = Game.new("default", ["Eva", "Finn", "Gina"], Seed("cellar", piles=True), start=start)
    assert game.piles
    assert resume(ended(game).record).over


def test_the_first_of_the_replayed_games_is_the_position() -> None:
    before = played(20)
    first = next(iter(replay(ended(on(before)).record)))
    assert first.state.table == before.state.table
    assert first.state.history == before.state.history
