"""The figures as JSON: the same bytes for the same plan and the same openkub, wherever and however it was played."""

from __future__ import annotations

import json
from importlib.metadata import version
from platform import python_version
from typing import Any

from openkub.arena.journal import plain_plan
from openkub.arena.plan import Plan
from openkub.arena.statistics import Estimate
from openkub.arena.summary import Forfeit, Line, Standing, Summary
from openkub.arena.tally import Tally
from openkub.solver import IS_COMPILED

DIGITS = 6


def report(found: Summary, tally: Tally) -> str:
    """All of a run's figures."""
    plan = found.plan
    data = {
        "made_by": _made_by(),
        "plan": plain_plan(plan),
        "standings": [_standing(plan, standing) for standing in found.standings],
        "ratings": _ratings(found),
        "sprt": _sprt(tally),
        "fouls": [_foul(plan, forfeit) for forfeit in found.forfeits],
        "void": [{"lineup": lineup + 1, "deal": deal + 1} for lineup, deal in found.void],
    }
    return json.dumps(data, indent=1) + "\n"


def _made_by() -> dict[str, str]:
    """What a stranger needs to make the same figures again, beside the plan."""
    solver = "compiled" if IS_COMPILED else "plain"
    return {"openkub": version("openkub"), "python": python_version(), "solver": solver}


def _standing(plan: Plan, standing: Standing) -> dict[str, Any]:
    return {
        "lineup": [plan.labels[who] for who in standing.lineup],
        "deals": standing.deals,
        "bots": [_line(plan, line) for line in standing.lines],
        "deal_scores": {f"{score:g}": standing.scores[score] for score in sorted(standing.scores)},
    }


def _line(plan: Plan, line: Line) -> dict[str, Any]:
    return {
        "bot": plan.labels[line.entrant],
        "games": line.games,
        "win_rate": _estimate(line.wins),
        "points": _estimate(line.points),
        "difference": _estimate(line.difference),
    }


def _estimate(value: Estimate) -> dict[str, float | None]:
    low, high = value.interval or (None, None)
    return {"mean": _rounded(value.mean), "low": _rounded(low), "high": _rounded(high)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS) + 0.0


def _ratings(found: Summary) -> dict[str, dict[str, float]] | None:
    if found.ratings is None:
        return None
    pairs = zip(found.plan.labels, found.ratings, strict=True)
    return {label: {"mu": round(r.mu, DIGITS), "sigma": round(r.sigma, DIGITS)} for label, r in pairs}


def _sprt(tally: Tally) -> dict[str, Any] | None:
    if tally.sprt is None:
        return None
    return {
        "low": tally.sprt.low,
        "high": tally.sprt.high,
        "log_ratio": round(tally.ratio, DIGITS),
        "verdict": tally.verdict,
    }


def _foul(plan: Plan, forfeit: Forfeit) -> dict[str, Any]:
    return {
        "lineup": forfeit.lineup + 1,
        "deal": forfeit.deal + 1,
        "game": forfeit.game + 1,
        "seat": forfeit.foul.seat + 1,
        "bot": plan.labels[forfeit.entrant],
        "kind": forfeit.foul.kind,
        "why": forfeit.foul.why,
    }
