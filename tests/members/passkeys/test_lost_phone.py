"""An admin removes the passkeys of a member whose phone is lost; leaving and erasing remove passkeys too."""

from collections.abc import Callable

import pytest
from django.test import Client

from clubscore.members.models import (
    AuditEvent,
    Member,
    OpenSession,
    Passkey,
    SignInEvent,
)
from clubscore.members.people.services import sign_out
from clubscore.members.roles import Role
from clubscore.privacy.erasing.services import erase, undo
from tests.factories import NOON
from tests.members.passkeys.conftest import is_in, sign_in
from tests.members.passkeys.device import Device

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruths(ruth: Member, at_club: Callable[..., Client]) -> Client:
    return at_club(ruth)


def test_an_admin_sees_and_removes_them_and_ends_every_session(
    anna: Member, phone: Device, ruths: Client, at_club: Callable[..., Client]
):
    hers = at_club()
    sign_in(hers, phone)
    page = f"/members/{anna.pk}/record/"
    assert (
        "Remove the passkeys and sign Anna out everywhere"
        in ruths.get(page).content.decode()
    )
    answer = ruths.post(f"/members/{anna.pk}/passkeys/", follow=True)
    assert (
        "Anna Weiss has no passkeys, and is signed out everywhere."
        in answer.content.decode()
    )
    assert not is_in(hers)
    assert not OpenSession.objects.filter(member=anna).exists()
    assert sign_in(at_club(), phone).status_code == 422
    event = AuditEvent.objects.latest("pk")
    assert (event.what, event.before) == ("key_gone", "A browser")
    audit = ruths.get("/office/audit/").content.decode()
    assert "removed passkeys of Anna Weiss: A browser" in audit
    assert "made a passkey: A browser" in audit
    assert "Passkeys" not in ruths.get(page).content.decode()


def test_twice_is_once(anna: Member, phone: Device, ruths: Client):
    for _ in range(2):
        assert ruths.post(f"/members/{anna.pk}/passkeys/").status_code == 302
    assert AuditEvent.objects.filter(what="key_gone").count() == 1


def test_who_has_nothing_else_needs_a_link(anna: Member, phone: Device, ruths: Client):
    anna.set_unusable_password()
    anna.save()
    answer = ruths.post(f"/members/{anna.pk}/passkeys/", follow=True)
    assert "Make a link for another way in." in answer.content.decode()
    assert not Member.objects.get(pk=anna.pk).can_sign_in


def test_an_owner_is_out_of_an_admins_reach(
    somebody: Callable[..., Member], ruths: Client
):
    owner = somebody("Olga Owner", Role.OWNER)
    assert ruths.post(f"/members/{owner.pk}/passkeys/").status_code == 403


def test_signing_out_everywhere_leaves_the_keys(
    anna: Member, phone: Device, ruth: Member, stranger: Client
):
    sign_out(member=anna, by=ruth, now=NOON)
    assert sign_in(stranger, phone).status_code == 302


def test_erasing_destroys_them_and_taking_that_back_does_not_bring_them_back(
    anna: Member, phone: Device, somebody: Callable[..., Member], stranger: Client
):
    owner = somebody("Olga Owner", Role.OWNER)
    erasure = erase(member=anna, by=owner, now=NOON)
    assert not Passkey.objects.exists()
    undo(erasure=erasure, by=owner, now=NOON)
    assert sign_in(stranger, phone).status_code == 422


def test_the_office_sees_who_failed_by_a_passkey(
    anna: Member, phone: Device, ruths: Client, stranger: Client
):
    sign_in(stranger, Device(handle=phone.handle))
    sign_in(stranger, Device(number=b"of nobody"))
    html = ruths.get("/office/sign-ins/?show=failures").content.decode()
    assert (
        '<b>Anna Weiss</b></a>: <strong class="door-failed">wrong passkey</strong>'
        in html
    )
    assert "<b>A passkey that nobody has</b>" in html
    assert SignInEvent.objects.filter(what="key").count() == 2
