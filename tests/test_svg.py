"""Pictures: what is in them, what they look like, and what cannot break them."""

import re
from dataclasses import fields, replace
from itertools import pairwise, product
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from openkub import svg
from openkub.law.rules import Rules
from openkub.law.score import Outcome
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import JOKER, TILES, Tile, TileBag
from openkub.play.game import Game
from openkub.svg import art, colours
from openkub.svg.colours import Palette
from openkub.svg.lines import in_lines
from tests import pictures
from tests.workshop import strategies
from tests.workshop.positions import bag, meld, table

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = st.integers(svg.WIDTHS.start, svg.WIDTHS.stop - 1)


def read(picture: Any) -> Any:
    """The picture as XML; it is no XML if this fails."""
    return ElementTree.fromstring(picture)


def tiles_in(element: Any) -> list[Any]:
    return [tile.get("data-tile") for tile in element.iter(f"{SVG}use") if tile.get("class") == "tile"]


def sets_in(picture: Any) -> list[Any]:
    return [group for group in read(picture).iter(f"{SVG}g") if group.get("class") == "set"]


def faces_in(picture: Any) -> Any:
    """The names of the faces that tiles show, in their order."""
    shown = re.findall(r'class="tile"[^>]*xlink:href="#openkub-([^"]+)"', picture)
    assert all(f'id="openkub-{name}"' in picture for name in shown)
    return shown


def texts_in(picture: Any) -> list[Any]:
    return [text.text for text in read(picture).iter(f"{SVG}text")]


# What is in a picture


@given(strategies.tables, WIDTHS, st.booleans(), st.booleans())
def test_every_tile_is_drawn_once_in_its_set_and_in_its_place(sets: Any, width: Any, dark: Any, numbers: Any) -> None:
    drawn = sets_in(svg.table(sets, width=width, dark=dark, numbers=numbers))
    assert [tiles_in(one) for one in drawn] == [[str(tile) for tile in one] for one in sets]


@given(strategies.tables, WIDTHS, st.booleans())
def test_no_set_is_broken_and_none_lies_on_another_or_beside_the_table(sets: Any, width: Any, numbers: Any) -> None:
    picture = svg.table(sets, width=width, numbers=numbers)
    _, _, wide, high = map(float, read(picture).get("viewBox").split())
    boxes = []
    for one in sets_in(picture):
        x, y = map(float, re.findall(r"[\d.]+", one.get("transform")))
        tray = one.find(f"{SVG}rect")
        boxes.append((x, y, x + float(tray.get("width")), y + float(tray.get("height"))))
        assert len({tile.get("y") for tile in one.iter(f"{SVG}use")}) == 1
        places = [float(tile.get("x")) for tile in one.iter(f"{SVG}use")]
        assert all(right - left == art.TILE_WIDTH for left, right in pairwise(places))
    assert all(left >= 0 and top >= 0 and right <= wide and bottom <= high for left, top, right, bottom in boxes)
    assert all(a[1:2] != b[1:2] or a[2] < b[0] for a, b in pairwise(boxes))


@given(strategies.bags, WIDTHS)
def test_a_rack_shows_its_tiles(rack: Any, width: Any) -> None:
    assert TileBag(map(Tile, tiles_in(read(svg.rack(rack, width=width))))) == rack


@given(strategies.states(most_turns=12), st.booleans())
def test_a_view_shows_what_its_seat_sees_and_no_more(state: Any, dark: Any) -> None:
    view = state.view(0)
    shown = TileBag(map(Tile, tiles_in(read(svg.view(view, dark=dark)))))
    assert shown == TileBag.joined([view.table.bag, *(rack for rack in view.racks if rack)])


@given(strategies.tables, WIDTHS)
def test_a_picture_is_never_wider_than_it_may_be(sets: Any, width: Any) -> None:
    assert float(read(svg.table(sets, width=width)).get("width")) <= width


def test_lines_are_as_few_and_then_as_short_as_can_be() -> None:
    assert in_lines([5, 5, 5, 5], limit=19, gap=1) == ((0, 1), (2, 3))
    assert in_lines([30, 5], limit=19, gap=1) == ((0,), (1,))
    assert in_lines([], limit=19, gap=1) == ()


