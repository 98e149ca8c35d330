"""A night in town: many tables at once, people and bots at them, while servers are killed and lines are cut."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil

from openkub.law.rules import Rules
from openkub.server.clock import merged, wall_clock
from openkub.server.store import Outage
from openkub.server.store.addresses import open_store
from tests.server.judging import judge
from tests.server.people import Mischief, Person
from tests.server.serving import Serving
from tests.workshop.chance import token_of
from tests.workshop.client import bearer

ANY_TABLE = ("default", "sabra6", "original_fr", "default joker_reuse=new_set_with_rack_tiles empty_pool_pass=free")
UP_TO_FOUR = (
    *ANY_TABLE,
    "jumbo_de",
    "sabra_xxl",
    "original_es",
    "default voluntary_draw=False",
    "default play_after_draw=True",
    "default joker_set_split=forbidden",
)
FOR_TWO = (*UP_TO_FOUR, "tournament redeal_doubles=1")
CLOCKS = (
    None,
    {"kind": "turn", "seconds": 15},
    {"kind": "turn", "seconds": 60},
    {"kind": "bank", "seconds": 120},
    {"kind": "delay", "seconds": 60, "delay": 15},
)
BOTS = ("novice", "casual", "steady", "steady", "sharp")
AT_ONCE = 24
EVENING_S = 900
LOOK_S, LATE_MS = 0.1, 200
ACKS_OF_A_GAME = 40
"""Fewer than there are on the average, so that the last blow falls while people still play."""


@dataclass
class Plan:
    """Who plays what at one table, and how unruly it is there."""

    rules: str
    seats: int
    clock: dict | None
    bots: list
    second_tab: bool
    spectator: bool

    @classmethod
    def any(cls, rng: Random) -> Any:
        seats = rng.choice((2, 2, 2, 3, 3, 4, 5, 6))
        rules = rng.choice(FOR_TWO if seats == 2 else UP_TO_FOUR if seats <= 4 else ANY_TABLE)
        # Where jokers are bound, bots search for so long that everything else would wait for them.
        most_bots = seats if Rules.parse(rules).jokers_are_free else 1
        bots = [rng.choice(BOTS) for _ in range(rng.randrange(most_bots))]
        rounds = 2 if seats == 2 and rng.random() < 0.3 else 1
        clock = rng.choice(CLOCKS)
        return cls(f"{rules} rounds={rounds}", seats, clock, bots, rng.random() < 0.15, rng.random() < 0.15)


def mischief(rng: Random, *, may_leave: bool = False) -> Mischief:
    """A person's bad luck, and own."""
    if rng.random() < 0.3:
        return Mischief(rng)
    return Mischief(rng, cut=0.03, repeat=0.2, late=0.1, nonsense=0.05, leave=0.01 * may_leave)


