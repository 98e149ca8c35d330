"""Cases and files that are not written as they should be are reported, and break nothing."""

import copy
import json
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from openkub.conformance import CaseError, load_cases, run_case
from tests.test_conformance import CASES

JUNK = [
    None,
    True,
    False,
    0,
    -1,
    7,
    10**400,
    1.5,
    "",
    "z9",
    "\x00",
    [],
    [[]],
    [None],
    [["z9"]],
    [[["r5"]]],
    {},
    {"x": 1},
]


@pytest.mark.heavy
@pytest.mark.parametrize("kind", sorted({case["kind"] for case in CASES}))
def test_junk_anywhere_in_a_case_is_reported_and_never_breaks_the_runner(kind: str) -> None:
    """Every value of every case of the kind, replaced by things that JSON can say, which take turns."""
    junk = cycle(JUNK)
    for case in (case for case in CASES if case["kind"] == kind):
        for path in paths(case):
            for result in run_case(with_value(case, path, next(junk))):
                assert all(isinstance(line, str) for line in result.differences)


def paths(value: Any, so_far: Sequence[Any] = ()) -> Iterator[Any]:
    """The way to every value in a case."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*so_far, key)
        yield from paths(part, (*so_far, key))


def with_value(whole: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    changed = copy.copy(whole)
    changed[path[0]] = with_value(whole[path[0]], path[1:], value)
    return changed


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[1, 2]", "7", "null", '"cases"', "{}", '{"cases": {}}', '{"cases": [[]]}', '{"cases": 7}', "\x00",
        "[" * 100_000, '{"cases": [' + "1" * 5000 + "]}", "\ud800", None, 7, b"7", b"\xff\xfe\x00", [{}], 1.5,
    ],
    ids=range(20),
)  # fmt: skip
def test_a_file_that_holds_no_cases_is_refused(text: Any) -> None:
    with pytest.raises(CaseError, match=r"this is not JSON|a file of cases is"):
        load_cases(text)


def test_a_file_may_be_the_bare_list_of_cases() -> None:
    assert load_cases('[{"id": "a"}]') == load_cases('{"cases": [{"id": "a"}]}') == [{"id": "a"}]
    assert load_cases(json.dumps({"cases": []})) == []
