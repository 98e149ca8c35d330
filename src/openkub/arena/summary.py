"""What a run has shown, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from openkub.arena.deals import Deal
from openkub.arena.fouls import Foul
from openkub.arena.plan import Lineup, Plan, spelled
from openkub.arena.ratings import Rating, ratings
from openkub.arena.statistics import Estimate, certainty, estimate, rate
from openkub.arena.tally import Tally


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant in one line-up; everything is counted a game and a seat, the difference against the other seats."""

    entrant: int
    games: int
    wins: Estimate
    points: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Standing:
    """One line-up: its entrants, and how one did against another on the same deals."""

    lineup: Lineup
    deals: int
    lines: tuple[Line, ...]
    scores: Counter[float]
    """How often the first entrant had which win rate in a deal."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that was lost at the referee's desk: which one, by which entrant, and its foul."""

    lineup: int
    deal: int
    game: int
    entrant: int
    foul: Foul


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole run."""

    plan: Plan
    standings: tuple[Standing, ...]
    ratings: tuple[Rating, ...] | None
    forfeits: tuple[Forfeit, ...]
    void: tuple[tuple[int, int], ...]


def summary(tally: Tally) -> Summary:
    """The figures of all deals counted so far."""
    plan, deals = tally.plan, tally.deals
    by_lineup = [[deal for deal in deals if deal.lineup == n and deal.games] for n in range(len(plan.lineups))]
    games = [game for deal in deals for game in deal.games]
    return Summary(
        plan,
        tuple(_standing(plan, lineup, mine) for lineup, mine in zip(plan.lineups, by_lineup, strict=True)),
        ratings(games, len(plan.bots)),
        tuple(forfeit for deal in deals for forfeit in _forfeits(deal)),
        tuple(deal.key for deal in deals if not deal.games),
    )


def _standing(plan: Plan, lineup: Lineup, deals: list[Deal]) -> Standing:
    alone = len({spelled(plan.bots[entrant]) for entrant in lineup}) == 1
    lines = tuple(_line(entrant, lineup, deals, alone) for entrant in dict.fromkeys(lineup))
    scores = Counter(round(deal.wins(lineup[0]) or 0.0, 9) for deal in deals)
    return Standing(lineup, len(deals), lines, scores)


def _line(entrant: int, lineup: Lineup, deals: list[Deal], alone: bool) -> Line:
    """An entrant's figures; `alone` if it plays against itself, where each deal gives exactly its share."""
    mine = lineup.count(entrant)
    others = len(lineup) - mine
    wins = [deal.wins(entrant) or 0.0 for deal in deals]
    points = [deal.points(entrant) or 0.0 for deal in deals]
    # A game's scores sum to zero, so what the other seats have on average follows from one's own.
    differences = [own * (1 + mine / others) for own in points] if others else [0.0] * len(points)
    return Line(
        entrant,
        sum(game.seating.count(entrant) for deal in deals for game in deal.games),
        (alone and certainty(wins)) or rate(wins),
        (alone and certainty(points)) or estimate(points),
        (alone and certainty(differences)) or estimate(differences),
    )


def _forfeits(deal: Deal) -> Iterator[Forfeit]:
    for number, game in enumerate(deal.games):
        if game.foul:
            yield Forfeit(deal.lineup, deal.number, number, game.seating[game.foul.seat], game.foul)
