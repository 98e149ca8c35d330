"""The figures as people read them: a table for a line-up, a cross table for many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openkub.arena.plan import Plan
from openkub.arena.ratings import Rating
from openkub.arena.sprt import Sprt
from openkub.arena.statistics import Estimate
from openkub.arena.summary import Line, Standing, Summary
from openkub.arena.tally import Tally
from openkub.arena.telling import percent, sides, signed
from openkub.cli.words import amount

MOST_FOULS = 5


def result_text(found: Summary, tally: Tally, width: int) -> RenderableType:
    """The whole result, for a terminal of that width."""
    parts: list[RenderableType] = [Text(found.heading)]
    if len(found.standings) == 1:
        parts.append(_one(found, found.standings[0]))
    else:
        parts.append(_cross(found) if _cross_width(found) <= width else _list(found))
        parts += _ratings(found)
    parts += _sprt(tally.sprt, tally)
    parts += _troubles(found)
    return Group(*parts)


def _one(found: Summary, standing: Standing) -> Table:
    table = Table(caption=found.caption, caption_justify="left")
    table.add_column("bot", overflow="fold")
    for head in ("seats", "wins", "points", "difference", "rating"):
        table.add_column(head, justify="right", no_wrap=True)
    for line in sorted(standing.lines, key=lambda line: -line.wins.mean):
        table.add_row(*_row(found, standing, line))
    if found.ratings is None:
        table.columns.pop()
    return table


def _row(found: Summary, standing: Standing, line: Line) -> Iterator[str]:
    yield found.plan.labels[line.entrant]
    yield str(standing.lineup.count(line.entrant))
    yield percent(line.wins)
    yield signed(line.points)
    yield signed(line.difference)
    if found.ratings is not None:
        yield _rating(found.ratings[line.entrant])


def _rating(rating: Rating) -> str:
    return f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}"


def _cross(found: Summary) -> Table:
    """Who wins how often against whom, and with how many points."""
    plan = found.plan
    others = plan.seats - 1 if plan.seats > 2 else "one"
    title = f"wins in %, below them points a game, of one (row) against {others} (column)\n{found.caption}"
    table = Table(caption=title, caption_justify="left", show_lines=True)
    table.add_column("bot", no_wrap=True)
    for number in range(1, len(plan.labels) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    cells = cross_table(found)
    for row, label in enumerate(plan.labels):
        table.add_row(f"{row + 1} {label}", *(_cell(cells.get((row, column))) for column in range(len(plan.labels))))
    return table


def _cross_width(found: Summary) -> int:
    """How wide the cross table would be."""
    columns = [[f"{n} {label}" for n, label in enumerate(found.plan.labels, 1)]]
    columns += [[line for cell in cross_table(found).values() for line in _cell(cell).split("\n")]] * len(columns[0])
    return sum(max(map(len, column)) + 3 for column in columns) + 1


def _list(found: Summary) -> Table:
    """The same a line a pair, where there is no room for a cross."""
    table = Table(caption=found.caption, caption_justify="left")
    table.add_column("bot", overflow="fold")
    table.add_column("against", overflow="fold")
    for head in ("wins", "points"):
        table.add_column(head, justify="right", no_wrap=True)
    labels = found.plan.labels
    for standing in found.standings:
        line, against = standing.lines[0], labels[standing.lineup[-1]]
        many = f"{len(standing.lineup) - 1} " if len(standing.lineup) > 2 else ""
        table.add_row(labels[line.entrant], f"{many}{against}", percent(line.wins), signed(line.points))
    return table


def _ratings(found: Summary) -> Iterator[Text]:
    if found.ratings:
        order = sorted(zip(found.ratings, found.plan.labels, strict=True), key=lambda pair: -pair[0].mu)
        yield Text("ratings: " + ", ".join(f"{label} {_rating(rating)}" for rating, label in order))


def cross_table(found: Summary) -> dict[tuple[int, int], Line]:
    """Every entrant's line against every other."""
    cells = {}
    for standing in found.standings:
        one, other = standing.lineup[0], standing.lineup[-1]
        lines = {line.entrant: line for line in standing.lines}
        cells[one, other] = lines[one]
        if len(standing.lineup) == 2:
            cells[other, one] = lines[other]
    return cells


def _cell(line: Line | None) -> str:
    if line is None:
        return ""
    wins, points = line.wins.times(100), line.points
    return f"{wins.mean:.1f}{_tight(wins)}\n{points.mean + 0.0:+.1f}{_tight(points)}"


def _tight(value: Estimate) -> str:
    return sides(value).replace(" ", "")


def _sprt(sprt: Sprt | None, tally: Tally) -> Iterator[Text]:
    if sprt is None:
        return
    low, high = f"{100 * sprt.low:g} %", f"{100 * sprt.high:g} %"
    name = tally.plan.labels[0]
    if tally.verdict is None:
        say = f"not decided between {low} and {high}"
    elif tally.verdict == "high":
        say = f"{high} rather than {low}: {name} is that much better"
    else:
        say = f"{low} rather than {high}: {name} is not that much better"
    yield Text(f"SPRT after {amount(len(tally.deals), 'deal')}: {say} (log ratio {tally.ratio:+.2f})")


def _troubles(found: Summary) -> Iterator[Text]:
    plan: Plan = found.plan
    for (entrant, kind), count in sorted(Counter((one.entrant, one.foul.kind) for one in found.forfeits).items()):
        yield Text(f"{plan.labels[entrant]}: {amount(count, 'game')} lost by a foul ({kind})", "bold red")
    for one in found.forfeits[:MOST_FOULS]:
        yield Text(f"  deal {one.deal + 1}, game {one.game + 1}, seat {one.foul.seat + 1}: {one.foul.why}")
    if len(found.forfeits) > MOST_FOULS:
        yield Text(f"  and {len(found.forfeits) - MOST_FOULS} more; --json lists all")
    if found.void:
        names = ", ".join(str(deal + 1) for _, deal in found.void[:MOST_FOULS])
        yield Text(f"{amount(len(found.void), 'deal')} not counted, a bot killed the process: {names}", "bold red")
