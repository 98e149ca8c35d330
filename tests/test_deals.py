"""Fair deals made again, in Python and in the page: `data/deals.json` is read by the page's tests too."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from openkub.play.game import Game
from openkub.play.record import FairDeal
from openkub.play.shuffle import commitment

ROWS = json.loads((Path(__file__).parent / "data" / "deals.json").read_text(encoding="utf-8"))
TABLES = (
    ("default", 2),
    ("tournament", 2),
    ("original_fr", 4),
    ("original_es", 3),
    ("sabra6", 6),
    ("default tile_set=108 deal_size=10 deal_jokers=1", 3),
)


def dealt(rules: str, seats: int) -> dict[str, Any]:
    """A deal, and all that it follows from."""
    secret, *shares = (sha256(f"{rules} {number}".encode()).digest() for number in range(3))
    nonces = tuple(share[:16] for share in shares)
    game = Game.new(rules, [f"Guest {seat}" for seat in range(seats)], FairDeal(commitment(secret), nonces, secret))
    return {
        "rules": str(game.record.rules),
        "seats": seats,
        "secret": secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
        "draws": [{"seat": seat, "tile": str(tile)} for seat, tile in game.start_draws],
        "racks": [str(rack) for rack in game.state.racks],
    }


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_tiles_of_a_table_are_those_of_the_file(number: int) -> None:
    assert ROWS[number] == dealt(*TABLES[number])
