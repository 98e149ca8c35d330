"""Many games in one call, and what became of each of them.

>>> tally = simulate(2, ["most-tiles", "random"], seed="example")
>>> [(row["bot"], row["score"]) for row in tally.rows()][:2]
[('most-tiles', 21), ('random', -21)]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from openkub.arena.plan import SECONDS, Entrant, Plan, PlanError, one_table
from openkub.arena.run import Where, run
from openkub.arena.tally import Tally
from openkub.law.rules import Rules


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

    `PlanError` says what cannot be played; among that a run of which every deal took its process down.
    """
    law = Rules.parse(rules) if isinstance(rules, str) else rules
    plan = Plan(tuple(bots), (one_table(len(bots), seats),), law, deals, seed, think, limit)
    (tally,) = deque(run(plan, Where(jobs)), maxlen=1)
    if deals and not any(deal.games for deal in tally.deals):
        raise PlanError("no deal could be played: every one took down the process that played it")
    return tally
