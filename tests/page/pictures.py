"""Pictures of the main states, and how far two of them are apart.

`python tests/page/pictures.py` takes them all anew: those that the tests compare with, and those of the documentation.
With names it takes these of the former alone.
"""

import json
import re
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from playwright.sync_api import expect  # noqa: E402

from tests.page.board import Board  # noqa: E402
from tests.page.browsing import AT_ONCE, Devices, Visitors, chromium  # noqa: E402
from tests.page.large import crowd, ninety  # noqa: E402
from tests.page.past import analysed, crowded, hesitant  # noqa: E402
from tests.page.states import finished, full_table, opened  # noqa: E402
from tests.page.tables import Story  # noqa: E402
from tests.server.inprocess import Line, Serving, serving  # noqa: E402
from tests.workshop.chance import token_of  # noqa: E402

GOLDEN = HERE / "golden"
PART = 40
"""Pictures are compared in parts of so many pixels: other fonts and words change letters, and few parts much."""
PLAIN = 25
CHRISTMAS = datetime(2026, 12, 24, 12, tzinfo=UTC)
MOST_BYTES = 300_000
COACHED = "id => localStorage.setItem('openkub.coached', JSON.stringify([[id, true]]))"
"""In this game a coach sits beside the visitor."""
SHOWN = {
    "back-desktop": "look.png",
    "turn-desktop": "page.png",
    "turn-phone": "page-phone.png",
    "lesson-desktop": "lesson.png",
}
"""What the documentation shows."""


def _home(page: Page, server: Serving, there: ExitStack) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Play against bots")).to_be_visible()


def _new(page: Page, server: Serving, there: ExitStack) -> None:
    page.goto("/new")
    expect(page.get_by_role("complementary")).to_be_visible()


def _turn(page: Page, server: Serving, there: ExitStack) -> None:
    """Anna's turn at a full table; the others are there too."""
    _sit(page, server, there, full_table())


def _sit(page: Page, server: Serving, there: ExitStack, story: Story) -> None:
    opened(page, story, server)
    for name in story.people[1:]:
        there.callback(Line(server, story.id, token_of(name)).hello().close)
    expect(page.get_by_role("list", name="Players").get_by_text("away")).to_have_count(0)
    Board(page).my_turn()


def _end(page: Page, server: Serving, there: ExitStack) -> None:
    opened(page, finished(), server)
    expect(page.get_by_role("dialog")).to_be_visible()


def _full(page: Page, server: Serving, there: ExitStack) -> None:
    """Ninety tiles on the table, fourteen on the rack."""
    opened(page, ninety(), server)
    Board(page).my_turn()


def _crowd(page: Page, server: Serving, there: ExitStack) -> None:
    """Six players, and nearly every tile of their kit."""
    opened(page, crowd(), server)
    Board(page).my_turn()


def _learn(page: Page, server: Serving, there: ExitStack) -> None:
    page.goto("/learn")
    expect(page.get_by_role("link", name="Start")).to_be_visible()


def _lesson(page: Page, server: Serving, there: ExitStack) -> None:
    """Example D of the leaflet, and a hint at it."""
    page.goto("/learn/rebuilding")
    Board(page).ready()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Which sets change?").click()
    expect(page.locator(".notice")).to_be_visible()


def _coach(page: Page, server: Serving, there: ExitStack) -> None:
    """The same turn with a coach beside Anna."""
    story = full_table()
    page.goto("/timer")
    page.evaluate(COACHED, story.id)
    _sit(page, server, there, story)
    expect(page.get_by_role("status", name="Coach")).to_contain_text("You can")


def _puzzles(page: Page, server: Serving, there: ExitStack) -> None:
    page.clock.set_fixed_time(CHRISTMAS)
    page.goto("/puzzles")
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    expect(page.locator(".felt svg").first).to_be_visible()


def _puzzle(page: Page, server: Serving, there: ExitStack) -> None:
    """A puzzle with a joker to be freed, and the first hint."""
    page.goto("/puzzles/4")
    Board(page).ready()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="A small hint").click()


