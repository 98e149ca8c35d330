"""Proof that the solver is exact: integer programs, brute force by the referee, golden counts.

`.venv/bin/pytest -m slow tests/solver -s` is the long run; it prints what it counted.
"""
