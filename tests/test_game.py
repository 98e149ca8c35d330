"""A match in progress, its replay, and the proof that a record is true."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from openkub.law.moves import Code, Draw, IllegalMove, Pass, Problem
from openkub.law.rules import EDITIONS, Rules
from openkub.notation.errors import NotationError
from openkub.pieces.tiles import TileBag
from openkub.play.game import Fault, FaultCode, Game, RecordError, replay, resume, verify
from openkub.play.match import Match
from openkub.play.record import FairDeal, Record, Round, Seed
from openkub.play.shuffle import commitment
from tests.workshop.playing import legal_move
from tests.workshop.positions import rules

SECRET = bytes(range(32))


def played(edition: str = "default", seats: int = 2, rounds: int = 2, seed: str = "game", turns: int = 400) -> Any:
    """A match of a few random rounds."""
    rng = Random(seed)
    names = tuple(f"seat {n}" for n in range(seats))
    game = Game.new(rules(edition, rounds=rounds), names, Seed(seed))
    for number in range(rounds):
        for _ in range(turns):
            if game.state.outcome:
                break
            game = game.apply(legal_move(game.state, rng))
        if number < rounds - 1:
            game = game.next_round()
    return game


@pytest.fixture(scope="module")
def match() -> Game:
    return played()


@pytest.fixture(scope="module")
def lines(match: Game) -> list[str]:
    return str(match.record).split("\n")


def test_a_match_is_played_to_its_end(match: Game) -> None:
    assert match.match.over
    assert len(match.match.sheet) == len(match.record.rounds) == 2
    assert sum(match.match.totals) == 0
    with pytest.raises(ValueError, match="the match is over"):
        match.next_round()


def test_a_replay_gives_the_same_states(match: Game) -> None:
    states = [game.state for game in replay(match.record)]
    assert states[-1] == match.state
    assert len(states) == sum(len(round_.turns) + 1 for round_ in match.record.rounds)
    assert resume(match.record) == match
    assert resume(Record.parse(str(match.record))) == match
    assert resume(Record.from_json(match.record.to_json())) == match


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_record_of_any_edition_is_true(edition: str) -> None:
    game = played(edition, seats=EDITIONS[edition].most_players, rounds=1, turns=12)
    assert verify(str(game.record)) is None
    assert resume(game.record).state == game.state


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    with pytest.raises(ValueError, match="this round is not over yet"):
        Game.new(rules(), ("A", "B"), Seed("x")).next_round()


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_begins_drew_the_highest_number(edition: str) -> None:
    for seed in range(20):
        game = Game.new(EDITIONS[edition], ("Anna", "Bruno"), Seed(str(seed)))
        assert {seat for seat, _ in game.start_draws} == {0, 1}
        last = {seat: tile.number for seat, tile in game.start_draws}
        assert max(last, key=lambda seat: last[seat]) == game.state.starter
        assert game.apply(Draw()).start_draws == game.start_draws


@pytest.mark.parametrize(("next_starter", "again"), [("draw", True), ("winner", False), ("rotation", False)])
def test_only_a_round_whose_starter_is_drawn_for_has_draws(next_starter: str, again: bool) -> None:
    quick = rules("default", rounds=2, next_starter=next_starter, pool_empty_rule="immediate_lowest")
    game = Game.new(quick, ("Anna", "Bruno"), Seed("twice"))
    first = game.start_draws
    while not game.state.outcome:
        game = game.apply(Draw())
    assert game.start_draws == first != ()
    second = game.next_round().start_draws
    assert (second != ()) == again
    assert second != first


def test_an_illegal_move_is_not_recorded() -> None:
    game = Game.new(rules(), ("A", "B"), Seed("x"))
    with pytest.raises(IllegalMove):
        game.apply(Pass())
    assert game.record.rounds == (Round(),)


def test_a_record_without_rounds_is_a_match_that_has_just_been_dealt() -> None:
    record = Record(rules(), ("A", "B"), Seed("x"))
    assert resume(record).state == Game.new(rules(), ("A", "B"), Seed("x")).state
    assert verify(str(record)) is None


# Verifying


def test_a_true_record_is_true(match: Game) -> None:
    assert verify(str(match.record)) is None


def faults(lines: Any, number: Any, new: Any) -> Any:
    """What is found when a line (from 1) is replaced by others."""
    return verify("\n".join([*lines[: number - 1], *new, *lines[number:]]))


def heading(lines: Any, number: Any) -> Any:
    return lines.index(f"round {number}") + 1


def test_another_seed_is_found_at_the_first_turn_it_makes_impossible(lines: list[str]) -> None:
    assert faults(lines, 5, ["seed: another"]).line > 5


def test_a_turn_out_of_order_is_found(lines: list[str]) -> None:
    number = heading(lines, 1) + 1
    seat = int(lines[number - 1][0])
    fault = faults(lines, number, [f"{3 - seat} draw"])
    assert fault == Fault(number, FaultCode.WRONG_SEAT, f"it was the turn of seat {seat}")


def test_an_illegal_turn_is_found(lines: list[str]) -> None:
    number = heading(lines, 1) + 1
    assert faults(lines, number, [f"{lines[number - 1][0]} pass"]) == Fault(
        number, FaultCode.ILLEGAL, "pool_not_empty", Problem(Code.POOL_NOT_EMPTY)
    )


def test_a_turn_behind_the_end_is_found(lines: list[str]) -> None:
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("end "))
    assert faults(lines, number, ["1 draw"]) == Fault(
        number, FaultCode.OVER_BEFORE, "the round was over before this turn"
    )


def test_wrong_scores_are_found(lines: list[str]) -> None:
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("end "))
    fault = faults(lines, number, ["end rack_empty, won by 1, scores 1 -1"])
    assert fault == Fault(number, FaultCode.WRONG_END, f"the round ended here: {lines[number - 1]}")


def test_a_missing_end_is_found(lines: list[str]) -> None:
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("end "))
    assert faults(lines, number, []).message == f"the round ended here: {lines[number - 1]}"


def test_an_end_that_comes_too_early_is_found(lines: list[str]) -> None:
    number = heading(lines, 1)
    fault = faults(lines[: number + 1], number + 1, ["end rack_empty, won by 1, scores 1 -1"])
    assert fault == Fault(number + 1, FaultCode.WRONG_END, "the round was not over here")


def test_a_round_that_begins_too_early_is_found(lines: list[str]) -> None:
    number = heading(lines, 1)
    fault = verify("\n".join([*lines[:number], "round 2"]))
    assert fault == Fault(number + 1, FaultCode.NEXT_ROUND, "this round is not over yet")


def test_a_round_too_many_is_found(lines: list[str]) -> None:
    assert verify("\n".join([*lines, "round 3"])).message == "the match is over"


def test_a_shuffle_that_cannot_be_checked_is_found() -> None:
    deal = FairDeal(commitment(SECRET), (b"12345678abcdefgh",), SECRET)
    record = Record(rules(), ("A", "B"), deal, (Round(),))
    assert verify(str(record)) is None
    assert verify(str(replace(record, shuffle=replace(deal, secret=None)))) == Fault(
        5, FaultCode.SHUFFLE, "the secret is not known yet"
    )
    fault = verify(str(replace(record, shuffle=replace(deal, secret=b"x" * 32))))
    assert fault == Fault(7, FaultCode.SHUFFLE, "the secret is not the one that was committed to")


def test_a_text_that_is_no_record_is_found() -> None:
    assert verify("") == Fault(1, FaultCode.NOTATION, "a record begins with 'openkub 3'")
    assert verify(None).message == "this is written as text, not as NoneType"


def test_a_false_record_cannot_be_replayed() -> None:
    record = Record(rules(), ("A", "B"), Seed("x"), (Round(((0, Pass()), (1, Pass()))),))
    with pytest.raises(RecordError) as error:
        resume(record)
    assert error.value.fault.line == 0
    assert str(error.value).startswith("line 0: ")


def test_the_first_move_decides_which_states_follow() -> None:
    game = Game.new(rules(), ("A", "B"), Seed("x"))
    first, second = replay(game.apply(Draw()).record)
    assert (first.state, second.state) == (game.state, game.state.apply(Draw()))


def test_with_piles_every_seat_draws_its_own_and_the_next_round_has_new_ones() -> None:
    game = Game.new(EDITIONS["default"], ("Anna", "Bruno"), Seed("piles", piles=True))
    pool, first = game.state.pool, game.state.turn
    for _ in range(4):
        game = game.apply(Draw())
    racks = Match(EDITIONS["default"], 2).deal(Seed("piles").key).racks
    for seat in range(2):
        assert game.state.racks[seat] - racks[seat] == TileBag(pool[seat::2][:2])
    assert game.state.turn == first
    assert verify(str(game.record)) is None
    assert resume(game.record) == game


# Rules that let jokers be exchanged before the opening, as openkub 0.2.0 had them


def opening_record(named: str, turn: str, rules: str = "default") -> str:
    """A record that begins with a joker on the table and an unopened player to move."""
    return f"""\
