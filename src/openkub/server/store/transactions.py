"""SQL transactions for both databases: a transaction is a generator that yields statements and receives their rows.

Statements are written for PostgreSQL, as far as SQLite understands them too; `for_sqlite` and `for_postgres` rewrite
the rest.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

Statement = tuple[str, Sequence[Any]]
"""SQL with `$1`, `$2` …, and their values."""
Rows = Sequence[Any]
Transaction = Generator[Statement, Rows, T]


@cache
def for_sqlite(text: str) -> str:
    """Rewrite numbered parameters, membership in a list (bound as JSON) and row locks."""
    text = re.sub(r"= ANY \(\$(\d)\)", r"IN (SELECT value FROM json_each(?\1))", text)
    return re.sub(r"\$(\d)", r"?\1", text.replace("FOR NO KEY UPDATE", ""))


def bound_for_sqlite(values: Sequence[Any]) -> Sequence[Any]:
    """Encode the lists among these values as JSON."""
    return [msgspec.json.encode(value).decode() if isinstance(value, list) else value for value in values]


@cache
def for_postgres(text: str) -> str:
    """Rewrite the table function that yields the elements of a JSON array."""
    return re.sub(r"json_each\((\$\d)\)", r"json_array_elements(\1::json)", text)
