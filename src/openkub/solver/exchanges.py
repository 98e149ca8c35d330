"""Jokers exchanged before an opening, where any opening will do.

If there is a turn that opens at all, there is one that exchanges no more jokers than its opening needs, lays the sets
of that opening beside the table, and does nothing else: a part of an exchange is an exchange too, what counts towards
an opening is made of the rack and the freed jokers alone, and every set of it is new and holds a tile of the rack. So
whether anybody can open is a question to the kernel for each choice of tiles to give, the fewest first. What it finds
then uses all the jokers that are freed, or fewer would have done.

Only one law can have something against it: no set is new that holds all tiles of another which went with the exchange.
Where it has, the sets with a joker are tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from openkub.law.jokers import exchanged, swaps
from openkub.law.opening import WORK, Work
from openkub.law.turns import Position
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.pieces.within import melds_within
from openkub.solver.effort import MELD, SWAP, WAY, Effort, goes_on
from openkub.solver.laying import Laid
from openkub.solver.openings import LEAST, can_open, lay_alone, lay_opening
from openkub.solver.parts import lay_part
from openkub.solver.strict import Terms, is_free, lay_any
from openkub.solver.weights import EACH_TILE

_LOOK = 300
"""What it costs to see whether freed jokers lie in new sets, in the successors that the kernel could look at."""
_STORIES = 1000
"""The same for a verdict on how they came to lie there."""


def lay_something(position: Position, effort: Effort) -> Laid | None:
    """What can be laid in this turn, whichever way is found first."""
    found = lay_soonest(position, effort)
    if found or effort.exact or effort.left <= 0 or position.opened or position.rules.joker_needs_opened:
        return found
    return lay_opening(position, Terms(EACH_TILE, effort=effort))


def lay_soonest(position: Position, effort: Effort) -> Laid | None:
    """The same without the longest way, which is that of the largest turn."""
    if not position.opened:
        return lay_beside(position, effort)
    rules, table, rack = position.rules, position.table, position.rack
    if is_free(position):
        return lay_any(rules, table, rack, effort)
    most = effort.left * 3 // 5
    share = Effort(most)
    found = lay_any(rules, table, rack, share)
    effort.left -= most - share.left
    return found if found or share.exact else lay_part(position, effort)


def lay_beside(position: Position, effort: Effort) -> Laid | None:
    """An opening beside the table, whichever is found first: of the rack alone or, where that may be, with jokers."""
    alone = lay_alone(position, effort)
    if alone or position.rules.joker_needs_opened:
        return alone
    refused: dict[object, _Exchange] = {}
    openings: dict[TileBag, tuple[Meld, ...]] = {}
    for exchange in _exchanges(position, effort):
        start = exchange.start
        if exchange.given not in openings:
            if not goes_on(effort, WAY):
                return None
            alone = lay_alone(start, effort)
            uses_all = alone and exchange.freed <= alone.laid
            openings[exchange.given] = alone.table[len(start.table) :] if alone and uses_all else ()
        sets = openings[exchange.given]
        if sets:
            found = exchange.judged(Table((*start.table, *sets)), effort)
            if found:
                return found
            refused.setdefault((exchange.given, frozenset(exchange.gone)), exchange)
    return _otherwise(list(refused.values()), effort) if refused else None


def _otherwise(refused: list[_Exchange], effort: Effort) -> Laid | None:
    """An opening for which jokers are exchanged like that, by half of what is left; if there is none, a larger turn may
    still be lawful, in which another set holds the tiles of the one that went.
    """
    most = max(effort.left, 0) // 2
    share = Effort(most)
    tries = (exchange.judged(table, share) for exchange in refused for table in exchange.ways(share))
    found = next(filter(None, tries), None)
    effort.left -= most - share.left
    effort.exact = effort.exact and found is not None
    return found


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Tiles given for as many jokers, which left the sets that had held the jokers like this."""

    position: Position
    given: TileBag
    sets: tuple[Meld, ...]

    @property
    def freed(self) -> TileBag:
        """The jokers that were got."""
        return TileBag([JOKER] * len(self.given))

    @property
    def start(self) -> Position:
        """The position after it."""
        position = self.position
        rack = position.rack - self.given + self.freed
        return replace(position, table=exchanged(position.table, self.sets), rack=rack)

    @property
    def gone(self) -> list[TileBag]:
        """The tiles of the sets that went, of those that the rack could make again."""
        before, start = self.position.table, self.start
        return [bag for bag in (before[place].bag for place in before.not_in(start.table)) if bag <= start.rack]

    def judged(self, table: Table, effort: Effort) -> Laid | None:
        """A turn that leaves this table, if the referee accepts it."""
        work = Work(min(WORK, max(effort.left, LEAST)))
        is_allowed = self._houses(table) and self.position.allows(table, work)
        goes_on(effort, _STORIES + work.spent if work.spent else _LOOK)
        if not is_allowed:
            return None
        laid = table.bag - self.position.table.bag
        return Laid(len(laid), laid, table)

    def _houses(self, table: Table) -> bool:
        """Whether all freed jokers lie in new sets, where they must; soon seen, as often they do not."""
        before = self.position.table
        if self.position.rules.joker_reuse == "same_turn_anywhere":
            return True
        held = [old for old in before if JOKER in old]
        homes = [home for home in table[len(before) :] if JOKER in home]
        olds = ([old for old in held if old.bag <= home.bag] for home in homes)
        are_new = [all(_times(old, table) > before.keys[old.key] for old in within) for within in olds]
        return sum(home.jokers for home, is_new in zip(homes, are_new, strict=True) if is_new) >= len(self.given)

    def ways(self, effort: Effort) -> Iterator[Table]:
        """The start with an opening that uses all jokers, in sets that hold none that went, as far as these are seen.

        Whoever does without a tile of each that went makes no set that holds it. If the opening is a single set, that
        is every way; otherwise sets with a joker are laid one by one.
        """
        start, gone = self.start, self.gone
        for without in product(*([tile for tile in bag.kinds() if not tile.is_joker] for bag in gone)):
            rack = TileBag(tile for tile in start.rack if tile not in without)
            alone = lay_alone(replace(start, rack=rack), effort) if goes_on(effort, WAY) else None
            if alone and self.freed <= alone.laid:
                yield alone.table
        if start.rules.opening_sets == "one_or_more":
            homes = [
                home
                for home in melds_within(start.rack)
                if goes_on(effort, MELD) and JOKER in home and not any(bag <= home.bag for bag in gone)
            ]
            yield from _with_homes(start, homes, effort)


