"""The command `manage.py reset_demonstration` moves the demonstration club aside and makes a new one; it
refuses for any other club.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source_code import ROOT

pytestmark = pytest.mark.slow


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if name != "DATABASE_URL"
    }
    environment |= {
        "CLUB_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True
    )


@pytest.mark.thorough
def test_a_demonstration_is_moved_aside_and_a_club_of_ones_own_stays(tmp_path):
    club = tmp_path / "our club"
    made = manage(club, "prepare", "--demonstration")
    assert "The demo club is ready" in made.stdout, made.stderr
    reset = manage(club, "reset_demonstration")
    assert "The former demonstration club is in" in reset.stdout, reset.stderr
    assert [path.name for path in (club / "aside").glob("*/*")] == ["club.sqlite3"]

    own = tmp_path / "own"
    assert manage(own, "migrate", "-v", "0").returncode == 0
    refused = manage(own, "reset_demonstration")
    assert refused.returncode == 1
    assert "is not the demonstration club, so it stays" in refused.stderr
    assert (own / "club.sqlite3").exists()
    assert not (own / "aside").exists()
