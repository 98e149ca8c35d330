"""Sets, turns and time-outs."""

from __future__ import annotations

from dataclasses import replace

from openkub.conformance.reading import CaseError, Json, Verdict, bag_of, get, pool_of, rules_with_tiles, table_of
from openkub.conformance.scores import judge_empty_pool
from openkub.law.moves import Code, Draw, Move, Pass, Play, TimeOut
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.notation.text import quoted
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.play.state import State


def judge_sets(case: Json, rules: Rules, edition: str) -> Verdict:
    """Whether every set is one."""
    table = table_of(get(case, "before", dict).get("table"))
    return Verdict(table.first_invalid is None, "invalid_set")


def judge_turn(case: Json, rules: Rules, edition: str) -> Verdict:
    """Whether a turn, or a step in the middle of one, is legal."""
    before = get(case, "before", dict)
    if "racks" in before:
        return judge_empty_pool(before, rules)
    after = get(case, "after", dict)
    opened = get(before, "opened", bool, case["kind"] != "opening")
    position = Position(rules, table_of(before.get("table", [])), bag_of(before, "rack"), opened)
    reason = _impossible(case, position, after)
    if reason:
        return Verdict(legal=False, reason=reason)
    if case.get("mid_turn"):
        return _judge_step(position, after)
    return _judge_whole_turn(case, position, after)


def _impossible(case: Json, position: Position, after: Json) -> str:
    """What is wrong before any rule is asked: more tiles than a box holds, tiles that appear or vanish."""
    there, kit = position.table.bag + position.rack + _drawn_first(case), _case_kit(case, position.rules)
    if not there <= kit.bag:
        return "more tiles of a kind than there are"
    if position.table.first_invalid is not None:
        return Code.INVALID_BEFORE
    now = table_of(after.get("table", [])).bag + bag_of(after, "rack") + bag_of(after, "loose")
    if there != now and "rack" in after:
        return "not_conserved"
    for name in ("joker_as_before", "joker_as"):
        table = position.table if name == "joker_as_before" else table_of(after.get("table", []))
        claims: dict[int, dict[int, Tile]] = {}
        for claim in get(case, name, list, []):
            index, place, tile = _claimed(name, claim, table)
            claims.setdefault(index, {})[place] = tile
        for index, meant in claims.items():
            if not _can_mean(table[index], meant):
                return f"{name}: set {index} cannot be read so"
    return ""


def _claimed(name: str, claim: object, table: Table) -> tuple[int, int, Tile]:
    """A place in a set and what the joker there is said to stand for."""
    if isinstance(claim, dict):
        index, place = get(claim, "set", int, -1), get(claim, "pos", int, -1)
        if 0 <= index < len(table) and 0 <= place < len(table[index]):
            return index, place, Tile(get(claim, "tile", str, ""))
    raise CaseError(f"{name}: {quoted(claim)} names no place in a set and no tile")


def _can_mean(meld: Meld, meant: dict[int, Tile]) -> bool:
    """Whether one reading gives every joker its meaning, in a group each another colour."""
    for reading in meld.readings:
        each = all(tile in reading.stands_for(place) for place, tile in meant.items() if meld[place].is_joker)
        others = all(tile == meld[place] for place, tile in meant.items() if not meld[place].is_joker)
        if each and others and len(set(meant.values())) == len(meant):
            return True
    return False


def _case_kit(case: Json, rules: Rules) -> Kit:
    size = get(case, "tile_set", int, rules.kit(2).value)
    return rules_with_tiles(rules, size).kit(2)


def _judge_step(position: Position, after: Json) -> Verdict:
    """A step in the middle of a turn is sound if what lies is valid, and the turn cannot end there."""
    table = table_of(after.get("table", []))
    problem = position.step_problem(table)
    if problem:
        return Verdict(legal=False, reason=problem.code)
    ends = position.play_problem(table) is None
    return Verdict(not ends, "the turn could end here")


