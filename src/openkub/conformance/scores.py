"""Scores, the empty pool, and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from openkub.conformance.reading import CaseError, Json, Verdict, get, pool_of, tiles_of
from openkub.law.rules import Rules
from openkub.law.score import Fixed, Outcome, ran_dry, round_outcome, unopened_pay, went_out
from openkub.law.turns import Position
from openkub.notation.text import quoted
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.match import Match
from openkub.solver import can_play


def _named(values: Sequence[str], scores: Sequence[int]) -> dict[str, int]:
    return dict(zip(values, scores, strict=True))


def _outcome_values(names: list[str], outcome: Outcome | None) -> dict[str, object]:
    if outcome is None:
        return {"ended": False}
    return {"ended": True, "winner": _names_of(names, outcome.winners), "round": _named(names, outcome.scores)}


def _racks(before: Json) -> tuple[list[str], list[TileBag]]:
    racks = get(before, "racks", dict)
    if not racks:
        raise CaseError("racks: there must be at least one")
    return list(racks), [TileBag(tiles_of(rack)) for rack in racks.values()]


def judge_empty_pool(before: Json, rules: Rules) -> Verdict:
    """Racks beside an empty pool: is the round over, and for whom?"""
    names, racks = _racks(before)
    able = get(before, "someone_can_play", bool, False)
    passes = get(before, "passes", int, 0 if able else len(racks))
    pay = _unopened(before, rules, names, racks)
    outcome = round_outcome(rules, racks, pool=pool_of(before, 0), passes=passes, slept=able, fixed=lambda: pay)
    return Verdict(legal=True, values=_outcome_values(names, outcome))


def judge_score(case: Json, rules: Rules, edition: str) -> Verdict:
    """What a round is worth, or whether a score sheet adds up."""
    before = get(case, "before", dict)
    if "racks" in before:
        return _judge_racks(before, rules)
    return _judge_sheet(before, rules)


def _judge_sheet(before: Json, rules: Rules) -> Verdict:
    rounds = get(before, "rounds", list)
    if not rounds or not all(isinstance(line, dict) and line.keys() == rounds[0].keys() for line in rounds):
        raise CaseError("rounds: each is a score for every name")
    names = list(rounds[0])
    sheet = [tuple(get(line, name, int) for name in names) for line in rounds]
    ends = [Outcome("rack_empty", _best(scores), scores) for scores in sheet]
    match = Match(replace(rules, most_players=6, deal_jokers=0), len(names), tuple(ends))
    values: dict[str, object] = {
        "totals": _named(names, match.totals),
        "round_winners": [_names_of(names, end.winners) for end in ends],
        "match_winner": _names_of(names, match.ranking[0]),
        "match_over": match.over,
    }
    return Verdict(all(sum(scores) == 0 for scores in sheet), "zero_sum", values)


def _best(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _names_of(names: list[str], seats: Sequence[int]) -> object:
    """A name, or a list of them."""
    found = [names[seat] for seat in seats]
    return found[0] if len(found) == 1 else found


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
