"""The proxies of the examples, with a few processes behind them that say only who they are."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

from tests.server.serving import PATIENCE_S, ROOT, free_port

EXAMPLES = ROOT / "docs" / "examples"


LARGE = "/api/games"
"""A path whose answer is large enough to be compressed."""


class Backend(BaseHTTPRequestHandler):
    """Answers with its port, and with what it was told of the connection."""

    def do_GET(self) -> None:
        said = f"{self.server.server_address[1]} {self.headers.get('Upgrade')} {self.headers.get('X-Forwarded-For')}"
        said *= 100 if self.path == LARGE else 1
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said.encode())

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def backends(count: int) -> Iterator[list[ThreadingHTTPServer]]:
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Backend) for _ in range(count)]
    threads = [threading.Thread(target=server.serve_forever, daemon=True) for server in servers]
    for thread in threads:
        thread.start()
    try:
        yield servers
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def program(name: str) -> str:
    """Where a proxy is."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise FileNotFoundError(f"{name} is missing: install it")
    return found


@contextmanager
def nginx(ports: list[int], folder: Path) -> Iterator[str]:
    """nginx with the example's configuration, at another port and without certificates."""
    port, example = free_port(), (EXAMPLES / "nginx.conf").read_text()
    servers = "".join(f"server 127.0.0.1:{behind}; " for behind in ports)
    for old, new in (
        ("    server 127.0.0.1:8000;\n", f"    {servers}\n"),
        ("    listen 443 ssl;\n    listen [::]:443 ssl;\n", f"    listen 127.0.0.1:{port};\n"),
        ("    listen 80;\n    listen [::]:80;\n", f"    listen 127.0.0.1:{free_port()};\n"),
    ):
        assert old in example
        example = example.replace(old, new)
    lines = [line for line in example.splitlines() if not line.strip().startswith("ssl_")]
    folders = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi"))
    folders += "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("uwsgi", "scgi"))
    inner = "\n".join(lines)
    config = folder / "nginx.conf"
    # What is larger than its memory goes into the folder, which is ours alone.
    ours = "" if os.geteuid() else "user root;"
    config.write_text(
        f"{ours} daemon off; pid {folder}/pid; error_log stderr; worker_processes 2;\nevents {{}}\n"
        f"http {{ access_log off;\n{folders}{inner}\n}}\n"
    )
    with _running([program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(config)], port) as base:
        yield base


@contextmanager
def caddy(ports: list[int], folder: Path) -> Iterator[str]:
    """Caddy with the example's configuration, at another port and without a certificate."""
    port = free_port()
    told = {
        "OPENKUB_SITE": f"http://127.0.0.1:{port}",
        "OPENKUB_BACKEND": " ".join(f"127.0.0.1:{behind}" for behind in ports),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
    }
    config = folder / "Caddyfile"
    config.write_text("{\n\tadmin off\n}\n" + (EXAMPLES / "Caddyfile").read_text())
    with _running([program("caddy"), "run", "--config", str(config)], port, told) as base:
        yield base


@contextmanager
def _running(command: list[str], port: int, environment: dict[str, str] | None = None) -> Iterator[str]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
    base, end = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE_S
    try:
        while True:
            assert process.poll() is None, f"{command[0]} ended"
            assert time.monotonic() < end, f"{command[0]} does not get ready"
            with suppress(httpx.TransportError):
                httpx.get(base)
                break
            time.sleep(0.05)
        yield base
    finally:
        process.terminate()
        process.wait()
