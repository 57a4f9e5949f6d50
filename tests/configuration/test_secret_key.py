"""The key that signs sessions is made once."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubscore.configuration.secret_key import kept_key


@pytest.fixture(autouse=True)
def no_key_in_the_environment(monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)


def test_the_first_start_makes_it_and_every_other_reads_it(tmp_path):
    folder = tmp_path / "our club"
    key = kept_key(folder)
    assert len(key) > 50
    assert kept_key(folder) == key
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_the_environment_goes_before_it(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "another one that is long enough")
    assert kept_key(tmp_path) == "another one that is long enough"
    assert list(tmp_path.iterdir()) == []


def test_one_that_could_be_guessed_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "abc")
    with pytest.raises(
        ImproperlyConfigured,
        match="SECRET_KEY signs the sessions, and could be guessed",
    ):
        kept_key(tmp_path)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(
        ImproperlyConfigured, match="Set SECRET_KEY, or let Clubscore keep one in"
    ):
        kept_key(tmp_path / "file" / "club")
