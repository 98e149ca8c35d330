"""Deals in handy parcels: what a worker gets, and what it gives back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from openkub.arena.deals import Deal, Texts, play_deal
from openkub.arena.plan import Plan

Task = tuple[int, int]
"""A line-up and a deal, by their numbers."""
Done = list[tuple[Deal, Texts]]

LARGEST = 4


def play_chunk(plan: Plan, tasks: list[Task], keep: bool) -> Done:
    """Play these deals."""
    return [play_deal(plan, lineup, number, keep=keep) for lineup, number in tasks]


def play_here(plan: Plan, tasks: Iterable[Task], *, keep: bool) -> Iterator[Done]:
    """Play in this very process."""
    return (play_chunk(plan, [task], keep) for task in tasks)


def void_deal(task: Task) -> Done:
    """A deal that took down the process that played it: it counts for nobody, and is reported."""
    return [(Deal(*task, games=()), {})]


def chunks(tasks: Iterable[Task], jobs: int) -> Iterator[list[Task]]:
    """The tasks in parcels: small, so that the last worker does not keep the others waiting."""
    left = list(tasks)
    size = max(1, min(LARGEST, len(left) // (jobs * 8)))
    each = iter(left)
    while parcel := list(islice(each, size)):
        yield parcel
