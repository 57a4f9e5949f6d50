"""deploy/clubscore.service, checked by systemd's own tools."""

import re
import subprocess
from pathlib import Path

import pytest

from clubscore.upkeep import server_command
from clubscore.upkeep.repeating import WAIT_AT_STOP
from tests.source_code import ROOT

UNIT = ROOT / "deploy" / "clubscore.service"
MOST_EXPOSED = 1.5  # of 10, by `systemd-analyze security`: 1.2 as it is


@pytest.fixture(scope="module")
def analyze() -> str:
    return subprocess.run(
        [ROOT / ".ci" / "find_systemd_analyze.sh"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.strip()


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """Write a copy of the systemd unit whose program is where it is on this machine, and return its path."""
    path = tmp_path / UNIT.name
    path.write_text(UNIT.read_text().replace("/opt/clubscore", str(ROOT)))
    return path


def test_systemd_finds_nothing_wrong_with_it(analyze: str, unit: Path) -> None:
    done = subprocess.run([analyze, "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_it_stays_in_its_box(analyze: str, unit: Path) -> None:
    done = subprocess.run(
        [
            analyze,
            "security",
            "--offline=yes",
            f"--threshold={MOST_EXPOSED * 10:.0f}",
            "--no-pager",
            unit,
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for line in (
        "ProtectSystem=strict",
        "UMask=0077",
        "StateDirectory=clubscore",
        "NoNewPrivileges=yes",
    ):
        assert f"\n{line}\n" in UNIT.read_text()


def test_a_stop_has_the_time_that_the_server_takes_for_it() -> None:
    stop = int(re.findall(r"^TimeoutStopSec=(\d+)$", UNIT.read_text(), re.MULTILINE)[0])
    options = server_command.OPTIONS
    graceful = int(options[options.index("--timeout-graceful-shutdown") + 1])
    assert stop >= graceful + WAIT_AT_STOP + 10
