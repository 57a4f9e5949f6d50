"""/office/club/."""

from pathlib import Path

import pytest

from clubscore.configuration.club_env import FILE, values_of
from clubscore.members.models import AuditEvent

pytestmark = pytest.mark.django_db

BERLIN = {"CLUB_NAME": "Kaffee & Karten", "TIME_ZONE": "Europe/Berlin", "CLUB_CURRENCY": "eur"}


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch) -> Path:
    for name in BERLIN:
        monkeypatch.delenv(name, raising=False)
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_an_admin_changes_name_clock_and_currency_for_the_next_start(office, folder):
    assert office.post("/office/club/", BERLIN).url == "/office/"
    assert values_of(folder / FILE) == BERLIN | {"CLUB_CURRENCY": "EUR"}
    html = office.get("/office/club/").content.decode()
    assert "Something was changed here since the server was started" in html
    assert "Kaffee &amp; Karten" in html
    assert "CLUB_NAME=Kaffee &amp; Karten" in office.get("/office/audit/").content.decode()


def test_nothing_changed_is_nothing_written(office, folder, settings):
    same = {name: getattr(settings, name) for name in BERLIN}
    assert office.post("/office/club/", same).status_code == 302
    assert not (folder / FILE).exists()
    assert not AuditEvent.objects.exists()


def test_a_currency_that_is_none_is_refused_with_what_would_be_right(office, folder):
    answer = office.post("/office/club/", BERLIN | {"CLUB_CURRENCY": "€"})
    assert answer.status_code == 422
    assert "three letters, such as EUR" in answer.content.decode()
    assert not (folder / FILE).exists()


def test_a_file_that_somebody_has_spoilt_does_not_keep_the_office_shut(office, folder):
    (folder / FILE).write_text("no setting at all\n")
    assert office.get("/office/").status_code == 200
    assert office.get("/office/club/").status_code == 200


def test_what_the_environment_says_cannot_be_changed_here(office, folder, monkeypatch):
    monkeypatch.setenv("CLUB_NAME", "Portland")
    assert "Set in the environment of the server" in office.get("/office/club/").content.decode()
    office.post("/office/club/", BERLIN)
    assert "CLUB_NAME" not in values_of(folder / FILE)


def test_a_file_that_cannot_be_written_is_said(office, folder):
    (folder / f"{FILE}.new").mkdir()
    answer = office.post("/office/club/", BERLIN)
    assert answer.status_code == 409
    assert "cannot be written" in answer.content.decode()
    assert not AuditEvent.objects.exists()
