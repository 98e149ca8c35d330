"""What a player sees: the seats, the table, the rack, what the others did, hints, and how a round ended."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from openkub.cli.paint import by_colour, by_number, flow, in_columns, meld_text, step_text, tiles_text
from openkub.law.moves import Draw, Move, Play
from openkub.notation.text import amount
from openkub.pieces.melds import Table
from openkub.play.draft import Draft
from openkub.play.game import Game
from openkub.play.view import View
from openkub.solver.hints import Strength, hint

SORTS = {"colour": by_colour, "number": by_number}
NEW, INVALID, QUIET, HINT = "bold green", "bold red", "dim", "bold cyan"


def screen_lines(game: Game, draft: Draft, sort: str, width: int) -> Iterator[Text]:
    """Yield what the seat whose turn it is sees, from top to bottom."""
    view, rounds = game.view, game.match.rules.rounds
    of = f" of {rounds}" if rounds else ""
    yield Text(f"Round {len(game.record.rounds)}{of}, {amount(view.pool, 'tile')} in the pool", QUIET)
    yield from flow((_seat(view, name, seat, draft) for seat, name in enumerate(game.record.seats)), width)
    yield Text()
    yield from in_columns([_cell(draft, number) for number in draft.numbers], width)
    yield Text()
    rack = [tiles_text(part) for part in SORTS[sort](draft.rack)] or [Text("empty", QUIET)]
    for number, line in enumerate(flow(rack, width - 6)):
        yield Text.assemble(("      " if number else "Rack  ", QUIET), line)
    if draft.hand:
        yield Text.assemble(("Hand  ", INVALID), tiles_text(draft.hand), ("   from the table, lay it again", QUIET))


def _seat(view: View, name: str, seat: int, draft: Draft) -> Text:
    opened = "opened" if view.opened[seat] else "not opened"
    if seat != view.seat:
        return Text(f"{name}: {amount(view.counts[seat], 'tile')}, {opened}")
    if not view.opened[seat]:
        opened = f"opening {draft.opening_points} of {view.rules.opening_min_points}"
    return Text(f"> {name}: {amount(len(draft.rack), 'tile')}, {opened}", "bold")


def _cell(draft: Draft, number: int) -> Text:
    """Return a set with its number: `~` was changed in this turn, `!` is not valid yet."""
    meld = draft.sets[number]
    fine = ("~", NEW) if draft.is_touched(number) else (" ", QUIET)
    mark, style = fine if meld.is_valid else ("!", INVALID)
    return Text.assemble((f"{number + 1:2}{mark}", style), meld_text(meld))


def hint_lines(view: View, strength: Strength) -> Iterator[Text]:
    """Yield a hint of strength 1 to 3. It is for the table at the start of the turn."""
    found = hint(view, strength)
    if found is None:
        is_draw = view.rules.play_after_draw and isinstance(view.idle, Draw)
        rest = "yet; draw takes a tile, and you may still lay." if is_draw else f"in this turn; {view.idle} ends it."
        yield Text(f"Nothing can be laid {rest}", HINT)
        return
    yield Text.assemble(("At the start of your turn you can lay ", HINT), tiles_text(found.laid))
    if found.sets is not None:
        yield Text(f"Sets that change: {', '.join(str(index + 1) for index in found.sets) or 'none'}.", HINT)
    for number, step in enumerate(found.steps or (), 1):
        yield Text.assemble(f"{number:3}. ", step_text(step))
    if found.steps is None:
        yield Text("hint says more", QUIET)


def turn_text(name: str, before: Table, move: Move) -> Text:
    """Return what happened in a turn: `Bot lays r9 r10 r11.`, `Bot draws.`"""
    if not isinstance(move, Play):
        return Text(f"{_does(name, str(move))}.")
    gone, tiles = before.not_in(move.table), tiles_text(move.table.bag.minus(before.bag))
    if gone:
        return Text.assemble(_does(name, "lay"), " ", tiles, f" and changes {amount(len(gone), 'set')}.")
    sets = (tiles_text(move.table[index]) for index in move.table.not_in(before))
    return Text.assemble(_does(name, "lay"), " ", Text(" | ").join(sets), ".")


def _does(name: str, verb: str) -> str:
    """Return `Bot lays`, `Bot passes`, `You lay`."""
    return f"{name} {verb}{'' if name == 'You' else 'es' if verb.endswith('s') else 's'}"


def round_end(game: Game) -> Iterator[Text]:
    """Yield how the round ended, who won, and the scores; at the end of the match also who won that."""
    names, match, outcome = game.record.seats, game.match, game.match.sheet[-1]
    is_out = outcome.ended == "rack_empty"
    winners = " and ".join(names[seat] for seat in outcome.winners)
    if is_out:
        yield Text(f"{_does(winners, 'call')}: Rummikub!", "bold magenta")
    how = "the last tile is laid" if is_out else "the pool is empty, and no rack is lower"
    yield Text(f"{winners} won round {len(game.record.rounds)}: {how}.", "bold")
    for seat, name in enumerate(names):
        scores = f"{outcome.scores[seat]:+}, {match.totals[seat]:+} in all  "
        yield Text.assemble(f"  {name}: {scores}", tiles_text(game.state.racks[seat]))
    if match.over:
        yield Text(f"{' and '.join(names[seat] for seat in match.ranking[0])} won the match.", "bold")
