"""An e-mail is in the language of its recipient, whatever language the sender's page has."""

import re

import pytest
import time_machine
from django.core import mail
from django.test import Client

from clubscore.members.invitations.services import invite
from clubscore.members.models import Member
from tests.factories import NOON, PASSWORD, member

pytestmark = pytest.mark.django_db

GERMAN = {"accept-language": "de"}


@pytest.fixture(autouse=True)
def noon(settings):
    settings.SENDS_MAIL = True
    with time_machine.travel(NOON, tick=False):
        yield


def joined(**facts: str) -> Member:
    return member("Tom", email="tom@club.example", password=PASSWORD, **facts)


def subject_of_a_new_password(*, headers: dict[str, str]) -> str:
    Client().post("/forgotten/", {"who": "tom"}, headers=headers)
    (sent,) = mail.outbox
    return sent.subject


@pytest.mark.parametrize(
    ("chosen", "subject"),
    [
        ("fr", "Clubscore\xa0: un nouveau mot de passe"),
        ("NL", "Clubscore: een nieuw wachtwoord"),
        ("", "Clubscore: ein neues Passwort"),
        ("Klingon", "Clubscore: ein neues Passwort"),
    ],
)
def test_who_asks_for_a_new_password_reads_the_own_language_else_that_of_the_page(
    chosen, subject
):
    joined(language=chosen)
    assert subject_of_a_new_password(headers=GERMAN) == subject


@pytest.mark.parametrize(
    ("chosen", "subject"), [("de", "Willkommen"), ("", "Welcome"), ("xx", "Welcome")]
)
def test_an_invitation_is_in_the_language_of_the_invited_and_not_of_the_admin(
    office, ruth, chosen, subject
):
    anna = Member.objects.create(
        name="Anna", email="anna@club.example", joined_at=NOON, language=chosen
    )
    invitation = invite(member=anna, by=ruth, now=NOON)
    office.post(
        f"/members/invitations/{invitation.pk}/e-mail/",
        headers={"accept-language": "nl"},
    )
    (sent,) = mail.outbox
    assert sent.subject.startswith(subject)


def test_an_invitation_has_its_words_and_its_date_in_that_language(office, ruth):
    anna = Member.objects.create(
        name="Anna", email="anna@club.example", joined_at=NOON, language="de-at"
    )
    office.post(
        f"/members/invitations/{invite(member=anna, by=ruth, now=NOON).pk}/e-mail/"
    )
    (sent,) = mail.outbox
    assert re.search(r"\d\d\. November 2026, 12:00", sent.body)
    assert "join" not in sent.body.replace("/join/", "")


def test_a_club_of_another_language_writes_in_it_to_who_has_chosen_none(
    office, ruth, settings
):
    settings.LANGUAGE_CODE = "fr"
    anna = Member.objects.create(name="Anna", email="anna@club.example", joined_at=NOON)
    office.post(
        f"/members/invitations/{invite(member=anna, by=ruth, now=NOON).pk}/e-mail/"
    )
    assert mail.outbox[0].subject.startswith("Bienvenue")