def test_a_rack_stands_by_colour_then_number_with_jokers_last() -> None:
    assert tiles_in(read(svg.rack("* y1 k13 b2 k2 r5"))) == ["k2", "k13", "r5", "b2", "y1", "*"]


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("r5 * r7", ["r5", "joker-r6", "r7"]),
        ("k9 b9 *", ["k9", "b9", "joker-9"]),
        ("k9 r9 b9 *", ["k9", "r9", "b9", "joker-y9"]),
        ("* * r5", ["joker", "joker", "r5"]),
        ("* r6", ["joker", "r6"]),
    ],
)
def test_a_joker_says_what_it_stands_for_as_far_as_that_is_certain(text: str, faces: list[str]) -> None:
    assert faces_in(svg.meld(text)) == faces


def test_a_joker_on_a_rack_stands_for_nothing() -> None:
    assert faces_in(svg.rack("r5 * r7")) == ["r5", "r7", "joker"]


def test_what_is_marked_stands_out_and_nothing_else() -> None:
    bar = f'fill="{colours.DAY.accent}"'
    plain, marked = svg.table("r5 r6 r7 | k1 k2 k3"), svg.table("r5 r6 r7 | k1 k2 k3", marked=[1, (1, 0)])
    assert colours.DAY.good not in plain
    assert [colours.DAY.good in ElementTree.tostring(one, "unicode") for one in sets_in(marked)] == [False, True]
    assert (plain.count(bar), marked.count(bar)) == (0, 1)
    assert svg.rack("r5 r5 k1", marked="r5").count(bar) == 1
    assert svg.meld("r5 r6 r7", marked=[0, 2]).count(bar) == 2


def test_changes_are_the_sets_that_differ_and_the_tiles_from_the_rack() -> None:
    before, after = table("b8 b9 b10 | k4 r4 b4 y4 | r1 r2 r3"), table("b8 b9 b10 | y4 y5 y6 | k4 r4 b4 | r1 r2 r3 r4")
    assert svg.changes(before, after) == (1, (1, 1), (1, 2), 2, 3, (3, 3))
    assert svg.changes(Table(), table("r5 r6 r7")) == (0, (0, 0), (0, 1), (0, 2))
    assert svg.changes(before, before) == ()


@given(strategies.tables, strategies.tables)
def test_changes_mark_as_many_tiles_as_were_laid(before: Any, after: Any) -> None:
    assume(all(max(lies.count(tile) for tile in TILES) <= 7 for lies in (sum(before, ()), sum(after, ()))))
    laid = [after[mark[0]][mark[1]] for mark in svg.changes(before, after) if isinstance(mark, tuple)]
    assert TileBag(laid) == after.bag.minus(before.bag)


def test_a_set_that_is_none_is_dashed_and_said_to_be_none() -> None:
    assert "stroke-dasharray" in svg.meld("r5 r6")
    assert "no valid set" in read(svg.meld("r5 r6")).find(f"{SVG}desc").text
    assert "stroke-dasharray" not in svg.meld("r5 r6 r7")


def test_sets_are_numbered_if_wished() -> None:
    assert texts_in(svg.table("r5 r6 r7 | k1 k2 k3", numbers=True)) == ["1", "2"]
    assert texts_in(svg.table("r5 r6 r7 | k1 k2 k3")) == []


def test_a_view_names_the_seats_counts_the_pool_and_who_has_opened() -> None:
    assert texts_in(svg.view(pictures.VIEW)) == [
        "You: 6 tiles, opened, to move",
        "Seat 2: 5 tiles, opened",
        "Seat 3: 12 tiles, not opened",
        "37 tiles in the pool",
    ]


def test_the_player_to_move_stands_out_and_is_described() -> None:
    assert svg.view(pictures.VIEW).count(f'fill="{colours.DAY.accent}" font-size') == 1
    assert "You: 6 tiles, opened, to move." in svg.view(pictures.VIEW)
    assert "Seat 2: 5 tiles, opened. Seat 3: 12 tiles, not opened. 37 tiles in the pool." in svg.view(pictures.VIEW)


def test_a_round_that_is_over_shows_scores_and_all_racks() -> None:
    over = svg.view(pictures.OVER)
    assert [text.rpartition(" ")[2] for text in texts_in(over)[:3]] == ["+71", "−47", "−24"]
    assert "You: no tiles, won the round, score +71." in over
    assert "Rack of seat 2: red 4, yellow 13, joker." in over


def test_a_view_without_its_own_rack_is_drawn_without_one() -> None:
    hidden = pictures.replace(pictures.VIEW, racks=(None,) * 3)
    assert 'class="rack"' not in svg.view(hidden)


# For those who do not see it


