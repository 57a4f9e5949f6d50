"""Names on public pages: full, short or none; the names of guests, members' wishes, and names that are alike."""

import re

import pytest

from clubscore.members.merging.services import merge
from clubscore.members.people.services import add_guest
from clubscore.public.choices.services import wish_naming
from clubscore.public.names import names_for, stand_ins
from clubscore.public.naming import Naming, Person, public_names, short
from tests.factories import NOON, member

PEOPLE = [
    Person(1, "Ruth Abel", False, False),
    Person(2, "Ruth Adam", False, False),
    Person(3, "Ivo", False, False),
]


def names(
    *people: Person, naming: Naming = Naming.FIRST, scope: str = "season autumn"
) -> dict[int, str]:
    return public_names(people or PEOPLE, naming=naming, scope=scope)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ruth Abel", "Ruth A."),
        ("Abel, Ruth", "Ruth A."),
        ("Ruth", "Ruth"),
        ("Anna Maria von der Heide", "Anna H."),
        ("Åsa Öberg", "Åsa Ö."),
    ],
)
def test_a_short_name_is_the_first_name_and_an_initial(name, shown):
    assert short(name) == shown


def test_who_is_alike_is_told_apart_without_more_of_the_surname():
    assert names() == {1: "Ruth A. 1", 2: "Ruth A. 2", 3: "Ivo"}
    twins = [Person(1, "Ruth Abel", False, False), Person(2, "ruth abel", False, False)]
    assert names(*twins, naming=Naming.FULL) == {1: "Ruth Abel 1", 2: "ruth abel 2"}


def test_who_is_alone_with_a_short_name_has_no_number():
    assert names(PEOPLE[0], PEOPLE[2]) == {1: "Ruth A.", 3: "Ivo"}


def test_without_names_everybody_has_a_number_that_stays_in_its_scope_and_says_nothing_elsewhere():
    shown = names(naming=Naming.NONE)
    assert all(re.fullmatch(r"Player [1-9]\d{3}", name) for name in shown.values())
    assert len(set(shown.values())) == 3
    assert names(PEOPLE[2], PEOPLE[0], naming=Naming.NONE) == {1: shown[1], 3: shown[3]}
    assert set(names(naming=Naming.NONE, scope="season winter").values()).isdisjoint(
        shown.values()
    )


def test_a_newcomer_takes_nobodys_number():
    many = [Person(pk, f"P {pk}", False, False) for pk in range(1, 801)]
    before = names(*many[:-1], naming=Naming.NONE)
    after = names(*many, naming=Naming.NONE)
    assert {pk: after[pk] for pk in before} == before
    assert len(set(after.values())) == 800


def test_very_many_people_have_longer_numbers():
    many = [Person(pk, "P", False, False) for pk in range(1, 4502)]
    assert len(set(names(*many, naming=Naming.NONE).values())) == 4501


@pytest.mark.parametrize("naming", list(Naming))
def test_guests_and_who_asked_for_it_are_never_named(naming):
    guest, shy = (
        Person(1, "Gus Visitor", True, False),
        Person(2, "Eve Frost", False, True),
    )
    shown = names(guest, shy, naming=naming)
    assert re.fullmatch(r"Guest \d{4}", shown[1])
    assert re.fullmatch(r"Player \d{4}", shown[2])


def test_what_is_left_of_who_was_erased_is_no_first_name():
    assert names(Person(1, "Former member 17", False, False)) == {1: "Former member 17"}
    assert (
        "17"
        not in names(Person(1, "Former member 17", False, False), naming=Naming.NONE)[
            1
        ].split()
    )


@pytest.mark.django_db
def test_records_of_one_person_have_one_name_and_the_wish_of_either(
    django_assert_num_queries,
):
    kept, merged, other = (
        member("Ruth Abel"),
        add_guest(name="Ruthie", now=NOON),
        member("Ben Ortiz"),
    )
    merge(kept=kept, merged=merged, by=other, now=NOON)
    with django_assert_num_queries(3):
        shown = names_for([merged.pk, other.pk], naming=Naming.FULL, scope="x")
    assert shown == {merged.pk: "Ruth Abel", other.pk: "Ben Ortiz"}
    wish_naming(member=kept, is_unnamed=True, by=kept, now=NOON)
    assert names_for([merged.pk], naming=Naming.FULL, scope="x")[merged.pk].startswith(
        "Player "
    )
    wish_naming(member=kept, is_unnamed=False, by=kept, now=NOON)
    assert names_for([merged.pk], naming=Naming.FULL, scope="x") == {
        merged.pk: "Ruth Abel"
    }


@pytest.mark.django_db
def test_a_stand_in_has_a_public_name_and_nothing_else():
    real = member(
        "Ruth Abel", email="ruth@club.example", nickname="Ruthless", phone="123"
    )
    shown = stand_ins({real.pk: "Ruth A."})[real.pk]
    assert (shown.name, shown.short_name, shown.username, shown.email, shown.phone) == (
        "Ruth A.",
        "Ruth A.",
        None,
        "",
        "",
    )
