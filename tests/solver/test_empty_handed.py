"""Joker rules that bind jokers: where somebody can lay, every question has a play to tell, within its limit.

Positions are larger than brute force can see to the end of; what it finds with ten times the limit is compared.
"""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import JOKER
from openkub.solver import LIMIT, Effort, any_play, best, can_play, frontier, hint, kernel, plays
from tests.solver.brute import Brute, TooLargeError
from tests.solver.test_editions import shown
from tests.workshop.dealing import random_position
from tests.workshop.hostile import hostile_position

JUMBO = 20
"""Of so many laws more there is one that is printed."""


CHOICES = {
    "joker_set_split": ("forbidden", "allowed"),
    "joker_reuse": ("same_turn_anywhere", "new_set", "new_set_with_rack_tiles", "new_set_with_two_rack_tiles"),
    "joker_replacement_source": ("any", "rack"),
    "opening_turn_manipulation": ("allowed", "forbidden"),
    "opening_sets": ("one_or_more", "one"),
    "opening_joker_value": ("face", "zero"),
}


def bound_laws() -> list[Rules]:
    """Every mix of the options that have a say in it, and leave jokers not wholly free."""
    mixes = (dict(zip(CHOICES, mix, strict=True)) for mix in product(*CHOICES.values()))
    laws = (replace(EDITIONS["default"], **mix) for mix in mixes)  # type: ignore[arg-type]  # words of their options
    return [rules for rules in laws if not rules.jokers_are_free]


def small_opening(rng: Random, rules: Rules) -> Position:
    """Up to three sets and a rack within a few numbers, before the opening: small enough for brute force."""
    points = rng.choice((1, 8, 15, 20, 30, 30))
    low = rng.randrange(6 if points == 30 else 1, 12)
    return random_position(
        rng,
        replace(rules, opening_min_points=points),
        kit=rng.choice(list(Kit)),
        jokers=rng.choice((1, 2, 2, 2, 3, 4)),
        sets=rng.randrange(1, 4),
        rack=rng.randrange(3, 8),
        numbers=range(low, min(14, low + rng.randrange(3, 6))),
        joker_share=0.25,
        opened=False,
    )


def compare(seed: int, count: int) -> int:
    """Compare so many openings with brute force by the referee, and return how many positions have one."""
    rng, laws, seen, playable = Random(f"opening {seed}"), bound_laws(), 0, 0
    while seen < count:
        position = small_opening(rng, rng.choice(laws))
        if JOKER not in position.table.bag:
            continue
        try:
            every = Brute(position).plays
        except TooLargeError:
            continue
        seen += 1
        playable += bool(every)
        answer = best(position)
        assert (answer is not None) == bool(every), shown(position)
        assert can_play(position) == (any_play(position) is not None) == bool(every), shown(position)
        if answer:
            assert answer.laid in every, shown(position)
            assert position.play_problem(answer.table) is None, shown(position)
            assert not answer.exact or answer.count == max(map(len, every)), shown(position)
    return playable


def test_openings_under_bound_jokers_are_those_of_brute_force() -> None:
    assert compare(1, 150) >= 30


@pytest.mark.slow
def test_openings_under_bound_jokers_are_those_of_brute_force_in_many_positions() -> None:
    assert compare(2, 12_000) >= 3000


def any_position(rng: Random) -> Position:
    """One who has opened, with up to twenty sets on the table; or a hostile position."""
    laws = [*bound_laws(), *[EDITIONS["jumbo_de"]] * JUMBO]
    rules = _rules(rng, laws)
    if rng.random() < 0.3:
        return hostile_position(rng, rules)
    low = rng.randrange(1, 8)
    return random_position(
        rng,
        rules,
        kit=Kit.BIG,
        jokers=rng.choice((1, 2, 3, 4, 4)),
        sets=rng.randrange(2, 20),
        rack=rng.randrange(2, 14),
        numbers=range(low, min(14, low + rng.randrange(3, 12))),
        joker_share=0.2,
    )


def _rules(rng: Random, laws: list[Rules]) -> Rules:
    return replace(rng.choice(laws), opening_min_points=rng.choice((8, 15, 30, 30, 50)), tile_set=160)


