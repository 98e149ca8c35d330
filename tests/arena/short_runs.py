"""Short runs of the arena."""

from pathlib import Path
from typing import Any

from openkub.arena import Plan, Where, report, run, summary
from openkub.arena.plan import one_table
from openkub.law.rules import Rules

BOTS = Path(__file__).with_name("little_bots.py")


LAZY_MAY_PASS = "default empty_pool_pass=free"
"""Where a bot that never plays is merely bad, and breaks no rule."""


def bot(name: Any) -> str:
    """One of the little bots, as it is typed."""
    return f"{BOTS}:{name}"


def plan(*names: Any, seats: Any = None, deals: int = 4, rules: Any = LAZY_MAY_PASS, **more: Any) -> Plan:
    """The bots in the order listed, the last one on the seats left over."""
    bots = tuple(bot(name) if name[0].isupper() else name for name in names)
    return Plan(bots, (one_table(len(bots), seats),), Rules.parse(rules), deals, **more)


def result(wanted: Any, where: Any = None, sprt: Any = None) -> Any:
    """The tally of a whole run."""
    *_, tally = run(wanted, where or Where(), sprt)
    return tally


def json_of(tally: Any) -> Any:
    return report(summary(tally), tally)


def lines_of(tally: Any) -> dict[str, Any]:
    """Every entrant's figures, by its label."""
    found = summary(tally)
    return {found.plan.labels[line.entrant]: line for line in found.standings[0].lines}
