"""The cost of an append does not grow with the games that are kept: it looks everything up and scans nothing."""

import sqlite3

import pytest

from openkub.server.store.schema import missing
from openkub.server.store.sqlite_writer import EVENTS, GAMES, VERDICTS


@pytest.mark.parametrize("query", [VERDICTS, GAMES, EVENTS])
def test_an_append_scans_only_its_own_wishes(query: str) -> None:
    connection = sqlite3.connect(":memory:")
    for step in missing("sqlite", 0).values():
        connection.executescript(step)
    arguments = ("[]", b"")[: 1 if query is VERDICTS else 2]
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}", arguments)]
    connection.close()
    assert [step for step in plan if step.startswith("SCAN")] == ["SCAN w VIRTUAL TABLE INDEX 1:"]
