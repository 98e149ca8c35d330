"""A pair of scissors between a store and its PostgreSQL: cuts the connection that appends, at the worst moment."""

import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import Any, Self

from tests.server.postgres import Cluster

SOCKET = ".s.PGSQL.5432"


class Scissors:
    """A proxy in front of a cluster's new database; every wish to cut is granted once."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self.cut_answers = False
        self.cut_questions = False
        self.cuts = 0

    async def __aenter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="openkub-cut-")
        address = self._cluster.database()
        self.address = address.replace(str(self._cluster.folder).replace("/", "%2F"), self._folder.name)
        assert self.address != address
        self._server = await asyncio.start_unix_server(self._between, Path(self._folder.name) / SOCKET)
        return self

    async def __aexit__(self, *_: Any) -> None:
        self._server.close()
        self._folder.cleanup()

    async def _between(self, questions: Any, to_store: Any) -> None:
        answers, to_postgres = await asyncio.open_unix_connection(str(self._cluster.folder / SOCKET))
        with contextlib.closing(to_store), contextlib.closing(to_postgres):
            listening = asyncio.create_task(self._answer(answers, to_store, to_postgres))
            appending = False
            while text := await questions.read(65_536):
                appending = appending or b"SELECT append(" in text
                if appending and self.cut_questions:
                    self.cut_questions, self.cuts = False, self.cuts + 1
                    break
                listening.appends = appending
                to_postgres.write(text)
            to_store.close()
            to_postgres.close()
            await listening

    async def _answer(self, answers: Any, to_store: Any, to_postgres: Any) -> None:
        me = asyncio.current_task()
        while text := await answers.read(65_536):
            if me.appends and self.cut_answers:
                self.cut_answers, self.cuts = False, self.cuts + 1
                break
            to_store.write(text)
        to_store.close()
        to_postgres.close()
