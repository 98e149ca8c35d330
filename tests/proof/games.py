"""Whole games between bots, a batch with every edition, kit and number of players: nothing lost, nothing illegal."""

from collections import Counter
from random import Random

from openkub.bots import BOTS, Clock, make_bot
from openkub.law.rules import Rules
from openkub.play.game import Game, replay, verify
from openkub.play.record import Record
from tests.workshop.playing import TABLES, every_tile

SIZE = len(TABLES)
THINK_S = 0.002
"""So long may expert think, in seconds of a usual machine: it is not its strength that is at stake here."""
NAMES = ("Anna", "Bruno", "Clara", "David", "Emma", "Felix")


def batch(number: int, size: int = SIZE) -> Counter[str]:
    """A game at each of the first tables; a table in ten plays its match to the end, the others one round."""
    rng, counts = Random(f"games {number}"), Counter[str]()
    for rules, seats in TABLES[:size]:
        rounds = min(rules.rounds or 3, 3) if rng.random() < 0.1 else 1
        counts += whole_game(Rules.parse(f"{rules} rounds={rounds}"), seats, rng)
    return counts


def whole_game(rules: Rules, seats: int, rng: Random) -> Counter[str]:
    """Play it, move by move, and then ask its record whether it was so."""
    bots = [make_bot(rng.choice(list(BOTS)), rng.randrange(1000), THINK_S) for _ in range(seats)]
    seed, kit, counts = f"{rng.random()}", rules.kit(seats).bag, Counter(games=1)
    where = (str(rules), seed, [bot.name for bot in bots])
    game = Game.new(rules, NAMES[:seats], seed)
    while not game.match.over:
        if game.over:
            game = game.next_round()
        while not game.over:
            game = game.apply(bots[game.state.turn].choose(game.view, Clock(1)))
            counts["moves"] += 1
            assert every_tile(game.state) == kit, where
            assert game.state.table.first_invalid is None, where
        assert game.state.outcome, where
        assert sum(game.state.outcome.scores) == 0, where
        counts["rounds"] += 1
    _agrees(game, where)
    return counts


def _agrees(game: Game, where: object) -> None:
    """The record proves the deal, tells the same game in both forms, and leads to the same end."""
    text = str(game.record)
    assert verify(text) is None, where
    assert Record.from_json(game.record.to_json()) == Record.parse(text) == game.record, where
    *_, last = replay(Record.parse(text))
    assert last.state == game.state, where
    assert last.match == game.match, where
