"""All that one seat, or a spectator, may know. Bots, hints and the wire are made from a `View`, never from more."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from openkub.law.moves import Draw, Move, Pass
from openkub.law.turns import Position
from openkub.notation.lines import Lines, whole_number
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import NOTHING, TileBag, _repr_svg_
from openkub.play.filling import blank
from openkub.play.public import KEYS, Public, parted

SEATS = 6
OBSERVED: Mapping[str, slice] = MappingProxyType(
    {
        "rack": slice(0, 53),
        "chosen": slice(53, 106),
        "table": slice(106, 159),
        "unseen": slice(159, 212),
        "counts": slice(212, 218),
        "opened": slice(218, 224),
        "playing": slice(224, 230),
        "pool": slice(230, 231),
        "passes": slice(231, 232),
        "must_lay": slice(232, 233),
    }
)
"""Where in the array of a view what stands: tiles by kind, then seats from the own one on, then single numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Public):
    """A round as one seat sees it; `seat` is None for a spectator.

    `racks` holds None for a rack that is hidden, `counts` the size of every rack.
    """

    seat: int | None
    racks: tuple[TileBag | None, ...]
    counts: tuple[int, ...]
    pool: int

    @classmethod
    def of(
        cls,
        public: Public,
        seat: int | None,
        racks: tuple[TileBag | None, ...],
        counts: tuple[int, ...],
        pool: int,
    ) -> View:
        """What everybody knows, and what this seat knows beside it."""
        view = object.__new__(_Blank)
        view.rules, view.table, view.opened, view.shown = public.rules, public.table, public.opened, public.shown
        view.turn, view.starter, view.passes = public.turn, public.starter, public.passes
        view.slept = public.slept and public.passes >= public.seats  # sooner it would tell of a hidden rack
        view.history, view.outcome = public.history, public.outcome
        view.seat, view.racks, view.counts, view.pool = seat, racks, counts, pool
        view.__class__ = cls
        made: View = view
        return made

    @property
    def rack(self) -> TileBag:
        """The rack of the seat that looks."""
        rack = None if self.seat is None else self.racks[self.seat]
        if rack is None:
            raise ValueError("a spectator has no rack")
        return rack

    @property
    def has_opened(self) -> bool:
        """Whether the seat that looks has opened."""
        return self.seat is not None and self.opened[self.seat]

    @property
    def position(self) -> Position:
        """All that decides which plays the seat that looks could make."""
        return Position(self.rules, self.table, self.rack, self.has_opened)

    @property
    def idle(self) -> Move:
        """The move that lays nothing: a draw, or a pass when the pool is empty or a tile was drawn in this turn."""
        return Draw() if self.pool and not self.has_drawn else Pass()

    @property
    def must_lay(self) -> bool:
        """True if the rules oblige the seat at turn to lay a tile when it can."""
        return self.rules.must_lay(self.pool) and not self.has_drawn

    @property
    def may_redeal(self) -> bool:
        """Whether the seat that looks may ask for a new deal when its turn comes."""
        if self.rules.redeal_doubles is None or self.seat is None or self.outcome is not None:
            return False
        return self.allows_redeal(self.seat, self.rack)

    @property
    def kit(self) -> Kit:
        """The tiles that the round is played with."""
        return self.rules.kit(len(self.counts))

    @property
    def unseen(self) -> TileBag:
        """The tiles that may be anywhere in the pool and on hidden racks."""
        unseen = self.kit.bag - self.table.bag
        for rack, shown in zip(self.racks, self.shown, strict=True):
            unseen -= shown if rack is None else rack
        return unseen

    def to_array(self, chosen: TileBag = NOTHING) -> array[int]:
        """All that it says of the tiles as 233 small numbers, and what was chosen of the rack; `OBSERVED` names them.

        `must_lay` is 2 after a draw in this turn. A spectator sees the table from the first seat.
        `numpy.asarray` takes it as it is.
        """
        first = self.seat or 0
        order = [*range(first, self.seats), *range(first)]
        nobody = [0] * (SEATS - self.seats)
        rack = NOTHING if self.seat is None else self.rack
        seen = array("B", b"".join([bag.counts for bag in (rack, chosen, self.table.bag, self.unseen)]))
        seen.extend([
            *[self.counts[seat] for seat in order], *nobody,
            *[self.opened[seat] for seat in order], *nobody,
            *[1] * self.seats, *nobody,
            self.pool, min(self.passes, 255), 2 if self.has_drawn else self.rules.must_lay(self.pool),
        ])  # fmt: skip
        return seen

    def __str__(self) -> str:
        """Lines of `key: value`, as `parse` reads them; a hidden rack of 14 tiles is `?14`."""
        racks = [f"?{n}" if rack is None else str(rack) for rack, n in zip(self.racks, self.counts, strict=True)]
        own = [("seat", "none" if self.seat is None else str(self.seat + 1)), ("pool", str(self.pool))]
        return "\n".join(
            f"{key}: {value}".rstrip() for key, value in [*own, ("racks", " / ".join(racks)), *self.lines()]
        )

    _repr_svg_ = _repr_svg_

    @classmethod
    def parse(cls, text: str) -> View:
        """A view from its text."""
        lines = Lines.parse(text, {"seat", "pool", "racks", *KEYS})
        racks = lines.one("racks", parted(_read_rack))
        seats = len(racks)
        return cls.of(
            Public.read(lines, seats),
            seat=lines.one("seat", lambda value: None if value == "none" else whole_number(1, seats)(value) - 1),
            pool=lines.one("pool", whole_number(0, 160)),
            racks=tuple(rack for rack, _ in racks),
            counts=tuple(count for _, count in racks),
        )


_Blank = blank(View)


def _read_rack(text: str) -> tuple[TileBag | None, int]:
    if text.startswith("?"):
        return None, whole_number(0, 160)(text[1:])
    rack = TileBag.parse(text)
    return rack, len(rack)
