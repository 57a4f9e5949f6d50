"""Wrong seats in a session of two sections, where each number exists twice."""

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Plan
from clubscore.duplicate.session.loading import load
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import pairs, seated
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    made = opened(member("Ruth"), mitchell(3), mitchell(3))
    for letter, family in (("A", "Ames"), ("B", "Bell")):
        seated(made, pairs(family=family), letter=letter)
    start_round(session=made, round=1, by=made.director, now=NOON)
    return made


@pytest.fixture
def client(session):
    client = Client()
    client.force_login(session.director)
    return client


def told(**changes):
    return {"what": "seats", "round": "B1", "one": "B4", "other": "B5"} | changes


def test_every_number_of_every_section_is_offered_with_its_own_names(session, client):
    page = client.get(f"/duplicate/{session.pk}/director/misplay/")
    offered = dict(page.context["forms"][0][2].fields["one"].choices)
    assert len(offered) == 1 + 2 * 6
    assert offered["A4"].startswith("A4 ") and "Ames" in offered["A4"]
    assert offered["B4"].startswith("B4 ") and "Bell" in offered["B4"]


def test_the_numbers_are_of_the_section_that_the_round_names(session, client):
    address = f"/duplicate/{session.pk}/director/misplay/"
    for wrong in ({"one": "A4"}, {"other": "A5"}, {"round": "A1"}, {"one": "4"}):
        assert client.get(address, told(**wrong)).status_code == 422
    crossed = client.get(address, told(other="A5"))
    assert (
        "Choose two of section B, or a round of section A." in crossed.content.decode()
    )
    read = client.get(address, told()).context["form"].mark
    assert (
        client.post(address, told(way="0", from_round=2, read=read)).status_code == 302
    )
    first, second = (
        section.row_at(1, 1).seated for section in load(session.pk).sections
    )
    assert (first, second) == ((1, 4), (1, 5))
    assert Plan.objects.filter(edition=2).count() == 1
