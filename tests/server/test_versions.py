"""Clients of other versions at the socket: who speaks what is not known here yet is told so."""

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from openkub.server.entries import FORMAT
from openkub.server.wire.socket import PROTOCOL
from tests.server.inprocess import Guests, Line


def goodbye(tab: Line) -> Any:
    """How the server ends a line."""
    with pytest.raises(ConnectionClosed) as closed:
        tab.now()
    return closed.value.rcvd


@pytest.mark.parametrize("said", [{"protocol": 99}, {"format": 99}, {"protocol": PROTOCOL, "format": FORMAT + 1}])
def test_who_speaks_what_is_not_known_here_yet_is_told_what_is_and_sent_away(guests: Guests, said: Any) -> None:
    game, (anna, _) = guests.waiting()
    tab = Line(guests.server, game, anna.token)
    tab.say("hello", last=None, **said)
    refused = tab.next()
    field = "protocol" if said.get("protocol") == 99 else "format"
    assert (refused["type"], refused["key"], refused["protocol"]) == ("refused", None, PROTOCOL)
    assert refused["retry_after"] is None
    assert (refused["trouble"]["code"], refused["trouble"]["where"]) == ("other_protocol", f"$.{field}")
    end = goodbye(tab)
    assert (end.code, end.reason) == (1008, "other_protocol")
    tab.close()


@pytest.mark.parametrize("said", [{}, {"protocol": PROTOCOL, "format": FORMAT}, {"protocol": 1, "format": 1}])
def test_who_speaks_our_protocol_or_an_older_one_is_welcomed_and_told_ours(guests: Guests, said: Any) -> None:
    game, (anna, _) = guests.waiting()
    tab = Line(guests.server, game, anna.token)
    tab.say("hello", last=None, **said)
    welcome = tab.next()
    assert (welcome["type"], welcome["protocol"], welcome["format"]) == ("welcome", PROTOCOL, FORMAT)
    tab.close()


def test_a_second_hello_in_a_newer_protocol_is_refused_and_the_line_stays(guests: Guests) -> None:
    _, (anna, _) = guests.waiting()
    anna.say("hello", last=None, protocol=PROTOCOL + 1)
    assert anna.until("refused")["trouble"]["code"] == "other_protocol"
    assert anna.fresh_view()["you"] == 0