def test_a_picture_has_a_name_and_a_description() -> None:
    root = read(svg.table("r5 * r7 | k9 b9 *"))
    title, desc = root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text
    assert (root.get("role"), root.get("aria-label")) == ("img", title)
    assert title == "A table with 2 sets, 6 tiles"
    assert desc.startswith("Set 1: red 5, joker as red 6, red 7.")


def test_name_and_description_may_be_ones_own_or_none() -> None:
    own = {"title": "Ein Tisch", "desc": ""}
    for picture in (
        svg.table("", **own), svg.meld("r5", **own), svg.rack("", **own), svg.position("", "", **own),
        svg.view(pictures.VIEW, **own),
    ):  # fmt: skip
        assert "<title>Ein Tisch</title><desc></desc>" in picture


def luminance(colour: Any) -> Any:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Any, other: Any) -> Any:
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def mixed(over: Any, under: Any, share: Any) -> Any:
    parts = [(int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


@pytest.mark.parametrize("ink", [*colours.INKS.values(), colours.JOKER_INK])
def test_inks_are_read_on_ivory(ink: str) -> None:
    assert min(contrast(ink, ivory) for ivory in (colours.IVORY, colours.IVORY_LOW)) >= 3


@pytest.mark.parametrize("look", [colours.DAY, colours.NIGHT], ids=["day", "night"])
def test_words_are_read_on_all_they_stand_on_by_day_and_by_night(look: Palette) -> None:
    tray, shelf = mixed(look.felt_line, look.felt, 0.45), mixed(look.rack_edge, look.rack, 0.3)
    grounds = [look.surface, look.paper]
    pairs = [*product([look.ink, look.ink_soft, look.good], grounds), (look.accent, look.paper)]
    pairs += [(look.ink, ground) for ground in (tray, shelf, look.good_wash, look.warn_wash)]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


@pytest.mark.parametrize("look", [colours.DAY, colours.NIGHT], ids=["day", "night"])
def test_marks_are_told_from_what_they_stand_on(look: Palette) -> None:
    pairs = [(look.good, look.felt), (look.good, look.good_wash), (look.warn, look.felt), (look.accent, look.surface)]
    assert [pair for pair in pairs if contrast(*pair) < 3] == []


def test_every_colour_has_a_sign_of_its_own() -> None:
    assert len(set(art.SIGNS.values())) == 4
    assert all(art.SIGNS[tile.colour] in art.face(tile).drawing for tile in TILES[:52])


# The same art as on the page


def test_numerals_signs_and_cap_are_those_of_the_page() -> None:
    source = (pictures.ROOT / "web/src/lib/board/glyphs.ts").read_text(encoding="utf-8")
    drawn = re.findall(r'"(M[^"]+)"', source)
    assert drawn == [*art.DIGITS, *art.SIGNS.values(), art.CAP]
    assert re.findall(r"{ x: ([\d.]+), y: ([\d.]+) }", source) == [(f"{x}", f"{y}") for x, y in art.BELLS]


def test_colours_are_those_of_the_page() -> None:
    source = (pictures.ROOT / "web/src/styles/tokens.css").read_text(encoding="utf-8").partition(":root[")[0]
    pairs = dict(re.findall(r"--([\w-]+): light-dark\((#\w+, #\w+)\);", source))
    names = [field.name for field in fields(colours.Palette)]
    ours = {name: f"{getattr(colours.DAY, name)}, {getattr(colours.NIGHT, name)}" for name in names}
    assert ours == {name: pairs[name.replace("_", "-")] for name in names}
    single = dict(re.findall(r"--tile-?([\w-]*): (#\w+);", source))
    inks = {colour.value: ink for colour, ink in colours.INKS.items()}
    ivory = {"": colours.IVORY, "low": colours.IVORY_LOW, "edge": colours.IVORY_EDGE}
    assert single == {**ivory, **inks, "joker": colours.JOKER_INK}


# Golden files


@pytest.mark.parametrize("name", pictures.drawn())
def test_a_picture_is_what_it_was(name: str) -> None:
    picture = pictures.drawn()[name]
    assert f"{picture}\n" == (pictures.GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_there_is_no_golden_file_that_nothing_draws() -> None:
    assert {path.stem for path in pictures.GOLDEN.iterdir()} == set(pictures.drawn())


# What comes from outside


@given(st.text(), st.text())
def test_any_text_is_escaped(name: Any, title: Any) -> None:
    root = read(svg.view(pictures.VIEW, names=["Anna", name, "Clara"], title=title, desc=name))
    expected = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", title)
    assert (root.find(f"{SVG}title").text or "") == expected.replace("\r\n", "\n").replace("\r", "\n")
    assert not {element.tag for element in root.iter()} - {
        f"{SVG}{tag}" for tag in ("svg", "title", "desc", "defs", "g", "use", "rect", "path", "circle", "text")
    }


def test_a_name_cannot_write_markup() -> None:
    picture = svg.view(pictures.VIEW, names=['"><script>', "</svg>", "&amp;"])
    assert "<script" not in picture
    assert [text.partition(":")[0] for text in texts_in(picture)[:3]] == ['"><script>', "</svg>", "&amp;"]


def test_nothing_is_fetched_and_no_style_leaks_into_the_page() -> None:
    for picture in pictures.drawn().values():
        links = re.findall(r'(?:href|src)="([^"]*)"', picture)
        assert all(link.startswith("#openkub-") for link in links)
        assert "<style" not in picture
        assert "url(" not in picture


def test_what_has_one_name_is_the_same_in_every_picture() -> None:
    every = "".join(pictures.drawn().values())
    faces = set(re.findall(r'<g id="([^"]+)">(.*?)(?=<g id=|</defs>)', every))
    assert len(faces) == len({name for name, _ in faces})


def test_the_largest_kit_is_drawn_and_more_than_that_is_refused() -> None:
    every = Table.of([tile] * 3 for tile in Kit.BIG.bag.kinds())
    assert len(svg.table(every)) < 100_000
    endless = Table([Meld([JOKER] * (svg.MOST_TILES + 1))])
    for too_large in (endless, Table([Meld()] * (svg.MOST_TILES + 1))):
        with pytest.raises(ValueError, match="room for 500 tiles"):
            svg.table(too_large)


def test_a_set_as_long_as_can_be_makes_all_tiles_smaller() -> None:
    picture = read(svg.meld(Meld([JOKER] * svg.MOST_TILES), width=100))
    assert float(picture.get("width")) == 100


@pytest.mark.parametrize("width", [79, 4001, -1, 0, 10**30])
def test_a_width_that_makes_no_sense_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="80 to 4000 pixels wide"):
        svg.table("", width=width)


@pytest.mark.parametrize("mark", [1, -1, (0, 3), (0, -1), (1, 0)])
def test_what_is_not_there_cannot_be_marked(mark: int | tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="to be marked"):
        svg.table("r5 r6 r7", marked=[mark])


def test_a_tile_that_is_not_on_the_rack_cannot_be_marked() -> None:
    with pytest.raises(ValueError, match="r7 is to be marked, but not on the rack"):
        svg.rack("r5 r7", marked="r7 r7")


def test_every_seat_has_a_name_or_none_has() -> None:
    with pytest.raises(ValueError, match="2 names for 3 seats"):
        svg.view(pictures.VIEW, names=["Anna", "Bruno"])


# Notebooks


def test_a_notebook_shows_tables_sets_racks_and_views() -> None:
    for value, picture in [
        (table("r5 r6 r7"), svg.table("r5 r6 r7")),
        (meld("r5 r6 r7"), svg.meld("r5 r6 r7")),
        (bag("r5 r6 r7"), svg.rack("r5 r6 r7")),
        (pictures.VIEW, svg.view(pictures.VIEW)),
    ]:
        assert value._repr_svg_() == picture == picture._repr_svg_()


def test_a_notebook_shows_a_position_and_of_states_and_games_what_the_seat_at_turn_may_see() -> None:
    game = Game.new("default", ["Anna", "Bruno"], "kitchen").play("b3-6 | b11-13")
    position = game.view.position
    assert position._repr_svg_() == svg.position(position.table, position.rack)
    assert game.state._repr_svg_() == svg.view(game.view)
    assert game._repr_svg_() == svg.view(game.view, names=["Anna", "Bruno"])
    assert (game.view.seat, repr(game)) == (1, "<Game default: Anna, Bruno; round 1, turn 2>")
    ended = replace(game.state, outcome=Outcome("rack_empty", (0,), (0, 0)))
    assert repr(replace(game, state=ended)) == "<Game default: Anna, Bruno; round 1, over>"


def test_a_notebook_shows_no_picture_of_what_is_too_large() -> None:
    endless = Meld([JOKER] * (svg.MOST_TILES + 1))
    assert endless._repr_svg_() is None
    assert Table([endless])._repr_svg_() is None
    assert pictures.replace(pictures.VIEW, table=Table([endless]))._repr_svg_() is None
    assert Position(Rules(), Table([endless]), TileBag(), opened=True)._repr_svg_() is None
