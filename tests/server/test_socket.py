"""The socket at the public door: hello and resume, tabs, acknowledgements, drafts and talk."""

import json
from pathlib import Path
from typing import Any

import pytest

from openkub.server import live
from tests.server.inprocess import Guests, Line, guests_of, play_on, serving, to_move
from tests.workshop.chance import new_key


def kinds(messages: Any) -> list[Any]:
    return [message["type"] for message in messages]


# --- hello ---


def test_hello_is_answered_with_everything_that_the_seat_may_know(guests: Guests) -> None:
    _, (anna, bruno) = guests.playing()
    assert (anna.seat, bruno.seat) == (0, 1)
    assert len(anna.view["position"]["rack"].split()) == 14
    assert anna.view["position"]["rack"] != bruno.view["position"]["rack"]
    assert anna.view["position"]["racks"] is None
    assert [seat["name"] for seat in anna.view["seats"]] == ["Anna", "Guest 2"]
    assert anna.view["commitment"] == bruno.view["commitment"]
    assert anna.view["secret"] is None


def test_who_says_the_last_event_it_has_gets_the_rest_and_no_more(guests: Guests) -> None:
    game, lines = guests.playing()
    play_on(lines, 6)
    first = lines[0]
    first.now()
    tab = Line(guests.server, game, first.token)
    tab.say("hello", last=first.last - 4)
    *events, full = [message for message in tab.now() if "n" in message]
    tab.close()
    assert (full["type"], full["n"]) == ("welcome", first.last)
    assert [event["n"] for event in events] == list(range(first.last - 3, first.last + 1))
    originals = {
        message["n"]: message for message in map(json.loads, first.heard) if "n" in message and "seats" in message
    }
    assert set(kinds(events)) == {"moved"}
    assert not originals.keys() & {event["n"] for event in events}
    assert events[-1]["position"] == first.view["position"]


def test_who_has_everything_gets_the_full_view_alone(guests: Guests) -> None:
    game, (anna, _) = guests.playing()
    tab = Line(guests.server, game, anna.token)
    tab.say("hello", last=anna.last)
    assert kinds(tab.now()) == ["welcome"]
    tab.close()


@pytest.mark.parametrize("last", [-1, 1_000_000])
def test_who_names_an_event_that_cannot_be_gets_the_full_view(guests: Guests, last: int) -> None:
    game, (anna, _) = guests.playing()
    tab = Line(guests.server, game, anna.token)
    tab.say("hello", last=last)
    assert "welcome" in kinds(tab.now())
    assert tab.view["position"] == anna.view["position"]
    tab.close()


def test_who_missed_too_much_gets_the_full_view(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "KEPT", 3)
    game, lines = guests.playing()
    play_on(lines, 4)
    tab = Line(guests.server, game, lines[0].token)
    tab.say("hello", last=lines[0].last - 4)
    assert kinds(tab.now()) == ["welcome"]
    tab.close()


def test_a_second_hello_is_answered_with_the_full_view_and_disturbs_nobody(guests: Guests) -> None:
    _, (anna, bruno) = guests.playing()
    anna.now()
    for _ in range(5):
        bruno.say("hello", last=0)
    assert kinds(bruno.now()) == ["welcome"] * 5
    assert anna.now() == []


def test_what_was_missed_is_at_hand_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, guests_of(server) as guests:
        game, lines = guests.playing()
        play_on(lines, 6)
        lines[0].now()
        token, last = lines[0].token, lines[0].last
    with serving(tmp_path / "games.db") as server:
        tab = Line(server, game, token)
        tab.say("hello", last=last - 3)
        assert kinds(tab.now()) == ["moved"] * 3 + ["welcome"]
        tab.close()


def test_the_full_view_comes_whenever_it_is_asked_for(guests: Guests) -> None:
    _, (anna, _) = guests.playing()
    dealt = anna.view["position"]
    assert anna.fresh_view()["position"] == dealt


def test_who_does_not_say_hello_is_welcomed_with_the_first_message(guests: Guests) -> None:
    anna = guests.guest()
    tab = anna.tab(anna.opened())
    assert tab.seal()["type"] == "ack"
    assert tab.view["you"] == 0


# --- acknowledgements ---


def test_a_move_is_acknowledged_with_the_number_of_its_event(guests: Guests) -> None:
    _, lines = guests.playing()
    mover = to_move(lines)
    answer = mover.wish("move", move="draw")
    other = next(line for line in lines if line is not mover)
    assert other.until("moved")["n"] == answer["n"]


