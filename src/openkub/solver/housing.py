"""The freed jokers of one way to treat the joker sets: laid into new sets, one home after the other.

A home is a core for the kernel: it stays together and may grow. So what the kernel gains at best with some homes, the
other freed jokers anywhere, is a bound for all that can come of them, and mostly a play that the law accepts. Where the
law does not, because a home has grown around an old set, homes are laid as they will lie, the smallest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Protocol

from openkub.law.jokers import are_housed, is_new
from openkub.pieces.melds import SHORTEST, Meld, Reading, Run, Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.solver.effort import HOME, LOOK, MELD, PAIR, Effort, goes_on
from openkub.solver.homes import (
    Home,
    Housed,
    Placed,
    elsewhere,
    grown,
    least_homes,
    may_lie_across,
    old_sets,
    wanted,
)
from openkub.solver.laying import Core, Laid


class Turn(Protocol):
    """The turn of which it is a part."""

    @property
    def effort(self) -> Effort:
        """What it may cost."""

    @property
    def before(self) -> Table:
        """All that lies there."""

    @property
    def kept(self) -> Sequence[Meld]:
        """Sets that had better lie as they do."""

    def rest(self, housed: Housed, cores: Placed, beaten: int) -> Laid | None:
        """The largest gain with these homes and cores, the freed jokers that are left anywhere, if that is seen."""

    def is_lawful(self, found: Laid) -> bool:
        """Whether the law accepts it."""


@dataclass(slots=True)
class Housing:
    """The search for homes, and the gain that it has come to.

    Each home has so many `companions`. Rack tiles that are `idle` were given for a joker, and are none. `doubts` are
    gains that may be possible all the same.
    """

    turn: Turn
    start: Housed
    companions: int
    idle: TileBag
    beaten: int
    doubts: list[int]
    beside: dict[int, set[int]] = field(default_factory=dict)
    """The homes that lead to something beside one, by their places among all, as far as that is known."""

    def plays(self, cores: Placed, bound: int) -> Iterator[Laid]:
        """Lawful plays with these cores, which may gain so much at best, each better than the one before."""
        if bound > self.beaten:
            self.beside.clear()
            yield from self._further(cores, self.start, (), enumerate(least_homes(self.start, self.companions)))

    def _further(
        self, cores: Placed, housed: Housed, places: tuple[int, ...], homes: Iterable[tuple[int, Home]]
    ) -> Iterator[Laid]:
        """One more home, those first that promise most; what leads to nothing now does not beside others either."""
        tried: list[tuple[int, int, Home, Housed]] = []
        for place, home in homes:
            if not goes_on(self.turn.effort, PAIR if places else MELD):
                return
            further = housed.with_home(home)
            found = further and self._rest(further, cores)
            if further and found:
                lawful = self._lawful(found, further)
                if lawful:
                    play = self._plainer(lawful, further, cores)
                    self.beaten = lawful.gain
                    yield play
                else:
                    tried.append((found.gain, place, home, further))
        if len(places) == 1:
            self.beside[places[0]] = {place for _, place, _, _ in tried}
        # Of equal ones the last first: by then it is known which of the others can lie beside it.
        for gain, place, _, further in sorted(tried, key=lambda entry: (-entry[0], -entry[1])):
            if gain <= self.beaten:
                return
            if further.freed:
                others = self.beside.get(place)
                rest = [(p, h) for _, p, h, _ in tried if p >= place and (others is None or p in others)]
                yield from self._further(cores, further, (*places, place), rest)
            else:
                yield from self._as_they_lie(cores, further, (), gain)

    def _rest(self, housed: Housed, cores: Placed) -> Laid | None:
        """What can be gained with these homes, if it is more than was found."""
        if not goes_on(self.turn.effort, HOME):
            return None
        found = self.turn.rest(housed, (*cores, *housed.homes), self.beaten)
        return found if found and found.gain > self.beaten else None

    def _lawful(self, found: Laid, housed: Housed) -> Laid | None:
        """The play, or the same with homes no larger than they must be, if the law accepts it."""
        less = _cut_out(found.table, housed.homes)
        for table in (less, found.table) if less else (found.table,):
            play = replace(found, table=table)
            if self.is_lawful(play):
                return play
        return None

    def _plainer(self, play: Laid, housed: Housed, cores: Placed) -> Laid:
        """A play that gains as much with homes that have not grown, if there is one: fewer tiles move."""
        melds = tuple(meld for meld, _ in housed.homes)
        if not housed.freed and not Table(melds).not_in(play.table):
            return play
        found = None if housed.freed else self._rest(housed._replace(homes=()), cores)
        if found and found.gain == play.gain:
            plainer = replace(found, table=Table((*melds, *found.table)))
            if self.is_lawful(plainer):
                return plainer
        return play

    def is_lawful(self, play: Laid) -> bool:
        """Whether the law accepts a play; mostly it is seen at once that it cannot."""
        return (not self.start.freed or self._houses(play)) and self.turn.is_lawful(play)

    def _houses(self, play: Laid) -> bool:
        """Whether all freed jokers lie in new sets, each with its companions."""
        goes_on(self.turn.effort, LOOK)
        before, table = self.turn.before, play.table
        homes = [meld for meld in table if JOKER in meld and is_new(meld, before, table)]
        return are_housed(self.start.freed, homes, play.laid - self.idle, self.companions)

    def _as_they_lie(self, cores: Placed, housed: Housed, melds: tuple[Meld, ...], bound: int) -> Iterator[Laid]:
        """Every form of the homes that are left; those in `melds` lie as they will."""
        if not housed.homes:
            yield from self._beside(cores, housed, melds, bound)
            return
        core, *others = housed.homes
        for meld, _ in grown(core, housed.supply):
            added = meld.bag - core[0].bag
            from_rack = added.minus(housed.loose)
            further = Housed(
                housed.loose.minus(added), housed.rack - from_rack, 0, tuple(others), housed.laid + from_rack
            )
            found = self._rest(further, cores)
            if found:
                yield from self._as_they_lie(cores, further, (*melds, meld), found.gain)
            elif self.turn.effort.left < 0:
                return

    def _beside(self, cores: Placed, housed: Housed, melds: tuple[Meld, ...], bound: int) -> Iterator[Laid]:
        """Everything beside the homes; old sets that one of them holds must lie elsewhere too."""
        olds = wanted(old_sets(self.turn.before), melds)
        supply = housed.loose + housed.rack
        if may_lie_across(cores, olds):
            self.doubts.append(bound)
        for placed in elsewhere(cores, olds, supply, self.turn.kept) if olds else (cores,):
            added = _tiles(placed) - _tiles(cores)
            from_rack = added.minus(housed.loose)
            rest = Housed(housed.loose.minus(added), housed.rack.minus(from_rack), 0, (), housed.laid + from_rack)
            found = self._rest(rest, placed) if from_rack <= housed.rack else None
            if found is None:
                if self.turn.effort.left < 0:
                    return
                continue
            play = replace(found, table=Table((*melds, *found.table)))
            if self.is_lawful(play):
                self.beaten = play.gain
                yield play
            else:
                self.doubts.append(play.gain)


def _cut_out(table: Table, homes: tuple[Core, ...]) -> Table | None:
    """The table with runs that hold a home cut down to it, where what goes is a set of its own; None if nothing goes.

    >>> home = Meld("r5 * r7")
    >>> print(_cut_out(Table("r5 * r7 r8 r9 r10 | k1 k2 k3"), ((home, home.readings[0]),)))
    k1 k2 k3 | r5 * r7 | r8 r9 r10
    """
    melds = list(table)
    for core, reading in homes:
        for meld in melds:
            parts = _parts(meld, core, reading) if len(meld) >= len(core) + SHORTEST else ()
            if len(parts) > 1:
                melds.remove(meld)
                melds += parts
                break
    return Table(melds) if len(melds) > len(table) else None


def _parts(meld: Meld, core: Meld, home: Reading | None) -> tuple[Meld, ...]:
    """A run that holds a home, cut before and behind it where a set is left."""
    for reading in meld.readings:
        if isinstance(reading, Run) and isinstance(home, Run) and reading.colour == home.colour:
            first = home.first - reading.first
            end = first + len(core)
            if first >= 0 and meld[first:end] == tuple(core):
                before, after = Meld(meld[:first]), Meld(meld[end:])
                cuts = (0, first if before.is_valid else 0, end if after.is_valid else len(meld), len(meld))
                return tuple(Meld(meld[start:stop]) for start, stop in pairwise(cuts) if stop > start)
    return ()


def _tiles(cores: Placed) -> TileBag:
    return TileBag.joined(core.bag for core, _ in cores)
