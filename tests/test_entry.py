"""The modules that a server imports work in a process of their own, in which nobody has set up Django."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("entry", ["clubscore.asgi", "clubscore.wsgi"])
@pytest.mark.landing
def test_a_server_can_import_its_entry_first(entry: str):
    environment = {
        name: value
        for name, value in os.environ.items()
        if name != "DJANGO_SETTINGS_MODULE"
    }
    answer = subprocess.run(
        [sys.executable, "-c", f"import {entry}"],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
