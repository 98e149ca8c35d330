"""`openkub conformance`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.workshop.commands import Run

RUN = {"id": "a run", "kind": "set-validity", "edition": ["default"], "before": {"table": [["r5", "r6", "r7"]]}}
GOOD = {**RUN, "legal": True}
BAD = {**RUN, "id": "not so", "edition": ["default", "jumbo_de"], "legal": False}


def write(path: Path, *cases: Any) -> Any:
    path.write_text(json.dumps({"cases": cases}))
    return path


def test_all_pass(openkub: Run, tmp_path: Path) -> None:
    ran = openkub("conformance", write(tmp_path / "a.json", GOOD), write(tmp_path / "b.json", GOOD))
    assert (ran.status, ran.out) == (0, "2 passed, 0 failed\n")


def test_a_failing_case_is_told_with_its_editions_and_counted_once(openkub: Run, tmp_path: Path) -> None:
    ran = openkub("conformance", write(tmp_path / "a.json", GOOD, BAD))
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "FAILED not so [default]: expected illegal, got legal",
        "FAILED not so [jumbo_de]: expected illegal, got legal",
        "1 passed, 1 failed",
    ]


def test_a_case_that_cannot_be_judge_fails(openkub: Run, tmp_path: Path) -> None:
    ran = openkub(
        "conformance", write(tmp_path / "a.json", {"id": "x"}, {**GOOD, "edition": ["none"]}, {**GOOD, "edition": []})
    )
    assert ran.status == 1
    assert ran.out.splitlines()[-1] == "0 passed, 3 failed"


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"cases": 3}', "[" * 100_000])
def test_a_malformed_file_is_named(openkub: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    ran = openkub("conformance", path)
    assert ran.status == 2
    assert str(path) in ran.err
