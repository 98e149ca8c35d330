"""Bad inputs through every parser and the wire: each is read, or refused with an error of ours that can be shown."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.json import encode

from openkub.bots.asking import answer_to
from openkub.bots.stdio import Malformed, read_object
from openkub.conformance import CaseError
from openkub.law.moves import IllegalMove, Move
from openkub.law.options import RulesError
from openkub.law.rules import EDITIONS, Rules, edition_rules, option_named
from openkub.law.score import Outcome
from openkub.notation.errors import NotationError
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.game import Game, RecordError, verify
from openkub.play.public import Turn
from openkub.play.record import Record
from openkub.play.state import State
from openkub.play.view import View
from openkub.server.door import analysis
from openkub.server.door.bodies import decoded
from openkub.server.door.socket import read_message
from openkub.server.founding import checked
from openkub.server.names import checked_name
from openkub.server.wire import http
from openkub.server.wire.refusals import Refused
from openkub.server.wishes import Wish, granted
from openkub.solver import best_play
from tests.proof.spoiling import spoiled
from tests.server.noise import BODIES, MESSAGES
from tests.server.rooms import ANNA, dealt, room

SIZE = 100_000
OURS = (NotationError, RulesError, IllegalMove, CaseError, RecordError, Refused, Malformed)
LONGEST = 600
"""The characters of an error."""

Door = Callable[[str], Any]


def played() -> Game:
    """A short game, for texts that are as real as can be."""
    game = Game.new("default", ("Anna", "Bruno"), "inputs")
    for _ in range(12):
        game = game.apply(best_play(game.view, tidy=False) or game.view.idle)
    return game


GAME = played()
ROOMS = (room(), dealt())
TABLES = ("r5 r6 r7 | k9 b9 y9", "r5 * r7 | k9 b9 y9 | b1 b2 b3 b4 b5", "", str(GAME.state.table))
MOVES = ("draw", "pass", "redeal", "timeout r5 r6", *(f"play {table}" for table in TABLES))
RULES = ("default", "jumbo_de rounds=2", "default voluntary_draw=False joker_penalty=25", "tournament redeal_doubles=1")
RECORD, VIEW, STATE = str(GAME.record), str(GAME.view), str(GAME.state)
SPOKEN = tuple(map(json.dumps, MESSAGES))


def socket_door(text: str) -> object:
    """What a tab says, and where it is a wish, what two tables think of it."""
    data = text.encode("utf-8", "surrogatepass")
    message = read_message(data)
    if isinstance(message, Wish):
        for where in ROOMS:
            try:
                granted(where, ANNA, message, here=(True, True), outages=(), now=1)
            except Refused as refused:
                _told(refused)
    return message


def body_door(text: str) -> object:
    """What is posted, read as everything that could have been meant, as far as it can be looked at without a house."""
    data, read = text.encode("utf-8", "surrogatepass"), []
    for kind in (http.NewGame, http.Solve, http.Judge, http.SitDown):
        try:
            read.append(_looked_at(decoded(data, kind)))
        except Refused as refused:
            last = refused
    if not read:
        raise last
    return read


def _looked_at(said: object) -> object:
    match said:
        case http.NewGame():
            return checked(said.settings, said.bots), checked_name(said.name)
        case http.Solve():
            return analysis.position(said.rules, said.table, said.rack, opened=True)
        case http.SitDown():
            return checked_name(said.name)
    return said


def bot_door(text: str) -> object:
    """What a program says in its turn: it chooses, or asks."""
    said = read_object(text, "choose", "ask")
    return Move.parse(said.get("move", "")) if said["type"] == "choose" else answer_to(GAME.view, said)


OPEN = {"name": "Anna", "settings": {"rules": "default rounds=1", "seats": 3}, "bots": ["novice"]}
BODY_TEXTS = tuple(map(json.dumps, (OPEN, *(body for _, body in BODIES))))
ASKED = {"type": "ask", "question": "place", "tiles": "r5 k9", "limit": 1000}, {"type": "ask", "question": "can_play"}
ANSWERS = (
    *map(json.dumps, ASKED),
    '{"type":"choose","move":"draw"}',
    f'{{"type":"choose","move":"play {TABLES[0]}"}}',
)

QUICK: list[tuple[str, Door, tuple[str, ...]]] = [
    ("Tile.parse", Tile.parse, ("r7", "k13", "*", "y1")),
    ("TileBag.parse", TileBag.parse, ("r7 r7 * k13 b2", "k1", "")),
    ("Meld.parse", Meld.parse, ("r5 r6 r7", "k9 * y9", "b1 b2 b3 b4 b5")),
    ("Table.parse", Table.parse, TABLES),
    ("Move.parse", Move.parse, MOVES),
    ("Turn.parse", Turn.parse, ("1 draw +1", "2 play r5 r6 r7", "1 timeout r5 +3", "2 pass")),
    ("Rules.parse", Rules.parse, RULES),
    ("edition_rules", edition_rules, tuple(EDITIONS)),
    ("option_named", option_named, ("rounds", "joker_penalty", "tile_set")),
    ("Outcome.parse", lambda text: Outcome.parse(text, 2), ("end rack_empty, won by 1, scores 5 -5",)),
    ("State.check", GAME.state.check, MOVES),
    ("socket", socket_door, SPOKEN),
    ("body", body_door, BODY_TEXTS),
    ("bot", bot_door, ANSWERS),
]
SLOW: list[tuple[str, Door, tuple[str, ...]]] = [
    ("View.parse", View.parse, (VIEW,)),
    ("State.parse", State.parse, (STATE,)),
    ("Record.parse", Record.parse, (RECORD,)),
    ("Record.from_json", Record.from_json, (GAME.record.to_json(),)),
    ("verify", verify, (RECORD,)),
]
"""Texts of many lines: one input in fifty."""


def batch(number: int, size: int = SIZE) -> Counter[str]:
    """So many texts, each at a door of its own."""
    rng, counts = Random(f"inputs {number}"), Counter[str]()
    for _ in range(size):
        doors = SLOW if rng.random() < 0.02 else QUICK
        name, door, good = doors[int(rng.random() * len(doors))]
        text = spoiled(rng, good)
        try:
            read = door(text)
        except OURS as error:
            _told(error)
            counts["refused"] += 1
        except Exception as error:
            raise AssertionError(f"{name} does not refuse {text!r}, it breaks") from error
        else:
            counts["refused" if name == "verify" and read else "read"] += 1
            if type(read) in TEXTS:
                assert type(read).parse(str(read)) == read, (name, text)
    return counts


TEXTS = (Tile, TileBag, Meld, Table, Rules, State, View, Record)
"""What is the same again when it is written and read."""


def _told(error: Exception) -> None:
    """Whoever is told can show it: over the wire as JSON, elsewhere as one line that is not too long."""
    if isinstance(error, Refused):
        assert encode(error.trouble)
        return
    said = str(error)
    assert said.isprintable(), repr(said)
    assert len(said) <= LONGEST, said
