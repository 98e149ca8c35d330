"""The figures and ratings of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean

from openkub.arena.deals import Deal, Result
from openkub.arena.fouls import Foul
from openkub.arena.plan import Lineup, Plan, spelled
from openkub.arena.statistics import FEWEST_DEALS, Estimate, certainty, columns, estimate, percent, rate, signed
from openkub.arena.tally import Tally
from openkub.notation.text import amount

MOST_FOULS = 5
"""Maximum fouls printed with their reasons."""


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
class Rating:
    """Skill, 25 for a newcomer, and how uncertain it is."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        """`25.3 ± 1.6`: two standard deviations either way."""
        return f"{self.mu:.1f} ± {2 * self.sigma:.1f}"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that was lost at the referee's desk: which one, by which entrant, and its foul."""

    lineup: int
    deal: int
    game: int
    entrant: int
    foul: Foul


@dataclass(frozen=True, slots=True, repr=False)
class Summary:
    """The whole run; printed, it is a table."""

    plan: Plan
    standings: tuple[Standing, ...]
    ratings: tuple[Rating, ...] | None
    forfeits: tuple[Forfeit, ...]
    void: tuple[tuple[int, int], ...]

    @property
    def heading(self) -> str:
        """What was played."""
        deals = sum(standing.deals for standing in self.standings)
        games = sum(line.games for standing in self.standings for line in standing.lines) // self.plan.seats
        rest = f"{self.plan.seats} seats, rules {self.plan.rules}, seed {self.plan.seed}"
        return f"{amount(deals, 'deal')}, {amount(games, 'game')}; {rest}"

    @property
    def caption(self) -> str:
        """What the figures are."""
        fair = f"among equals a seat wins {100 / self.plan.seats:.1f} %"
        few = any(line.wins.interval is None for standing in self.standings for line in standing.lines)
        intervals = f"no intervals from fewer than {FEWEST_DEALS} deals" if few else "95 % intervals from deals"
        return f"a game and a seat; {intervals}; {fair}"

    def __str__(self) -> str:
        """The figures as a table: a line a bot, or, of many line-ups, a line a pair."""
        one = len(self.standings) == 1
        rows = list(self._bots(self.standings[0]) if one else self._pairs())
        rated = [] if one or not self.ratings else [self._ratings()]
        return "\n".join([self.heading, columns(rows), self.caption, *rated, *self._fouls(), *self._void()])

    def __repr__(self) -> str:
        """`<Summary of 2 deals, 4 games; …>`."""
        return f"<Summary of {self.heading}>"

    def _bots(self, standing: Standing) -> Iterator[list[str]]:
        yield ["bot", "seats", "wins", "points", "difference", *(["rating"] if self.ratings else [])]
        for line in sorted(standing.lines, key=lambda line: -line.wins.mean):
            seats = str(standing.lineup.count(line.entrant))
            figures = [percent(line.wins), signed(line.points), signed(line.difference)]
            rating = [str(self.ratings[line.entrant])] if self.ratings else []
            yield [self.plan.labels[line.entrant], seats, *figures, *rating]

    def _pairs(self) -> Iterator[list[str]]:
        yield ["bot", "against", "wins", "points"]
        for standing in self.standings:
            line, against = standing.lines[0], self.plan.labels[standing.lineup[-1]]
            many = f"{len(standing.lineup) - 1} " if len(standing.lineup) > 2 else ""
            yield [self.plan.labels[line.entrant], f"{many}{against}", percent(line.wins), signed(line.points)]

    def _ratings(self) -> str:
        rated = sorted(zip(self.ratings or (), self.plan.labels, strict=True), key=lambda pair: -pair[0].mu)
        return "ratings: " + ", ".join(f"{label} {rating}" for rating, label in rated)

    def _fouls(self) -> Iterator[str]:
        kinds = Counter((one.entrant, one.foul.kind) for one in self.forfeits)
        for (entrant, kind), count in sorted(kinds.items()):
            yield f"{self.plan.labels[entrant]}: {amount(count, 'game')} lost by a foul ({kind})"
        for one in self.forfeits[:MOST_FOULS]:
            yield f"  deal {one.deal + 1}, game {one.game + 1}, seat {one.foul.seat + 1}: {one.foul.why}"
        if len(self.forfeits) > MOST_FOULS:
            yield f"  and {len(self.forfeits) - MOST_FOULS} more; --json lists all"

    def _void(self) -> Iterator[str]:
        if self.void:
            numbers = ", ".join(str(deal + 1) for _, deal in self.void[:MOST_FOULS])
            yield f"{amount(len(self.void), 'deal')} not counted, a bot killed the process: {numbers}"


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


def ratings(games: Iterable[Result], entrants: int) -> tuple[Rating, ...] | None:
    """Return the rating of every entrant by openskill's Plackett–Luce model; None where openskill is not installed.

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
