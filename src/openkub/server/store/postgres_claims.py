"""Claims in PostgreSQL: what a worker is at, by the database's clock, however wrong the clocks of machines are."""

from __future__ import annotations

from collections.abc import Sequence

from openkub.server.store.transactions import Transaction

CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""What the clock of the database says, in milliseconds since 1970."""

# Workers that ask at the same time pass over each other's rows instead of waiting for them. Who comes just behind a
# commit may still see those rows without their claims, but then it cannot claim them either. Claims are made in the
# order of their names, so that two workers never wait for each other.
DUE = """
WITH late AS (
    SELECT name, due FROM games AS g
    WHERE due <= (extract(epoch FROM statement_timestamp()) * 1000)::bigint - $2
        AND NOT EXISTS (SELECT 1 FROM claims AS c WHERE c.what = g.name AND c.until > statement_timestamp())
    ORDER BY due LIMIT $3 FOR UPDATE OF g SKIP LOCKED
), taken AS (
    INSERT INTO claims (what, worker, until)
    SELECT name, $1, statement_timestamp() + $4 * interval '1 millisecond' FROM late ORDER BY name
    ON CONFLICT (what) DO UPDATE SET worker = excluded.worker, until = excluded.until
        WHERE claims.until <= statement_timestamp()
    RETURNING what
)
SELECT name FROM late JOIN taken ON what = name ORDER BY due
"""

CLAIM = """
INSERT INTO claims (what, worker, until)
SELECT what, $1, statement_timestamp() + $3 * interval '1 millisecond' FROM unnest($2::text[]) AS what ORDER BY what
ON CONFLICT (what) DO UPDATE SET worker = excluded.worker, until = excluded.until
    WHERE claims.worker = excluded.worker OR claims.until <= statement_timestamp()
RETURNING what
"""

FORGET = """
DELETE FROM claims WHERE what IN (
    SELECT what FROM claims WHERE until < statement_timestamp() - interval '1 minute' FOR UPDATE SKIP LOCKED
)
"""

NO_DISK = "SET LOCAL synchronous_commit = off"
"""A claim that gets lost is a claim that has ended."""


def claimed_due(worker: str, late: int, limit: int, ms: int) -> Transaction[Sequence[str]]:
    """Lease games that are late by `late` ms, longest first; return them."""
    yield NO_DISK, ()
    games = [name for (name,) in (yield DUE, (worker, late, limit, ms))]
    if games:
        yield FORGET, ()
    return games


def claimed(worker: str, whats: Sequence[str], ms: int) -> Transaction[frozenset[str]]:
    """Acquire or renew leases; return those that were granted."""
    yield NO_DISK, ()
    return frozenset([what for (what,) in (yield CLAIM, (worker, whats, ms))])
