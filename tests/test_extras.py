"""Importing a part of the package without its extra names the extra and the missing package."""

import subprocess
import sys

import pytest

from openkub.extras import find, needs

PARTS = [
    ("openkub.env", "numpy", "openkub.env needs its extra, pip install 'openkub[env]'"),
    ("openkub.cli", "typer", "the command line needs its extra, pip install 'openkub[cli]'"),
    *[
        (part, missing, "the server needs its extra, pip install 'openkub[server]'")
        for part, missing in (
            ("openkub.server", "starlette"),
            ("openkub.server.app", "msgspec"),
            ("openkub.server.run", "uvicorn"),
            ("openkub.server.store.addresses", "asyncpg"),
        )
    ],
]


def raised_without(missing: str, script: str) -> str:
    blocked = f"import sys; sys.modules[{missing!r}] = None; {script}"
    ran = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True, check=False, timeout=60)
    return ran.stderr.splitlines()[-1]


@pytest.mark.parametrize(("part", "missing", "told"), PARTS)
def test_without_the_extra_it_is_named(part: str, missing: str, told: str) -> None:
    assert raised_without(missing, f"import {part}") == f"ModuleNotFoundError: {told} ({missing} is missing)"


def test_the_server_imports_no_framework_that_it_does_not_declare() -> None:
    script = (
        "import sys, openkub.server.run; print(sorted({'fastapi', 'pydantic', 'opentelemetry'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout == "[]\n"


def test_errors_about_our_own_modules_pass_unchanged() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"openkub\.attic"), needs("it", "openkub[env]"):
        find("json", "openkub.attic")
    find("json")


def test_a_missing_module_of_our_own_is_no_missing_extra() -> None:
    raised = raised_without("openkub.cli.app", "import openkub.cli")
    assert raised == "ModuleNotFoundError: import of openkub.cli.app halted; None in sys.modules"
