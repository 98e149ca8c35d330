"""The frontier: for every number of tiles that can be laid, the play of the most value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from openkub.law.turns import Position
from openkub.solver.answers import Answer, Where, best, position_of
from openkub.solver.anything import lay_soonest
from openkub.solver.effort import LIMIT, Effort, Limit, effort_of
from openkub.solver.openings import lay_turn
from openkub.solver.strict import Terms, is_free
from openkub.solver.tidying import tidied
from openkub.solver.weights import Weights, face_value

_SEEDS = 4
"""Such a part of the effort at most goes into the smallest play, and of the rest into the largest."""


class Frontier(dict[int, Answer]):
    """The plays by their number of tiles. It is `exact` if nothing was cut short: what is not there cannot be laid."""

    exact: bool = True


def frontier(where: Where, *, tidy: bool = False, limit: Limit = LIMIT) -> Frontier:
    """For every number of tiles that can be laid, the play of the most value that lays so many.

    The limit is for all of them. The smallest play and the largest are looked for first, and stand whatever comes; a
    number between them for which nothing is seen within its share of what is left is not there.
    """
    position, effort = position_of(where).layable, effort_of(limit)
    found = _Search(position, face_value(position.rules.joker_penalty), effort, tidy).all()
    effort.exact = effort.exact and found.exact
    return found


@dataclass(frozen=True, slots=True)
class _Search:
    position: Position
    weights: Weights
    effort: Effort
    tidy: bool

    def all(self) -> Frontier:
        """First the ends, which say where to look no further; then one number after the other."""
        found = Frontier()
        sure = None if is_free(self.position) and self.position.opened else self._sure()
        fewest, is_sure = self._seed("fewest")
        most, is_sure_too = (None, True) if is_sure and not fewest else self._seed("tiles")
        if (is_sure and not fewest) or (is_sure_too and not most):
            return found
        seeds = [seed for seed in (fewest, most, sure) if seed]
        first = fewest.count if fewest and fewest.exact else 1
        last = most.count if most and most.exact else len(self.position.rack)
        for count in range(first, last + 1):
            own = [seed for seed in seeds if seed.count == count]
            if not any(seed.exact for seed in own):
                answer, is_proven = self._of(count, last + 1 - count)
                found.exact = found.exact and is_proven
                own = [answer, *own] if answer else own
            if own:
                found[count] = max(own, key=lambda one: (one.gain, one.exact))
        return found

    def _sure(self) -> Answer | None:
        """What is found soonest, where joker laws or the opening have a say: a part of the effort may find nothing."""
        rest = Effort(self.effort.left)
        laid = lay_soonest(self.position, rest)
        self.effort.left = rest.left
        if laid is None:
            return None
        gain, joker = self.weights.gain(laid.laid), self.position.rules.joker_penalty
        return Answer(gain, laid.laid, laid.table, joker, exact=False)

    def _seed(self, objective: Literal["fewest", "tiles"]) -> tuple[Answer | None, bool]:
        """The smallest or the largest play, and whether that is sure."""
        share = self._share(_SEEDS)
        before = share.left
        answer = best(self.position, objective, tidy=self.tidy, limit=share)
        self.effort.left -= before - share.left
        if answer:
            answer = replace(answer, gain=self.weights.gain(answer.laid))
        return answer, share.exact

    def _of(self, count: int, parts: int) -> tuple[Answer | None, bool]:
        """The play of the most value with so many tiles, and whether that is sure; for a part of what is left."""
        share = self._share(parts)
        before = share.left
        terms = Terms(self.weights, count=count, effort=share)
        laid = lay_turn(self.position, terms)
        is_sure, is_calm = share.exact, False
        if laid and self.tidy:
            rest = Effort(share.left)
            laid, is_calm = tidied(self.position, laid, replace(terms, effort=rest))
            share.left = rest.left
        self.effort.left -= before - share.left
        if not laid:
            return None, is_sure
        joker = self.position.rules.joker_penalty
        return Answer(laid.gain, laid.laid, laid.table, joker, is_sure, is_sure and is_calm), is_sure

    def _share(self, parts: int) -> Effort:
        return Effort(max(self.effort.left, 0) // parts)
