"""Any file of rule cases, run against this library: what `openkub conformance` does.

A file is JSON: `{"cases": [...]}`, each case with an `id`, a `kind`, the `edition`s it holds for, the situation
`before` (and `mid` turn, and `after`), the verdict `legal`, and `expected` values: docs/conformance.md has it all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from openkub.leaflets import LEAFLETS
from openkub.match import totals
from openkub.melds import Meld, Table
from openkub.moves import Draw, Move, Pass, Play, TimeOut
from openkub.rules import Rules, RulesError, edition_rules, option_named
from openkub.score import Outcome, ran_dry, round_outcome, went_out
from openkub.shuffle import start_draw
from openkub.state import State
from openkub.tiles import JOKER, Kit, NotationError, Tile, TileBag, quoted
from openkub.turns import Position

Json = Mapping[str, Any]
"""A case as it stands in the file; this module and the record's JSON twin are where JSON lives."""


class CaseError(ValueError):
    """A case that cannot be judged because it is not written as it should be."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the library says to one case: legal or not, why not, and the values that the case may ask for."""

    legal: bool
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case in one edition: the differences found, none if it passed."""

    id: str
    edition: str
    differences: tuple[str, ...]


def load_cases(text: str) -> list[Json]:
    """The cases of a file."""
    try:
        whole = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise CaseError(f"this is not JSON: {error}") from None
    cases = whole.get("cases") if isinstance(whole, dict) else whole
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise CaseError('a file of cases is {"cases": [{...}, ...]}')
    return cases


def run_case(case: Json) -> Iterator[CaseResult]:
    """Judge a case in each of its editions."""
    name = str(case.get("id", "a case without id"))
    editions = case.get("edition", ["default"])
    for edition in editions if editions and isinstance(editions, list) else [editions]:
        try:
            differences = tuple(_differences(case, _verdict(case, str(edition))))
        except (CaseError, RulesError) as error:
            differences = (f"cannot be judged: {error}",)
        yield CaseResult(name, str(edition), differences)


def _verdict(case: Json, edition: str) -> Verdict:
    """The judgement; with a tile that there is not, or too many of a kind, nothing is legal."""
    try:
        return _judge(case, edition)
    except NotationError as error:
        return Verdict(legal=False, reason=str(error))


def _differences(case: Json, verdict: Verdict) -> Iterator[str]:
    legal = _get(case, "legal", bool)
    if verdict.legal != legal:
        yield f"expected {_word(legal)}, got {_word(verdict.legal)}{'' if verdict.legal else f' ({verdict.reason})'}"
    elif legal:
        for key, value in _get(case, "expected", dict, {}).items():
            got = verdict.values.get(key, "no such value")
            if got != value:
                yield f"expected {key} {value}, got {got}"


def _word(legal: bool) -> str:
    return "legal" if legal else "illegal"


def _get(case: Json, key: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
    """A value of the case, of the type it must have."""
    value = case.get(key, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise CaseError(f"{key}: {quoted(value)} is not what belongs there")
    return value


def _judge(case: Json, edition: str) -> Verdict:
    kind = _get(case, "kind", str, "")
    if kind not in _JUDGES:
        raise CaseError(f"kind: {quoted(kind)} is none of {', '.join(_JUDGES)}")
    return _JUDGES[kind](case, _case_rules(case, edition), edition)


_LISTED = {"players": ("most_players", -1), "tile_sets": ("tile_set", 0)}
"""Options that a case gives as a list, and which of its values is ours."""


def _case_rules(case: Json, edition: str) -> Rules:
    """The edition's rules with the case's own options; null means: as it is."""
    rules = edition_rules(edition)
    for name, value in _get(case, "options", dict, {}).items():
        if name in _LISTED and isinstance(value, list) and value:
            ours, place = _LISTED[name]
            rules = replace(rules, **{ours: value[place]})
        elif value is not None:
            rules = replace(rules, **{option_named(name).name: value})
    return rules


# Sets and turns


def _table(value: object) -> Table:
    if not isinstance(value, list):
        raise CaseError(f"table: {quoted(value)} is no list of sets")
    return Table(Meld(_tiles(meld)) for meld in value)


def _tiles(value: object) -> list[Tile]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise CaseError(f"{quoted(value)} is no list of tiles")
    return [Tile(text) for text in value]


def _bag(case: Json, key: str) -> TileBag:
    return TileBag(_tiles(case.get(key, [])))


def _judge_sets(case: Json, rules: Rules, edition: str) -> Verdict:
    table = _table(_get(case, "before", dict).get("table"))
    return Verdict(table.first_invalid is None, "invalid_set")


def _judge_turn(case: Json, rules: Rules, edition: str) -> Verdict:
    before = _get(case, "before", dict)
    if "racks" in before:
        return _judge_empty_pool(before, rules)
    after = _get(case, "after", dict)
    opened = _get(before, "opened", bool, case["kind"] != "opening")
    position = Position(rules, _table(before.get("table", [])), _bag(before, "rack"), opened)
    reason = _impossible(case, position, after)
    if reason:
        return Verdict(legal=False, reason=reason)
    if case.get("mid_turn"):
        return _judge_step(position, after)
    return _judge_whole_turn(case, position, after)


def _impossible(case: Json, position: Position, after: Json) -> str:
    """What is wrong before any rule is asked: more tiles than a box holds, tiles that appear or vanish."""
    there = position.table.bag + position.rack
    copies = _case_kit(case, position.rules).copies
    if any(there.count(tile) > (4 if tile.is_joker else copies) for tile in there.kinds()):
        return "more tiles of a kind than there are"
    now = _table(after.get("table", [])).bag + _bag(after, "rack") + _bag(after, "loose")
    if there != now and "rack" in after:
        return "not_conserved"
    for name in ("joker_as_before", "joker_as"):
        table = position.table if name == "joker_as_before" else _table(after.get("table", []))
        for claim in _get(case, name, list, []):
            try:
                fits = Tile(claim["tile"]) in table[claim["set"]].stands_for(claim["pos"])
            except (LookupError, TypeError):
                raise CaseError(f"{name}: {quoted(claim)} names no place in a set and no tile") from None
            if not fits:
                return f"{name}: no {claim['tile']} there"
    return ""


def _case_kit(case: Json, rules: Rules) -> Kit:
    size = _get(case, "tile_set", int, rules.kit(2).value)
    return rules_with_tiles(rules, size).kit(2)


def rules_with_tiles(rules: Rules, size: int) -> Rules:
    """The rules with another kit, refused if there is no such kit."""
    return replace(rules, tile_set=size)  # type: ignore[arg-type]  # checked by Rules


def _judge_step(position: Position, after: Json) -> Verdict:
    """A step in the middle of a turn is sound if what lies is valid, and the turn cannot end there."""
    table = _table(after.get("table", []))
    problem = position.step_problem(table)
    if problem:
        return Verdict(legal=False, reason=problem.code)
    ends = position.play_problem(table) is None
    return Verdict(not ends, "the turn could end here")


def _judge_whole_turn(case: Json, position: Position, after: Json) -> Verdict:
    table, drawn = _table(after.get("table", [])), _get(after, "drawn", int, 0)
    move: Move = Play(table)
    if "drawn" in after and table.same_sets(position.table):
        move = Draw() if drawn else Pass()
    state = _state(position, _get(case["before"], "pool", int, 20))
    problem = state.check(move)
    claimed = _claimed_opening(case, position, table)
    if problem or claimed < position.rules.opening_min_points:
        return Verdict(legal=False, reason=problem.code if problem else "opening_points")
    now = state.apply(move)
    return _compare_turn(position, state, now, after, claimed if "opening" in case else None)


def _compare_turn(position: Position, state: State, now: State, after: Json, claimed: int | None) -> Verdict:
    drawn = now.history[-1].drawn
    if after.get("loose"):
        return Verdict(legal=False, reason="loose tiles")
    if drawn != after.get("drawn", 0) or now.opened[0] != after.get("opened", now.opened[0]):
        return Verdict(legal=False, reason=f"drawn {drawn}, opened {now.opened[0]}")
    values: dict[str, object] = {"round_over": now.outcome is not None, "drawn": drawn, "opened": now.opened[0]}
    if not position.opened and now.opened[0]:
        values["opening_points"] = claimed if claimed is not None else position.opening_points(now.table)
    return Verdict(legal=True, values=values)


def _claimed_opening(case: Json, position: Position, after: Table) -> int:
    """What the sets count that the case names as the opening; enough if it names none."""
    if "opening" not in case:
        return position.rules.opening_min_points
    sets = _table(case["opening"])
    if sets.first_invalid is not None or not sets.bag <= after.bag.minus(position.table.bag):
        return -1
    return sum(meld.value(position.rules.opening_joker_value) for meld in sets)


def _state(position: Position, pool: int) -> State:
    """A round for two in which the other one holds a single tile; what the pool holds is nobody's business."""
    racks = [position.rack, TileBag([JOKER])]
    filler = [JOKER, *[tile for tile in Kit.BIG.bag if not tile.is_joker]]
    return State.of(position.rules, position.table, racks, opened=[position.opened, True], pool=filler[1 : pool + 1])


