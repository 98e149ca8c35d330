"""What the examples in docstrings have at hand: the names of the package, as after `from openkub import *`."""

from pathlib import Path
from typing import Any

import pytest

import openkub

SOURCES = Path(__file__).parent / "src"


@pytest.fixture(autouse=True)
def names_of_the_package(request: pytest.FixtureRequest, doctest_namespace: dict[str, Any]) -> None:
    """README and docs import for themselves, as their readers must."""
    if SOURCES in request.path.parents:
        doctest_namespace.update({name: getattr(openkub, name) for name in openkub.__all__})
