"""Every question that can be asked about a turn, answered from a `View`, or from a table, a rack and rules.

Each takes a `limit`: how much work it may cost, which is the same on every machine. Where that is too little, what was
found stands, and the answer says that it is not `exact`. Who gives an `Effort` sees there what is left of it.

>>> here = Position(Rules(), Table.parse("r5 * r7 | k9 b9 y9"), TileBag.parse("r8 k3 r9"), opened=True)
>>> answer = best(here)
>>> answer.count, answer.value, str(answer.table)
(2, 17, 'k9 b9 y9 | r5 * r7 r8 r9')
>>> [str(tile) for tile in takes(here) if tile.number == 9]
['r9']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from os import cpu_count
from typing import Literal

from openkub.law.moves import Play
from openkub.law.turns import Position
from openkub.notation.text import nearest
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TILES as KINDS
from openkub.pieces.tiles import Tile, TileBag
from openkub.play.view import View
from openkub.solver import kernel
from openkub.solver.anything import lay_near_at_hand, lay_soonest, may_lead_nowhere
from openkub.solver.calm import lay_greedily
from openkub.solver.effort import LIMIT, WAY, Effort, Limit, effort_of, goes_on, work_of
from openkub.solver.laying import Laid, meld_of
from openkub.solver.openings import can_open, lay_turn
from openkub.solver.strict import Terms, can_lay, is_free
from openkub.solver.tidying import tidied
from openkub.solver.weights import EACH_TILE, Weights, face_value

Where = View | Position
Objective = Literal["tiles", "value", "fewest"] | Weights
_OBJECTIVES = ("tiles", "value", "fewest")
_GUARDS = sum(8 << 4 * kind for kind in range(53))
_ALL_TILES = Kit.BIG.bag.bits | _GUARDS
_PORTION = 8
_LARGE_PORTION = 64
"""How many of many positions a core takes at a time, and how many where the kernel takes them in one go."""
_BYTES = 27
"""What the kernel wants for counts of tiles."""
_LAYS = 2
"""What a row of the kernel begins with where it lays a tile."""
_CUT = 1
"""Where it says whether the search for it was cut short."""
Told = tuple[bytes, Sequence[Meld], int]
"""A row of the kernel, beside the sets from before that are not changed; those that are, as bits."""


@dataclass(frozen=True)
class Answer:
    """A play that was found: what it gains, the rack tiles that it lays, the table that it leaves.

    It is `exact` if no play gains more for sure: the search was not cut short by its limit. It is `calm` if, besides,
    no play that gains as much changes fewer sets of the table, or as many with fewer tiles, for sure; one that was not
    asked to be tidy does not know. Tiles and table are put together when they are looked at first.
    """

    gain: int
    laid: TileBag
    table: Table
    joker: int = 30
    exact: bool = True
    calm: bool = False

    @classmethod
    def untold(cls, gain: int, told: Told, joker: int, exact: bool, calm: bool = False) -> Answer:
        """An answer as the kernel gives it."""
        answer = object.__new__(cls)
        answer.__dict__.update(gain=gain, joker=joker, exact=exact, calm=calm, _told=told)
        return answer

    def __getattr__(self, name: str) -> object:
        """The tiles laid or the table, which are not there before they are asked for."""
        if name not in ("laid", "table") or "_told" not in self.__dict__:
            raise AttributeError(name)
        row, before, changed = self.__dict__["_told"]
        kept = [meld for place, meld in enumerate(before) if not changed >> place & 1]
        others = map(meld_of, kernel.sets_told(row))
        self.__dict__.update(laid=TileBag.from_bits(kernel.laid_told(row)), table=Table((*kept, *others)))
        return self.__dict__[name]

    @property
    def play(self) -> Play:
        """The move itself."""
        return Play(self.table)

    @property
    def count(self) -> int:
        """How many rack tiles it lays."""
        return len(self.laid)

    @property
    def value(self) -> int:
        """The sum of their numbers, a joker counted as what it costs on the rack."""
        return self.laid.points(self.joker)


def position_of(where: Where) -> Position:
    """The position that a seat looks at; of a spectator's view there is none."""
    if not isinstance(where, Position):
        return _seen_from(where)
    table = where.table
    both = table.bag.bits + where.rack.bits  # a count with its guard set is too large in any case
    if table.first_invalid is not None or both & _GUARDS or (_ALL_TILES - both) & _GUARDS != _GUARDS:
        raise ValueError(table.why_invalid or Kit.BIG.lacks(table.bag + where.rack))
    return where