def _judge_whole_turn(case: Json, position: Position, after: Json) -> Verdict:
    table, drawn = table_of(after.get("table", [])), get(after, "drawn", int, 0)
    state = _begun(case, position)
    if isinstance(state, Verdict):
        return state
    move: Move = Play(table)
    if "drawn" in after and table.same_sets(position.table):
        move = Draw() if drawn and not state.has_drawn else Pass()
    problem = state.check(move)
    claimed = _claimed_opening(case, position, table)
    if problem or claimed < position.rules.opening_min_points:
        return Verdict(legal=False, reason=problem.code if problem else "opening_points")
    now = state.apply(move)
    return _compare_turn(position, state, now, after, claimed if "opening" in case else None)


def _compare_turn(position: Position, state: State, now: State, after: Json, claimed: int | None) -> Verdict:
    drawn = now.history[-1].drawn + state.has_drawn
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
    sets = table_of(case["opening"])
    if sets.first_invalid is not None or not sets.bag <= after.bag.minus(position.table.bag):
        return -1
    return sum(meld.value(position.rules.opening_joker_value) for meld in sets)


def _drawn_first(case: Json) -> TileBag:
    """The tile that the player drew first in this turn, if the case has one."""
    return TileBag([Tile(get(case, "draw", str))] if "draw" in case else [])


def _begun(case: Json, position: Position) -> State | Verdict:
    """A round for two in which the other one holds a single tile, after the draw of the case if it has one.

    A verdict says why there can be no such draw. The other tiles of the pool do not matter.
    """
    racks, first = [position.rack, TileBag([JOKER])], list(_drawn_first(case))
    filler = [tile for tile in Kit.BIG.bag if not tile.is_joker]
    pool = [*first, *filler][: pool_of(case["before"], 20)]
    state = State.of(position.rules, position.table, racks, opened=[position.opened, True], pool=pool)
    if not first:
        return state
    problem = state.check(Draw())
    if problem:
        return Verdict(legal=False, reason=problem.code)
    now = state.apply(Draw())
    return now if now.has_drawn else Verdict(legal=False, reason="draw_and_play")


def judge_timeout(case: Json, rules: Rules, edition: str) -> Verdict:
    """Whether this is what the clock leaves behind."""
    before, after = get(case, "before", dict), get(case, "after", dict)
    timed = replace(rules, time_limit_s=get(case, "limit_s", int, 60), time_limit_mode="mandatory")
    position = Position(
        timed, table_of(before.get("table", [])), bag_of(before, "rack"), get(before, "opened", bool, True)
    )
    if position.table.first_invalid is not None:
        return Verdict(legal=False, reason=Code.INVALID_BEFORE)
    if "to_pool" in after:
        return _judge_lost_places(position, after)
    state = _begun(case, position)
    if isinstance(state, Verdict):
        return state
    mid = get(case, "mid", dict, {})
    move = TimeOut(table_of(mid["table"]) if "table" in mid else None)
    problem = state.check(move)
    if problem:
        return Verdict(legal=False, reason=problem.code)
    now, kept = state.apply(move), replace(position, rack=state.racks[0]).time_out(move.draft).rack
    drawn, opened = now.history[-1].drawn + state.has_drawn, now.opened[0]
    same = (
        ("table" not in after or now.table.same_sets(table_of(after["table"])))
        and ("rack" not in after or kept == bag_of(after, "rack"))
        and (get(after, "drawn", int, drawn), get(after, "opened", bool, opened)) == (drawn, opened)
    )
    values = {"round_over": now.outcome is not None, "drawn": drawn, "opened": opened}
    return Verdict(same, f"table {now.table}, rack {kept}, drawn {drawn}", values)


def _judge_lost_places(position: Position, after: Json) -> Verdict:
    """At a table of wood: tiles whose old place nobody remembers go to the pool, the rest as it was."""
    table, lost = table_of(after.get("table", [])), bag_of(after, "to_pool")
    restored = position.rules.timeout_rule == "restore_all" and table.first_invalid is None
    whole = position.table.bag == table.bag + lost and position.rack == bag_of(after, "rack")
    return Verdict(restored and whole and after.get("drawn") == position.rules.timeout_penalty, "not restored")
