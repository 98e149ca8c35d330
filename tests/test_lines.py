"""Texts of `key: value` lines."""

import pytest

from openkub.notation.errors import NotationError
from openkub.notation.lines import LONGEST_DOCUMENT, Lines, numbered, whole_number
from openkub.pieces.melds import Table


def test_lines_are_numbered_without_comments_and_empty_ones() -> None:
    assert list(numbered("; a comment\n\nturn: 1 ; whose\r\n  \ntable:  \n")) == [(3, "turn: 1"), (5, "table:")]


def test_a_text_that_is_none_or_far_too_long_is_refused() -> None:
    with pytest.raises(NotationError, match="written as text, not as bytes"):
        list(numbered(b"turn: 1"))
    with pytest.raises(NotationError, match="too long"):
        list(numbered("x" * (LONGEST_DOCUMENT + 1)))


def test_values_are_found_by_their_key() -> None:
    lines = Lines.parse("a: 1\nb: 2\nb:3\n", {"a", "b", "c"})
    assert lines.one("a", str) == "1"
    assert lines.all_of("b", int) == (2, 3)
    assert lines.all_of("c", str) == ()
    assert (lines.line_of("c", "b"), lines.line_of("c")) == (2, 1)


@pytest.mark.parametrize("text", ["a: 1\nx: 2", "a: 1\nno colon"])
def test_an_unknown_key_is_an_error_on_its_line(text: str) -> None:
    with pytest.raises(NotationError, match="does not begin with one of a, b") as error:
        Lines.parse(text, {"a", "b"})
    assert error.value.line == 2


@pytest.mark.parametrize(("text", "times", "line"), [("b: 1", 0, 1), ("a: 1\na: 2", 2, 2)])
def test_what_must_stand_there_once_must(text: str, times: int, line: int) -> None:
    with pytest.raises(NotationError, match=f"a: must stand there once, not {times} times") as error:
        Lines.parse(text, {"a", "b"}).one("a", str)
    assert error.value.line == line


def test_an_error_in_a_value_has_line_and_character() -> None:
    with pytest.raises(NotationError, match="'z9' is no tile") as error:
        Lines.parse("\ntable: r5 | z9", {"table"}).one("table", Table.parse)
    assert (error.value.line, error.value.position) == (2, len("table: r5 | "))


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("-5", -5), ("007", 7), ("9", 9)])
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert whole_number(-9, 9)(text) == number


@pytest.mark.parametrize(
    "text", ["", "-", "--1", "+1", "-+1", "1.0", " 1", "1 ", "١", "²", "1e3", "0x1", "1_0", "9" * 10]
)
def test_anything_else_is_no_whole_number(text: str) -> None:
    with pytest.raises(NotationError, match="is no whole number"):
        whole_number(-9, 9)(text)


@pytest.mark.parametrize("text", ["10", "-10", "999999999"])
def test_a_whole_number_has_bounds(text: str) -> None:
    with pytest.raises(NotationError, match="is not between -9 and 9"):
        whole_number(-9, 9)(text)
