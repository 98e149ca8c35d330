"""How a game comes to be."""

import pytest
from tests.workshop.chance import Seeded

from openkub.rules import EDITIONS, Rules
from openkub.server.chance import real_chance
from openkub.server.entries import Ended
from openkub.server.opening import CODE_LETTERS, checked, checked_name, new_code, new_id, rematch, rematch_id
from openkub.server.wire.game import Settings, TurnClock
from openkub.server.wire.refusals import Refusal, Refused

from .rooms import ANNA, BRUNO, CLEO, dealt, happen


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_played(edition):
    assert Rules.parse(checked(Settings(edition), []).rules) == EDITIONS[edition]


@pytest.mark.parametrize(
    ("settings", "bots", "where"),
    [
        (Settings("no_such_edition"), [], "$.settings.rules"),
        (Settings("default joker_penalty=x"), [], "$.settings.rules"),
        (Settings("jumbo_de", 5), [], "$.settings.rules"),
        (Settings("jumbo_de voluntary_draw=False"), [], "$.settings.rules"),
        (Settings(), ["sharp", "sharp"], "$.bots"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_the_place(settings, bots, where):
    with pytest.raises(Refused) as refused:
        checked(settings, bots)
    assert (refused.value.trouble.code, refused.value.trouble.where) == (Refusal.BAD_SETTINGS, where)


def test_with_a_clock_an_edition_without_one_knows_what_a_time_out_costs():
    assert Rules.parse(checked(Settings("jumbo_de", clock=TurnClock(60)), []).rules).time_limit_mode == "optional"


def test_a_name_is_one_line_without_blanks_around():
    assert checked_name("  Anna \t Maria ") == "Anna Maria"
    for name in ("   ", "a\x07b", "x ; y"):
        with pytest.raises(Refused):
            checked_name(name)


def test_ids_and_codes_do_not_repeat_and_read_well():
    ids = [new_id(real_chance, ANNA) for _ in range(1000)]
    assert len(set(ids)) == 1000
    assert all(len(game) == 22 for game in ids)
    assert all(game[0].isalpha() for game in ids), "a command line takes a dash for an option"
    codes = {new_code(Seeded("codes"), game) for game in ids}
    assert len(codes) > 990
    assert all(set(code) <= set(CODE_LETTERS) and len(code) == 6 for code in codes)
    assert not set("01OIL U") & set(CODE_LETTERS)


def test_a_rematch_has_one_id_whoever_asks_and_invites_the_same_people():
    where = happen(dealt(), [Ended("stopped")])
    assert rematch_id(where) == rematch_id(where)
    first = rematch(where, BRUNO, real_chance)
    assert (first.host, first.name, first.bots, first.invited) == (BRUNO, "Bruno", (), (ANNA, BRUNO))
    assert first.secret != where.secret.hex()
    with pytest.raises(Refused):
        rematch(where, CLEO, real_chance)
