"""Real Chromium: one browser, visitors with devices of their own, and whatever went wrong in their tabs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.inprocess import Serving
from tests.workshop.chance import token_of

CHROMIUM = (
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # the tabs of a device share a process, which is not started for each of them
)
PATIENCE_MS = 20_000
DEVICES = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "zoomed": {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2},
    "4k": {"viewport": {"width": 3840, "height": 2160}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "slim": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
    "wide": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "low": {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True},
    "sideways": {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True},
}
SEEDED = """(() => {
  // Every load draws others than the one before: keys of wishes must not come again.
  let [visitor, load] = [0, 0];
  try {
    visitor = Number(localStorage.getItem("tests.visitor"));
    load = Number(localStorage.getItem("tests.loads")) + 1;
    localStorage.setItem("tests.loads", load);
  } catch {}
  let state = visitor * 7919 + load * 104729;
  const next = () => (state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0);
  crypto.getRandomValues = array => {
    for (let place = 0; place < array.length; place++) array[place] = next() >>> 9;
    return array;
  };
  Math.random = () => next() / 2 ** 32;
})()"""
"""What a page leaves to chance: nonces, keys, and how long it waits before it calls again."""
MOST_DEVICES = 4
"""So many are kept by a browser: each takes some memory."""
AT_ONCE = {"pace": "instant"}
"""The plays of others are not shown step by step."""
# What the browser itself writes about a line that the test has cut.
CUT = ("net::ERR_", "WebSocket connection to", "Failed to load resource")
# Playwright says so where a test does without the service worker.
BLOCKED = "Service Worker registration blocked"
NOWHERE = "/nothing"
"""A path that the page does not know: it is answered with 404, and the browser says so."""

expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; it comes with the system, nothing is downloaded."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_installed(), args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


def _installed() -> Any:
    return next(path for path in CHROMIUM if Path(path).exists())


class Devices:
    """Browser contexts: who comes with such a device finds nothing of whoever had it before.

    To make one takes longer than most tests. In each a tab stays open, so that its process does.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free = []

    def take(self, wanted: dict[str, Any]) -> Any:
        """One like this."""
        like = [place for place, (other, _) in enumerate(self._free) if other == wanted]
        return self._free.pop(like[-1])[1] if like else self.make(wanted)

    def make(self, wanted: dict[str, Any]) -> Any:
        """A new one."""
        context = self._browser.new_context(**wanted)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(SEEDED)
        context.new_page().goto("/icon.svg")
        return context

    def give_back(self, wanted: dict[str, Any], context: Any) -> None:
        """It may be used again, if there are not too many."""
        for tab in context.pages[1:]:
            tab.close()
        context.set_offline(False)
        self._free.append((wanted, context))
        if len(self._free) > MOST_DEVICES:
            self._free.pop(0)[1].close()


class Visitors:
    """Whoever visits a server during a test; at its end nothing may have gone wrong in any of their tabs."""

    def __init__(self, devices: Devices, server: Serving) -> None:
        self._devices, self.server = devices, server
        self._taken = []
        self._faults = []
        self.may_be_cut = False
        """The test cuts lines, and the browser says so."""

    def visitor(
        self,
        name: str | None = None,
        device: str = "desktop",
        *,
        language: str = "en",
        still: bool = True,
        settings: Any = AT_ONCE,
        fresh: bool = False,
        **options: Any,
    ) -> Any:
        """A browser context: with a name somebody whom the tests know, without one a stranger.

        A `fresh` one has never been here, and is not used again: its clock may be set. On the other devices the
        language was chosen by hand, so that the same device serves all six.
        """
        wanted = {
            "locale": language if fresh else "en",
            "reduced_motion": "reduce" if still else "no-preference",
            "service_workers": "block",
            "base_url": self.server.base,
            **DEVICES[device],
            **options,
        }
        context = self._devices.make(wanted) if fresh else self._devices.take(wanted)
        self._taken.append((wanted, context, fresh))
        self._remember(context, name, settings if fresh else {**settings, "language": language})
        context.on("page", self._listen)
        return context

    def _remember(self, context: Any, name: str | None, settings: Any) -> None:
        """What this visitor's browser remembers from earlier visits."""
        context.clear_cookies()
        if name:
            context.add_cookies([{"name": "openkub_player", "value": token_of(name), "url": self.server.base}])
        kept = {"openkub.settings": json.dumps(settings), "tests.visitor": str(len(self._taken))}
        context.pages[0].evaluate("kept => { localStorage.clear(); Object.assign(localStorage, kept); }", kept)

    def page(self, name: str | None = None, device: str = "desktop", address: str = "/", **options: Any) -> Any:
        """A tab of a new visitor, at this address."""
        page = self.visitor(name, device, **options).new_page()
        page.goto(address)
        return page

    def _listen(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._faults.append(f"error: {error}"))
        page.on("request", self._asked)

    def _said(self, message: Any) -> None:
        expected = (*CUT, BLOCKED) if self.may_be_cut else (BLOCKED,)
        url = message.location.get("url")
        is_told = any(sign in message.text for sign in expected) or url == self.server.base + NOWHERE
        if message.type in ("error", "warning") and not is_told:
            self._faults.append(f"{message.type}: {message.text} ({url})")

    def _asked(self, request: pytest.FixtureRequest) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and f"http://{address.netloc}" != self.server.base:
            self._faults.append(f"foreign: {request.url}")

    def leave(self) -> None:
        for wanted, context, fresh in self._taken:
            context.remove_listener("page", self._listen)
            if fresh:
                context.close()
            else:
                self._devices.give_back(wanted, context)
        assert not self._faults, "\n".join(self._faults)
