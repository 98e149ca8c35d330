"""The server: rooms, clocks, sockets, and a log from which no accepted turn is ever lost."""

from openkub.extras import find, needs

with needs("the server", "openkub[server]"):
    find("asyncpg", "msgspec", "starlette", "uvicorn", "websockets")
