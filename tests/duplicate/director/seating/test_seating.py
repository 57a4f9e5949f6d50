"""Numbers are taken by a list, from the room, by a form, or by a player; only once each, and freed before play."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Place
from clubscore.duplicate.session.loading import load
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring import Seat
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.sessions import opened
from tests.factories import NOON, member, seated_table

pytestmark = pytest.mark.django_db


def signed_in(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def names_by_number(session, letter: str = "A") -> dict[int, list[str]]:
    found = load(session.pk).section(letter).players
    return {
        number: [player.name for player in players]
        for number, players in sorted(found.items())
    }


def test_a_member_takes_a_place_with_a_partner_by_the_code_on_the_table():
    session, (anna, ben) = opened(member("Ruth")), pairs(1)[0]
    client = signed_in(anna)
    door = client.get("/duplicate/tables/A1/")
    assert door.url == f"/duplicate/{session.pk}/seat/?table=A1"
    choices = client.get(door.url).context["form"].fields["number"].choices
    assert len(choices) == 2 and all("Table 1" in words for _, words in choices)
    client.post(door.url, {"number": choices[0][0], "partner": ben.pk})
    assert list(names_by_number(session).values()) == [["Anna", "Ben"]]
    assert client.get("/duplicate/tables/A1/").url == f"/duplicate/{session.pk}/"


def test_nobody_plays_twice_and_no_number_is_taken_twice():
    session = opened(member("Ruth"))
    (anna, ben), (cleo, dan) = pairs(2)
    seat(session=session, taken=[Taken("A", 1, [anna, ben])], by=anna, now=NOON)
    for taken, words in (
        (Taken("A", 1, [cleo, dan]), "taken by Anna and Ben"),
        (Taken("A", 2, [cleo, ben]), "Ben plays as number 1 already"),
        (Taken("A", 2, [cleo, cleo]), "named twice"),
        (Taken("A", 7, [cleo, dan]), "There is no number 7"),
        (Taken("B", 1, [cleo, dan]), "There is no number 1"),
    ):
        with pytest.raises(Refused, match=words):
            seat(session=session, taken=[taken], by=cleo, now=NOON)
    assert Place.objects.count() == 2


def test_who_does_not_direct_seats_nobody_else():
    session = opened(member("Ruth"))
    (anna, ben), (cleo, dan) = pairs(2)
    with pytest.raises(PermissionDenied):
        seat(session=session, taken=[Taken("A", 1, [cleo, dan])], by=anna, now=NOON)
    seat(
        session=session,
        taken=[Taken("A", 1, [cleo, dan])],
        by=session.director,
        now=NOON,
    )
    with pytest.raises(PermissionDenied):
        unseat(session=session, letter="A", number=1, by=anna, now=NOON)


def test_a_number_is_freed_before_play_and_taken_again_but_not_afterwards():
    session = opened(member("Ruth"))
    (anna, ben), (cleo, dan) = pairs(2)
    seat(session=session, taken=[Taken("A", 1, [anna, ben])], by=anna, now=NOON)
    signed_in(ben).post(
        f"/duplicate/{session.pk}/entries/A/1/departure/", {"back": "own"}
    )
    seat(
        session=session,
        taken=[Taken("A", 1, [cleo, dan]), Taken("A", 2, [anna, ben])],
        by=session.director,
        now=NOON,
    )
    assert names_by_number(session) == {1: ["Cleo", "Dan"], 2: ["Anna", "Ben"]}


def test_once_play_has_begun_nobody_just_leaves():
    session = in_play()
    with pytest.raises(Refused, match="Play has begun"):
        unseat(session=session, letter="A", number=1, by=session.director, now=NOON)


def test_a_list_seats_pairs_in_order_or_by_the_number_before_them():
    session = opened(member("Ruth"))
    pairs(3)
    lines = "Anna, Ben\n6 Eva & Finn\ncleo and DAN\n"
    answer = signed_in(session.director).post(
        f"/duplicate/{session.pk}/entries/list/", {"lines": lines}
    )
    assert answer.status_code == 302
    assert names_by_number(session) == {
        1: ["Anna", "Ben"],
        2: ["Cleo", "Dan"],
        6: ["Eva", "Finn"],
    }


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("Anna, Ben\nAnna", "Line 2: write two names with a comma between them."),
        (
            "Anna, Zoot",
            "Line 1: nobody in the club is called Zoot. Write the name as the list of members has it, or add them "
            "there first.",
        ),
        ("Anna, Benn", "Line 1: nobody in the club is called Benn. Did you mean Ben?"),
        ("99 Anna, Ben", "There is no number 99 in this plan."),
        ("Anna, Ben\nBen, Anna", "Ben is named twice."),
        ("2 Anna, Ben\n\na2 Ben, Anna", "Line 3: number 2 stands in line 1 already."),
        ("\n \n", "This field is required."),
        ("", "This field is required."),
    ],
)
def test_a_list_that_cannot_be_read_seats_nobody_and_stays_as_typed(lines, words):
    session = opened(member("Ruth"))
    pairs(1)
    answer = signed_in(session.director).post(
        f"/duplicate/{session.pk}/entries/list/", {"lines": lines}
    )
    errors = [
        error
        for errors in answer.context["list_form"].errors.values()
        for error in errors
    ]
    assert (answer.status_code, errors) == (422, [words])
    assert lines.strip() in answer.content.decode() and not Place.objects.exists()


def test_all_that_is_wrong_with_a_list_is_told_at_once():
    session = opened(member("Ruth"))
    pairs(2)
    lines = "Anna, Benn\nZoot, Quux\nCleo, Dan\nEva"
    answer = signed_in(session.director).post(
        f"/duplicate/{session.pk}/entries/list/", {"lines": lines}
    )
    there = "Write the name as the list of members has it, or add them there first."
    assert answer.context["list_form"].errors["lines"] == [
        "Line 1: nobody in the club is called Benn. Did you mean Ben?",
        f"Line 2: nobody in the club is called Zoot. {there}",
        f"Line 2: nobody in the club is called Quux. {there}",
        "Line 4: write two names with a comma between them.",
    ]
    assert answer.status_code == 422 and not Place.objects.exists()
    many = signed_in(session.director).post(
        f"/duplicate/{session.pk}/entries/list/", {"lines": "Zoot, Quux\n" * 500}
    )
    assert len(many.context["list_form"].errors["lines"]) == 50


def test_those_who_sit_in_the_room_take_the_places_of_their_table():
    session = opened(member("Ruth"), mitchell(3))
    (anna, ben), (cleo, dan) = pairs(2)
    seated_table({Seat.NORTH: anna, Seat.SOUTH: ben, Seat.EAST: cleo, Seat.WEST: dan})
    signed_in(session.director).post(f"/duplicate/{session.pk}/entries/room/")
    assert names_by_number(session) == {1: ["Anna", "Ben"], 4: ["Cleo", "Dan"]}


def test_the_director_seats_a_pair_by_the_form_and_is_told_what_is_wrong():
    session, (anna, ben) = opened(member("Ruth")), pairs(1)[0]
    client, address = signed_in(session.director), f"/duplicate/{session.pk}/entries/"
    assert (
        client.post(
            address, {"number": "A1", "first": anna.pk, "partner": anna.pk}
        ).status_code
        == 422
    )
    assert (
        client.post(
            address, {"number": "A9", "first": anna.pk, "partner": ben.pk}
        ).status_code
        == 422
    )
    assert (
        client.post(
            address, {"number": "A1", "first": anna.pk, "partner": ben.pk}
        ).status_code
        == 302
    )
    assert "Anna" in client.get(address).content.decode()


def test_the_list_of_places_takes_as_many_queries_for_one_pair_as_for_three(
    django_assert_num_queries,
):
    session, players = opened(member("Ruth", role=Role.ADMIN)), pairs(3)
    client, address = signed_in(session.director), f"/duplicate/{session.pk}/entries/"
    seated(session, players[:1])
    client.get(address)
    with django_assert_num_queries(9):
        client.get(address)
    seated(session, players[1:])
    with django_assert_num_queries(9):
        client.get(address)