def test_a_move_sent_again_with_the_same_key_is_answered_and_not_done_again(guests: Guests) -> None:
    game, lines = guests.playing()
    mover, once = to_move(lines), new_key()
    first = mover.wish("move", key=once, move="draw")
    assert mover.wish("move", key=once, move="draw") == first
    play_on(lines, 3)
    assert mover.wish("move", key=once, move="draw") == first
    turns = guests.server.rooms(game)[-1].game.state.history
    assert len(turns) == 4


def test_a_repeated_key_is_answered_as_the_first_time_whatever_is_said(guests: Guests) -> None:
    game, lines = guests.playing()
    mover, once = to_move(lines), new_key()
    first = mover.wish("move", key=once, move="draw")
    seat = mover.view["you"]
    for kind, words in (("move", {"move": "play r1 r2 r3"}), ("leave", {}), ("come_back", {}), ("ready", {})):
        assert mover.wish(kind, key=once, **words) == first
    play_on(lines, 35)
    assert mover.wish("leave", key=once) == first
    assert guests.server.rooms(game)[-1].seats[seat].bot is None


@pytest.mark.parametrize(
    ("wish", "another"),
    [
        ({"kind": "seat_bot", "level": "novice"}, {"kind": "seat_bot", "level": "expert"}),
        ({"kind": "unseat", "seat": 1}, {"kind": "unseat", "seat": 0}),
        ({"kind": "unseat", "seat": 1}, {"kind": "leave"}),
    ],
    ids=["another bot", "another seat", "oneself"],
)
def test_a_repeated_key_of_the_host_is_answered_as_the_first_time(
    guests: Guests, wish: dict[str, Any], another: dict[str, Any]
) -> None:
    host, guest = guests.guest(), guests.guest()
    game = host.opened(seats=4, start="host")
    guest.join(game)
    anna, once = host.line(game), new_key()
    first = anna.wish(**wish, key=once)
    assert first["type"] == "ack"
    log = guests.server.log(game)
    assert anna.wish(**another, key=once) == first
    assert guests.server.log(game) == log


def test_a_repeat_is_answered_in_another_tab_too(guests: Guests) -> None:
    game, lines = guests.playing()
    mover, once = to_move(lines), new_key()
    first = mover.wish("move", key=once, move="draw")
    tab = Line(guests.server, game, mover.token).hello()
    assert tab.wish("move", key=once, move="draw") == first
    tab.close()


def test_one_who_has_no_seat_cannot_learn_of_a_key_that_was_used(guests: Guests) -> None:
    game, lines = guests.playing()
    once = new_key()
    to_move(lines).wish("move", key=once, move="draw")
    assert guests.stranger(game).code("move", key=once, move="draw") == "not_seated"


# --- several tabs of one player ---


def test_all_tabs_of_a_player_see_every_move_with_their_rack(guests: Guests) -> None:
    game, lines = guests.playing()
    mover = to_move(lines)
    tab = Line(guests.server, game, mover.token).hello()
    mover.wish("move", move="draw")
    assert len(tab.until("moved")["position"]["rack"].split()) == 15
    tab.close()


def test_a_rack_arranged_in_one_tab_appears_in_the_other_and_nowhere_else(guests: Guests) -> None:
    game, (anna, bruno) = guests.playing()
    tab = Line(guests.server, game, anna.token).hello()
    stranger = guests.stranger(game)
    tab.say("rack", order="my own way")
    tab.now()
    assert [message for message in anna.now() if message["type"] == "show_rack"] == [
        {"type": "show_rack", "order": "my own way"}
    ]
    assert "my own way" not in str(bruno.now()) + str(stranger.now()) + str(tab.heard[1:])
    tab.close()
    again = Line(guests.server, game, anna.token).hello()
    assert again.view["rack_order"] == "my own way"
    again.close()


def test_a_draft_made_in_one_tab_appears_in_the_other_and_with_everybody_else(guests: Guests) -> None:
    game, lines = guests.playing()
    mover, stranger = to_move(lines), guests.stranger(game)
    other = next(line for line in lines if line is not mover)
    tab = Line(guests.server, game, mover.token).hello()
    turns = mover.view["position"]["turns"]
    mover.say("draft", turns=turns, table="r5 r6 r7")
    seen = {"type": "show_draft", "seat": mover.seat, "turns": turns, "table": "r5 r6 r7"}
    for line in (tab, other, stranger):
        assert line.until("show_draft") == seen
    assert "show_draft" not in kinds(mover.now())
    tab.close()


def test_who_comes_later_finds_the_draft_in_the_view_until_the_turn_is_over(guests: Guests) -> None:
    game, lines = guests.playing()
    mover = to_move(lines)
    mover.say("draft", turns=mover.view["position"]["turns"], table="r5 r6 r7")
    mover.now()
    assert guests.stranger(game).view["draft"]["table"] == "r5 r6 r7"
    mover.wish("move", move="draw")
    assert guests.stranger(game).view["draft"] is None


