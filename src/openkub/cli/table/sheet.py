"""The score sheet."""

from __future__ import annotations

from rich import box
from rich.table import Table

from openkub.play.match import Match


def score_sheet(names: tuple[str, ...], match: Match) -> Table:
    """A row a round, a column a seat, the totals below; winners carry a star."""
    sheet = Table(box=box.SIMPLE_HEAD, title="Scores", title_justify="left", show_footer=True)
    sheet.add_column("round", footer="total")
    for name, total in zip(names, match.totals, strict=True):
        sheet.add_column(name, justify="right", footer=f"{total:+}  ")
    for number, outcome in enumerate(match.sheet, 1):
        won = [f"{score:+} {'*' if seat in outcome.winners else ' '}" for seat, score in enumerate(outcome.scores)]
        sheet.add_row(str(number), *won)
    return sheet