# The clock


def _judge_timeout(case: Json, rules: Rules, edition: str) -> Verdict:
    before, after = _get(case, "before", dict), _get(case, "after", dict)
    timed = replace(rules, time_limit_s=_get(case, "limit_s", int, 60), time_limit_mode="mandatory")
    position = Position(
        timed, _table(before.get("table", [])), _bag(before, "rack"), _get(before, "opened", bool, True)
    )
    if "to_pool" in after:
        return _judge_lost_places(position, after)
    state = _state(position, _get(before, "pool", int, 20))
    move = TimeOut(_table(_get(case, "mid", dict, {}).get("table", before.get("table", []))))
    problem = state.check(move)
    if problem:
        return Verdict(legal=False, reason=problem.code)
    now, kept = state.apply(move), position.time_out(move.draft).rack
    drawn, opened = now.history[-1].drawn, now.opened[0]
    same = (
        ("table" not in after or now.table.same_sets(_table(after["table"])))
        and ("rack" not in after or kept == _bag(after, "rack"))
        and (_get(after, "drawn", int, drawn), _get(after, "opened", bool, opened)) == (drawn, opened)
    )
    values = {"round_over": now.outcome is not None, "drawn": drawn, "opened": opened}
    return Verdict(same, f"table {now.table}, rack {kept}, drawn {drawn}", values)


