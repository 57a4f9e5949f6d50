"""A new start of the server that a page asks for."""

import os
import signal
import sys
import urllib.request

import pytest

from clubscore.upkeep import restarting
from clubscore.upkeep.restarting import (
    WATCHED,
    RestartWatch,
    ask_for_restart,
    can_restart,
    do_before_start,
    start_again,
)
from tests.launcher.served import PATIENCE, served
from tests.restoring.commands import manage, surroundings
from tests.source_code import ROOT
from tests.waiting import until

SECRET = "four spades doubled"


@pytest.fixture
def watch(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    ask_for_restart()  # as before an earlier start
    watch = RestartWatch(every=0.01)
    watch.start()
    yield watch
    watch.stop()


def test_what_was_asked_before_the_start_is_not_asked_again(watch):
    watch.join(0.1)
    assert not watch.is_asked


def test_each_request_is_seen_and_ends_the_server_as_a_signal_does(watch, monkeypatch):
    seen = []
    signal.signal(signal.SIGTERM, lambda number, frame: seen.append(number))
    ask_for_restart()
    until(lambda: seen)
    assert watch.is_asked
    assert seen[0] == signal.SIGTERM


def test_the_signal_of_a_restart_does_not_end_the_process_when_the_server_is_down(
    watch,
):
    ask_for_restart()
    until(lambda: watch.is_asked)
    signal.raise_signal(signal.SIGTERM)
    assert watch.is_alive()


def test_pages_know_whether_somebody_would_start_the_server_again(watch):
    assert can_restart()
    watch.stop()
    assert not can_restart()


def test_the_next_start_reads_the_settings_anew(settings, monkeypatch):
    settings.FROM_CLUB_ENV = frozenset({"HOST"})
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setattr(sys, "orig_argv", ["python", "manage.py", "serve"])
    monkeypatch.setattr(os, "closerange", lambda first, last: None)
    begun = []
    monkeypatch.setattr(
        restarting, "become", lambda command: begun.append(command) or 0
    )
    assert start_again() == 0
    assert begun == [[sys.executable, "manage.py", "serve"]]
    assert "HOST" not in os.environ


def test_all_work_that_waits_is_done_before_a_start(monkeypatch):
    done = []
    work = [lambda: done.append("one") or True, lambda: done.append("two") or False]
    monkeypatch.setattr(restarting, "before_start", work)
    assert do_before_start()
    assert done == ["one", "two"]


@pytest.mark.slow
@pytest.mark.landing
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_server_of_one_or_several_processes_comes_back_at_its_port(
    tmp_path, processes
):
    folder = tmp_path / "club"
    environment = surroundings(folder, PROCESSES=processes, DATABASE_URL="")
    owner = ("--username", "ruth", "--owner", "Ruth Abel")
    made = manage(folder, "set_up_club", *owner, DJANGO_SUPERUSER_PASSWORD=SECRET)
    assert made.returncode == 0, made.stderr
    command = [sys.executable, str(ROOT / "manage.py"), "serve"]
    log = tmp_path / "server.log"
    with served(command, folder=tmp_path, environment=environment) as address:
        (folder / restarting.FILE).touch()
        announced = "Clubscore is served at"
        until(lambda: log.read_text().count(announced) == 2, PATIENCE)
        until(lambda: is_well(address), PATIENCE)


def is_well(address):
    try:
        return urllib.request.urlopen(f"{address}/healthz").status == 200
    except OSError:
        return False


def test_the_variable_is_none_of_ours_to_set_outside():
    assert WATCHED not in os.environ
