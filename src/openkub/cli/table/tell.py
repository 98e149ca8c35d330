"""What happened in a turn, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from openkub.cli.paint import tile_text, tiles_text
from openkub.cli.words import amount
from openkub.law.moves import Draw, Pass, Play, Redeal
from openkub.pieces.melds import Table
from openkub.play.game import Game
from openkub.play.public import Turn


def turn_text(name: str, before: Table, turn: Turn) -> Text:
    """`Bot lays r9 r10 r11.`, `Bot draws.`"""
    match turn.move:
        case Play(after):
            return Text.assemble(_verb_text(name, "lay"), " ", _laid_text(before, after), ".")
        case Draw():
            return Text(f"{_verb_text(name, 'draw')}.")
        case Pass():
            return Text(f"{_verb_text(name, 'pass')}.")
        case Redeal():
            return Text(f"{_verb_text(name, 'ask')} for a new deal.")
    drawn = f", {turn.drawn} drawn" if turn.drawn else ""
    return Text(f"{_verb_text(name, 'run')} out of time{drawn}.")


def _verb_text(name: str, verb: str) -> str:
    """`Bot lays`, `You lay`."""
    ending = "" if name == "You" else "es" if verb.endswith("s") else "s"
    return f"{name} {verb}{ending}"


def round_end(names: tuple[str, ...], game: Game) -> Iterator[Text]:
    """Who won the round and how, and what the others were left with."""
    state = game.state
    outcome = state.outcome
    if outcome is None:
        return
    how = "the last tile is laid" if outcome.ended == "rack_empty" else "the pool is empty, and no rack is lower"
    if outcome.ended == "rack_empty":
        yield call_text(names[outcome.winners[0]])
    yield Text(f"{wins_text(names, outcome.winners)} round {len(game.record.rounds)}: {how}.", "bold")
    pays = state.unopened_pay
    for seat, rack in enumerate(state.racks):
        if rack:
            points = rack.points(state.rules.joker_penalty)
            cost = f"not opened: {pays[seat]} instead of {points}" if seat in pays else str(points)
            yield Text.assemble(f"  {names[seat]}: ", tiles_text(rack), f"  ({cost})")


def call_text(name: str) -> Text:
    """What everybody hears when somebody lays the last tile."""
    return Text(f"{_verb_text(name, 'call')}: Rummikub!", "bold magenta")


def start_text(names: tuple[str, ...], game: Game) -> Text:
    """Who drew which tile to see who begins; or only who begins, where that was not drawn for."""
    drawn = [Text.assemble(f"{names[seat]} ", tile_text(tile)) for seat, tile in game.start_draws]
    first = f"{_verb_text(names[game.state.starter], 'begin')}."
    return Text.assemble("Drawn for the start: ", Text(", ").join(drawn), f". {first}") if drawn else Text(first)


def wins_text(names: tuple[str, ...], winners: tuple[int, ...]) -> str:
    """`Bot wins`, `You win`, `Anna and Ben win`."""
    who = " and ".join(names[seat] for seat in winners)
    return f"{who} win" if len(winners) > 1 else _verb_text(who, "win")


def _laid_text(before: Table, after: Table) -> Text:
    """The new sets, if no other was touched; else the tiles, and how much of the table was changed for them."""
    gone, come = before.keys - after.keys, after.keys - before.keys
    if not gone:
        return Text(" | ").join(tiles_text(meld) for meld in come.elements())
    tiles = tiles_text(after.bag.minus(before.bag))
    if gone.total() == come.total() == 1:
        place = max(number for number, meld in enumerate(before, 1) if meld.key in gone)
        return Text.assemble(tiles, f" onto set {place}")
    return Text.assemble(tiles, f", turning {amount(gone.total(), 'set')} into {come.total()}")