def _seen_from(where: Where) -> Position:
    """The same for those who have the kernel look through the table."""
    if isinstance(where, View):
        return where.position
    if not isinstance(where, Position):
        raise TypeError(f"the solver looks at a View or a Position, not at a {type(where).__name__}")
    return where


@lru_cache(64)
def _weights(objective: Literal["tiles", "value", "fewest"], joker: int) -> Weights:
    value = face_value(joker)
    return value.then(EACH_TILE) if objective == "value" else EACH_TILE.then(value)


def best(where: Where, objective: Objective = "tiles", *, tidy: bool = True, limit: Limit = LIMIT) -> Answer | None:
    """The best play: most tiles (then value), most value (then tiles), fewest tiles, or any weights.

    Among equal plays it disturbs the table least, unless that does not matter (`tidy=False` is quicker).
    """
    position = _seen_from(where)
    _check(objective)
    effort = effort_of(limit)
    most, sure = effort.left, None
    if objective != "fewest" and position.opened and is_free(position):
        weights = weights_for(position, objective)
        try:
            answer = _calm(position, weights, effort) if tidy else _first(position, weights, effort)
        except ValueError:
            position_of(position)  # which says why, if it is the table
            raise
    else:
        position = position_of(where).layable
        fewest = objective == "fewest"
        weights = face_value(position.rules.joker_penalty) if fewest else weights_for(position, objective)
        if may_lead_nowhere(position):
            share = Effort(most)
            sure = lay_soonest(position, share)
            effort.left = share.left
            if sure is None and share.exact:
                return None
        answer = (_fewest if fewest else _best)(position, weights, effort, tidy=tidy)
    if effort.exact or (answer and not sure):
        return answer
    sure = sure or lay_near_at_hand(position, most, effort)
    found = _answer(position, replace(sure, gain=weights.gain(sure.laid)), exact=False) if sure else None
    if answer and found and (objective == "fewest" or answer.gain >= found.gain):
        return answer
    return found or answer


