"""Records of older formats replay as they were judged then. The same turns in a new record follow the new rules."""

import json
from pathlib import Path

import pytest

from openkub.law.moves import Code
from openkub.law.rules import Rules
from openkub.play.game import FaultCode, resume, verify
from openkub.play.record import Record
from openkub.play.rows import rows

KEPT = json.loads((Path(__file__).parent / "data" / "judged.json").read_text(encoding="utf-8"))
OLD = KEPT["openkub 2"]
NOW = {
    "an able player sleeps with an empty pool": FaultCode.WRONG_END,
    "a new deal after the other has drawn": Code.NO_REDEAL,
    "two jokers and one number in another order in the opening turn": Code.OPENING_TURN_MANIPULATION,
    "an idle time-out draws one": None,
}


def test_there_is_a_record_of_everything_that_is_judged_otherwise_now() -> None:
    assert set(OLD) == set(NOW)


@pytest.mark.parametrize("name", OLD)
def test_a_record_of_before_replays_as_it_was_judged_then(name: str) -> None:
    assert verify(OLD[name]) is None
    record = Record.parse(OLD[name])
    assert (record.rules.referee, str(record)) == (2, OLD[name])
    assert Record.from_json(record.to_json()) == record
    assert Rules.parse(str(record.rules)) == record.rules
    assert resume(record).state.rules.referee == 2


@pytest.mark.parametrize("name", [name for name, found in NOW.items() if found])
def test_the_same_turns_in_a_record_of_today_are_refused(name: str) -> None:
    fault = verify(OLD[name].replace("openkub 2", "openkub 3"))
    assert fault is not None
    assert NOW[name] in (fault.code, fault.problem and fault.problem.code)


def test_an_idle_time_out_by_default_drew_one_tile_and_draws_three() -> None:
    text = OLD["an idle time-out draws one"]
    drawn = [next(rows(Record.parse(text.replace("openkub 2", form)))).drawn for form in ("openkub 2", "openkub 3")]
    assert drawn == [1, 3]


@pytest.mark.parametrize("name", KEPT["openkub 3"])
def test_a_record_of_today_replays(name: str) -> None:
    text = KEPT["openkub 3"][name]
    assert (verify(text), str(Record.parse(text))) == (None, text)


def test_an_older_referee_is_written_with_the_rules() -> None:
    rules = Rules.parse_dated("original_es", 2)
    assert str(rules) == "original_es timeout_idle_draw=1 referee=2"
    assert Rules.parse(str(rules)) == rules
    with pytest.raises(ValueError, match="referee: 'int 7' is none of 2, 3"):
        Rules.parse("default referee=7")
