"""The file `club.env` keeps the settings of a club."""

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st

from clubscore.configuration import club_env

LINES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=30)


@given(LINES)
def test_what_is_written_is_read_again(tmp_path_factory, value):
    folder = tmp_path_factory.mktemp("club")
    path = club_env.write(folder, {"CLUB_NAME": value, "PORT": "8080"})
    assert club_env.values_of(path) == {"CLUB_NAME": value, "PORT": "8080"}


def test_the_file_is_for_its_owner_alone(tmp_path):
    assert club_env.write(tmp_path, {"PORT": "1"}).stat().st_mode & 0o777 == 0o600


def test_other_lines_stay_when_a_setting_is_written_again(tmp_path):
    path = tmp_path / club_env.FILE
    path.write_text("# ours\nCLUB_NAME=Fenwick\nPORT=1\n")
    club_env.write(tmp_path, {"CLUB_NAME": "Fen & Co"})
    assert path.read_text() == '# ours\nPORT=1\nCLUB_NAME="Fen & Co"\n'


def test_a_value_of_two_lines_is_refused(tmp_path):
    with pytest.raises(ValueError, match="CLUB_NAME: a setting is one line"):
        club_env.write(tmp_path, {"CLUB_NAME": "a\nb"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "CLUB_NAM=x",
            r"club.env:1: no setting is called CLUB_NAM. Did you mean CLUB_NAME\?",
        ),
        (
            "# a\nPORT=1\nQWERTZ=x",
            "club.env:3: no setting is called QWERTZ. docs/operations.md lists the names.",
        ),
        (
            "PORT 8000",
            "club.env:1: a line is NAME=value, or begins with #. This is: PORT 8000",
        ),
        ("PORT=1\nPORT=2", "club.env:2: PORT stands there twice"),
    ],
)
def test_a_line_that_means_nothing_is_refused_with_what_would_be_right(
    tmp_path, text, sentence
):
    (tmp_path / club_env.FILE).write_text(text)
    with pytest.raises(ImproperlyConfigured, match=sentence):
        club_env.read(tmp_path)


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(os, "environ", {"PORT": "9"})
    (tmp_path / club_env.FILE).write_text("PORT=1\nHOST=0.0.0.0\n")
    assert club_env.read(tmp_path) == {"HOST"}
    assert os.environ == {"PORT": "9", "HOST": "0.0.0.0"}


def test_a_club_without_the_file_has_no_settings_of_its_own(tmp_path):
    assert club_env.read(tmp_path) == set()
