"""Clocks and drafts, when the server or its database is away: nobody pays for it, and nothing half done is seen."""

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from openkub.server.store import GAP_MS
from openkub.server.store.addresses import open_store
from openkub.server.store.sqlite import SqliteStore
from tests.server.inprocess import Line, guests_of, to_move
from tests.server.passing import pass_lived_time, pass_time
from tests.server.postgres import Cluster
from tests.server.serving import serving
from tests.workshop import patience

pytestmark = pytest.mark.heavy
DOWN_S = 5
LOST_MS = 4_000
"""What the turn itself may have taken, on a slow machine; without anything given back it would be more than DOWN_S."""
TURN_S = 15
CLOCKS = {"turn": {"kind": "turn", "seconds": TURN_S}, "bank": {"kind": "bank", "seconds": 30}}
EASY = "default opening_min_points=1 rounds=1"


@pytest.fixture
def lines(address: str) -> Iterator["Lines"]:
    """Who sits down at a real server, and comes back to it."""
    with ExitStack() as stack:
        yield Lines(address, stack)


class Lines:
    """A server, and the tabs that come and go."""

    def __init__(self, address: str, stack: Any) -> None:
        self.address, self._stack = address, stack
        self.server = stack.enter_context(serving(address))
        self.guests = stack.enter_context(guests_of(self.server))

    def playing(self, **settings: Any) -> Any:
        game, lines = self.guests.playing(**settings)
        return game, {line.token: line for line in lines}

    def again(self, line: Line) -> Any:
        """The same player in a new tab."""
        return self._stack.enter_context(closing(Line(self.server, line.game, line.token))).hello()

    def log(self, game: str) -> Any:
        return asyncio.run(self._ask("load", game))

    def noted(self, game: str, seat: Any) -> Any:
        """The draft that the store keeps for a seat."""
        note = asyncio.run(self._ask("notes", game)).get(seat)
        return note and json.loads(note)["draft"]

    async def _ask(self, what: Any, game: str) -> Any:
        if self.address.startswith("sqlite"):
            store = await SqliteStore.visit(Path(self.address.removeprefix("sqlite:///")))
        else:
            store, _ = await open_store(self.address)
        try:
            return await getattr(store, what)(game)
        finally:
            await store.close()


def left(line: Line) -> Any:
    """What the server says is left of the running turn, in milliseconds."""
    line.say("view")
    return line.until("welcome")["game"]["clock"]["left"]


@pytest.mark.parametrize("kind", ["turn", "bank"])
def test_the_time_in_which_no_server_was_there_is_given_back(lines: Lines, kind: str) -> None:
    _, people = lines.playing(clock=CLOCKS[kind])
    player = to_move(people.values())
    before = left(player)
    lines.server.kill()
    pass_time(lines.address, 1000 * DOWN_S)
    lines.server.start()
    player = lines.again(player)
    assert before - LOST_MS < left(player) <= before + GAP_MS
    assert player.wish("move", move=player.choose())["type"] == "ack"
    if kind == "bank":
        assert player.view["clock"]["banks"][player.seat] > before - LOST_MS


def in_the_store(address: str, seconds: int) -> None:
    pass_time(address, 1000 * seconds)


def in_earnest(_address: str, seconds: int) -> None:
    time.sleep(seconds)


@pytest.mark.parametrize("passes", [in_the_store, pytest.param(in_earnest, marks=pytest.mark.slow)])
def test_a_server_that_is_down_for_longer_than_a_turn_times_nobody_out(
    lines: Lines, passes: Callable[[str, int], None]
) -> None:
    game, people = lines.playing(clock=CLOCKS["turn"])
    player = to_move(people.values())
    lines.server.kill()
    passes(lines.address, TURN_S + 2)
    lines.server.start()
    player = lines.again(player)
    assert left(player) > 5_000
    n = player.wish("move", move=player.choose())["n"]
    assert b'"by":"player"' in lines.log(game)[n].data
    assert not [entry for entry in lines.log(game) if b'"by":"clock"' in entry.data]


def able_to_play(people: Any) -> Any:
    """The player whose turn it is, once one can lay something; until then all draw."""
    while not (move := (player := to_move(people.values())).choose()).startswith("play "):
        player.wish("move", move=move)
    return player, move.removeprefix("play ")


