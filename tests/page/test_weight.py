"""What a first visit fetches: little, and from nobody else."""

import gzip
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.board import Board
from tests.page.browsing import Visitors
from tests.page.states import middle_game
from tests.server.inprocess import Serving

MOST = 120 * 1024


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_load_of_the_home_page_is_small(visitors: Visitors, language: str) -> None:
    page = visitors.visitor(language=language, fresh=True).new_page()
    scripts = _scripts(page)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert 0 < _zipped(scripts) <= MOST


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_load_of_a_game_is_small(visitors: Visitors, server: Serving, language: str) -> None:
    page = visitors.visitor("Anna", language=language, fresh=True).new_page()
    scripts = _scripts(page)
    page.goto(f"/g/{middle_game().put_down(server).id}")
    Board(page).ready()
    page.wait_for_load_state("networkidle")
    assert 0 < _zipped(scripts) <= MOST


def _scripts(page: Page) -> Any:
    """The scripts that this page fetches from now on."""
    found = []
    page.on("response", lambda answer: found.append(answer) if answer.request.resource_type == "script" else None)
    return found


def _zipped(scripts: Any) -> Any:
    return sum(len(gzip.compress(answer.body())) for answer in scripts)
