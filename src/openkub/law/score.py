"""How a round ends and what it is worth.

>>> racks = [TileBag(), TileBag.parse("k5"), TileBag.parse("r9 b7"), TileBag.parse("y1 y2")]
>>> went_out(Rules(), racks, 0).scores
(24, -5, -16, -3)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from openkub.law.rules import Rules
from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.text import checked_text, quoted
from openkub.pieces.tiles import TileBag


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended, who won it (several only after an exact tie), and every seat's score; scores sum to zero."""

    ended: Literal["rack_empty", "pool_empty"]
    winners: tuple[int, ...]
    scores: tuple[int, ...]

    def __str__(self) -> str:
        """`end rack_empty, won by 2, scores -24 24`."""
        winners = " ".join(str(seat + 1) for seat in self.winners)
        return f"end {self.ended}, won by {winners}, scores {' '.join(map(str, self.scores))}"

    @classmethod
    def parse(cls, text: str, seats: int | None = None) -> Outcome:
        """The inverse of `str`; of a round with so many seats, if that is said."""
        found = _END.fullmatch(checked_text(text, "the end of a round"))
        if not found:
            raise NotationError(NotationCode.NO_END, text=quoted(text))
        ended, winners, scores = found.groups()
        outcome = cls(ended, tuple(int(w) - 1 for w in winners.split()), tuple(int(s) for s in scores.split()))  # type: ignore[arg-type]  # the pattern allows nothing else
        expected = len(outcome.scores) if seats is None else seats
        if len(outcome.scores) != expected or max(outcome.winners) >= expected:
            raise NotationError(NotationCode.WRONG_SEATS, text=quoted(text), seats=expected)
        return outcome


_END = re.compile("end (rack_empty|pool_empty), won by ([1-6](?: [1-6])*), scores (-?[0-9]{1,5}(?: -?[0-9]{1,5}){1,5})")


Fixed = Mapping[int, int]
"""What some seats pay whatever they hold."""
_NOTHING: Fixed = {}


def round_outcome(
    rules: Rules,
    racks: Sequence[TileBag],
    *,
    pool: int,
    passes: int,
    slept: bool = False,
    starter: int = 0,
    fixed: Callable[[], Fixed] = dict,
) -> Outcome | None:
    """The end of the round, if it has come: a rack is empty, or the pool is and the edition says that this is it.

    With an empty pool it comes after a circle of passes. If a player who could lay has let the time run out meanwhile
    (`slept`), it comes after two circles. `fixed` is called at the end of a round only.
    """
    empty = next((seat for seat, rack in enumerate(racks) if not rack), None)
    if empty is not None:
        return went_out(rules, racks, empty, fixed())
    if pool == 0 and (rules.pool_empty_rule == "immediate_lowest" or passes >= len(racks) * (2 if slept else 1)):
        return ran_dry(rules, racks, starter, fixed())
    return None


def unopened_pay(
    rules: Rules, racks: Sequence[TileBag], opened: Sequence[bool], can_open: Callable[[TileBag], bool]
) -> Fixed:
    """What the seats that have not opened pay instead of their racks, where the rules say so.

    >>> held = [TileBag(), TileBag.parse("k5 k9"), TileBag.parse("r9 r10 r11")]
    >>> strict = Rules(unopened_penalty=100, unopened_able_penalty=200)
    >>> unopened_pay(strict, held, [True, False, False], lambda rack: len(rack) == 3)
    {1: 100, 2: 200}
    """
    usual, able = rules.unopened_penalty, rules.unopened_able_penalty
    if usual is None:
        return _NOTHING
    late = [seat for seat, has_opened in enumerate(opened) if not has_opened]
    return {seat: able if able is not None and can_open(racks[seat]) else usual for seat in late}


def went_out(rules: Rules, racks: Sequence[TileBag], winner: int, fixed: Fixed = _NOTHING) -> Outcome:
    """One rack is empty: the others note what they hold as minus, the winner the sum as plus."""
    return Outcome("rack_empty", (winner,), _settled(_losses(rules, racks, fixed), [winner]))


def _losses(rules: Rules, racks: Sequence[TileBag], fixed: Fixed) -> list[int]:
    return [fixed.get(seat, rack.points(rules.joker_penalty)) for seat, rack in enumerate(racks)]


def ran_dry(rules: Rules, racks: Sequence[TileBag], starter: int = 0, fixed: Fixed = _NOTHING) -> Outcome:
    """The pool is empty: the lowest rack wins; of equal ones that with fewer tiles; if still equal, they share."""
    held = list(zip(_losses(rules, racks, fixed), map(len, racks), strict=True))
    best = min(held)
    order = [(starter + turn) % len(racks) for turn in range(len(racks))]
    winners = [seat for seat in order if held[seat] == best]
    spared = best[0] if rules.pool_empty_winner_plus == "difference" else 0
    losses = [points - spared for points, _ in held]
    return Outcome("pool_empty", tuple(sorted(winners)), _settled(losses, winners))


def _settled(losses: list[int], winners: list[int]) -> tuple[int, ...]:
    """Losers lose, winners share the sum; a point that cannot be shared goes to the earlier in turn order."""
    scores = [0 if seat in winners else -loss for seat, loss in enumerate(losses)]
    share, odd = divmod(-sum(scores), len(winners))
    for place, seat in enumerate(winners):
        scores[seat] = share + (place < odd)
    return tuple(scores)
