"""What people write at the borders: it is read as meant, or the answer says what was expected."""

import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from openkub import (
    EDITIONS,
    Code,
    Draw,
    Game,
    IllegalMove,
    Meld,
    NotationError,
    Play,
    Position,
    Problem,
    Record,
    Rules,
    State,
    Table,
    Tile,
    TileBag,
    best,
    best_play,
    explain,
    load,
    make_bot,
    message,
    rows,
    save,
    verify,
)
from openkub.law.options import RulesError
from openkub.law.turns import PositionError
from openkub.pieces.melds import Flaw
from openkub.pieces.tiles import Colour
from openkub.solver import Weights, can_play, place


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("b3-6", "b3 b4 b5 b6"),
        ("B3-B6", "b3 b4 b5 b6"),
        ("krb7", "k7 r7 b7"),
        ("o5-7 J", "y5 y6 y7 *"),
        ("R9, r10,\tr11\n", "r9 r10 r11"),
    ],
)
def test_short_forms_and_capitals_are_read_wherever_tiles_are(written: str, meant: str) -> None:
    assert str(Meld(written)) == str(Table(written)) == meant
    assert TileBag(written) == TileBag(meant)


@pytest.mark.parametrize("wrong", ["b6-3", "b0-3", "b3-14", "b3-r6", "krb7-9", "7", "r", "r07", "r" * 500 + "7", "**"])
def test_what_is_no_short_form_is_refused_at_its_place(wrong: str) -> None:
    with pytest.raises(NotationError, match="is no tile") as error:
        Table(f"r1 r2 r3 | {wrong}")
    assert error.value.position == 11


def test_a_tile_may_be_named_by_letter_and_number() -> None:
    assert Tile.of("r", 7) == Tile.of("R", 7) == Tile("r7") == Tile("R7") == Tile.of(Colour.RED, 7)
    with pytest.raises(NotationError, match="'q7' is no tile"):
        Tile.of("q", 7)
    with pytest.raises(NotationError):
        Tile("r7-9")


def test_sets_and_tables_are_made_of_the_names_of_tiles() -> None:
    names = [["r5", "r6", "r7"], ["k9", "b9", "y9"]]
    assert Table.of(names) == Table(map(Meld, names)) == Table("r5 r6 r7 | k9 b9 y9")
    assert Table(names) == Table.of(names)  # type: ignore[arg-type]  # what the types do not promise works, too
    assert Meld(["r5", "r6"]) == Meld("r5 r6")


def test_bags_positions_and_plays_are_made_of_the_names_of_tiles() -> None:
    assert TileBag(["r5", "K9"]) == TileBag(("r5", "k9")) == TileBag("r5 k9")
    assert Meld(["r5", Tile("r6")]) == Meld("r5 r6")  # type: ignore[list-item]
    listed = Position("default", [["r5", "r6", "r7"]], ["r8"], opened=True)
    assert listed == Position("default", "r5-7", "r8", opened=True)
    assert best_play(listed) == Play([["r5", "r6", "r7", "r8"]])
    with pytest.raises(TypeError):
        TileBag(7)  # type: ignore[arg-type]


def test_a_position_that_is_written_down_has_no_more_tiles_than_the_box() -> None:
    with pytest.raises(PositionError, match="3 tiles r1, but the kit of 106 has 2"):
        Position("default", "r1-3", "r1 r1", opened=True)
    with pytest.raises(PositionError, match="more than 7 tiles"):
        Position("default", "r1-3", "r1 " * 7, opened=True)
    assert len(Position("default tile_set=160", "r1-3", "r1 r1", opened=True).rack) == 2


def test_the_solver_reads_tiles_and_tables_as_text() -> None:
    here = Position("default", "r1-3", "r4 k9", opened=True)
    assert place(here, "R4") == place(here, TileBag("r4")) == Play("r1 r2 r3 r4")
    assert explain("r1-3", "r1-4") == explain(Table("r1-3"), Table("r1-4"))


