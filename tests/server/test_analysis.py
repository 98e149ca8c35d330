"""Questions about described positions, over real HTTP."""

import os
from collections.abc import Iterator
from typing import Any

import anyio
import httpx
import msgspec
import pytest

from openkub.law.rules import EDITIONS, OPTIONS
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.play.steps import Add, Join, Lay, Split, Swap, Take
from openkub.server.desk import Desk
from openkub.server.steps import hint_view, step_view
from openkub.server.wire.http import HintView
from openkub.server.wire.refusals import Refusal, Refused
from openkub.solver import explain, hint
from tests.server.doors import browsing, whole_app


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with browsing(whole_app(tmp_path_factory.mktemp("analysis"))) as client:
        yield client


def test_the_rules_name_every_edition_and_option_with_its_source(client: httpx.Client) -> None:
    told = client.get("/api/rules").json()
    assert [edition["name"] for edition in told["editions"]] == list(EDITIONS)
    assert [option["name"] for option in told["options"]] == list(OPTIONS)
    by_name = {option["name"]: option for option in told["options"]}
    assert by_name["voluntary_draw"]["choices"] == [True, False]
    assert (by_name["deal_size"]["low"], by_name["deal_size"]["high"], by_name["deal_size"]["choices"]) == (3, 20, None)
    assert by_name["joker_set_split"]["sources"]["jumbo_de"] == "002:12"
    assert told["editions"][0]["options"]["rounds"] == 3


def test_the_rules_are_compressed_and_not_sent_again_to_a_client_that_has_them(client: httpx.Client) -> None:
    for path in ("/api/rules", "/api/openapi.json"):
        first = client.get(path, headers={"accept-encoding": "gzip"})
        assert (first.headers["content-encoding"], first.headers["cache-control"]) == ("gzip", "no-cache")
        assert int(first.headers["content-length"]) < len(first.content) / 3
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == first.content


def test_a_position_is_solved_with_the_moves_that_lead_there(client: httpx.Client) -> None:
    found = client.post("/api/solve", json={"rack": "k8 y8 b11", "table": "b8 b9 b10"}).json()
    assert (found["tiles"], found["value"], found["laid"]) == (3, 27, "k8 y8 b11")
    assert [step["kind"] for step in found["steps"]] == ["take", "lay", "add"]
    assert set(found["table"].split(" | ")) == {"b9 b10 b11", "k8 b8 y8"}


