"""Anything at all that can be laid, whichever way is found first: so that nobody comes back empty-handed.

Before the opening, where jokers may be exchanged first: if there is a turn that opens, there is one that exchanges no
more jokers than its opening needs, lays the sets of that opening beside the table, and does nothing else. A part of an
exchange is an exchange too, what counts towards an opening is made of the rack and the freed jokers alone, and every
set of it is new and holds a tile of the rack. So whether anybody can open is a question to the kernel for each choice
of tiles to give, the fewest first. What it finds then uses all the jokers that are freed, or fewer would have done.

Only one law can have something against it: no set is new that holds all tiles of another which went with the exchange.
Where it has, `exchanges` tells every other opening; if there is none that any turn could have, nobody can open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from openkub.law.jokers import swaps
from openkub.law.turns import Position
from openkub.pieces.melds import Meld
from openkub.pieces.tiles import JOKER, TileBag
from openkub.solver.effort import PAIR, SOME, SWAP, WAY, Effort, goes_on
from openkub.solver.exchanges import Exchange
from openkub.solver.laying import Laid
from openkub.solver.openings import can_open, lay_alone, lay_opening
from openkub.solver.strict import Terms, is_free, lay_any
from openkub.solver.weights import EACH_TILE


def may_lead_nowhere(position: Position) -> bool:
    """Whether all the work may go into turns that the rules refuse, so that any turn at all is looked for first."""
    if position.opened:
        return not is_free(position)
    return not (position.rules.joker_needs_opened or position.rules.jokers_are_free)


def lay_something(position: Position, effort: Effort) -> Laid | None:
    """What can be laid in this turn, whichever way is found first."""
    found = lay_soonest(position, effort)
    if found or effort.exact or effort.left <= 0 or position.opened or position.rules.joker_needs_opened:
        return found
    return lay_opening(position, Terms(EACH_TILE, effort=effort))


def lay_near_at_hand(position: Position, most: int, effort: Effort) -> Laid | None:
    """The same where so much work has led to nothing; a little is always left for it."""
    more = max(most // 8, SOME) + max(effort.left, 0)
    rest = Effort(more)
    found = lay_something(position, rest)
    effort.left -= more - rest.left
    return found


def lay_soonest(position: Position, effort: Effort) -> Laid | None:
    """What can be laid without the longest way, which is that of the largest turn."""
    if not position.opened:
        return lay_beside(position, effort)
    return lay_any(position, effort)


def lay_beside(position: Position, effort: Effort) -> Laid | None:
    """An opening beside the table, whichever is found first: of the rack alone or, where that may be, with jokers."""
    alone = lay_alone(position, effort)
    if alone or position.rules.joker_needs_opened:
        return alone
    others: dict[object, Exchange] = {}
    openings: dict[TileBag, tuple[Meld, ...] | None] = {}
    was_refused = False
    for exchange in _exchanges(position, effort):
        start = exchange.start
        if exchange.given not in openings:
            if not goes_on(effort, WAY):
                return None
            alone = lay_alone(start, effort)
            openings[exchange.given] = alone.table[len(start.table) :] if alone else None
        sets = openings[exchange.given]
        if sets is None:
            continue
        if exchange.houses_all(sets):
            found = exchange.judged(sets, effort)
            if found:
                return found
            was_refused = True
        others.setdefault((exchange.given, frozenset(exchange.gone)), exchange)
    return _otherwise(list(others.values()), effort) if was_refused else None


def _otherwise(exchanges: list[Exchange], effort: Effort) -> Laid | None:
    """Any other opening for which jokers are exchanged like that: those that are soon seen first, then all.

    Where one of these is refused, a larger turn may still be lawful, in which other sets hold the tiles of the set that
    went.
    """
    for exchange in exchanges:
        for sets in exchange.soon_seen(effort):
            found = exchange.judged(sets, effort)
            if found:
                return found
    if exchanges[0].may_lie_otherwise:
        return _lay_least(exchanges, effort)
    may_be_missed = False
    for exchange in exchanges:
        for sets in exchange.openings(effort):
            found = exchange.judged(sets, effort)
            if found:
                return found
            may_be_missed = True
    effort.exact = effort.exact and not may_be_missed
    return None


def _lay_least(exchanges: list[Exchange], effort: Effort) -> Laid | None:
    """A turn that lays the tiles of an opening anywhere, where that opens: the smallest openings decide."""
    position, refused = exchanges[0].position, list[TileBag]()
    opened = replace(position, opened=True)
    for must in sorted({tiles for exchange in exchanges for tiles in exchange.least_laid(effort)}, key=len):
        if not goes_on(effort, WAY + PAIR * len(refused)):
            return None
        found = None if any(less <= must for less in refused) else lay_any(opened, effort, must)
        if found and position.allows(found.table):
            return found
        effort.exact = effort.exact and not found
        refused.append(must)
    return None


def _exchanges(position: Position, effort: Effort) -> Iterator[Exchange]:
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
        yield Exchange(position, given, sets)