@pytest.mark.parametrize("ask", [best, best_play, can_play])
def test_a_table_that_cannot_be_is_told_with_the_reason(ask: Callable[[Position], object]) -> None:
    with pytest.raises(ValueError, match=r"set 2 \(r5 r6 r8\) is no valid set: numbers are missing between these"):
        ask(Position("default", "r1-3 | r5 r6 r8", "k1", opened=True))


def test_the_nearest_name_is_told_wherever_one_is_chosen() -> None:
    assert make_bot("Sharp") == make_bot("sharp")
    with pytest.raises(ValueError, match=r"there is no bot 'shrap'; .*; did you mean sharp\?"):
        make_bot("shrap")
    with pytest.raises(ValueError, match="there is no bot 'int 7'"):
        make_bot(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"an objective is one of .*; did you mean value\?"):
        best(Position("default", "", "r1", opened=True), "valeu")  # type: ignore[arg-type]


def test_a_language_that_is_not_there_is_told_with_those_that_are() -> None:
    problem = Problem(Code.MUST_PLAY)
    assert message(problem, "EN") == message(problem, "en")
    for language in ("xx", None):
        with pytest.raises(ValueError, match="only in de, en, es, fr, nl, pt"):
            message(problem, language)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", ["AB", 2])
def test_who_gives_no_list_of_names_is_told_so(seats: object) -> None:
    with pytest.raises(NotationError, match="the seats are a list of names"):
        Game.new("default", seats, 1)  # type: ignore[arg-type]


def test_how_many_can_sit_at_the_table_is_told() -> None:
    with pytest.raises(RulesError, match="most_players: 9 at the table, but 2 to 6 can play"):
        Game.new("default", list("ABCDEFGHI"), 1)
    with pytest.raises(RulesError, match="'3' at the table"):
        State.deal("default", "3", 1)  # type: ignore[arg-type]


def test_a_move_that_is_refused_says_why_in_a_sentence() -> None:
    with pytest.raises(IllegalMove, match="opening_points: Your own sets come to 12 points: they are not enough"):
        Game.new("default", ["Anna", "Bruno"], "kitchen").play("b3-5")


def test_weights_know_tiles_by_name_and_refuse_what_is_none() -> None:
    assert Weights.of({"r9": 1}) == Weights.of({Tile("r9"): 1})
    with pytest.raises(NotationError, match="'z9' is no tile"):
        Weights.of({"z9": 1})


def test_a_round_is_dealt_from_the_name_of_an_edition_and_any_seed() -> None:
    assert State.deal("default", 2, 5) == State.deal(EDITIONS["default"], 2, "5")
    assert Game.new("default", ["Anna", "Bruno"], 5) == Game.new(Rules(), ["Anna", "Bruno"], "5")
    with pytest.raises(TypeError, match="a seed is a text, a number or the 32 bytes of a key, not float"):
        State.deal("default", 2, 0.5)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="rules is written as text, not as int"):
        State.deal(7, 2, "x")  # type: ignore[arg-type]


def test_a_move_may_be_its_text() -> None:
    game = Game.new("default", ["Anna", "Bruno"], "kitchen")
    assert game.apply("draw") == game.apply("Draw") == game.apply(Draw())
    assert game.state.apply("draw") == game.state.apply(Draw())
    assert game.state.check("play b3-6 | b11-13") is None


def test_an_edition_that_is_not_there_is_told_with_the_nearest_name() -> None:
    with pytest.raises(KeyError, match=r"none of default, .*; did you mean jumbo_de\?"):
        EDITIONS["german"]
    with pytest.raises(RulesError, match=r"tournament$"):
        EDITIONS["quidditch"]
    assert "german" not in EDITIONS
    assert EDITIONS.get("german") is None


def test_an_option_that_is_not_there_is_told_with_the_nearest_name() -> None:
    with pytest.raises(NotationError, match=r"no such option; did you mean joker_penalty\?"):
        Rules.parse("default joker_penalti=25")