openkub 2
rules: {rules} joker_needs_opened={named}
seat: Anna
seat: Bruno
seed: demo
racks: y3 r9 r10 r11 k4 / k13 k12
table: b3 r3 * | k1 k2 k3
opened: no / yes
shown: /
turn: 1
starter: 1
passes: 0

round 1
1 {turn}
"""


EXCHANGE = "b3 r3 y3 | r9 r10 * | k1 k2 k3"
UNUSED = [
    "draw",
    "timeout",
    "timeout b3 r3 * | k1 k2 k3 k4",  # too few points, however many jokers
    "play b3 r3 * | k1 k2 k3 | r9 r10 r11",
    "play b3 r3 y3 | k1 k2 k3 * | r9 r10 r11",  # exchanged once the opening lies
]


@pytest.mark.parametrize("named", ["True", "False", "false"])
@pytest.mark.parametrize("turn", UNUSED)
def test_a_record_that_names_the_removed_option_is_read_if_nobody_used_it(named: str, turn: str) -> None:
    text = opening_record(named, turn)
    assert verify(text) is None
    assert "joker_needs_opened" not in str(Record.parse(text))


@pytest.mark.parametrize("move", ["play", "timeout"])
@pytest.mark.parametrize("after", [EXCHANGE, "b3 r3 y3 | k1 k2 k3 k4 | r9 r10 *"])
def test_a_record_in_which_a_joker_was_exchanged_before_the_opening_is_refused(move: str, after: str) -> None:
    fault = verify(opening_record("False", f"{move} {after}"))
    assert fault
    assert (fault.line, fault.code) == (15, FaultCode.REMOVED_OPTION)
    assert "joker_needs_opened=False" in fault.message


@pytest.mark.parametrize(
    ("named", "turn", "code"),
    [
        ("True", f"play {EXCHANGE}", FaultCode.ILLEGAL),
        ("False", "play b3 r3 * | k1 k2 k3 k4", FaultCode.ILLEGAL),
        ("False", "play b3 r3 * | k1 k2 k3 | r9 r10 r11 r12", FaultCode.ILLEGAL),
        ("maybe", "draw", FaultCode.NOTATION),
    ],
)
def test_other_faults_of_such_a_record_keep_their_codes(named: str, turn: str, code: FaultCode) -> None:
    fault = verify(opening_record(named, turn))
    assert fault
    assert fault.code is code


def test_new_rules_cannot_name_the_removed_option() -> None:
    with pytest.raises(NotationError, match="no such option"):
        Rules.parse("default joker_needs_opened=True")
