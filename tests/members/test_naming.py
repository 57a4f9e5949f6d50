"""Names must be readable and must not look like another member's name."""

import pytest
from django.core.exceptions import ValidationError

from clubscore.members.importing.plan import plan_import
from clubscore.members.invitations.services import InvitationRefused, invite, join
from clubscore.members.models import Member
from clubscore.members.naming import look_of, validate_name
from clubscore.members.people.services import GuestRefused, add_guest
from clubscore.members.roles import Role
from tests.factories import NOON, member
from tests.members.importing.reading import read_list

HIDDEN = [
    "Anna\ufe0f",
    "Anna\u034f",
    "Anna\u3164",
    "\u2800",
    "Anna\U000e0101",
    "Ruth\u200bAbel",
    "Ruth\u202eAbel",
    "Ruth\x00Abel",
    "Ruth\u2066Abel",
    "Ruth\ue000",
    "\ufeffRuth",
]  # fmt: skip
MIXED = [
    "Rυth Abel",
    "Ruth Аbel",
    "R\u057dth Abel",
    "Ruth Abe\u13de",
    "R\u1d1cth \u0531bel",
]


@pytest.mark.parametrize(
    "name",
    [
        "Ruth Abel",
        "Renée O’Brien-Åström",
        "Ольга Петрова",
        "Νίκος",
        "李 Wei",
        "Jo 2",
        "Արամ",
        "高橋ミキ",
        "김철수",
        "Keoni Kaʻaukai",
        "Jean ＡＢel",
    ],
)
def test_names_of_all_alphabets_can_be_given(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize("name", [*HIDDEN, *MIXED])
def test_hidden_characters_and_mixed_alphabets_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


def test_a_dotless_letter_and_a_phonetic_one_look_like_the_common_ones() -> None:
    assert look_of("ıvo Gray") == look_of("Ivo Gray") == look_of("Ivo ɡrɑy")


@pytest.mark.parametrize(
    "other", ["RUTH abel", "Rúth Abel", "Ruth  Abel", "Ｒｕｔｈ Abel", "Rυth Αbel"]
)
def test_what_a_person_would_take_for_the_same_name_looks_the_same(other: str) -> None:
    assert look_of(other) == look_of("Ruth Abel")
    assert look_of("Ruth Bell") != look_of("Ruth Abel")


def test_digits_that_look_like_letters_look_like_them() -> None:
    assert look_of("B0b 1vers") == look_of("Bob Ivers") == look_of("bob lvers")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", [*HIDDEN[:3], *MIXED, "Ruth Abel", "RUTH ABEL", "Rúth Abel"]
)
def test_a_guest_gets_no_name_that_is_taken_for_a_members(name: str) -> None:
    Member.objects.create_user("ruth", "Ruth Abel")
    with pytest.raises(GuestRefused):
        add_guest(name=name, now=NOON)
    assert not Member.objects.filter(is_guest=True).exists()


@pytest.mark.django_db
def test_two_guests_may_have_one_name() -> None:
    add_guest(name="Ruth Abel", now=NOON)
    assert add_guest(name="Ruth Abel", now=NOON).is_guest


@pytest.mark.django_db
@pytest.mark.parametrize("chosen", ["Anna", "ａｎｎａ", "ánna", "аnna", " anna "])
def test_nobody_joins_with_a_sign_in_name_that_looks_like_anothers(chosen: str) -> None:
    sam = member("Sam", role=Role.OWNER)
    Member.objects.create_user("anna", "Anna Berg")
    guest = add_guest(name="Ben", now=NOON)
    invitation = invite(member=guest, by=sam, now=NOON)
    with pytest.raises(InvitationRefused, match="sign-in name"):
        join(
            invitation=invitation,
            member=guest,
            username=chosen,
            password="seven no trumps",
            now=NOON,
        )


@pytest.mark.django_db
def test_a_sign_in_name_is_kept_as_it_is_compared_at_signing_in() -> None:
    sam, guest = member("Sam", role=Role.OWNER), add_guest(name="Ben", now=NOON)
    invitation = invite(member=guest, by=sam, now=NOON)
    joined = join(
        invitation=invitation,
        member=guest,
        username=" ｂｅｎ ",
        password="seven no trumps",
        now=NOON,
    )
    assert joined.username == "ben"


@pytest.mark.django_db
def test_a_list_of_members_with_a_hidden_character_says_where() -> None:
    rows = read_list("first_name,last_name\nRuth\u200b,Abel\nBen,Cole\n")
    first, second = plan_import(
        rows=rows, overwrite=False, by=member("Sam", role=Role.OWNER)
    ).outcomes
    assert "U+200B" in " ".join(first.problems)
    assert second.problems == ()
