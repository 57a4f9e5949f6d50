"""A session is opened once, with a section and a proved plan for each movement."""

from uuid import uuid4

import pytest

from clubscore.duplicate.director.opening.services import Opening, open_session
from clubscore.duplicate.models import Session
from clubscore.refusals import Refused
from scoring.movements.check import BrokenMovement
from scoring.movements.mitchell import mitchell
from tests.duplicate.sessions import EVENING, opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def test_it_is_directed_by_whoever_opens_it_and_pins_its_rules():
    ruth = member("Ruth")
    session = opened(ruth, mitchell(5), mitchell(5))
    assert (session.director, session.form, session.contest_rules.winners) == (
        ruth,
        "pairs",
        2,
    )
    assert [section.letter for section in session.sections.order_by("letter")] == [
        "A",
        "B",
    ]
    assert [
        plan.edition
        for section in session.sections.all()
        for plan in section.plans.all()
    ] == [1, 1]


def test_the_same_form_sent_twice_opens_one_session():
    ruth, key = member("Ruth"), uuid4()
    opening = Opening(name="Pairs", day=EVENING, boards_a_round=3)
    for _ in range(2):
        open_session(
            opening=opening,
            plan_name="Mitchell",
            movements=[mitchell(5)],
            key=key,
            by=ruth,
            now=NOON,
        )
    assert Session.objects.count() == 1


def test_two_sessions_of_a_day_have_two_names():
    ruth = member("Ruth")
    opened(ruth)
    with pytest.raises(Refused, match="has this name"):
        opened(ruth)


def test_a_movement_that_breaks_a_rule_opens_nothing():
    with pytest.raises(BrokenMovement):
        opened(member("Ruth"), mitchell(5, rounds=6))
    assert not Session.objects.exists()
