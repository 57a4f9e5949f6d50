"""The pages GET /export/ and POST /export/club/."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client

from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from tests.factories import agreed_rubber, member

pytestmark = pytest.mark.django_db


def signed_in(role: Role) -> Client:
    somebody = member("Ruth Abel")
    give_role(member=somebody, role=role)
    client = Client()
    client.force_login(somebody)
    return client


@pytest.mark.parametrize("role", [Role.WATCHER, Role.PLAYER, Role.SCORER])
def test_it_is_for_admins(role):
    client = signed_in(role)
    assert client.get("/export/").status_code == 403
    assert client.post("/export/club/").status_code == 403


@pytest.mark.parametrize("role", [Role.ADMIN, Role.OWNER])
def test_an_admin_downloads_the_whole_club(role):
    client = signed_in(role)
    agreed_rubber()
    answer = client.post("/export/club/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert answer["Content-Disposition"].startswith(
        'attachment; filename="clubscore-20'
    )
    assert answer["Cache-Control"] == "private, no-store"
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        assert archive.testzip() is None
        assert (
            archive.read("rows/members.member.jsonl").count(b"\n")
            == Member.objects.count()
        )


def test_a_download_is_in_the_audit():
    client = signed_in(Role.ADMIN)
    client.post("/export/club/").getvalue()
    event = AuditEvent.objects.get()
    assert (event.what, event.by.name) == ("exported", "Ruth Abel")
    assert (
        "downloaded everything that the club keeps"
        in client.get("/office/audit/").content.decode()
    )


def test_the_page_says_what_is_in_the_file_and_to_keep_it():
    html = signed_in(Role.ADMIN).get("/export/").content.decode()
    assert 'action="/export/club/"' in html
    assert "passwords and PINs" in html


def test_whoever_opens_the_address_of_the_file_comes_to_the_page():
    answer = signed_in(Role.ADMIN).get("/export/club/")
    assert (answer.status_code, answer.url) == (302, "/export/")
