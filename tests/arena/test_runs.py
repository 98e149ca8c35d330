"""Whole runs: equal bots are equal, results are the same wherever they are played, bad bots lose only their games."""

import json

import pytest

from openkub.arena import Plan, Sprt, Tally, Where, summary
from openkub.arena.deals import Deal, play_deal
from openkub.arena.fouls import Foul, Kind
from openkub.arena.games import FINE
from openkub.arena.plan import PlanError, all_pairs
from openkub.arena.players import maker
from openkub.law.rules import Rules
from openkub.play.game import resume, verify
from openkub.play.record import Record
from tests.arena.short_runs import LAZY_MAY_PASS, bot, json_of, lines_of, plan, result


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["Most", "Moody"])
def test_a_bot_against_itself_has_exactly_its_share(name: str, seats: int) -> None:
    lines = lines_of(result(plan(name, name, seats=seats, deals=3)))
    for line in lines.values():
        assert (line.wins.mean, line.points.mean) == (pytest.approx(1 / seats, abs=1e-12), pytest.approx(0, abs=1e-9))
        assert line.wins.interval == (line.wins.mean, line.wins.mean)
        assert line.points.interval == (line.points.mean, line.points.mean)


def test_against_itself_with_two_seats_the_share_is_a_half_to_the_last_bit() -> None:
    assert [line.wins.mean for line in lines_of(result(plan("Moody", "Moody", deals=5))).values()] == [0.5, 0.5]


def test_few_deals_between_different_bots_have_no_intervals() -> None:
    for line in lines_of(result(plan("Most", "Lazy", deals=9))).values():
        assert (line.wins.interval, line.points.interval, line.difference.interval) == (None, None, None)


def test_ten_deals_that_one_bot_won_leave_the_other_a_chance() -> None:
    lines = lines_of(result(plan("Most", "Lazy", deals=10)))
    (low, high), (least, most) = lines["Most"].wins.interval, lines["Lazy"].wins.interval
    assert (high, least) == (1, 0)
    assert low == pytest.approx(1 - most)
    assert 0.6 < low < 0.9


def test_one_process_and_several_give_the_same_bytes() -> None:
    wanted = plan("Most", "Moody", "Lazy", deals=6)
    assert json_of(result(wanted, Where(jobs=3))) == json_of(result(wanted))


def test_a_record_is_verified_and_played_again_to_the_same_end() -> None:
    deal, texts = play_deal(plan("Most", "Moody", "Lazy"), 0, 1, keep=True)
    for game, text in zip(deal.games, texts.values(), strict=True):
        assert verify(text) is None
        assert verify(text.replace("draws: piles\n", "")) is not None
        assert [who for _, who in Record.parse(text).bots] == list(Record.parse(text).seats)
        assert resume(Record.parse(text)).state.outcome.scores == game.scores


def test_another_seed_gives_other_games() -> None:
    first, second = (result(plan("Most", "Moody", seed=seed)) for seed in ("a", "b"))
    assert [deal.games for deal in first.deals] != [deal.games for deal in second.deals]


def test_a_player_beats_one_who_never_plays() -> None:
    lines = lines_of(result(plan("Most", "Lazy")))
    assert lines["Most"].wins.mean == 1
    assert lines["Most"].points.mean > 0
    assert lines["Most"].difference.mean == pytest.approx(2 * lines["Most"].points.mean)


def test_the_deals_of_a_line_up_share_their_tiles() -> None:
    deal, texts = play_deal(plan("Most", "Lazy"), 0, 2, keep=True)
    assert len(deal.games) == 2
    seeds = {line for text in texts.values() for line in text.splitlines() if line.startswith("seed:")}
    assert len(seeds) == 1


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("Crashing", "crashed", "KeyError: 'nothing there'"),
        ("Cheat", "illegal", "invalid_set"),
        ("Sloppy", "illegal", "a bot plays, draws or passes"),
        ("Mute", "illegal", "a bot plays, draws or passes"),
        ("Sulking", "illegal", "a bot plays, draws or passes"),
        ("Slow", "late", "no move within 0.05 seconds"),
    ],
)
def test_a_bad_bot_loses_its_games_and_the_run_goes_on(name: str, kind: str, why: str) -> None:
    tally = result(plan("Unhurried", name, deals=2, limit=0.05 if name == "Slow" else 60.0))
    found = summary(tally)
    assert {forfeit.entrant for forfeit in found.forfeits} == {1}
    assert {forfeit.foul.kind for forfeit in found.forfeits} == {kind}
    assert why in found.forfeits[0].foul.why
    assert len(tally.deals) == 2
    for game in (game for deal in tally.deals for game in deal.games if game.foul):
        loser = game.seating.index(1)
        assert game.scores[loser] == -FINE
        assert game.winners == (1 - loser,)


def test_with_more_seats_the_offender_pays_everybody_and_all_others_win() -> None:
    tally = result(plan("Most", "Most", "Cheat", deals=1))
    for game in tally.deals[0].games:
        loser = game.seating.index(2)
        assert game.scores[loser] == -2 * FINE
        assert sum(game.scores) == 0
        assert len(game.winners) == 2


