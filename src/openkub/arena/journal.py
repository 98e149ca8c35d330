"""The journal of a run: a line a finished deal, so that what was played once is never played again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openkub.arena.deals import Deal
from openkub.arena.plan import Plan, PlanError, spelled

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Journal:
    """A file that only ever grows by whole lines: the plan first, then the deals."""

    path: Path

    def open(self, plan: Plan) -> list[Deal]:
        """The deals that the file holds; a new one is begun, one of another plan refused."""
        if not self.path.exists():
            self._append([plain_plan(plan)])
            return []
        head, *deals = self._whole_lines()
        if _of_any_length(head) != _of_any_length(plain_plan(plan)):
            raise PlanError(f"{self.path} is the journal of another run: {', '.join(_differences(head, plan))}")
        return [Deal.read(deal) for deal in deals]

    def add(self, deals: Iterable[Deal]) -> None:
        """Write finished deals; when this returns they are on the disk."""
        self._append([deal.plain() for deal in deals])

    def _append(self, values: list[dict[str, Any]]) -> None:
        text = "".join(json.dumps(value, separators=(",", ":")) + "\n" for value in values)
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(file, text.encode())
            os.fsync(file)
        finally:
            os.close(file)

    def _whole_lines(self) -> list[dict[str, Any]]:
        """Every line; a last one that was cut short when the run was killed is cut off."""
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
        except ValueError:
            lines = []
        if not lines or "arena" not in lines[0]:
            raise PlanError(f"{self.path} is no journal of a run")
        if len(whole) < len(data):
            os.truncate(self.path, len(whole))
        return lines


def plain_plan(plan: Plan) -> dict[str, Any]:
    """A plan as JSON has it."""
    return {
        "arena": FORMAT,
        "bots": [spelled(bot) for bot in plan.bots],
        "lineups": [list(lineup) for lineup in plan.lineups],
        "rules": str(plan.rules),
        "seats": plan.seats,
        "deals": plan.deals,
        "seed": plan.seed,
        "think": plan.think,
        "limit": plan.limit,
    }


def _of_any_length(head: dict[str, Any]) -> dict[str, Any]:
    """The plan without the number of deals, which may grow from run to run."""
    return {key: value for key, value in head.items() if key != "deals"}


def _differences(head: dict[str, Any], plan: Plan) -> Iterator[str]:
    for key, value in _of_any_length(plain_plan(plan)).items():
        if head.get(key) != value:
            yield f"its {key}: {head.get(key)}, not {value}"
