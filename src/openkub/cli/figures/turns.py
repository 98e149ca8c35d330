"""An analysis as people read it: a line a turn, and a summary a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from openkub.analysis import Analysis, JudgedRound, JudgedTurn, Mark, Opening
from openkub.cli.paint import tiles_text
from openkub.cli.trouble import printable
from openkub.notation.text import amount
from openkub.pieces.tiles import TileBag

STYLES = {Mark.BEST: "green", Mark.GOOD: "", Mark.MISSED: "bold red"}


def analysis_text(found: Analysis) -> Group:
    """Return the whole analysis as tables."""
    names = [player.name for player in found.players]
    parts: list[Text | Table] = []
    for round_ in found.rounds:
        parts += [Text(f"Round {round_.round}: {round_.end}", "bold"), _turns(round_, names)]
    parts.append(_players(found))
    if found.playouts:
        parts.append(Text(f"Chances from {amount(found.playouts, 'playout')} a position; docs/analysis.md.", "dim"))
    return Group(*parts)


def _turns(round_: JudgedRound, names: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("turn", "player", "laid", "best play", "mark"):
        table.add_column(head)
    table.add_column("chance", justify="right")
    table.add_column("")
    for turn in round_.turns:
        table.add_row(*_cells(turn, names[turn.seat - 1]))
    return table


def _cells(turn: JudgedTurn, name: str) -> Iterator[Text | str]:
    yield str(turn.turn)
    yield printable(name, 20)
    yield _tiles(turn.laid) if turn.laid else Text(turn.move.partition(" ")[0], "dim")
    if turn.best is None:
        yield Text("–", "dim")
    else:
        same = turn.best.laid == turn.laid
        yield Text("the same", "dim") if same else Text.assemble(_tiles(turn.best.laid), f" = {turn.best.points}")
    yield Text(str(turn.mark), STYLES[turn.mark]) if turn.mark else ""
    yield f"{100 * turn.after[turn.seat - 1]:.0f} %" if turn.after else ""
    yield ", ".join(_remarks(turn))


def _tiles(text: str) -> Text:
    return tiles_text(TileBag.parse(text))


def _remarks(turn: JudgedTurn) -> Iterator[str]:
    if turn.turning_point:
        yield "turning point"
    if turn.missed_going_out:
        yield "could have gone out"
    if turn.opening is Opening.MISSED:
        yield "opening missed"
    elif turn.opening is Opening.DELAYED:
        yield "could have opened"
    elif turn.waiting_was_right and turn.chances:
        yield "waiting was right"
    if turn.jokers_wasted:
        yield "joker wasted"
    if turn.better and turn.loss:
        better = {"wait": "waiting", "best": "the best play", "advice": "what expert would lay"}[turn.better]
        yield f"{better}: {100 * turn.loss:+.0f} %"


def _players(found: Analysis) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    heads = ("player", "turns", "tiles", "points", "drawn", *map(str, Mark), "outs missed", "jokers wasted")
    for head in heads:
        table.add_column(head, justify="left" if head == "player" else "right", min_width=6)
    for player in found.players:
        marks = (player.best, player.good, player.missed)
        figures = (player.turns, player.tiles, player.points, player.drawn, *marks)
        rest = (player.missed_going_out, player.jokers_wasted)
        table.add_row(printable(player.name, 20), *map(str, (*figures, *rest)))
    return table
