"""An example of every body and answer, for the document; they are values of the wire's own types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType

from msgspec import to_builtins

from openkub.analysis import report
from openkub.law.moves import Code
from openkub.play.record import Record
from openkub.server.store import Phase
from openkub.server.wire import game, http, looking_back
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
    code="KWBXY7",
    phase=Phase.WAITING,
    settings=_SETTINGS,
    seats=[
        game.SeatView("Anna", human=True, bot=None, host=True, here=True, ready=False),
        game.SeatView("Steady", human=False, bot="steady", host=False, here=True, ready=True),
    ],
    you=0,
    commitment=_COMMITMENT,
    seals=None,
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
    bot_after=20_000,
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

_PAST = looking_back.Review(
    rules="default",
    tiles=106,
    joker=30,
    seats=[looking_back.PastSeat("Anna", None), looking_back.PastSeat("steady", "steady")],
    promise=None,
    rounds=[
        looking_back.PastRound(
            starter=0,
            start_draws=[game.StartDraw(0, "r12"), game.StartDraw(1, "y3")],
            racks=["r10 r11 r12 k1", "b4 y9"],
            table="",
            opened=[False, False],
            pool=92,
            turns=[
                looking_back.PastTurn(
                    seat=0,
                    did="play",
                    laid="r10 r11 r12",
                    drawn="",
                    table="r10 r11 r12",
                    racks=["k1", "b4 y9"],
                    opened=[True, False],
                    pool=92,
                    steps=[game.Step("lay", 0, "r10 r11 r12")],
                )
            ],
            outcome=None,
        )
    ],
    sheet=game.Sheet([], [0, 0], [[0, 1]]),
    over=False,
)
_JUDGED = report.Analysis(
    format="openkub analysis 1",
    rules="default",
    playouts=40,
    players=(
        report.JudgedPlayer(
            seat=1, name="Anna", turns=1, tiles=3, points=33, drawn=0, best=1, good=0, missed=0, lost=0.0,
            could_open=(1,), missed_going_out=0, waited_rightly=0, jokers_wasted=0,
        ),
    ),
    rounds=(
        report.JudgedRound(
            round=1,
            end="end rack_empty 1 +10 -10",
            curve=((0.5, 0.5), (0.7, 0.3)),
            turns=(
                report.JudgedTurn(
                    turn=1, seat=1, move="play r10 r11 r12", laid="r10 r11 r12", points=33, drawn="",
                    rack="r10 r11 r12 k1", left="k1",
                    best=report.BestPlay("r10 r11 r12", 3, 33, "r10 r11 r12", proven=True),
                    advice="draw", chances=(0.5, 0.5), after=(0.7, 0.3), loss=0.0, better=None, mark=report.Mark.BEST,
                    turning_point=True, opening=report.Opening.OPENED, missed_going_out=False, waiting_was_right=False,
                    jokers_wasted=0,
                ),
            ),
        ),
    ),
)  # fmt: skip
_SHOWN = "openkub 3\nrules: default\nseat: Anna\nseat: Bruno\nseed: demo\n\nround 1\n2 draw\n"
_LOOKING_BACK = [
    looking_back.ShowRecord(_SHOWN),
    looking_back.PlayOn(_SHOWN, "Anna", turn=1),
    looking_back.AskAnalysis(),
    looking_back.Progress(_ID, "working", ahead=0, done=0.4, playouts=10),
    looking_back.MyGames(
        [looking_back.MyGame(_ID, 1_790_000_000_000, "default", ["Anna", "steady"], 0, [34, -34], 1, closed=False)]
    ),
    _PAST,
    _JUDGED,
]

_VALUES = [
    http.NewPlayer(bearer=True),
    http.Player("Q2hvb3NlIHlvdXIgb3duIHRva2VuLCBub3QgdGhpcw0"),
    http.NewGame("Anna", _WANTED, ("steady",)),
    http.SitDown("Bruno"),
    http.TakeSeat("c2hvd24tb25jZS1pbi10aGUtaG9zdCdzLXRlcm1pbmFs"),
    http.Lobby([http.LobbyGame(_ID, _SETTINGS, ["Anna"])]),
    http.Found(_ID),
    http.AskHint(3),
    http.HintView("k8 y8 b11", [0], "b9 b10 b11 | k8 b8 y8", _STEPS),
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
    *_LOOKING_BACK,
]

_RECORD = f"""openkub 3
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
