"""Hypothesis looks for the same counter-examples in every run; `--hypothesis-profile=explore` for new ones."""

import signal

import pytest
from hypothesis import HealthCheck, settings

HEAVY = {"browser", "cluster", "postgres_address", "serve", "servers"}
"""Fixtures that take a browser, a PostgreSQL, or a server that is killed."""
PATIENCE_S = 4 * 3600
"""What a slow test may take."""

slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=slow_is_fine)
settings.register_profile("explore", deadline=None, max_examples=2000, suppress_health_check=slow_is_fine)
settings.load_profile("suite")

# A shell starts what runs in its background deaf to Ctrl-C, and so would be all commands that tests press it for.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Which tests are heavy follows from what they ask for."""
    for item in items:
        asked = set(getattr(item, "fixturenames", ()))
        on = getattr(getattr(item, "callspec", None), "params", {}).get("address")
        if asked & HEAVY or on == "postgres":
            item.add_marker(pytest.mark.heavy)
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PATIENCE_S))
