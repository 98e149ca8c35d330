"""The page: whatever no route claims is looked for among the files that were built, all of them known at the start."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

BUILT = Path(__file__).parent.parent / "page"
"""Where `make` puts the built page."""

_MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>openkub</title>
<h1>openkub</h1>
<p>The server runs, but its page is not built. In a checkout <code>make play</code> builds it. Where it was installed by
pip, npm could not be reached: try <code>pip install --force-reinstall '.[server]'</code>. Then start it again.</p>
</html>
"""
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
_TEXTS = ("application/manifest+json", "application/json", "image/svg+xml")
_ZERO = re.compile(r"q=0(\.0*)?")
_FOREVER, _ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page, ready to be sent."""

    data: bytes
    media: str
    caching: str
    tag: str
    """Equal for equal contents."""

    @classmethod
    def of(cls, data: bytes, media: str, caching: str) -> File:
        """A file with its tag."""
        return cls(data, media, caching, f'"{sha256(data).hexdigest()[:32]}"')

    @property
    def gets_smaller(self) -> bool:
        """Whether it is text; pictures and fonts are small already."""
        return self.media.startswith("text/") or self.media in _TEXTS


def read_files(folder: Path) -> Iterator[tuple[str, File]]:
    """Every file below a folder by its path in the address."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            where = path.relative_to(folder).as_posix()
            caching = _FOREVER if where.startswith("assets/") else _ASK_AGAIN
            yield f"/{where}", File.of(path.read_bytes(), _media(path), caching)


def _media(path: Path) -> str:
    media = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{media}; charset=utf-8" if media.startswith("text/") else media


class Page:
    """Answers with files. They are read once, so a path that leads out of the folder leads nowhere."""

    def __init__(self, folder: Path, otherwise: ASGIApp) -> None:
        self._files = dict(read_files(folder))
        self._otherwise = otherwise
        missing = File.of(_MISSING.encode(), "text/html; charset=utf-8", _ASK_AGAIN)
        self._index = self._files.get("/index.html", missing)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, or the page for every path that may be one of the page's own."""
        file = self._find(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        if file is None:
            await self._otherwise(scope, receive, send)
        else:
            await _answer(file, Headers(scope=scope))(scope, receive, send)

    def _find(self, scope: Scope) -> File | None:
        path: str = scope["path"]
        if path in self._files:
            return self._files[path]
        is_own = "." not in path and path != "/api" and not path.startswith("/api/")
        return self._index if is_own else None


def _answer(file: File, asked: Headers) -> Response:
    headers = {"Cache-Control": file.caching, "ETag": file.tag, "Vary": "Accept-Encoding"}
    known = [tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")]
    if file.tag in known:
        return Response(status_code=304, headers=headers)
    if file.gets_smaller and _takes_gzip(asked.get("accept-encoding", "")):
        return Response(_gzipped(file.data), headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media)
    return Response(file.data, headers=headers, media_type=file.media)


@lru_cache(256)
def _gzipped(data: bytes) -> bytes:
    """Made small when it is first asked for."""
    return gzip.compress(data, mtime=0)


def _takes_gzip(accepted: str) -> bool:
    """Whether gzip is among the encodings, and not with a weight of 0."""
    for part in accepted.lower().split(","):
        name, *weight = part.replace(" ", "").split(";")
        if name == "gzip":
            return not any(_ZERO.fullmatch(said) for said in weight)
    return False


def add(app: FastAPI, folder: Path = BUILT) -> None:
    """Serve the page for everything that no route of the app claims."""
    app.router.default = Page(folder, app.router.default)
