"""Random games: moves that are legal, nearly legal and nonsense, for every edition, kit and number of seats."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from openkub.law.moves import Draw, Move, Pass, Play, Redeal, TimeOut
from openkub.law.rules import EDITIONS, Rules
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, Tile, TileBag
from openkub.pieces.within import melds_within
from openkub.play.state import State
from openkub.solver import best_play

TABLES: list[tuple[Rules, int]] = [
    (replace(EDITIONS[edition], tile_set=kit.value), seats)
    for edition in EDITIONS
    for kit in Kit
    for seats in range(2, EDITIONS[edition].most_players + 1)
]
"""Every edition with every kit and every number of players; and draw and play, in some."""
TABLES += [
    (replace(EDITIONS[name], play_after_draw=True), n)
    for name in ("default", "original_fr", "jumbo_de")
    for n in (2, 3, 4)
]


def every_tile(state: State) -> TileBag:
    """All tiles of a round, wherever they are."""
    return TileBag.joined([state.table.bag, *state.racks, TileBag(state.pool)])


def game(rules: Rules, seats: int, rng: Random, turns: int) -> Iterator[State]:
    """A random game: the deal, and the state after every legal move."""
    state = State.deal(rules, seats, f"{rng.random()}")
    yield state
    for _ in range(turns):
        if state.outcome:
            return
        state = state.apply(legal_move(state, rng))
        yield state


def legal_move(state: State, rng: Random) -> Move:
    """A random move that the rules allow: mostly a play where one is found, now and then a time-out."""
    for _ in range(4):
        move = any_move(state, rng)
        if state.check(move) is None:
            return move
    return state.idle if state.check(state.idle) is None else best_effort(state)


def best_effort(state: State) -> Move:
    """Where who can play must: any play, that of the solver if no simple one is found."""
    for table in _lays(state):
        if state.check(Play(table)) is None:
            return Play(table)
    return best_play(state.view(state.turn)) or TimeOut()


def any_move(state: State, rng: Random) -> Move:
    """A random move, legal or not."""
    kinds = [_lay, _add, _cut, _swap, _scramble, _steal, _still, _time_out, _ask]
    return rng.choices(kinds, [30, 25, 10, 8, 4, 3, 10, 10, 3])[0](state, rng)


def _ask(state: State, rng: Random) -> Move:
    """A new deal, which is mostly refused."""
    return Redeal()


def _rack(state: State) -> TileBag:
    return state.racks[state.turn]


def _lays(state: State) -> Iterator[Table]:
    """Sets from the rack: the dearest first, then as many others as fit beside it."""
    melds = sorted(islice(melds_within(_rack(state)), 300), key=lambda meld: -meld.value())
    for first in range(min(len(melds), 5)):
        chosen, left = [], _rack(state)
        for meld in melds[first:]:
            if meld.bag <= left:
                chosen.append(meld)
                left -= meld.bag
        yield Table((*state.table, *chosen))
        yield Table((*state.table, melds[first]))


def _lay(state: State, rng: Random) -> Move:
    tables = list(_lays(state))
    return Play(rng.choice(tables)) if tables else _add(state, rng)


def _add(state: State, rng: Random) -> Move:
    """A few rack tiles, each to the first set that takes it."""
    melds = list(state.table)
    for tile in _some(_rack(state), rng):
        for index, meld in enumerate(melds):
            longer = [Meld((tile, *meld)), Meld((*meld, tile))]
            fitting = [meld for meld in longer if meld.is_valid]
            if fitting:
                melds[index] = rng.choice(fitting)
                break
    return Play(Table(melds))


def _cut(state: State, rng: Random) -> Move:
    """A set is cut in two, with a rack tile at the cut; what comes off an end may found a group."""
    long = [i for i, meld in enumerate(state.table) if len(meld) > 3]
    if not long:
        return _lay(state, rng)
    index = rng.choice(long)
    meld, rest = state.table[index], [m for i, m in enumerate(state.table) if i != index]
    where = rng.randrange(1, len(meld))
    for tile in _rack(state).kinds():
        halves = [Meld((*meld[:where], tile)), Meld(meld[where:])]
        if all(half.is_valid for half in halves):
            return Play(Table((*rest, *halves)))
    freed = rng.choice([0, len(meld) - 1])
    for found in islice(melds_within(_rack(state) + TileBag([meld[freed]])), 200):
        if meld[freed] in found and meld[freed] not in _rack(state):
            left = Meld(tile for place, tile in enumerate(meld) if place != freed)
            return Play(Table((*rest, left, found)))
    return Play(Table((*rest, Meld(meld[:where]), Meld(meld[where:]))))


def _swap(state: State, rng: Random) -> Move:
    """A joker of the table is exchanged for a rack tile and laid again with two others."""
    for index, meld in enumerate(state.table):
        for place in (place for place, tile in enumerate(meld) if tile.is_joker):
            for tile in meld.stands_for(place):
                if tile in _rack(state):
                    swapped = Meld((*meld[:place], tile, *meld[place + 1 :]))
                    left = _rack(state) - TileBag([tile]) + TileBag([JOKER])
                    new = [found for found in islice(melds_within(left), 100) if JOKER in found]
                    others = [m for i, m in enumerate(state.table) if i != index]
                    return Play(Table((*others, swapped, *([rng.choice(new)] if new else []))))
    return _add(state, rng)


def _scramble(state: State, rng: Random) -> Move:
    """All tiles of the table and some of the rack in sets that are hardly ever valid."""
    tiles = [*state.table.bag, *_some(_rack(state), rng)]
    rng.shuffle(tiles)
    return rng.choice([Play, TimeOut])(_dealt(tiles, rng))


def _steal(state: State, rng: Random) -> Move:
    """A table from which a tile is gone, or on which one lies that nobody laid, or far too many."""
    melds = [list(meld) for meld in state.table]
    if melds and rng.random() < 0.5:
        rng.choice(melds).pop()
    else:
        melds.append([rng.choice(TILES)] * rng.choice([1, 3, 9]))
    return rng.choice([Play, TimeOut])(Table.of(meld for meld in melds if meld))


def _still(state: State, rng: Random) -> Move:
    return rng.choice([Draw(), Draw(), Pass()])


def _time_out(state: State, rng: Random) -> Move:
    """The clock runs out on a finished play, on one with loose tiles, or on nothing."""
    move = rng.choice([_lay, _add, _cut, _swap])(state, rng)
    draft = move.table if isinstance(move, Play) else Table()
    left = _rack(state).minus(draft.bag.minus(state.table.bag))
    loose = _dealt(_some(left, rng), rng) if left and rng.random() < 0.6 else Table()
    return TimeOut(rng.choice([Table(), draft, Table((*draft, *loose))]))


def _some(bag: TileBag, rng: Random) -> list[Tile]:
    tiles = list(bag)
    return rng.sample(tiles, rng.randint(1, min(4, len(tiles)))) if tiles else []


def _dealt(tiles: list[Tile], rng: Random) -> Table:
    """The tiles in sets of one to four."""
    melds, start = [], 0
    while start < len(tiles):
        size = rng.randint(1, 4)
        melds.append(tiles[start : start + size])
        start += size
    return Table.of(melds)
