"""A member's own passkeys: made after the member has proved who it is, named and removed, but never the
last way to sign in.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from clubscore.members.models import AuditEvent, Member, Passkey
from clubscore.members.passkeys.services import MOST
from tests.factories import NOON, PASSWORD, member
from tests.members.passkeys.conftest import add, asked, begin_now, is_in, sign_in
from tests.members.passkeys.device import Device

pytestmark = pytest.mark.django_db

PAGE, CHALLENGE = "/members/me/passkeys/", "/members/me/passkeys/challenge/"


@pytest.fixture
def annas(anna: Member, at_club: Callable[..., Client]) -> Client:
    return at_club(anna)


@pytest.fixture
def key(phone: Device) -> Passkey:
    return Passkey.objects.get()


def events() -> list[tuple[str, str, str]]:
    return [
        (event.what, event.before, event.after)
        for event in AuditEvent.objects.order_by("pk")
    ]


def forget_password(anna: Member) -> None:
    anna.set_unusable_password()
    anna.save()


def test_a_passkey_is_made_and_has_the_name_of_the_device(anna: Member, annas: Client):
    answer = add(annas, Device())
    assert answer.status_code == 302
    made = Passkey.objects.get()
    assert (made.member, made.site, made.name) == (anna, "club.example", "A browser")
    assert events() == [("key_made", "", "A browser")]
    html = annas.get(PAGE).content.decode()
    assert "A browser" in html
    assert "not used yet" in html


def test_a_device_is_asked_for_its_lock_and_to_be_found_without_a_name(
    anna: Member, annas: Client, key: Passkey
):
    options = asked(annas, CHALLENGE, password=PASSWORD)["options"]
    assert options["rp"] == {"name": "Clubscore", "id": "club.example"}
    assert (options["user"]["name"], options["user"]["displayName"]) == (
        anna.username,
        "Anna Weiss",
    )
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == (
        "required",
        "required",
    )
    assert [each["id"] for each in options["excludeCredentials"]] == [key.credential_id]
    assert options["user"]["id"] == key.user_handle


def test_the_handle_names_nobody(
    anna: Member, annas: Client, at_club: Callable[..., Client]
):
    ben = at_club(member("Ben Cole", password=PASSWORD))
    handles = {
        asked(each, CHALLENGE, password=PASSWORD)["options"]["user"]["id"]
        for each in (annas, annas, ben)
    }
    assert len(handles) == 3
    assert all(len(handle) == 64 for handle in handles)


def test_whoever_finds_a_phone_that_is_signed_in_makes_no_key(annas: Client):
    assert asked(annas, CHALLENGE, password="a guess") == {
        "error": "That is not your password: type it again."
    }
    for _ in range(10):
        answer = annas.post(CHALLENGE, {"password": "a guess"})
    assert answer.status_code == 429
    assert "options" not in asked(annas, CHALLENGE, password=PASSWORD)


def test_whoever_has_signed_in_just_now_needs_no_password(annas: Client):
    begin_now(annas, timezone.now() - timedelta(minutes=14))
    assert 'name="password"' not in annas.get(PAGE).content.decode()
    assert "options" in asked(annas, CHALLENGE)
    begin_now(annas, timezone.now() - timedelta(minutes=16))
    assert 'name="password"' in annas.get(PAGE).content.decode()
    assert "error" in asked(annas, CHALLENGE)


def test_without_a_password_another_key_takes_a_new_sign_in(
    anna: Member, key: Passkey, at_club: Callable[..., Client]
):
    forget_password(anna)
    client = at_club(anna)
    assert "sign in again with your passkey" in asked(client, CHALLENGE)["error"]
    begin_now(client, timezone.now())
    assert "options" in asked(client, CHALLENGE)


@pytest.mark.parametrize(
    "device",
    [
        Device(opens_lock=False),
        Device(origin="https://evil.example"),
        Device(number=b"n" * 1024),
    ],
    ids=["lock closed", "elsewhere", "a number that is too long"],
)
def test_a_key_made_otherwise_is_refused(annas: Client, device: Device):
    answer = add(annas, device)
    assert answer.status_code == 422
    assert "That did not come from a passkey" in answer.content.decode()
    assert not Passkey.objects.exists()


def test_a_challenge_for_signing_in_adds_no_key(annas: Client, stranger: Client):
    options = asked(annas, CHALLENGE, password=PASSWORD)["options"]
    asked(annas, "/sign-in/passkey/challenge/")
    assert annas.post(PAGE, {"credential": Device().make(options)}).status_code == 422
    assert (
        stranger.post(PAGE, {"credential": Device().make(options)}).status_code == 302
    )
    assert not Passkey.objects.exists()


def test_a_key_is_of_one_member(phone: Device, at_club: Callable[..., Client]):
    answer = add(at_club(member("Ben Cole", password=PASSWORD)), Device())
    assert "This passkey is known already." in answer.content.decode()
    assert Passkey.objects.count() == 1


def test_ten_keys_are_enough(anna: Member, annas: Client, key: Passkey):
    for number in range(1, MOST):
        Passkey.objects.create(
            member=anna, site="club.example", user_handle=key.user_handle, credential_id=f"QUI{number}",
            public_key="k", name="x", made_at=NOON,
        )  # fmt: skip
    answer = add(annas, Device(number=b"the eleventh"))
    assert "Remove one first" in answer.content.decode()


def test_the_page_asks_as_often_for_three_keys_as_for_one(
    annas: Client, key: Passkey, django_assert_num_queries
):
    annas.get(PAGE)
    with django_assert_num_queries(2):
        annas.get(PAGE)
    for number in b"bc":
        add(annas, Device(number=bytes([number])))
    annas.get(PAGE)
    with django_assert_num_queries(2):
        annas.get(PAGE)


def test_a_key_gets_another_name(annas: Client, key: Passkey):
    page = f"{PAGE}{key.pk}/"
    assert annas.post(page, {"name": "  My  phone "}).url == PAGE
    key.refresh_from_db()
    assert key.name == "My phone"
    answer = annas.post(page, {"name": "n" * 41})
    assert (answer.status_code, "n" * 41 in answer.content.decode()) == (422, True)


def test_a_key_that_was_removed_opens_nothing(
    annas: Client, phone: Device, key: Passkey, stranger: Client
):
    assert annas.post(f"{PAGE}{key.pk}/removal/").url == PAGE
    assert events()[1:] == [("key_gone", "A browser", "")]
    assert sign_in(stranger, phone).status_code == 422


def test_a_key_of_another_does_not_exist(key: Passkey, at_club: Callable[..., Client]):
    client = at_club(member("Ben Cole", password=PASSWORD))
    assert client.get(f"{PAGE}{key.pk}/").status_code == 404
    assert client.post(f"{PAGE}{key.pk}/removal/").status_code == 404
    assert Passkey.objects.exists()


def test_the_only_way_in_stays(
    anna: Member, key: Passkey, at_club: Callable[..., Client]
):
    forget_password(anna)
    answer = at_club(anna).post(f"{PAGE}{key.pk}/removal/", follow=True)
    assert "This is your only way in." in answer.content.decode()
    assert Passkey.objects.exists()
    assert Member.objects.get().can_sign_in


def test_whoever_came_by_passkey_chooses_a_password_after_a_new_sign_in(
    anna: Member, phone: Device, at_club: Callable[..., Client]
):
    forget_password(anna)
    new = {
        "new_password1": "seven no trump made",
        "new_password2": "seven no trump made",
    }
    old = at_club(anna)
    assert (
        "sign in again with your passkey"
        in old.post("/members/me/", new).content.decode()
    )
    client = at_club()
    sign_in(client, phone)
    assert "Choose a password" in client.get("/members/me/").content.decode()
    assert client.post("/members/me/", new).status_code == 302
    assert is_in(client)
    assert Member.objects.get().check_password("seven no trump made")


def test_whoever_has_no_password_corrects_the_own_record_after_a_new_sign_in(
    anna: Member, key: Passkey, at_club: Callable[..., Client]
):
    forget_password(anna)
    client, form = at_club(anna), {"name": "Anna Weiss", "email": "new@club.example"}
    answer = client.post("/members/me/correction/", form)
    assert (answer.status_code, "new@club.example" in answer.content.decode()) == (
        422,
        True,
    )
    begin_now(client, timezone.now())
    assert client.post("/members/me/correction/", form).status_code == 302
    assert Member.objects.get().email == "new@club.example"


def test_no_secret_stands_in_my_data_and_the_name_does(annas: Client, key: Passkey):
    told = b"".join(annas.get("/members/me/data/my-data.json")).decode()
    assert "A browser" in told
    assert key.credential_id not in told
    assert key.public_key not in told


def test_elsewhere_the_page_says_why_there_are_none(
    anna: Member, client: Client, settings
):
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = False
    client.force_login(anna)
    html = client.get(PAGE).content.decode()
    assert "passkeys are bound to one name with HTTPS" in html
    assert "passkeys.js" not in html
    assert "fixed HTTPS address" in asked(client, CHALLENGE, password=PASSWORD)["error"]


@pytest.mark.parametrize(
    "changed", [{"public_key": ""}, {"name": ""}, {"sign_count": -1}]
)
def test_the_database_refuses_what_is_no_key(key: Passkey, changed: dict[str, object]):
    with pytest.raises(IntegrityError):
        Passkey.objects.update(**changed)
