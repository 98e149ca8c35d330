"""`explain`: replaying its steps gives the table after; how near the lists come to the shortest ones."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, product
from random import Random

import pytest

from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, Tile, TileBag
from openkub.play.draft import Draft
from openkub.solver import LIMIT, Effort, best, difficulty, explain
from tests.workshop.dealing import OBJECTIVES, mixed, positions_of_games

Pair = tuple[Table, Table]


def pairs(positions: Iterator[Position], rng: Random) -> Iterator[Pair]:
    """The tables before and after the best plays."""
    for position in positions:
        answer = best(position, rng.choice(OBJECTIVES), tidy=rng.random() < 0.8)
        if answer:
            yield position.table, answer.table


def explained(before: Table, after: Table, limit: int = LIMIT) -> int:
    """The number of steps, which lead from one table to the other."""
    steps = explain(before, after, limit=limit)
    draft = Draft.start(Position(Rules(), before, after.bag - before.bag, opened=True)).after(*steps)
    assert draft.table.same_sets(after), (str(before), str(after), steps)
    return len(steps)


def test_replaying_an_explanation_gives_the_table_after_in_games() -> None:
    rng = Random(1)
    for before, after in pairs(positions_of_games(EDITIONS, rng, 1200), rng):
        explained(before, after)


def test_replaying_an_explanation_gives_the_table_after_in_random_positions() -> None:
    rng = Random(2)
    for before, after in pairs(islice(mixed(rng), 250), rng):
        explained(before, after)


def test_nothing_is_to_be_explained_where_nothing_changed() -> None:
    table = Table.parse("r5 * r7 | k9 b9 y9")
    assert explain(table, Table(reversed(table))) == ()


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        ("r4 r5 r6", "r4 r5 r6 r7", "Add"),
        ("", "k1 r1 b1", "Lay"),
        ("r1 r2 r3 r4 r5 r6", "r1 r2 r3 | r4 r5 r6 | k1 b1 y1", "Split Lay"),
        ("r1 r2 r3 | r4 r5 r6", "r1 r2 r3 r4 r5 r6 r7", "Join Add"),
        ("r5 * r7", "r5 r6 r7 | k9 b9 *", "Swap Lay"),
        ("r7 k7 b7 y7", "k7 b7 y7 | r7 r8 r9", "Take Lay"),
    ],
)
def test_a_simple_change_is_explained_as_a_person_would(before: str, after: str, kinds: str) -> None:
    steps = explain(Table.parse(before), Table.parse(after))
    assert [type(step).__name__ for step in steps] == kinds.split()


def runs_and_groups() -> tuple[Position, Table]:
    """Twelve runs, from 1 to 13 but for a last tile, that are to be 39 groups: as much as can change."""
    runs = [Meld(TILES[colour:JOKER:4]) for colour in range(4)] * 3
    groups = [Meld(TILES[first : first + 4]) for first in range(0, JOKER, 4)] * 3
    last = Meld(runs[-1][:-1])
    return Position("default tile_set=160", Table((*runs[:-1], last)), TileBag("y13"), opened=True), Table(groups)


@pytest.mark.parametrize("limit", [0, 1, 10_000, 100_000, LIMIT])
def test_a_table_that_is_turned_upside_down_is_explained_within_any_limit(limit: int) -> None:
    position, after = runs_and_groups()
    effort = Effort(limit)
    assert explained(position.table, after, limit) == len(explain(position.table, after, limit=effort)) == 51
    assert limit - effort.left <= limit + 100_000
    assert difficulty(position, after, limit=limit).grade == 5


@pytest.mark.parametrize("limit", [0, 2000])
def test_with_a_smaller_limit_the_steps_still_lead_to_the_table_after(limit: int) -> None:
    rng = Random(6)
    for before, after in pairs(islice(mixed(rng), 60), rng):
        explained(before, after, limit)


# --- the shortest list of steps, by trying every way to say which tile goes where ---


def shortest(before: Table, after: Table) -> int:
    """A lower bound that is nearly always reached: sets are taken apart first and put together then.

    Every tile of a changed set goes to a new set that has it. The tiles of an old set that go to one new set stay
    together on the table, or are taken into the hand. A set that lies in `n` parts cost `n - 1` splits, and one step to
    take whatever is taken. A new set costs a step to join each part but the first and one to add what is missing, or
    one step to lay it. Where one joker leaves and its tile comes in its place, a swap does both.
    """
    olds = [before[i] for i in before.not_in(after)]
    news = [after[i] for i in after.not_in(before)]
    best_so_far = [99]

    def place(at: int, room: list[TileBag], cost: int, plan: _Plan) -> None:
        if cost >= best_so_far[0]:
            return
        if at == len(olds):
            best_so_far[0] = min(best_so_far[0], cost + plan.finished(room))
            return
        for shares in _shares(olds[at].bag, room):
            rest = [room[i] - share for i, share in enumerate(shares)]
            filled = [i for i, share in enumerate(shares) if share]
            for stay in _choices(filled):
                taken = {i: shares[i] for i in filled if i not in stay}
                out = TileBag.joined(taken.values())
                then = plan.with_parts(stay, taken)
                splits = max(len(stay) - 1, 0)
                place(at + 1, rest, cost + splits + bool(out), then)
                if len(stay) == 1 and out.count(JOKER) == 1:
                    for tile in _stood_for(olds[at]):
                        place(at + 1, rest, cost + 1 + (len(out) > 1), then.with_swap(stay[0], tile))

    place(0, [meld.bag for meld in news], 0, _Plan.empty(len(news)))
    return best_so_far[0]


@dataclass(frozen=True)
class _Plan:
    """For every new set: the parts on the table that go into it, what comes by hand, and what by a swap."""

    parts: tuple[int, ...]
    hand: tuple[TileBag, ...]
    swapped: tuple[TileBag, ...]

    @classmethod
    def empty(cls, sets: int) -> "_Plan":
        return cls((0,) * sets, (TileBag(),) * sets, (TileBag(),) * sets)

    def with_parts(self, stay: tuple[int, ...], taken: dict[int, TileBag]) -> "_Plan":
        parts = tuple(number + (i in stay) for i, number in enumerate(self.parts))
        hand = tuple(tiles + taken.get(i, TileBag()) for i, tiles in enumerate(self.hand))
        return _Plan(parts, hand, self.swapped)

    def with_swap(self, home: int, tile: Tile) -> "_Plan":
        swapped = tuple(tiles + TileBag([tile] * (i == home)) for i, tiles in enumerate(self.swapped))
        return _Plan(self.parts, self.hand, swapped)

    def finished(self, room: list[TileBag]) -> int:
        """The steps that finish the new sets, where `room` is what comes from the rack."""
        cost = 0
        for number, hand, swapped, rack in zip(self.parts, self.hand, self.swapped, room, strict=True):
            missing = hand + rack
            if not swapped <= missing:
                return 99
            cost += number - 1 + (missing != swapped) if number else 1
        return cost


def _stood_for(old: Meld) -> list[Tile]:
    """The tiles for which the jokers of a set may stand."""
    return sorted({tile for place, at in enumerate(old) if at.is_joker for tile in old.stands_for(place)})


def _choices(items: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(items), -1, -1):
        yield from combinations(items, size)


def _shares(tiles: TileBag, room: list[TileBag]) -> Iterator[list[TileBag]]:
    """Every way to send all these tiles to sets that still have room for them."""
    kinds = list(tiles.kinds())
    ways = []
    for tile in kinds:
        count = tiles.count(tile)
        limits = [range(min(count, bag.count(tile)) + 1) for bag in room]
        ways.append([numbers for numbers in product(*limits) if sum(numbers) == count])
    for chosen in product(*ways):
        yield [
            TileBag(tile for tile, numbers in zip(kinds, chosen, strict=True) for _ in range(numbers[i]))
            for i in range(len(room))
        ]


def is_small(before: Table, after: Table) -> bool:
    """Whether all ways can be tried, and the change is more than the order in which a joker lies."""
    olds, news = before.not_in(after), after.not_in(before)
    ways = 1
    for i in olds:
        for tile in before[i].bag.kinds():
            ways *= max(1, sum(tile in after[j] for j in news))
    gone, come = Counter(before[i].bag for i in olds), Counter(after[j].bag for j in news)
    return ways <= 1000 and len(olds) <= 5 and not gone & come


def lengths(seed: int, count: int) -> Counter[int]:
    """By how many steps explanations are longer than the bound."""
    rng = Random(seed)
    found: Counter[int] = Counter()
    for before, after in pairs(positions_of_games(EDITIONS, rng, count), rng):
        if before.not_in(after) and is_small(before, after):
            bound = shortest(before, after)
            steps = explained(before, after)
            found[steps - bound] += 1
    return found


@pytest.mark.heavy
def test_nine_explanations_of_ten_are_the_shortest() -> None:
    longer = lengths(3, 450)
    assert longer.total() >= 80
    assert longer[0] / longer.total() >= 0.9, longer
    assert min(longer) >= 0, longer


@pytest.mark.slow
def test_thousands_of_explanations_lead_to_the_table_after(capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(4)
    steps = Counter(explained(*pair) for pair in pairs(positions_of_games(EDITIONS, rng, 12_000), rng))
    random_steps = Counter(explained(*pair) for pair in pairs(islice(mixed(rng), 3000), rng))
    longer = lengths(5, 6000)
    with capsys.disabled():
        print("\nsteps in games:", sorted(steps.items()))
        print("steps in random positions:", sorted(random_steps.items()))
        print("longer than the bound by:", sorted(longer.items()))
