"""Setting up: the kit, the deal, who begins."""

from __future__ import annotations

from typing import Any

from openkub.conformance.reading import CaseError, Json, Verdict, bag_of, get, rules_with_tiles
from openkub.law.leaflets import LEAFLETS
from openkub.law.moves import Draw, Redeal
from openkub.law.options import RulesCode, RulesError
from openkub.law.rules import Rules
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.play.shuffle import start_draw
from openkub.play.state import State


def judge_setup(case: Json, rules: Rules, edition: str) -> Verdict:
    """Whether so many can play with these tiles, and what follows."""
    before = get(case, "before", dict)
    players = get(before, "players", int)
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
        "may_redeal": _may_redeal(before, rules),
    }
    return Verdict(legal=True, values=values)


def _may_redeal(before: Json, rules: Rules) -> bool:
    """Return whether the first player may ask for a new deal; with `drawn`, the second, after a drawn tile."""
    rack, drawn = bag_of(before, "rack"), get(before, "drawn", bool, False)
    racks = [TileBag(), rack] if drawn else [rack, TileBag()]
    state = State.of(rules, Table(), racks, opened=[False, False], pool=[JOKER])
    return (state.after(Draw()) if drawn else state).check(Redeal()) is None


def _setup_kit(before: Json, rules: Rules, players: int) -> Kit:
    """The kit of a box, less what the players took out of it."""
    size = get(before, "tile_set", int, rules.kit(players).value)
    numbers, jokers = get(before, "remove_numbers", int, 0), get(before, "remove_jokers", int, 0)
    kit = rules_with_tiles(rules, size - numbers - jokers).kit(2)
    if players > 4 and kit is not Kit.BIG:
        raise RulesError("tile_set", RulesCode.NEEDS_BIG_BOX, seats=players)
    return kit


def _starter(before: Json, rules: Rules) -> str | None:
    """Who begins after these draws; None if they do not decide it."""
    first, again = get(before, "start_draw", dict, {}), get(before, "redraw", dict, {})
    names = [str(name) for name in first]
    piles = [[first[name], *_as_list(again.get(name, []))] for name in names]
    if not names:
        return None
    if len(names) != get(before, "players", int, len(names)):
        raise CaseError("start_draw: everybody draws")
    try:
        redraw = rules.start_joker == "redraw"
        seat = start_draw(range(len(names)), lambda seat: Tile(piles[seat].pop(0)), redraw_jokers=redraw)
    except IndexError:
        return None
    return names[seat]


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]
