"""Draw and play in the same turn, at a server: who sees what, the clock, the log, and bots that step in."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.json import encode

from openkub.law.moves import Pass, Play
from openkub.server import entries
from openkub.server.clock import GRACE_MS
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.showing import Showing, Surroundings, game_view
from openkub.server.store import Phase
from openkub.server.timetable import Pace, deadline, due, next_by_itself
from openkub.server.wire.game import BankClock, DelayClock, Settings, TurnClock
from openkub.server.wire.socket import Move
from openkub.server.wishes import granted
from openkub.solver import best_play
from tests.server.inprocess import Guests, Line, guests_of, play_on, serving, to_move
from tests.server.rooms import dealt, happen, player_to_move
from tests.server.twins import twin
from tests.workshop.chance import new_key

RULES = "default play_after_draw=True rounds=1"
HERE = (True, True)
PACE = Pace()


def drawn(guests: Guests, **settings: Any) -> tuple[str, list[Line], Line, Line]:
    """A game in which who began has drawn: its id, all lines, that one and the other."""
    game, lines = guests.playing(rules=RULES, **settings)
    mover = to_move(lines)
    assert mover.wish("move", move="draw")["type"] == "ack"
    other = next(line for line in lines if line is not mover)
    other.now()
    return game, lines, mover, other


def test_all_see_the_draw_at_once_and_only_its_player_the_tile(guests: Guests) -> None:
    game, _, mover, other = drawn(guests)
    stranger = guests.stranger(game)
    for line in (mover, other, stranger):
        position = line.view["position"]
        assert (position["turn"], position["has_drawn"], position["counts"][mover.seat]) == (mover.seat, True, 15)
    assert len(mover.view["position"]["rack"].split()) == 15
    assert len(other.view["position"]["rack"].split()) == 14
    assert stranger.view["position"]["rack"] is None


def test_a_second_draw_is_refused_and_the_first_sent_again_is_answered(guests: Guests) -> None:
    game, lines = guests.playing(rules=RULES)
    mover, once = to_move(lines), new_key()
    first = mover.wish("move", key=once, move="draw")
    assert mover.wish("move", key=once, move="draw") == first
    refused = mover.refusal("move", move="draw")
    assert (refused["code"], refused["problem"]["code"]) == ("illegal_move", "already_drawn")
    assert len(guests.server.rooms(game)[-1].game.state.history) == 1
    assert mover.wish("move", move="pass")["type"] == "ack"
    assert to_move(lines) is not mover


def test_a_draft_stays_where_it_lies_when_its_player_draws(guests: Guests) -> None:
    game, lines = guests.playing(rules=RULES)
    mover = to_move(lines)
    mover.say("draft", turns=mover.view["position"]["turns"], table="r5 r6 r7")
    mover.wish("move", move="draw")
    assert guests.stranger(game).view["draft"]["table"] == "r5 r6 r7"
    mover.wish("move", move="pass")
    assert guests.stranger(game).view["draft"] is None


def test_after_a_restart_the_turn_goes_on_behind_its_draw(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, guests_of(server) as guests:
        game, _, mover, other = drawn(guests, clock={"kind": "bank", "seconds": 120})
        banks = mover.fresh_view()["clock"]["banks"]
    with serving(tmp_path / "games.db") as server:
        tab, watcher = Line(server, game, mover.token).hello(), Line(server, game, other.token).hello()
        assert tab.view["position"] == mover.view["position"]
        assert tab.view["clock"]["banks"] == banks == [120_000, 120_000]
        assert tab.code("move", move="draw") == "illegal_move"
        assert tab.wish("move", move=tab.choose())["type"] == "ack"
        assert watcher.until("moved")["position"]["turn"] == watcher.seat
        tab.close()
        watcher.close()


def test_people_and_bots_of_every_level_play_it_to_the_end(guests: Guests) -> None:
    for level in ("novice", "casual", "steady", "sharp", "expert"):
        game, lines = guests.playing(2, rules=f"{RULES} deal_size=20 tile_set=106", bots=[level])
        play_on(lines)
        assert lines[0].phase == "over"
        state = guests.server.rooms(game)[-1].game.state
        assert {turn.seat for turn in state.history if str(turn.move) == "draw"} <= {0, 1}


def test_a_bot_that_steps_in_behind_the_draw_ends_the_turn_without_another(guests: Guests) -> None:
    game, _, mover, other = drawn(guests)
    mover.wish("leave")
    while other.view["position"]["turn"] == mover.seat:
        other.next()
    first, second = guests.server.rooms(game)[-1].game.state.history[:2]
    assert (str(first.move), first.seat, second.seat) == ("draw", mover.seat, mover.seat)
    assert isinstance(second.move, Play | Pass)


def test_a_twin_in_which_another_tile_was_drawn_is_the_same_bytes_to_the_others() -> None:
    before = dealt(settings=Settings(RULES))
    seat = before.playing.state.turn
    moved = entries.Moved(seat, "draw", "player")
    room, rng = happen(before, [moved]), Random("twins")
    for looks in (None, 1 - seat):
        other = twin(room, looks, rng)
        assert other.playing.state.has_drawn
        assert other.playing.state.racks[seat] != room.playing.state.racks[seat]
        around = Surroundings(1_000)
        told = [Showing(before, moved, one, around).told(looks) for one in (room, other)]
        views = [encode(game_view(one, looks, around)) for one in (room, other)]
        assert told[0] == told[1]
        assert views[0].replace(room.commitment.encode(), b"") == views[1].replace(other.commitment.encode(), b"")


# Without a server: the clock


def behind_a_draw(clock: Any, *, at: int = 20_000, rules: str = RULES) -> Room:
    """A room whose first player has drawn, so long after the deal."""
    where = dealt(settings=Settings(rules, clock=clock), at=1_000)
    moved = granted(where, player_to_move(where), Move("k" * 8, "draw"), here=HERE, outages=(), now=at)
    return happen(where, [moved], at=at)


@pytest.mark.parametrize("clock", [TurnClock(60), BankClock(60, 5), DelayClock(60, 5)])
def test_the_clock_of_the_turn_goes_on(clock: Any) -> None:
    where = dealt(settings=Settings(RULES, clock=clock), at=1_000)
    after = behind_a_draw(clock)
    assert deadline(after, (), 20_000) == deadline(where, (), 1_000)
    assert after.banks == where.banks
    ends = granted(after, player_to_move(after), Move("k" * 8, "pass"), here=HERE, outages=(), now=31_000)
    plain = granted(
        dealt(settings=Settings("default", clock=clock), at=1_000),
        player_to_move(where),
        Move("k" * 8, "draw"),
        here=HERE,
        outages=(),
        now=31_000,
    )
    assert ends.left == plain.left
    assert happen(after, [ends], at=31_000).began == 31_000


def test_the_turn_keeps_its_number_until_it_ends() -> None:
    where = behind_a_draw(None)
    assert where.turns == 0
    assert happen(where, [entries.Moved(where.playing.state.turn, "pass", "player")]).turns == 2


def test_who_lets_the_clock_run_out_behind_the_draw_draws_nothing_more() -> None:
    where = behind_a_draw(TurnClock(60))
    seat = where.playing.state.turn
    moved = next_by_itself(where, PACE, (), 61_000 + GRACE_MS, draft=None, here=HERE)
    assert moved == entries.Moved(seat, "timeout", "clock")
    after = happen(where, [moved])
    assert [len(after.playing.state.racks[number]) for number in (seat, 1 - seat)] == [15, 14]
    assert after.seats[seat].timeouts == 1


def test_a_draft_that_is_a_legal_play_counts_when_the_clock_runs_out_behind_the_draw() -> None:
    where = behind_a_draw(TurnClock(60), rules=f"{RULES} opening_min_points=1")
    play = best_play(where.playing.view)
    moved = next_by_itself(where, PACE, (), 61_000 + GRACE_MS, draft=play.table, here=HERE)
    assert moved == entries.Moved(where.playing.state.turn, str(play), "clock")


def test_a_bot_pauses_before_each_half_and_takes_nothing_from_who_comes_back() -> None:
    where = dealt(settings=Settings(RULES, clock=TurnClock(60)), at=1_000)
    seat = where.playing.state.turn
    where = happen(where, [entries.Replaced(seat, "steady")], at=11_000)
    where = happen(where, [entries.Moved(seat, "draw", "bot")], at=12_200)
    assert due(where, PACE, (), 12_200) == 12_200 + PACE.bot_pause
    where = happen(where, [entries.Returned(seat)], at=13_000)
    assert deadline(where, (), 13_000) == 13_000 + 60_000 - 10_000


def test_whom_the_host_dismisses_behind_the_draw_is_played_on_for() -> None:
    where = behind_a_draw(TurnClock(60))
    seat = where.playing.state.turn
    where = happen(where, [entries.Dismissed(seat)], at=21_000)
    assert (where.seats[seat].bot, where.playing.state.has_drawn) == ("steady", True)
    assert due(where, PACE, (), 21_000) == 21_000 + PACE.bot_pause


def test_the_last_tile_ends_the_round_with_the_turn() -> None:
    where = dealt(settings=Settings(f"{RULES} pool_empty_rule=immediate_lowest", clock=None))
    while where.playing.state.pool:
        seat = where.playing.state.turn
        assert where.phase == Phase.PLAYING
        where = happen(where, [entries.Moved(seat, "pass" if where.playing.state.has_drawn else "draw", "player")])
    assert (where.phase, where.playing.state.has_drawn) == (Phase.PLAYING, True)
    assert happen(where, [entries.Moved(where.playing.state.turn, "pass", "player")]).phase == Phase.OVER


def test_a_log_that_ends_behind_a_draw_is_replayed_to_the_same_room(guests: Guests) -> None:
    game, *_ = drawn(guests, clock={"kind": "turn", "seconds": 60})
    log = guests.server.log(game)
    assert replayed(game, log) == guests.server.rooms(game)[-1]
    assert entries.from_bytes(log[-1].data).move == "draw"
