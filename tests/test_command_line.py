"""What is wrong outside the program is one sentence, not a traceback."""

import os
import subprocess
import sys

import pytest

from tests.source_code import ROOT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DATABASE_URL": "mysql://club"}, "the one that is set begins with mysql."),
        ({"DATABASE_URL": "sqlite:////nowhere/club.sqlite3"}, "The database does not answer. DATABASE_URL says which"),
        ({"DATABASE_URL": "postgres://a@127.0.0.1:1/club"}, "The database does not answer. DATABASE_URL says which"),
        ({"DATABASE_URL": "postgres://a@/club?sslmod=x"}, 'invalid connection option "sslmod"'),
        ({"HTTPS": "maybe"}, "HTTPS is 1 for on, or 0 for off, not maybe."),
        ({"TRUSTED_PROXIES": "300.1.1.1"}, "TRUSTED_PROXIES are addresses or networks"),
        ({"TIME_ZONE": "Mars/Base"}, "TIME_ZONE is the name of a time zone"),
    ],
)
def test_a_wrong_setting_is_one_sentence(environment, sentence):
    command = [sys.executable, "manage.py", "migrate"]
    answer = subprocess.run(command, env=os.environ | environment, cwd=ROOT, capture_output=True, text=True)
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1), answer.stderr
    assert sentence in answer.stderr
