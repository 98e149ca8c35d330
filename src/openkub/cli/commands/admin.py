"""`openkub admin`: the games of a server, for its host: list, export, end, delete, count; and players who must go."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openkub.cli.dismissing import HANDLE, dismissal, find_banned, leave_all, owner_of
from openkub.cli.folders import default_database
from openkub.cli.hosted import (
    UNKNOWN,
    HostedGame,
    Unreadable,
    all_games,
    export_text,
    find_all,
    find_game,
    let_happen,
    moment,
    parse_phase,
    read_room,
    time_of,
    with_backup,
    with_store,
)
from openkub.cli.settings import Database, env
from openkub.cli.trouble import Trouble, make_folder, printable, write_file
from openkub.notation.text import amount

if TYPE_CHECKING:
    from openkub.server.entries import Ended
    from openkub.server.room import Room
    from openkub.server.store import Store

HERE = "http://localhost:8000"

app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

PhaseOption = Annotated[
    str | None, typer.Option(metavar="PHASE", help="Only waiting, dealing, playing, between or over.")
]
Limit = Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the N that were touched last.")]
OneGame = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, or its short code.")]
OneSeat = Annotated[int, typer.Argument(metavar="SEAT", min=1, max=6, help="The seat, counted from 1.")]
PublicUrl = Annotated[
    list[str] | None,
    typer.Option(metavar="URL", envvar=env("PUBLIC_URL"), help=f"Where players open the page; else {HERE}."),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, a line a game.")]
WithSecret = Annotated[
    bool,
    typer.Option("--with-secret", help="With the secret, also of a game that is being played: it tells all racks."),
]


@app.callback()
def admin() -> None:
    """Look after the games of a server; the server may be running meanwhile."""


@app.command("list")
def list_games(
    database: Database = None, phase: PhaseOption = None, limit: Limit = None, as_json: AsJson = False
) -> None:
    """List games, those touched last first: id, phase, when (UTC), who sits there.

    Logs are not read for it: whether they can be, `openkub admin export --all` tells.
    """

    async def work(store: Store) -> None:
        count = 0
        async for game in all_games(store, parse_phase(phase)):
            if count == limit:
                return
            print(game.as_json() if as_json else game)
            count += 1
            if game.phase == UNKNOWN:
                broken.append(game.game)

    broken: list[str] = []
    with_store(database, work)
    _tell_broken(broken)


@app.command()
def export(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The id of a game, or its short code.")] = None,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Where to; else it is printed.")] = None,
    database: Database = None,
    all_: Annotated[Path | None, typer.Option("--all", metavar="FOLDER", help="Every game that has begun.")] = None,
    with_secret: WithSecret = False,
) -> None:
    """Write games as `.kub` records, which `openkub verify` and `replay` read.

    The secret of the shuffle stands in the record once the game is over. Of a game that is being played you get what
    everybody may have; `--with-secret` gives the host more, and whoever reads that file knows all racks.
    """
    if (game is None) == (all_ is None):
        raise Trouble("name one GAME, or --all FOLDER")

    async def one(store: Store) -> None:
        _write(file, _export(await read_room(store, await find_game(store, game or "")), with_secret))

    async def every(store: Store) -> None:
        await _export_all(store, make_folder(all_ or Path()), broken, with_secret)

    broken: list[str] = []
    with_store(database, one if all_ is None else every)
    _tell_broken(broken)


@app.command()
def delete(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="Ids of games, or short codes of open ones.")],
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> int:
    """Delete games with all that is known of them. Who is playing one is told that it is gone.

    Exit status: 0, or 1 if you say no or there is no such game; then none of them is deleted.
    """
    names = with_store(database, lambda store: find_all(store, games))
    if not yes and not typer.confirm(f"Delete {amount(len(names), 'game')} for good?"):
        print("nothing is deleted")
        return 1

    async def work(store: Store) -> None:
        gone = [name for name in names if await store.delete(name)]
        print(f"{amount(len(gone), 'game')} deleted")

    with_store(database, work)
    return 0


@app.command()
def end(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="Ids of games, or short codes of open ones.")],
    database: Database = None,
) -> None:
    """End games before their last round. Their records stay; who is playing is told so within a few seconds.

    Exit status: 0, or 1 if one of them is not there, or over already; then none of them is ended.
    """

    def ended(room: Room) -> Ended:
        from openkub.server.entries import Ended

        if room.phase == "over":
            raise Trouble(f"{room.id} is over already", 1)
        return Ended("stopped")

    async def work(store: Store) -> None:
        names = await find_all(store, games)
        for name in names:
            ended(await read_room(store, name))
        for name in names:
            await let_happen(store, name, ended)
            print(f"{name} has ended")

    with_store(database, work)


@app.command()
def kick(game: OneGame, seat: OneSeat, database: Database = None) -> None:
    """Take a seat from its player: before the start it is free again, later the table's bot plays on, for good."""

    async def work(store: Store) -> None:
        name = await find_game(store, game)
        room = await read_room(store, name)
        await let_happen(store, name, lambda now: dismissal(now, seat - 1))
        print(f"{printable(room.seats[seat - 1].name)} has lost seat {seat} of {name}")

    with_store(database, work)


