"""Joker rules, judged from the tables before and after alone.

Where sets with a joker may not be split (`jumbo_de`), a turn is legal if it can be explained: every set that held a
joker was only added to, or its joker was swapped for the right tile; a set whose jokers are all swapped is a set like
any other. Each joker freed by a swap must lie in a new set, where `joker_reuse` may demand companions: one or two tiles
laid from the rack in this turn for each such set, none of which was given for a joker. A set is new if it holds no
whole set of the table before, unless that one lies elsewhere as well. In the turn of an opening the sets with a joker
that make it up lie on the table like those that lay there before. Where any tile may be swapped in, a set that lies as
it did may have lent one meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from types import MappingProxyType
from typing import Final

from openkub.law.moves import Code, Problem
from openkub.law.rules import JokerReuse, Rules
from openkub.pieces.melds import SHORTEST, Group, Meld, Run, Table
from openkub.pieces.tiles import JOKER, Tile, TileBag

_ANYWHERE: Final = "same_turn_anywhere"
COMPANIONS: Final[Mapping[JokerReuse, int]] = MappingProxyType(
    {"new_set": 0, "new_set_with_rack_tiles": 1, "new_set_with_two_rack_tiles": 2}
)
"""How many rack tiles must lie beside the freed jokers in each new set, where they must lie in one."""
_REFUSED: Final = (Code.JOKER_NEW_SET, Code.JOKER_REUSE, Code.JOKER_TWO_TILES)
"""The code for a freed joker that lies elsewhere, by that number."""


def joker_problem(rules: Rules, before: Table, after: Table, laid: TileBag) -> Problem | None:
    """What the joker rules have against this turn; `laid` are the tiles that came from the rack."""
    if rules.jokers_are_free:
        return None
    turns = _turns(rules, before, after, laid)
    told: list[tuple[_Turn, _Story]] = []
    for turn in turns:
        stories: dict[_Story, None] = {}
        if turn.is_explained(rules, stories):
            return None
        told += [(turn, story) for story in stories]
    any_source = replace(rules, joker_replacement_source="any")
    if any(turn.ends_well(any_source, story) for turn, story in told):
        return Problem(Code.JOKER_SOURCE, turns[0].gone[0])
    anywhere = replace(any_source, joker_reuse=_ANYWHERE)
    if any(turn.ends_well(anywhere, story) for turn, story in told):
        return Problem(_REFUSED[COMPANIONS[rules.joker_reuse]], turns[0].come[0] if turns[0].come else None)
    return Problem(Code.JOKER_SET_SPLIT, turns[0].gone[0])


def are_jokers_lawful(rules: Rules, before: Table, after: Table, laid: TileBag) -> bool:
    """Whether there is no such problem; which it would be takes longer to say."""
    turns = () if rules.jokers_are_free else _turns(rules, before, after, laid)
    return not turns or any(turn.is_explained(rules, {}) for turn in turns)


def is_new(home: Meld, before: Table, after: Table) -> bool:
    """Whether every old set that lies in this one lies, as often as it did before, in others too."""
    for old in before:
        if old.bag <= home.bag:
            times = sum(old.bag <= meld.bag for meld in after) - 1
            if times < before.keys[old.key]:
                return False
    return True


def keeps_sets(rules: Rules, before: Table, after: Table, laid: TileBag, sets: Sequence[Meld]) -> bool:
    """Whether a turn can be explained if these sets were laid first, have a joker, and were at most added to."""
    bound = TileBag.joined(meld.bag for meld in sets)
    turns = _turns(rules, before, after, laid - bound)
    return any(turn.ends_well(rules, story) for turn in turns for story in turn.stories(rules, sets))


def joker_parts(before: Table, after: Table) -> Iterator[Meld]:
    """Every set with a joker that lies, whole or as a part, in a set that the table before does not have."""
    for index in after.not_in(before):
        if JOKER in after[index]:
            yield from _parts(after[index])


@lru_cache(1 << 8)
def _parts(meld: Meld) -> tuple[Meld, ...]:
    if _reads_as(Run, meld):
        spans = combinations(range(len(meld) + 1), 2)
        parts = [Meld(meld[a:b]) for a, b in spans if b - a >= SHORTEST and JOKER in meld[a:b]]
    else:
        parts = [Meld(tiles) for size in range(SHORTEST, len(meld) + 1) for tiles in combinations(meld, size)]
    return tuple(part for part in parts if JOKER in part and part.is_valid)


def joker_sets_lend(rules: Rules) -> bool:
    """Whether a set with a joker that lies as it did may have lent a tile meanwhile."""
    return rules.joker_set_split == "forbidden" and rules.joker_replacement_source != "rack"


def _joker_sets(table: Table) -> tuple[int, ...]:
    """The indices of all sets with a joker."""
    return tuple(index for index, meld in enumerate(table) if JOKER in meld)


def _joker_sets_not_in(table: Table, other: Table) -> tuple[int, ...]:
    """The indices of the sets with a joker that do not lie on the other table just so, as often as here."""
    left = Counter(_as_it_lies(meld) for meld in other if JOKER in meld)
    gone = []
    for index in _joker_sets(table):
        kind = _as_it_lies(table[index])
        if left[kind]:
            left[kind] -= 1
        else:
            gone.append(index)
    return tuple(gone)


def _as_it_lies(meld: Meld) -> tuple[Tile, ...]:
    """A set, whatever the order of a group; one that reads as a run as well grows otherwise the other way round."""
    return tuple(meld) if len(meld.readings) > 1 else meld.key


_Rest = tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class _Story:
    """An explanation so far: what is left of the joker sets that came when those that were only added to are taken out
    (None in their places), which of them hold such a set, the tiles swapped in, those among them that went into sets
    without any joker left, and the jokers freed.
    """

    rest: tuple[_Rest, ...]
    held: frozenset[int] = frozenset()
    swapped: TileBag = TileBag()
    swapped_out: TileBag = TileBag()
    freed: int = 0


@dataclass(frozen=True)
class _Turn:
    """The tables before and after, the rack tiles laid, and which joker sets are gone and which have come."""

    before: Table
    after: Table
    laid: TileBag
    gone: tuple[int, ...]
    come: tuple[int, ...]

    @classmethod
    def of(cls, before: Table, after: Table, laid: TileBag) -> _Turn:
        return cls(before, after, laid, _joker_sets_not_in(before, after), _joker_sets_not_in(after, before))

    def stories(self, rules: Rules, kept: Sequence[Meld] = ()) -> Iterator[_Story]:
        """Every account of the joker sets, if these sets, laid in this turn, were at most added to."""
        start = _Story(tuple(tuple(self.after[index]) for index in self.come))
        gone = [self.before[index] for index in self.gone]
        return (story for first in _all_held(kept, start) for story in _stories(rules, gone, first))

    def is_explained(self, rules: Rules, told: dict[_Story, None]) -> bool:
        """Whether a story ends well; those that do not are told, each once, however many ways lead to it."""
        for story in self.stories(rules):
            if story not in told:
                if self.ends_well(rules, story):
                    return True
                told[story] = None
        return False

    def ends_well(self, rules: Rules, story: _Story) -> bool:
        """Whether the swapped tiles came from where they may, and every freed joker lies where it may."""
        if rules.joker_replacement_source == "rack":
            source_is_right = story.swapped <= self.laid
        else:
            source_is_right = story.swapped_out <= self._movable(story)
        if not source_is_right or rules.joker_reuse == _ANYWHERE:
            return source_is_right
        homes = [home for place, home in self._new.items() if place not in story.held]
        spare = self.laid.minus(self._given(rules, story))
        return are_housed(story.freed, homes, spare, COMPANIONS[rules.joker_reuse])

    def _given(self, rules: Rules, story: _Story) -> TileBag:
        """The rack tiles given for jokers: all that were swapped in, but for those that the table could give."""
        if rules.joker_replacement_source == "rack":
            return story.swapped
        return story.swapped.minus(self._ordinary)

    @cached_property
    def _ordinary(self) -> TileBag:
        """The tiles of the sets that held no joker before."""
        return TileBag.joined(meld.bag for meld in self.before if JOKER not in meld)

    def _movable(self, story: _Story) -> TileBag:
        """All tiles on the table but those that joker sets keep."""
        return self._apart + TileBag(tile for rest in story.rest for tile in rest if tile is not None)

    @cached_property
    def _apart(self) -> TileBag:
        """The tiles of the sets that hold no joker afterwards."""
        return TileBag.joined(meld.bag for meld in self.after if JOKER not in meld)

    @cached_property
    def _new(self) -> dict[int, Meld]:
        """The joker sets that came and are new, by their places among those."""
        come = ((place, self.after[index]) for place, index in enumerate(self.come))
        return {place: home for place, home in come if is_new(home, self.before, self.after)}


def _turns(rules: Rules, before: Table, after: Table, laid: TileBag) -> tuple[_Turn, ...]:
    """How to look at a turn: with the joker sets that changed; then, where others may have lent a tile, with all."""
    turn = _Turn.of(before, after, laid)
    gone = _joker_sets(before) if joker_sets_lend(rules) and turn.gone else turn.gone
    if len(gone) == len(turn.gone):
        return (turn,)
    return turn, _Turn(before, after, laid, gone, _joker_sets(after))


def _stories(rules: Rules, joker_sets: list[Meld], story: _Story) -> Iterator[_Story]:
    """Every way to account for these joker sets, one after the other."""
    if not joker_sets:
        yield story
        return
    meld, *others = joker_sets
    for step in _steps(rules, meld, story):
        yield from _stories(rules, others, step)


def _all_held(sets: Sequence[Meld], story: _Story) -> Iterator[_Story]:
    """Every way in which these sets lie in those that came."""
    if not sets:
        yield story
        return
    for step in _held(sets[0], story):
        yield from _all_held(sets[1:], step)


def _held(core: Meld, story: _Story) -> Iterator[_Story]:
    """Every place among the sets that came in which this one still lies."""
    for place, rest in enumerate(story.rest):
        for left in _taken_out(core, rest):
            remaining = (*story.rest[:place], left, *story.rest[place + 1 :])
            yield _Story(remaining, story.held | {place}, story.swapped, story.swapped_out, story.freed)


def _steps(rules: Rules, meld: Meld, story: _Story) -> Iterator[_Story]:
    may_be_split = rules.joker_set_split == "allowed"
    for core, tiles in swaps(meld):
        swapped, freed = story.swapped + tiles, story.freed + len(tiles)
        if JOKER in core:
            yield from _held(core, _Story(story.rest, story.held, swapped, story.swapped_out, freed))
        elif not may_be_split:  # or nothing need be given for its jokers
            yield _Story(story.rest, story.held, swapped, story.swapped_out + tiles, freed)
    if may_be_split:
        yield replace(story, freed=story.freed + meld.jokers)


@lru_cache(1 << 12)
def swaps(meld: Meld) -> tuple[tuple[Meld, TileBag], ...]:
    """The meld with none, some or all of its jokers swapped, and the tiles that took their places."""
    return tuple(_swaps_from(meld, 0))


def _swaps_from(meld: Meld, start: int) -> Iterator[tuple[Meld, TileBag]]:
    yield meld, TileBag()
    for place in range(start, len(meld)):
        if meld[place].is_joker:
            for tile in meld.stands_for(place):
                swapped = Meld((*meld[:place], tile, *meld[place + 1 :]))
                for further, tiles in _swaps_from(swapped, place + 1):
                    yield further, tiles + TileBag([tile])


@lru_cache(1 << 12)
def _taken_out(core: Meld, rest: _Rest) -> tuple[_Rest, ...]:
    """What can be left of a set when a joker set that was only added to is taken out of it, if it lies in there."""
    left: list[_Rest] = []
    whole = Meld(tile for tile in rest if tile is not None)
    if _reads_as(Group, core) and len(whole) == len(rest) and _reads_as(Group, whole) and core.bag <= whole.bag:
        left.append(tuple(whole.bag - core.bag))
    if _reads_as(Run, core):
        for start in range(len(rest) - len(core) + 1):
            end = start + len(core)
            if rest[start:end] == tuple(core):
                left.append((*rest[:start], *[None] * len(core), *rest[end:]))
    return tuple(left)


def _reads_as(kind: type[Run | Group], meld: Meld) -> bool:
    return any(isinstance(reading, kind) for reading in meld.readings)


def are_housed(freed: int, homes: Sequence[Meld], spare: TileBag, companions: int) -> bool:
    """Return whether so many freed jokers fit into these sets, with so many own rack tiles in each set that is used.

    A joker from the rack may be a companion, and then is no freed one. The work is bounded by the number of jokers.
    """
    choices = [range(-1, min(companions, home.jokers - 1) + 1) for home in homes]  # jokers as companions; -1: not used
    for chosen in product(*choices):
        used = [(home, jokers) for home, jokers in zip(homes, chosen, strict=True) if jokers >= 0]
        room = sum([home.jokers - jokers for home, jokers in used])
        enough = room >= freed and sum([jokers for _, jokers in used]) <= spare.count(JOKER)
        if enough and _have_companions([(home, companions - jokers) for home, jokers in used], spare):
            return True
    return False


def _have_companions(homes: Sequence[tuple[Meld, int]], spare: TileBag) -> bool:
    """Return whether each set can have so many numbered tiles of its own: Hall's condition for every choice of sets."""
    for size in range(1, len(homes) + 1):
        for some in combinations(homes, size):
            kinds = {tile for home, _ in some for tile in home if not tile.is_joker}
            there = sum([min(spare.count(tile), sum([tile in home for home, _ in some])) for tile in kinds])
            if sum([need for _, need in some]) > there:
                return False
    return True
