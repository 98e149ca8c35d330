"""An example of every body and answer, for the document; they are values of the wire's own types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType

from msgspec import to_builtins

from openkub.law.moves import Code
from openkub.play.record import Record
from openkub.server.store import Phase
from openkub.server.wire import game, http
from openkub.server.wire.refusals import ProblemView

_SETTINGS = game.Settings(
    rules="jumbo_de joker_penalty=25 time_limit_s=60 time_limit_mode=optional",
    seats=3,
    clock=game.TurnClock(60),
    listed=True,
)
_WANTED = game.Wanted(_SETTINGS.rules, _SETTINGS.seats, _SETTINGS.clock, _SETTINGS.listed)
_COMMITMENT = sha256(b"an example").hexdigest()
_ID = "3q2-7wAAAAAAAAAAAAAAAA"
_STEPS = [
    game.Step("take", 0, "b9 b10", tiles="b8"),
    game.Step("add", 0, "b9 b10 b11", tiles="b11"),
    game.Step("lay", 1, "k8 b8 y8"),
]
_GAME = game.GameView(
    id=_ID,
    code="KUBXY7",
    phase=Phase.WAITING,
    settings=_SETTINGS,
    seats=[
        game.SeatView("Anna", human=True, bot=None, host=True, here=True, ready=False),
        game.SeatView("Steady", human=False, bot="steady", host=False, here=True, ready=True),
    ],
    you=0,
    commitment=_COMMITMENT,
    nonces=None,
    secret=None,
    position=None,
    start_draws=[],
    clock=None,
    sheet=game.Sheet([], [0, 0], [[0, 1]]),
    last=None,
    draft=None,
    rack_order=None,
    closed=None,
    rematch=None,
    watching=0,
)
_RULES = http.RulesView(
    [http.EditionView("jumbo_de", "Original Rummikub, Jumbo", {"joker_penalty": 30, "time_limit_s": None})],
    [
        http.OptionView(
            name="joker_penalty",
            sentence="Points that a joker left on the rack costs.",
            choices=None,
            low=0,
            high=100,
            may_be_none=False,
            sources={"jumbo_de": "002:5"},
        )
    ],
)

_VALUES = [
    http.NewPlayer(bearer=True),
    http.Player("Q2hvb3NlIHlvdXIgb3duIHRva2VuLCBub3QgdGhpcw0"),
    http.NewGame("Anna", _WANTED, ("steady",)),
    http.SitDown("Bruno"),
    http.Lobby([http.LobbyGame(_ID, _SETTINGS, ["Anna"])]),
    http.Found(_ID),
    http.AskHint(3),
    http.HintView("k8 y8 b11", [0], "b9 b10 b11 | k8 b8 y8", _STEPS),
    http.Explain("b8 b9 b10", "b9 b10 b11 | k8 b8 y8"),
    http.Steps(_STEPS),
    http.Solve("k8 y8 b11", "b8 b9 b10"),
    http.Solution(3, 27, "k8 y8 b11", "b9 b10 b11 | k8 b8 y8", _STEPS),
    http.Judge("r1 r2 r3", "play r1 r2 r3"),
    http.Verdict(
        legal=False,
        problem=ProblemView(Code.OPENING_POINTS, points=6),
        message="Your own sets come to 6 points: they are not enough to open yet.",
    ),
    http.Health(ok=True, version="0.2.0"),
    http.Addresses(public=None, network=["http://192.168.1.20:8000"]),
    _RULES,
    _GAME,
]

_RECORD = f"""openkub 2
rules: default
seat: Anna
seat: Bruno
commitment: {_COMMITMENT}
nonce: {"0a" * 16}
nonce: {"0b" * 16}

round 1
1 draw
2 play r10 r11 r12
"""

EXAMPLES: Mapping[str, object] = MappingProxyType(
    {
        **{type(value).__name__: to_builtins(value) for value in _VALUES},
        "text/plain": _RECORD,
        "application/json": json.loads(Record.parse(_RECORD).to_json()),
    }
)
"""By the name of the type; texts by what kind of text they are: the only ones are records."""
