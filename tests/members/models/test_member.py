"""A member's names: the one shown at the table, the unique sign-in name, and searching by name."""

import pytest
from django.db import IntegrityError

from clubscore.members.models import Member
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def test_a_nickname_is_the_name_at_the_table():
    assert member("Margaret Abel", nickname="Peggy").short_name == "Peggy"


def test_the_database_refuses_two_sign_in_names_that_differ_by_case_only():
    member("Anna")
    with pytest.raises(IntegrityError):
        Member.objects.create(name="Other", username="ANNA", joined_at=NOON)


@pytest.mark.parametrize(
    ("name", "short", "initials"), [("Ruth Abel", "Ruth", "RA"), ("Anna", "Anna", "AN")]
)
def test_names_are_shortened_for_the_table(name, short, initials):
    named = member(name)
    assert (named.short_name, named.initials) == (short, initials)


@pytest.mark.parametrize(
    "words", [" ".join(map(str, range(2_000))), "x" * 60_000, "a\0"]
)
def test_nobody_is_named_like_what_no_name_can_hold(words):
    member("Ann Abel")
    assert list(Member.objects.named_like(words)) == []
    assert Member.objects.named_like("ann " * 2_000).count() == 1