@app.command()
def seat(game: OneGame, seat: OneSeat, public_url: PublicUrl = None, database: Database = None) -> None:
    """Print a one-time link by which a person takes a seat of a running game; valid for 7 days.

    Send it to a player who lost the cookie, or whose token an upgrade from 0.1.0 made invalid. The page asks before it
    takes the seat. The browser that had the seat loses it, and a bot that stood in stops. A newer link replaces it.
    """
    from openkub.server import seat_links
    from openkub.server.chance import real_chance
    from openkub.server.wire.refusals import Refused

    async def work(store: Store) -> None:
        name, now, secret = await find_game(store, game), await time_of(store), seat_links.new_secret(real_chance)
        try:
            room = await let_happen(store, name, lambda now_: seat_links.offered(now_, seat - 1, secret, now))
        except Refused as refused:
            raise Trouble(f"seat {seat} of {name}: {refused.trouble.message}", 1) from None
        until = moment(now + seat_links.DAYS * 86_400_000)
        print(f"{printable(room.seats[seat - 1].name)}, seat {seat} of {name}; valid once, until {until}:")
        print(seat_links.link_to((public_url or [HERE])[0], name, seat - 1, secret))

    with_store(database, work)


@app.command()
def ban(
    game: OneGame,
    seat: OneSeat,
    database: Database = None,
    days: Annotated[float, typer.Option(min=0.001, max=36_500, help="For how long.")] = 30,
) -> None:
    """Send the player of a seat away from the whole server: no seat at any table, old or new, for some days.

    A player is a browser or a program with its token; whoever gets a new one is somebody else. The handle that is told
    is what `openkub admin forgive` wants, since nobody sits in that seat any more.
    """

    async def work(store: Store) -> None:
        room = await read_room(store, await find_game(store, game))
        player = owner_of(room, seat - 1)
        await store.ban(player, await time_of(store) + round(days * 86_400_000))
        left = [name async for name in leave_all(store, player, broken)]
        print(
            f"{printable(room.seats[seat - 1].name)}: banned for {days:g} days, {amount(len(left), 'seat')} taken; "
            f"the handle of this ban is {player[:HANDLE]}"
        )

    broken: list[str] = []
    with_store(database, work)
    _tell_broken(broken)


@app.command()
def bans(database: Database = None) -> None:
    """List who is banned: the handle that the ban was told with, and until when (UTC); those that end last first."""

    async def work(store: Store) -> None:
        banned = await store.banned(await time_of(store))
        for player, until in sorted(banned.items(), key=lambda ban: (-ban[1], ban[0])):
            print(f"{printable(player[:HANDLE])}  until {moment(until)}")

    with_store(database, work)


@app.command()
def forgive(
    handle: Annotated[str, typer.Argument(metavar="HANDLE", help="As `ban` told it, and `bans` lists it.")],
    database: Database = None,
) -> None:
    """End a ban: this player may sit down again, within a few seconds. The seats that were taken are gone."""

    async def work(store: Store) -> None:
        player = await find_banned(store, handle)
        await store.ban(player, 0)
        print(f"{player[:HANDLE]} is forgiven")

    with_store(database, work)


@app.command()
def stats(database: Database = None, as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """Count the games in each phase, and say how much room they take."""

    async def work(store: Store) -> None:
        census = await store.census()
        counts = {phase.value: count for phase, count in sorted(census.games.items())}
        if as_json:
            print(json.dumps({"games": counts, "bytes": census.size}))
            return
        for name, count in (counts | {"in all": sum(counts.values())}).items():
            print(f"{name:8} {count:>9,}")
        print(f"{'size':8} {census.size / 2**20:>9,.1f} MiB")

    with_store(database, work)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, which only you may read.")],
    database: Database = None,
) -> None:
    """Write all games of a SQLite database into one file while the server runs. Back up PostgreSQL with `pg_dump`.

    It holds the secrets of the games that are being played: whoever reads it knows their racks.
    """
    count = with_backup(lambda kept: kept.back_up(database or default_database(), file))
    print(f"{amount(count, 'game')} in {file}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.")],
    database: Database = None,
) -> None:
    """Put a backup into an empty database, SQLite or PostgreSQL, while no server uses it."""
    count = with_backup(lambda kept: asyncio.run(kept.put_back(file, database or default_database())))
    print(f"{amount(count, 'game')} from {file}")


async def _export_all(store: Store, folder: Path, broken: list[str], with_secret: bool) -> None:
    done = unbegun = 0
    async for kept in all_games(store):
        try:
            room = await _read(store, kept)
            if room.game is None:
                unbegun += 1
                continue
            text = _export(room, with_secret)
        except Trouble as trouble:
            typer.echo(f"openkub: {trouble}", err=True)
            if isinstance(trouble, Unreadable):
                broken.append(kept.game)
        else:
            _write(folder / f"{kept.game}.kub", text)
            done += 1
    print(f"{amount(done, 'record')} in {folder}" + (f"; {amount(unbegun, 'game')} never began" if unbegun else ""))


def _tell_broken(games: list[str]) -> None:
    if games:
        raise Trouble(f"{amount(len(games), 'game')} could not be read", 1)


async def _read(store: Store, kept: HostedGame) -> Room:
    if not kept.has_proper_id:
        raise Unreadable(kept.game, "that is no id of a game")
    return await read_room(store, kept.game)


def _export(room: Room, with_secret: bool) -> str:
    if with_secret and room.phase != "over":
        typer.echo(f"openkub: {room.id} is being played, and this record tells all racks: keep it safe", err=True)
    return export_text(room, with_secret=with_secret)


def _write(file: Path | None, text: str) -> None:
    print(text, end="") if file is None else write_file(file, text.encode())
