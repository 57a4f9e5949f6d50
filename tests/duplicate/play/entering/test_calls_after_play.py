"""Law 92B: after play players ask for a ruling until the time for it is over."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubscore.duplicate.models import Call, Session
from clubscore.duplicate.play.entering.calls import call_director
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from scoring import Side
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player
from tests.duplicate.results.publishing.test_publishing import of
from tests.duplicate.sessions import with_periods
from tests.factories import NOON

pytestmark = pytest.mark.django_db
HALF_AN_HOUR = NOON + timedelta(minutes=30)


@pytest.fixture
def session() -> Session:
    return played()


@pytest.fixture
def slot(session) -> Slot:
    return next(slot for slot, _ in slots_of(load(session.pk)))


def call(session: Session, slot: Slot, now: datetime, *, claim: str = "") -> Call:
    return call_director(
        session_id=session.pk,
        slot=slot,
        about="A revoke",
        claim=claim,
        key=uuid4(),
        by=player(session, slot, Side.EW),
        now=now,
    )


def test_law_92b_a_ruling_is_asked_for_after_play_before_the_score_is_official(
    session, slot
):
    assert call(session, slot, NOON + timedelta(days=1)).slot == slot


def test_law_92b_a_ruling_is_asked_for_until_half_an_hour_after_the_official_score(
    session, slot
):
    published(with_periods(session, correction_minutes=60))
    with pytest.raises(Refused, match=r"time for rulings \(Law 92B\)"):
        call(session, slot, HALF_AN_HOUR + timedelta(seconds=1))
    assert call(session, slot, HALF_AN_HOUR).slot == slot


def test_law_69b_and_71_a_claim_is_questioned_within_the_correction_period(
    session, slot
):
    published(with_periods(session, correction_minutes=60))
    late = HALF_AN_HOUR + timedelta(minutes=30)
    with pytest.raises(Refused, match="time for rulings"):
        call(session, slot, late + timedelta(seconds=1), claim="yes")
    assert call(session, slot, late, claim="yes").claim == "yes"


def test_law_69_of_2007_a_claim_is_questioned_within_the_correction_period_too():
    session = played(law="2007")
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    published(with_periods(session, correction_minutes=60))
    late = HALF_AN_HOUR + timedelta(minutes=30)
    with pytest.raises(Refused, match="time for rulings"):
        call(session, slot, late + timedelta(seconds=1), claim="yes")
    assert call(session, slot, late, claim="yes").claim == "yes"


def test_law_92b_the_page_of_the_own_board_offers_it_and_the_director_sees_it(
    session, slot
):
    published(session, now=timezone.now())
    east = of(player(session, slot, Side.EW))
    where = f"rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}"
    page = f"/duplicate/{session.pk}/{where}/correction/"
    calling = east.get(page).context["calling"]
    sent = {"about": "A revoke", "claim": "", "key": str(uuid4())}
    assert east.post(calling.address, sent).status_code == 302
    assert "called the director" in east.get(page).content.decode()
    shown = of(session.director).get(f"/duplicate/{session.pk}/director/")
    assert "A revoke" in shown.content.decode()