@pytest.mark.heavy
def test_a_bot_that_kills_its_process_costs_those_deals_alone() -> None:
    wanted = plan("Most", "Deadly", deals=4, seed="a")
    deadly = [deal for deal in range(4) if any(wanted.bot_seed(deal, seat) % 3 == 0 for seat in (0, 1))]
    tally = result(wanted, Where(jobs=2))
    assert 0 < len(deadly) < 4
    assert summary(tally).void == tuple((0, deal) for deal in deadly)
    assert summary(tally).standings[0].deals == 4 - len(deadly)


def test_the_test_stops_as_soon_as_it_has_decided_and_at_the_same_deal_with_any_jobs() -> None:
    wanted = plan("Most", "Lazy", deals=200)
    tally = result(wanted, sprt=Sprt(0.5, 0.8))
    assert tally.verdict == "high"
    assert len(tally.deals) < 20
    assert json_of(result(wanted, Where(jobs=2), Sprt(0.5, 0.8))) == json_of(tally)


def test_a_tally_is_printed_as_a_table_and_shown_in_a_line() -> None:
    tally = result(plan("Most", "Lazy", seats=3, deals=10))
    heading, head, first, second, caption = str(tally).splitlines()
    assert heading == f"10 deals, 30 games; 3 seats, rules {LAZY_MAY_PASS}, seed openkub"
    assert (head.split()[:3], first.split()[:4]) == (["bot", "seats", "wins"], ["Most", "1", "100.0", "%"])
    assert second.split()[:2] == ["Lazy", "2"]
    assert "95 % intervals" in caption
    assert (repr(tally), repr(summary(tally))) == ("<Tally of 10 deals: Most, Lazy>", f"<Summary of {heading}>")


def test_of_many_line_ups_a_line_a_pair_is_printed_and_fouls_are_not_hidden() -> None:
    bots = tuple(map(bot, ("Most", "Cheat", "Lazy")))
    tally = result(Plan(bots, all_pairs(3, 2), Rules.parse(LAZY_MAY_PASS), 1))
    lines = str(tally).splitlines()
    assert [line.split()[:2] for line in lines[1:5]] == [
        ["bot", "against"], ["Most", "Cheat"], ["Most", "Lazy"], ["Cheat", "Lazy"],
    ]  # fmt: skip
    assert [line for line in lines if "lost by a foul" in line] == ["Cheat: 4 games lost by a foul (illegal)"]


def test_deals_that_come_early_wait_for_those_before_them() -> None:
    wanted = plan("Most", "Lazy", deals=3)
    deals = [play_deal(wanted, 0, number)[0] for number in range(3)]
    tally = Tally(wanted)
    for deal, counted in zip((deals[2], deals[0], deals[1]), (0, 1, 3), strict=True):
        tally.add(deal)
        assert len(tally.deals) == counted
    assert tally.deals == deals


def test_a_deal_survives_json() -> None:
    deal, _ = play_deal(plan("Most", "Cheat"), 0, 0)
    assert Deal.read(json.loads(json.dumps(deal.plain()))) == deal


def test_a_line_of_a_journal_is_read_and_written_as_it_always_was() -> None:
    foul = '"lost":{"seat":1,"kind":"crashed","why":"KeyError: 7"}'
    games = [
        '{"seating":[0,1],"scores":[24,-24],"winners":[0],"turns":31,"lost":null}',
        f'{{"seating":[1,0],"scores":[100,-100],"winners":[0],"turns":6,{foul}}}',
    ]
    line = f'{{"lineup":0,"number":3,"games":[{",".join(games)}]}}'
    deal = Deal.read(json.loads(line))
    assert json.dumps(deal.plain(), separators=(",", ":")) == line
    assert deal.games[1].foul == Foul(1, Kind.CRASHED, "KeyError: 7")


def test_who_wants_to_know_how_it_ended_is_told_and_what_it_wrote_is_kept() -> None:
    deal, texts = play_deal(plan("Curious", "Crashing"), 0, 0, keep=True)
    assert [game.scores for game in deal.games] == [(FINE, -FINE), (-FINE, FINE)]
    assert texts["1-00001-1-seat1.jsonl"] == "(100, -100) seat 2 crashed: KeyError: 'nothing there'\n"
    _, texts = play_deal(plan("Curious", "Most"), 0, 0, keep=True)
    assert texts["1-00001-1-seat1.jsonl"] == f"{resume(Record.parse(texts['1-00001-1.kub'])).state.outcome.scores} \n"


def test_bots_that_do_not_exist_are_named_before_anything_is_played() -> None:
    for name in ("nobody", bot("Nobody"), "no.such.module:Bot", "nofile.py:Bot", "./nothing", "cmd:nothing -x", "cmd:"):
        with pytest.raises(PlanError, match=r"nobody|Nobody|no\.such|nofile|nothing|write the program"):
            maker(name)