def ask(seed: int, count: int) -> tuple[int, int, list[str]]:
    """Ask about so many positions: in how many something was told, in how many nothing, without proof, and which of
    these it could have been told with more work, or by another question.
    """
    rng, seen, told, unproven, missed = Random(f"any {seed}"), 0, 0, 0, list[str]()
    while seen < count:
        position = any_position(rng)
        if JOKER not in position.table.bag:
            continue
        seen += 1
        effort = Effort(LIMIT)
        answer = best(position, tidy=False, limit=effort)
        if answer:
            told += 1
            assert position.play_problem(answer.table) is None, shown(position)
            is_told = all(_told(position)) if seen % 10 == 0 else can_play(position)
        else:
            unproven += not effort.exact
            is_told = effort.exact or not (can_play(position) or best(position, tidy=False, limit=10 * LIMIT))
            assert not effort.exact or any_play(position) is None, shown(position)
        if not is_told:
            missed.append(shown(position))
    return told, unproven, missed


def _told(position: Position) -> tuple[bool, ...]:
    """Whether each question has something to tell."""
    return (
        can_play(position),
        any_play(position) is not None,
        best(position) is not None,
        best(position, "value") is not None,
        best(position, "fewest") is not None,
        hint(position, 1) is not None,
        bool(frontier(position)),
        next(iter(plays(position)), None) is not None,
    )


def test_nobody_is_told_nothing_where_more_work_finds_something() -> None:
    told, unproven, missed = ask(1, 200 if kernel.IS_COMPILED else 2)
    assert told
    assert not unproven
    assert not missed


@pytest.mark.slow
def test_nobody_is_told_nothing_where_more_work_finds_something_in_many_positions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    count = 30_000
    told, unproven, missed = ask(2, count)
    with capsys.disabled():
        print(f"\n{told:,} of {count:,} are told a play, {unproven} nothing without proof; missed: {missed}")
    assert told > count // 2
    assert not missed


NEW = "default tile_set=160 joker_reuse=new_set_with_rack_tiles"


@pytest.mark.parametrize(
    ("rules", "table", "rack"),
    [
        (
            NEW,
            "y6 k6 b6 | * y4 y5 y6 y7 y8 * y10 | r9 b9 k9 | y2 b2 k2 r2 | r4 r5 r6 | k2 k3 k4 k5 k6 k7 | y8 k8 b8 | "
            "r9 r10 r11 | b1 y1 k1 r1 | k2 k3 k4 | r11 y11 b11 | k6 y6 b6",
            "b5 k9 b9 k10",
        ),
        (
            NEW,
            "k9 k10 k11 | r7 r8 r9 * r11 r12 | b6 b7 b8 b9 b10 b11 b12 b13 | r9 r10 r11 | b10 k10 y10 | y11 b11 r11 | "
            "* k7 k8 * k10 k11 | b10 b11 b12 b13",
            "b7 y9",
        ),
        (NEW, "r11 r12 r13 | * r7 r8 * * * r12 r13", "y6 k7 r7 k9 k10 b10 y11 k12 b12"),
    ],
)
def test_where_freed_jokers_have_many_new_sets_to_go_to_one_that_leads_on_is_found(
    rules: str, table: str, rack: str
) -> None:
    position = Position(rules, table, rack, opened=True)
    assert all(_told(position))


@pytest.mark.parametrize(
    ("rules", "table", "rack"),
    [
        (NEW, "k5 * * k8 k9 k10 k11 k12 k13 | k10 b10 y10 r10 | b5 b6 b7 b8 b9 b10 b11 b12 b13", "k5 r7 r8 r8 r12 b13"),
        (NEW, "* y7 y8 | r3 r4 * r6 r7 r8 r9 r10 * r12 r13 | r11 * b11", "y3 b4 r6"),
        (f"{NEW} joker_replacement_source=rack", "* * r4 * r6 r7 | r2 * r4 r5 r6 r7", "k3 y3 k6 b7 y7"),
        ("default joker_set_split=forbidden", "k3 * y3 | b1 b2 b3 | r1 r2 r3", ""),
    ],
)
def test_who_can_lay_nothing_is_told_so_for_sure(rules: str, table: str, rack: str) -> None:
    effort = Effort(LIMIT)
    assert best(Position(rules, table, rack, opened=True), limit=effort) is None
    assert effort.exact
