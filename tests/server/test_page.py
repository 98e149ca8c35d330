"""The built page, over real HTTP: what may be kept, what must be asked for again, what is not there."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from openkub.server.door import page
from openkub.server.door.routes import Asked
from openkub.server.wire.http import Found, NewPlayer
from tests.server.doors import browsing, small_app
from tests.server.serving import ROOT

PATHS = ROOT / "web/src/lib/paths.json"
FILES = {
    "paths.json": PATHS.read_bytes(),
    "index.html": b"<!doctype html><title>openkub</title>",
    "sw.js": b"self.skipWaiting()",
    "manifest.webmanifest": b"{}",
    "icons/icon.svg": b"<svg/>",
    "assets/app-1a2b.js": b"console.log('openkub')",
    "assets/app-1a2b.css": b"body{}",
    "assets/font-9.woff2": b"wOF2",
}


def app_with(folder: Path) -> Any:
    app, door = small_app()

    @door.post("/api/x")
    async def write(_asked: Asked[NewPlayer]) -> Found:
        """Something changes."""
        return Found("x")

    page.add(app, folder)
    return app


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("built") / "page"
    for name, data in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder.parent / "secret.txt").write_text("secret")
    with browsing(app_with(folder)) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "media"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icons/icon.svg", "image/svg+xml"),
        ("/assets/app-1a2b.js", "text/javascript; charset=utf-8"),
        ("/assets/app-1a2b.css", "text/css; charset=utf-8"),
        ("/assets/font-9.woff2", "font/woff2"),
    ],
)
def test_files_have_their_type(client: httpx.Client, path: str, media: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, media)


KNOWN = [
    "/",
    "/g/3q2-7w",
    "/join",
    "/join/KUBXY7",
    "/rules",
    "/rules/",
    "/learn/jokers",
    "/puzzles/12",
    "/new?seats=hh",
]
UNKNOWN = ["/apiary", "/nowhere", "/g/", "/g/a/b", "/rules/x", "/g/" + "a" * 65, "/g/%3Cscript%3E"]


@pytest.mark.parametrize("path", [*json.loads(FILES["paths.json"])["simple"], *KNOWN])
def test_paths_of_the_page_itself_all_lead_to_the_page(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.content) == (200, FILES["index.html"])


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_path_is_404_with_the_same_page(client: httpx.Client, path: str) -> None:
    tag = client.get("/").headers["etag"]
    for answer in (client.get(path), client.get(path, headers={"if-none-match": tag})):
        assert (answer.status_code, answer.content) == (404, FILES["index.html"])
    assert client.head(path).status_code == 404


def test_a_double_slash_is_no_path_of_the_page(client: httpx.Client) -> None:
    url = httpx.URL(str(client.base_url)).copy_with(raw_path=b"//")
    assert client.send(client.build_request("GET", url)).status_code == 404


@pytest.mark.heavy
def test_the_built_page_tells_the_server_the_paths_of_its_router() -> None:
    assert (page.BUILT / "paths.json").read_bytes() == PATHS.read_bytes()


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/missing.js", "/assets/old-77.js", "/.env"])
def test_what_is_not_there_is_not_the_page(client: httpx.Client, path: str) -> None:
    assert client.get(path).json()["code"] == "not_found"


def test_a_route_keeps_its_own_refusals(client: httpx.Client) -> None:
    assert client.get("/api/x").status_code == 405
    assert client.post("/rules").status_code == 404


def test_what_is_named_after_its_contents_is_kept_forever_and_the_rest_asked_for_again(client: httpx.Client) -> None:
    assert "immutable" in client.get("/assets/app-1a2b.js").headers["cache-control"]
    for path in ("/", "/sw.js", "/manifest.webmanifest", "/g/x"):
        assert client.get(path).headers["cache-control"] == "no-cache"


def test_what_the_browser_has_is_not_sent_again(client: httpx.Client) -> None:
    tag = client.get("/").headers["etag"]
    for said in (tag, f"W/{tag}", f'"other", {tag}'):
        again = client.get("/", headers={"if-none-match": said})
        assert (again.status_code, again.content) == (304, b"")
    assert client.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_a_small_copy_goes_to_those_who_take_it(client: httpx.Client) -> None:
    path = "/assets/app-1a2b.js"
    small = client.get(path, headers={"accept-encoding": "br, gzip;q=0.5"})
    assert small.headers["content-encoding"] == "gzip"
    assert small.content == FILES["assets/app-1a2b.js"]
    for accepted in ("", "br", "gzip;q=0", "gzip; q=0.0"):
        plain = client.get(path, headers={"accept-encoding": accepted})
        assert "content-encoding" not in plain.headers
        assert plain.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in client.get("/assets/font-9.woff2", headers={"accept-encoding": "gzip"}).headers


def test_a_head_is_a_get_without_a_body(client: httpx.Client) -> None:
    answer = client.head("/", headers={"accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(FILES["index.html"]))


@pytest.mark.parametrize(
    "path",
    [
        b"/../secret.txt",
        b"/%2e%2e/secret.txt",
        b"/assets/../../secret.txt",
        b"/..%2fsecret.txt",
        b"/%5c..%5csecret.txt",
    ],
)
def test_no_path_leads_out_of_the_folder(client: httpx.Client, path: bytes) -> None:
    url = httpx.URL(str(client.base_url)).copy_with(raw_path=path)
    assert b"secret" not in client.send(client.build_request("GET", url)).content.replace(b"secret.txt", b"")


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    with browsing(app_with(tmp_path / "page")) as client:
        answer = client.get("/")
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "make play" in answer.text
        assert "pip install --force-reinstall" in answer.text
