"""A PostgreSQL of the tests' own: a new cluster in a temporary folder, reached through a socket in it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # processes are killed here, machines are not
    "max_connections": "100",
    "shared_buffers": "32MB",
}


def program(name: str) -> str:
    """Where a program of PostgreSQL is; Debian keeps most of them out of the PATH."""
    found = shutil.which(name) or max(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), default=None)
    if found is None:
        raise FileNotFoundError(f"{name} is missing: install postgresql")
    return str(found)


def nobody_special() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Cluster:
    """Starts with its making; `close` removes it."""

    def __init__(self, **settings: Any) -> None:
        self.settings = SETTINGS | settings
        self.folder = Path(tempfile.mkdtemp(prefix="openkub-pg-"))
        self.who = nobody_special()
        self._databases = count(1)
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self._run("initdb", "-A", "trust", "-U", "openkub", "-E", "UTF8", "--no-locale", "--no-sync")
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in self.settings.items())
            file.write(f"unix_socket_directories = '{self.folder}'\n")
        self.start()

    def start(self) -> None:
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """It is gone, without a goodbye, until the block is left."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def address(self, database: Any, user: str = "openkub") -> str:
        return f"postgresql:///{database}?{urlencode({'host': self.folder, 'user': user})}"

    def database(self) -> Any:
        """The address of a new, empty database."""
        name = f"games_{next(self._databases)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.address(name)

    def sql(self, text: str, database: str = "postgres") -> str:
        command = [program("psql"), "-qXAt", "-h", self.folder, "-U", "openkub", "-d", database, "-c", text]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def _run(self, name: str, *arguments: Any) -> None:
        command = [program(name), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self.who)
