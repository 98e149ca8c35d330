"""The socket at the public door: hello and resume, tabs, acknowledgements, drafts, talk, and who is sent away."""

import json
import socket as plain
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from openkub.server.door import socket as door

from .inprocess import QUICK, Line, guests_of, play_on, serving, to_move
from .people import key, socket_url

NOWHERE = "AAAAAAAAAAAAAAAAAAAAAA"


def kinds(messages):
    return [message["type"] for message in messages]


def read_all(socket):
    while True:
        socket.recv(timeout=20)


def closing(line):
    """The code and reason with which a line is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        read_all(line.socket)
    return closed.value.rcvd.code, closed.value.rcvd.reason


# --- hello ---


def test_hello_is_answered_with_everything_that_the_seat_may_know(guests):
    _, (anna, bruno) = guests.playing()
    assert (anna.seat, bruno.seat) == (0, 1)
    assert len(anna.view["position"]["rack"].split()) == 14
    assert anna.view["position"]["rack"] != bruno.view["position"]["rack"]
    assert anna.view["position"]["racks"] is None
    assert [seat["name"] for seat in anna.view["seats"]] == ["Anna", "Guest 2"]
    assert anna.view["commitment"] == bruno.view["commitment"]
    assert anna.view["secret"] is None


def test_who_says_the_last_event_it_has_gets_the_rest_and_no_more(guests):
    game, lines = guests.playing()
    play_on(lines, 6)
    first = lines[0]
    first.now()
    tab = Line(guests.server, game, first.token)
    tab.say("hello", last=first.last - 4)
    events = [message for message in tab.now() if "n" in message]
    tab.close()
    assert [event["n"] for event in events] == list(range(first.last - 3, first.last + 1))
    originals = {
        message["n"]: message for message in map(json.loads, first.heard) if "n" in message and "seats" in message
    }
    assert set(kinds(events)) == {"moved"}
    assert not originals.keys() & {event["n"] for event in events}
    assert events[-1]["position"] == first.view["position"]


def test_who_has_everything_gets_nothing_but_who_is_there(guests):
    game, (anna, _) = guests.playing()
    tab = Line(guests.server, game, anna.token)
    tab.say("hello", last=anna.last)
    assert kinds(tab.now()) == ["presence"]
    tab.close()


@pytest.mark.parametrize("last", [-1, 1_000_000])
def test_who_names_an_event_that_cannot_be_gets_the_full_view(guests, last):
    game, (anna, _) = guests.playing()
    tab = Line(guests.server, game, anna.token)
    tab.say("hello", last=last)
    assert "welcome" in kinds(tab.now())
    assert tab.view["position"] == anna.view["position"]
    tab.close()


def test_who_missed_too_much_gets_the_full_view(guests, monkeypatch):
    monkeypatch.setattr(door, "MOST_MISSED", 3)
    game, lines = guests.playing()
    play_on(lines, 4)
    tab = Line(guests.server, game, lines[0].token)
    tab.say("hello", last=lines[0].last - 4)
    assert kinds(tab.now()) == ["presence", "welcome"]
    tab.close()


def test_the_full_view_comes_whenever_it_is_asked_for(guests):
    _, (anna, _) = guests.playing()
    dealt = anna.view["position"]
    assert anna.fresh_view()["position"] == dealt


def test_who_does_not_say_hello_is_welcomed_with_the_first_message(guests):
    anna = guests.guest()
    tab = anna.tab(anna.opened())
    assert tab.nonce()["type"] == "ack"
    assert tab.view["you"] == 0


def test_who_says_nothing_is_sent_away(guests, monkeypatch):
    monkeypatch.setattr(door, "HELLO_S", 0.05)
    anna = guests.guest()
    assert closing(anna.tab(anna.opened())) == (door.POLICY, "")


# --- acknowledgements ---


def test_a_move_is_acknowledged_with_the_number_of_its_event(guests):
    _, lines = guests.playing()
    mover = to_move(lines)
    answer = mover.wish("move", move="draw")
    other = next(line for line in lines if line is not mover)
    assert other.until("moved")["n"] == answer["n"]


def test_a_move_sent_again_with_the_same_key_is_answered_and_not_done_again(guests):
    game, lines = guests.playing()
    mover, once = to_move(lines), key()
    first = mover.wish("move", key=once, move="draw")
    assert mover.wish("move", key=once, move="draw") == first
    play_on(lines, 3)
    assert mover.wish("move", key=once, move="draw") == first
    turns = guests.server.rooms(game)[-1].game.state.history
    assert len(turns) == 4


def test_a_repeat_is_answered_in_another_tab_too(guests):
    game, lines = guests.playing()
    mover, once = to_move(lines), key()
    first = mover.wish("move", key=once, move="draw")
    tab = Line(guests.server, game, mover.token).hello()
    assert tab.wish("move", key=once, move="draw") == first
    tab.close()


def test_one_who_has_no_seat_cannot_learn_of_a_key_that_was_used(guests):
    game, lines = guests.playing()
    once = key()
    to_move(lines).wish("move", key=once, move="draw")
    assert guests.stranger(game).code("move", key=once, move="draw") == "not_seated"


# --- several tabs of one player ---


def test_all_tabs_of_a_player_see_every_move_with_their_rack(guests):
    game, lines = guests.playing()
    mover = to_move(lines)
    tab = Line(guests.server, game, mover.token).hello()
    mover.wish("move", move="draw")
    assert len(tab.until("moved")["position"]["rack"].split()) == 15
    tab.close()


def test_a_rack_arranged_in_one_tab_appears_in_the_other_and_nowhere_else(guests):
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


def test_a_draft_made_in_one_tab_appears_in_the_other_and_with_everybody_else(guests):
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


def test_who_comes_later_finds_the_draft_in_the_view_until_the_turn_is_over(guests):
    game, lines = guests.playing()
    mover = to_move(lines)
    mover.say("draft", turns=mover.view["position"]["turns"], table="r5 r6 r7")
    mover.now()
    assert guests.stranger(game).view["draft"]["table"] == "r5 r6 r7"
    mover.wish("move", move="draw")
    assert guests.stranger(game).view["draft"] is None


def test_a_draft_for_another_turn_is_ignored(guests):
    game, lines = guests.playing()
    mover = to_move(lines)
    other = next(line for line in lines if line is not mover)
    turns = mover.view["position"]["turns"]
    other.say("draft", turns=turns, table="r5 r6 r7")
    mover.say("draft", turns=turns + 1, table="r5 r6 r7")
    assert "refused" not in kinds(other.now() + mover.now())
    assert "show_draft" not in kinds(other.now() + mover.now() + guests.stranger(game).now())


def test_a_draft_that_is_no_table_is_refused_with_its_place(guests):
    _, lines = guests.playing()
    mover = to_move(lines)
    mover.say("draft", turns=mover.view["position"]["turns"], table="r5 r99")
    refused = mover.until("refused")
    assert (refused["key"], refused["trouble"]["code"], refused["trouble"]["where"]) == (None, "bad_message", "$.table")


def test_a_draft_does_not_outlive_its_round(guests):
    _, lines = guests.playing(2, rules="default rounds=4")
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
    assert anna.view["position"]["round"] == 4


def test_nothing_is_drafted_between_rounds(guests):
    _, lines = guests.playing(2, rules="default rounds=2")
    play_on(lines)
    position = lines[0].view["position"]
    line = lines[position["turn"]]
    line.say("draft", turns=position["turns"], table="r5 r6 r7")
    line.now()
    assert lines[0].fresh_view()["draft"] is None


# --- talk ---


def test_an_emote_is_shown_to_all_and_only_players_send_them(guests):
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


def test_presence_tells_who_is_connected_and_how_many_look_on(guests):
    game, (anna, bruno) = guests.playing()
    guests.stranger(game)
    assert anna.until("presence", watching=1)["here"] == [True, True]
    tab = Line(guests.server, game, bruno.token).hello()
    bruno.close()
    assert tab.until("presence")["here"] == [True, True]
    tab.close()
    assert anna.until("presence", here=[True, False])["watching"] == 1


def test_a_player_who_sits_down_is_there_and_looks_on_no_more(guests):
    anna, bruno = guests.guest(), guests.guest()
    game = anna.opened(seats=3)
    host, looker = anna.line(game), bruno.line(game)
    host.until("presence", watching=1)
    assert looker.seat is None
    bruno.join(game)
    assert [seat["here"] for seat in host.until("seated")["seats"]] == [True, True]
    assert host.until("presence")["watching"] == 0
    assert looker.until("seated")["you"] == 1


def test_presence_follows_the_seats_that_move_up(guests):
    _, (anna, bruno, carla) = guests.waiting(3)
    bruno.close()
    anna.until("presence", here=[True, False, True])
    anna.wish("unseat", seat=1)
    carla.now()
    assert carla.seat == 1
    assert [seat["here"] for seat in carla.view["seats"]] == [True, True]


# --- spectators ---


def test_a_spectator_sees_the_table_and_no_rack_until_the_round_is_over(guests):
    game, lines = guests.playing(2, rules="default rounds=1")
    stranger = guests.stranger(game)
    play_on(lines)
    *before, last = [message["position"] for message in stranger.now() if message["type"] == "moved"]
    assert all(position["rack"] is None and position["racks"] is None for position in before)
    assert last["rack"] is None
    assert len(last["racks"]) == 2
    assert stranger.code("move", move="draw") == "not_seated"


# --- who is sent away ---


@pytest.mark.parametrize("game", [NOWHERE, "x", "%00", "%ed%a0%80", "A" * 300])
def test_a_game_that_is_not_there_closes_the_line_with_a_reason(guests, game):
    line = Line(guests.server, game, None)
    assert line.next()["trouble"]["code"] == "no_such_game"
    assert closing(line) == (door.NO_GAME, "no_such_game")


def test_a_bearer_that_is_none_is_sent_away(guests):
    line = Line(guests.server, guests.guest().opened(), "short")
    assert line.next()["trouble"]["code"] == "unauthorised"
    assert closing(line) == (door.POLICY, "unauthorised")


def test_a_page_of_another_house_gets_no_line(guests):
    anna = guests.guest()
    game = anna.opened()
    with pytest.raises(InvalidStatus) as refused:
        Line(guests.server, game, anna.token, {"Origin": "https://evil.example"})
    assert refused.value.response.status_code == 403
    ours = Line(guests.server, game, anna.token, {"Origin": guests.server.base})
    assert ours.hello().seat == 0
    ours.close()


@pytest.mark.parametrize("frame", ["", "{", "[]", "null", '{"type":"shout"}', b"\xff", '{"type":"move","key":"k"}'])
def test_nonsense_is_refused_and_the_line_stays_open(guests, frame):
    _, (anna, _) = guests.playing()
    anna.socket.send(frame)
    assert anna.until("refused")["trouble"]["code"] == "bad_message"
    assert anna.now() == []


def test_who_talks_nonsense_all_the_time_is_sent_away(guests):
    anna = guests.guest()
    line = anna.line(anna.opened())
    for _ in range(door.MOST_NONSENSE):
        line.socket.send("?")
    assert closing(line) == (door.POLICY, "")


def test_a_message_that_is_too_long_is_refused_and_one_that_is_far_too_long_closes_the_line(guests):
    anna = guests.guest()
    line = anna.line(anna.opened())
    line.say("rack", order="x" * 9_000)
    assert line.until("refused")["trouble"]["code"] == "too_large"
    line.say("rack", order="x" * 20_000)
    assert closing(line)[0] == door.TOO_BIG


def test_a_guest_who_calls_too_often_is_sent_away(tmp_path):
    with serving(tmp_path / "games.db", QUICK, limits=True) as server, guests_of(server) as guests:
        anna = guests.guest()
        game = anna.opened()
        answers = []
        for _ in range(40):
            line = Line(server, game, anna.token)
            with suppress(ConnectionClosed):
                line.say("hello")
            answers.append(line.next())
            line.close()
        assert answers[0]["type"] == "presence"
        assert answers[-1]["trouble"]["code"] == "too_fast"


def test_a_player_has_a_dozen_tabs_at_a_table_and_no_more(guests):
    game, (anna, _) = guests.playing()
    tabs = [Line(guests.server, game, anna.token) for _ in range(door.MOST_TABS - 1)]
    for tab in tabs:
        tab.hello()
    last = Line(guests.server, game, anna.token)
    assert json.loads(last.socket.recv(timeout=20))["trouble"]["code"] == "too_fast"
    for tab in (*tabs, last):
        tab.close()


def test_one_who_does_not_read_is_cut_off_and_delays_nobody(guests):
    game, lines = guests.playing()
    mover = to_move(lines)
    other = next(line for line in lines if line is not mover)
    address = guests.server.base.removeprefix("http://").split(":")
    narrow = plain.socket()
    narrow.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 4096)
    narrow.connect((address[0], int(address[1])))
    with connect(socket_url(guests.server.base, game), sock=narrow, max_queue=1, compression=None) as sleeper:
        sleeper.send('{"type":"hello"}')
        table = " | ".join(["r1 r2 r3"] * 100)
        mover.until("presence", watching=1)
        other.until("presence", watching=1)
        told = []
        while "presence" not in kinds(told):
            for _ in range(20):
                mover.say("draft", turns=0, table=table)
            told = mover.now() + other.now()
        assert mover.wish("move", move="draw")["type"] == "ack"
        with pytest.raises(ConnectionClosed) as closed:
            read_all(sleeper)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1013
