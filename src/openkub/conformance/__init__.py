"""Any file of rule cases, run against this library: what `openkub conformance` does.

A file is JSON: `{"cases": [...]}`, each case with an `id`, a `kind`, the `edition`s it holds for, the situation
`before` (and `mid` turn, and `after`), the verdict `legal`, and `expected` values: docs/conformance.md has it all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from openkub.conformance.reading import CaseError, Json, Verdict, get, load_cases
from openkub.conformance.scores import judge_score
from openkub.conformance.setup import judge_setup
from openkub.conformance.turns import judge_sets, judge_timeout, judge_turn
from openkub.law.moves import Code
from openkub.law.options import RulesError
from openkub.law.rules import Rules, edition_rules, option_named
from openkub.notation.errors import NotationError
from openkub.notation.text import quoted

__all__ = ["CaseError", "CaseResult", "Json", "load_cases", "run_case"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case in one edition: the differences found, none if it passed; and what is only worth a warning."""

    id: str
    edition: str
    differences: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def run_case(case: Json) -> Iterator[CaseResult]:
    """Judge a case in each of its editions."""
    name = str(case.get("id", "a case without id"))
    editions = case.get("edition", ["default"])
    for edition in editions if editions and isinstance(editions, list) else [editions]:
        try:
            verdict = _verdict(case, str(edition))
            yield CaseResult(name, str(edition), tuple(_differences(case, verdict)), tuple(_warnings(case, verdict)))
        except (CaseError, RulesError) as error:
            yield CaseResult(name, str(edition), (f"cannot be judged: {error}",))


def _verdict(case: Json, edition: str) -> Verdict:
    """The judgement; with a tile that there is not, or too many of a kind, nothing is legal."""
    try:
        return _judge(case, edition)
    except NotationError as error:
        return Verdict(legal=False, reason=str(error))


def _differences(case: Json, verdict: Verdict) -> Iterator[str]:
    legal = get(case, "legal", bool)
    if verdict.legal != legal:
        yield f"expected {_word(legal)}, got {_word(verdict.legal)}{'' if verdict.legal else f' ({verdict.reason})'}"
    elif legal:
        for key, value in get(case, "expected", dict, {}).items():
            got = verdict.values.get(key, "no such value")
            if got != value:
                yield f"expected {key} {value}, got {got}"


def _warnings(case: Json, verdict: Verdict) -> Iterator[str]:
    """A reason that the library has a code for, where it gives another."""
    reason = case.get("reason")
    if not verdict.legal and isinstance(reason, str) and reason in _CODES and reason != verdict.reason:
        yield f"refused as expected, but for {verdict.reason}, not for {reason}"


_CODES = frozenset(map(str, Code))


def _word(legal: bool) -> str:
    return "legal" if legal else "illegal"


def _judge(case: Json, edition: str) -> Verdict:
    kind = get(case, "kind", str, "")
    if kind not in _JUDGES:
        raise CaseError(f"kind: {quoted(kind)} is none of {', '.join(_JUDGES)}")
    return _JUDGES[kind](case, _case_rules(case, edition), edition)


_LISTED = {"players": ("most_players", -1), "tile_sets": ("tile_set", 0)}
"""Options that a case gives as a list, and which of its values is ours."""


def _case_rules(case: Json, edition: str) -> Rules:
    """The edition's rules with the case's own options; null means: as it is."""
    rules = edition_rules(edition)
    for name, value in get(case, "options", dict, {}).items():
        if name in _LISTED and isinstance(value, list) and value:
            ours, place = _LISTED[name]
            rules = replace(rules, **{ours: value[place]})
        elif value is not None:
            rules = replace(rules, **{option_named(name).name: value})
    return rules


_JUDGES: Mapping[str, Callable[[Json, Rules, str], Verdict]] = {
    "set-validity": judge_sets,
    "opening": judge_turn,
    "manipulation": judge_turn,
    "joker": judge_turn,
    "pool-empty": judge_turn,
    "timeout": judge_timeout,
    "score": judge_score,
    "setup": judge_setup,
}
