"""deploy/Dockerfile is linted, and its files and commands are tried in a fresh folder. No image is built here."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.server_process import PATIENCE, database_url, free_port
from tests.source_code import ROOT

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
Instruction = tuple[str, str]


def last_stage() -> list[Instruction]:
    """Return the instructions of the Dockerfile's last stage as pairs of the instruction's word and its arguments."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(), flags=re.MULTILINE)
    joined = re.sub(r"\\\n\s*", "", text)
    lines = [line.partition(" ") for line in joined.splitlines() if line]
    last = max(number for number, line in enumerate(lines) if line[0] == "FROM")
    return [(word, rest) for word, _, rest in lines[last + 1 :]]


def of_kind(kind: str) -> list[str]:
    return [rest for word, rest in last_stage() if word == kind]


def is_sent(name: str) -> bool:
    """True if .dockerignore lets the file into the build: the last line that matches the file decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        parts = name.split("/")
        if line and not line.startswith("#"):
            paths = ["/".join(parts[:upto]) for upto in range(1, len(parts) + 1)]
            names = [*parts, *paths] if line.startswith("**/") else paths
            if any(fnmatch(each, pattern) for each in names):
                sent = line.startswith("!")
    return sent


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Return a folder with the files that the image has in /app, and with the libraries of these tests."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    names = [name for name in listed.stdout.decode().splitlines() if is_sent(name)]
    for *sources, _ in (
        rest.split() for rest in of_kind("COPY") if not rest.startswith("--from")
    ):
        for name in names:
            if any(
                name == source or name.startswith(f"{source}/") for source in sources
            ):
                to = tmp_path / "app" / name
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes((ROOT / name).read_bytes())
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    return tmp_path / "app"


@pytest.fixture
def environment(tmp_path: Path, transactional_db: None) -> dict[str, str]:
    """Return the environment of a container that knows the club's name and its database, which is up to date."""
    own = dict(re.findall(r"(\w+)=(\S+)", " ".join(of_kind("ENV"))))
    folders = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    here = {
        "PATH": folders,
        "HOST": "127.0.0.1",
        "PORT": str(free_port()),
        "CLUB_DATA_DIR": str(tmp_path / "data"),
    }
    assert own["CLUB_DATA_DIR"] == "/data" == of_kind("VOLUME")[0]
    (tmp_path / "data").mkdir()
    return (
        own | here | {"ALLOWED_HOSTS": "club.example", "DATABASE_URL": database_url()}
    )


@contextmanager
def running(
    image: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        json.loads(of_kind("CMD")[0]), cwd=image, env=environment
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_hadolint_finds_nothing_wrong_with_it() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run(
        [hadolint, "--no-color", DOCKERFILE], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_what_lies_beside_the_program_by_chance_is_not_sent() -> None:
    for name in (
        ".git/config",
        "data/club.sqlite3",
        "deploy/.env",
        "tests/settings.py",
        "clubscore/__pycache__/a.pyc",
    ):
        assert not is_sent(name)
    assert is_sent("clubscore/asgi.py")


def test_it_is_not_root_s_and_its_commands_are_in_exec_form() -> None:
    (user,) = of_kind("USER")
    assert user.split(":")[0] not in {"root", "0"}
    (health,) = of_kind("HEALTHCHECK")
    assert isinstance(json.loads(of_kind("CMD")[0]), list) and isinstance(
        json.loads(health.partition("CMD ")[2]), list
    )


@pytest.mark.thorough
def test_its_files_and_commands_serve_a_club_and_its_health_check_sees_it(
    image: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    check = json.loads(of_kind("HEALTHCHECK")[0].partition("CMD ")[2])
    with running(image, environment) as club:
        give_up = time.monotonic() + PATIENCE
        while (
            health := subprocess.run(
                check, cwd=image, env=environment, capture_output=True
            )
        ).returncode:
            assert club.poll() is None and time.monotonic() < give_up, (
                health.stderr.decode()
            )
            time.sleep(0.2)
    assert {path.name for path in (tmp_path / "data").iterdir()} >= {
        "secret_key",
        "static",
    }
    stopped = subprocess.run(check, cwd=image, env=environment, capture_output=True)
    assert stopped.returncode != 0, "the signal to stop did not reach the server itself"
