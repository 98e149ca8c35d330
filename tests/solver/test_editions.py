"""Every answer in small positions, under every joker and opening rule, against brute force by the referee."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.pieces.tiles import TILES as KINDS
from openkub.solver import (
    EACH_TILE,
    LIMIT,
    Effort,
    best,
    best_opening,
    can_go_out,
    can_play,
    face_value,
    frontier,
    place,
    smallest_opening,
    takes,
)
from tests.solver.brute import Brute, TooLargeError, parts
from tests.workshop.dealing import random_position, random_weights

pytestmark = pytest.mark.heavy

AMPLE = 50 * LIMIT
"""Brute force has no limit."""
DEFAULT, JUMBO = EDITIONS["default"], EDITIONS["jumbo_de"]
FRENCH, SPANISH = EDITIONS["original_fr"], EDITIONS["original_es"]

LAWS: dict[str, tuple[Rules, bool]] = {
    "jokers are free": (DEFAULT, True),
    "jokers in the manner of jumbo_de": (JUMBO, True),
    "a freed joker goes into a new set": (replace(DEFAULT, joker_reuse="new_set_with_rack_tiles"), True),
    "a freed joker goes into any new set": (replace(DEFAULT, joker_reuse="new_set"), True),
    "a freed joker goes into a new set with two rack tiles": (
        replace(DEFAULT, joker_reuse="new_set_with_two_rack_tiles"),
        True,
    ),
    "jumbo_de, but any new set": (replace(JUMBO, joker_reuse="new_set"), True),
    "jumbo_de, but two rack tiles": (replace(JUMBO, joker_reuse="new_set_with_two_rack_tiles"), True),
    "joker sets stay together, rack tiles replace": (
        replace(DEFAULT, joker_set_split="forbidden", joker_replacement_source="rack"),
        True,
    ),
    "joker sets stay together, any tile replaces": (replace(DEFAULT, joker_set_split="forbidden"), True),
    "jumbo_de, but any tile replaces": (replace(JUMBO, joker_replacement_source="any"), True),
    "opening by default": (DEFAULT, False),
    "opening with jokers worth nothing": (SPANISH, False),
    "opening without rearranging": (FRENCH, False),
    "opening with one set": (replace(DEFAULT, opening_sets="one"), False),
    "opening with one set and nothing else": (replace(FRENCH, opening_sets="one"), False),
    "opening in jumbo_de": (JUMBO, False),
    "opening in jumbo_de without rearranging": (replace(JUMBO, opening_turn_manipulation="forbidden"), False),
    "opening, freed jokers in any new sets": (replace(DEFAULT, joker_reuse="new_set"), False),
    "opening in jumbo_de with two rack tiles": (replace(JUMBO, joker_reuse="new_set_with_two_rack_tiles"), False),
    "opening, freed jokers in new sets": (replace(DEFAULT, joker_reuse="new_set_with_rack_tiles"), False),
    "opening, no joker of the rack": (replace(DEFAULT, opening_joker="forbidden"), False),
    "opening, no joker of the rack, nor rearranging": (replace(FRENCH, opening_joker="forbidden"), False),
    "opening, no joker of the rack, in jumbo_de": (replace(JUMBO, opening_joker="forbidden"), False),
}
EACH_LAW = pytest.mark.parametrize("law", list(LAWS))
PRINTED = [law for law, (rules, _) in LAWS.items() if rules in EDITIONS.values()]
"""The laws of the leaflets; the others are what a table may choose beside them."""
SLOW_LAW = "jumbo_de, but any tile replaces"
"""Exact, but some positions take seconds; no leaflet has it."""

BOUND = [law for law, (rules, opened) in LAWS.items() if opened and not rules.jokers_are_free]


def small_positions(law: str, rng: Random) -> Iterator[Position]:
    """Up to three sets and six or seven rack tiles within a few numbers, so that much can be played; without end."""
    rules, opened = LAWS[law]
    while True:
        points = rng.choice((1, 8, 15, 20, 30, 30, 30)) if not opened else 30
        low = rng.randrange(6 if points == 30 and not opened else 1, 12)
        yield random_position(
            rng,
            replace(rules, opening_min_points=points),
            kit=rng.choice(list(Kit)),
            jokers=rng.choice((0, 1, 1, 2, 2, 2, 3, 4)),
            sets=rng.randrange(0, 4),
            rack=rng.randrange(1, 7) if opened else rng.randrange(3, 8),
            numbers=range(low, min(14, low + rng.randrange(3, 6))),
            joker_share=0.25,
            opened=opened,
        )


def shown(position: Position) -> str:
    """A position as a reader of a failure wants it."""
    return f"{position.rules} opened={position.opened}: {position.table} / {position.rack}"


def differences(position: Position, brute: Brute, rng: Random) -> Iterator[str]:
    """Every question answered by the solver and by looking at all plays; what is not the same."""
    plays, value = brute.plays, face_value(position.rules.joker_penalty)
    for name, weights in (
        ("tiles", EACH_TILE.then(value)),
        ("value", value.then(EACH_TILE)),
        ("any", random_weights(rng)),
    ):
        for answer in (best(position, weights, limit=AMPLE), best(position, weights, tidy=False, limit=AMPLE)):
            wanted = brute.best(weights)
            if (answer.gain if answer else None) != wanted:
                yield f"most {name}: {answer}, not {wanted}"
            elif answer and (answer.laid not in plays or weights.gain(answer.laid) != wanted):
                yield f"most {name}: {answer} does not gain so much"
            elif answer and position.play_problem(answer.table):
                yield f"most {name}: {answer} is refused"
    found = {count: answer.gain for count, answer in frontier(position, limit=AMPLE).items()}
    if found != brute.frontier(value):
        yield f"frontier: {found}, not {brute.frontier(value)}"
    yield from _overrated(position, brute)
    fewest = best(position, "fewest", limit=AMPLE)
    if ((fewest.count, fewest.value) if fewest else None) != min(brute.frontier(value).items(), default=None):
        yield f"fewest: {fewest}"
    if can_play(position) != bool(plays):
        yield f"can_play: {not plays}"
    if can_go_out(position) != (position.rack in plays):
        yield f"can_go_out: {position.rack not in plays}"
    yield from _misplaced(position, brute)


def _overrated(position: Position, brute: Brute) -> Iterator[str]:
    """What a frontier says within its limit: the truth, or that it is not proven, and then not more than the truth."""
    effort = Effort(LIMIT)
    found, wanted = frontier(position, limit=effort), brute.frontier(face_value(position.rules.joker_penalty))
    for count, answer in found.items():
        if answer.gain != wanted.get(count) and (answer.exact or answer.gain > wanted.get(count, -1)):
            yield f"frontier of {count}: {answer}, not {wanted.get(count)}"
        if len(answer.laid) != count or position.play_problem(answer.table):
            yield f"frontier of {count}: {answer} is refused"
    if effort.exact and found.keys() != wanted.keys():
        yield f"frontier: {sorted(found)} can be laid, not {sorted(wanted)}"


def _misplaced(position: Position, brute: Brute) -> Iterator[str]:
    """Parts of the rack that cannot be laid but are, or can be laid and are not."""
    plays = brute.plays
    for part in parts(position.rack):
        if part:
            play = place(position, part, limit=AMPLE)
            if (play is not None) != (part in plays):
                yield f"place {part}: {play}, not {plays.get(part)}"
            elif play and (position.play_problem(play.table) or play.table.bag != position.table.bag + part):
                yield f"place {part}: {play} is refused"


def compare(law: str, seed: int, count: int) -> Counter[str]:
    """Compare so many positions and count how many could be played in, and how many were too large to look at."""
    rng = Random(f"{law} {seed}")
    seen, wrong = Counter[str](), []
    for position in small_positions(law, rng):
        if seen["positions"] == count:
            break
        brute = Brute(position)
        try:
            seen["playable"] += bool(brute.plays)
        except TooLargeError:
            seen["too large"] += 1
            continue
        seen["positions"] += 1
        wrong += [f"{shown(position)}\n  {what}" for what in differences(position, brute, rng)]
    assert not wrong, f"{len(wrong)} differences\n" + "\n".join(wrong[:10])
    return seen


@pytest.mark.parametrize("law", [law for law in LAWS if law != SLOW_LAW])
def test_all_answers_in_small_positions_are_those_of_brute_force(law: str) -> None:
    seen = compare(law, 1, 60)
    assert seen["playable"] >= 10
    assert seen["too large"] <= 20


@pytest.mark.slow
@EACH_LAW
def test_all_answers_in_many_small_positions_are_those_of_brute_force(
    law: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = compare(law, 2, 60 if law == SLOW_LAW else 1000)
    with capsys.disabled():
        print(f"\n{law}: {dict(seen)}")


def missed(law: str, seed: int, count: int) -> list[str]:
    """Parts of racks that a table with a joker takes and `place` is sure that it does not, or the other way round."""
    rng, wrong, seen = Random(f"{law} {seed} bound"), [], 0
    for position in small_positions(law, rng):
        if JOKER not in position.table.bag:
            continue
        brute = Brute(position)
        try:
            plays = brute.plays
        except TooLargeError:
            continue
        for part in filter(None, parts(position.rack)):
            effort = Effort(AMPLE)
            play = place(position, part, tidy=False, limit=effort)
            if (play is not None) != (part in plays) and (play or effort.exact):
                wrong.append(f"{shown(position)}\n  place {part}: {play}, not {plays.get(part)}")
        seen += 1
        if seen == count:
            break
    return wrong


@pytest.mark.parametrize("law", BOUND)
def test_no_play_is_missed_where_jokers_are_bound(law: str) -> None:
    assert not missed(law, 1, 250)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("law", BOUND)
def test_no_play_is_missed_in_thousands_of_positions_with_bound_jokers(law: str) -> None:
    assert not missed(law, 2, 4000)


@pytest.mark.parametrize(
    ("rules", "table", "rack"),
    [
        # a joker set lends a tile for the joker of another, and lies there again
        ("default joker_set_split=forbidden", "* r8 b8 | * r9 r10 r11", "k8 k9"),
        ("default joker_set_split=forbidden", "r10 * r12 | k10 b10 y10 * | r11 y11 k11", "y11 y12"),
        # the companion of the joker lies in the old set that the new one holds
        ("jumbo_de", "k2 k3 k4 | * * r3 | k1 k2 k3", "r1 k4"),
        ("jumbo_de", "* k12 k13 | y11 r11 k11 | b11 * k11", "r11 y11"),
        # the old set that the new one holds lies in a joker set
        ("jumbo_de joker_replacement_source=any", "b4 b5 * * | b4 b5 b6", "b6"),
        # two new sets hold it
        ("jumbo_de joker_replacement_source=any", "b3 b4 b5 | * * b5", "b3 b4"),
        # it holds a joker itself
        ("default joker_reuse=new_set_with_rack_tiles", "b1 b2 b3 | * y2 y3 | y1 y2 y3", "y1 *"),
    ],
)
def test_the_whole_rack_is_laid_where_only_one_explanation_allows_it(rules: str, table: str, rack: str) -> None:
    position = Position(f"{rules} tile_set=160", table, rack, opened=True)
    brute = Brute(position)
    assert position.rack in brute.plays
    assert not list(differences(position, brute, Random(1)))


@pytest.mark.parametrize("law", [law for law, (_, opened) in LAWS.items() if opened])
def test_the_single_tiles_that_a_table_takes_are_those_of_brute_force(law: str) -> None:
    rng = Random(3)
    positions = small_positions(law, rng)
    for _ in range(8):
        position = next(positions)
        taken = takes(position)
        kit = position.rules.kit(2).bag
        for tile in KINDS:
            if position.table.bag.count(tile) < kit.count(tile):
                single = replace(position, rack=TileBag([tile]))
                assert (tile in taken) == bool(Brute(single).plays), (shown(position), str(tile))


@pytest.mark.parametrize("law", [law for law, (_, opened) in LAWS.items() if not opened])
def test_the_best_and_the_smallest_opening_are_those_of_brute_force(law: str) -> None:
    rng = Random(4)
    positions = small_positions(law, rng)
    for _ in range(25):
        position = next(positions)
        untouched = replace(position, rules=replace(position.rules, opening_turn_manipulation="forbidden"))
        value = face_value(30)
        for where, rearrange in ((position, True), (untouched, False)):
            brute = Brute(where)
            try:
                wanted = min(brute.frontier(value).items(), default=None)
            except TooLargeError:
                continue
            smallest = smallest_opening(replace(position, opened=True), rearrange=rearrange, limit=AMPLE)
            assert ((smallest.count, smallest.value) if smallest else None) == wanted, shown(where)
            largest = best_opening(position, "value", rearrange=rearrange, limit=AMPLE)
            assert (largest.value if largest else None) == brute.best(value), shown(where)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_four_jokers_on_the_rack_open_like_brute_force(edition: str) -> None:
    rng = Random(edition)
    numbered = [tile for tile in Kit.BIG.bag if not tile.is_joker]
    for _ in range(6):
        rack = TileBag(rng.sample(numbered, rng.randrange(2, 4))) + TileBag([JOKER] * 4)
        position = Position(EDITIONS[edition], Table(), rack, opened=False)
        brute = Brute(position, limit=20_000)
        assert not list(differences(position, brute, rng)), shown(position)
