"""`python -m clubscore`: its commands, its settings, and its messages when it cannot go on."""

import ast
import os
import subprocess
import sys
from collections import namedtuple

import pytest

import clubscore.__main__ as front_door
from clubscore.launcher import commands
from tests.source_code import ROOT

# Nothing but the standard library: -S leaves site-packages out, -I the environment and the folder.
BARE = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    "from clubscore.__main__ import main; sys.argv[1:] = {}; main()"
)


def test_it_starts_where_nothing_is_installed():
    command = [sys.executable, "-I", "-S", "-c", BARE.format(["help"])]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "  run " in answer.stdout


def test_an_older_python_reads_the_front_door_and_hears_one_sentence(
    monkeypatch, capsys
):
    for name in ("__init__.py", "__main__.py"):
        ast.parse((ROOT / "clubscore" / name).read_text(), feature_version=(3, 6))
    version = namedtuple("version", "major minor micro")
    monkeypatch.setattr(sys, "version_info", version(3, 9, 2))
    assert front_door.main() == 1
    said = capsys.readouterr().err
    assert (
        said == f"Clubscore needs Python 3.11 or newer; this is 3.9: {sys.executable}\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serve"], "There is no command serve."),
        (["setup", "now"], "setup takes no now. A setting is NAME=value."),
        (["run", "PROT=8080"], "No setting is called PROT. Did you mean PORT?"),
        (["test", "--slow"], "test takes --fast, --landing or --thorough, or nothing."),
    ],
)
def test_a_command_that_cannot_be_is_one_sentence(
    arguments, sentence, capsys, monkeypatch
):
    monkeypatch.chdir(ROOT)
    assert commands.run(arguments) == 2
    assert sentence in capsys.readouterr().err


def test_a_setting_that_is_none_is_refused_on_the_command_line_of_make_too():
    answer = make("run", "PRT=8355", "CLUB_NAME=Fen\\ Club")
    assert answer.returncode == 2
    assert "No setting is called PRT. Did you mean PORT?" in answer.stderr


@pytest.mark.parametrize(
    ("flags", "names"),
    [
        ("", []),
        ("k", []),
        (" -- PORT=8080", ["PORT"]),
        (
            "kj4 --jobserver-auth=3,4 -- FILE=/tmp/a CLUB_NAME=Fen\\ A=b",
            ["FILE", "CLUB_NAME"],
        ),
    ],
)
def test_what_make_was_given_is_told_from_its_options(flags, names, monkeypatch):
    monkeypatch.setenv("MAKEFLAGS", flags)
    monkeypatch.setenv("CLUBSCORE_MAKELEVEL", "0")
    assert commands._given_to_make() == names


def test_the_variables_of_another_makefile_are_no_settings_of_ours(tmp_path):
    lines = (
        "nightly:",
        f"\t@cd '{ROOT}' && '{sys.executable}' -m clubscore help",
        f"\t@$(MAKE) -s -C '{ROOT}' help",
    )
    (tmp_path / "Makefile").write_text("\n".join([*lines, ""]))
    answer = make("nightly", "TARGET=nas", f"--directory={tmp_path}")
    assert answer.returncode == 0, answer.stderr


def test_make_takes_the_python_that_it_asks_for():
    answer = make("run", f"PYTHON={sys.executable}", "PRT=8355")
    assert "PYTHON" not in answer.stderr
    assert "No setting is called PRT." in answer.stderr


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """Run make with these words in a clean environment, even if make runs the tests; return the ended process."""
    of_make = ("MAKELEVEL", "MAKEFLAGS", "MFLAGS")
    environment = {
        name: value for name, value in os.environ.items() if name not in of_make
    }
    return subprocess.run(
        ["make", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "clubscore", *arguments]
    environment = (
        os.environ | {"DJANGO_SETTINGS_MODULE": "clubscore.settings"} | environment
    )
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True
    )


@pytest.mark.slow
@pytest.mark.landing
def test_a_setting_among_the_arguments_counts_and_what_follows_manage_is_not_one(
    tmp_path,
):
    folder = tmp_path / "our club, a copy"
    answer = run("manage", "diffsettings", "--default=X=1", "CLUB_DATA_DIR=elsewhere")
    assert "unrecognized arguments: CLUB_DATA_DIR=elsewhere" in answer.stderr
    answer = run(f"CLUB_DATA_DIR={folder}", "manage", "diffsettings")
    assert answer.returncode == 0, answer.stderr
    assert f"DATA_DIR = PosixPath('{folder}')" in answer.stdout


@pytest.mark.slow
@pytest.mark.landing
def test_an_empty_club_is_set_up_audited_and_named_once(tmp_path):
    folder = tmp_path / "our club"
    environment = {
        "DJANGO_SUPERUSER_PASSWORD": "four spades doubled",
        "CLUB_DATA_DIR": str(folder),
        "DATABASE_URL": "",
    }
    answers = ("--username", "ruth", "--owner", "Ruth Abel")
    answer = run("club", *answers, **environment)
    assert (answer.returncode, answer.stderr) == (0, "")
    again = run("club", *answers, **environment)
    assert again.returncode == 1
    assert "There is a club already" in again.stderr
    audited = run("audit", **environment)
    assert audited.returncode == 0, audited.stderr
    assert "The books balance" in audited.stdout
