"""The page /office/club/, on which an admin changes the club's name, time zone and currency."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from clubscore.configuration.club_env import FILE, values_of
from clubscore.members.models import AuditEvent

pytestmark = pytest.mark.django_db

BERLIN = {
    "CLUB_NAME": "Kaffee & Karten",
    "TIME_ZONE": "Europe/Berlin",
    "CLUB_CURRENCY": "eur",
}


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch) -> Path:
    for name in BERLIN:
        monkeypatch.delenv(name, raising=False)
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def as_before(settings) -> Iterator[None]:
    """Restore the settings, the time zone and what Django derived from them after the test."""
    for name in (*BERLIN, "CLUB_NUMBER", "CLUB_CHARGE_CODE"):
        setattr(settings, name, getattr(settings, name))
    zone = os.environ["TZ"]
    yield
    os.environ["TZ"] = zone
    time.tzset()
    timezone.get_default_timezone.cache_clear()


def test_an_admin_changes_name_clock_and_currency_and_they_count_at_once(
    office, folder, as_before
):
    assert office.post("/office/club/", BERLIN).url == "/office/"
    assert values_of(folder / FILE) == BERLIN | {"CLUB_CURRENCY": "EUR"}
    html = office.get("/office/club/").content.decode()
    assert "<title>The club · Kaffee &amp; Karten</title>" in html
    assert str(timezone.get_default_timezone()) == "Europe/Berlin"
    assert django_settings.CLUB_CURRENCY == "EUR"
    assert "name Kaffee &amp; Karten" in office.get("/office/audit/").content.decode()


def test_the_numbers_of_the_federation_are_kept_and_named_in_the_audit(
    office, folder, as_before
):
    numbers = {"CLUB_NUMBER": " NW-12 ", "CLUB_CHARGE_CODE": "10"}
    assert office.post("/office/club/", BERLIN | numbers).url == "/office/"
    kept = values_of(folder / FILE)
    assert (kept["CLUB_NUMBER"], kept["CLUB_CHARGE_CODE"]) == ("NW-12", "10")
    office.get("/office/club/")
    assert (django_settings.CLUB_NUMBER, django_settings.CLUB_CHARGE_CODE) == (
        "NW-12",
        "10",
    )
    audit = office.get("/office/audit/").content.decode()
    assert "number with the federation NW-12, charge code 10" in audit


@pytest.mark.parametrize("wrong", ["<4680>", "46\n80", "-", "4680" * 6, "4 6 8 0!"])
def test_a_number_that_no_federation_gives_is_refused(office, folder, wrong):
    answer = office.post("/office/club/", BERLIN | {"CLUB_NUMBER": wrong})
    assert answer.status_code == 422
    assert "such as 4680 or NW-12" in answer.content.decode()
    assert not (folder / FILE).exists()


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


def test_what_the_server_starts_later_is_given_the_new_name(
    office, folder, settings, monkeypatch, as_before
):
    monkeypatch.setenv("CLUB_NAME", "Fenwick")
    settings.FROM_CLUB_ENV = frozenset({"CLUB_NAME"})
    office.post("/office/club/", BERLIN)
    office.get("/office/club/")
    assert os.environ["CLUB_NAME"] == "Kaffee & Karten"


def test_a_line_that_is_spoilt_later_changes_nothing(office, folder, as_before):
    office.post("/office/club/", BERLIN)
    office.get("/office/club/")
    (folder / FILE).write_text("TIME_ZONE=Mars\n")
    assert (
        "<title>The club · Kaffee &amp; Karten</title>"
        in office.get("/office/club/").content.decode()
    )


def test_a_file_that_somebody_has_spoilt_does_not_keep_the_office_shut(office, folder):
    (folder / FILE).write_text("no setting at all\n")
    assert office.get("/office/").status_code == 200
    assert office.get("/office/club/").status_code == 200


def test_what_the_environment_says_cannot_be_changed_here(office, folder, monkeypatch):
    monkeypatch.setenv("CLUB_NAME", "Portland")
    assert (
        "It is set on the club’s computer: ask whoever looks after it."
        in office.get("/office/club/").content.decode()
    )
    office.post("/office/club/", BERLIN)
    assert "CLUB_NAME" not in values_of(folder / FILE)


def test_a_file_that_cannot_be_written_is_said(office, folder):
    (folder / f"{FILE}.new").mkdir()
    answer = office.post("/office/club/", BERLIN)
    assert answer.status_code == 409
    assert "It cannot be kept: Is a directory." in answer.content.decode()
    assert not AuditEvent.objects.exists()
