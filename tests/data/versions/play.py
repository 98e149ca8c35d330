"""Play games at an old version's server and keep what it wrote: `python -m tests.data.versions.play OPENKUB FOLDER`.

OPENKUB is the command of that version in an environment of its own. The folder gets one folder for SQLite and one for
PostgreSQL (README.md says what is in them). The script speaks to the server over HTTP and sockets alone, so it runs
with the environment of any newer version.
"""

import gzip
import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.server.postgres import Cluster, program
from tests.server.serving import free_port

NOVICE, OVER = ("novice",), ("over",)
BANK, SHORT = {"kind": "bank", "seconds": 600}, 15


class Player:
    """A person with a bearer token, who plays what the server advises."""

    def __init__(self, http: Any, name: Any) -> None:
        self.http, self.name = http, name
        self.token = http.post("/api/players", json={"bearer": True}).json()["token"]
        self.bearer = {"Authorization": f"Bearer {self.token}"}
        self.lines, self.nonces, self.wishes = {}, {}, 0

    def ask(self, method: Any, path: Any, **body: Any) -> Any:
        answer = self.http.request(method, path, headers=self.bearer, json=body or None)
        assert answer.is_success, f"{path}: {answer.text}"
        return answer.json()

    def view(self, game: Any) -> Any:
        return self.ask("GET", f"/api/games/{game}")

    def say(self, game: Any, what: Any, **more: Any) -> Any:
        """Send one message and wait for its answer; whether it was done."""
        if game not in self.lines:
            url = f"ws{str(self.http.base_url).removeprefix('http').rstrip('/')}/api/games/{game}/socket"
            self.lines[game] = connect(url, additional_headers=self.bearer, legacy=True)
            self.lines[game].send('{"type":"hello","last":null}')
        self.wishes += 1
        key = f"wish-{self.wishes:06}"
        self.lines[game].send(json.dumps({"type": what, "key": key, **more}))
        while True:
            answer = json.loads(self.lines[game].recv(30))
            if answer.get("key") == key:
                return answer["type"] == "ack"

    def draft(self, game: Any, position: Any, table: Any) -> None:
        draft = {"type": "draft", "turns": position["turns"], "table": table}
        self.lines[game].send(json.dumps(draft))

    def shuffle(self, game: Any, view: Any) -> None:
        """Give a share of the shuffle: sealed first, where the version asks for seals."""
        nonce = hashlib.sha256(f"{self.name} {game}".encode()).hexdigest()[:32]
        if "seals" in view and view["seals"] is None:
            self.once(game, "seal", seal=hashlib.sha256(bytes.fromhex(nonce)).hexdigest())
        else:
            self.once(game, "nonce", nonce=nonce)

    def once(self, game: Any, what: Any, **more: Any) -> None:
        if (game, what) not in self.nonces:
            self.nonces[game, what] = self.say(game, what, **more)

    def move(self, game: Any) -> None:
        table = self.ask("POST", f"/api/games/{game}/hint", strength=3)["table"]
        moves = ["play " + table] if table else []
        assert any(self.say(game, "move", move=move) for move in [*moves, "draw", "pass"])


def is_to_move(view: Any) -> bool:
    """Return whether the person takes the turn, not a bot that stands in."""
    return view["you"] == view["position"]["turn"] and not view["seats"][view["you"]]["bot"]


class Table:
    """A game and its people."""

    def __init__(self, people: Any, rules: Any, bots: Any = NOVICE, **settings: Any) -> None:
        self.people, first = people, people[0]
        settings = {"rules": rules, "seats": len(people) + len(bots), **settings}
        body = {"name": first.name, "settings": settings, "bots": list(bots)}
        self.game = first.ask("POST", "/api/games", **body)["id"]
        for person in people[1:]:
            person.ask("POST", f"/api/games/{self.game}/seats", name=person.name)

    def view(self) -> Any:
        return self.people[0].view(self.game)

    def play(self, turns: Any = 10_000, until: Any = OVER, on_turn: Any = None) -> Any:
        """Play this number of turns of people, or until one of these phases."""
        while turns and (view := self.view())["phase"] not in until:
            mover = view["position"] and view["position"]["turn"]
            for person in self.people:
                own = person.view(self.game)
                if own["phase"] in ("waiting", "dealing"):
                    person.shuffle(self.game, own)
                elif own["phase"] == "between":
                    person.say(self.game, "ready")
                elif own["phase"] == "playing" and own["you"] == mover and is_to_move(own):
                    turns -= 1
                    (on_turn or Player.move)(person, self.game)
            time.sleep(0.01)
        return self


def let_it_run_out(bruno: Any, tables: Any) -> Any:
    """Bruno lets the clock run out: with nothing, with a set that is none, and with a legal play on the table."""
    told = iter(tables)

    def turn(person: Any, game: Any) -> Any:
        draft = next(told, None) if person is bruno else None
        if draft is None:
            return person.move(game)
        position = person.view(game)["position"]
        if draft == "bad":
            person.draft(game, position, " | ".join(filter(None, [position["table"], position["rack"][:5]])))
        elif draft == "good":
            table = person.ask("POST", f"/api/games/{game}/hint", strength=3)["table"]
            person.draft(game, position, table or position["table"])
        while person.view(game)["position"]["turns"] == position["turns"]:
            time.sleep(0.1)

    return turn


