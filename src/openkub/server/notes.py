"""What a seat had half done, kept aside of the log: its draft and the order of its rack."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import decode, encode

from openkub.server.live import Live
from openkub.server.wire.game import SeatDraft


class Note(Struct, frozen=True):
    """The latest draft of a seat, and how it arranged its rack."""

    draft: SeatDraft | None = None
    order: str | None = None


def note_of(live: Live, seat: int) -> str:
    """What is to be kept for this seat."""
    draft = live.draft if live.draft and live.draft.seat == seat else None
    return encode(Note(draft, live.orders.get(seat))).decode()


def read_notes(live: Live, notes: Mapping[int, str]) -> None:
    """Bring back what was kept; a note that cannot be read is worth no game."""
    for seat, text in notes.items():
        try:
            note = decode(text, type=Note)
        except (DecodeError, ValidationError):
            continue
        if note.draft and (live.draft is None or note.draft.turns > live.draft.turns):
            live.draft = note.draft
        if note.order is not None:
            live.orders[seat] = note.order
