"""`openkub serve` with made-up chance: `python -m tests.workshop.seeded_server SEED OPTIONS CUSTOMS`, two of them JSON.

It runs as a real one does, worker processes and all; but the seed is known here and to nobody else.
"""

from __future__ import annotations

import asyncio
import os
import sys

from msgspec.json import decode
from starlette.applications import Starlette

from openkub.serve_options import Options
from openkub.server.customs import Customs
from openkub.server.run import app_of_worker, listening, prove, serve
from tests.workshop.chance import Seeded

SEED, CUSTOMS = "TESTS_SEED", "TESTS_CUSTOMS"
"""How seed and customs reach the worker processes of this module; no other looks at them."""


def app() -> Starlette:
    """The application in a worker process."""
    return app_of_worker(Seeded(os.environ[SEED]), decode(os.environ[CUSTOMS], type=Customs))


def main(seed: str, options_text: str, customs_text: str) -> None:
    """Serve until told to stop."""
    options = decode(options_text, type=Options)
    os.environ[SEED], os.environ[CUSTOMS] = seed, customs_text
    with listening(options) as door:
        asyncio.run(prove(options))
        serve(options, door, f"{__spec__.name}:app")


if __name__ == "__main__":
    main(*sys.argv[1:])
