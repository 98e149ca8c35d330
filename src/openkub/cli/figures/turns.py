"""An analysis as people read it: a line a turn, and a summary a player."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from openkub.analysis import Analysis, Judged, Mark, Opening
from openkub.cli.paint import tiles_text
from openkub.cli.trouble import printable
from openkub.notation.text import amount

STYLES = {Mark.BEST: "green", Mark.GOOD: "", Mark.MISSED: "bold red"}


def analysis_text(found: Analysis) -> Group:
    """The whole analysis."""
    parts: list[Text | Table] = []
    for number, round_ in enumerate(found.record.rounds, 1):
        parts += [Text(f"Round {number}: {round_.outcome}", "bold"), _turns(found, number)]
    parts.append(_players(found))
    if found.playouts:
        parts.append(Text(f"Chances from {amount(found.playouts, 'playout')} a position; docs/analysis.md.", "dim"))
    return Group(*parts)


def _turns(found: Analysis, round_: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("turn", "player", "laid", "best play", "mark"):
        table.add_column(head)
    table.add_column("chance", justify="right")
    table.add_column("")
    for turn in found.turns:
        if turn.look.round == round_:
            table.add_row(*_cells(turn, found.record.seats[turn.look.seat]))
    return table


def _cells(turn: Judged, name: str) -> Iterator[Text | str]:
    look = turn.look
    yield str(look.number)
    yield printable(name, 20)
    yield tiles_text(look.laid) if look.laid else Text(str(look.move).partition(" ")[0], "dim")
    if look.best is None:
        yield Text("–", "dim")
    else:
        same = look.best.laid == look.laid
        yield Text("the same", "dim") if same else Text.assemble(tiles_text(look.best.laid), f" = {look.best.points}")
    yield Text(str(turn.mark), STYLES[turn.mark]) if turn.mark else ""
    yield f"{100 * turn.after[look.seat]:.0f} %" if turn.after else ""
    yield ", ".join(_remarks(turn))


def _remarks(turn: Judged) -> Iterator[str]:
    if turn.is_turning_point:
        yield "turning point"
    if turn.missed_going_out:
        yield "could have gone out"
    if turn.opening is Opening.MISSED:
        yield "opening missed"
    elif turn.opening is Opening.DELAYED:
        yield "could have opened"
    elif turn.waiting_was_right and turn.chances:
        yield "waiting was right"
    if turn.look.jokers_wasted:
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
        marks = [count for _, count in player.marks]
        figures = (player.turns, player.tiles, player.points, player.drawn, *marks)
        rest = (player.missed_going_out, player.jokers_wasted)
        table.add_row(printable(player.name, 20), *map(str, (*figures, *rest)))
    return table
