"""`make dev`: a changed template is on the next page, a changed Python file starts the server anew."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.docs.machine import copy_checkout
from tests.launcher.served import PATIENCE, served
from tests.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.landing]


def page(address: str) -> str:
    return urllib.request.urlopen(address, timeout=PATIENCE).read().decode()


def version_at(address: str) -> str:
    """Return the version that the server reports, or an empty string while it restarts."""
    try:
        return json.loads(page(f"{address}/healthz"))["version"]
    except OSError:
        return ""


def replace_in(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_a_change_of_a_template_or_of_python_is_seen_without_a_new_start(
    tmp_path: Path,
) -> None:
    checkout = tmp_path / "checkout"
    copy_checkout(checkout)
    ours = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "CLUB_DATA_DIR", "BACKUP_AT"}
    environment = {
        name: value for name, value in os.environ.items() if name not in ours
    }
    python = str(checkout / ".venv" / "bin" / "python")
    # The tables are there: only a new database gets the demonstration, which takes long to make.
    folder = checkout / ".cache" / "dev"
    migrate = [python, "manage.py", "migrate", "-v", "0"]
    subprocess.run(
        migrate,
        cwd=checkout,
        env=environment | {"CLUB_DATA_DIR": str(folder)},
        check=True,
    )

    command = [sys.executable, "-m", "clubscore", "dev"]
    with served(command, folder=checkout, environment=environment) as address:
        assert ">Sign in</button>" in page(f"{address}/sign-in/")
        replace_in(
            checkout / "templates/members/sign_in.html",
            '>{% translate "Sign in" %}<',
            ">Come in<",
        )
        assert ">Come in</button>" in page(f"{address}/sign-in/")

        (checkout / "clubscore" / "__init__.py").write_text(
            '"""Clubscore."""\n\n__version__ = "9.9.9"\n'
        )
        until(lambda: version_at(address) == "9.9.9", seconds=PATIENCE)
    assert (folder / "club.sqlite3").is_file()
    assert not (checkout / "data").exists()
