"""A changed club name in `club.env` appears on the served pages."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from clubscore.configuration import club_env
from clubscore.upkeep.management.commands import serve
from tests.launcher.served import served
from tests.server_process import free_port

OF_THE_TESTS = {"CLUB_NAME", "DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
MANAGE = [sys.executable, str(Path(settings.BASE_DIR, "manage.py"))]


def test_several_processes_are_given_nothing_that_stands_in_club_env(
    monkeypatch, settings, db
):
    monkeypatch.setenv("CLUB_NAME", "Fenwick")
    monkeypatch.setenv("TIME_ZONE", "Europe/Paris")
    settings.FROM_CLUB_ENV = frozenset({"CLUB_NAME"})
    monkeypatch.setenv("PROCESSES", "2")
    # The command sets it for its processes.
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "put back afterwards")
    settings.PORT = free_port()
    given: dict[str, str] = {}
    monkeypatch.setattr(serve, "run_server", lambda arguments: given.update(os.environ))
    call_command("serve")
    assert "CLUB_NAME" not in given
    assert given["TIME_ZONE"] == "Europe/Paris"


@pytest.mark.slow
@pytest.mark.landing
def test_a_name_given_to_the_first_start_is_kept_and_a_later_one_counts_in_each_process(
    tmp_path,
):
    folder = tmp_path / "club"
    environment = {
        name: value for name, value in os.environ.items() if name not in OF_THE_TESTS
    }
    environment |= {
        "CLUB_DATA_DIR": str(folder),
        "DJANGO_SUPERUSER_PASSWORD": "four spades doubled",
        "PROCESSES": "2",
    }
    club = [*MANAGE, "set_up_club", "--username", "ruth", "--owner", "Ruth Abel"]
    subprocess.run(
        club,
        env=environment | {"CLUB_NAME": "Fenwick"},
        check=True,
        capture_output=True,
    )
    with served(
        [*MANAGE, "serve"], folder=tmp_path, environment=environment
    ) as address:
        assert names_said(address) == {"Fenwick"}
        club_env.write(folder, {"CLUB_NAME": "Portland"})
        assert names_said(address) == {"Portland"}


def names_said(address: str) -> set[str]:
    """The set of club names on twenty copies of the sign-in page, so many that every process has answered."""
    pages = [
        urllib.request.urlopen(f"{address}/sign-in/").read().decode() for _ in range(20)
    ]
    return {page.partition("</title>")[0].rpartition("· ")[2].strip() for page in pages}
