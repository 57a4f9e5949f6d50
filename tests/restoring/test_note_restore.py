"""A restore in the audit of the restored club: the command `note_restore`, which each restore runs."""

from datetime import datetime

import pytest
from django.core.management import call_command
from django.utils import timezone

from clubscore.archive.export import pack
from clubscore.archive.restore import unpack
from clubscore.members.models import AuditEvent
from clubscore.members.roles import Role
from tests.databases import rewind
from tests.factories import member

pytestmark = pytest.mark.django_db

FILE = "/srv/copies/clubscore-2026-11-20.sqlite3"
MADE_AT, NOW = "2026-11-20T19:30:00+00:00", "2026-11-21T08:15:00+00:00"


@pytest.fixture
def ruth():
    return member("Ruth Abel", role=Role.OWNER)


def note(*words):
    call_command("note_restore", FILE, "--now", NOW, *words)


def audit_of(client, owner, path="/office/audit/"):
    client.force_login(owner)
    answer = client.get(path)
    content = answer.content if not answer.streaming else answer.getvalue()
    return content.decode()


def words_of_the_backup():
    made_at = timezone.localtime(datetime.fromisoformat(MADE_AT))
    return f"restored the club from the backup of {made_at:%-d %B %Y, %H:%M}"


@pytest.mark.parametrize(
    ("by", "who"),
    [([], "Somebody at the club’s computer"), (["--by=ruth"], "Ruth Abel")],
)
def test_the_audit_says_who_restored_when_and_from_which_file(ruth, client, by, who):
    ruth.username = "ruth"
    ruth.save()
    note("--made-at", MADE_AT, *by)
    html = audit_of(client, ruth)
    assert f"<b>{who}</b>" in html
    assert words_of_the_backup() in html
    assert "clubscore-2026-11-20.sqlite3" in html
    assert "/srv/copies" not in html
    assert 'href="/office/backups/"' in html
    assert AuditEvent.objects.get().at == datetime.fromisoformat(NOW)


def test_a_file_without_a_note_has_no_day(ruth, client):
    note()
    html = audit_of(client, ruth)
    assert "restored the club from a backup of an unknown day" in html
    assert "clubscore-2026-11-20.sqlite3" in html


def test_who_is_unknown_in_the_restored_club_is_not_named_there(ruth):
    note("--made-at", MADE_AT, "--by=eve")
    assert not AuditEvent.objects.exists()


def test_the_download_names_the_prompt(ruth, client):
    note("--made-at", MADE_AT)
    assert ",,prompt,deed.club," in audit_of(client, ruth, "/office/audit/audit.csv")


def test_a_line_of_an_earlier_version_has_no_file(ruth, client):
    AuditEvent.objects.create(
        what=AuditEvent.What.CLUB,
        by=ruth,
        at=datetime.fromisoformat(NOW),
        after="RESTORED=2026-11-20T19:30+00:00",
    )
    assert words_of_the_backup() in audit_of(client, ruth)


def test_an_archive_takes_the_line_along(transactional_db, tmp_path):
    member("Ruth Abel", role=Role.OWNER)
    note("--made-at", MADE_AT)
    noted = AuditEvent.objects.values("what", "by", "at", "after").get()
    path = tmp_path / "club.zip"
    with path.open("wb") as file:
        pack(file, now=timezone.now())
    rewind()
    unpack(path=path)
    assert AuditEvent.objects.values("what", "by", "at", "after").get() == noted
    assert noted["by"] is None
