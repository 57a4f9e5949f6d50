"""A restore by the button, with the launcher, a data folder and a browser's requests as a club has them."""

import os
import re
import sqlite3
import sys
import urllib.request
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode

import pytest

from clubscore.backups.notes import BackupReason, backups_in
from tests.launcher.served import PATIENCE, served
from tests.restoring.commands import NOT_OURS, manage
from tests.source_code import ROOT
from tests.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.landing]

PASSWORD = "four spades doubled"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class Browser:
    """The requests of a browser, with its cookies."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar())
        )

    def get(self, path: str, form: dict[str, str] | None = None) -> str:
        data = urlencode(form).encode() if form else None
        url = f"{self._address}{path}"
        with self._opener.open(url, data, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def post(self, path: str, **form: str) -> str:
        token = TOKEN.search(self.get(path))
        assert token
        return self.get(path, form | {"csrfmiddlewaretoken": token[1]})

    def sign_in(self) -> None:
        self.post("/sign-in/", username="ruth", password=PASSWORD)

    def state(self) -> str:
        """The state of the server: `away`, `restoring` or `served`."""
        try:
            self.get("/healthz")
        except HTTPError as answer:
            assert "is being restored" in answer.read().decode()
            return "restoring"
        except OSError:
            return "away"
        return "served"


def name_of_the_owner(folder: Path, new_name: str = "") -> str:
    """The name of the first member in the database of the folder, after it was changed to `new_name`, if given."""
    with closing(sqlite3.connect(folder / "club.sqlite3")) as club:
        if new_name:
            club.execute("UPDATE members_member SET name = ?", [new_name])
            club.commit()
        return club.execute("SELECT name FROM members_member").fetchone()[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a club whose owner was called Ruth Abel when its backup was made, and is Ruth Later now."""
    folder = tmp_path / "our club"
    owner = ("--username", "ruth", "--owner", "Ruth Abel", "--name", "Fenwick")
    made = manage(folder, "set_up_club", *owner, DJANGO_SUPERUSER_PASSWORD=PASSWORD)
    assert made.returncode == 0, made.stderr
    assert manage(folder, "backup_club").returncode == 0
    name_of_the_owner(folder, "Ruth Later")
    return folder


def environment_of(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return kept | {
        "CLUB_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "PYTHONPATH": str(ROOT),
    }


def test_the_club_comes_back_as_it_was_and_says_so(
    folder: Path, tmp_path: Path
) -> None:
    (backup,) = backups_in(folder / "backups")
    command = [sys.executable, "-m", "clubscore", "run"]
    with served(
        command, folder=tmp_path, environment=environment_of(folder)
    ) as address:
        browser = Browser(address)
        browser.sign_in()
        page = f"/office/backups/restore/?backup={backup.path.name}"
        begun = browser.post(page, is_sure="on", password=PASSWORD)
        assert "The club is being restored" in begun
        states: list[str] = []

        def look() -> str:
            states.append(browser.state())
            return states[-1]

        until(lambda: look() != "served", PATIENCE)
        until(lambda: look() == "served", PATIENCE)
        assert "restoring" in states
        assert "Sign in" in browser.get("/office/backups/")
        browser.sign_in()
        assert "restored it on" in browser.get("/office/backups/")
        assert "restored the club from the backup of" in browser.get("/office/audit/")
    assert name_of_the_owner(folder) == "Ruth Abel"
    newest, oldest = backups_in(folder / "backups")
    assert (newest.why, oldest) == (BackupReason.RESTORE, backup)
    assert not (folder / "restore_asked_for.json").exists()
