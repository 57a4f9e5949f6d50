"""Steps of a session that are undone: a round that has begun is taken back, and play that is over goes on."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.audit import SubjectKind
from clubscore.duplicate.director.directing.clock_services import (
    extend_round,
    pause_round,
    resume_round,
)
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.directing.taking_back import (
    reopen_play,
    take_back_round,
)
from clubscore.duplicate.models import PlayReopening, RoundStart, Session
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.results.glance import mark_of
from clubscore.duplicate.results.page.queries import sessions_listed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player, recorded
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=1)
FIRST_OF_2 = Slot("A", 2, 1, 3)


@pytest.fixture
def session() -> Session:
    return in_play(rounds=2)


def take_back(session: Session, round: int = 2, **more: object) -> None:
    sent = {"session": session, "round": round, "by": session.director, "now": LATER}
    take_back_round(**sent | more)


def over() -> Session:
    session = in_play(rounds=5)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def test_a_round_is_taken_back_and_the_one_before_it_is_on_again(session):
    recorded(session, Slot("A", 1, 1, 1), "4sn=")
    before = load(session.pk)
    marks = moves_of(before)["A1"], before.stage, mark_of(session.day)
    take_back(session)
    after = load(session.pk)
    assert (after.round, sessions_listed().get().round) == (1, 1)
    now = moves_of(after)["A1"], after.stage, mark_of(session.day)
    assert not [old for old, new in zip(marks, now, strict=True) if old == new]
    row = RoundStart.objects.get(round=2)
    assert (row.taken_back_at, row.taken_back_by) == (LATER, session.director)
    recorded(session, Slot("A", 1, 1, 2), "3ntn=")
    take_back(session)
    assert load(session.pk).round == 1


def test_a_round_that_was_taken_back_begins_anew_with_its_own_clock(session):
    take_back(session)
    anew = start_round(session=session, round=2, by=session.director, now=LATER)
    assert load(session.pk).clock.at == anew.at == LATER
    assert RoundStart.objects.filter(round=2).count() == 2


def test_taken_back_round_1_has_not_begun_play():
    session = in_play()
    take_back(session, 1)
    session.refresh_from_db()
    assert (session.started_at, load(session.pk).round) == (None, 0)


def test_nothing_is_taken_back_once_something_is_entered_or_a_later_round_is_on(
    session,
):
    with pytest.raises(Refused, match="Round 1 is not being played"):
        take_back(session, 1)
    recorded(session, FIRST_OF_2, "4sn=")
    with pytest.raises(Refused, match="Something is entered in round 2"):
        take_back(session)
    assert load(session.pk).round == 2


def test_only_who_directs_takes_a_round_back(session):
    with pytest.raises(PermissionDenied):
        take_back(session, by=player(session, FIRST_OF_2))
    assert load(session.pk).round == 2


def test_play_that_is_over_is_reopened_while_nothing_is_published():
    session = over()
    with pytest.raises(PermissionDenied):
        reopen_play(session=session, by=member("Walt"), now=LATER)
    for _ in range(2):
        reopen_play(session=session, by=session.director, now=LATER)
    session.refresh_from_db()
    assert session.is_in_play and session.ended_by is None
    row = PlayReopening.objects.get()
    assert (row.ended_at, row.ended_by, row.at) == (NOON, session.director, LATER)
    end_play(session=session, by=session.director, now=LATER)


def test_published_results_keep_play_over():
    session = played()
    published(session)
    with pytest.raises(Refused, match="The results are published"):
        reopen_play(session=session, by=session.director, now=LATER)
    assert not PlayReopening.objects.exists()


def test_the_director_takes_a_round_back_by_a_tap(session):
    director = Client()
    director.force_login(session.director)
    at = f"/duplicate/{session.pk}/director/"
    assert "Take round 2 back" in director.get(at).content.decode()
    director.post(f"{at}rounds/taking-back/", {"round": 2})
    assert load(session.pk).round == 1
    recorded(session, Slot("A", 1, 1, 1), "4sn=")
    assert "Take round 1 back" not in director.get(at).content.decode()


def test_the_director_reopens_play_by_a_tap():
    session, director = over(), Client()
    director.force_login(session.director)
    at = f"/duplicate/{session.pk}/director/"
    assert "Play is not over?" in director.get(at).content.decode()
    director.post(f"{at}reopening/")
    assert load(session.pk).session.is_in_play


def test_the_audit_names_who_took_a_round_back_changed_the_clock_and_reopened_play():
    session = in_play(rounds=5)
    at = {"session": session, "by": session.director, "now": NOON}
    extend_round(**at, round=5, minutes=5)
    pause_round(**at, round=5)
    resume_round(**at, round=5)
    take_back_round(**at, round=5)
    start_round(**at, round=5)
    end_play(**at)
    reopen_play(**at)
    chosen = AuditFilter(kind=SubjectKind.DUPLICATE.value)
    acts = {(entry.description.action, entry.by) for entry in every_entry(chosen)}
    for action in (
        "session.clock-extended",
        "session.clock-paused",
        "session.clock-resumed",
        "session.round-taken-back",
        "session.ended",
        "session.reopened",
    ):
        assert (action, session.director) in acts