def _judge_lost_places(position: Position, after: Json) -> Verdict:
    """At a table of wood: tiles whose old place nobody remembers go to the pool, the rest as it was."""
    table, lost = _table(after.get("table", [])), _bag(after, "to_pool")
    restored = position.rules.timeout_rule == "restore_all" and table.first_invalid is None
    whole = position.table.bag == table.bag + lost and position.rack == _bag(after, "rack")
    return Verdict(restored and whole and after.get("drawn") == position.rules.timeout_penalty, "not restored")


# Scores


def _named(values: Sequence[str], scores: Sequence[int]) -> dict[str, int]:
    return dict(zip(values, scores, strict=True))


def _outcome_values(names: list[str], outcome: Outcome | None) -> dict[str, object]:
    if outcome is None:
        return {"ended": False}
    winners = [names[seat] for seat in outcome.winners]
    winner: object = winners[0] if len(winners) == 1 else winners
    return {"ended": True, "winner": winner, "round": _named(names, outcome.scores)}


def _racks(before: Json) -> tuple[list[str], list[TileBag]]:
    racks = _get(before, "racks", dict)
    if not racks:
        raise CaseError("racks: there must be at least one")
    return list(racks), [TileBag(_tiles(rack)) for rack in racks.values()]


def _judge_empty_pool(before: Json, rules: Rules) -> Verdict:
    names, racks = _racks(before)
    passes = 0 if _get(before, "someone_can_play", bool, False) else len(racks)
    outcome = round_outcome(rules, racks, pool=_get(before, "pool", int, 0), passes=passes)
    return Verdict(legal=True, values=_outcome_values(names, outcome))


