"""What a player sees: the seats, the table, the rack, and how the turn stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from openkub.cli.paint import by_colour, by_number, flow, in_columns, meld_text, tiles_text
from openkub.cli.table.why import why_invalid
from openkub.cli.words import amount
from openkub.play.draft import Draft
from openkub.play.view import View

SORTS = {"colour": by_colour, "number": by_number}
NEW, INVALID, QUIET = "bold green", "bold red", "dim"


@dataclass(frozen=True, slots=True)
class Screen:
    """One seat's screen: the view it has, the names, the round, and how it likes its rack sorted."""

    view: View
    names: tuple[str, ...]
    round_: str
    sort: str

    def lines(self, draft: Draft, width: int) -> Iterator[Text]:
        """The screen from top to bottom."""
        yield from self._seats(draft, width)
        yield Text()
        yield from table_lines(draft, width)
        yield Text()
        yield from self._rack(draft, width)
        yield from _turn(draft)

    def _seats(self, draft: Draft, width: int) -> Iterator[Text]:
        yield Text(f"{self.round_}, {amount(self.view.pool, 'tile')} in the pool", QUIET)
        yield from flow((self._seat(seat, draft) for seat in range(len(self.names))), width)

    def _seat(self, seat: int, draft: Draft) -> Text:
        own = seat == self.view.seat
        count = len(draft.rack) if own else self.view.counts[seat]
        opened = "opened" if self.view.opened[seat] else "not opened"
        if own and not self.view.opened[seat]:
            points, needed = draft.opening_points, self.view.rules.opening_min_points
            opened = f"opens with {points}" if points >= needed else f"opening {points} of {needed}"
        return Text(
            f"{'> ' if own else ''}{self.names[seat]}: {amount(count, 'tile')}, {opened}", "bold" if own else ""
        )

    def _rack(self, draft: Draft, width: int) -> Iterator[Text]:
        label = "Rack  "
        parts = [tiles_text(part) for part in SORTS[self.sort](draft.rack)]
        for number, line in enumerate(flow(parts, width - len(label))):
            yield Text.assemble((" " * len(label) if number else label, QUIET), line)
        if not parts:
            yield Text.assemble((label, QUIET), "empty")
        if draft.hand:
            yield Text.assemble(
                ("Hand  ", INVALID), tiles_text(draft.hand), ("   of the table, to be laid again", QUIET)
            )


def table_lines(draft: Draft, width: int) -> Iterator[Text]:
    """The sets with their numbers: ~ was changed in this turn, ! is not valid yet."""
    if not draft.table:
        yield Text("The table is empty.", QUIET)
        return
    yield from in_columns([_cell(draft, number) for number in draft.numbers], width)


def _cell(draft: Draft, number: int) -> Text:
    meld = draft.sets[number]
    mark, style = (" ", QUIET) if not draft.is_touched(number) else ("~", NEW)
    if not meld.is_valid:
        mark, style = "!", INVALID
    return Text.assemble((f"{number + 1:2}{mark}", style), meld_text(meld))


def _turn(draft: Draft) -> Iterator[Text]:
    """What is still wrong with the sets, one line each."""
    for number in draft.numbers:
        reason = why_invalid(draft.sets[number])
        if reason:
            yield Text(f"  set {number + 1}: {reason}", INVALID)
