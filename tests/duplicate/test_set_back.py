"""If the computer's clock is set back during a session, what is written later still has a later time."""

from datetime import timedelta

import pytest

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Play
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering.services import answer_proposal, record_play
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.session.holding import move
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import entry, player
from tests.factories import NOON

pytestmark = pytest.mark.django_db
BEFORE = NOON - timedelta(hours=1)
SECOND = timedelta(seconds=1)


def first_table(session):
    return [
        slot
        for slot, _ in slots_of(load(session.pk))
        if (slot.round, slot.table) == (1, 1)
    ]


def record(session, slot, line, *, side=Side.NS, seen=0, now):
    made = entry(line, seen=seen)
    return record_play(
        session_id=session.pk,
        slot=slot,
        entry=made,
        by=player(session, slot, side),
        now=now,
    )


def test_results_of_a_table_are_in_the_order_in_which_they_came():
    session = in_play(boards_a_round=2)
    one, two = first_table(session)
    record(session, one, "4sn=", now=NOON + timedelta(minutes=8))
    later = record(session, two, "3nn=", now=BEFORE).play
    corrected = record(session, one, "4sn+1", seen=1, now=BEFORE).play
    assert NOON + timedelta(minutes=8) < later.recorded_at < corrected.recorded_at
    assert list(Play.objects.order_by("recorded_at")) == list(
        Play.objects.order_by("pk")
    )


def test_a_result_on_which_both_agree_comes_after_the_one_that_it_replaces():
    session = in_play(boards_a_round=2)
    slot, _ = first_table(session)
    first = record(session, slot, "4sn=", now=NOON + timedelta(minutes=8)).play
    record(session, slot, "4sn-1", side=Side.EW, now=BEFORE)
    proposal = results_of(session.pk).get(slot).proposal
    assert proposal.made_at > first.recorded_at
    answer_proposal(
        session_id=session.pk,
        slot=slot,
        proposal_id=proposal.pk,
        accept=True,
        key=entry("4sn-1").key,
        by=player(session, slot),
        now=BEFORE,
    )
    newest = Play.objects.get(version=2)
    assert newest.recorded_at > proposal.made_at > first.recorded_at


def test_the_next_round_and_the_end_come_after_every_result():
    session = in_play(rounds=4, boards_a_round=1)
    last = record(
        session, first_table(session)[0], "4sn=", now=NOON + timedelta(minutes=8)
    ).play
    begun = start_round(session=session, round=5, by=session.director, now=BEFORE)
    assert begun.at > last.recorded_at
    end_play(session=session, by=session.director, now=BEFORE)
    session.refresh_from_db()
    assert session.ended_at > begun.at


def test_nothing_is_missing_from_what_was_published():
    session = played(missing=1)
    slot, _ = next(slots_of(load(session.pk)))
    made = entry("1nn=")
    record_play(
        session_id=session.pk,
        slot=slot,
        entry=made,
        by=session.director,
        now=NOON + timedelta(minutes=8),
    )
    publication = published(session, now=BEFORE)
    move(session_id=session.pk)  # something else has happened since
    assert slot in results_then(publication)
    assert results_then(publication).keys() == results_of(session.pk).keys()


def test_a_clock_that_was_a_year_ahead_for_a_minute_draws_no_later_round_after_it():
    session = in_play(boards_a_round=1)
    one, *_ = first_table(session)
    wrong, later = NOON + timedelta(days=400), NOON + timedelta(minutes=20)
    record(session, one, "4sn=", now=wrong)
    corrected = record(session, one, "4sn+1", seen=1, now=later).play
    assert corrected.recorded_at == later
    for round in range(2, 6):
        assert (
            start_round(session=session, round=round, by=session.director, now=later).at
            <= later + SECOND
        )
    end_play(session=session, by=session.director, now=later + timedelta(hours=1))
    session.refresh_from_db()
    assert session.ended_at == later + timedelta(hours=1)
    publication = published(
        session, now=later + timedelta(hours=2), accepts_missing=True
    )
    assert publication.at == later + timedelta(hours=2)
    assert publication.correction_ends_at == later + timedelta(hours=2, minutes=30)