@pytest.mark.parametrize(
    ("tiles", "flaw"),
    [
        ("r5 r6", Flaw.TOO_SHORT),
        ("* * *", Flaw.ONLY_JOKERS),
        ("k9 b9 b9", Flaw.COLOUR_TWICE),
        ("k9 b9 r9 y9 *", Flaw.TOO_MANY),
        ("r12 r13 *", Flaw.BEYOND_THE_ENDS),
        ("r6 r5 r7", Flaw.ORDER),
        ("r5 r6 r8", Flaw.GAP),
        ("r5 r6 r6 r7", Flaw.GAP),
        ("r5 k6 r7", Flaw.MIXED),
    ],
)
def test_a_set_says_why_it_is_none(tiles: str, flaw: Flaw) -> None:
    assert Meld(tiles).why_invalid is flaw
    assert flaw.sentence
    assert Meld("r5 * r7").why_invalid is None


@pytest.mark.parametrize("name", ["game.kub", "game.json"])
def test_a_record_is_saved_and_loaded_again(tmp_path: Path, name: str) -> None:
    record = Game.new("default", ["Anna", "Bruno"], 7).apply("draw").record
    save(record, tmp_path / name)
    assert load(tmp_path / name) == Record.load(str(tmp_path / name)) == record


def test_a_game_is_saved_as_its_record_and_nothing_else_is_saved(tmp_path: Path) -> None:
    game, file = Game.new("default", ["Anna", "Bruno"], 7).apply("draw"), tmp_path / "game.kub"
    save(game, file)
    assert load(file) == game.record
    game.draw().record.save(file)
    assert Record.load(file) == game.draw().record
    with pytest.raises(TypeError, match="a Record or a Game, not State"):
        save(game.state, file)  # type: ignore[arg-type]
    assert Record.load(file) == game.draw().record


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (
            b"openkub 3\nrules: default\nseat: Anna\nseat: Bruno\nseed: 1\n\nround 1\n2 dance\n",
            ", line 8: 'dance' is no",
        ),
        (b"{", ": this is not JSON"),
        (b"openkub 3\nseat: \xe9\n", ": this is no text in UTF-8: byte 16 is in the way"),
    ],
)
def test_a_file_that_holds_no_record_is_named(tmp_path: Path, data: bytes, complaint: str) -> None:
    file = tmp_path / "kitchen.kub"
    file.write_bytes(data)
    with pytest.raises(NotationError, match=re.escape(f"{file}{complaint}")) as error:
        load(file)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


def test_a_record_is_verified_as_it_is_and_as_its_text() -> None:
    game = Game.new("default", ["Anna", "Bruno"], 7).apply("draw")
    assert verify(game.record) is verify(str(game.record)) is None
    other = replace(game.record, seats=("Anna", "Bruno", "Carl"))
    assert verify(other) == verify(Record.parse(str(other))) == verify(str(other))
    fault = verify(other)
    assert fault
    assert fault.line == 9


def test_a_record_is_one_row_a_turn_over_all_its_rounds() -> None:
    game = Game.new("default rounds=2", ["Anna", "Bruno"], "rows", bots=((1, "steady"),))
    while not game.over:
        game = game.apply(best_play(game.view, tidy=False) or game.view.idle)
    found = list(rows(game.next_round().apply("draw").record))
    assert [row.round for row in found][-2:] == [0, 1]
    assert {(row.bot, row.player) for row in found} == {(None, "Anna"), ("steady", "Bruno")}
    assert {row.drawn for row in found} == {0, 1}
    last = found[-2]
    assert last.points == game.state.outcome.scores[last.seat]
    assert last.racks == tuple(map(len, game.state.racks))


def test_rows_are_of_the_record_that_they_are_asked_of() -> None:
    assert list(rows(Record(Rules(), ("Anna", "Bruno"), Game.new("default", ["A", "B"], 1).record.shuffle))) == []
