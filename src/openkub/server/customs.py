"""How a house is kept: what its host has chosen."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.server.timetable import Pace


@dataclass(frozen=True, slots=True)
class Customs:
    """How this house is kept."""

    pace: Pace = Pace()
    open_games: int = 20
    """How many games one player may have open at once."""
    hints: bool = True
    """Whether hints are given at all."""
    listed: int = 30 * 60_000
    """Milliseconds for which the lobby shows a game at which nothing happens any more."""
    keep: int | None = None
    """Milliseconds after which a game that is over is deleted; None keeps it for ever."""