def best_many(
    positions: Iterable[Where], objective: Objective = "tiles", *, tidy: bool = True, limit: int = LIMIT
) -> list[Answer | None]:
    """What `best` says of each of these positions, in their order; all cores look for it."""
    _check(objective)
    asked, cores, limit = list(positions), cpu_count() or 1, work_of(limit)
    # Small portions, so that all are busy to the end; each costs little beside what is in it.
    if tidy or objective == "fewest":
        ask = partial(_one_by_one, objective=objective, tidy=tidy, limit=limit)
        size = _PORTION
    else:
        ask = partial(_firsts, objective=objective, limit=limit)
        size = max(1, min(_LARGE_PORTION, len(asked) // (4 * cores)))
    portions = [asked[first : first + size] for first in range(0, len(asked), size)]
    with ThreadPoolExecutor(cores) as pool:
        return [answer for answers in pool.map(ask, portions) for answer in answers]


def _check(objective: Objective) -> None:
    if objective not in _OBJECTIVES and not isinstance(objective, Weights):
        near = nearest(objective, _OBJECTIVES)
        raise ValueError(f"an objective is one of {', '.join(_OBJECTIVES)}, or Weights{near}")


def _one_by_one(portion: list[Where], *, objective: Objective, tidy: bool, limit: int) -> list[Answer | None]:
    return [best(where, objective, tidy=tidy, limit=limit) for where in portion]


def _firsts(portion: list[Where], *, objective: Objective, limit: int) -> list[Answer | None]:
    """The first best plays: where jokers are free, the kernel looks for all of them in one go."""
    positions = list(map(_seen_from, portion))
    answers: list[Answer | None] = [None] * len(positions)
    together: dict[int, list[int]] = {}
    for place, position in enumerate(positions):
        if position.opened and is_free(position):
            together.setdefault(position.rules.joker_penalty, []).append(place)
        else:
            answers[place] = best(position, objective, tidy=False, limit=limit)
    for joker, places in together.items():
        weights = weights_for(positions[places[0]], objective)
        tables = b"".join([kernel.counted(positions[place].table) for place in places])
        racks = b"".join([positions[place].rack.bits.to_bytes(_BYTES, "little") for place in places])
        found = kernel.solve_many(tables, racks, weights.compiled, limit)
        for place, (gain, row) in zip(places, found, strict=True):
            if row[0] == _LAYS:
                answers[place] = Answer.untold(gain, (row, (), 0), joker, not row[1])
            elif row[1] or not weights.always_gain or not row[0]:
                answers[place] = best(positions[place], objective, tidy=False, limit=limit)
    return answers


def _first(position: Position, weights: Weights, effort: Effort) -> Answer | None:
    """The first best play that the kernel finds, however much of the table it moves: by the shortest way."""
    gain, row = kernel.solve_sets(position.table, position.rack.bits, weights.compiled, False, effort)
    if row[0] == _LAYS - 1 and not weights.always_gain:
        # Nothing gains anything; still a play is asked for.
        gain, row = kernel.solve_sets(position.table, position.rack.bits, weights.compiled, True, effort)
    if row[0] != _LAYS:
        return None
    return Answer.untold(gain, (row, (), 0), position.rules.joker_penalty, effort.exact)


def _calm(position: Position, weights: Weights, effort: Effort) -> Answer | None:
    """Of the best plays the one that disturbs the table least."""
    calm = kernel.calmest(position.table, position.rack.bits, weights.compiled, effort)
    if calm and calm[1][0] == _LAYS:
        gain, row, changed = calm
        told, joker = (row, position.table, changed), position.rules.joker_penalty
        return Answer.untold(gain, told, joker, effort.exact, effort.exact and not row[_CUT])
    found = None if calm else lay_greedily(position.table, position.rack, weights, effort)
    if not found and not weights.always_gain:
        return _best(position, weights, effort, tidy=True)
    return _answer(position, found, exact=effort.exact) if found else None


def weights_for(position: Position, objective: Objective) -> Weights:
    """The weights that an objective stands for; a joker is worth what it would cost on the rack."""
    return objective if isinstance(objective, Weights) else _weights(objective, position.rules.joker_penalty)


def best_play(where: Where, objective: Objective = "tiles", *, tidy: bool = True, limit: Limit = LIMIT) -> Play | None:
    """The move of `best`, or None if nothing can be played."""
    answer = best(where, objective, tidy=tidy, limit=limit)
    return answer.play if answer else None


def _answer(position: Position, found: Laid, *, exact: bool, calm: bool = False) -> Answer:
    return Answer(found.gain, found.laid, found.table, position.rules.joker_penalty, exact, calm)


def _best(
    position: Position, weights: Weights, effort: Effort, *, count: int | None = None, tidy: bool
) -> Answer | None:
    """The best play, or the best of so many tiles: by the longer way, which knows every rule."""
    if count == len(position.rack) and position.opened and is_free(position):
        terms = Terms(weights, position.rack, effort=effort)  # nothing need be counted
    else:
        terms = Terms(weights, count=count, effort=effort)
    found = lay_turn(position, terms)
    exact, calm = effort.exact, False
    if found and tidy:
        # What is left of the effort; how tidy a play is does not make it more or less exact.
        rest = Effort(effort.left)
        found, calm = tidied(position, found, replace(terms, effort=rest))
        effort.left = rest.left
    return _answer(position, found, exact=exact, calm=exact and calm) if found else None


def _fewest(position: Position, weights: Weights, effort: Effort, *, tidy: bool) -> Answer | None:
    sure, least, most = None, _least(position, effort), len(position.rack)
    if position.opened and is_free(position):
        # The play of the most tiles is soon found: nobody comes back with nothing where it is the only one.
        sure = _first(position, weights_for(position, "tiles"), effort)
        most = sure.count if sure else 0
    counts = (count for count in range(least, most + 1) if goes_on(effort, WAY))
    tries = (_best(position, weights, effort, count=count, tidy=tidy) for count in counts)
    found = next((answer for answer in tries if answer), None)
    return found if found or sure is None else replace(sure, gain=weights.gain(sure.laid), exact=False)


def _least(position: Position, effort: Effort) -> int:
    """With how many tiles to begin looking for the smallest play: more than there are if there is none."""
    rules, rack = position.rules, position.rack.bits
    if not position.opened and rules.opening_sets == "one_or_more":
        # Whatever else the turn may do, the opening alone is a turn.
        face = rules.opening_joker_value == "face"
        opening = kernel.opening_fewest(rack, face, rules.opening_min_points, effort)
        return opening[0] if opening else len(position.rack) + 1
    return 1


def can_play(where: Where, *, limit: Limit = LIMIT) -> bool:
    """Whether at least one tile can be laid; what is not seen within the limit cannot."""
    position, effort = position_of(where).layable, effort_of(limit)
    if not position.opened:
        return can_open(position.rules, position.rack, effort)
    if is_free(position):
        return can_lay(position, effort)
    return lay_soonest(position, effort) is not None


def any_play(where: Where, *, limit: Limit = LIMIT) -> Play | None:
    """A play that is found soon, whichever it is: where jokers are bound, the best one takes longer."""
    found = lay_soonest(position_of(where).layable, effort_of(limit))
    return Play(found.table) if found else None


def can_go_out(where: Where, *, limit: Limit = LIMIT) -> bool:
    """Whether the whole rack can be laid now; what is not seen within the limit cannot."""
    position = position_of(where)
    if position.rack and position.opened and is_free(position):
        return kernel.can_go_out(position.table.bag.bits, position.rack.bits, effort_of(limit))
    return place(position, position.rack, limit=limit) is not None


def go_out(where: Where, *, limit: Limit = LIMIT) -> Play | None:
    """The play that lays the whole rack, if there is one."""
    return place(where, position_of(where).rack, limit=limit)


def place(where: Where, tiles: TileBag | str, *, tidy: bool = True, limit: Limit = LIMIT) -> Play | None:
    """The play that lays exactly these tiles of the rack, if one is seen within the limit; `tidy` as for `best`."""
    found = placed(where, tiles, tidy=tidy, limit=limit)
    return found.play if found else None


def placed(where: Where, tiles: TileBag | str, *, tidy: bool = True, limit: Limit = LIMIT) -> Answer | None:
    """The same as an answer, which says whether it is `calm`: no play of these tiles disturbs the table less.

    >>> here = Position("default", "r4 r5 r6 | k6 b6 y6", "k7 r7 b7 y9", opened=True)
    >>> found = placed(here, "r7")
    >>> str(found.table), found.calm, placed(here, "k7")
    ('k6 b6 y6 | r4 r5 r6 r7', True, None)
    """
    position = position_of(where)
    tiles = TileBag(tiles) if isinstance(tiles, str) else tiles
    if not tiles <= position.rack:
        raise ValueError(f"{tiles.minus(position.rack)} is not on the rack")
    if not tiles <= position.layable.rack:
        return None
    fewer = replace(position, rack=tiles)
    return _best(fewer, EACH_TILE, effort_of(limit), count=len(tiles), tidy=tidy) if tiles else None


def _kit_of(position: Position) -> Kit:
    """The tiles with which a position is played: those of the rules, or of five and six players if it takes those."""
    kit = position.rules.kit(2)
    return Kit.BIG if kit.lacks(position.table.bag + position.rack) else kit


class Takes(tuple[Tile, ...]):
    """The tiles that a table takes. It is `exact` if nothing was cut short: it takes no others."""

    exact: bool = True


def takes(where: Where, *, limit: Limit = LIMIT) -> Takes:
    """The tiles that the table would take one at a time, from any rack of a player who has opened.

    A kind of which all copies lie on the table already is not among them.
    """
    position = position_of(where)
    kit, effort = where.kit if isinstance(where, View) else _kit_of(position), effort_of(limit)
    if is_free(position):
        mask = kernel.singles(position.table.bag.bits, kit.copies, kit.jokers, effort)
        found = Takes(tile for tile in KINDS if mask >> tile & 1)
    else:
        left = kit.bag.minus(position.table.bag).kinds()
        found = Takes(tile for tile in left if can_lay(replace(position, rack=TileBag([tile])), effort))
    found.exact = effort.exact
    return found


def best_opening(
    where: Where, objective: Objective = "tiles", *, rearrange: bool = True, limit: Limit = LIMIT
) -> Answer | None:
    """The best opening turn, with or without going on to rearrange the table; None if there is no opening."""
    position = replace(position_of(where), opened=False)
    if not rearrange:
        position = replace(position, rules=replace(position.rules, opening_turn_manipulation="forbidden"))
    return best(position, objective, limit=limit)


def smallest_opening(where: Where, *, rearrange: bool = False, limit: Limit = LIMIT) -> Answer | None:
    """The opening with the fewest tiles, of those the one of the most value."""
    return best_opening(where, "fewest", rearrange=rearrange, limit=limit)
