"""Looking back at a game: exact plays, marks, chances, and what may not be asked."""

import json
from dataclasses import asdict, replace
from itertools import pairwise

import msgspec
import pytest

from openkub import EDITIONS, Game, Play, Record, Table, TileBag, TimeOut
from openkub.analysis import Analysis, AnalysisCode, AnalysisError, Mark, Opening, analyse, play_on, refine
from openkub.analysis.looking import Look, looks
from openkub.bots import Clock, make_bot
from openkub.bots.rollout import Ground, Scene, scene_of, shares, strong
from openkub.play.game import RecordError, replay, resume
from openkub.play.state import State
from openkub.solver import best, place
from openkub.solver.fast import Counts
from tests.analysis.bot_games import bot_game

TABLES = ["steady casual", "most-value novice", "sharp casual", "expert steady"]


SHORT = ("steady steady steady steady", "a")
"""A game of few turns."""


def bag(text: str) -> TileBag:
    return TileBag.parse(text)


def looked(record: Record) -> list[Look]:
    """The turns of a record as the solver sees them."""
    return list(looks(list(replay(record))))


@pytest.mark.heavy
@pytest.mark.parametrize("number", range(24))
def test_no_exact_best_play_of_a_bot_is_a_mistake(number: int) -> None:
    record = bot_game(TABLES[number % 4], f"exact {number}", [*EDITIONS][number % len(EDITIONS)], piles=number % 5 == 0)
    for turn, look in zip(analyse(record, playouts=1, seed=number).turns, looked(record), strict=True):
        assert turn.mark is not Mark.MISSED or not (look.is_exact or look.is_advised)
        assert turn.best or turn.mark is None


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_no_exact_best_play_of_a_bot_is_a_mistake_in_a_thousand_games(part: int) -> None:
    for number in range(50 * part, 50 * part + 50):
        record = bot_game(TABLES[number % 4], f"many {number}", [*EDITIONS][number % len(EDITIONS)], piles=True)
        for turn, look in zip(analyse(record, playouts=2, seed=number).turns, looked(record), strict=True):
            assert turn.mark is not Mark.MISSED or not (look.is_exact or look.is_advised)


def test_what_the_best_play_is_said_to_be_can_be_laid_and_lays_no_less_than_was_laid() -> None:
    for look in looked(bot_game("casual novice", "a")):
        assert (look.best is None) == (best(look.before.view(look.seat)) is None)
        if look.best:
            assert look.before.check(Play(look.best.table)) is None
            assert look.best.laid == look.best.table.bag - look.before.table.bag
            assert len(look.best.laid) >= len(look.laid)


def test_what_was_laid_drawn_and_left_adds_up() -> None:
    for turn in analyse(bot_game("casual sharp", "b"), playouts=0).turns:
        assert bag(turn.rack) + bag(turn.drawn) == bag(turn.left) + bag(turn.laid)


@pytest.mark.heavy
def test_coarse_first_then_finer_and_the_last_one_is_the_analysis() -> None:
    record = bot_game(*SHORT)
    stages = list(refine(record, playouts=6))
    assert [stage.playouts for stage in stages] == [0, 5, 6]
    assert stages[0].rounds[0].curve[0] is None
    assert stages[-1] == analyse(record, playouts=6)


def test_another_seed_gives_other_guesses() -> None:
    record = bot_game(*SHORT)
    assert analyse(record, 2, seed=1).rounds[0].curve != analyse(record, 2, seed=2).rounds[0].curve


def test_chances_add_up_to_one_and_end_with_who_won() -> None:
    record = bot_game("sharp steady casual", "d")
    curve = analyse(record, playouts=3).rounds[0].curve
    assert len(curve) == len(record.rounds[0].turns) + 1
    assert all(chances and sum(chances) == pytest.approx(1, abs=0.002) for chances in curve)
    outcome = record.rounds[0].outcome
    assert outcome
    assert curve[-1] == tuple(float(seat in outcome.winners) for seat in range(3))


