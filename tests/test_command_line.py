"""An error whose cause lies outside the program is told in one sentence, without a traceback."""

import os
import subprocess
import sys

import pytest
from django.db import IntegrityError, OperationalError

from clubscore.command_line import _explained
from tests.source_code import ROOT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DATABASE_URL": "mysql://club"}, "the one that is set begins with mysql."),
        (
            {"DATABASE_URL": "sqlite:////nowhere/club.sqlite3"},
            "The database does not answer. DATABASE_URL says which",
        ),
        (
            {"DATABASE_URL": "postgres://a@127.0.0.1:1/club"},
            "The database does not answer. DATABASE_URL says which",
        ),
        (
            {"DATABASE_URL": "postgres://a@/club?sslmod=x"},
            'invalid connection option "sslmod"',
        ),
        ({"HTTPS": "maybe"}, "HTTPS is 1 for on, or 0 for off, not maybe."),
        ({"TRUSTED_PROXIES": "300.1.1.1"}, "TRUSTED_PROXIES are addresses or networks"),
        ({"TIME_ZONE": "Mars/Base"}, "TIME_ZONE is the name of a time zone"),
    ],
)
@pytest.mark.landing
def test_a_wrong_setting_is_one_sentence(environment, sentence):
    command = [sys.executable, "manage.py", "migrate"]
    answer = subprocess.run(
        command, env=os.environ | environment, cwd=ROOT, capture_output=True, text=True
    )
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1), answer.stderr
    assert sentence in answer.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["audit_club", "backup_club"])
@pytest.mark.landing
def test_an_empty_database_is_said_to_be_empty(command, tmp_path):
    environment = {
        name: value for name, value in os.environ.items() if name != "DATABASE_URL"
    }
    environment |= {
        "CLUB_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }
    tmp_path.chmod(0o700)
    command_line = [sys.executable, "manage.py", command]
    answer = subprocess.run(
        command_line, env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1), answer.stderr
    assert (
        f"There is no club in the database {tmp_path}/club.sqlite3 yet. make club"
        in answer.stderr
    )


def test_a_database_that_answers_and_could_not_do_it_is_not_said_to_be_away(db):
    assert "could not do that" in _explained(
        OperationalError("database or disk is full")
    )
    with pytest.raises(IntegrityError, match="a row too many"):
        _explained(IntegrityError("a row too many"))
