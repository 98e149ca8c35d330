"""The socket: reads what tabs say, asks the house, and answers. docs/socket.md tells it from the other side."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from msgspec import DecodeError, Struct, ValidationError, convert
from msgspec.json import Decoder
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from openkub.server.deeds import Judged
from openkub.server.door.bodies import split_place
from openkub.server.door.identity import Players
from openkub.server.door.limits import Crowd, Kind, Limits, Meter, Rate
from openkub.server.door.lines import never
from openkub.server.door.routes import GameId
from openkub.server.door.tab import Tab
from openkub.server.entries import FORMAT
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store import Unavailable
from openkub.server.straight import Landed, take_off
from openkub.server.talk import Talk
from openkub.server.wire import socket
from openkub.server.wire.refusals import Refusal, Refused, Trouble

HELLO_S = 10
LONGEST = 8 * 1024
MOST_NONSENSE = 20
MOST_TABS, MOST_ONLOOKERS = 12, 250
RATE = Rate(burst=60, per_minute=900)
POLICY, TOO_BIG, OUR_ERROR, RESTART, TOO_SLOW, NO_GAME = 1008, 1009, 1011, 1012, 1013, 4404
GONE = (WebSocketDisconnect, RuntimeError)
"""Raised by a send after the client has disconnected; `RuntimeError` if uvicorn has sent a close frame before."""
FAREWELL_S = 1
"""How long one that does not read may take to hear that it is cut off."""

MOVE = '{"type":"move",', '{"type": "move",'
"""How a move begins, as pages and programs write it; one that begins otherwise is understood all the same."""
TALK = (socket.Hello, socket.Draft, socket.Rack, socket.SendEmote, socket.AskView, socket.Ping)
COMING = (socket.Leave, socket.ComeBack)

_decoder: Decoder[socket.ClientMessage] = Decoder(socket.ClientMessage)


class _Keyed(Struct):
    """Whatever else it says, it has a key."""

    key: socket.Key


_keyed: Decoder[_Keyed] = Decoder(_Keyed)


def add(app: Starlette, house: House, talk: Talk, limits: Limits, players: Players) -> None:
    """The route of the socket."""
    logging.getLogger("uvicorn.error").addFilter(_worth_a_line)

    async def play(websocket: WebSocket) -> None:
        line = websocket.scope["state"].get("line")
        if line is None or not await _accepted(websocket):
            return
        try:
            player = players.player_of(websocket)
            limits.spend(Kind.SOCKET, websocket, player)
            live = await house.live(_checked_id(websocket.path_params["game"]))
            _check_room(live, player)
            crowd = limits.crowd_of(websocket)
            if not limits.off:
                crowd.check_room()
        except (Refused, Unavailable) as error:
            await _turn_away(websocket, error)
            return
        tab = Tab(line, player)
        live.tabs.add(tab)
        crowd.lines += 1
        try:
            # A task of its own: a message wakes it, and not all that lies around a request with it.
            conversation = Conversation(house, talk, live, tab, websocket, limits=limits, crowd=crowd)
            await asyncio.create_task(conversation.run())
        finally:
            crowd.lines -= 1
            live.tabs.discard(tab)

    app.routes.append(WebSocketRoute("/api/games/{game}/socket", play))


def _check_room(live: Live, player: str | None) -> None:
    """A player has a few tabs at a table, and a table some onlookers; more are an attack."""
    seat = live.room.seat_of(player)
    if sum(live.room.seat_of(link.player) == seat for link in live.tabs) >= (
        MOST_ONLOOKERS if seat is None else MOST_TABS
    ):
        raise Refused(Refusal.TOO_FAST, "too many are connected here already")


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Text that is no UTF-8 ends its line; uvicorn would write a traceback besides, as often as a client likes."""
    return not record.getMessage().startswith("Invalid UTF-8 sequence")


def _checked_id(game: str) -> str:
    try:
        return str(convert(game, GameId))
    except ValidationError:
        raise Refused(Refusal.NO_SUCH_GAME, "there is no such game") from None


async def _accepted(websocket: WebSocket) -> bool:
    """Accept a handshake. Return whether the client is still connected."""
    try:
        await websocket.accept()
    except GONE:
        return False
    return True


async def _turn_away(websocket: WebSocket, error: Refused | Unavailable) -> None:
    said = _not_done(None, error)
    codes = {Refusal.NO_SUCH_GAME: NO_GAME, Refusal.UNREADABLE: OUR_ERROR, Refusal.UNAVAILABLE: RESTART}
    with suppress(*GONE):
        await websocket.send_text(socket.encode(said).decode())
        await websocket.close(codes.get(said.trouble.code, POLICY), said.trouble.code)


