"""The page: built files, all read at the start. Paths of the page's router lead to `index.html`; others are 404."""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from openkub.server.door.files import ASK_AGAIN, FOREVER, File

BUILT = Path(__file__).parent.parent / "page"
"""Where `make` puts the built page."""
PATHS = "/paths.json"
"""The paths of the page's router. The build copies them from `web/src/lib/paths.json`."""

_MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>openkub</title>
<h1>openkub</h1>
<p>The server runs, but its page is not built. In a checkout <code>make play</code> builds it. Where it was installed by
pip, npm could not be reached: try <code>pip install --force-reinstall '.[server]'</code>. Then start it again.</p>
</html>
"""
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}


def read_files(folder: Path) -> Iterator[tuple[str, File]]:
    """Yield every file below a folder with its path in the address."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            where = path.relative_to(folder).as_posix()
            caching = FOREVER if where.startswith("assets/") else ASK_AGAIN
            yield f"/{where}", File.of(path.read_bytes(), _media(path), caching)


def _media(path: Path) -> str:
    media = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{media}; charset=utf-8" if media.startswith("text/") else media


class Page:
    """Answers with files. They are read once, so a path that leads out of the folder leads nowhere."""

    def __init__(self, folder: Path, otherwise: ASGIApp) -> None:
        self._files = dict(read_files(folder))
        self._otherwise = otherwise
        self._index = self._files.get("/index.html", File.of(_MISSING.encode(), "text/html; charset=utf-8"))
        self._places = _places(self._files[PATHS].data) if PATHS in self._files else re.compile("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, or the page. For an unknown path the page says so and the status is 404."""
        path: str = scope["path"]
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if is_read and path in self._files:
            await self._files[path].answer(Headers(scope=scope))(scope, receive, send)
        elif is_read and "." not in path and path != "/api" and not path.startswith("/api/"):
            status = 200 if self._places.fullmatch(path if path == "/" else path.rstrip("/")) else 404
            await self._index.answer(Headers(scope=scope), status)(scope, receive, send)
        else:
            await self._otherwise(scope, receive, send)


def _places(paths: bytes) -> re.Pattern[str]:
    """Return what matches the paths of the page's router, without a slash at the end."""
    told = json.loads(paths)
    return re.compile("|".join([*map(re.escape, told["simple"]), f"/({'|'.join(told['deep'])})/{told['id']}"]))


def add(app: Starlette, folder: Path = BUILT) -> None:
    """Serve the page for everything that no route of the app claims."""
    app.router.default = Page(folder, app.router.default)
