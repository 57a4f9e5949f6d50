"""The clock of the club's computer is set back and forth while eight tables play: every table continues."""

import random
from pathlib import Path

import pytest

from clubscore.rubbers.models import Rubber
from tests.server_process import ServerProcess
from tests.soak.kills.evening import TABLES, Evening
from tests.soak.kills.kept import assert_kept
from tests.soak.kills.logs import tracebacks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.landing,
]

HOUR = 3600
JUMPS = 20
WITHIN = 6 * HOUR  # of the right time: what was written is never a day ahead
MORE_THAN_A_RUBBER = 10  # deals: each table ends one and starts the next


@pytest.mark.thorough
def test_every_table_plays_on_while_the_clock_jumps(full: bool, tmp_path: Path) -> None:
    log, wrong_by = tmp_path / "log", tmp_path / "wrong_by"
    wrong_by.write_text("0")
    server = ServerProcess(
        "tests.soak.kills.moved_clock:application",
        environment={"WRONG_BY": str(wrong_by)},
        log=log,
    )
    evening = Evening(server.port, tables=TABLES if full else 2)
    jumps = (
        [random.uniform(-WITHIN, WITHIN) for _ in range(JUMPS)]
        if full
        else [-2 * HOUR, HOUR]
    )
    with server, evening.play():
        for seconds in [*jumps, 0]:
            move(wrong_by, seconds)
            evening.every_table_plays_on(MORE_THAN_A_RUBBER)
        evening.stop()
    assert_kept(evening)
    assert [*times_that_run_backwards()] == []
    assert evening.unexpected == []
    assert set(evening.statuses) <= {200, 204, 302}
    assert tracebacks(log) == []
    print(
        f"\n{len(jumps) + 1} jumps of the clock: {evening.figures()}; lost 0, doubled 0, half 0",
        flush=True,
    )


def move(clock: Path, seconds: float) -> None:
    written = clock.with_suffix(".new")
    written.write_text(str(seconds))
    written.replace(clock)


def times_that_run_backwards() -> list[str]:
    """A sentence for each rubber whose deals, and each table whose rubbers, are not in the order of their times."""
    found = []
    for rubber in Rubber.objects.prefetch_related("deals"):
        times = [
            rubber.started_at,
            *(deal.recorded_at for deal in rubber.deals.order_by("pk")),
        ]
        if times != sorted(times):
            found.append(f"The deals of rubber {rubber.pk} run backwards.")
        if rubber.ended_at and rubber.ended_at < times[-1]:
            found.append(f"Rubber {rubber.pk} ended before its last deal.")
    for table in {rubber.table_id for rubber in Rubber.objects.all()}:
        begun = [
            *Rubber.objects.filter(table=table)
            .order_by("pk")
            .values_list("started_at", flat=True)
        ]
        if begun != sorted(begun):
            found.append(f"The rubbers of table {table} run backwards.")
    return found
