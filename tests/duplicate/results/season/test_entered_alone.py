"""An organiser reads which sessions the director entered alone, and says that they were seen (Laws 79A and 81)."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubscore.duplicate.director.directing.checking import check_result
from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.results.season.entered_alone import entered_alone
from clubscore.duplicate.results.season.queries import (
    UNCOUNTED_FOR,
    waiting_for_an_organiser,
    waiting_for_the_season,
)
from clubscore.duplicate.results.season.services import (
    look_at_entries,
    take_into_season,
)
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.verdicts.ruling.wiring import proposed_ruling
from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring.movements.howell import howell
from tests.blanks import tight
from tests.duplicate.evening import in_play
from tests.duplicate.late_changes import organiser, proposed
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.duplicate.rulings import given
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db
PERIOD = timedelta(minutes=30)


def session_of(director: Member, alone: int = 2, **opening: object) -> Session:
    """A published session; of its twelve results the director alone entered `alone`, and North the others."""
    session = in_play(director, howell(2), count=4, rounds=3, **opening)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        by = director if index < alone else None
        recorded(session, slot, "4sn=", by=by)
    end_play(session=session, by=director, now=NOON)
    session.refresh_from_db()
    published(session)
    return session


def attention(reader: Member) -> str:
    client = Client()
    client.force_login(reader)
    answer = client.get("/attention/")
    assert answer.status_code == 200
    return tight(answer.content.decode())


def test_law_81_a_session_whose_director_entered_more_than_a_tenth_is_listed():
    session_of(member("Ruth"), name="Tuesday pairs")
    page = attention(organiser())
    assert "<b>Tuesday pairs</b>" in page
    assert "2 of 12 results entered by Ruth alone." in page
    assert "Nothing" not in page


def test_law_81_a_tenth_or_less_is_not_listed():
    session_of(member("Ruth"), alone=1)
    assert "Nothing waits for you." in attention(organiser())


def test_law_81_a_session_published_before_the_number_was_kept_is_counted_and_listed():
    session = session_of(member("Ruth"), name="Tuesday pairs")
    few = session_of(member("Rolf"), alone=1, name="Monday pairs", family="Monday")
    old = Publication.objects.all()
    lately = timezone.now() - timedelta(days=3)
    rewrite(old, one_sided=None, at=lately, correction_ends_at=lately + PERIOD)
    page = attention(organiser())
    assert "2 of 12 results entered by Ruth alone." in page
    assert "Monday pairs" not in page
    rewrite(old, at=NOON, correction_ends_at=NOON + PERIOD)
    assert [*waiting_for_an_organiser(NOON + UNCOUNTED_FOR)] == [few, session]
    later = NOON + UNCOUNTED_FOR + timedelta(minutes=1)
    assert [*waiting_for_an_organiser(later)] == []


def test_a_result_that_the_director_checked_is_still_the_directors_alone():
    session = session_of(member("Ruth"), alone=0)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    session.refresh_from_db()
    assert [each.alone for each in entered_alone([session])] == [0]
    rewrite(session.plays.filter(table=1), recorded_by=session.director)
    for play in session.plays.filter(table=1):
        rewrite(play.signatures.all(), member=session.director)
    (counted,) = entered_alone([session])
    assert counted.alone == session.plays.filter(table=1).count() > 0
    check_result(
        session_id=session.pk, slot=slots[0], version=1, by=session.director, now=NOON
    )
    assert entered_alone([session])[0].alone == counted.alone


def test_law_81_whoever_directs_does_not_serve_the_entry_and_another_does():
    session = session_of(organiser("Ruth"), name="Tuesday pairs")
    ruth, olga = session.director, organiser()
    page = attention(ruth)
    assert "You directed it: another organiser looks at it." in page
    assert "/entries-seen/" not in page
    with pytest.raises(PermissionDenied, match="nobody decides in their own matter"):
        look_at_entries(session=session, by=ruth, now=NOON)

    client = Client()
    client.force_login(olga)
    assert f"/duplicate/{session.pk}/entries-seen/" in attention(olga)
    client.post(f"/duplicate/{session.pk}/entries-seen/")

    assert "Tuesday pairs" not in attention(olga)
    session.refresh_from_db()
    assert session.entries_seen_by == olga


def test_an_admin_who_entered_results_in_the_directors_stead_does_not_serve_it():
    session = session_of(member("Ruth"), name="Tuesday pairs")
    otto = member("Otto", role=Role.ADMIN)
    rewrite(session.plays.filter(round=1), recorded_by=otto)
    organiser()
    with pytest.raises(PermissionDenied, match="does this: Olga"):
        look_at_entries(session=session, by=otto, now=NOON)


def test_a_player_does_not_say_that_it_was_seen_and_reads_who_may():
    session = session_of(member("Ruth"))
    organiser()
    with pytest.raises(PermissionDenied, match="does this: Olga"):
        look_at_entries(session=session, by=session.director, now=NOON)


def test_entries_are_looked_at_after_play_and_once():
    session = in_play(None, howell(2), count=4, rounds=3)
    olga, otto = organiser(), organiser("Otto")
    with pytest.raises(Refused, match="is still played"):
        look_at_entries(session=session, by=olga, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    for by in (olga, otto):
        look_at_entries(session=session, by=by, now=NOON)
    session.refresh_from_db()
    assert session.entries_seen_by == olga


def test_a_friendly_session_is_listed_with_the_numbers_until_it_is_taken_in():
    session = session_of(member("Ruth"), name="Among friends", is_friendly=True)
    olga = organiser()
    page = attention(olga)
    assert "Friendly sessions to take into the season" in page
    assert "2 of 12 results entered by Ruth alone." in page
    take_into_season(session=session, by=olga, now=NOON)
    assert "Among friends" not in attention(olga)


def test_a_late_change_that_waits_is_a_line_in_an_organisers_attention():
    session = session_of(member("Ruth"))
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    proposed(session, proposed_ruling(slot, given(session, slot, "A+-")))
    page = attention(organiser())
    assert "1 change of duplicate after the correction period waits" in page
    assert 'href="/duplicate/approvals/"' in page


def test_sessions_of_a_closed_season_are_not_listed():
    session = session_of(member("Ruth"))
    begins, later = session.day.replace(day=1), session.day + timedelta(days=14)
    autumn = ledger.open_season(name="Autumn", slug="autumn", begins_on=begins)
    winter = ledger.open_season(name="Winter", slug="winter", begins_on=later)
    closed = {"closed_at": NOON, "closed_by": session.director, "closed_after": 0}
    assert [*waiting_for_an_organiser(NOON)] == [session]
    rewrite(Season.objects.filter(pk=autumn.pk), **closed)
    assert [*waiting_for_an_organiser(NOON)] == []

    rewrite(Session.objects.filter(pk=session.pk), day=later)
    assert [*waiting_for_an_organiser(NOON)] == [session]
    rewrite(Season.objects.filter(pk=winter.pk), **closed)
    assert [*waiting_for_an_organiser(NOON)] == []


def test_a_friendly_session_of_a_closed_season_is_not_offered():
    session = session_of(member("Ruth"), name="Among friends", is_friendly=True)
    begins = session.day.replace(day=1)
    autumn = ledger.open_season(name="Autumn", slug="autumn", begins_on=begins)
    assert [*waiting_for_the_season()] == [session]
    rewrite(
        Season.objects.filter(pk=autumn.pk),
        closed_at=NOON,
        closed_by=session.director,
        closed_after=0,
    )
    assert [*waiting_for_the_season()] == []
    assert [*waiting_for_an_organiser(NOON)] == []


def test_an_organiser_reads_no_disputes_and_a_player_reads_nothing():
    session_of(member("Ruth"))
    client = Client()
    client.force_login(member("Paul"))
    answer = client.get("/attention/")
    assert answer.status_code == 403
    assert "the arbiters and the organisers" in answer.content.decode()
    assert 'href="/attention/"' not in client.get("/").content.decode()
    client.force_login(organiser())
    assert 'href="/attention/"' in client.get("/").content.decode()


def test_three_sessions_take_as_many_statements_as_one():
    ruth, olga, counts = member("Ruth"), organiser(), []
    for number in range(3):
        session_of(ruth, name=f"S{number}", family=f"F{number}")
        with CaptureQueriesContext(connection) as captured:
            attention(olga)
        counts.append(len(captured))
    assert counts == counts[:1] * 3


@pytest.mark.database
def test_the_database_keeps_who_has_seen_them_with_the_time():
    session = session_of(member("Ruth"))
    with pytest.raises(IntegrityError, match="entries_are_seen_by_somebody"):
        rewrite(Session.objects.filter(pk=session.pk), entries_seen_at=NOON)
