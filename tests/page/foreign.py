"""Browsers other than Chromium, as Debian has them: Firefox by WebDriver BiDi, WebKit by plain WebDriver."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.serving import free_port

PATIENCE_S = 100
FIREFOX = ("firefox-esr", "firefox")
WIDTH, HEIGHT = 390, 844
NO_MOTION = "[Settings]\ngtk-enable-animations=0\n"
PROFILE = """user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("app.update.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
"""
MIDDLE = """element => {
  element.scrollIntoView({ block: "nearest" });
  const box = element.getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""
WAIT = """new Promise(done => {
  const look = () => { const found = (%s); found ? done(found) : setTimeout(look, 20); };
  look();
})"""


class Foreign(Protocol):
    """One tab of such a browser."""

    def goto(self, address: str) -> None: ...
    def value(self, script: str) -> Any:
        """What this expression comes to, or its promise."""

    def act(self, actions: Sequence[dict[str, Any]]) -> None:
        """What a hand does, in the words of WebDriver, which both protocols share."""

    def remember(self, name: str, value: str) -> None:
        """A cookie of the page that is open."""

    def picture(self) -> str:
        """What it shows, as PNG in base64."""


def until(tab: Foreign, script: str) -> Any:
    """Wait until this expression is true."""
    return tab.value(WAIT % script)


def press(tab: Foreign, selector: str, words: str = "") -> None:
    """Press what is there, and has these words on it."""
    found = f"[...document.querySelectorAll({selector!r})].find(one => one.innerText.includes({words!r}))"
    _act(tab, "mouse", [_middle(tab, found)])


def drag(tab: Foreign, selector: str, to: str) -> None:
    """A finger goes from the middle of one thing to the middle of another; WebKit's driver makes a mouse of it."""
    start, end = (_middle(tab, f"document.querySelector({name!r})") for name in (selector, to))
    steps = [[start[side] + (end[side] - start[side]) * step // 6 for side in (0, 1)] for step in range(7)]
    _act(tab, "touch", steps)


def _middle(tab: Foreign, element: str) -> Any:
    """Where it is, once it is there."""
    until(tab, f"Boolean({element})")
    return tab.value(f"({MIDDLE})({element})")


def _act(tab: Foreign, kind: str, way: Sequence[Sequence[int]]) -> None:
    """Down at the first place, up at the last."""
    moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0} for x, y in way]
    steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
    tab.act([{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}])


class Firefox:
    """Firefox listens on a socket by itself."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._numbers = line, count(1)
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": WIDTH, "height": HEIGHT})

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (told := json.loads(self._line.recv(timeout=PATIENCE_S))).get("id") != number:
            pass
        assert told["type"] == "success", told
        return told["result"]

    def goto(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def value(self, script: str) -> Any:
        asked = f"Promise.resolve({script}).then(found => JSON.stringify(found ?? null))"
        told = self._ask("script.evaluate", expression=asked, target={"context": self._tab}, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def act(self, actions: Sequence[dict[str, Any]]) -> None:
        self._ask("input.performActions", context=self._tab, actions=list(actions))

    def remember(self, name: str, value: str) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": "127.0.0.1", "path": "/"}
        self._ask("storage.setCookie", cookie=cookie)

    def picture(self) -> str:
        return str(self._ask("browsingContext.captureScreenshot", context=self._tab)["data"])


class WebKit:
    """WebKit is driven over HTTP."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": {"args": ["--automation"]}}
        session = self._ask("session", capabilities={"alwaysMatch": wanted})["sessionId"]
        self._http.base_url = self._http.base_url.join(f"/session/{session}/")
        self._ask("timeouts", script=PATIENCE_S * 1000)
        self._ask("window/rect", width=WIDTH, height=HEIGHT)

    def _ask(self, path: str, **body: Any) -> Any:
        answer = self._http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def goto(self, address: str) -> None:
        self._ask("url", url=address)

    def value(self, script: str) -> Any:
        return self._ask("execute/async", script=f"Promise.resolve({script}).then(arguments[0])", args=[])

    def act(self, actions: Sequence[dict[str, Any]]) -> None:
        self._ask("actions", actions=list(actions))

    def remember(self, name: str, value: str) -> None:
        self._http.delete(f"cookie/{name}")
        self.value(f"document.cookie = '{name}={value}; path=/'")  # the driver's own way does nothing in WebKit 2.52

    def leave(self) -> None:
        """The browser ends, and the driver waits for it."""
        self._http.delete("")

    def picture(self) -> str:
        return str(self._http.get("screenshot").json()["value"])


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that runs until the block is left."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def firefox(folder: Path) -> Iterator[Foreign]:
    """A Firefox without a window, with a profile of its own in this folder."""
    (folder / "user.js").write_text(PROFILE)
    program = next(found for name in FIREFOX if (found := shutil.which(name)))
    command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    home = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    with started(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=home) as process:
        assert process.stderr
        address = next(line.split()[-1] for line in process.stderr if "BiDi listening" in line)
        with connect(f"{address}/session", max_size=None, compression=None, proxy=None) as line:
            yield Firefox(line)


@contextmanager
def webkit(folder: Path) -> Iterator[Foreign]:
    """A WebKit on a screen that nobody sees."""
    with ExitStack() as stack:
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
        stack.enter_context(started(screen, pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as told:
            display = told.readline().strip()
        (folder / ".config/gtk-3.0").mkdir(parents=True)
        (folder / ".config/gtk-3.0/settings.ini").write_text(NO_MOTION)
        home = {**os.environ, "DISPLAY": f":{display}", "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / ".config")}
        tab = WebKit(stack.enter_context(_driver(home)))
        yield tab
        tab.leave()


@contextmanager
def _driver(environment: dict[str, str]) -> Iterator[httpx.Client]:
    port = free_port()
    with started(["WebKitWebDriver", f"--port={port}"], env=environment):
        transport = httpx.HTTPTransport(retries=50)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S, transport=transport) as http:
            yield http
