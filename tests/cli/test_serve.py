"""`openkub serve` as its host meets it: it says where it is, refuses what cannot be, and stops when told."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from signal import Signals
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import typer
from websockets.sync.client import connect

from openkub.cli.app import app
from openkub.cli.serving import GONE
from openkub.server import interfaces
from openkub.server.customs import Customs
from openkub.server.door import callers, lines
from tests.server.postgres import Cluster
from tests.workshop import patience
from tests.workshop.commands import COMMAND, Run

PATIENCE_S = 60
INSTALLED = (str(Path(sys.executable).with_name("openkub")),)
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture
def serve(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Start the server at any free port; the process, and where it says it is."""
    with contextlib.ExitStack() as stack:

        def start(*options: Any, command: Sequence[str] = COMMAND, **more: Any) -> Any:
            process = subprocess.Popen(
                [*command, "serve", "--port", "0", *map(str, options)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**environment, **more},
                cwd=tmp_path,
                text=True,
                start_new_session=True,
            )
            stack.callback(_end, process)
            told = process.stdout.readline()
            assert told.startswith("openkub is served at http://localhost:"), process.stderr.read()
            return process, told.split()[-1]

        yield start


def _end(process: Any) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def stopped(process: Any, how: Any = signal.SIGTERM) -> Any:
    """The status with which it ends, and what it still had to complain about; Ctrl-C goes to its children too."""
    os.killpg(process.pid, how) if how == signal.SIGINT else process.send_signal(how)
    _, complaints = process.communicate(timeout=PATIENCE_S)
    return process.returncode, complaints


def get(base: Any, path: Path) -> Any:
    return httpx.get(base + path, timeout=PATIENCE_S)


@contextlib.contextmanager
def guest_of(base: str) -> Iterator[httpx.Client]:
    """A player with a token."""
    with httpx.Client(base_url=base, timeout=PATIENCE_S) as guest:
        token = guest.post("api/players", json={"bearer": True}).json()["token"]
        guest.headers["Authorization"] = f"Bearer {token}"
        yield guest


def open_game(base: str, **settings: Any) -> str:
    """The id of a new game."""
    with guest_of(base) as guest:
        return str(guest.post("api/games", json={"name": "Anna", "settings": settings}).json()["id"])


def test_it_says_where_it_is_and_answers_there(serve: Callable[..., Any]) -> None:
    process, base = serve()
    assert get(base, "healthz").json()["ok"] is True
    assert "openkub_rooms 0" in get(base, "metrics").text
    assert stopped(process) == (0, "")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_told_and_finds_its_games_again(serve: Callable[..., Any], how: Signals) -> None:
    games = []
    for _ in range(2):
        process, base = serve()
        games = [open_game(base, listed=True), *games]
        assert [game["id"] for game in get(base, "api/games").json()["games"]] == games
        assert stopped(process, how) == (0, "")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_processes_of_the_solver_end_with_it_and_without_a_word(serve: Callable[..., Any], how: Signals) -> None:
    process, base = serve()
    position = {"table": "b8 b9 b10", "rack": "b11", "opened": True}
    answer = httpx.post(base + "api/solve", json=position, timeout=PATIENCE_S)
    assert answer.status_code == 200, answer.text
    assert stopped(process, how) == (0, "")


def test_it_stops_without_a_word_while_somebody_waits_for_what_they_asked_too_often(serve: Callable[..., Any]) -> None:
    process, base = serve()
    address = f"ws{base.removeprefix('http')}api/games/{open_game(base)}/socket"
    with connect(address, open_timeout=PATIENCE_S) as line:
        for message in ['{"type": "hello"}', *['{"type": "view"}'] * 60]:
            line.send(message)
        for _ in range(30):  # so many views are answered at once, the others one by one
            assert line.recv(timeout=PATIENCE_S)
        assert stopped(process) == (0, "")


