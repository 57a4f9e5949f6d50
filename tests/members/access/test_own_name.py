"""A password that is little more than the member's own name is refused on every page where a password is chosen."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from clubscore.members.invitations import services as invitations
from clubscore.members.invitations.queries import token_of
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.factories import NOON, PASSWORD, member

LIKE_THE_NAME = (
    "annaweiss",
    "weiss-anna",
    "Anna1984",
    "annaanna",
    "WEISS!2026",
    "nannerl77",
    "a.weiss99",
    "mozart-7",
)
OTHERS = (
    "four spades doubled",
    "my cat is called Anna",
    "weisswein am Rhein",
    "12345 hearts",
    "correct horse",
)
SAYS = "little more than your name"


@pytest.fixture
def anna(db: None) -> Member:
    anna = member(
        "Anna Weiss", nickname="Nannerl", email="mozart@club.example", password=PASSWORD
    )
    Member.objects.filter(pk=anna.pk).update(username="a.weiss")
    anna.refresh_from_db()
    return anna


@pytest.mark.parametrize("password", LIKE_THE_NAME)
def test_a_password_like_a_name_of_its_member_is_refused(
    anna: Member, password: str
) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_password(password, anna)
    assert SAYS in str(refusal.value)
    validate_password(f"{password} and four spades", anna)


@pytest.mark.parametrize("password", OTHERS)
def test_a_password_with_enough_beside_the_name_is_taken(
    anna: Member, password: str
) -> None:
    validate_password(password, anna)
    validate_password(password)


def test_a_name_of_two_letters_is_in_too_many_words_to_count(db: None) -> None:
    validate_password("robolo12", member("Bo Li"))


@pytest.mark.parametrize("password", ["Anna1984", "nannerl77", "mozart-7"])
def test_it_is_refused_on_the_own_page_on_joining_and_in_the_office(
    anna: Member, password: str
) -> None:
    ruth = member("Ruth", role=Role.OWNER)
    own, office = Client(), Client()
    own.force_login(anna)
    office.force_login(ruth)
    typed = {
        "old_password": PASSWORD,
        "new_password1": password,
        "new_password2": password,
    }
    assert SAYS in own.post("/members/me/", typed).content.decode()
    link = invitations.invite(member=anna, by=ruth, now=timezone.now())
    answer = Client().post(f"/join/{token_of(link)}/", {"password": password})
    assert (answer.status_code, SAYS in answer.content.decode()) == (422, True)
    set_by_admin = {
        "usable_password": "true",
        "password1": password,
        "password2": password,
        "set-password": "1",
    }
    page = f"/admin/members/member/{anna.pk}/password/"
    assert SAYS in office.post(page, set_by_admin).content.decode()
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_it_is_refused_on_joining_by_the_name_that_is_chosen_there(db: None) -> None:
    karl = Member.objects.create(name="Karl Stein", joined_at=NOON)
    link = invitations.invite(
        member=karl, by=member("Ruth", role=Role.ADMIN), now=timezone.now()
    )
    answer = Client().post(
        f"/join/{token_of(link)}/", {"username": "trumpet", "password": "trumpet99"}
    )
    assert SAYS in answer.content.decode()
    assert not Member.objects.get(pk=karl.pk).has_joined
