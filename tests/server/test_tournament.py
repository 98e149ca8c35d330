"""The rules of a tournament over the real socket: a joker for each, a bank with a delay, a new deal for who asks."""

import json
from typing import Any

import pytest

from openkub.pieces.tiles import Tile
from openkub.play.game import verify
from tests.server.inprocess import Guests, play_on, to_move
from tests.server.judging import judge

EASY = "tournament redeal_doubles=1"
"""One pair is enough: about every second rack has one."""


def with_pairs(guests: Guests, **wanted: Any) -> Any:
    """A game whose first player may ask for a new deal: its id, that player's line, and the other's."""
    for _ in range(50):
        game, lines = guests.playing(rules=EASY, **wanted)
        mover = to_move(lines)
        if mover.view["position"]["may_redeal"]:
            return game, mover, next(line for line in lines if line is not mover)
    raise AssertionError("nobody ever holds a pair")


def record_of(guests: Guests, game: str) -> Any:
    return guests.guest().http.get(f"/api/games/{game}/record.kub").text


def test_a_tournament_game_is_played_from_start_to_end_and_its_record_is_true(guests: Guests) -> None:
    game, lines = guests.playing(rules="tournament")
    view = lines[0].view
    assert view["settings"]["clock"] == {"kind": "delay", "seconds": 600, "delay": 10}
    assert view["clock"]["banks"] == [600_000, 600_000]
    assert 0 < view["clock"]["delay"] <= 10_000
    assert all(line.view["position"]["rack"].endswith("*") for line in lines)
    play_on(lines)
    text = record_of(guests, game)
    assert verify(text) is None
    assert all(turn.endswith(" s left") for turn in text.splitlines() if turn[:2] in ("1 ", "2 "))
    judge(guests.server.log(game), text, lines)


def test_everybody_sees_who_drew_what_for_the_start(guests: Guests) -> None:
    game, lines = guests.playing(rules="default rounds=2 next_starter=winner")
    watcher = guests.stranger(game)
    views = [line.view for line in (*lines, watcher)]
    drawn = {draw["seat"]: Tile(draw["tile"]).number for draw in views[0]["start_draws"]}
    assert max(drawn, key=drawn.get) == views[0]["position"]["starter"]
    assert all(view["start_draws"] == views[0]["start_draws"] for view in views)
    play_on(lines)
    for line in lines:
        line.wish("ready")
    assert watcher.until("dealt")["start_draws"] == []


def test_a_new_deal_is_seen_by_all_as_the_wish_of_one_and_names_no_tile(guests: Guests) -> None:
    game, asker, other = with_pairs(guests)
    watcher = guests.stranger(game)
    before = [line.view["position"]["rack"] for line in (asker, other)]
    asker.say("draft", turns=0, table="r5 r6 r7")
    assert asker.wish("move", move="redeal")["type"] == "ack"
    for line in (asker, other, watcher):
        line.now()
        moved = next(m for m in reversed([*map(json.loads, line.heard)]) if m["type"] == "moved")
        assert (moved["seat"], moved["move"], moved["by"], moved["drawn"]) == (asker.seat, "redeal", "player", 0)
        position = moved["position"]
        assert (position["counts"], position["table"], position["turns"]) == ([14, 14], "", 1)
        assert position["turn"] == position["starter"] == asker.seat
        assert line.fresh_view()["draft"] is None
        assert moved["clock"]["banks"] == [600_000, 600_000]
    assert not set(before) & {line.view["position"]["rack"] for line in (asker, other)}
    assert watcher.view["position"]["may_redeal"] is False
    assert asker.view["position"]["may_redeal"] is False, "nobody asks twice"
    assert asker.refusal("move", move="redeal")["problem"]["code"] == "no_redeal"


def test_after_new_deals_the_game_is_played_to_its_end_and_its_record_is_true(guests: Guests) -> None:
    game, asker, other = with_pairs(guests)
    lines = [asker, other] if asker.seat == 0 else [other, asker]
    asked = 0
    while lines[0].phase == "playing":
        asked += to_move(lines).view["position"]["may_redeal"]
        play_on(lines, 1)
        for line in lines:
            line.now()
    text = record_of(guests, game)
    assert verify(text) is None
    assert text.count(" redeal\n") == asked >= 1
    judge(guests.server.log(game), text, lines)


@pytest.mark.parametrize("level", ["novice", "steady"])
def test_a_bot_plays_a_tournament_to_its_end(guests: Guests, level: str) -> None:
    game, (anna,) = guests.playing(rules=EASY, bots=[level])
    while anna.phase == "playing":
        if anna.turn == anna.seat:
            assert anna.wish("move", move=anna.choose())["type"] == "ack"
        else:
            anna.until("moved")
        anna.now()
    assert verify(record_of(guests, game)) is None


def test_who_lays_the_last_tile_is_told_to_all(guests: Guests) -> None:
    game, lines = guests.playing(rules="default rounds=1")
    watcher = guests.stranger(game)
    play_on(lines)
    for line in (*lines, watcher):
        line.now()
        outcome = line.view["position"]["outcome"]
        assert outcome["ended"] == "rack_empty"
        assert [line.view["position"]["counts"][seat] for seat in outcome["winners"]] == [0]
