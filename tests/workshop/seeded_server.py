"""`openkub serve` with made-up chance: `python -m tests.workshop.seeded_server SEED OPTIONS PLACE`, two of them JSON.

It runs as a real one does, worker processes and all; but the seed is known here and to nobody else.
"""

from __future__ import annotations

import asyncio
import os
import sys

from msgspec.json import decode
from starlette.applications import Starlette

from openkub.server.app import Options
from openkub.server.run import Place, app_of_worker, listening, prove, serve
from tests.workshop.chance import Seeded

SEED = "TESTS_SEED"
"""How the seed reaches the worker processes of this module; no other looks at it."""


def app() -> Starlette:
    """The application in a worker process."""
    return app_of_worker(Seeded(os.environ[SEED]))


def main(seed: str, options_text: str, place_text: str) -> None:
    """Serve until told to stop."""
    options, place = decode(options_text, type=Options), decode(place_text, type=Place)
    os.environ[SEED] = seed
    with listening(place) as door:
        asyncio.run(prove(options))
        serve(options, place, door, f"{__spec__.name}:app")


if __name__ == "__main__":
    main(*sys.argv[1:])
