"""Every play, against brute force by the referee under all laws; counts, filters, masks and their limits."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from openkub import EDITIONS, State
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import Tile, TileBag
from openkub.solver import LIMIT, Count, Effort, best, count_plays, kernel, mask, place, plays
from openkub.solver.candidates import edges_within
from openkub.solver.effort import SOME
from tests.solver.brute import Brute, TooLargeError, parts
from tests.solver.test_editions import LAWS, shown, small_positions
from tests.workshop.dealing import mixed, random_position

ROWS = Path(__file__).parents[1] / "data" / "solver" / "positions.jsonl"
SLOW_LAWS = ("jumbo_de, but any tile replaces", "a freed joker goes into a new set")
"""Here each part of the rack that is tried may take long."""
ENOUGH = 100_000_000
"""A limit that no small position meets."""
WIDE = Position("default", "r4 r5 r6 | k6 b6 y6", "k7 r7 b7 y9", opened=True)


def at(table: str, rack: str, rules: str = "default", *, opened: bool = True) -> Position:
    """A position from texts."""
    return Position(rules, table, rack, opened)


def laid(position: Position, **wishes: object) -> list[str]:
    """All plays as texts."""
    return sorted(str(tiles) for tiles in plays(position, **wishes))  # type: ignore[arg-type]


def by_size(counted: Count) -> dict[int, int]:
    """For every number of tiles that can be laid, how many plays do."""
    return {tiles: count for tiles, count in enumerate(counted.by_tiles) if count}


def wrong(position: Position, brute: Brute, rng: Random) -> Iterator[str]:
    """What is told of all plays, and what is not so."""
    every, part, most = set(brute.plays), rng.choice(list(parts(position.rack))), rng.randrange(1, 8)
    found = plays(position, limit=ENOUGH)
    listed = list(found)
    if not found.exact or len(set(listed)) != len(listed) or set(listed) != every:
        yield f"plays: {[str(tiles) for tiles in set(listed) ^ every]}"
    counted = count_plays(position, limit=ENOUGH)
    if counted.plays != len(every):
        yield f"count: {counted}, not {len(every)}"
    some = {tiles for tiles in every if part <= tiles and len(tiles) <= most}
    if set(plays(position, holding=part, at_most=most, limit=ENOUGH)) != some:
        yield f"plays holding {part}, at most {most}"
    if by_size(count_plays(position, holding=part, at_most=most, limit=ENOUGH)) != Counter(map(len, some)):
        yield f"count holding {part}, at most {most}"
    beside = mask(position, part, limit=ENOUGH)
    more = {tile for tiles in every if part <= tiles for tile in (tiles - part).kinds()}
    if set(beside.tiles) != more or beside.is_play != (part in every):
        yield f"mask of {part}: {beside}"


def compare(law: str, seed: int, count: int) -> int:
    """Compare so many small positions with brute force: how many plays there were in all."""
    rng, seen, total = Random(f"{law} {seed}"), 0, 0
    for position in small_positions(law, rng):
        if seen == count:
            break
        brute = Brute(position)
        try:
            total += len(brute.plays)
        except TooLargeError:
            continue
        seen += 1
        assert not list(wrong(position, brute, rng)), shown(position)
    return total


@pytest.mark.heavy
@pytest.mark.parametrize("law", list(LAWS))
def test_plays_counts_filters_and_masks_are_those_of_brute_force(law: str) -> None:
    assert compare(law, 11, 8 if law in SLOW_LAWS else 24) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("law", list(LAWS))
def test_many_plays_counts_filters_and_masks_are_those_of_brute_force(law: str) -> None:
    assert compare(law, 12, 100 if law in SLOW_LAWS else 600) >= 100


def test_each_play_comes_once_and_can_be_laid() -> None:
    for position in islice(mixed(Random(7)), 40):
        found = list(islice(plays(position), 300))
        assert len(found) == len(set(found))
        for tiles in found[::20]:
            play = place(position, tiles)
            assert play
            assert position.play_problem(play.table) is None
            assert play.table.bag - position.table.bag == tiles


def test_the_largest_play_is_the_best_one() -> None:
    for position in islice(mixed(Random(8)), 30):
        counted = count_plays(position)
        if counted.exact:
            answer = best(position, tidy=False)
            assert max(by_size(counted), default=0) == (answer.count if answer else 0)


def test_a_count_is_that_of_the_list() -> None:
    for position in islice(mixed(Random(9)), 30):
        counted = count_plays(position)
        if counted.exact and counted.plays < 5000:
            assert Counter(map(len, plays(position))) == by_size(counted)


def test_plays_are_found_as_they_are_asked_for() -> None:
    whole = at(
        "", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 b1 b2 b3 b4 b5 * *"
    )
    found = plays(whole)
    assert len(next(found)) >= 3
    assert len(list(islice(found, 1000))) == 1000
    assert found.exact


def test_a_view_is_asked_like_a_position() -> None:
    view = State.deal(EDITIONS["default"], 2, "plays").view(0)
    assert count_plays(view).plays == len(list(plays(view)))


def test_plays_that_hold_certain_tiles_or_few() -> None:
    assert laid(WIDE) == ["k7 r7 b7", "r7"]
    assert laid(WIDE, holding="k7") == ["k7 r7 b7"]
    assert laid(WIDE, at_most=2) == ["r7"]
    assert laid(WIDE, holding="k7", at_most=2) == []


def test_openings_and_plays_after_it_are_told_apart() -> None:
    here = at("r4 r5 r6", "r7 k10 r10 b10", opened=False)
    assert laid(here) == ["k10 r10 b10", "r7 k10 r10 b10"]
    assert laid(here, opening=False) == ["k10 r10 b10", "r7", "r7 k10 r10 b10"]
    assert laid(replace(here, opened=True), opening=True) == laid(here)


@pytest.mark.parametrize("face", [True, False])
def test_whatever_opens_holds_one_of_the_smallest_openings(face: bool) -> None:
    rng = Random(f"openings {face}")
    for position in islice(mixed(rng), 60):
        smallest = [TileBag.from_bits(bits) for bits in kernel.openings(position.rack.bits, 30, face) or ()]
        for _ in range(20):
            part = TileBag(tile for tile in position.rack if rng.random() < 0.8)
            opens = kernel.opening_any(part.bits, 30, face) is not None
            assert opens == any(opening <= part for opening in smallest), part


def test_where_the_table_may_not_be_touched_an_opening_lies_apart() -> None:
    here = at("r4 r5 r6", "r7 k10 r10 b10", "original_fr", opened=False)
    assert laid(here) == ["k10 r10 b10"]
    assert Tile("r7") not in mask(here, "k10")


def test_a_mask_says_what_still_fits_and_whether_it_is_enough() -> None:
    beside = mask(WIDE, "r7")
    assert [str(tile) for tile in beside.tiles] == ["k7", "b7"]
    assert beside.is_play
    assert not mask(WIDE, "k7 r7").is_play
    assert mask(WIDE, "y9").tiles == ()
    assert not mask(WIDE, "").is_play


def test_what_is_not_on_the_rack_cannot_be_chosen() -> None:
    with pytest.raises(ValueError, match="r1 is not on the rack"):
        mask(WIDE, "r1")
    with pytest.raises(ValueError, match="r1 is not on the rack"):
        plays(WIDE, holding="r1")


def crowded() -> Position:
    """A position whose graph of all plays is too large."""
    return random_position(
        Random(1), EDITIONS["default"], sets=14, rack=45, jokers=2, numbers=range(1, 14), joker_share=0.1, opened=True
    )


def test_too_many_plays_are_said_to_be_too_many() -> None:
    few = count_plays(crowded(), limit=1000)
    assert not few.exact
    assert few.plays >= 1


def test_where_the_graph_is_too_large_plays_are_found_one_by_one() -> None:
    position = crowded()
    for tiles in islice(plays(position, at_most=3), 3):
        play = place(position, tiles)
        assert play
        assert position.play_problem(play.table) is None
    single = [TileBag([tile]) for tile in position.rack.kinds()]
    assert set(plays(position, at_most=1)) == {tile for tile in single if place(position, tile)}
    assert set(plays(position, at_most=1, holding=single[0])) == {single[0]}


@pytest.mark.parametrize("limit", [1, 1000, 20_000])
def test_a_list_has_one_play_at_least_however_small_the_limit(limit: int) -> None:
    for position in (WIDE, crowded(), at("r5 r6 * | k9 b9 y9", "r7 r8 k1 k2 k3", "jumbo_de")):
        for most in (1, None):
            found = plays(position, at_most=most, limit=limit)
            first = next(found)
            assert place(position, first)
            assert count_plays(position, at_most=most, limit=limit).plays >= 1


def test_a_list_of_few_plays_that_are_hard_to_see_has_them_all() -> None:
    rules = "default joker_set_split=forbidden joker_reuse=new_set_with_rack_tiles opening_turn_manipulation=forbidden"
    here = Position(rules, "b4 * k4 r4 | b7 y7 r7 | * r5 r6", "r4 k5 r5 y5 r8", opened=True)
    assert laid(here) == ["k5 r5 y5", "r4 k5 r5", "r4 k5 r5 y5", "r4 k5 y5", "r4 r5 y5"]


def test_an_effort_is_for_all_plays_and_tells_what_is_left() -> None:
    effort = Effort(LIMIT)
    found = plays(WIDE, limit=effort)
    assert len(list(found)) == 2
    assert 0 < effort.left < LIMIT
    for ask in (lambda: count_plays(WIDE, limit=effort), lambda: mask(WIDE, "k7", limit=effort)):
        before = effort.left
        assert ask().exact
        assert 0 < effort.left < before
    assert effort.exact


@pytest.mark.parametrize("limit", [1, 1000, 20_000])
def test_a_small_limit_binds_lists_counts_and_masks(limit: int) -> None:
    bound = at("r5 r6 * | k9 b9 y9 | r1 r2 r3 *", "r7 r8 k1 k2 k3", "jumbo_de")
    for position in (crowded(), replace(crowded(), opened=False), bound):
        for ask in (
            lambda effort: next(plays(position, limit=effort)),  # noqa: B023
            lambda effort: count_plays(position, limit=effort),  # noqa: B023
            lambda effort: mask(position, "", limit=effort),  # noqa: B023
        ):
            effort = Effort(limit)
            ask(effort)
            assert limit - effort.left <= limit + SOME


def test_a_list_that_the_kernel_gives_up_on_says_so() -> None:
    table = (
        "k9 y9 r9 b9 | k4 r4 b4 y4 | y10 y11 y12 y13 | r6 r7 r8 r9 r10 r11 r12 r13 | r10 y10 k10 | k1 k2 k3 k4 k5 |"
        "* b10 k10 | r1 r2 r3 | y3 y4 y5 | b8 b9 b10 | k5 r5 b5 | r11 r12 r13 | y5 y6 y7 | y7 y8 y9 | * r6 k6 y6 |"
        "b2 b3 b4 b5 | y11 y12 y13 | b1 b2 b3 | k8 * * k11 k12 k13 | r1 r2 r3 r4 r5 | b8 y8 k8 | b11 b12 b13 |"
        "k11 k12 k13 | b7 k7 r7 | b11 b12 b13"
    )
    rack = "k1 b1 y1 y1 k2 y2 y2 k3 y3 k6 b6 b6 k7 b7 r8 k9"
    found = plays(Position("default tile_set=108", table, rack, opened=True), limit=1000)
    assert found.exact
    next(found, None)
    assert not found.exact


def test_a_mask_of_too_many_plays_asks_for_every_kind() -> None:
    rack = TileBag("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b13")
    here = Position("default", "r7 r8 r9", rack, opened=False)
    beside = mask(here, "k1 r1")
    assert set(map(str, beside.tiles)) == set(str(rack).split()) - {"k1", "r1", "b13"}
    assert not beside.is_play


def test_a_mask_that_was_cut_short_says_so() -> None:
    here = at("* r6 r7 r8 | k9 b9 y9", "k8 b8 r5 k10", "jumbo_de")
    assert mask(here, "k8").exact
    assert not mask(here, "k8", limit=100).exact


def test_bound_jokers_that_take_too_long_are_said_to_be_left_out() -> None:
    here = at("r5 r6 * | k9 b9 y9", "r7 r8 k1 k2 k3", "jumbo_de")
    whole = plays(here)
    assert len(list(whole)) == 11
    assert whole.exact
    some = plays(here, limit=1)
    assert len(list(some)) < 11
    assert not some.exact
    assert not count_plays(here, limit=1).exact


def test_many_plays_of_a_large_graph_are_each_listed_once() -> None:
    row = json.loads(ROWS.read_text().splitlines()[70])
    position = Position("default", Table.of(row["table"]), TileBag(" ".join(row["rack"])), opened=True)
    assert kernel.all_plays(position.table.bag.bits, position.rack.bits, None, edges_within(LIMIT)) is None
    found = plays(position)
    listed = list(found)
    assert found.exact
    assert len(set(listed)) == len(listed) == count_plays(position, limit=ENOUGH).plays == 4607


def test_what_lies_beside_sets_with_a_joker_needs_no_trial() -> None:
    here = at("r5 r6 * | k9 b9 y9", "k1 k2 k3 k4 r9 r2", "jumbo_de")
    effort = Effort(LIMIT)
    assert sorted(map(str, plays(here, limit=effort))) == laid(replace(here, rules=EDITIONS["default"]))
    assert LIMIT - effort.left < 10_000
