"""`openkub solve`: the best play in a position, or in many."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from openkub.cli.paint import console, in_columns, meld_text, step_text, tiles_text
from openkub.cli.trouble import Trouble, as_typed, parse_rules, parse_typed, read_text
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.notation.errors import NotationError
from openkub.notation.text import amount
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.solver import Answer, best, explain, plays
from openkub.solver.positions import PositionError, checked_position

Goal = Literal["tiles", "value", "fewest"]


def solve(
    *,
    table: Annotated[
        str | None, typer.Option(metavar="TEXT", help='The sets on the table: `"r5 * r7 | k9 b9 y9"`.')
    ] = None,
    rack: Annotated[str | None, typer.Option(metavar="TEXT", help='Your tiles: `"r8 k3 *"`.')] = None,
    jsonl: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Many positions instead, one JSON object a line; `-` is standard input."),
    ] = None,
    rules: Annotated[
        str, typer.Option("--rules", metavar="TEXT", help='Such as "jumbo_de joker_penalty=25".')
    ] = "default",
    not_opened: Annotated[bool, typer.Option("--not-opened", help="You have not opened yet.")] = False,
    objective: Annotated[Goal, typer.Option(help="What the play is to be best at.")] = "tiles",
    every: Annotated[bool, typer.Option("--all", help="Every play, not the best: its tiles, a line each.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
) -> int:
    """Find the best play in a position.

    Tiles are written as colour and number (k black, r red, b blue, y yellow; `*` is a joker), sets are parted by `|`.
    Among equal plays the one that disturbs the table least is shown, with the moves that lead to it.

    A line of `--jsonl` is `{"table": [["r5", "*", "r7"]], "rack": ["r8"]}`, with `"opened": false` or `"rules"` where
    they differ; texts instead of lists will do. Each is answered by a line with `tiles`, `value`, `laid`, `table` and
    `us`, the microseconds it took (there the first best play is taken, disturbing or not). A bad line is answered with
    an `error`, and the exit status is then 1.
    """
    wanted = parse_rules(rules)
    if table is None and rack is None and jsonl is None:
        raise Trouble("what is to be solved? Give --table and --rack, or --jsonl")
    if jsonl is not None and (table is not None or rack is not None):
        raise Trouble("--jsonl brings its own tables and racks: leave --table and --rack out")
    if every and (jsonl is not None or as_json):
        raise Trouble("--all answers for one position, in lines of its own: leave --jsonl and --json out")
    nothing = Position(wanted, Table(), TileBag(), opened=True)
    _time_answer(nothing, objective, tidy=False)  # the first call sets things up
    if jsonl is not None:
        return _solve_many(jsonl, wanted, objective, opened=not not_opened)
    position = _read_position(table or "", rack or "", wanted, opened=not not_opened)
    return _list_all(position) if every else _solve_one(position, objective, as_json=as_json)


def _list_all(position: Position) -> int:
    """Every play as it is found; the exit status is 1 where some may be missing."""
    found = plays(position)
    for tiles in found:
        print(tiles)
    if not found.exact:
        print("There may be more: to look for them all would take too long.", file=sys.stderr)
    return 0 if found.exact else 1


def _solve_one(position: Position, objective: Goal, *, as_json: bool) -> int:
    answer, us = _time_answer(position, objective, tidy=True)
    if as_json:
        steps = [str(step_text(step)) for step in _steps(position, answer)]
        print(json.dumps(_data(position, answer, us) | {"steps": steps}))
    else:
        _show(console(), position, answer, us)
    return 0


def _read_position(table: str, rack: str, rules: Rules, *, opened: bool) -> Position:
    """The position that was typed; `Trouble` says what is wrong with it and where."""
    sets, tiles = parse_typed(Table.parse, table, "--table"), parse_typed(TileBag.parse, rack, "--rack")
    try:
        return checked_position(rules, sets, tiles, opened=opened)
    except PositionError as error:
        raise Trouble(str(error)) from None


def _time_answer(position: Position, objective: Goal, *, tidy: bool) -> tuple[Answer | None, float]:
    start = perf_counter()
    answer = best(position, objective, tidy=tidy)
    return answer, (perf_counter() - start) * 1e6


def _steps(position: Position, answer: Answer | None) -> Iterator[Any]:
    yield from explain(position.table, answer.table) if answer else ()


def _data(position: Position, answer: Answer | None, us: float) -> dict[str, object]:
    table = answer.table if answer else position.table
    return {
        "tiles": answer.count if answer else 0,
        "value": answer.value if answer else 0,
        "laid": [str(tile) for tile in answer.laid] if answer else [],
        "table": [[str(tile) for tile in meld] for meld in table],
        "us": round(us, 1),
    }


def _show(out: Console, position: Position, answer: Answer | None, us: float) -> None:
    if answer is None:
        out.print("Nothing can be played here." if position.rack else "There is nothing on the rack.")
        return
    everything = " – that is the whole rack" if answer.laid == position.rack else ""
    out.print(
        Text.assemble(
            f"Lay {answer.count} of {amount(len(position.rack), 'tile')}, worth {answer.value}: ",
            tiles_text(answer.laid),
        )
        + Text(everything, "green")
    )
    out.print()
    out.print("The moves:")
    for number, step in enumerate(_steps(position, answer), 1):
        out.print(Text.assemble(f"{number:3}. ", step_text(step)))
    out.print()
    out.print("The table then:")
    before = position.table.keys
    cells = []
    for meld in answer.table:
        before[meld.key] -= 1
        cells.append(Text.assemble("  " if before[meld.key] >= 0 else ("* ", "bold green"), meld_text(meld)))
    for line in in_columns(cells, out.width):
        out.print(line)
    out.print()
    out.print(Text(f"Sets with a star are new or changed. Found in {us:.0f} µs.", "dim"))


def _solve_many(path: Path, rules: Rules, objective: Goal, *, opened: bool) -> int:
    """Answer a file line by line; a line that cannot be answered is told apart and does not stop the rest."""
    text = sys.stdin.read() if str(path) == "-" else read_text(path)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    failed = 0
    show_bar = sys.stderr.isatty() and not sys.stdout.isatty()
    progress = track(lines, "solving", console=Console(stderr=True), transient=True) if show_bar else lines
    for number, line in progress:
        try:
            position = _row(line, rules, opened=opened)
            print(json.dumps(_data(position, *_time_answer(position, objective, tidy=False))))
        except (PositionError, Trouble) as error:
            failed += 1
            print(json.dumps({"line": number, "error": str(error)}, ensure_ascii=False))
    return 1 if failed else 0


_KEYS = ("table", "rack", "opened", "rules")


def _row(line: str, rules: Rules, *, opened: bool) -> Position:
    """Return the position on a line. Raise `PositionError` or `Trouble` that says what is wrong with it."""
    row = _object(line)
    table, rack, has_opened = row.get("table", ""), row.get("rack", ""), row.get("opened", opened)
    if not _is_text(table, lists=2) or not _is_text(rack, lists=1) or not isinstance(has_opened, bool):
        raise PositionError("table and rack are texts, or lists of sets and tiles; opened is true or false")
    wanted = parse_rules(row["rules"]) if row.get("rules") is not None else rules
    try:
        sets, tiles = Table.parse(table) if isinstance(table, str) else Table.of(table), TileBag(rack)
    except NotationError as error:
        raise PositionError(str(error)) from None
    return checked_position(wanted, sets, tiles, opened=has_opened)


def _object(line: str) -> dict[str, Any]:
    """Return a line as JSON, with the keys that a position has."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"this is not JSON: {getattr(error, 'msg', error)}") from None
    if not isinstance(row, dict) or not row.keys() & {"table", "rack"}:
        raise PositionError('a position is an object: {"table": [...], "rack": [...]}')
    for key in row:
        # A row may carry more than a position, but not a misspelt part of one, nor the old name of the rules.
        if key not in _KEYS and get_close_matches(key, (*_KEYS, "edition"), cutoff=0.75):
            raise PositionError(f"{as_typed(key)} is none of {', '.join(_KEYS)}")
    return row


def _is_text(value: object, *, lists: int) -> bool:
    """Return whether a value is a text, or a list of texts, or of such lists."""
    inside = isinstance(value, list) and lists > 0 and all(_is_text(part, lists=lists - 1) for part in value)
    return isinstance(value, str) or inside
