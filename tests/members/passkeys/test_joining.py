"""Joining by an invitation with a passkey, unlocked by the phone, instead of a password."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from time_machine import travel

from clubscore.members.invitations.queries import token_of
from clubscore.members.invitations.services import invite, make_poster, revoke
from clubscore.members.models import Invitation, Member, Passkey, SignInEvent
from tests.factories import NOON, PASSWORD, member
from tests.members.passkeys.conftest import asked, is_in, sign_in
from tests.members.passkeys.device import Device

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def at_noon() -> Iterator[None]:
    with travel(NOON, tick=False):
        yield


@pytest.fixture
def tom(db: None) -> Member:
    tom = Member(name="Tom Byrne", joined_at=NOON)
    tom.set_unusable_password()
    tom.save()
    return tom


@pytest.fixture
def invitation(tom: Member, ruth: Member) -> Invitation:
    return invite(member=tom, by=ruth, now=NOON)


def paths(invitation: Invitation) -> tuple[str, str]:
    page = f"/join/{token_of(invitation)}/passkey/"
    return page, f"{page}challenge/"


def join(
    client: Client, invitation: Invitation, device: Device, **form: object
) -> object:
    page, challenge = paths(invitation)
    options = asked(client, challenge, **form)["options"]
    return client.post(page, {"credential": device.make(options), **form})


def test_the_page_offers_it(invitation: Invitation, stranger: Client):
    html = stranger.get(f"/join/{token_of(invitation)}/").content.decode()
    assert "No password: use this phone’s lock" in html
    assert "passkeys.js" in html


def test_a_member_joins_without_a_password_and_signs_in_again(
    tom: Member, invitation: Invitation, at_club: Callable[..., Client]
):
    client, device = at_club(), Device()
    assert join(client, invitation, device, username="tom").url == "/"
    assert is_in(client)
    tom.refresh_from_db()
    invitation.refresh_from_db()
    assert (tom.username, tom.has_password, tom.can_sign_in) == ("tom", False, True)
    assert invitation.used_at == NOON
    assert SignInEvent.objects.latest("pk").what == "in"
    again = at_club()
    assert sign_in(again, device).status_code == 302
    assert is_in(again)


def test_by_the_poster_one_says_who_one_is(tom: Member, ruth: Member, stranger: Client):
    poster = make_poster(by=ruth, now=NOON)
    assert join(stranger, poster, Device(), member=tom.pk, username="").url == "/"
    assert Passkey.objects.get().member == tom
    assert Member.objects.get(pk=tom.pk).username == "tom"


def test_a_new_key_by_a_link_ends_the_password(ruth: Member, stranger: Client):
    anna = member("Anna Weiss", password=PASSWORD)
    assert join(stranger, invite(member=anna, by=ruth, now=NOON), Device()).url == "/"
    anna.refresh_from_db()
    assert (anna.username, anna.has_password) == ("anna-weiss", False)


def test_what_is_wrong_is_said_before_the_device_makes_a_key(
    invitation: Invitation, stranger: Client, ruth: Member
):
    _, challenge = paths(invitation)
    assert asked(stranger, challenge, username=ruth.username) == {
        "error": "Another member has this sign-in name."
    }
    assert asked(stranger, challenge, username="") == {
        "error": "Sign-in name: This field is required."
    }


def test_a_name_that_was_taken_meanwhile_is_refused_and_what_was_typed_stays(
    invitation: Invitation, stranger: Client
):
    page, challenge = paths(invitation)
    options = asked(stranger, challenge, username="tommy")["options"]
    member("tommy")
    answer = stranger.post(
        page, {"credential": Device().make(options), "username": "tommy"}
    )
    html = answer.content.decode()
    assert (answer.status_code, 'value="tommy"' in html) == (422, True)
    assert "Another member has this sign-in name." in html
    assert not Passkey.objects.exists()


def test_a_key_that_was_made_for_one_lets_no_other_in(
    tom: Member, ruth: Member, stranger: Client
):
    poster, ben = (
        make_poster(by=ruth, now=NOON),
        Member.objects.create(name="Ben Cole", joined_at=NOON),
    )
    page, challenge = paths(poster)
    options = asked(stranger, challenge, member=tom.pk, username="")["options"]
    answer = stranger.post(
        page, {"credential": Device().make(options), "member": ben.pk, "username": ""}
    )
    assert answer.status_code == 422
    assert not Passkey.objects.exists()


def test_an_invitation_that_is_over_makes_no_key(
    invitation: Invitation, stranger: Client, ruth: Member
):
    page, challenge = paths(invitation)
    options = asked(stranger, challenge, username="tom")["options"]
    revoke(invitation=invitation, by=ruth, now=NOON)
    assert (
        "This invitation is over."
        in asked(stranger, challenge, username="tom")["error"]
    )
    assert (
        stranger.post(
            page, {"credential": Device().make(options), "username": "tom"}
        ).status_code
        == 410
    )


@pytest.mark.landing
def test_invitations_are_not_guessed_here_either(stranger: Client):
    for _ in range(200):
        stranger.post("/join/1-aaaaa-aaaaa/passkey/challenge/")
    assert stranger.post("/join/1-aaaaa-aaaaa/passkey/challenge/").status_code == 429
    assert stranger.post("/join/1-aaaaa-aaaaa/passkey/").status_code == 429
