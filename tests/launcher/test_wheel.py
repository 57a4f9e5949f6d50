"""The wheel: built, installed into a new environment, and started from a folder outside the checkout."""

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from pathlib import Path

import pytest

from clubscore import __version__
from tests.launcher.served import served
from tests.source_code import ROOT

pytestmark = pytest.mark.slow
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
# No network: what builds it is here, and what it needs is found by the path.
ALONE = ("--no-index", "--no-deps")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of commands in an environment that has the wheel and nothing else of this checkout."""
    folder = tmp_path_factory.mktemp("a wheel")
    _run(
        *PIP,
        "wheel",
        *ALONE,
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    )
    (wheel,) = folder.glob("clubscore-*.whl")
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    _run(*PIP, "--python", str(python), "install", *ALONE, str(wheel))
    (libraries,) = (folder / "env" / "lib").glob("*/site-packages")
    (libraries / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    return python.parent


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a user's folder that holds a file django.py, named like one of the libraries."""
    (tmp_path / "django.py").write_text("raise RuntimeError('this is none of ours')")
    return tmp_path


@pytest.mark.thorough
def test_it_serves_a_club_in_the_users_own_folder(
    installed: Path, elsewhere: Path
) -> None:
    with served(
        [str(installed / "clubscore"), "run"],
        folder=elsewhere,
        environment=_of_user(elsewhere),
    ) as address:
        page = urllib.request.urlopen(f"{address}/sign-in/").read().decode()
        assert "Sign in" in page
        style = re.search(r'href="(/static/club\.[0-9a-f]{12}\.css)"', page)
        assert style
        assert b"--" in urllib.request.urlopen(f"{address}{style[1]}").read()
    folder = elsewhere / "data of users" / "clubscore"
    assert {"club.sqlite3", "secret_key", "demo-sign-in.txt"} <= {
        path.name for path in folder.iterdir()
    }
    assert [path.name for path in elsewhere.iterdir() if path.name == "data"] == []


@pytest.mark.thorough
def test_its_commands_are_those_of_a_club_and_not_those_of_a_checkout(
    installed: Path, elsewhere: Path
) -> None:
    listed = _run(str(installed / "clubscore"), "help", folder=elsewhere)
    assert re.findall(r"^  (\w+)", listed, re.MULTILINE) == [
        *(
            "setup",
            "run",
            "club",
            "backup",
            "restore",
            "demo",
            "reset",
            "audit",
            "manage",
            "help",
        )
    ]
    assert _run(
        str(installed / "clubscore"), "manage", "version", folder=elsewhere
    ).startswith("5.2")
    deal = _run(
        str(installed / "python"), "-m", "scoring", "deal", "4SXN+1", folder=elsewhere
    )
    assert "4" in deal
    said = _run(
        str(installed / "python"),
        "-c",
        "import clubscore; print(clubscore.__version__)",
        folder=elsewhere,
    )
    assert said.strip() == __version__


def _run(*command: str, folder: Path = ROOT) -> str:
    ran = subprocess.run(
        command, cwd=folder, env=_of_user(folder), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def _of_user(folder: Path) -> dict[str, str]:
    """Return the environment of a user whose data are kept below this folder."""
    ours = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "CLUB_DATA_DIR", "PYTHONPATH"}
    return {name: value for name, value in os.environ.items() if name not in ours} | {
        "XDG_DATA_HOME": str(folder / "data of users")
    }
