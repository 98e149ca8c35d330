"""`openkub conformance`: rule cases from a file, judged by this library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openkub.cli.trouble import Trouble, printable, read_text
from openkub.conformance import CaseError, Json, load_cases, run_case


def run_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="JSON files of rule cases.")],
) -> int:
    """Run files of rule cases against the library.

    Prints every case that fails, with its edition, what was expected and what came out, a warning where a
    case gives another reason than the library, and at the end `N passed, M failed`, counted in cases. Exit
    status: 0 all passed, 1 some failed, 2 a file is no file of cases.
    """
    cases = [case for path in files for case in _load(path)]
    failed = sum(not _passes(case) for case in cases)
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _load(path: Path) -> list[Json]:
    try:
        return load_cases(read_text(path))
    except CaseError as error:
        raise Trouble(f"{path}: {error}") from None


def _passes(case: Json) -> bool:
    """Whether a case holds in each of its editions; what does not is printed."""
    results = list(run_case(case))
    for result in results:
        for difference in result.differences:
            print(f"FAILED {printable(result.id)} [{printable(result.edition)}]: {printable(difference, 1000)}")
        for warning in result.warnings:
            print(f"WARNING {printable(result.id)} [{printable(result.edition)}]: {printable(warning, 1000)}")
    if not results:
        print(f"FAILED {printable(str(case.get('id', 'a case without id')))}: it names no edition")
    return bool(results) and not any(result.differences for result in results)