def test_the_way_is_told() -> None:
    told: list[float] = []
    analyse(bot_game(*SHORT), playouts=2, tick=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_a_game_that_is_not_over_is_not_looked_at() -> None:
    record = bot_game(*SHORT)
    begun = replace(record, rounds=(replace(record.rounds[0], turns=record.rounds[0].turns[:9], outcome=None),))
    for ask in (lambda: analyse(begun), lambda: play_on(begun, 1)):
        with pytest.raises(AnalysisError) as error:
            ask()
        assert error.value.code is AnalysisCode.NOT_OVER


def test_a_record_that_is_not_true_is_not_looked_at() -> None:
    record = bot_game(*SHORT)
    first = record.rounds[0]
    with pytest.raises(RecordError):
        analyse(replace(record, rounds=(replace(first, turns=first.turns[1:]),)))


def ended(game: Game) -> Record:
    """The same game, played to its end by steady."""
    bot = make_bot("steady")
    while not game.over:
        game = game.apply(bot.choose(game.view, Clock()))
    return game.record


def test_from_any_turn_the_game_can_be_played_on() -> None:
    record = bot_game(*SHORT)
    game = play_on(record, 5)
    assert len(game.record.rounds[0].turns) == 4
    assert resume(ended(game)).over
    for turn in (0, len(record.rounds[0].turns) + 1):
        with pytest.raises(AnalysisError) as error:
            play_on(record, turn)
        assert error.value.code is AnalysisCode.NO_TURN


def test_who_plays_on_alone_sits_where_the_turn_is_and_plays_against_bots() -> None:
    game = play_on(ended(Game.new("default", ["Anna", "Bruno", "Carla"], "kitchen")), 2, against="sharp")
    assert game.record.bot(game.state.turn) is None
    assert len(game.record.bots) == 2


def test_an_opening_is_made_or_not_and_the_player_is_told_since_when_it_could_be() -> None:
    game = Game.new("default", ["Anna", "Bruno"], "kitchen").draw().draw()
    found = analyse(ended(game), playouts=1)
    first = found.turns[0]
    assert first.opening in (Opening.MISSED, Opening.DELAYED)
    anna = next(player for player in found.players if player.seat == first.seat)
    assert anna.could_open[0] == 1
    assert [turn.opening for turn in found.turns].count(Opening.OPENED) == 2


def going(state: State) -> Game:
    """A game that stands like this; its record is of no use."""
    game = Game.new(state.rules, ["Anna", "Bruno"], "x")
    return replace(game, state=state)


def look(state: State, move: object) -> object:
    before = going(state)
    after = before.apply(move)  # type: ignore[arg-type]  # a move
    return next(iter(looks([before, after])))


def test_a_joker_that_helps_no_other_tile_is_wasted() -> None:
    state = State.of(
        EDITIONS["default"],
        Table.parse("r5 r6 r7"),
        [bag("r8 k1 * b12"), bag("k2")],
        opened=[True, True],
    )
    wasted = look(state, Play("r5 r6 r7 r8 *"))
    assert wasted.jokers_wasted == 1  # type: ignore[attr-defined]
    used = look(replace(state, racks=(bag("r9 k1 * b12"), bag("k2"))), Play("r5 r6 r7 * r9"))
    assert used.jokers_wasted == 0  # type: ignore[attr-defined]


@pytest.mark.heavy
def test_a_time_out_is_a_turn_like_others() -> None:
    rules = "default time_limit_s=60 time_limit_mode=mandatory"
    game = Game.new(rules, ["Anna", "Bruno"], "clock").apply(TimeOut())
    found = analyse(ended(game), playouts=1)
    assert len(bag(found.turns[0].drawn)) == game.state.history[0].drawn


@pytest.mark.heavy
def test_several_rounds_each_with_its_curve() -> None:
    bot = make_bot("steady")
    game = Game.new("default rounds=2", ["Anna", "Bruno"], "two")
    while not (game.over and game.match.over):
        game = game.next_round() if game.over else game.apply(bot.choose(game.view, Clock()))
    found = analyse(game.record, playouts=1)
    lengths = [len(round_.turns) + 1 for round_ in game.record.rounds]
    assert [len(round_.curve) for round_ in found.rounds] == lengths
    assert [turn.turn for turn in found.turns] == list(range(1, sum(lengths) - 1))
    assert play_on(game.record, lengths[0]).state.history == ()


def test_a_new_deal_is_no_decision_that_is_judged() -> None:
    record = next(record for record in map(redealt, range(40)) if "redeal" in str(record))
    turn = next(turn for turn in analyse(record, playouts=0).turns if turn.move == "redeal")
    assert turn.mark is None
    assert not turn.laid
    assert not turn.drawn


def redealt(number: int) -> Record:
    """A game in which a new deal may have been asked for."""
    return bot_game("steady steady", f"pairs {number}", "tournament")


def scene(state: State) -> Scene:
    racks = [Counts.of(rack) for rack in state.racks]
    pool = [Counts.one(tile) for tile in reversed(state.pool)]
    return scene_of(state, racks, pool)


def test_a_draw_and_the_play_behind_it_are_judged_one_after_the_other() -> None:
    record = bot_game("steady casual", "draw and play", "default play_after_draw=True")
    turns = [turn for round_ in analyse(record, playouts=2).rounds for turn in round_.turns]
    assert [turn.move for turn in turns] == [str(move) for _, move in record.rounds[0].turns]
    behind = [after for before, after in pairwise(turns) if before.move == "draw" and after.seat == before.seat]
    assert {turn.move.partition(" ")[0] for turn in behind} == {"play", "pass"}
    assert not any(turn.drawn for turn in behind)


@pytest.mark.parametrize(
    "rules", ["default", "default voluntary_draw=False", "tournament", "default play_after_draw=True"]
)
def test_who_plays_on_in_thought_plays_as_sharp_does(rules: str) -> None:
    sharp, same, all_ = make_bot("sharp"), 0, 0
    for game in replay(bot_game("sharp sharp", "twin", rules)):
        if game.over:
            continue
        chosen = sharp.choose(game.view, Clock())
        laid = chosen.table.bag - game.state.table.bag if isinstance(chosen, Play) else TileBag()
        thought = strong(Ground.of(game.state.rules), scene(game.state))
        same, all_ = same + (len(laid) == thought.size), all_ + 1
        assert not thought or place(game.view, thought.bag) or not game.view.has_opened
    assert same >= 0.9 * all_


def test_a_playout_ends_and_somebody_wins() -> None:
    state = State.deal(EDITIONS["default"], 4, "end")
    assert sum(shares(Ground.of(state.rules), scene(state))) == pytest.approx(1)


def test_the_report_has_the_documented_fields_and_survives_its_json() -> None:
    found = analyse(bot_game(*SHORT), playouts=2)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found
    data = json.loads(json.dumps(asdict(found)))
    assert data == msgspec.json.decode(msgspec.json.encode(found))
    assert data["format"] == "openkub analysis 1"
    turn = data["rounds"][0]["turns"][0]
    with open("docs/analysis.md", encoding="utf-8") as file:
        told = file.read()
    for keys in (data, data["rounds"][0], turn, data["players"][0]):
        assert [key for key in keys if f"`{key}`" not in told] == []
