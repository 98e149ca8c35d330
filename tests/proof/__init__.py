"""Proof at length: what the tests show in seconds, by the thousand and the million; docs/reliability.md has figures.

    .venv/bin/python -m tests.proof positions 20000
    .venv/bin/python -m tests.proof games 10000
    .venv/bin/python -m tests.proof inputs 10000000

Every proof is cut into batches with chance of their own, so that it can be shared out (`--first 20` begins with the
twenty-first), stopped, and done again from any batch on. A batch that fails says its number, and ends the run.
"""