def _not_done(key: str | None, error: Refused | Unavailable) -> socket.NotDone:
    """How it is told that something was refused."""
    if isinstance(error, Unavailable):
        return socket.NotDone(key, UNAVAILABLE)
    spoken = socket.PROTOCOL if error.trouble.code is Refusal.OTHER_PROTOCOL else None
    return socket.NotDone(key, error.trouble, spoken, error.retry_after)


UNAVAILABLE = Trouble(Refusal.UNAVAILABLE, "not accepted, try again: the store cannot be reached now")


class Conversation:
    """One tab's talk with the house, from hello to the end."""

    __slots__ = (
        "_aloft",
        "_goodbye",
        "_house",
        "_landing",
        "_limits",
        "_line",
        "_live",
        "_nonsense",
        "_paces",
        "_socket",
        "_tab",
        "_talk",
    )  # fmt: skip

    def __init__(
        self, house: House, talk: Talk, live: Live, tab: Tab, websocket: WebSocket, *, limits: Limits, crowd: Crowd
    ) -> None:
        self._house, self._talk, self._live, self._tab, self._socket = house, talk, live, tab, websocket
        self._line = tab.line
        self._limits = limits
        self._paces = () if limits.off else (Meter(RATE), crowd.pace)
        self._nonsense = 0
        self._goodbye = (OUR_ERROR, "")
        self._aloft = False
        """Whether a move is on its way, which is answered before anything else."""
        self._landing: asyncio.Future[None] | None = None

    async def run(self) -> None:
        """Until the tab is gone."""
        try:
            async with asyncio.timeout(HELLO_S):
                first = await self._next()
            await self._greet(first if isinstance(first, socket.Hello) else socket.Hello())
            if not isinstance(first, socket.Hello):
                await self._answer(first)
            if self._tab.player is not None:
                self._line.straight = self._go_straight
            while not self._tab.gone:
                await self._answer(await self._next())
        except (WebSocketDisconnect, TimeoutError):
            self._goodbye = (POLICY, "")
        except Refused as refused:
            self._refuse(None, refused)
            self._goodbye = (POLICY, refused.trouble.code)
        except Unavailable as error:
            self._refuse(None, error)
            self._goodbye = (RESTART, Refusal.UNAVAILABLE)
        finally:
            self._line.straight = never
            self._talk.leave(self._live, self._tab)
            await self._end()

    async def _end(self) -> None:
        with suppress(TimeoutError):
            await self._tab.finish()
        if self._socket.application_state is not WebSocketState.CONNECTED:
            return
        goodbye = (TOO_SLOW, "too slow") if self._tab.too_slow else self._goodbye
        with suppress(*GONE, TimeoutError):
            async with asyncio.timeout(FAREWELL_S):
                await self._socket.close(*goodbye)

    async def _next(self) -> socket.ClientMessage:
        """The next message that makes sense."""
        while True:
            message = await self._line.receive()
            if message["type"] != "websocket.receive" or self._tab.gone:
                raise message.get("error") or WebSocketDisconnect
            if self._aloft:
                self._landing = asyncio.get_running_loop().create_future()
                await self._landing
            # Every message counts, also the one that is waited for; who has lines in plenty lets others speak between.
            wait = max([pace.spend() for pace in self._paces], default=0.0)
            if wait or not self._line.queue.empty():
                await asyncio.sleep(0 if self._line.is_over else wait)
            data = message.get("text") or message.get("bytes") or ""
            try:
                if len(data) > LONGEST:
                    raise Refused(Refusal.TOO_LARGE, f"a message has at most {LONGEST} characters")
                return read_message(data)
            except Refused as refused:
                self._refuse(_key_of(data), refused)
                self._nonsense += 1
                if self._nonsense >= MOST_NONSENSE:
                    raise WebSocketDisconnect from None

    # --- the straight way of a move ---

    def _go_straight(self, text: str) -> bool:
        """Take a move that comes while nothing else is being said; whether it was one. What comes then has to wait."""
        player = self._tab.player
        if player is None or self._aloft or not text.startswith(MOVE) or not self._line.awaited:
            return False
        if self._paces and not all(pace.has_room() for pace in self._paces):
            return False
        try:
            wish = _decoder.decode(text)
        except (DecodeError, ValidationError):
            return False
        if type(wish) is not socket.Move:
            return False
        for pace in self._paces:
            pace.spend()
        self._aloft = True
        self._tab.ask(soon=True)
        try:
            off = take_off(self._house, self._live, player, wish, self)
        except Exception as error:  # the conversation ends with it
            self.land(wish, error)
            return True
        if off is not True:
            self._tab.ask()
            self._house.follow(self._go_round(wish, off or None))
        return True

    async def _go_round(self, wish: socket.Move, judged: Judged | None = None) -> None:
        """The long way, for a move that could not go straight."""
        landed: Landed
        try:
            landed = await self._house.fulfil(self._live.room.id, self._tab.player, wish, judged)
        except Exception as error:  # the conversation tells it, or ends with it
            landed = error
        self.land(wish, landed)

    def hold(self) -> None:
        """A move is done, but not acknowledged yet."""
        self._tab.say_together()
        self._tab.ask()

    def land(self, wish: socket.Move, landed: Landed) -> None:
        """Tell what became of a move; nothing, if it has to go the long way after all."""
        if landed is None:
            self._tab.say_together()
            self._tab.ask()
            self._house.follow(self._go_round(wish))
            return
        self._aloft = False
        if isinstance(landed, int):
            self._tab.answer(socket.encode(socket.Ack(wish.key, landed)))
        elif isinstance(landed, Refused | Unavailable):
            self._refuse(wish.key, landed)
        else:
            self._line.stumble(landed)
        if self._landing is not None and not self._landing.done():
            self._landing.set_result(None)

    # --- answers ---

    def _check_understood(self, hello: socket.Hello) -> None:
        """Who speaks an older protocol learns ours from the welcome, and may try; who speaks a newer one would be
        misunderstood.
        """
        for field, said, ours in (("protocol", hello.protocol, socket.PROTOCOL), ("format", hello.format, FORMAT)):
            if said is not None and said > ours:
                raise Refused(
                    Refusal.OTHER_PROTOCOL, f"you speak {field} {said}, this server {ours}", where=f"$.{field}"
                )

    async def _greet(self, hello: socket.Hello) -> None:
        """From here on the tab hears everything; first what it has missed, if that is at hand, then the full view."""
        self._check_understood(hello)
        live = self._live
        await self._house.refresh(live)
        self._tab.steps = hello.steps
        if self._tab not in live.links:
            for event in live.missed(hello.last, self._tab.player, self._house.around(live)):
                self._tab.send(socket.encode(event))
            self._talk.enter(live, self._tab)
        self._welcome()
        if hello.steps:
            self._house.explain(live, self._tab)
        if live.room.seat_of(self._tab.player) is not None:
            await self._house.go_on(live)

    def _welcome(self) -> None:
        self._tab.send(socket.encode(self._live.welcome(self._tab.player, self._house.around(self._live))))

    async def _answer(self, message: socket.ClientMessage) -> None:
        try:
            if isinstance(message, TALK):
                await self._talk_of(message)
            else:
                if isinstance(message, COMING):
                    self._limits.spend(Kind.COMING, self._socket, self._tab.player)
                self._tab.ask()
                n = await self._house.fulfil(self._live.room.id, self._tab.player, message)
                self._tab.answer(socket.encode(socket.Ack(message.key, n)))
        except (Refused, Unavailable) as error:
            self._refuse(getattr(message, "key", None), error)

    async def _talk_of(self, message: socket.Talk) -> None:
        """What is no wish. What a player's tabs do together at all tables counts: all waits, but emotes are refused."""
        match message:
            case socket.Hello():
                if await self._wait_for(Kind.VIEW):
                    await self._greet(message)
            case socket.AskView():
                if await self._wait_for(Kind.VIEW):
                    await self._house.refresh(self._live)
                    self._welcome()
            case socket.Ping():
                self._tab.send(socket.encode(socket.Pong(self._live.room.n)))
            case socket.Draft() | socket.Rack():
                if not await self._wait_for(Kind.DRAFT):
                    return
                if isinstance(message, socket.Draft):
                    self._talk.draft(self._live, self._tab, message)
                else:
                    self._talk.rack(self._live, self._tab, message)
            case socket.SendEmote():
                self._limits.spend(Kind.EMOTE, self._socket, self._tab.player)
                self._talk.emote(self._live, self._tab, message)

    async def _wait_for(self, kind: Kind) -> bool:
        """Wait until this is not too much; False if the line is over before that."""
        while wait := self._limits.wait(kind, self._socket, self._tab.player):
            if self._line.is_over:
                return False
            await asyncio.sleep(wait)
        return True

    def _refuse(self, key: str | None, error: Refused | Unavailable) -> None:
        self._tab.answer(socket.encode(_not_done(key, error)))


def read_message(data: str | bytes) -> socket.ClientMessage:
    """What a client said; `Refused` says what is wrong with it, and where."""
    try:
        return _decoder.decode(data)
    except (DecodeError, ValidationError, UnicodeError, RecursionError) as error:
        message, where = split_place(str(error))
        raise Refused(Refusal.BAD_MESSAGE, message, where=where) from None


def _key_of(data: str | bytes) -> str | None:
    """The key of a message that makes no sense otherwise: its sender waits for an answer to it."""
    try:
        return _keyed.decode(data).key
    except (DecodeError, UnicodeError, RecursionError):
        return None