def games(http: Any) -> Any:
    """Every game by its name."""
    anna, bruno = people = [Player(http, "Anna"), Player(http, "Bruno")]
    odd = [Player(http, "A"), Player(http, "A\u034f")]
    editions = anna.ask("GET", "/api/rules")["editions"]
    clocks = [{"clock": clock} for clock in (None, BANK, {"kind": "turn", "seconds": 60})]
    found = {}
    for number, edition in enumerate(editions):
        name, rounds = edition["name"], 1 + (number == 0)
        bots = ("novice",) if edition["options"]["most_players"] > 2 else ()
        found[name] = Table(people, f"{name} rounds={rounds}", bots, **clocks[number % 3]).play()
    for edition in ("default", "sabra6"):
        table = Table(people, f"{edition} rounds=1", clock={"kind": "turn", "seconds": SHORT})
        found[f"{edition}_timeouts"] = table.play(on_turn=let_it_run_out(bruno, ["", "bad", "good"]))
    found["odd_names"] = Table(odd, "default rounds=1").play()
    found["waiting"] = Table(people, "default", bots=(), seats=3)
    found["running"] = Table(people, "default rounds=1").play(14)
    found["running_clock"] = Table(people, "sabra6 rounds=2", clock=BANK).play(9)
    left = Table(people, "default rounds=1").play(12)
    bruno.say(left.game, "leave")
    found["running_left"] = left.play(3)
    found["between"] = Table(people, "default rounds=2").play(until=("between",))
    found["stopped"] = stopped = Table(people, "default rounds=2").play(until=("between",))
    assert anna.say(stopped.game, "stop")
    assert anna.say(found["default"].game, "rematch")
    analyse(http, anna, found["original_es"].game)
    return [*people, *odd], found


def analyse(http: Any, anna: Any, game: Any) -> None:
    """Have a game analysed, where the version can do that."""
    path = f"/api/games/{game}/analysis"
    if "/api/games/{game}/analysis" in http.get("/api/openapi.json").json()["paths"]:
        while http.post(path, headers=anna.bearer, json={}).json()["state"] != "done":
            time.sleep(0.5)


def keep(http: Any, folder: Any) -> None:
    """Write players.json and the records."""
    people, found = games(http)
    told = {}
    for name, table in found.items():
        told[name] = {"id": table.game, "views": {person.name: person.view(table.game) for person in table.people}}
        record = http.get(f"/api/games/{table.game}/record.kub")
        if record.is_success:
            (folder / f"{name}.kub").write_text(record.text, encoding="utf-8")
    tokens = {person.name: person.token for person in people}
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(game, separators=(',', ':'))}" for name, game in told.items())
    text = f'{{"tokens": {json.dumps(tokens)},\n"games": {{\n{rows}\n}}}}\n'
    (folder / "players.json").write_text(text, encoding="utf-8")


@contextmanager
def served(openkub: str, database: str) -> Iterator[httpx.Client]:
    port = free_port()
    command = [openkub, "serve", "--port", str(port), "--database", database]
    options = ["--no-limits", "--bot-pause", "0"]
    process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            for _ in range(300):
                try:
                    if http.get("/healthz").is_success:
                        break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield http
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def write(file: Any, data: Any) -> None:
    file.write_bytes(gzip.compress(data, 9, mtime=0))


def of_sqlite(openkub: Any, folder: Any) -> None:
    file = folder / "games.sqlite"
    with served(openkub, str(file)) as http:
        keep(http, folder)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        rows = database.execute("SELECT name, events.n, events.at, data FROM events JOIN games ON game = id").fetchall()
    logs = {}
    for game, n, at, data in sorted((name, n, at, bytes(data).decode()) for name, n, at, data in rows):
        logs.setdefault(game, []).append([n, at, data])
    write(folder / "logs.json.gz", json.dumps(logs, indent=0, ensure_ascii=False).encode())
    write(folder / "games.sqlite.gz", file.read_bytes())
    for rest in folder.glob("games.sqlite*"):
        if rest.suffix != ".gz":
            rest.unlink()


def of_postgres(openkub: Any, folder: Any) -> None:
    with closing(Cluster()) as cluster:
        database = cluster.database()
        with served(openkub, database) as http:
            keep(http, folder)
        dump = [program("pg_dump"), "--schema=openkub", "--no-owner", "--inserts", database]
        text = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    # Commands to psql itself, which only the newest psql knows.
    plain = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("\\"))
    write(folder / "games.sql.gz", plain.encode())


def main() -> None:
    openkub, folder = sys.argv[1], Path(sys.argv[2])
    for kind, kept in ("sqlite", of_sqlite), ("postgres", of_postgres):
        place = folder / kind
        place.mkdir(parents=True)
        kept(openkub, place)
        print(f"{place}: {len(os.listdir(place))} files")


if __name__ == "__main__":
    main()
