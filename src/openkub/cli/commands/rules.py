"""`openkub rules`: every option of every edition, and which leaflets say so."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from openkub.cli.paint import console
from openkub.cli.trouble import parse_rules
from openkub.law.leaflets import LEAFLETS, RULINGS, SOURCES, TITLES, Saying, sayings, silent
from openkub.law.options import Option
from openkub.law.rules import EDITIONS, OPTIONS, Rules

INDENT = 4
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
    """Show the rules: how the editions differ, or one of them explained.

    Without EDITION: every option with its default, and the editions that differ. With EDITION: every option with its
    meaning, the values it takes and what each leaflet says on it. A value that differs from the default has a star.
    """
    if not edition:
        print(json.dumps(_matrix_data(), indent=1)) if as_json else _show_matrix(console())
        return
    wanted = parse_rules(" ".join(edition))
    print(json.dumps(_edition_data(wanted), indent=1)) if as_json else _show_edition(console(), wanted)


def value_text(value: object) -> str:
    """A value as it is typed."""
    return "none" if value is None else str(value)


def values_text(option: Option) -> str:
    """The values that an option takes, as they are typed.

    >>> [values_text(OPTIONS[name]) for name in ("opening_sets", "time_limit_s", "voluntary_draw")]
    ['one_or_more | one', '5-3600 | none', 'True | False']
    """
    values = [*map(value_text, option.choices)] or [f"{option.low}-{option.high}"]
    return " | ".join([*values, "none"] if option.may_be_none else values)


def _show_matrix(screen: Console) -> None:
    """Show every option with its default, and the editions that differ."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("option", "default", "other editions"):
        table.add_column(heading, overflow="fold")
    for name in OPTIONS:
        default = getattr(EDITIONS["default"], name)
        others: dict[str, list[str]] = {}
        for edition, played in EDITIONS.items():
            if getattr(played, name) != default:
                others.setdefault(value_text(getattr(played, name)), []).append(edition)
        lines = (f"{value}: {', '.join(editions)}" for value, editions in others.items())
        table.add_row(name, value_text(default), Text("\n".join(lines), DIFFERS))
    screen.print(table)
    screen.print("openkub rules EDITION explains every option, with the values it takes and what the leaflets say.")


def _source(wanted: Rules, name: str) -> str:
    if name in dict(wanted.changes(wanted.edition)):
        return "house rule"
    return SOURCES.get(name, {}).get(wanted.edition, "")


def _show_edition(screen: Console, wanted: Rules) -> None:
    screen.print(Text(str(wanted), "bold"), soft_wrap=True)
    for line in _heading(wanted.edition):
        screen.print(line)
    for option in OPTIONS.values():
        value = getattr(wanted, option.name)
        differs = value != getattr(EDITIONS["default"], option.name)
        style = DIFFERS if differs else "bold"
        setting = (f"{option.name}={value_text(value)}{' *' if differs else ''}", style)
        screen.print()
        screen.print(Text.assemble(setting, (f"  takes {values_text(option)}", SILENT)))
        screen.print(Padding(option.sentence, (0, 0, 0, INDENT)))
        screen.print(Padding(Text(" ".join(_sayings(wanted, option.name)), SILENT), (0, 0, 0, INDENT)))
    for ruling in _rulings():
        screen.print()
        screen.print(ruling)
    screen.print(Text.assemble("\n", ("*", DIFFERS), " differs from default"))
    screen.print(f'To change options: openkub rules "{wanted.edition} joker_penalty=20 rounds=none"', soft_wrap=True)


def _sayings(wanted: Rules, name: str) -> Iterator[str]:
    """What the leaflets say on an option, that of the edition first, in sentences."""
    if name in dict(wanted.changes(wanted.edition)):
        yield f"House rule: {wanted.edition} has {value_text(getattr(EDITIONS[wanted.edition], name))}."
    own = [saying for saying in sayings(name) if wanted.edition in saying.editions]
    for saying in [*own, *(one for one in sayings(name) if one not in own)]:
        text = f" in {saying.language}" if saying.language else ""
        yield f"{_leaflets(saying.editions)}{text}: {_in_words(saying)}."
    if not sayings(name):
        yield "No leaflet speaks of it."
    elif silent(name):
        yield f"{_leaflets(silent(name))}: silent."


def _rulings() -> Iterator[str]:
    """Printed sentences that no option offers, with what is played, in sentences."""
    for ruling in RULINGS:
        yield f"{_leaflets(ruling.lines)}: {ruling.printed}. Every edition here: {ruling.played}."


def _leaflets(editions: Iterable[str]) -> str:
    """The names of leaflets as they stand in a sentence.

    >>> _leaflets(["sabra6"]), _leaflets(["sabra6", "jumbo_de", "original_es"]), _leaflets(LEAFLETS)
    ('Sabra leaflet', 'Sabra, Jumbo and Spanish leaflets', 'All leaflets')
    """
    *names, last = (LEAFLETS[edition].names["en"] for edition in editions)
    if len(names) + 1 == len(LEAFLETS):
        return "All leaflets"
    return f"{', '.join(name.removesuffix(' leaflet') for name in names)} and {last}s" if names else last


def _in_words(saying: Saying) -> str:
    """A value that leaflets print, and how it is played where that is something else."""
    printed, played = value_text(saying.printed), value_text(saying.played)
    return printed if printed == played else f"{printed}, which we play as {played}"


def _heading(edition: str) -> Iterator[str]:
    leaflet = LEAFLETS.get(edition)
    if leaflet is None:
        yield f"{TITLES[edition]}."
        return
    age = f", from {leaflet.min_age} years" if leaflet.min_age else ""
    yield f"{leaflet.names['en']}: {leaflet.title} ({' '.join(leaflet.languages)}){age}."


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
        "rulings": list(_rulings()),
        "options": {
            name: {
                "value": getattr(wanted, name),
                "differs": getattr(wanted, name) != getattr(default, name),
                "sentence": option.sentence,
                "source": _source(wanted, name) or None,
                "leaflets": " ".join(_sayings(wanted, name)),
            }
            for name, option in OPTIONS.items()
        },
    }