def _with_homes(start: Position, homes: list[Meld], effort: Effort) -> Iterator[Table]:
    """Some of these sets laid first, and the rest as the kernel says; no further than it sees points enough."""
    for place, home in enumerate(homes):
        if not goes_on(effort, WAY):
            return
        if home.bag <= start.rack:
            lacking = start.rules.opening_min_points - home.value(start.rules.opening_joker_value)
            table, rack = Table((*start.table, home)), start.rack - home.bag
            if lacking <= 0:
                if JOKER not in rack:
                    yield table
                continue
            more = Position(replace(start.rules, opening_min_points=lacking), table, rack, opened=False)
            alone = lay_alone(more, effort)
            if alone and alone.laid.count(JOKER) == rack.count(JOKER):
                yield alone.table
                yield from _with_homes(more, homes[place:], effort)


def _times(old: Meld, table: Table) -> int:
    """In how many sets of the table a set lies."""
    return sum(old.bag <= meld.bag for meld in table)


def _exchanges(position: Position, effort: Effort) -> Iterator[_Exchange]:
    """Every choice of tiles to give for jokers, the fewest first.

    Those are left out that free too few jokers even for a rack that gave nothing; and those come first that give least
    of what such a rack would lay.
    """
    rack, table = position.rack, position.table
    jokers = TileBag([JOKER] * table.bag.count(JOKER))
    dream = lay_alone(replace(position, rack=rack + jokers), effort)
    if dream is None:
        return
    gifts: list[tuple[TileBag, tuple[Meld, ...]]] = [(TileBag(), ())]
    for meld in table:
        if JOKER in meld:
            choices = [(swapped, tiles) for swapped, tiles in swaps(meld) if tiles <= rack]
            goes_on(effort, SWAP * len(choices) * len(gifts))
            longer = [(given + tiles, (*sets, swapped)) for given, sets in gifts for swapped, tiles in choices]
            gifts = [gift for gift in longer if gift[0] <= rack]
    some = (TileBag([JOKER] * count) for count in range(1, len(jokers) + 1))
    least = next((bag for bag in some if can_open(position.rules, rack + bag, effort)), jokers)
    wanted = [(given, sets) for given, sets in gifts if len(given) >= len(least)]
    for given, sets in sorted(wanted, key=lambda gift: (len(gift[0]), -len(gift[0].minus(dream.laid)))):
        yield _Exchange(position, given, sets)
