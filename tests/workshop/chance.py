"""Chance that is none: the same ids, tokens and tiles in every run."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import Counter
from hashlib import sha256, shake_256
from itertools import count

from openkub.server.tokens import marked

HOUSE_KEY = sha256(b"the house of the tests").digest()
_keys = count(1)


class Seeded:
    """A `Chance` made of a seed: the same bytes for the same purpose, whoever asks first; the next time others."""

    def __init__(self, seed: str) -> None:
        self.begin(seed)

    def begin(self, seed: str) -> None:
        """From here on all follows from this seed; a server that several tests share begins anew for each."""
        self._seed, self._drawn = seed, Counter[str]()

    def __call__(self, size: int, purpose: str) -> bytes:
        if purpose == "key of the house":
            return HOUSE_KEY
        self._drawn[purpose] += 1
        return shake_256(f"{self._seed}\n{purpose}\n{self._drawn[purpose]}".encode()).digest(size)


def token_of(name: str) -> str:
    """The token of somebody whom the tests know; every house of the tests has issued it."""
    return marked(urlsafe_b64encode(sha256(name.encode()).digest()).decode().rstrip("="), HOUSE_KEY)


def nonce_of(game: str, token: str | None) -> str:
    """What this player gives to the shuffle of this game."""
    return sha256(f"{game} {token}".encode()).hexdigest()[:32]


def seal_of(nonce: str) -> str:
    """What is given before it."""
    return sha256(bytes.fromhex(nonce)).hexdigest()


def new_key() -> str:
    """A key for a wish, unlike any other in this process."""
    return f"wish-{next(_keys):06}"
