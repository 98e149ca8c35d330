"""The arena: bots against bots on duplicate deals; docs/arena.md says how it counts."""

from openkub.arena.plan import Plan, PlanError
from openkub.arena.report import report
from openkub.arena.run import Where, run, simulate
from openkub.arena.sprt import Sprt
from openkub.arena.summary import Summary, summary
from openkub.arena.tally import Tally

__all__ = ["Plan", "PlanError", "Sprt", "Summary", "Tally", "Where", "report", "run", "simulate", "summary"]