def test_a_draft_for_another_turn_is_ignored(guests: Guests) -> None:
    game, lines = guests.playing()
    mover = to_move(lines)
    other = next(line for line in lines if line is not mover)
    turns = mover.view["position"]["turns"]
    other.say("draft", turns=turns, table="r5 r6 r7")
    mover.say("draft", turns=turns + 1, table="r5 r6 r7")
    assert "refused" not in kinds(other.now() + mover.now())
    assert "show_draft" not in kinds(other.now() + mover.now() + guests.stranger(game).now())


def test_a_draft_that_is_no_table_is_refused_with_its_place(guests: Guests) -> None:
    _, lines = guests.playing()
    mover = to_move(lines)
    mover.say("draft", turns=mover.view["position"]["turns"], table="r5 r99")
    refused = mover.until("refused")
    assert (refused["key"], refused["trouble"]["code"], refused["trouble"]["where"]) == (None, "bad_message", "$.table")


def test_a_draft_does_not_outlive_its_round(guests: Guests) -> None:
    _, lines = guests.playing(2, rules="default rounds=2")
    anna, bruno = lines
    drafted = False
    while anna.phase != "over":
        position = anna.view["position"]
        if anna.phase == "between":
            anna.wish("ready")
            bruno.wish("ready")
        elif not drafted and position["turn"] == 0:
            drafted = True
            anna.say("draft", turns=position["turns"], table="r5 r6 r7")
        elif position["round"] > 1:
            assert bruno.fresh_view()["draft"] is None
        play_on(lines, 1)
        anna.now()
    assert anna.view["position"]["round"] == 2


def test_nothing_is_drafted_between_rounds(guests: Guests) -> None:
    _, lines = guests.playing(2, rules="default rounds=2")
    play_on(lines)
    position = lines[0].view["position"]
    line = lines[position["turn"]]
    line.say("draft", turns=position["turns"], table="r5 r6 r7")
    line.now()
    assert lines[0].fresh_view()["draft"] is None


# --- talk ---


def test_an_emote_is_shown_to_all_and_only_players_send_them(guests: Guests) -> None:
    game, (anna, bruno) = guests.playing()
    stranger = guests.stranger(game)
    bruno.say("emote", emote="good_luck")
    for line in (anna, bruno, stranger):
        assert line.until("show_emote") == {"type": "show_emote", "seat": 1, "emote": "good_luck"}
    stranger.say("emote", emote="hurry")
    assert stranger.until("refused")["trouble"]["code"] == "not_seated"
    anna.say("emote", emote="free text")
    assert anna.until("refused")["trouble"]["where"] == "$.emote"
    assert "show_emote" not in kinds(bruno.now())


def test_presence_tells_who_is_connected_and_how_many_look_on(guests: Guests) -> None:
    game, (anna, bruno) = guests.playing()
    guests.stranger(game)
    assert anna.until("presence", watching=1)["here"] == [True, True]
    tab = Line(guests.server, game, bruno.token).hello()
    bruno.close()
    assert tab.fresh_view()["seats"][1]["here"]
    assert "presence" not in kinds(anna.now())
    tab.close()
    assert anna.until("presence", here=[True, False])["watching"] == 1


def test_a_player_who_sits_down_is_there_and_looks_on_no_more(guests: Guests) -> None:
    anna, bruno = guests.guest(), guests.guest()
    game = anna.opened(seats=3)
    host, looker = anna.line(game), bruno.line(game)
    host.until("presence", watching=1)
    assert looker.seat is None
    bruno.join(game)
    assert [seat["here"] for seat in host.until("seated")["seats"]] == [True, True]
    assert host.until("presence")["watching"] == 0
    assert looker.until("seated")["you"] == 1


def test_presence_follows_the_seats_that_move_up(guests: Guests) -> None:
    _, (anna, bruno, carla) = guests.waiting(3)
    bruno.close()
    anna.until("presence", here=[True, False, True])
    anna.wish("unseat", seat=1)
    carla.now()
    assert carla.seat == 1
    assert [seat["here"] for seat in carla.view["seats"]] == [True, True]


# --- spectators ---


def test_a_spectator_sees_the_table_and_no_rack_until_the_round_is_over(guests: Guests) -> None:
    game, lines = guests.playing(2, rules="default rounds=1")
    stranger = guests.stranger(game)
    play_on(lines)
    *before, last = [message["position"] for message in stranger.now() if message["type"] == "moved"]
    assert all(position["rack"] is None and position["racks"] is None for position in before)
    assert last["rack"] is None
    assert len(last["racks"]) == 2
    assert stranger.code("move", move="draw") == "not_seated"
