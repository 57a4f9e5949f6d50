"""Signing in by name and password, and signing out."""

import pytest
from django.test import Client

from clubscore.members.models import Member
from tests.factories import NOON, PASSWORD, member

pytestmark = pytest.mark.django_db


def test_a_member_signs_in_whatever_the_case_of_the_name():
    member("Anna", password=PASSWORD)
    answer = Client().post("/sign-in/", {"username": "ANNA", "password": PASSWORD})
    assert (answer.status_code, answer.url) == (302, "/")


def test_a_wrong_password_is_an_error_that_keeps_the_name():
    member("Anna", password=PASSWORD)
    answer = Client().post("/sign-in/", {"username": "anna", "password": "guess"})
    html = answer.content.decode()
    assert 'value="anna"' in html
    assert 'class="errorlist' in html


def test_signing_out_ends_at_the_sign_in_page():
    client = Client()
    client.force_login(member("Anna"))
    assert client.post("/sign-out/").url == "/sign-in/"
    assert client.get("/").url == "/sign-in/?next=/"


def test_a_member_who_has_left_cannot_sign_in():
    member("Anna", password=PASSWORD, is_active=False)
    assert (
        Client()
        .post("/sign-in/", {"username": "anna", "password": PASSWORD})
        .status_code
        == 200
    )


def test_a_member_who_has_not_joined_has_no_sign_in_name_and_cannot_sign_in():
    anna = Member.objects.create(name="Anna", joined_at=NOON)
    assert (anna.has_joined, list(Member.objects.not_joined())) == (False, [anna])
    assert (
        Client().post("/sign-in/", {"username": "", "password": ""}).status_code == 200
    )
