"""Logs of games as this release writes them, and what they come to: `python -m tests.workshop.logs FOLDER` writes them.

They are written once for a release and never again: later ones must read them. What is there already is left as it is.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from openkub.bots import Clock, make_bot
from openkub.law.rules import EDITIONS, Rules
from openkub.server import entries, founding
from openkub.server.playing_on import past_of
from openkub.server.records import text_of, whole_record
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.store import Entry, Phase
from openkub.server.timetable import bank_left
from openkub.server.wire.game import BankClock, TurnClock, Wanted
from tests.workshop.chance import seal_of
from tests.workshop.rare_logs import rare_logs

CLOCKS = (None, TurnClock(60), BankClock(600, 10))


def outcome(room: Room) -> dict[str, Any]:
    """What a log comes to: the record with its secret if tiles were dealt, the banks, who sits where."""
    seats = [(seat.name, seat.bot) for seat in room.seats]
    record = text_of(room, whole_record(room)) if room.game else None
    return {"record": record, "banks": room.banks, "seats": seats, "phase": room.phase}


def played(edition: str, seed: int, past: str | None = None) -> Iterator[Entry]:
    """A game of two rounds, with somebody who leaves and comes back, a time-out, and a rest."""
    rng = Random(f"{edition} {seed}")
    seats, clock = min(3, Rules.parse(edition).most_players), CLOCKS[seed % len(CLOCKS)]
    settings = founding.checked(Wanted(f"{edition} rounds=2", seats, clock, stand_in="casual"), ())
    first = entries.Opened(
        settings,
        rng.randbytes(32).hex(),
        "a" * 64,
        "KUBXY7",
        "Anna",
        ("novice",) * (seats - 2),
        past=past,
    )
    entry = Entry(0, 1_000, entries.to_bytes(founding.dated(first)))
    room = Room.opened("g" * 22, entry)
    yield entry
    bots = [make_bot("casual", seed + seat, 0.05) for seat in range(3)]
    nonce = rng.randbytes(16).hex()
    begin = [entries.Sat("b" * 64, "Bruno"), entries.Sealed(0, seal_of(nonce)), entries.Complete()]
    for happening in [*begin, entries.AllSealed(), entries.Gave(0, nonce), entries.Began()]:
        entry = Entry(room.n + 1, room.at + 1_000, entries.to_bytes(happening))
        room = room.after(entry)
        yield entry
    while room.phase != Phase.OVER:
        entry = Entry(room.n + 1, room.at + rng.randrange(9_000), entries.to_bytes(_next(room, rng, bots)))
        room = room.after(entry)
        yield entry


def _next(room: Room, rng: Random, bots: list[Any]) -> entries.Happening:
    if room.phase == Phase.BETWEEN:
        return room.next_deal if all(seat.ready for seat in room.seats[:1]) else entries.SaidReady(0)
    if room.rested is not None:
        return entries.WentOn()
    if rng.random() < 0.02:
        return entries.Rested()
    if rng.random() < 0.1:
        last = len(room.seats) - 1
        return entries.Returned(last) if room.seats[last].bot else entries.Replaced(last, "casual")
    state = room.playing.state
    if rng.random() < 0.05 and room.settings.clock:
        return entries.Moved(state.turn, "timeout", "clock", bank_left(room, 30_000))
    move = bots[state.turn].choose(state.view(state.turn), Clock(0.05))
    return entries.Moved(state.turn, str(move), "player", bank_left(room, 3_000))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    logs = {edition: list(played(edition, number)) for number, edition in enumerate(EDITIONS)}
    past = past_of(whole_record(replayed("g" * 22, logs["default"])), 20, None)
    logs["played_on"] = list(played("default", len(EDITIONS), past.position))
    logs.update(rare_logs())
    for name, log in logs.items():
        rows = [[entry.n, entry.at, entry.data.decode()] for entry in log]
        text = json.dumps({"log": rows, "outcome": outcome(replayed("g" * 22, log))}, indent=0, ensure_ascii=False)
        _put(folder / f"{name}.json", f"{text}\n".encode())


def _put(file: Path, data: bytes) -> None:
    if not file.exists():
        file.write_bytes(data)


if __name__ == "__main__":
    main()
