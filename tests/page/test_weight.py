"""What a first visit fetches: little, and from nobody else."""

import gzip

import pytest

from tests.page.board import Board
from tests.page.states import middle_game

MOST = 120 * 1024


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_load_of_the_home_page_is_small(visitors, language):
    page = visitors.visitor(language=language).new_page()
    scripts = _scripts(page)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert 0 < _zipped(scripts) <= MOST


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_load_of_a_game_is_small(visitors, server, language):
    page = visitors.visitor("Anna", language=language).new_page()
    scripts = _scripts(page)
    page.goto(f"/g/{middle_game().put_down(server).id}")
    Board(page).ready()
    page.wait_for_load_state("networkidle")
    assert 0 < _zipped(scripts) <= MOST


def _scripts(page):
    """The scripts that this page fetches from now on."""
    found = []
    page.on("response", lambda answer: found.append(answer) if answer.request.resource_type == "script" else None)
    return found


def _zipped(scripts):
    return sum(len(gzip.compress(answer.body())) for answer in scripts)
