"""The same run on Ray."""

from pathlib import Path

import pytest

from openkub.arena import PlanError, Where
from tests.arena.short_runs import json_of, plan, result

pytestmark = pytest.mark.heavy

# Ray leaves sockets and files to be closed by the interpreter's end.
quietly = pytest.mark.filterwarnings(
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore::FutureWarning",
    "ignore::DeprecationWarning",
)


@quietly
def test_a_local_ray_with_two_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    wanted = plan("Most", "Moody", "Lazy", deals=6)
    there = json_of(result(wanted, Where(jobs=2, cluster="local", records=tmp_path)))
    assert there == json_of(result(wanted))
    assert len(list(tmp_path.glob("*.kub"))) == 18


@quietly
@pytest.mark.slow
def test_a_bot_that_kills_its_worker_costs_the_same_deals_as_at_home() -> None:
    wanted = plan("Most", "Deadly", deals=8)
    assert json_of(result(wanted, Where(jobs=2, cluster="local"))) == json_of(result(wanted, Where(jobs=2)))


@quietly
def test_a_cluster_that_is_not_there_is_told_in_one_sentence() -> None:
    with pytest.raises(PlanError, match="refused"):
        result(plan("Most", "Lazy"), Where(cluster="127.0.0.1:1"))
