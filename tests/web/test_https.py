"""Browsers that come by HTTPS are told to keep to it: for a day and this host only, unless the settings ask
for more.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client, override_settings

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    "SECURE_HSTS_SECONDS",
    "SECURE_HSTS_INCLUDE_SUBDOMAINS",
    "SECURE_HSTS_PRELOAD",
    "SECURE_SSL_REDIRECT",
)
ASK = f"import json; from clubscore import settings; print(json.dumps([getattr(settings, n) for n in {NAMES}]))"


def settings_of(folder: Path, **environment: str) -> list[object]:
    """The values of the settings NAMES in a process with only these environment variables."""
    own = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "for this test, and for no other",
        "CLUB_DATA_DIR": str(folder),
    }
    told = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=own | environment,
        capture_output=True,
        check=True,
    )
    return json.loads(told.stdout)


@pytest.mark.parametrize(
    ("environment", "values"),
    [
        ({}, [0, False, False, False]),
        (
            {"HSTS_SECONDS": "31536000", "HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"},
            [0, False, False, False],
        ),
        ({"HTTPS": "1"}, [86_400, False, False, True]),
        ({"HTTPS": "1", "HSTS_SECONDS": "31536000"}, [31_536_000, False, False, True]),
        ({"HTTPS": "1", "HSTS_PRELOAD": "1"}, [86_400, False, False, True]),
        (
            {"HTTPS": "1", "HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"},
            [86_400, True, True, True],
        ),
    ],
    ids=[
        "no HTTPS",
        "no HTTPS, all asked for",
        "HTTPS",
        "a year",
        "preload without subdomains",
        "all of it",
    ],
)
def test_the_promise_is_short_and_for_this_host_alone_unless_more_is_asked_for(
    environment: dict[str, str], values: list[object], tmp_path: Path
) -> None:
    assert settings_of(tmp_path, **environment) == values


@pytest.mark.django_db
def test_the_promise_is_made_over_https_alone() -> None:
    with override_settings(SECURE_HSTS_SECONDS=86_400):
        client = Client()
        assert (
            client.get("/sign-in/", secure=True).headers["Strict-Transport-Security"]
            == "max-age=86400"
        )
        assert "Strict-Transport-Security" not in client.get("/sign-in/").headers
