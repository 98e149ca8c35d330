"""How often somebody may do something; the clock stands still until it is moved."""

from typing import Any

import pytest
from starlette.requests import HTTPConnection

from openkub.server.door.limits import (
    MISSES,
    MOST_LINES,
    RATES,
    TOGETHER,
    Kind,
    Limits,
    Meter,
    Rate,
    TooFast,
    network_of,
)
from openkub.server.door.routes import Asked
from openkub.server.wire.http import Found
from openkub.server.wire.refusals import Refused
from tests.server.doors import browsing, small_app


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> Any:
        return self.now


def at(host: Any) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1), "headers": []})


def spent(limits: Any, host: str = "192.0.2.1", player: Any = None, kind: Any = Kind.CODE) -> Any:
    """How many can be done at once; more than a thousand count as a thousand."""
    for count in range(1000):
        try:
            limits.spend(kind, at(host), player)
        except TooFast:
            return count
    return 1000


def test_after_a_burst_one_waits_for_each() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    assert spent(limits) == 10
    clock.now += 5.9
    assert spent(limits) == 0
    clock.now += 0.1
    assert spent(limits) == 1
    clock.now += 3600
    assert spent(limits) == 10


def test_who_is_too_fast_is_told_for_how_long() -> None:
    limits = Limits(clock=Clock())
    spent(limits)
    with pytest.raises(TooFast) as refused:
        limits.spend(Kind.CODE, at("192.0.2.1"))
    assert refused.value.retry_after == pytest.approx(6)


def test_kinds_and_addresses_do_not_disturb_each_other() -> None:
    limits = Limits(clock=Clock())
    assert spent(limits) == 10
    assert spent(limits, "192.0.2.2") == 10
    assert spent(limits, kind=Kind.JOIN) == RATES[Kind.JOIN].burst


def test_players_behind_one_address_count_apart_up_to_a_crowd() -> None:
    limits = Limits({Kind.JOIN: Rate(5, 5, crowd=3)}, clock=Clock())
    players = [spent(limits, player=f"player {n}", kind=Kind.JOIN) for n in range(5)]
    assert players == [5, 5, 5, 0, 0]


def test_codes_cannot_be_guessed_faster_by_pretending_to_be_many() -> None:
    limits = Limits(clock=Clock())
    assert sum(spent(limits, player=f"player {n}") for n in range(20)) == 10


def test_a_household_with_many_addresses_of_one_network_is_one_client() -> None:
    limits = Limits(clock=Clock())
    assert spent(limits, "2001:db8::1") == 10
    assert spent(limits, "2001:db8::ffff:2") == 0
    assert spent(limits, "2001:db8:0:1::1") == 10


@pytest.mark.parametrize("host", ["", "testclient", "fe80::1%eth0", "999.1.1.1"])
def test_any_peer_has_an_address(host: str) -> None:
    assert isinstance(network_of(host), str)


def test_memory_is_bounded_and_the_longest_unseen_is_forgotten_first() -> None:
    limits = Limits(clock=Clock(), clients=100)
    for n in range(1000):
        limits.spend(Kind.CODE, at(f"10.0.{n // 256}.{n % 256}"))
    assert limits.remembered == 100
    assert spent(limits, "10.0.3.231") == 9
    assert spent(limits, "10.0.0.0") == 10


def test_limits_can_be_switched_off() -> None:
    assert spent(Limits(off=True)) == 1000


def test_a_connection_has_a_pace_of_its_own() -> None:
    clock = Clock()
    pace = Meter(Rate(burst=3, per_minute=60), clock)
    assert [pace.spend() for _ in range(4)] == [0, 0, 0, pytest.approx(1)]
    clock.now += 2
    assert [pace.debt(), pace.spend(), pace.spend(2)] == [0, 0, pytest.approx(2)]
    clock.now += 3600
    assert pace.spend() == 0


def test_in_the_long_run_a_connection_says_no_more_than_its_rate() -> None:
    clock = Clock()
    pace, begun = Meter(Rate(burst=60, per_minute=900), clock), clock.now
    for _ in range(1_000):
        clock.now += pace.spend()
    assert clock.now - begun == pytest.approx((1_000 - 60) / 15)


def test_over_http_too_fast_is_429_with_the_time_to_wait() -> None:
    app, door = small_app(Limits({Kind.CREATE: Rate(2, 1)}, clock=Clock()))

    @door.get("/api/x", spends=Kind.CREATE)
    async def x(_asked: Asked[None]) -> Found:
        """Something costly."""
        return Found("x")

    with browsing(app) as client:
        answers = [client.get("/api/x") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "too_fast"
    assert answers[2].headers["retry-after"] == "60"


def test_codes_that_no_game_has_are_a_budget_of_all_clients_together() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    for _ in range(MISSES.burst + 1):
        limits.check_misses()
        limits.missed()
    with pytest.raises(TooFast):
        limits.check_misses()
    clock.now += 1
    limits.check_misses()


def test_the_lines_of_an_address_have_a_pace_together_and_a_number() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    crowd, begun = limits.crowd_of(at("192.0.2.1")), clock.now
    assert limits.crowd_of(at("192.0.2.1")) is crowd is not limits.crowd_of(at("192.0.2.2"))
    waits = [crowd.pace.spend() for _ in range(TOGETHER.burst + 300)]
    assert (waits[TOGETHER.burst - 1], waits[-1]) == (0, pytest.approx(1))
    clock.now = begun + 3600
    crowd.lines = MOST_LINES - 1
    crowd.check_room()
    crowd.lines += 1
    with pytest.raises(Refused, match="256 lines"):
        crowd.check_room()


def test_only_so_many_addresses_with_lines_are_remembered() -> None:
    limits = Limits(clock=Clock(), clients=2)
    crowds = [limits.crowd_of(at(f"192.0.2.{n}")) for n in (1, 2, 1, 3)]
    assert limits.crowd_of(at("192.0.2.1")) is crowds[0]
    assert limits.crowd_of(at("192.0.2.2")) is not crowds[1]
