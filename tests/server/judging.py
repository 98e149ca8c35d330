"""The promise, judged: what people were told, what the log says and what the record says must be one and the same."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from openkub.play.game import replay, verify
from openkub.play.record import Record
from openkub.server import entries
from openkub.server.clock import lost
from openkub.server.store import Outage

SLOW_MS = 5_000
"""Who could do something for so long has moved, even if the line was cut and the server killed meanwhile."""
ONLY_THESE = {"illegal_move", "not_your_turn", "wrong_phase", "unavailable"}
"""Why a wish may be refused in these games: nonsense, a wish that came too late, a store that cannot keep it."""


def judge(
    log: Any, text: str, people: Any, *, clock_may_move: bool = False, stood_still: Sequence[Outage] = ()
) -> None:
    """Everything that must be true of one game that is over, with all that its people remember.

    `stood_still` is when people could do nothing: no server was there, or they themselves had no processor.
    """
    assert verify(text) is None
    rows = {entry.n: entries.from_bytes(entry.data) for entry in log}
    assert list(rows) == list(range(len(log)))
    keys = {entry.key.rpartition(":")[2]: entry.n for entry in log if entry.key}
    assert len(keys) == sum(entry.key is not None for entry in log)
    states = dict(zip(_numbers_of_states(rows), replay(Record.parse(text)), strict=True))
    assert [str(move) for move in _moves(Record.parse(text))] == [row.move for row in _moved(rows)]
    assert list(states.values())[-1].match.over
    for game in states.values():
        assert _tiles(game.state) == sorted(game.state.rules.kit(len(game.state.racks)).bag)
    if not clock_may_move:
        for n, awake in _time_before_timeouts(log, rows, stood_still):
            assert awake < SLOW_MS, f"the clock moved at {n} for somebody who was there for {awake} ms"
    for person in people:
        _judge_memory(person, rows, keys, states)


def _judge_memory(person: Any, rows: Any, keys: Any, states: Any) -> None:
    assert person.phase == "over"
    assert person.last == len(rows) - 1
    assert person.repeats == 0
    assert set(person.refused) <= ONLY_THESE, person.refused
    assert not person.nonsense & keys.keys()
    for key, (n, wish) in person.acks.items():
        assert keys[key] == n, f"{wish} was acknowledged as {n}, but stands at {keys[key]}"
        if wish["type"] == "move":
            row = rows[n]
            assert (row.seat, row.move, row.by) == (person.view["you"], wish["move"], "player")
    for n, seen in person.seen.items():
        assert seen == _position(states, n, person.view["you"]), f"event {n} of {person.game} looked different"


def _numbers_of_states(rows: Any) -> list[Any]:
    return [n for n, row in rows.items() if isinstance(row, entries.Began | entries.Moved)]


def _moved(rows: Any) -> list[Any]:
    return [row for row in rows.values() if isinstance(row, entries.Moved)]


def _time_before_timeouts(log: Any, rows: Any, stood_still: Sequence[Outage]) -> Iterator[tuple[int, int]]:
    """The entries with which a clock has ended a turn, and for how long people could have moved in it."""
    began, options = 0, rows[log[0].n].options or {}
    for entry in log:
        if isinstance(rows[entry.n], entries.Moved) and rows[entry.n].by == "clock":
            yield entry.n, entry.at - began - lost(stood_still, began, entry.at)
        goes_on = options.get("play_after_draw") and getattr(rows[entry.n], "move", "") == "draw"
        if isinstance(rows[entry.n], entries.Moved | entries.Began) and not goes_on:
            began = entry.at


def _moves(record: Any) -> list[Any]:
    return [move for round_ in record.rounds for _, move in round_.turns]


def _tiles(state: Any) -> list[Any]:
    on_table = (tile for meld in state.table for tile in meld)
    return sorted([*on_table, *state.pool, *(tile for rack in state.racks for tile in rack)])


def _position(states: Any, n: Any, seat: Any) -> dict[str, Any] | None:
    """What that seat must have seen after entry `n`, told by the record alone."""
    known = [number for number in states if number <= n]
    if not known:
        return None
    game = states[known[-1]]
    state, outcome = game.state, game.state.outcome
    return {
        "round": len(game.record.rounds),
        "table": str(state.table),
        "rack": None if seat is None else str(state.racks[seat]),
        "racks": [str(rack) for rack in state.racks] if outcome else None,
        "counts": [len(rack) for rack in state.racks],
        "opened": list(state.opened),
        "pool": len(state.pool),
        "turn": state.turn,
        "starter": state.starter,
        "passes": state.passes,
        "has_drawn": state.has_drawn,
        "may_redeal": seat is not None and state.view(seat).may_redeal,
        "turns": sum(len(round_.turns) for round_ in game.record.rounds) - state.has_drawn,
        "outcome": outcome
        and json.loads(
            json.dumps({"ended": outcome.ended, "winners": list(outcome.winners), "scores": list(outcome.scores)})
        ),
    }
