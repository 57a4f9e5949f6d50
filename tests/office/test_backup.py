"""The state of the backups, as it is shown on the office's desk and on the health page."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.backups.notes import BackupCheck, note_failure
from tests.backups.backups import noted

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path):
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, tmp_path / "backups"
    settings.BACKUP_AT = "04:30"
    settings.BACKUP_FOLDER.mkdir()
    return settings.BACKUP_FOLDER


def desk(office) -> str:
    return " ".join(office.get("/office/").content.decode().split())


def health() -> str:
    return Client().get("/healthz").json()["backup"]


def test_a_new_club_reads_when_its_first_will_be_made(office, folder):
    assert "There is none yet." in desk(office)
    assert health() == "none"


def test_the_newest_stands_there_with_what_to_do_and_no_path(office, folder):
    noted(folder, timezone.now() - timedelta(hours=3))
    assert "It was opened, and its books balance." in desk(office)
    assert str(folder) not in desk(office), "a path is for experts"
    assert "Back up now" in desk(office)
    assert "on the same disk as the club" in desk(office)
    assert health() == "3 hours old, checked"


def test_one_that_is_late_is_said_to_be_so(office, folder):
    noted(folder, timezone.now() - timedelta(days=4), check=BackupCheck.READ)
    assert "It is 4 days old." in desk(office)
    assert "the audits were not run on it" in desk(office)
    assert health() == "96 hours old, not checked"


def test_mistakes_that_the_audits_found_are_told_on_the_desk(office, folder):
    noted(folder, timezone.now(), check=BackupCheck.DIFFERS)
    assert "the audits found mistakes in the books" in desk(office)


def test_a_failure_is_told_to_the_office_and_no_stranger_hears_of_the_disk(
    office, folder
):
    note_failure(
        at=timezone.now(), why="No backup was made: the disk of /mnt/usb has 1 MB left."
    )
    assert "the disk of /mnt/usb has 1 MB left" in desk(office)
    assert "usb" not in Client().get("/healthz").content.decode()


def test_a_failure_that_a_later_backup_made_good_is_told_no_more(office, folder):
    """A failed backup is shown until a newer backup has succeeded; also if the process was killed in between."""
    note_failure(
        at=timezone.now() - timedelta(hours=2),
        why="No backup was made: the disk was full.",
    )
    noted(folder, timezone.now() - timedelta(hours=3))
    assert "the disk was full" in desk(office)
    noted(folder, timezone.now() - timedelta(hours=1))
    assert "the disk was full" not in desk(office)


def test_elsewhere_than_beside_the_club_needs_no_advice(
    office, folder, settings, tmp_path
):
    settings.DATA_DIR = tmp_path / "data"
    noted(folder, timezone.now())
    assert "on the same disk as the club" not in desk(office)