def test_where_nothing_can_be_played_there_is_no_table(client: httpx.Client) -> None:
    assert client.post("/api/solve", json={"rack": "k1"}).json() == {
        "tiles": 0,
        "value": 0,
        "laid": "",
        "table": None,
        "steps": [],
    }


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"rack": "r1 b14"}, "$.rack[3]"),
        ({"rack": "r1", "table": "r5 r6 r7 | x"}, "$.table[11]"),
        ({"rack": "r1", "rules": "default joker_penalty=lots"}, "$.rules[8]"),
        ({"rack": "r1", "rules": "chess"}, "$.rules[0]"),
        ({"rack": "r1", "table": "r5 r6"}, "$.table"),
        ({"rack": "r1 r1 r1"}, "$.table"),
        ({"rack": "*" + " *" * 40}, "$.rack[0]"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(
    client: httpx.Client, said: dict[str, Any], where: str
) -> None:
    answer = client.post("/api/solve", json=said)
    assert (answer.status_code, answer.json()["code"], answer.json()["where"]) == (422, "bad_position", where)


HARD = {
    "rules": "default tile_set=160 opening_min_points=100 joker_set_split=forbidden "
    "joker_reuse=new_set_with_rack_tiles",
    "table": "k8 k9 k10 | k2 * y2 | r4 b4 y4 k4 | k1 r1 b1 y1 | y11 y12 y13 | r2 r3 r4 | b3 b4 b5 * | y2 y3 y4 y5 "
    "| r6 b6 y6 | k7 k8 k9 | y3 y4 y5 y6 | r4 * k4 b4 | b13 k13 y13 | b1 r1 y1 k1 | r6 r7 r8 | r2 y2 * | "
    "b6 r6 y6 k6 | k5 y5 b5 r5 | k10 k11 k12 | r7 r8 r9 r10 | y11 y12 y13 | k11 k12 k13 | r12 k12 b12 | "
    "b8 b9 b10 | y3 b3 k3 | b11 b12 b13 | k5 k6 k7 k8 k9 | k7 r7 b7 | r10 r11 r12 r13 | r11 r12 r13 | k1 "
    "k2 k3 | b6 b7 b8 b9 | y10 y11 y12 | k4 k5 k6 | b10 b11 b12 b13",
    "rack": "b2 b2 k3 r3 y7 y7 y7 r8 b8 y8 b9 y9 b11 r13",
    "opened": True,
    "objective": "value",
}
"""House rules that no leaflet has, and a search that would go on for minutes if nothing bounded it."""


def test_a_search_that_would_take_minutes_is_answered_with_what_was_found(client: httpx.Client) -> None:
    answer = client.post("/api/solve", json=HARD)
    assert answer.status_code == 200, answer.text
    assert answer.json()["tiles"] >= 3
    assert client.post("/api/solve", json={"rack": "r5 r6 r7"}).json()["tiles"] == 3


def test_whoever_finds_every_place_at_the_desk_taken_is_sent_away() -> None:
    desk = Desk(processes=0, waiting=0)
    with pytest.raises(Refused) as refused:
        desk.work(len, "").send(None)
    assert refused.value.trouble.code is Refusal.UNAVAILABLE


def test_a_process_that_is_killed_over_a_question_asks_to_try_again() -> None:
    with pytest.raises(Refused) as refused:
        anyio.run(Desk().work, os._exit, 1)
    assert refused.value.trouble.code is Refusal.UNAVAILABLE


def judged(client: httpx.Client, **said: Any) -> Any:
    return client.post("/api/judge", json=said).json()


def test_a_legal_turn_has_no_problem(client: httpx.Client) -> None:
    verdict = judged(client, rack="r10 r11 r12", move="play r10 r11 r12")
    assert verdict == {"legal": True, "problem": None, "message": None}


def test_an_illegal_turn_is_told_in_the_words_of_the_edition(client: httpx.Client) -> None:
    verdict = judged(client, rack="r1", move="draw", pool=False, language="de", rules="jumbo_de")
    assert verdict["problem"]["code"] == "pool_empty"
    assert verdict["message"].startswith("Der Pool ist leer")


def test_an_opening_that_is_too_small_says_what_it_comes_to(client: httpx.Client) -> None:
    verdict = judged(client, rack="r1 r2 r3", move="play r1 r2 r3")
    assert (verdict["legal"], verdict["problem"]["code"], verdict["problem"]["points"]) == (False, "opening_points", 6)


def test_who_can_play_must_where_the_edition_says_so(client: httpx.Client) -> None:
    said = {"rack": "r10 r11 r12", "rules": "original_es voluntary_draw=False"}
    assert judged(client, **said, move="draw")["problem"]["code"] == "must_play"


@pytest.mark.parametrize("rules", ["default", "jumbo_de", "original_es", "tournament"])
def test_with_an_empty_pool_who_can_lay_must(client: httpx.Client, rules: str) -> None:
    said = {"table": "r5 r6 r7", "opened": True, "move": "pass", "pool": False}
    assert judged(client, **said, rack="r8 k1", rules=rules)["problem"]["code"] == "must_play"
    assert judged(client, **said, rack="r8 k1", rules=f"{rules} empty_pool_pass=free")["legal"]
    assert judged(client, **said, rack="k1", rules=rules)["legal"]


def test_a_turn_on_a_table_that_holds_no_valid_sets_is_refused_and_the_set_named(client: httpx.Client) -> None:
    for move in ("play r1 r2 r3 | r5 r6 r7", "draw", "timeout"):
        verdict = judged(client, rack="r1 r2 r3 r7", table="b1 b2 b3 | r5 r6", move=move)
        assert (verdict["problem"]["code"], verdict["problem"]["meld"]) == ("invalid_before", 1)
        assert verdict["message"]


def test_a_new_deal_is_for_who_holds_pairs_enough(client: httpx.Client) -> None:
    assert judged(client, rack="r1 r1 b2 b2 k3 k3 *", move="redeal", rules="tournament")["legal"]
    verdict = judged(client, rack="r1 r1 b2 b2 k3 k4 *", move="redeal", rules="tournament")
    assert verdict["problem"]["code"] == "no_redeal"


def test_a_move_that_cannot_be_read_is_named_by_its_character(client: httpx.Client) -> None:
    answer = client.post("/api/judge", json={"rack": "r1", "move": "play r1 r2 q3"})
    assert (answer.status_code, answer.json()["where"]) == (422, "$.move[11]")


def test_every_kind_of_step_goes_over_the_wire() -> None:
    three, two = Table.parse("r5 r6 r7"), Table.parse("r5 r6")
    steps = [
        (Take(0, two[0], three[0]), {"kind": "take", "tiles": "r5 r6"}),
        (Split(0, 2, 4, two[0], three[0]), {"kind": "split", "new": 4, "right": "r5 r6 r7"}),
        (Swap(0, two[0][0], three[0]), {"kind": "swap", "tiles": "r5"}),
        (Add(0, two[0], three[0]), {"kind": "add", "tiles": "r5 r6"}),
        (Join(0, 2, three[0]), {"kind": "join", "other": 2}),
        (Lay(3, three[0]), {"kind": "lay", "set": 3}),
    ]
    for step, expected in steps:
        told = msgspec.to_builtins(step_view(step))
        assert {key: told[key] for key in expected} == expected
        assert told["result"] == str(step.result)


def test_a_hint_tells_more_the_stronger_it_is() -> None:
    here = Position(EDITIONS["default"], Table.parse("r5 r6 r7"), TileBag.parse("r8 k3"), opened=True)
    assert hint_view(hint(here, 1)) == HintView("r8")
    assert hint_view(hint(here, 2)) == HintView("r8", [0])
    steps = [step_view(step) for step in explain(here.table, Table.parse("r5 r6 r7 r8"))]
    assert hint_view(hint(here, 3)) == HintView("r8", [0], "r5 r6 r7 r8", steps)
    assert hint_view(None) == HintView(None)
