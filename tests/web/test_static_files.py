"""The static files as `make run` serves them: collected, named by their hash, and compressed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CONTAINER = re.compile(r"@container[^{]*\{(?:[^{}]*\{[^{}]*\})*")
SPACED_COLON = re.compile(r".* :(?:is|not|where|has)\(.*")
ASK = """
import django
django.setup()
from django.test import Client
page = Client().get("/sign-in/").content.decode()
print(page)
import re
for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
    answer = Client().get(address, headers={"Accept-Encoding": "gzip"})
    print("answer", answer.status_code, answer.headers["Cache-Control"], address)
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_collected_files_have_names_by_their_content_and_may_be_kept_for_ever(tmp_path):
    (tmp_path / "static").mkdir()
    environment = {
        "CLUB_DATA_DIR": str(tmp_path),
        "STATIC_COLLECTED": "1",
        "SECRET_KEY": "x" * 50,
        "ALLOWED_HOSTS": "testserver",
    }
    environment |= {
        "DATABASE_URL": f"sqlite:///{tmp_path}/club.sqlite3",
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        ran = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | environment,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    run("manage.py", "collectstatic", "--no-input", "-v", "0")
    answers = re.findall(r"^answer .*", run("-c", ASK), flags=re.MULTILINE)
    assert len(answers) == 5, (
        "the stylesheet, the two scripts of signing in, the icon, that of a home screen"
    )
    kept = r"answer 200 max-age=\d{9}, public, immutable /static/\S+\.[0-9a-f]{12}\.\w+"
    assert [answer for answer in answers if not re.fullmatch(kept, answer)] == []


def test_no_selector_in_a_container_query_loses_the_space_before_its_colon():
    """The compressor keeps it in @media alone: `.a :is(.b)` would become `.a:is(.b)`."""
    lost = []
    for sheet in sorted((ROOT / "static/css").glob("*.css")):
        for block in CONTAINER.findall(sheet.read_text()):
            found = SPACED_COLON.findall(block)
            lost += [(sheet.name, each) for each in found]
    assert lost == []
