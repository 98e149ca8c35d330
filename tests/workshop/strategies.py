"""Any tile, set, table, rules, move, round, view and record that there may be."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from openkub.law.moves import Draw, Move, Pass, Play, Redeal, TimeOut
from openkub.law.options import Option, RulesError
from openkub.law.rules import EDITIONS, OPTIONS, Rules
from openkub.law.score import Outcome
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TILES, TileBag
from openkub.play.public import Turn
from openkub.play.record import FairDeal, Record, Round, Seed
from openkub.play.shuffle import commitment
from openkub.play.state import State
from tests.workshop.playing import TABLES, game

tiles = st.sampled_from(TILES)
bags = st.lists(tiles, max_size=20).filter(lambda some: all(some.count(t) <= 7 for t in some)).map(TileBag)
melds = st.lists(tiles, min_size=1, max_size=14).map(Meld)
tables = st.lists(melds, max_size=8).map(Table)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Play, tables), st.just(Draw()), st.just(Pass()), st.just(Redeal()), st.builds(TimeOut, tables)
)
turns = st.builds(Turn, st.integers(0, 5), moves, st.integers(0, 20))


def _values(option: Option) -> st.SearchStrategy[object]:
    known = st.sampled_from(option.choices) if option.choices else st.integers(option.low, option.high)
    return st.none() | known if option.may_be_none else known


some_options = st.fixed_dictionaries({}, optional={name: _values(option) for name, option in OPTIONS.items()})


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """An edition with some options changed."""
    edition, options = draw(st.sampled_from(list(EDITIONS.values()))), draw(some_options)
    mode, limit = (options.get(name, getattr(edition, name)) for name in ("time_limit_mode", "time_limit_s"))
    bank = options.get("time_bank_s", edition.time_bank_s)
    if (mode == "mandatory" or bank is not None) and limit is None:
        options["time_limit_s"] = 60
    if options.get("unopened_penalty", edition.unopened_penalty) is None:
        options["unopened_able_penalty"] = None
    if options.get("tile_set", edition.tile_set) == 106:
        options["deal_jokers"] = min(1, options.get("deal_jokers", edition.deal_jokers))
    return replace(edition, **options)  # type: ignore[arg-type]


@st.composite
def outcomes(draw: st.DrawFn, seats: int | None = None) -> Outcome:
    """An end of a round with scores that sum to zero."""
    seats = seats or draw(st.integers(2, 6))
    winners = sorted(draw(st.sets(st.integers(0, seats - 1), min_size=1)))
    scores = draw(st.lists(st.integers(-999, 999), min_size=seats - 1, max_size=seats - 1))
    ended = draw(st.sampled_from(["rack_empty", "pool_empty"]))
    return Outcome(ended, tuple(winners), (-sum(scores), *scores))


@st.composite
def states(draw: st.DrawFn, most_turns: int = 60) -> State:
    """A round in a random game, at any turn."""
    table, number = draw(st.sampled_from(TABLES)), draw(st.integers(0, 2**32))
    cheap = table[0].voluntary_draw  # elsewhere every draw asks the solver
    *_, last = game(*table, Random(number), draw(st.integers(0, most_turns if cheap else most_turns // 6)))
    return last


seen = st.characters(codec="utf-8", categories=("L", "N", "P", "S"))
names = (
    st.lists(st.text(seen, min_size=1, max_size=14), min_size=1, max_size=4)
    .map(" ".join)
    .filter(lambda name: " ;" not in f" {name}")
)
secrets = st.binary(min_size=32, max_size=32)
nonces = st.lists(st.binary(min_size=16, max_size=16), max_size=4).map(tuple)
shuffles = st.one_of(
    st.builds(Seed, names),
    st.builds(lambda secret, nonces: FairDeal(commitment(secret), nonces, secret), secrets, nonces),
    st.builds(lambda secret, nonces: FairDeal(commitment(secret), nonces), secrets, nonces),
)


def _can_sit(played_by: Rules, seats: int) -> bool:
    try:
        played_by.check_seats(seats)
    except RulesError:
        return False
    return True


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record in good form; whether the game could have been is another question."""
    played_by = draw(rules())
    fitting = [n for n in range(2, played_by.most_players + 1) if _can_sit(played_by, n)]
    seats = draw(st.sampled_from(fitting))
    one_turn = st.tuples(st.integers(0, seats - 1), moves)
    one_round = st.builds(Round, st.lists(one_turn, max_size=5).map(tuple), st.none() | outcomes(seats))
    players = st.lists(names, min_size=seats, max_size=seats).map(tuple)
    bots = st.dictionaries(st.integers(0, seats - 1), names, max_size=seats).map(lambda found: tuple(found.items()))
    rounds = st.lists(one_round, max_size=3).map(tuple)
    return Record(played_by, draw(players), draw(shuffles), draw(rounds), draw(bots))
