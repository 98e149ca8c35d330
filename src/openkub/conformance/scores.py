"""Scores, the empty pool, and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from openkub.conformance.reading import CaseError, Json, Verdict, get, pool_of, tiles_of
from openkub.law.rules import Rules
from openkub.law.score import Fixed, Outcome, ran_dry, round_outcome, unopened_pay, went_out
from openkub.law.turns import Position
from openkub.notation.text import quoted
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.match import totals
from openkub.solver import can_play


def _named(values: Sequence[str], scores: Sequence[int]) -> dict[str, int]:
    return dict(zip(values, scores, strict=True))


def _outcome_values(names: list[str], outcome: Outcome | None) -> dict[str, object]:
    if outcome is None:
        return {"ended": False}
    winners = [names[seat] for seat in outcome.winners]
    winner: object = winners[0] if len(winners) == 1 else winners
    return {"ended": True, "winner": winner, "round": _named(names, outcome.scores)}


def _racks(before: Json) -> tuple[list[str], list[TileBag]]:
    racks = get(before, "racks", dict)
    if not racks:
        raise CaseError("racks: there must be at least one")
    return list(racks), [TileBag(tiles_of(rack)) for rack in racks.values()]


def judge_empty_pool(before: Json, rules: Rules) -> Verdict:
    """Racks beside an empty pool: is the round over, and for whom?"""
    names, racks = _racks(before)
    passes = 0 if get(before, "someone_can_play", bool, False) else len(racks)
    pay = _unopened(before, rules, names, racks)
    outcome = round_outcome(rules, racks, pool=pool_of(before, 0), passes=passes, fixed=lambda: pay)
    return Verdict(legal=True, values=_outcome_values(names, outcome))


def judge_score(case: Json, rules: Rules, edition: str) -> Verdict:
    """What a round is worth, or whether a score sheet adds up."""
    before = get(case, "before", dict)
    if "racks" in before:
        return _judge_racks(before, rules)
    rounds = get(before, "rounds", list)
    if not rounds or not all(isinstance(line, dict) and line.keys() == rounds[0].keys() for line in rounds):
        raise CaseError("rounds: each is a score for every name")
    names = list(rounds[0])
    sheet = [tuple(get(line, name, int) for name in names) for line in rounds]
    sums = totals(sheet, len(names))
    best = [name for name, total in zip(names, sums, strict=True) if total == max(sums)]
    values: dict[str, object] = {
        "totals": _named(names, sums),
        "round_winners": [_top(names, scores) for scores in sheet],
        "match_winner": best[0] if len(best) == 1 else best,
    }
    return Verdict(all(sum(scores) == 0 for scores in sheet), "zero_sum", values)


def _top(names: list[str], scores: tuple[int, ...]) -> object:
    best = [name for name, score in zip(names, scores, strict=True) if score == max(scores)]
    return best[0] if len(best) == 1 else best


def _judge_racks(before: Json, rules: Rules) -> Verdict:
    names, racks = _racks(before)
    ended, empty = before.get("ended", "rack_empty"), [seat for seat, rack in enumerate(racks) if not rack]
    if ended not in ("rack_empty", "pool_empty"):
        raise CaseError(f"ended: {quoted(ended)} is neither rack_empty nor pool_empty")
    if len(empty) != (ended == "rack_empty"):
        return Verdict(legal=False, reason=f"{len(empty)} racks are empty")
    pay = _unopened(before, rules, names, racks)
    outcome = went_out(rules, racks, empty[0], pay) if empty else ran_dry(rules, racks, fixed=pay)
    return Verdict(legal=True, values=_outcome_values(names, outcome))


def _unopened(before: Json, rules: Rules, names: list[str], racks: list[TileBag]) -> Fixed:
    """What those pay who have not opened; a case that does not say it means that all have."""
    said = get(before, "opened", dict, {})
    opened = [get(said, name, bool, True) for name in names]
    return unopened_pay(rules, racks, opened, lambda rack: can_play(Position(rules, Table(), rack, opened=False)))
