"""A game that is over has a page: step by step, by a graph, with all racks, marks and best plays."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openkub.play.rows import rows
from tests.page.axe import barriers
from tests.page.board import Board
from tests.page.browsing import Visitors
from tests.page.past import analysed, crowded, four_players, hesitant, played_out
from tests.page.states import middle_game, opened
from tests.page.tables import Story
from tests.page.test_access import is_large_enough_on_phones
from tests.page.test_languages import fits
from tests.server.inprocess import Serving


def looked_at(page: Page, story: Story, turn: int) -> Page:
    page.goto(f"/g/{story.id}?turn={turn}")
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    return page


def sets_of(table: str) -> list[str]:
    return table.split(" | ") if table else []


def place(page: Page) -> Any:
    return expect(page.locator(".place"))


def test_every_turn_lies_there_as_it_was_played(visitors: Visitors, server: Serving) -> None:
    story = four_players().put_down(server)
    page = looked_at(visitors.visitor().new_page(), story, 0)
    board, truth = Board(page), list(rows(story.room.playing.record))
    for number, row in enumerate(truth, 1):
        page.keyboard.press("ArrowRight")
        if number % 4 == 0:
            board.shows(*sets_of(row.table))
    place(page).to_have_text(f"Turn {len(truth)} of {len(truth)}")
    page.keyboard.press("ArrowLeft")
    board.shows(*sets_of(truth[-2].table))
    page.keyboard.press("Home")
    place(page).to_have_text("Start")
    board.shows()
    page.keyboard.press("End")
    board.shows(*sets_of(truth[-1].table))
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_a_stranger_with_the_link_sees_all_racks_and_who_drew_what(visitors: Visitors, server: Serving) -> None:
    story = four_players().put_down(server)
    page = visitors.page(address=f"/g/{story.id}")
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    racks = page.get_by_role("list", name="All racks")
    for name in story.people:
        expect(racks.get_by_role("img", name=re.compile(f"^{name}: "))).to_be_visible()
    number, row = next((n, row) for n, row in enumerate(rows(story.room.playing.record), 1) if row.move == "draw")
    looked_at(page, story, number)
    expect(page.locator(".words").first).to_have_text(
        re.compile(f"^{row.player} drew (black|red|blue|orange|yellow|joker)")
    )
    expect(racks.locator(".fresh")).to_have_count(1)


def test_a_turn_can_be_seen_move_by_move_and_by_itself(visitors: Visitors, server: Serving) -> None:
    story = four_players().put_down(server)
    page = visitors.visitor().new_page()
    record = page.request.get(f"{server.base}/api/games/{story.id}/record.kub").text()
    told = page.request.post(f"{server.base}/api/review", data={"record": record}).json()["rounds"][0]["turns"]
    number = next(n for n, turn in enumerate(told, 1) if len(turn["steps"] or ()) == 2)
    looked_at(page, story, number - 1)
    board = Board(page)
    page.keyboard.press("Shift+ArrowRight")
    place(page).to_have_text(f"Turn {number} of {len(told)}")
    half = board.table()
    page.get_by_role("button", name="One tile move on").click()
    board.shows(*sets_of(told[number - 1]["table"]))
    assert half != board.table()
    page.get_by_role("button", name="One tile move back").click()
    board.shows(*half)
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    place(page).to_have_text(re.compile("^Turn 2 "))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_graph_leads_to_every_turn(visitors: Visitors, server: Serving) -> None:
    story = four_players().put_down(server)
    page = looked_at(visitors.visitor().new_page(), story, 0)
    slider = page.get_by_role("slider", name="Turn")
    slider.fill("9")
    place(page).to_have_text(re.compile("^Turn 9 "))
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + 20)
    place(page).to_have_text(f"Turn {story.room.turns} of {story.room.turns}")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Anna: "))
    page.get_by_label("What the graph shows").select_option("points")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Bruno: "))


def test_of_a_game_that_is_played_the_link_shows_what_everybody_sees(visitors: Visitors, server: Serving) -> None:
    story = middle_game().put_down(server)
    page = visitors.page(address=f"/g/{story.id}?turn=3")
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.get_by_role("heading", name="Looking back")).to_have_count(0)
    expect(page.get_by_role("list", name="All racks")).to_have_count(0)


def test_who_has_played_looks_back_from_the_result(visitors: Visitors, server: Serving) -> None:
    story = played_out("Anna", "Bruno", secret=3)
    page = opened(visitors.visitor("Anna").new_page(), story, server)
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_an_analysis_is_asked_for_and_comes_by_itself(visitors: Visitors, server: Serving) -> None:
    story = played_out("Anna", "Bruno", secret=3).put_down(server)
    page = looked_at(visitors.visitor().new_page(), story, 1)
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("option[value=chances]")).to_have_count(1, timeout=60_000)
    page.get_by_role("tab", name="Players").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Waited rightly")


def test_the_best_play_of_a_turn_is_named_and_shown(visitors: Visitors, server: Serving) -> None:
    story = analysed(hesitant(), server)
    page = visitors.visitor().new_page()
    found = page.request.get(f"{server.base}/api/games/{story.id}/analysis/result").json()["rounds"][0]["turns"]
    turn = next(one for one in found if one["best"] and not one["laid"])
    looked_at(page, story, turn["turn"])
    expect(page.locator(".verdict")).to_contain_text(f"Best play: {turn['best']['tiles']} tile")
    before = Board(page).table()
    page.get_by_role("button", name="Show it").click()
    Board(page).shows(*sets_of(turn["best"]["table"]))
    page.get_by_role("button", name="Back to what was played").click()
    Board(page).shows(*before)


def test_a_game_is_shared_by_link_picture_and_record(visitors: Visitors, server: Serving, tmp_path: Path) -> None:
    story = four_players().put_down(server)
    page = visitors.visitor(permissions=["clipboard-read", "clipboard-write"]).new_page()
    looked_at(page, story, 12).get_by_role("tab", name="Share").click()
    page.get_by_role("button", name="Copy the link to this turn").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{server.base}/g/{story.id}?turn=12"
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture of this table").click()
    picture.value.save_as(tmp_path / "table.png")
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as record:
        page.get_by_role("link", name="Download as .kub").click()
    record.value.save_as(tmp_path / "game.kub")
    assert (tmp_path / "game.kub").read_text().startswith("openkub 3\n")


def test_the_browser_verifies_the_deal(visitors: Visitors, server: Serving) -> None:
    story = four_players().put_down(server)
    looked_at(page := visitors.visitor().new_page(), story, 0).get_by_role("tab", name="Share").click()
    visitors.may_be_cut = True
    page.context.set_offline(True)
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.get_by_role("status").filter(has_text="Checked")).to_contain_text(
        "the secret is the one that was promised"
    )
    expect(page.get_by_role("status").filter(has_text="Checked")).to_contain_text("dealt as they had to be (round 1)")


def test_a_file_is_checked_and_shown_on_the_device_and_sent_only_when_asked(visitors: Visitors, tmp_path: Path) -> None:
    story = four_players()
    text = str(story.room.playing.record)
    (tmp_path / "game.kub").write_text(text)
    (tmp_path / "spoilt.kub").write_text(text.replace("\nend ", "\n1 draw\nend ", 1))
    page = visitors.page(address="/games")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.get_by_label("Choose a file").set_input_files(tmp_path / "spoilt.kub")
    line = next(n for n, one in enumerate(text.splitlines(), 1) if one.startswith("end "))
    expect(page.get_by_role("status").filter(has_text="Nothing was sent")).to_contain_text(f"Line {line}: ")
    page.get_by_label("Choose a file").set_input_files(tmp_path / "game.kub")
    expect(page.get_by_text("game.kub was checked here, in your browser")).to_be_visible()
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    page.keyboard.press("End")
    Board(page).shows(*sets_of(str(story.state.table)))
    assert sent == []
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Have the server check it").click()
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    assert len([url for url in sent if url.endswith("/api/review")]) == 1


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_from_any_turn_one_press_plays_on_against_bots(visitors: Visitors, server: Serving, device: str) -> None:
    story = four_players().put_down(server)
    number, (before, row) = next(
        (n, pair)
        for n, pair in enumerate(pairwise(rows(story.room.playing.record)), 2)
        if pair[1].move == "draw" and n > 12
    )
    page = looked_at(visitors.visitor(device=device).new_page(), story, number)
    page.get_by_role("button", name="Play it yourself").click()
    board = Board(page).my_turn()
    board.shows(*sets_of(before.table))
    board.has_on_rack(row.rack - 1)
    expect(page.get_by_role("heading", name="Looking back")).to_have_count(0)
    board.draw()
    board.has_on_rack(row.rack)


def test_finished_games_are_listed_with_their_results(visitors: Visitors, server: Serving) -> None:
    story = played_out("Anna", "Bruno", secret=3)
    page = opened(visitors.visitor("Anna").new_page(), story, server)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="All my finished games").click()
    line = page.locator(f"a[href^='/g/{story.id}']")
    expect(line).to_contain_text(re.compile("Anna and Bruno.*(won|lost)", re.S))
    line.click()
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()


@pytest.mark.parametrize("device", ["desktop", "phone", "slim", "wide"])
def test_a_crowded_table_is_in_sight_as_a_whole_beside_all_that_is_said(
    visitors: Visitors, server: Serving, device: str
) -> None:
    story = crowded().put_down(server)
    page = looked_at(visitors.visitor(device=device).new_page(), story, story.room.turns)
    Board(page).ready().calm()
    fits(page)
    hidden = page.evaluate("""() => {
      const room = document.querySelector("[data-area=table]").getBoundingClientRect();
      return [...document.querySelectorAll("[data-area=table] [data-piece]")].filter(tile => {
        const box = tile.getBoundingClientRect();
        return box.bottom > room.bottom + 1 || box.right > room.right + 1 || box.width < 23.5;
      }).length;
    }""")
    assert hidden == 0
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_on_a_desk_the_page_ends_where_the_window_does(visitors: Visitors, server: Serving) -> None:
    page = looked_at(visitors.visitor().new_page(), four_players().put_down(server), 18)
    Board(page).ready()
    assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0


SLOWLY = [pytest.param(device, marks=pytest.mark.slow) for device in ("slim", "wide")]


@pytest.mark.parametrize("device", ["desktop", "phone", *SLOWLY])
def test_nothing_about_a_past_game_has_a_barrier(visitors: Visitors, server: Serving, device: str) -> None:
    story = analysed(four_players(), server)
    page = looked_at(visitors.visitor(device=device).new_page(), story, 9)
    for tab in ("Turns", "Players", "Share"):
        page.get_by_role("tab", name=tab).click()
        assert barriers(page, night=device != "phone") == [], tab
        if device == "phone":
            is_large_enough_on_phones(page)
