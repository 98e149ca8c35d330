"""The catalogue of refusals: complete, in every language."""

from typing import Any

import pytest

from openkub.law.moves import Code, Problem
from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.messages import LANGUAGES, catalogue, message
from openkub.pieces.melds import Table
from openkub.pieces.tiles import Tile, TileBag

WHERE = {
    Code.INVALID_SET: {"meld": 1},
    Code.TABLE_TILE_TAKEN: {"tile": Tile("r5")},
    Code.NOT_YOUR_TILE: {"meld": 1, "tile": Tile("r5")},
    Code.OPENING_POINTS: {"points": 27},
    Code.NOT_OPENED: {"points": 27},
    Code.OPENING_TURN_MANIPULATION: {"meld": 1},
    Code.JOKER_SET_SPLIT: {"meld": 1},
    Code.JOKER_SOURCE: {"meld": 1},
    Code.JOKER_REUSE: {"meld": 1},
    Code.JOKER_NEW_SET: {"meld": 1},
    Code.JOKER_TWO_TILES: {"meld": 1},
}
"""What the rules name with each code; the others name nothing."""

TRAPS = ("serie", "série", "reihe", "rangée", "suite", "rijtje", "escalera", "linha")
"""Words that name a run in one leaflet and a group in another."""


def test_the_languages_are_the_six() -> None:
    assert list(LANGUAGES) == ["de", "en", "es", "fr", "nl", "pt"]
    assert {code: catalogue(code).name for code in LANGUAGES} == LANGUAGES
    with pytest.raises(KeyError):
        catalogue("../en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    sentences = catalogue(language).problems
    assert {f"problem.{code}" for code in Code} == {key for key in sentences if not key.endswith(".exact")}
    assert set(sentences) == set(catalogue("en").problems)
    assert set(catalogue(language).words[""]) == set(catalogue("en").words[""])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", [None, *EDITIONS, "a house rule"])
def test_a_sentence_names_what_the_problem_names_and_nothing_else(language: str, edition: str | None) -> None:
    for code in Code:
        named = message(Problem(code, **WHERE.get(code, {})), language, edition)
        assert all(word in named for word in _expected(code))
        for text in (named, message(Problem(code), language, edition)):
            assert not set("{}[]") & set(text)
            assert "None" not in text
            assert "  " not in text
            assert text[0].isupper() or text.startswith("r5")
            assert text.endswith(".")
            own = catalogue(language).words.get(edition or "", {}).get("set", "")
            assert not any(trap in text.lower().split() for trap in TRAPS if trap not in own.lower())


def _expected(code: Any) -> list[Any]:
    words = {"meld": "2", "tile": "r5", "points": "27"}
    return [words[key] for key in WHERE.get(code, {})]


def test_an_edition_is_spoken_to_in_its_own_words() -> None:
    problem = Problem(Code.JOKER_SOURCE, 2)
    assert "Brett" in message(problem, "de")
    assert "Brett" in message(problem, "de", "original_es")
    assert "Halter" in message(problem, "de", "jumbo_de")
    assert "réglette" in message(problem, "fr", "original_fr")
    assert "plaque" in message(problem, "fr", "original_fr")
    assert message(Problem(Code.INVALID_SET, 2), "de", "jumbo_de").startswith("Serie 3: ")


def test_a_joker_taken_before_opening_is_told_as_not_having_opened() -> None:
    before = Position(EDITIONS["original_fr"], Table.parse("b3 r3 *"), TileBag.parse("y3 k9 k10"), opened=False)
    problem = before.play_problem(Table.parse("b3 r3 y3 | k9 k10 *"))
    assert message(problem, "fr", "original_fr").startswith("Tu n’as pas encore ouvert")
    assert "its jokers" in message(problem, "en", "original_fr")


def test_who_can_lay_must_whether_drawing_or_passing() -> None:
    assert all(word in message(Problem(Code.MUST_PLAY), "en") for word in ("draw", "pass"))


def test_a_joker_is_called_by_its_word() -> None:
    assert "comodín" in message(Problem(Code.NOT_YOUR_TILE, 0, Tile("*")), "es")


def test_an_unknown_language_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        message(Problem(Code.ROUND_OVER), "tlh")