def _look(**settings: str) -> Any:
    """A table that the player has chosen."""

    def show(page: Page, server: Serving, there: ExitStack) -> None:
        kept = json.dumps(json.dumps({**AT_ONCE, **settings}))
        page.add_init_script(f"localStorage.setItem('openkub.settings', {kept})")
        page.goto("/puzzles/4")
        Board(page).ready()

    return show


def _back(page: Page, server: Serving, there: ExitStack) -> None:
    """A turn of a game that is over, judged."""
    story = analysed(hesitant(), server)
    page.goto(f"/g/{story.id}?turn=18")
    expect(page.locator(".verdict")).to_contain_text(re.compile("could be laid"))


def _past(page: Page, server: Serving, there: ExitStack) -> None:
    """The end of a game with more than ninety tiles on the table."""
    story = crowded().put_down(server)
    page.goto(f"/g/{story.id}?turn={story.room.turns}")
    Board(page).ready()
    expect(page.get_by_role("button", name="Analyse this game")).to_be_visible()


STATES = {
    "home": _home,
    "new": _new,
    "turn": _turn,
    "end": _end,
    "full": _full,
    "crowd": _crowd,
    "learn": _learn,
    "lesson": _lesson,
    "coach": _coach,
    "puzzles": _puzzles,
    "puzzle": _puzzle,
    "night": _look(table="night"),
    "linen": _look(table="linen"),
    "back": _back,
    "past": _past,
}
PICTURES = {
    **{
        f"{name}-{device}": (name, device, "light")
        for name in ("home", "new", "turn", "end", "puzzles", "puzzle")
        for device in ("desktop", "phone")
    },
    **{f"full-{device}": ("full", device, "light") for device in ("phone", "slim", "wide", "low")},
    **{f"back-{device}": ("back", device, "light") for device in ("desktop", "phone")},
    **{f"past-{device}": ("past", device, "light") for device in ("slim", "wide")},
    "crowd-phone": ("crowd", "phone", "light"),
    **{f"{name}-phone": (name, "phone", "light") for name in ("learn", "lesson", "coach")},
    "lesson-wide": ("lesson", "wide", "light"),
    "lesson-desktop": ("lesson", "desktop", "light"),
    "turn-dark": ("turn", "desktop", "dark"),
    "turn-sideways": ("turn", "sideways", "light"),
    "night-desktop": ("night", "desktop", "light"),
    "linen-desktop": ("linen", "desktop", "light"),
    "puzzle-wide": ("puzzle", "wide", "light"),
}


def take(visitors: Visitors, name: str, path: Path) -> None:
    """A picture of a state, as the golden one was taken."""
    state, device, scheme = PICTURES[name]
    page = visitors.visitor("Anna", device, color_scheme=scheme, fresh=state == "puzzles").new_page()
    with ExitStack() as there:
        STATES[state](page, visitors.server, there)
        page.mouse.move(0, 0)
        Board(page).calm()
        page.screenshot(path=path, scale="css")


def difference(one: Any, other: Any) -> Any:
    """How far two pictures are apart: the mean from 0 to 255, and which share of the parts is plainly different."""
    first, second = (_parts(path) for path in (one, other))
    if first.shape != second.shape:
        return 255.0, 1.0
    apart = np.abs(first - second).mean(axis=2)
    return float(apart.mean()), float((apart > PLAIN).mean())


def _parts(path: Path) -> Any:
    with Image.open(path) as image:
        size = (image.width // PART, image.height // PART)
        return np.asarray(image.convert("RGB").resize(size, Image.Resampling.BOX), dtype=float)


def tidy(path: Path) -> None:
    """Written as small as it gets."""
    with Image.open(path) as image:
        image.convert("RGB").save(path, optimize=True)
    assert path.stat().st_size <= MOST_BYTES, path


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, serving(Path(folder) / "games.db") as server, chromium() as browser:
        visitors = Visitors(Devices(browser), server)
        for name in sys.argv[1:] or PICTURES:
            take(visitors, name, GOLDEN / f"{name}.png")
            tidy(GOLDEN / f"{name}.png")
            print(f"{name}.png")
        for name, shown in SHOWN.items() if not sys.argv[1:] else ():
            path = ROOT / "docs" / "img" / shown
            take(visitors, name, path)
            tidy(path)
        visitors.leave()


if __name__ == "__main__":
    main()
