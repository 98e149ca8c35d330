"""`openkub rules`: every option of every edition, and where its leaflet says so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from openkub.cli.paint import console
from openkub.cli.trouble import Trouble, spot
from openkub.leaflets import LEAFLETS, SOURCES
from openkub.rules import EDITIONS, OPTIONS, Option, Rules
from openkub.tiles import NotationError

NARROW = 108
LONGEST_NAME_WHEN_NARROW = 18
LONGEST_WORD, LONGEST_WHEN_WIDE, VALUE_WIDTH = 9, 11, 16
DIFFERS, SILENT = "bold yellow", "dim"


def rules(
    edition: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="EDITION [OPTION=VALUE]...",
            help="One edition, with any options changed: `jumbo_de joker_penalty=25`.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Show the rules: all editions side by side, or one of them explained.

    Without EDITION: a table of all options in all editions. With it: every option with its meaning, the values it takes
    and the lines of the leaflet that say so. Values stand there as they are typed; one that differs from the default
    edition carries a star.
    """
    if not edition:
        print(json.dumps(_matrix_data(), indent=1)) if as_json else _show_matrix(console())
        return
    wanted = parse_rules(" ".join(edition))
    print(json.dumps(_edition_data(wanted), indent=1)) if as_json else _show_edition(console(), wanted)


def parse_rules(text: str) -> Rules:
    """Rules from what was typed; `Trouble` says where it is wrong and what may have been meant."""
    try:
        return Rules.parse(text)
    except NotationError as error:
        word = text[error.position :].split(" ", maxsplit=1)[0].partition("=")[0]
        close = get_close_matches(word, [*(OPTIONS if error.position else EDITIONS)], n=1)
        hint = f"; did you mean {close[0]}?" if close and close[0] != word else ""
        raise Trouble(f"rules, {spot(error)}: {error}{hint}") from None


def typed(value: object) -> str:
    """A value as it is typed."""
    return "none" if value is None else str(value)


def takes(option: Option) -> str:
    """The values that an option takes, as they are typed.

    >>> takes(OPTIONS["opening_sets"]), takes(OPTIONS["time_limit_s"]), takes(OPTIONS["voluntary_draw"])
    ('one_or_more | one', '5-3600 | none', 'True | False')
    """
    values = [*map(typed, option.choices)] or [f"{option.low}-{option.high}"]
    return " | ".join([*values, "none"] if option.may_be_none else values)


def _broken(text: str, width: int) -> str:
    r"""A long word in lines of that width, broken before underscores, where nobody takes a space for part of it.

    >>> _broken("same_turn_anywhere", 10)
    'same_turn\n_anywhere'
    """
    lines = [""]
    for part in re.split("(?=_)", text):
        if lines[-1] and len(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def _cell(name: str, edition: str, width: int) -> Text:
    value, default = getattr(EDITIONS[edition], name), getattr(EDITIONS["default"], name)
    if value != default:
        return Text(_broken(typed(value), width) + " *", DIFFERS)
    silent = edition != "default" and edition not in SOURCES.get(name, {})
    return Text(_broken(("·\N{NO-BREAK SPACE}" if silent else "") + typed(value), width), SILENT if silent else "")


def _name(name: str, *, narrow: bool) -> str:
    """An option's name, broken behind an underscore where there is little room."""
    if not narrow or len(name) <= LONGEST_NAME_WHEN_NARROW:
        return name
    at = name.rindex("_", 0, LONGEST_NAME_WHEN_NARROW) + 1
    return f"{name[:at]}\n  {name[at:]}"


def _show_matrix(screen: Console) -> None:
    narrow = screen.width < NARROW
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0 if narrow else 1, 0, 0), pad_edge=False)
    table.add_column("option", no_wrap=True)
    for edition in EDITIONS:
        table.add_column(edition.replace("_", "\n_") if narrow else edition, min_width=LONGEST_WORD)
    width = LONGEST_WORD if narrow else LONGEST_WHEN_WIDE
    for name in OPTIONS:
        table.add_row(_name(name, narrow=narrow), *(_cell(name, edition, width) for edition in EDITIONS))
    screen.print(table)
    screen.print(
        Text.assemble(("*", DIFFERS), " differs from default   · the leaflet is silent, so it is as in default")
    )
    screen.print("openkub rules EDITION explains every option, with the values it takes and the lines of the leaflet.")


def _source(wanted: Rules, name: str) -> str:
    if name in dict(wanted.changes(wanted.edition)):
        return "house rule"
    return SOURCES.get(name, {}).get(wanted.edition, "")


def _show_edition(screen: Console, wanted: Rules) -> None:
    screen.print(Text(str(wanted), "bold"), soft_wrap=True)
    for line in _heading(wanted.edition):
        screen.print(line)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("option", no_wrap=True)
    table.add_column("value", max_width=VALUE_WIDTH)
    table.add_column("meaning", ratio=1)
    table.add_column("leaflet", max_width=18)
    for option in OPTIONS.values():
        value = getattr(wanted, option.name)
        differs = value != getattr(EDITIONS["default"], option.name)
        source = _source(wanted, option.name)
        silent = not source and not differs and wanted.edition != "default"
        table.add_row(
            _name(option.name, narrow=screen.width < NARROW),
            Text(_broken(typed(value), VALUE_WIDTH - 2) + (" *" if differs else ""), _style(differs, silent)),
            Text.assemble(option.sentence, "\n", (f"takes {takes(option)}", SILENT)),
            Text(source.replace(",", ", ") or ("silent" if silent else ""), SILENT),
        )
    screen.print(table)
    screen.print(Text.assemble(("*", DIFFERS), " differs from default"))
    screen.print(f'To change options: openkub rules "{wanted.edition} joker_penalty=20 rounds=none"', soft_wrap=True)


def _style(differs: bool, silent: bool) -> str:
    return DIFFERS if differs else SILENT if silent else ""


def _heading(edition: str) -> Iterator[str]:
    leaflet = LEAFLETS.get(edition)
    if leaflet is None:
        yield "What is recommended where the leaflets are silent or at odds."
        return
    age = f", from {leaflet.min_age} years" if leaflet.min_age else ""
    yield f"Leaflet {leaflet.number}: {leaflet.title} ({' '.join(leaflet.languages)}){age}."


def _matrix_data() -> dict[str, object]:
    return {
        "editions": {name: str(rules) for name, rules in EDITIONS.items()},
        "options": {
            name: {
                "sentence": option.sentence,
                "values": {edition: getattr(rules, name) for edition, rules in EDITIONS.items()},
                "sources": dict(SOURCES.get(name, {})),
            }
            for name, option in OPTIONS.items()
        },
    }


def _edition_data(wanted: Rules) -> dict[str, object]:
    default = EDITIONS["default"]
    return {
        "rules": str(wanted),
        "edition": wanted.edition,
        "options": {
            name: {
                "value": getattr(wanted, name),
                "differs": getattr(wanted, name) != getattr(default, name),
                "sentence": option.sentence,
                "source": _source(wanted, name) or None,
            }
            for name, option in OPTIONS.items()
        },
    }
