"""Routes whose functions get the request as it came.

FastAPI would look through its cookies, headers and query for what a function may want, and ours want nothing of it: to
read cookies as it does may take the square of their length, and comes before any limit.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import Response


class Plain(APIRoute):
    """A route that hands the request to its function, and its answer back."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function itself."""
        handler: Callable[[Request], Coroutine[Any, Any, Response]] = self.endpoint
        return handler
