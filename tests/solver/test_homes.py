"""New sets for freed jokers: what each must hold at least, and what it can grow to."""

from random import Random

from openkub.pieces.melds import Group, Meld, Run
from openkub.pieces.tiles import JOKER, TILES, TileBag
from openkub.pieces.within import melds_within
from openkub.solver.homes import Home, Housed, elsewhere, grown, least_homes

KINDS = TILES[:52]


def holds(meld: Meld, home: Home) -> bool:
    """Whether the set holds the home, its tiles where they belong."""
    core, reading = home.core
    for larger in meld.readings:
        if isinstance(larger, Run) and isinstance(reading, Run) and larger.colour == reading.colour:
            first = reading.first - larger.first
            if first >= 0 and meld[first : first + len(core)] == tuple(core):
                return True
        elif isinstance(larger, Group) and isinstance(reading, Group) and core.bag <= meld.bag:
            return True
    return False


def random_start(rng: Random) -> Housed:
    rack = TileBag([*rng.sample(KINDS, rng.randrange(1, 6)), *[JOKER] * rng.choice((0, 0, 0, 1))])
    return Housed(TileBag(rng.sample(KINDS, rng.randrange(2, 30))), rack, rng.randrange(1, 4))


def test_every_set_for_freed_jokers_holds_a_home_and_every_home_is_one() -> None:
    rng, seen = Random("homes"), 0
    for _ in range(150):
        start = random_start(rng)
        homes = list(least_homes(start, 1))
        assert len({(home.core, home.own) for home in homes}) == len(homes)
        assert all(home.core[1] in home.core[0].readings and JOKER in home.core[0] for home in homes)
        for meld in melds_within(start.supply + TileBag([JOKER] * start.freed)):
            others = [tile for tile in meld.bag if tile in start.rack and not tile.is_joker]
            jokers = min(meld.jokers, start.rack.count(JOKER))
            if JOKER in meld and (others or meld.jokers > 1 <= jokers):
                seen += 1
                assert any(holds(meld, home) for home in homes), (start, meld)
    assert seen > 10_000


def test_a_home_grows_to_all_that_hold_it() -> None:
    rng, seen = Random("growing"), 0
    for _ in range(60):
        start = random_start(rng)
        homes = list(least_homes(start, 1))
        for home in rng.sample(homes, min(3, len(homes))):
            further = start.with_home(home)
            if further:
                supply = further.supply
                forms = list(grown(home.core, supply))
                every = melds_within(supply + home.core[0].bag)
                assert {form.key for form, _ in forms} == {meld.key for meld in every if holds(meld, home)}
                seen += len(forms)
    assert seen > 300


def test_table_tiles_go_into_a_home_before_rack_tiles_but_for_its_companion() -> None:
    start = Housed(TileBag("r5 r7"), TileBag("r5 r6 r7 k1"), 1)
    homes = {str(home.core[0]): home for home in least_homes(start, 1) if str(home.own) == "r6"}
    further = start.with_home(homes["r5 r6 *"])
    assert further
    assert (further.loose, further.rack, further.freed) == (TileBag("r7"), TileBag("r5 r7 k1"), 0)
    assert further.laid == TileBag("r6")
    assert further.with_home(homes["* r6 r7"]) is None


def test_an_old_set_with_a_joker_can_lie_in_a_core_that_grows_around_it() -> None:
    core = Meld("r6 r7 *")
    others = elsewhere(((core, core.readings[0]),), [(Meld("r5 * r7"), 1)], TileBag("r5 k5 b5 y5"), ())
    assert [[str(meld) for meld, _ in placed] for placed in others] == [["r5 r6 r7 *"]]
