"""Tokens that this house has issued: random bytes, and behind them a mark that only its key can make.

Whoever makes one up is nobody. The house keeps the hash of a token and its own key, and can tell from these neither
what a token is nor make one that is anybody's already.

>>> key = bytes(32)
>>> token = new_token(lambda size, purpose: bytes(size), key)
>>> len(token), is_issued(token, key), is_issued(token, b"another"), is_issued("x" * 65, key)
(65, True, False, False)
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from hashlib import sha256

from openkub.server.chance import Chance

__all__ = ["hashed", "is_issued", "marked", "new_house_key", "new_token"]

RANDOM, MARK = 32, 16
"""So many bytes."""
_LENGTH = 43
"""Characters of the random part; the mark has 22."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{65}", re.ASCII)


def new_house_key(chance: Chance) -> bytes:
    """What a house marks its tokens with; its store keeps it from the first start on."""
    return chance(32, "key of the house")


def new_token(chance: Chance, key: bytes) -> str:
    """A token that nobody can guess, as text that fits into a header."""
    return marked(_text(chance(RANDOM, "token")), key)


def marked(text: str, key: bytes) -> str:
    """The token whose random part this is."""
    return text + _text(hmac.digest(key, b"token " + text.encode(), "sha256")[:MARK])


def is_issued(token: str, key: bytes) -> bool:
    """Whether the house with this key has issued it."""
    if not key or not _TOKEN.fullmatch(token):
        return False
    return hmac.compare_digest(token, marked(token[:_LENGTH], key))


def hashed(token: str) -> str:
    """The only form in which a token is kept. It has 256 random bits, so one plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
