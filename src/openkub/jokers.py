"""Joker rules, judged from the tables before and after alone.

Where sets with a joker may not be split (`jumbo_de`), a turn is legal if it can be explained: every set that held a
joker was only added to, or its joker was swapped for the right tile; a set whose jokers are all swapped is a set like
any other. Each joker freed by a swap must lie in a new set that holds a tile laid from the rack in this turn, one for
each such set. A set is new if it holds no whole set of the table before, unless that one lies elsewhere as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from openkub.melds import Group, Meld, Run, Table
from openkub.moves import Code, Problem
from openkub.rules import Rules
from openkub.tiles import JOKER, Tile, TileBag

_ANYWHERE: Final = "same_turn_anywhere"


def joker_problem(rules: Rules, before: Table, after: Table, laid: TileBag) -> Problem | None:
    """What the joker rules have against this turn; `laid` are the tiles that came from the rack."""
    if rules.joker_set_split == "allowed" and rules.joker_reuse == _ANYWHERE:
        return None
    gone = tuple(index for index in before.not_in(after) if JOKER in before[index])
    come = tuple(index for index in after.not_in(before) if JOKER in after[index])
    turn = _Turn(before, after, laid, gone, come)
    if turn.is_explained(rules):
        return None
    any_source = replace(rules, joker_replacement_source="any")
    if turn.is_explained(any_source):
        return Problem(Code.JOKER_SOURCE, turn.gone[0])
    if turn.is_explained(replace(any_source, joker_reuse=_ANYWHERE)):
        return Problem(Code.JOKER_REUSE, turn.come[0] if turn.come else None)
    return Problem(Code.JOKER_SET_SPLIT, turn.gone[0])


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


@dataclass(frozen=True, slots=True)
class _Turn:
    """The tables before and after, the rack tiles laid, and which joker sets are gone and which have come."""

    before: Table
    after: Table
    laid: TileBag
    gone: tuple[int, ...]
    come: tuple[int, ...]

    def is_explained(self, rules: Rules) -> bool:
        start = _Story(tuple(tuple(self.after[index]) for index in self.come))
        stories = _stories(rules, [self.before[index] for index in self.gone], start)
        return any(self._ends_well(rules, story) for story in stories)

    def _ends_well(self, rules: Rules, story: _Story) -> bool:
        """Whether the swapped tiles came from where they may, and every freed joker lies where it may."""
        if rules.joker_replacement_source == "rack":
            source_is_right = story.swapped <= self.laid
        else:
            source_is_right = story.swapped_out <= self._movable(story)
        if not source_is_right or rules.joker_reuse == _ANYWHERE:
            return source_is_right
        homes = [self.after[index] for place, index in enumerate(self.come) if place not in story.held]
        homes = [home for home in homes if self._is_new(home)]
        # A tile swapped into a set that still holds a joker stays there.
        return _housed(story.freed, homes, self.laid.minus(story.swapped - story.swapped_out))

    def _movable(self, story: _Story) -> TileBag:
        """All tiles on the table but those that joker sets keep."""
        free = TileBag(tile for rest in story.rest for tile in rest if tile is not None)
        for meld in self.after:
            if JOKER not in meld:
                free += meld.bag
        return free

    def _is_new(self, home: Meld) -> bool:
        """Whether every old set that lies in this one lies, as often as it did before, in others too."""
        for old in self.before:
            if old.bag <= home.bag:
                times = sum(old.bag <= meld.bag for meld in self.after) - 1
                if times < self.before.keys[old.key]:
                    return False
        return True


def _stories(rules: Rules, joker_sets: list[Meld], story: _Story) -> Iterator[_Story]:
    """Every way to account for these joker sets, one after the other."""
    if not joker_sets:
        yield story
        return
    meld, *others = joker_sets
    for step in _steps(rules, meld, story):
        yield from _stories(rules, others, step)


def _steps(rules: Rules, meld: Meld, story: _Story) -> Iterator[_Story]:
    for core, tiles in swaps(meld):
        step = replace(story, swapped=story.swapped + tiles, freed=story.freed + len(tiles))
        if JOKER not in core:
            yield replace(step, swapped_out=story.swapped_out + tiles)
            continue
        for place, rest in enumerate(story.rest):
            for left in _taken_out(core, rest):
                remaining = (*story.rest[:place], left, *story.rest[place + 1 :])
                yield replace(step, rest=remaining, held=story.held | {place})
    if rules.joker_set_split == "allowed":
        yield replace(story, freed=story.freed + meld.jokers)


def swaps(meld: Meld, start: int = 0) -> Iterator[tuple[Meld, TileBag]]:
    """The meld with none, some or all of its jokers (from `start` on) swapped, and the tiles that took their places."""
    yield meld, TileBag()
    for place in range(start, len(meld)):
        if meld[place].is_joker:
            for tile in meld.stands_for(place):
                swapped = Meld((*meld[:place], tile, *meld[place + 1 :]))
                for further, tiles in swaps(swapped, place + 1):
                    yield further, tiles + TileBag([tile])


def _taken_out(core: Meld, rest: _Rest) -> Iterator[_Rest]:
    """What is left of a set when a joker set that was only added to is taken out of it, if it lies in there."""
    whole = Meld(tile for tile in rest if tile is not None)
    if _reads_as(Group, core) and len(whole) == len(rest) and _reads_as(Group, whole) and core.bag <= whole.bag:
        yield tuple(whole.bag - core.bag)
    for start in range(len(rest) - len(core) + 1):
        end = start + len(core)
        if rest[start:end] == tuple(core) and _reads_as(Run, core):
            yield (*rest[:start], *[None] * len(core), *rest[end:])


def _reads_as(kind: type[Run | Group], meld: Meld) -> bool:
    return any(isinstance(reading, kind) for reading in meld.readings)


def _housed(freed: int, homes: list[Meld], spare: TileBag) -> bool:
    """Whether that many freed jokers fit into these sets, each set with a rack tile of its own beside them."""
    if freed <= 0 or not homes:
        return freed <= 0
    home, *others = homes
    if _housed(freed, others, spare):
        return True
    return any(
        tile in spare and _housed(freed - home.jokers + tile.is_joker, others, spare - TileBag([tile]))
        for tile in home.bag.kinds()
    )


def swaps_from_rack(table: Table, laid: TileBag) -> Iterator[tuple[Table, TileBag]]:
    """The ways to exchange jokers of the table for rack tiles: the table then, and the tiles given for jokers."""
    ways: list[tuple[tuple[Meld, ...], TileBag]] = [((), TileBag())]
    for meld in table:
        ways = [
            ((*melds, swapped), given + tiles)
            for melds, given in ways
            for swapped, tiles in swaps(meld)
            if given + tiles <= laid
        ]
    for melds, given in ways:
        yield Table(melds), given
