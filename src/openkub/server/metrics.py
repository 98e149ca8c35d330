"""Figures for the host, as Prometheus reads them.

Every counter is there from the first time that somebody looks, at 0: what is not there yet has no increase.

>>> metrics = Metrics()
>>> metrics.moved("player")
>>> [line for line in metrics.text({"rooms": 2}).splitlines() if "moves" in line or "rooms" in line]
... # doctest: +NORMALIZE_WHITESPACE
['# TYPE openkub_moves_total counter', 'openkub_moves_total{by="bot"} 0', 'openkub_moves_total{by="clock"} 0',
 'openkub_moves_total{by="player"} 1', '# TYPE openkub_rooms gauge', 'openkub_rooms 2']
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from openkub.server.wire.refusals import Refusal

LABELS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "games_opened_total": {},
        "http_refused_total": {"reason": ("connections", "malformed", "upgrade")},
        "http_throttled_total": {},
        "moves_total": {"by": ("player", "bot", "clock")},
        "refused_total": {"code": tuple(Refusal)},
        "stumbles_total": {},
    }
)
"""Every counter, and what its label can say."""

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters by name and labels, and one histogram: how long a wish takes from arrival to acknowledgement."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        for name, labels in LABELS.items():
            told: list[tuple[tuple[str, str], ...]] = [((label, one),) for label in labels for one in labels[label]]
            self._counts.update({(name, one): 0 for one in told or [()]})
        self._moves = dict.fromkeys(LABELS["moves_total"]["by"], 0)
        self._waits = [0] * (len(BUCKETS) + 1)
        self._waited = 0.0
        self._lag = 0.0

    def count(self, name: str, **labels: str) -> None:
        """One more of these."""
        self._counts[name, tuple(labels.items())] += 1

    def moved(self, by: str) -> None:
        """One more move; nothing else is counted as often."""
        self._moves[by] += 1

    def waited(self, seconds: float) -> None:
        """A wish took so long."""
        self._waits[bisect_left(BUCKETS, seconds)] += 1
        self._waited += seconds

    def lagged(self, seconds: float) -> None:
        """The event loop was so late; the longest since the figures were last read is told."""
        self._lag = max(self._lag, seconds)

    def longest_lag(self) -> float:
        """The longest lag since this was last asked."""
        lag, self._lag = self._lag, 0.0
        return round(lag, 3)

    def text(self, gauges: Mapping[str, float], version: str = "") -> str:
        """All figures, in Prometheus' text format."""
        told = [*self._counters(), *self._histogram(), *_gauges(gauges)]
        told += ["# TYPE openkub_info gauge", f'openkub_info{{version="{version}"}} 1'] if version else []
        return "".join(f"{line}\n" for line in told)

    def _counters(self) -> Iterator[str]:
        told = ""
        moves = Counter({("moves_total", (("by", by),)): value for by, value in self._moves.items()})
        counts = self._counts.copy()
        counts.update(moves)
        for (name, labels), value in sorted(counts.items()):
            if name != told:
                yield f"# TYPE openkub_{name} counter"
                told = name
            inner = ",".join(f'{label}="{text}"' for label, text in labels)
            yield f"openkub_{name}{{{inner}}} {value}" if inner else f"openkub_{name} {value}"

    def _histogram(self) -> Iterator[str]:
        total = sum(self._waits)
        yield "# TYPE openkub_wish_seconds histogram"
        below = 0
        for bucket, count in zip(BUCKETS, self._waits, strict=False):
            below += count
            yield f'openkub_wish_seconds_bucket{{le="{bucket}"}} {below}'
        yield f'openkub_wish_seconds_bucket{{le="+Inf"}} {total}'
        yield f"openkub_wish_seconds_sum {self._waited:.6f}"
        yield f"openkub_wish_seconds_count {total}"


def _gauges(gauges: Mapping[str, float]) -> Iterator[str]:
    for name, value in gauges.items():
        yield f"# TYPE openkub_{name} gauge"
        yield f"openkub_{name} {value}"
