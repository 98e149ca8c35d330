"""Static answers: content with an ETag, compressed for clients that accept gzip."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from starlette.datastructures import Headers
from starlette.responses import Response

FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
"""Values of `Cache-Control`: for files named by their content, and for all others."""
_TEXTS = ("application/manifest+json", "application/json", "image/svg+xml")
_ZERO = re.compile(r"q=0(\.0*)?")


@dataclass(frozen=True, slots=True)
class File:
    """Content that is the same for every client."""

    data: bytes
    media: str
    caching: str
    tag: str
    """The ETag, a hash of the content."""

    @classmethod
    def of(cls, data: bytes, media: str, caching: str = ASK_AGAIN) -> File:
        """Return the content with its ETag."""
        return cls(data, media, caching, f'"{sha256(data).hexdigest()[:32]}"')

    @property
    def gets_smaller(self) -> bool:
        """Whether gzip helps. Pictures and fonts are compressed already."""
        return self.media.startswith("text/") or self.media in _TEXTS

    def answer(self, asked: Headers, status: int = 200) -> Response:
        """Return the response to a request with these headers: 304 without a body if the client has the content."""
        headers = {"Cache-Control": self.caching, "ETag": self.tag, "Vary": "Accept-Encoding"}
        known = [tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")]
        if status == 200 and self.tag in known:
            return Response(status_code=304, headers=headers)
        if self.gets_smaller and _takes_gzip(asked.get("accept-encoding", "")):
            headers["Content-Encoding"] = "gzip"
            return Response(_gzipped(self.data), status, headers, self.media)
        return Response(self.data, status, headers, self.media)


@lru_cache(256)
def _gzipped(data: bytes) -> bytes:
    """Compress the content when a client first asks for it."""
    return gzip.compress(data, mtime=0)


def _takes_gzip(accepted: str) -> bool:
    """Return whether `Accept-Encoding` names gzip with a weight above 0."""
    for part in accepted.lower().split(","):
        name, *weight = part.replace(" ", "").split(";")
        if name == "gzip":
            return not any(_ZERO.fullmatch(said) for said in weight)
    return False