def _judge_score(case: Json, rules: Rules, edition: str) -> Verdict:
    before = _get(case, "before", dict)
    if "racks" in before:
        return _judge_racks(before, rules)
    rounds = _get(before, "rounds", list)
    if not rounds or not all(isinstance(line, dict) for line in rounds):
        raise CaseError("rounds: each is a score for every name")
    names = list(rounds[0])
    sheet = [tuple(_get(line, name, int) for name in names) for line in rounds]
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
    winner = next((seat for seat, rack in enumerate(racks) if not rack), None)
    if before.get("ended", "rack_empty") == "rack_empty":
        if winner is None:
            return Verdict(legal=False, reason="no rack is empty")
        return Verdict(legal=True, values=_outcome_values(names, went_out(rules, racks, winner)))
    return Verdict(legal=True, values=_outcome_values(names, ran_dry(rules, racks)))


# Setting up


def _judge_setup(case: Json, rules: Rules, edition: str) -> Verdict:
    before = _get(case, "before", dict)
    players = _get(before, "players", int)
    try:
        rules.check_seats(players)
        kit = _setup_kit(before, rules, players)
    except RulesError as error:
        return Verdict(legal=False, reason=str(error))
    leaflet = LEAFLETS.get(edition)
    sevens, eights = kit.stacks
    values: dict[str, object] = {
        "tiles": kit.value,
        "jokers": kit.jokers,
        "copies": kit.copies,
        "numbers": 13,
        "colours": 4,
        "deal": rules.deal_size,
        "pool_after_deal": kit.value - players * rules.deal_size,
        "stack": 7,
        "stacks_of_7": sevens,
        "stacks_of_8": eights,
        "tiles_returned": True,
        "min_age": leaflet.min_age if leaflet else None,
        "starter": _starter(before, rules),
    }
    return Verdict(legal=True, values=values)


def _setup_kit(before: Json, rules: Rules, players: int) -> Kit:
    """The kit of a box, less what the players took out of it."""
    size = _get(before, "tile_set", int, rules.kit(players).value)
    numbers, jokers = _get(before, "remove_numbers", int, 0), _get(before, "remove_jokers", int, 0)
    kit = rules_with_tiles(rules, size - numbers - jokers).kit(2)
    if players > 4 and kit is not Kit.BIG:
        raise RulesError("tile_set", f"{players} players need all 160 tiles")
    return kit


def _starter(before: Json, rules: Rules) -> str | None:
    """Who begins after these draws; None if they do not decide it."""
    first, again = _get(before, "start_draw", dict, {}), _get(before, "redraw", dict, {})
    names = [str(name) for name in first]
    piles = [[first[name], *_as_list(again.get(name, []))] for name in names]
    if not names:
        return None
    try:
        redraw = rules.start_joker == "redraw"
        seat = start_draw(range(len(names)), lambda seat: Tile(piles[seat].pop(0)), redraw_jokers=redraw)
    except IndexError:
        return None
    return names[seat]


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


_JUDGES: Mapping[str, Callable[[Json, Rules, str], Verdict]] = {
    "set-validity": _judge_sets,
    "opening": _judge_turn,
    "manipulation": _judge_turn,
    "joker": _judge_turn,
    "pool-empty": _judge_turn,
    "timeout": _judge_timeout,
    "score": _judge_score,
    "setup": _judge_setup,
}
