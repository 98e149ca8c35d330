"""Requests that wait as long as a busy machine takes."""

from functools import partial

import httpx

PATIENCE_S = 60
get = partial(httpx.get, timeout=PATIENCE_S)
post = partial(httpx.post, timeout=PATIENCE_S)