def test_a_draft_is_judged_at_the_deadline_also_by_a_server_that_was_not_there_when_it_was_made(lines: Lines) -> None:
    games = {}
    for kind in ("legal", "illegal"):
        game, people = lines.playing(clock=CLOCKS["turn"], rules=EASY)
        player, table = able_to_play(people)
        if kind == "illegal":
            position = player.view["position"]
            table = " | ".join(filter(None, (position["table"], position["rack"].split()[0])))
        player.say("draft", turns=player.view["position"]["turns"], table=table)
        player.now()
        games[kind] = (game, player, table)
    for game, player, table in games.values():
        while not (note := lines.noted(game, player.seat)) or note["table"] != table:
            time.sleep(0.1)  # it is noted about once a second
    lines.server.kill()
    pass_lived_time(lines.address, 1000 * TURN_S)
    lines.server.start()
    game, player, table = games["legal"]
    then, told = judged_by_the_clock(lines, game, player)
    assert told == (player.seat, f"play {table}")
    assert then.view["position"]["table"] == table
    game, player, table = games["illegal"]
    then, told = judged_by_the_clock(lines, game, player)
    assert told == (player.seat, f"timeout {table}")
    assert then.view["position"]["table"] == player.view["position"]["table"]
    assert then.view["position"]["counts"][player.seat] == player.view["position"]["counts"][player.seat] + 3


def judged_by_the_clock(lines: Lines, game: str, player: Line) -> Any:
    """The player's new tab once the clock has ended the turn, and what the log says of that: whose it was, and what."""
    then = lines.again(player)
    if then.turn == then.seat:
        then.until("moved")
    (last,) = (json.loads(entry.data) for entry in lines.log(game) if b'"by":"clock"' in entry.data)
    return then, (last["seat"], last["move"])


def refused_then_kept(lines: Sequence[Line], game: str, people: Any, trouble: Any, is_over: Any) -> None:
    """In trouble a move is not accepted and nobody sees anything of it; afterwards it is, once, with the same key."""
    player = to_move(people.values())
    others = [line for line in people.values() if line is not player]
    move = {"key": "the-same-key", "move": player.choose()}
    with trouble:
        for _ in range(2):
            answer = player.wish("move", **move)
            assert (answer["type"], answer["trouble"]["code"]) == ("refused", "unavailable")
        for line in people.values():
            assert not [message for message in line.now() if "n" in message]
    while (answer := player.wish("move", **move))["type"] == "refused":
        assert answer["trouble"]["code"] == "unavailable"
        is_over()
    assert player.wish("move", **move) == answer
    told = patience.get(f"{lines.server.base}/metrics").text
    assert int(re.search(r'openkub_refused_total\{code="unavailable"\} (\d+)', told)[1]) >= 2
    for line in others:
        (moved,) = (message for message in line.now() if message["type"] == "moved")
        assert (moved["n"], moved["seat"], moved["move"]) == (answer["n"], player.seat, move["move"])
    keys = [entry.n for entry in lines.log(game) if entry.key and entry.key.endswith(move["key"])]
    assert keys == [answer["n"]]


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_full_disk_accepts_no_move_and_a_free_one_accepts_it_once(lines: Lines) -> None:
    game, people = lines.playing()
    refused_then_kept(lines, game, people, lines.server.full_disk(), lambda: None)


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_a_lost_database_accepts_no_move_and_one_that_is_back_accepts_it_once(lines: Lines, cluster: Cluster) -> None:
    game, people = lines.playing()
    refused_then_kept(lines, game, people, cluster.stopped(), lambda: time.sleep(0.1))


@pytest.mark.slow  # test_lag has it with a clock of its own
@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_the_time_in_which_the_database_was_lost_is_given_back(lines: Lines, cluster: Cluster) -> None:
    game, people = lines.playing(clock=CLOCKS["bank"])
    player = to_move(people.values())
    before = left(player)
    with cluster.stopped():
        time.sleep(DOWN_S)
    assert before - LOST_MS < left(player) <= before + GAP_MS
    while player.wish("move", move=player.choose())["type"] == "refused":
        time.sleep(0.1)
    assert player.view["clock"]["banks"][player.seat] > before - LOST_MS
    assert not [entry for entry in lines.log(game) if b'"by":"clock"' in entry.data]
