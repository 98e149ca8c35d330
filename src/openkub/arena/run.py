"""A run from its first deal to its last, or to the verdict; whatever is done is kept at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from openkub.arena.cluster import play_cluster
from openkub.arena.deals import Done, Task, Texts, play_chunk
from openkub.arena.journal import Journal
from openkub.arena.plan import SECONDS, Entrant, Plan, PlanError, one_table
from openkub.arena.players import maker
from openkub.arena.pool import play_pool
from openkub.arena.sprt import Sprt
from openkub.arena.tally import Tally
from openkub.law.rules import Rules


@dataclass(frozen=True, slots=True)
class Where:
    """How many processes play, on which cluster if any, and what is kept."""

    jobs: int = 1
    cluster: str | None = None
    journal: Path | None = None
    records: Path | None = None


def run(plan: Plan, where: Where, sprt: Sprt | None = None) -> Iterator[Tally]:
    """Play; the tally comes whenever it has grown, and is complete when nothing more comes."""
    for bot in plan.bots:
        maker(bot)  # a misspelt name is told before anything is played
    tally = Tally(plan, sprt)
    journal = Journal(where.journal) if where.journal else None
    played = journal.open(plan) if journal else []
    for deal in played:
        tally.add(deal)
    yield tally
    known = {deal.key for deal in played}
    left = [] if tally.is_over else [task for task in plan.tasks if task not in known]
    for done in _workers(plan, left, where):
        for _, texts in done:
            _keep(where.records, texts)
        if journal:
            journal.add(deal for deal, _ in done)
        for deal, _ in done:
            tally.add(deal)
        yield tally
        if tally.is_over:
            return


def _workers(plan: Plan, tasks: list[Task], where: Where) -> Iterator[Done]:
    keep = where.records is not None
    if where.cluster:
        return play_cluster(plan, tasks, keep=keep, address=where.cluster, jobs=where.jobs)
    if where.jobs > 1:
        return play_pool(plan, tasks, keep=keep, jobs=where.jobs)
    return (play_chunk(plan, [task], keep) for task in tasks)


def _keep(folder: Path | None, texts: Texts) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


def simulate(
    deals: int,
    bots: Sequence[Entrant],
    *,
    rules: Rules | str = "default",
    seats: int | None = None,
    seed: str = "openkub",
    think: float | None = None,
    limit: float = SECONDS,
    jobs: int = 1,
) -> Tally:
    """Play so many deals, each in every seating; the tally's rows and `summary` tell what came of it.

    >>> tally = simulate(2, ["most-tiles", "random"], seed="example")
    >>> [(row["bot"], row["score"]) for row in tally.rows()][:2]
    [('most-tiles', 21), ('random', -21)]

    `PlanError` says what cannot be played; among that a run of which every deal took its process down.
    """
    law = Rules.parse(rules) if isinstance(rules, str) else rules
    plan = Plan(tuple(bots), (one_table(len(bots), seats),), law, deals, seed, think, limit)
    (tally,) = deque(run(plan, Where(jobs)), maxlen=1)
    if deals and not any(deal.games for deal in tally.deals):
        raise PlanError("no deal could be played: every one took down the process that played it")
    return tally
