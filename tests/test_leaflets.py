"""Every preset can be traced to the lines of its leaflet, and every statement of a leaflet to its tests."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from openkub.law.leaflets import LEAFLETS, PRINTED, RULINGS, SOURCES, TITLES, Saying, sayings, silent
from openkub.law.options import RulesError
from openkub.law.rules import EDITIONS, OPTIONS
from openkub.messages import LANGUAGES


def test_every_edition_but_the_default_and_the_tournament_has_a_leaflet() -> None:
    assert set(LEAFLETS) == set(EDITIONS) - {"default", "tournament"}
    assert set(TITLES) == set(EDITIONS)
    assert [leaflet.number for leaflet in LEAFLETS.values()] == ["000", "001", "002", "003", "004"]


def test_the_leaflets_name_ages_and_the_fourth_colour() -> None:
    """001:7, 004:171; 000:66, 001:35, 002:51, 003:54, 004:27."""
    assert {edition: leaflet.min_age for edition, leaflet in LEAFLETS.items() if leaflet.min_age} == {
        "original_fr": 7,
        "original_es": 8,
    }
    assert [leaflet.fourth_colour for leaflet in LEAFLETS.values()] == [
        "yellow",
        "orange",
        "orange",
        "yellow",
        "orange",
    ]


def test_every_leaflet_has_a_name_in_every_language() -> None:
    for leaflet in LEAFLETS.values():
        assert set(leaflet.names) == set(LANGUAGES)
    for language in LANGUAGES:
        assert len({leaflet.names[language] for leaflet in LEAFLETS.values()}) == len(LEAFLETS)


def test_leaflets_that_agree_say_so_together_and_the_others_are_silent() -> None:
    assert sayings("start_joker") == (
        Saying(("original_fr",), "ignored", "ignored"),
        Saying(("jumbo_de",), "redraw", "redraw"),
    )
    assert silent("start_joker") == ("sabra6", "sabra_xxl", "original_es")
    assert sayings("next_starter") == ()
    assert silent("next_starter") == tuple(LEAFLETS)


def test_what_is_printed_otherwise_than_it_is_played_is_said_apart() -> None:
    """001:49: one set of thirty points."""
    assert Saying(("original_fr",), printed="one", played="one_or_more") in sayings("opening_sets")
    assert Saying(("sabra_xxl",), printed=False, played=True, language="de") in sayings("voluntary_draw")
    for option, printed in PRINTED.items():
        for edition, value in printed.items():
            name = edition.split()[0]
            assert name in SOURCES[option]
            assert value != getattr(EDITIONS[name], option)
            OPTIONS[option].check(value)


def test_a_printed_sentence_that_no_option_offers_is_a_ruling() -> None:
    """000:60, 003:7: every player may exchange a joker."""
    (ruling,) = RULINGS
    for edition in LEAFLETS:
        rows = [row for row in PAGE if row.edition == edition and row.says.startswith("Every player may exchange")]
        cited = Row(edition, ruling.lines.get(edition, "")[4:], "", "", "", "").numbers
        assert set().union(*(row.numbers for row in rows)) == cited
        assert all(row.remark.startswith("Decided: only a player who has opened") for row in rows)


def test_only_known_options_and_editions_are_cited_and_every_citation_names_leaflet_and_lines() -> None:
    assert set(SOURCES) <= set(OPTIONS)
    for lines in SOURCES.values():
        for edition, citation in lines.items():
            assert re.fullmatch(rf"{LEAFLETS[edition].number}:[0-9]+([-,][0-9]+)*", citation)


SILENT_BUT_CHANGED = {("jumbo_de", "time_limit_s"), ("jumbo_de", "time_limit_mode")}
"""A leaflet without a time limit says so by saying nothing."""


@pytest.mark.parametrize("edition", LEAFLETS)
def test_where_an_edition_differs_from_the_default_its_leaflet_is_cited(edition: str) -> None:
    changed = {option for option, _ in EDITIONS[edition].changes("default")}
    assert {o for o in changed if edition not in SOURCES[o]} == {o for e, o in SILENT_BUT_CHANGED if e == edition}


# docs/leaflets.md: every statement with the option it became and the test that shows it

HOME = Path(__file__).parent.parent
COLUMNS = ["Lines", "What it says", "Played as", "Shown by", "Remark"]
REASONS = ("Physical: ", "Lost: ")
"""Why nothing can be shown: it is about wood and paper, or it cannot be read any more."""


@dataclass(frozen=True)
class Row:
    """One statement of a leaflet, as its line of the page has it."""

    edition: str
    lines: str
    says: str
    played: str
    shown: str
    remark: str

    @property
    def numbers(self) -> set[Any]:
        """The lines, each by its number."""
        spans = re.findall(r"([0-9]+)(?:-([0-9]+))?", self.lines)
        return {line for first, last in spans for line in range(int(first), int(last or first) + 1)}

    @property
    def options(self) -> list[Any]:
        """What became of it: played so, printed so, or a choice; with the option and its value as text."""
        found = re.findall(r"(printed |or |)`(\w+)=(\w+)`", self.played)
        return [(how.strip(), name, value) for how, name, value in found]

    @property
    def tests(self) -> Any:
        return re.findall(r"`([^`]+)`", self.shown)


def rows_of(text: str) -> Iterator[Any]:
    """The rows of a page: a table under a heading for every edition."""
    for section in text.split("\n## `")[1:]:
        edition, _, rest = section.partition("`")
        heading, _, *lines = [line for line in rest.splitlines() if line.startswith("|")]
        assert cells(heading) == COLUMNS
        yield from (Row(edition, *cells(line)) for line in lines)


def cells(line: Any) -> list[Any]:
    return [cell.strip() for cell in line.strip("|").split("|")]


@cache
def cases() -> dict[str, Any]:
    """The editions for which each rule case holds."""
    whole = json.loads((HOME / "tests/data/vectors.json").read_text(encoding="utf-8"))
    return {case["id"]: case["edition"] for case in whole["cases"]}


@cache
def names_in(path: Path) -> Any:
    """The names of the tests in a file of tests, in Python or TypeScript."""
    text = (HOME / path).read_text(encoding="utf-8") if (HOME / path).is_file() else ""
    if path.endswith(".ts"):
        return set(re.findall(r"""\b(?:test|it)(?:\.each\([^)]*\))?\(\s*["'`]([^"'`]+)""", text))
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}


def faults(row: Any) -> Iterator[Any]:
    """All that is wrong with a row."""
    if not (row.numbers and row.says):
        yield "no lines, or nothing said"
    if not row.tests and not row.remark.startswith(REASONS):
        yield "neither a test nor a reason why there is none"
    for name in row.tests:
        path, found, test = name.partition("::")
        if (test not in names_in(path)) if found else (row.edition not in cases().get(name, ())):
            yield f"no such test for {row.edition}: {name}"
    if not row.options and row.played not in {"always", "–"}:
        yield "not said how it is played"
    for how, name, text in row.options:
        yield from (f"{name}={text}: {fault}" for fault in option_faults(row.edition, how, name, text))


def option_faults(edition: Any, how: Any, name: str, text: str) -> Iterator[Any]:
    if name not in OPTIONS:
        yield "no such option"
        return
    value = OPTIONS[name].parse(text)
    try:
        OPTIONS[name].check(value)
    except RulesError:
        yield "no such value"
    played = getattr(EDITIONS[edition], name)
    printed = [found for key, found in PRINTED.get(name, {}).items() if key.split()[0] == edition]
    said = {"": [played], "printed": printed or [played], "or": [value]}[how]
    if value not in said:
        yield f"the preset has {said[0]}"


PAGE = list(rows_of((HOME / "docs/leaflets.md").read_text(encoding="utf-8")))


def test_the_page_has_every_leaflet_and_some_two_hundred_and_fifty_statements() -> None:
    assert list(dict.fromkeys(row.edition for row in PAGE)) == list(LEAFLETS)
    assert len(PAGE) >= 249


@pytest.mark.parametrize("row", PAGE, ids=lambda row: f"{row.edition} {row.lines}: {row.says}"[:60])
def test_a_statement_has_its_test_and_its_option_or_a_reason_why_not(row: Row) -> None:
    assert list(faults(row)) == []


@pytest.mark.parametrize("edition", LEAFLETS)
def test_the_lines_that_are_cited_for_an_option_are_those_of_the_page(edition: str) -> None:
    told = {}
    for row in (row for row in PAGE if row.edition == edition):
        for _, name, _ in row.options:
            told[name] = told.get(name, set()) | row.numbers
    cited = {
        option: Row(edition, lines[edition][4:], "", "", "", "").numbers
        for option, lines in SOURCES.items()
        if edition in lines
    }
    assert told == cited


def test_what_is_printed_otherwise_is_on_the_page_with_the_decision() -> None:
    told = {(row.edition, name, text) for row in PAGE for how, name, text in row.options if how == "printed"}
    said = [(e, o, v) for o, values in PRINTED.items() for e, v in values.items()]
    printed = {(e.split()[0], o, "none" if v is None else str(v)) for e, o, v in said}
    assert told == printed
    assert all(row.remark.startswith("Decided: ") for row in PAGE if "printed" in row.played)


GOOD = Row("jumbo_de", "de 5", "Left over it costs 30.", "`joker_penalty=30`", "`all-open-30`", "")


@pytest.mark.parametrize(
    ("column", "text", "fault"),
    [
        ("lines", "de", "no lines"),
        ("shown", "–", "neither a test nor a reason"),
        ("shown", "`004-score-joker-30`", "no such test for jumbo_de"),
        ("shown", "`tests/test_jokers.py::test_of_nothing`", "no such test for jumbo_de"),
        ("shown", "`tests/test_nothing.py::test_of_nothing`", "no such test for jumbo_de"),
        ("played", "", "not said how it is played"),
        ("played", "`joker_price=30`", "no such option"),
        ("played", "`joker_penalty=many`", "no such value"),
        ("played", "`joker_penalty=25`", "the preset has 30"),
        ("played", "printed `joker_penalty=25`", "the preset has 30"),
    ],
)
def test_a_row_that_is_wrong_is_found(column: str, text: str, fault: str) -> None:
    assert list(faults(GOOD)) == []
    assert fault in " ".join(faults(replace(GOOD, **{column: text})))
