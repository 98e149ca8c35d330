"""Ratings for any number of players: openskill's Plackett–Luce model over all games, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from openkub.arena.deals import Result


@dataclass(frozen=True, slots=True)
class Rating:
    """Skill, 25 for a newcomer, and how uncertain it is."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        """`25.3 ± 1.6`: two standard deviations either way."""
        return f"{self.mu:.1f} ± {2 * self.sigma:.1f}"


def ratings(games: Iterable[Result], entrants: int) -> tuple[Rating, ...] | None:
    """The rating of every entrant after these games; None where openskill is not installed.

    An entrant that sits on several seats is moved by the mean of what happened on each.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    now = [Rating(model.mu, model.sigma)] * entrants
    for game in games:
        teams = [[model.create_rating([now[who].mu, now[who].sigma])] for who in game.seating]
        rated = model.rate(teams, ranks=_ranks(game))
        for who in set(game.seating):
            mine = [team[0] for team, sitter in zip(rated, game.seating, strict=True) if sitter == who]
            now[who] = Rating(fmean(r.mu for r in mine), fmean(r.sigma for r in mine))
    return tuple(now)


def _ranks(game: Result) -> list[float]:
    """The places: 1 for the winners, then by score."""
    keys = [(0, 0) if seat in game.winners else (1, -score) for seat, score in enumerate(game.scores)]
    order = sorted(set(keys))
    return [float(order.index(key) + 1) for key in keys]
