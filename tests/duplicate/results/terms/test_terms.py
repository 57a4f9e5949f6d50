"""Laws 79C1 and 92B: an organiser sets the correction periods before play; afterwards they only become longer."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubscore.audit import SubjectKind
from clubscore.duplicate.director.opening.services import Opening
from clubscore.duplicate.models import PeriodTerms
from clubscore.duplicate.outcomes.published import appeals_end, is_final
from clubscore.duplicate.results.terms.queries import Periods, periods_of
from clubscore.duplicate.results.terms.services import set_periods
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from tests.duplicate.evening import in_play
from tests.duplicate.late_changes import organiser
from tests.duplicate.published import played, published
from tests.duplicate.results.publishing.test_publishing import of
from tests.duplicate.sessions import EVENING, opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
DAY = 24 * 60


@pytest.fixture
def olga():
    return organiser("Olga")


def set_by(who, session, corrections=30, appeals=30, special="", *, now=NOON):
    periods = Periods(corrections, appeals, special)
    return set_periods(session=session, periods=periods, by=who, now=now)


def test_79c1_before_play_an_organiser_sets_a_longer_or_a_shorter_period(olga):
    session = opened(member("Ruth"))
    assert periods_of(session) == (30, 30, "")
    set_by(olga, session, DAY, 60)
    assert periods_of(session) == (DAY, 60, "")
    set_by(olga, session, 60, 30)
    assert periods_of(session) == (60, 30, "")


def test_79c1_a_period_under_30_minutes_takes_what_is_special(olga):
    session = opened(member("Ruth"))
    with pytest.raises(Refused, match="under 30 minutes needs its reason"):
        set_by(olga, session, 10)
    set_by(olga, session, 10, special="The final follows tonight")
    assert periods_of(session).special_nature == "The final follows tonight"


@pytest.mark.parametrize(("law", "is_refused"), [("2017", True), ("2007", False)])
def test_92b_a_short_time_for_rulings_is_a_correction_period_of_2017_alone(
    olga, law, is_refused
):
    session = opened(member("Ruth"), law=law)
    refused = pytest.raises(Refused, match="under 30 minutes needs its reason")
    with refused if is_refused else nullcontext():
        set_by(olga, session, 30, 20)


def test_79c1_only_an_organiser_sets_it_and_after_the_start_one_who_is_neutral(olga):
    ruth = organiser("Ruth")
    session = opened(ruth)
    with pytest.raises(PermissionDenied, match="An organiser of the club"):
        set_by(member("Karl"), session, DAY)
    set_by(ruth, session, 60)
    begun = in_play(ruth, name="Another", family="Other")
    with pytest.raises(PermissionDenied, match="neither directs nor plays"):
        set_by(ruth, begun, DAY)
    set_by(olga, begun, DAY)
    assert periods_of(begun).correction_minutes == DAY


def test_79c1_once_play_has_begun_a_period_only_becomes_longer(olga):
    session = in_play()
    set_by(olga, session, DAY, 60)
    with pytest.raises(Refused, match="never shorter"):
        set_by(olga, session, 60, 60)
    with pytest.raises(Refused, match="never shorter"):
        set_by(olga, session, DAY, 30)
    with pytest.raises(Refused, match="nothing changes"):
        set_by(olga, session, DAY, 60)


def test_79c1_the_publication_takes_the_periods_of_the_session(olga):
    session = played()
    set_by(olga, session, DAY, 60)
    publication = published(session)
    assert publication.correction_ends_at == NOON + timedelta(days=1)
    assert appeals_end(publication) == NOON + timedelta(hours=1)


def test_79c1_a_period_that_runs_is_extended_and_not_cut(olga):
    session = played()
    publication = published(session)
    now = NOON + timedelta(minutes=29)
    set_by(olga, session, 60, 30, now=now)
    publication.refresh_from_db()
    assert publication.correction_ends_at == NOON + timedelta(hours=1)
    assert appeals_end(publication) == NOON + timedelta(minutes=30)
    assert not is_final(session, publication, NOON + timedelta(minutes=59))
    with pytest.raises(Refused, match="never shorter"):
        set_by(olga, session, 30, 30, now=now)


def test_79c1_a_period_that_is_over_is_not_extended(olga):
    session = played()
    set_by(olga, session, 60, 30)
    published(session)
    now = NOON + timedelta(minutes=45)
    with pytest.raises(Refused, match="This period is over"):
        set_by(olga, session, 60, 60, now=now)
    set_by(olga, session, DAY, 30, now=now)
    with pytest.raises(Refused, match="This period is over"):
        set_by(olga, session, 2 * DAY, 30, now=NOON + timedelta(days=2))


@pytest.mark.parametrize("extends_first", [True, False])
def test_79c1_publishing_again_shortens_no_period_in_either_order(olga, extends_first):
    session = played()
    published(session)
    now = NOON + timedelta(minutes=10)

    def extend():
        set_by(olga, session, DAY, 60, now=now)

    def publish_again():
        published(session, begins_period=True, reason="A board", now=now)

    acts = [extend, publish_again]
    if not extends_first:
        acts.reverse()
    for act in acts:
        act()
    newest = session.publications.order_by("number").last()
    assert newest.correction_ends_at == now + timedelta(days=1)
    assert appeals_end(newest) == now + timedelta(hours=1)


def test_79c1_a_period_that_begins_anew_is_as_long_as_the_longest_before(olga):
    session = played()
    first = published(session)
    type(first).objects.filter(pk=first.pk).update(
        minutes=DAY, correction_ends_at=NOON + timedelta(days=1)
    )
    later = NOON + timedelta(minutes=5)
    second = published(session, begins_period=True, reason="A board", now=later)
    assert second.correction_ends_at == later + timedelta(days=1)


def test_79c1_who_is_no_organiser_opens_with_the_usual_periods_alone():
    with pytest.raises(PermissionDenied, match="An organiser of the club"):
        opened(member("Ruth"), periods=Periods(DAY, 30))
    assert Opening(name="A", day=EVENING, boards_a_round=2).periods == (30, 30, "")


def test_79c1_the_database_refuses_a_short_period_without_what_is_special(olga):
    session = opened(member("Ruth"))
    with (
        pytest.raises(IntegrityError, match="short_period_has_its_reason"),
        transaction.atomic(),
    ):
        PeriodTerms.objects.create(
            session=session,
            number=1,
            correction_minutes=10,
            appeal_minutes=30,
            set_at=NOON,
            set_by=olga,
        )


def test_79c1_the_page_shows_the_periods_to_everybody_and_an_organiser_sets_them(olga):
    session = opened(member("Ruth"))
    address = f"/duplicate/{session.pk}/periods/"
    karl = of(member("Karl"))
    assert "corrected for 30 minutes (Law 79C)" in karl.get(address).content.decode()
    sent = {"correction_minutes": "1440", "appeal_minutes": "60"}
    assert karl.post(address, sent).status_code == 403
    assert of(olga).post(address, sent).url == address
    html = karl.get(address).content.decode()
    assert "corrected for 24 hours (Law 79C)" in html and "Set by Olga" in html
    actions = {
        entry.description.action
        for entry in every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    }
    assert "session.periods-set" in actions


def test_79c1_once_play_has_begun_the_page_offers_no_shorter_period(olga):
    session = in_play()
    set_by(olga, session, DAY, 60)
    form = of(olga).get(f"/duplicate/{session.pk}/periods/").context["form"]
    offered = [
        [minutes for minutes, _ in form.fields[name].choices]
        for name in ("correction_minutes", "appeal_minutes")
    ]
    assert offered == [[DAY, 7 * DAY], [60, DAY, 7 * DAY]]
    assert "special_nature" not in form.fields
    sent = {"correction_minutes": 7 * DAY, "appeal_minutes": 60}
    of(olga).post(f"/duplicate/{session.pk}/periods/", sent)
    assert periods_of(session) == (7 * DAY, 60, "")