@dataclass
class Town:
    """The servers that share one database, and everybody who plays in them tonight."""

    database: str
    servers: list
    rng: Random
    bases: list = field(default_factory=list)
    tables: dict = field(default_factory=dict)
    """The people of every game."""
    stood_still: list = field(default_factory=list)
    """When the town itself had no processor: nobody in it could do anything then."""
    mischief: Callable[..., Mischief] = mischief
    http: httpx.AsyncClient = field(default_factory=lambda: httpx.AsyncClient(timeout=20, verify=False))

    def __post_init__(self) -> None:
        self.bases[:] = [server.base for server in self.servers]

    @property
    def acks(self) -> Any:
        return sum(len(person.acks) for people in self.tables.values() for person in people)

    async def ask(self, method: Any, path: Path, token: Any = None, **body: Any) -> Any:
        """An answer of any server that has one."""
        for _ in range(400):
            url = self.rng.choice(self.bases) + path
            try:
                answer = await self.http.request(method, url, headers=bearer(token), **body)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code < 500:
                assert answer.is_success, answer.text
                return answer
            await asyncio.sleep(0.1)
        raise AssertionError(f"nobody answers {path}")

    async def table(self, plan: Any, rng: Random) -> list[Person]:
        """One game, from the first seat to the last move, and the people who played it."""
        tokens = [token_of(f"{name} {rng.random()}") for name in "ABCDEF"[: plan.seats - len(plan.bots)]]
        settings = {"rules": plan.rules, "seats": plan.seats, "clock": plan.clock}
        body = {"name": "Anna", "settings": settings, "bots": plan.bots}
        game = (await self.ask("POST", "/api/games", tokens[0], json=body)).json()["id"]
        for token in tokens[1:]:
            await self.ask("POST", f"/api/games/{game}/seats", token, json={"name": "Bruno"})
        looking = tokens + tokens[:1] * plan.second_tab + [None] * plan.spectator
        # If all people left, the game would end there and then.
        leaver = tokens[-1] if len(tokens) > 1 else None
        self.tables[game] = [
            Person(self.bases, game, token, self.mischief(Random(rng.random()), may_leave=token is leaver))
            for token in looking
        ]
        await asyncio.gather(*(person.play() for person in self.tables[game]))
        return self.tables[game]

    async def play(self, games: Any) -> None:
        """So many games, some of them at once."""
        room = asyncio.Semaphore(AT_ONCE)

        async def one(rng: Random) -> None:
            async with room:
                await self.table(Plan.any(rng), rng)

        async with asyncio.timeout(EVENING_S), asyncio.TaskGroup() as evening:
            for _ in range(games):
                evening.create_task(one(Random(self.rng.random())))

    async def measure(self) -> None:
        """Notice when everybody here stands still, until that is of no interest any more."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_S
            await asyncio.sleep(LOOK_S)
            late, now = round(1000 * (loop.time() - due)), wall_clock()
            if late > LATE_MS:
                self.stood_still.append(Outage(now - late, now))

    async def judge(self, **leave: Any) -> None:
        """What is true at the end; the servers are gone by then."""
        records = {game: (await self.ask("GET", f"/api/games/{game}/record.kub")).text for game in self.tables}
        await self.http.aclose()
        for server in self.servers:
            server.kill()
        store, _ = await open_store(self.database)
        stood_still = merged([*self.stood_still, *await store.outages(0)])
        for game, people in self.tables.items():
            judge(await store.load(game), records[game], people, stood_still=stood_still, **leave)
        await store.close()


async def kill_and_start_again(town: Any) -> None:
    """The only server dies; a little later it is there again."""
    server = town.rng.choice(town.servers)
    server.kill()
    await asyncio.sleep(town.rng.random())
    await asyncio.to_thread(server.start)


async def kill_and_start_another(town: Any) -> None:
    """One of several servers dies, and another is started at another place."""
    number = town.rng.randrange(len(town.servers))
    town.servers[number].kill()
    another = Serving(town.database, seed=f"another {town.rng.random()}")
    town.servers[number] = another
    await asyncio.to_thread(another.start)
    town.bases[number] = another.base


async def kill_a_worker(town: Any) -> None:
    """One of the workers behind one door dies; the supervisor starts another."""
    (server,) = town.servers
    children = psutil.Process(server.process.pid).children()
    alive = [child for child in children if child.status() != psutil.STATUS_ZOMBIE]
    town.rng.choice([child for child in alive if any("spawn_main" in word for word in child.cmdline())]).kill()


async def night(town: Any, games: Any, kills: Any, strike: Any, *, exactly: bool = True) -> dict[str, Any]:
    """Play so many games while servers are struck so many times, or at most so often; then judge; figures."""
    began = time.monotonic()
    measuring, evening = asyncio.create_task(town.measure()), asyncio.create_task(town.play(games))
    struck = 0
    while struck < kills and not evening.done():
        goal = ACKS_OF_A_GAME * games * (struck + town.rng.random()) / kills
        while town.acks < goal and not evening.done():
            await asyncio.sleep(0.01)
        if not evening.done():
            await asyncio.sleep(town.rng.random() / 5)
            await strike(town)
            struck += 1
    await evening
    measuring.cancel()
    assert struck == kills or not exactly, f"only {struck} of {kills} times anything was struck"
    played = time.monotonic() - began
    await town.judge()
    people = [person for people in town.tables.values() for person in people]
    return {
        "games": len(town.tables),
        "acks": town.acks,
        "kills": struck,
        "connections": sum(person.connections for person in people),
        "refused": dict(sum((person.refused for person in people), start=type(people[0].refused)())),
        "seconds": round(played, 1),
        "stood still": round(sum(still.end - still.begin for still in town.stood_still) / 1000, 1),
    }
