from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.browsing import Devices, Visitors, chromium
from tests.server.inprocess import Serving, serving

# For the tests in this folder, not for the session: while Playwright runs, its event loop runs in this thread, and
# tests that want one of their own have to wait until it is gone.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A real server with the built page, for all tests of a worker; each has games of its own."""
    with serving(tmp_path_factory.mktemp("page") / "games.db") as running:
        yield running


@pytest.fixture(scope="package")
def devices(browser: Browser) -> Devices:
    """What its visitors use, one after the other."""
    return Devices(browser)


@pytest.fixture
def visitors(devices: Devices, server: Serving, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    """People with devices; nothing may go wrong in their tabs, and nothing is left to chance."""
    server.chance.begin(request.node.nodeid)
    found = Visitors(devices, server)
    yield found
    found.leave()