def test_every_option_can_be_set_in_the_environment(serve: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.sqlite"
    urls = ["https://kub.example.org", "http://kitchen.example"]
    process, base = serve(OPENKUB_DATABASE=str(file), OPENKUB_PUBLIC_URL=" ".join(urls), OPENKUB_NO_HINTS="1")
    for url in urls:
        host = urlsplit(url).hostname
        answer = patience.post(f"{base}api/players", json={}, headers={"origin": url, "host": host})
        assert answer.status_code == 200
    assert get(base, "api/addresses").json()["public"] == urls[0]
    with guest_of(base) as guest:
        game = guest.post("api/games", json={"name": "Anna", "settings": {"hints": True}}).json()["id"]
        assert guest.post(f"api/games/{game}/hint", json={"strength": 1}).json()["code"] == "hints_off"
    assert file.exists()
    assert stopped(process) == (0, "")


def told_after_the_address(process: Any) -> list[str]:
    """What it says once it listens, but for the last line."""
    told = []
    while not (line := process.stdout.readline()).startswith("Ctrl-C"):
        told.append(line.strip())
    return told


def test_it_says_that_nobody_else_can_reach_it_and_what_would_help(serve: Callable[..., Any]) -> None:
    process, base = serve()
    assert "only this machine can reach it; --host 0.0.0.0" in told_after_the_address(process)[0]
    assert get(base, "api/addresses").json() == {"public": None, "network": []}


def test_a_server_for_the_network_tells_its_addresses_in_terminal_and_page(serve: Callable[..., Any]) -> None:
    process, base = serve("--host", "0.0.0.0")
    told = told_after_the_address(process)[0]
    port = base.rstrip("/").rpartition(":")[2]
    for url in get(base, "api/addresses").json()["network"]:
        assert f"{url}/" in told
        assert "localhost" not in url
        assert url.endswith(f":{port}")


def test_the_host_may_name_the_public_address_whose_page_is_then_ours(serve: Callable[..., Any]) -> None:
    process, base = serve("--public-url", "https://kub.example.org/")
    assert "others open https://kub.example.org/" in told_after_the_address(process)[0]
    assert get(base, "api/addresses").json()["public"] == "https://kub.example.org"
    answer = patience.post(f"{base}api/players", json={}, headers={"origin": "https://kub.example.org"})
    assert answer.status_code == 200


def test_a_public_address_is_a_whole_one(openkub: Run) -> None:
    ran = openkub("serve", "--public-url", "kub.example.org")
    assert ran.status == 2
    assert "'kub.example.org' is no address such as https://kub.example.org" in ran.err


def test_the_port_too_and_it_may_be_taken(openkub: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = openkub("serve", OPENKUB_PORT=str(port))
    assert ran.status == 2
    assert f"cannot listen on 127.0.0.1, port {port}: address already in use" in ran.err


def test_a_file_is_served_by_one_process(serve: Callable[..., Any], openkub: Run) -> None:
    _, base = serve()
    assert get(base, "healthz").status_code == 200
    ran = openkub("serve", "--port", "0")
    assert ran.status == 2
    assert "is in use by another openkub" in ran.err


def test_a_file_that_is_taken_in_the_last_moment_is_told_in_one_line(tmp_path: Path) -> None:
    late = (
        "import sys; from pathlib import Path; from openkub.cli import main; from openkub.server import run\n"
        "from openkub.server.store.sqlite import SqliteStore\n"
        "async def prove(options): run.taken = await SqliteStore.open(Path(options.database))\n"
        "run.prove = prove; main()"
    )
    command = [sys.executable, "-c", late, "serve", "--port", "0", "--database", tmp_path / "games.db"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith("openkub: ")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("gone", "name"),
    [
        ("from uvicorn.protocols.http.h11_impl import H11Protocol as p; del p.handle_websocket_upgrade", "H11Protocol"),
        ("from websockets.protocol import Protocol as p; del p.fail", "ServerProtocol.fail"),
        ("import websockets.http11 as p; del p.Request", "websockets.http11.Request"),
    ],
)
def test_other_versions_of_what_it_extends_are_refused_by_name(tmp_path: Path, gone: str, name: str) -> None:
    command = [sys.executable, "-c", f"{gone}; from openkub.cli import main; main()", "serve", "--port", "0"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False, cwd=tmp_path)
    assert ran.returncode == 2
    assert re.fullmatch(
        rf"openkub: uvicorn [\d.]+ and websockets [\d.]+ lack [\w., ]*{name}[\w., ]*; "
        r"this openkub works with uvicorn<[\d.]+,>=[\d.]+ and websockets<[\d.]+,>=[\d.]+\n",
        ran.stderr,
    )


def test_every_method_of_uvicorn_that_is_extended_is_checked_at_the_start() -> None:
    for module, place in ((callers, interfaces.HTTP), (lines, interfaces.SOCKET)):
        called = set(re.findall(r"super\(\)\.(\w+)", Path(module.__file__).read_text(encoding="utf-8")))
        assert called - {"__init__", "next_event"} <= set(interfaces.PROTOCOLS[place])


def test_solver_processes_import_nothing_from_the_working_directory(serve: Callable[..., Any], tmp_path: Path) -> None:
    for module in ("anyio", "pickle", "openkub"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit")
    _, base = serve(command=INSTALLED)
    assert httpx.post(f"{base}api/solve", json={"rack": "r1 r2 r3"}, timeout=60).status_code == 200


def test_several_workers_need_postgresql(openkub: Run) -> None:
    ran = openkub("serve", "--workers", "2")
    assert ran.status == 2
    assert "several workers need --database postgresql://" in ran.err


def test_workers_run_nothing_of_the_folder_that_the_server_was_started_in(
    serve: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "multiprocessing.py").write_text("open('was_run', 'w')\nraise ImportError")
    with contextlib.closing(Cluster()) as cluster:
        process, base = serve("--workers", "2", "--database", cluster.database(), command=INSTALLED)
        assert get(base, "healthz").json()["ok"] is True
        assert stopped(process) == (0, "")
    assert not (tmp_path / "was_run").exists()


def test_several_workers_share_a_database(serve: Callable[..., Any]) -> None:
    with contextlib.closing(Cluster()) as cluster:
        process, base = serve("--workers", "2", "--database", cluster.database())
        assert get(base, "healthz").json()["ok"] is True
        assert stopped(process) == (0, "")


def test_a_database_that_goes_away_is_told_in_lines_and_not_in_tracebacks(serve: Callable[..., Any]) -> None:
    with contextlib.closing(Cluster()) as cluster:
        process, base = serve("--database", cluster.database())
        assert get(base, "healthz").json()["ok"] is True
        cluster.stop()
        assert get(base, "api/games").status_code == 503
        assert "cannot be reached" in process.stderr.readline()
        status, complaints = stopped(process)
        cluster.start()
    assert status == 0
    assert "Traceback" not in complaints


def test_the_manual_names_every_option_with_its_variable() -> None:
    chapter = HOSTING.read_text(encoding="utf-8").partition("\n## Options\n")[2].partition("\n## ")[0]
    options = [option for option in typer.main.get_command(app).commands["serve"].params if not option.hidden]
    assert len(options) == 14
    told = [(option.opts[0], f"`{option.envvar}`" if option.envvar else "–") for option in options]
    assert sorted(re.findall(r"^\| `(--[a-z-]+)` \| (\S+) \|", chapter, re.MULTILINE)) == sorted(told)


def test_variables_that_are_gone_are_refused_in_a_line_that_says_what_holds_instead(openkub: Run) -> None:
    ran = openkub("serve", OPENKUB_ALLOW_HOST="kub.example", OPENKUB_IDLE_DAYS="30", OPENKUB_ORIGIN="")
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1
    for told in ("OPENKUB_ALLOW_HOST (", "http://NAME in OPENKUB_PUBLIC_URL", "OPENKUB_IDLE_DAYS (it is 7 days)"):
        assert told in ran.err
    assert "ORIGIN" not in ran.err


def test_what_the_refusal_of_a_variable_says_is_so() -> None:
    pace = Customs().pace
    told = [GONE[name] for name in ("WAIT_HOURS", "IDLE_DAYS", "REST_MINUTES", "OPEN_GAMES")]
    units = (pace.waiting / 3_600_000, pace.idle / 86_400_000, pace.rest / 60_000, Customs().open_games)
    assert [int(re.search(r"\d+", text)[0]) for text in told] == list(units)


def test_options_reach_the_server_and_the_rate_limits_can_be_switched_off(serve: Callable[..., Any]) -> None:
    _, base = serve("--no-limits", "--log-level", "info")
    assert {patience.get(f"{base}api/games").status_code for _ in range(200)} == {200}


@pytest.mark.parametrize(
    ("database", "complaint"),
    [
        ("no/such/folder/games.sqlite", "there is no folder no/such/folder"),
        ("..", ".. is a folder"),
        ("letter.txt", "letter.txt cannot be opened: file is not a database"),
        ("mysql://localhost/games", "a database is sqlite:///… or postgresql://…, not mysql://"),
        ("postgresql://localhost:1/games", "PostgreSQL cannot be reached (localhost, database games)"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_a_line(
    openkub: Run, tmp_path: Path, database: str, complaint: str
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna,\n" * 100)
    ran = openkub("serve", "--port", "0", "--database", database)
    assert ran.status == 2
    assert complaint in ran.err
