"""`openkub arena`: bots against bots, fairly."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openkub.cli.trouble import Trouble, parse_rules, reason

if TYPE_CHECKING:
    from openkub.arena.plan import Lineup, Plan
    from openkub.arena.run import Where
    from openkub.arena.sprt import Sprt
    from openkub.arena.tally import Tally

INTERRUPTED = 130
CORES = os.cpu_count() or 1

Bots = Annotated[
    list[str],
    typer.Argument(metavar="BOT...", help="Names such as steady; ./program or 'cmd:node bot.js'; file.py:Class."),
]
Seats = Annotated[
    int | None, typer.Option(metavar="N", min=2, max=6, help="Seats, 2 to 6; the last bot takes those left over.")
]
Letters = Annotated[
    str | None, typer.Option(metavar="ABAB", help="Who sits where, a letter a seat: A is the first bot listed.")
]
Pairs = Annotated[
    bool, typer.Option("--pairs", help="Every bot against every other; with more seats, one against the rest.")
]
Deals = Annotated[int, typer.Option(metavar="N", min=1, help="Deals; each is played in all seatings.")]
RulesText = Annotated[str, typer.Option("--rules", metavar="TEXT", help='Such as "jumbo_de joker_penalty=25".')]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, help="Processes.")]
SeedText = Annotated[str, typer.Option(metavar="TEXT", help="The same text gives the same games.")]
Rates = Annotated[
    tuple[float, float] | None,
    typer.Option(metavar="LOW HIGH", help="Stop when it is clear which of these the first bot's win rate in % is."),
]
Think = Annotated[float | None, typer.Option(metavar="S", min=0.001, help="Seconds a move for bots that can use them.")]
Limit = Annotated[
    float, typer.Option(metavar="S", min=0.01, help="Seconds after which a move is late and loses the game.")
]
Records = Annotated[Path | None, typer.Option(metavar="DIR", help="Keep a record of every game there.")]
Figures = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures as JSON.")]
Picture = Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw the figures.")]
JournalFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep every finished deal there, to --resume the run.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the run that the journal has kept; begin it if there is none.")
]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; 'local' starts one here.")
]


def arena(  # noqa: PLR0917  # the options of the command
    bots: Bots,
    seats: Seats = None,
    lineup: Letters = None,
    pairs: Pairs = False,
    deals: Deals = 100,
    rules: RulesText = "default",
    jobs: Jobs = CORES,
    seed: SeedText = "openkub",
    sprt: Rates = None,
    think: Think = None,
    limit: Limit = 10.0,
    records: Records = None,
    json: Figures = None,
    plot: Picture = None,
    journal: JournalFile = None,
    resume: Resume = False,
    cluster: Cluster = None,
) -> int:
    """Let bots play against each other on duplicate deals.

    Each deal is played once in every seating, each seat drawing from its own pile. Shown are the win rate and the
    points a game, from ten deals on with 95 % intervals. A move that is illegal or late loses the game. Exit status: 0,
    or 130 if interrupted.
    """
    from openkub.arena.plan import Plan
    from openkub.arena.run import Where

    with _troubles_in_a_sentence():
        _check_files(json, plot, journal)
        _check_journal(journal, resume=resume)
        plan = Plan(tuple(bots), _lineups(bots, seats, lineup, pairs), parse_rules(rules), deals, seed, think, limit)
        test = _test(sprt, plan) if sprt else None
        return _play(plan, Where(jobs, cluster, journal, records), test, json, plot)


@contextmanager
def _troubles_in_a_sentence() -> Iterator[None]:
    """What goes wrong inside is told in a sentence."""
    from openkub.arena.plan import PlanError

    try:
        yield
    except PlanError as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        raise Trouble(f"{error.filename or 'a file'}: {reason(error)}") from None


def _test(rates: tuple[float, float], plan: Plan) -> Sprt:
    from openkub.arena.sprt import Sprt

    low, high = rates
    if not 0 < low < high < 100:
        raise Trouble("--sprt: LOW and HIGH are win rates in per cent, LOW first")
    if len(plan.lineups) > 1:
        raise Trouble("--sprt asks about one line-up; leave --pairs out")
    return Sprt(low / 100, high / 100, games=len(plan.seatings(plan.lineups[0], 0)))


def _check_files(json: Path | None, plot: Path | None, journal: Path | None) -> None:
    """Complain before the first deal, not after the last one."""
    for path in (json, plot, journal):
        if path and not path.resolve().parent.is_dir():
            raise Trouble(f"{path}: there is no folder {path.parent}")
    if plot:
        from openkub.cli.figures.plot import check_can_draw

        check_can_draw()


def _check_journal(journal: Path | None, *, resume: bool) -> None:
    """A run that was kept is gone on with when that is said, and otherwise left alone."""
    if resume and journal is None:
        raise Trouble("--resume goes on with the run in a journal: name it with --journal FILE")
    if journal and journal.exists() and not resume:
        raise Trouble(f"{journal} is there already: --resume goes on with the run in it")


def _lineups(bots: list[str], seats: int | None, letters: str | None, pairs: bool) -> tuple[Lineup, ...]:
    from openkub.arena.plan import all_pairs, lineup, one_table

    if letters and pairs:
        raise Trouble("--lineup is one table, --pairs are many: take one of them")
    if letters:
        if seats not in (None, len(letters)):
            raise Trouble(f"--lineup {letters} has {len(letters)} seats, not {seats}")
        return (lineup(letters, len(bots)),)
    return all_pairs(len(bots), seats or 2) if pairs else (one_table(len(bots), seats),)


def _play(plan: Plan, where: Where, sprt: Sprt | None, json: Path | None, plot: Path | None) -> int:
    from openkub.arena.report import report
    from openkub.arena.run import run
    from openkub.arena.summary import summary
    from openkub.cli.figures.plot import plot_arena
    from openkub.cli.paint import console

    tally, finished = _watch(run(plan, where, sprt), plan)
    if not tally.deals:
        raise Trouble("interrupted before the first deal was over", INTERRUPTED)
    found = summary(tally)
    console().print(str(tally), markup=False, highlight=False)
    if json:
        json.write_text(report(found, tally), encoding="utf-8")
    if plot:
        plot_arena(found, tally, plot)
    if not finished:
        kept = "--resume goes on" if where.journal else "with --journal FILE it could go on"
        print(f"openkub: interrupted; these are the deals so far, {kept}", file=sys.stderr)
    return 0 if finished else INTERRUPTED


def _watch(tallies: Iterable[Tally], plan: Plan) -> tuple[Tally, bool]:
    """The last tally, and whether the run came to its end; a bar shows the way there on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from openkub.arena.tally import Tally

    tally = Tally(plan)
    terminal = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal) as bar:
        going = bar.add_task("deals", total=plan.deals * len(plan.lineups))
        try:
            for tally in tallies:  # the last one is wanted
                bar.update(going, completed=len(tally.deals), description=_so_far(tally))
        except KeyboardInterrupt:
            return tally, False
    return tally, True


def _so_far(tally: Tally) -> str:
    scores = [score for deal in tally.deals if (score := deal.wins(0)) is not None]
    rate = f"{tally.plan.labels[0][-20:]} {100 * sum(scores) / len(scores):.1f} %" if scores else "deals"
    return rate + (f", log ratio {tally.ratio:+.2f}" if tally.sprt else "")
