"""How a game comes to be."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.json import decode, encode
from msgspec.structs import replace as with_changes

from openkub.law.rules import EDITIONS, OPTIONS, Rules
from openkub.server.chance import real_chance
from openkub.server.entries import Ended
from openkub.server.founding import (
    CODE_LETTERS,
    checked,
    new_code,
    new_id,
    own_clock,
    rematch,
    rematch_id,
)
from openkub.server.wire.game import BankClock, DelayClock, Settings, TurnClock, Wanted
from openkub.server.wire.refusals import Refusal, Refused
from tests.server.rooms import ANNA, BRUNO, CLEO, dealt, happen
from tests.workshop.chance import HOUSE_KEY, Seeded


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_played(edition: str) -> None:
    assert checked(Wanted(edition), []).rules == edition


@pytest.mark.parametrize(
    ("settings", "bots", "where"),
    [
        (Settings("no_such_edition"), [], "$.settings.rules"),
        (Settings("default joker_penalty=x"), [], "$.settings.rules"),
        (Settings("default joker_needs_opened=False"), [], "$.settings.rules"),
        (Settings("jumbo_de", 5), [], "$.settings.rules"),
        (Settings(), ["sharp", "sharp"], "$.bots"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_the_place(
    settings: Settings, bots: list[Any], where: str
) -> None:
    with pytest.raises(Refused) as refused:
        checked(settings, bots)
    assert (refused.value.trouble.code, refused.value.trouble.where) == (Refusal.BAD_SETTINGS, where)


def test_who_can_lay_must_under_any_joker_rules_for_a_pass_is_judged_soon() -> None:
    for rules in (
        "jumbo_de voluntary_draw=False",
        "jumbo_de joker_reuse=same_turn_anywhere",
        "jumbo_de tile_set=160",
        "default voluntary_draw=False joker_set_split=forbidden",
    ):
        assert checked(Wanted(rules), []).rules == rules


@pytest.mark.parametrize(
    ("edition", "clock"),
    [
        ("default", None),
        ("sabra6", None),
        ("original_fr", TurnClock(60)),
        ("jumbo_de", None),
        ("sabra_xxl", None),
        ("original_es", None),
        ("tournament", DelayClock(600, 10)),
    ],
)
def test_a_table_that_asks_for_no_clock_has_the_one_that_its_edition_is_always_played_by(
    edition: str, clock: DelayClock | TurnClock | None
) -> None:
    settings = checked(Wanted(edition), [])
    assert (settings.clock, settings.rules) == (clock, edition)


@pytest.mark.parametrize(
    ("edition", "clock", "rules"),
    [
        ("original_fr", None, "original_fr time_limit_mode=none"),
        ("tournament", None, "tournament time_limit_mode=none"),
        ("default", None, "default"),
        ("original_fr", TurnClock(60), "original_fr"),
        ("original_fr time_limit_s=90", TurnClock(60), "original_fr"),
        ("original_fr", TurnClock(90), "original_fr time_limit_s=90"),
        ("sabra6", TurnClock(120), "sabra6"),
        ("sabra6", TurnClock(10), "sabra6 time_limit_s=10"),
        ("jumbo_de", TurnClock(60), "jumbo_de time_limit_s=60 time_limit_mode=optional"),
        ("tournament", DelayClock(600, 10), "tournament"),
        ("tournament", DelayClock(300, 20), "tournament time_limit_s=20 time_bank_s=300"),
        ("tournament", TurnClock(60), "tournament time_limit_s=60 time_bank_s=none"),
        ("default", DelayClock(300, 60), "default time_bank_s=300"),
        ("default", BankClock(300, 5), "default time_limit_s=none"),
        ("original_fr", BankClock(300, 5), "original_fr time_limit_s=none time_limit_mode=optional"),
    ],
)
def test_a_clock_that_is_not_the_editions_is_told_as_a_changed_rule(
    edition: str, clock: BankClock | DelayClock | TurnClock | None, rules: str
) -> None:
    settings = checked(Wanted(edition, clock=clock), [])
    assert (settings.rules, settings.clock) == (rules, clock)
    assert checked(settings, []) == settings


@pytest.mark.parametrize("name", ["time_limit_s", "time_bank_s"])
@pytest.mark.parametrize("end", ["low", "high"])
def test_whatever_seconds_the_rules_can_have_a_clock_can_have(name: str, end: str) -> None:
    rules = Rules.parse(f"tournament {name}={getattr(OPTIONS[name], end)}")
    clock = own_clock(rules)
    assert isinstance(clock, DelayClock)
    assert decode(encode(clock), type=DelayClock) == clock
    alone = TurnClock(clock.delay)
    assert decode(encode(alone), type=TurnClock) == alone


def test_a_request_without_a_clock_is_not_one_that_wants_none() -> None:
    assert decode(b"{}", type=Wanted).clock is UNSET
    assert decode(b'{"clock":null}', type=Wanted).clock is None


def test_with_a_clock_an_edition_without_one_knows_what_a_time_out_costs() -> None:
    assert Rules.parse(checked(Settings("jumbo_de", clock=TurnClock(60)), []).rules).time_limit_mode == "optional"


def test_ids_and_codes_do_not_repeat_and_read_well() -> None:
    ids = [new_id(real_chance, ANNA) for _ in range(1000)]
    assert len(set(ids)) == 1000
    assert all(len(game) == 22 for game in ids)
    assert all(game[0].isalpha() for game in ids), "a command line takes a dash for an option"
    codes = {new_code(Seeded("codes"), game) for game in ids}
    assert len(codes) > 990
    assert all(set(code) <= set(CODE_LETTERS) and len(code) == 6 for code in codes)
    assert not set("01OIL U") & set(CODE_LETTERS)


def test_a_rematch_has_one_id_whoever_asks_and_invites_the_same_people() -> None:
    where = happen(dealt(), [Ended("stopped")])
    assert rematch_id(where, HOUSE_KEY) == rematch_id(where, HOUSE_KEY)
    assert rematch_id(where, HOUSE_KEY) != rematch_id(with_changes(where, id="h" * 22), HOUSE_KEY)
    assert rematch_id(where, HOUSE_KEY) != rematch_id(where, b"another house")
    first = rematch(where, BRUNO, real_chance, HOUSE_KEY)
    assert (first.host, first.name, first.bots, first.invited) == (BRUNO, "Bruno", (), (ANNA, BRUNO))
    assert first.secret != where.secret.hex()
    with pytest.raises(Refused):
        rematch(where, CLEO, real_chance, HOUSE_KEY)


def test_a_new_game_is_judged_by_the_referee_of_today() -> None:
    assert checked(Wanted("original_es referee=2"), ()).rules == "original_es"
