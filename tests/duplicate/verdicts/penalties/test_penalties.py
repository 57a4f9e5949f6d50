"""Penalties: who may give and take back one, how it is deducted, and how the ranking shows it."""

from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils.html import strip_tags

from clubscore.duplicate.director.directing.services import end_play, name_deputy
from clubscore.duplicate.models import Penalty, PenaltyLift
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.penalties.services import (
    Taking,
    lift_penalty,
    penalise,
)
from clubscore.duplicate.verdicts.ruling.audit_source import (
    penalty_given,
    penalty_lifted,
)
from clubscore.members.roles import Role
from clubscore.once import KeySpent
from clubscore.refusals import Refused
from scoring.contest import ContestRules
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import agreed
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    session = in_play(rounds=5)
    for table in (1, 2, 3):
        agreed(session, Slot("A", 1, table, 1), "4sn=")
    return session


def taken(session, number=1, *, by=None, **changes) -> Penalty:
    taking = Taking("A", number, 2_500, "%", "90B1", "Late", uuid4())._replace(
        **changes
    )
    return penalise(session=session, taking=taking, by=by or session.director, now=NOON)


def score_of(session, number):
    scores = scores_of(load(session.pk), results_of(session.pk))
    return next(
        row.score
        for row in scores.result.lists[0].rows
        if scores.entry(row.entry) == ("A", number)
    )


def of(who):
    client = Client()
    client.force_login(who)
    return client


def test_a_quarter_of_a_top_is_taken_off_and_given_back(session):
    before = score_of(session, 1)
    penalty = taken(session)
    assert score_of(session, 1) == before - 1
    for _ in range(2):
        lift_penalty(
            penalty=penalty, reason="The clock was wrong", by=session.director, now=NOON
        )
    assert score_of(session, 1) == before and PenaltyLift.objects.count() == 1


def test_law_90_everybody_reads_who_took_points_off_and_who_gave_them_back(session):
    penalty = taken(session, reason="Late again")
    end_play(session=session, by=session.director, now=NOON)
    reader = of(session.places.first().member)

    def ranking() -> str:
        page = reader.get(f"/duplicate/{session.pk}/ranking/").content.decode()
        return " ".join(unescape(strip_tags(page)).split())

    assert "Law 90B1: Late again (Ruth)" in ranking()
    admin = member("Otto", role=Role.ADMIN)
    lift_penalty(penalty=penalty, reason="The clock was wrong", by=admin, now=NOON)
    assert (
        "Law 90B1: Late again (Ruth) Given back: The clock was wrong (Otto)"
        in ranking()
    )


def test_law_90_a_penalty_of_a_pair_without_a_result_is_read_below_the_lists():
    session = in_play(rounds=5)
    taken(session, reason="Late again")
    end_play(session=session, by=session.director, now=NOON)
    reader = of(session.places.first().member)
    page = reader.get(f"/duplicate/{session.pk}/ranking/").content.decode()
    words = " ".join(unescape(strip_tags(page)).split())
    assert "Law 90B1: Late again (Ruth)" in words


def test_sent_again_points_are_taken_off_once(session):
    key = uuid4()
    assert taken(session, key=key) == taken(session, key=key)
    with pytest.raises(KeySpent):
        taken(session, 2, key=key)


def test_a_director_takes_off_and_nobody_of_their_own_number(session):
    north = load(session.pk).sections[0].players[1][0]
    with pytest.raises(PermissionDenied):
        taken(session, 2, by=north)
    name_deputy(session=session, member=north, by=session.director, now=NOON)
    assert taken(session, 2, by=north).given_by == north
    with pytest.raises(Refused, match="your own number"):
        taken(session, 1, by=north)
    with pytest.raises(Refused, match="your own number"):
        lift_penalty(penalty=taken(session), reason="Please", by=north, now=NOON)


def test_what_the_scoring_does_not_know_is_refused_with_what_it_knows(session):
    with pytest.raises(
        Refused, match="taken off in per cent of the top of one board or matchpoints"
    ):
        taken(session, unit="imp")
    with pytest.raises(Refused, match="Nobody has number 60"):
        taken(session, 60)
    total = in_play(
        session.director,
        family="Total",
        name="Total",
        rules=ContestRules(scoring="aggregate"),
    )
    with pytest.raises(Refused, match="With total points no penalty is known"):
        taken(total)
    assert (
        "With total points"
        in of(session.director)
        .get(f"/duplicate/{total.pk}/director/penalties/")
        .content.decode()
    )


def test_the_page_takes_off_and_gives_back_and_the_ranking_has_the_line(session):
    director, page = (
        of(session.director),
        f"/duplicate/{session.pk}/director/penalties/",
    )
    assert director.get(page).context["form"]["amount"].value() == 25
    sent = {
        "entry": "A1",
        "amount": "12.5",
        "unit": "%",
        "law": "90 b1",
        "reason": "Talking",
        "key": uuid4(),
    }
    refused = director.post(page, sent | {"amount": "0", "reason": ""})
    assert (
        refused.status_code == 422 and refused.context["form"]["law"].value() == "90 b1"
    )
    assert director.post(page, sent).url == page
    end_play(session=session, by=session.director, now=NOON)
    ranking = (
        of(member("Nina")).get(f"/duplicate/{session.pk}/ranking/").content.decode()
    )
    assert "−12.5 % of a top, Law 90B1: Talking" in ranking
    lift = f"{page}{Penalty.objects.get().pk}/lift/"
    director.post(lift, {"reason": ""})
    assert not PenaltyLift.objects.exists()
    director.post(lift, {"reason": "It was the others"})
    assert "Given back: It was the others" in director.get(page).content.decode()
    assert of(member("Otto")).get(page).status_code == 403


def test_the_audit_has_penalties_with_their_law(session):
    penalty = taken(session, unit="mp", hundredths=150)
    lift_penalty(penalty=penalty, reason="Sorry", by=session.director, now=NOON)
    given, lifted = penalty_given(penalty), penalty_lifted(PenaltyLift.objects.get())
    assert (
        given.words
        == "took points off number 1 of Thursday pairs: 1.5 matchpoints, Law 90B1"
    )
    assert (lifted.action, lifted.reason) == ("session.penalty-lifted", "Sorry")


def test_the_way_to_penalties_stays_when_play_is_over(session):
    end_play(session=session, by=session.director, now=NOON)
    page = (
        of(session.director).get(f"/duplicate/{session.pk}/director/").content.decode()
    )
    assert f'href="/duplicate/{session.pk}/director/penalties/"' in page


def test_the_published_list_has_the_penalties_of_its_moment():
    session = played()
    given_back = taken(session, reason="Given back afterwards")
    published(session)
    later = NOON + timedelta(minutes=1)
    lift_penalty(penalty=given_back, reason="The clock", by=session.director, now=later)
    reader = of(session.places.first().member)
    page = reader.get(f"/duplicate/{session.pk}/results/").content.decode()
    words = " ".join(unescape(strip_tags(page)).split())
    assert "Law 90B1: Given back afterwards (Ruth)" in words


def test_after_the_period_points_are_given_back_only_once_it_is_approved_and_the_page_says_so():
    found = played()
    penalty = taken(found)
    director = of(found.director)
    page = f"/duplicate/{found.pk}/director/penalties/"
    before = director.get(page).content.decode()
    assert (
        "Ask to give it back" not in before and f"Give {penalty.words} back" in before
    )
    published(found)
    after = director.get(page).content.decode()  # long after noon
    assert "Ask to give it back" in after and f"Give {penalty.words} back" not in after
    assert after.count("Ask for approval") == 2
