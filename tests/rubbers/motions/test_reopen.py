"""A club whose arbiters have all played: one player of each side opens an agreed rubber again (decision 0075)."""

from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.consent.cards.decision import decision_cards
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import Motion, Reopening
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import agreed_rubber, member
from tests.rubbers.motions.asking import LATER, answer, ask

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


@pytest.fixture
def rubber(db):
    """An agreed rubber of a club whose only admin is North."""
    rubber = agreed_rubber()
    give_role(member=rubber.players[N], role=Role.ADMIN)
    return rubber


ask_to_open = partial(ask, kind=Motion.Kind.REOPEN, reason="Ben’s card")


def test_one_player_of_each_side_opens_it_again_where_every_arbiter_has_played(rubber):
    motion = ask_to_open(rubber)
    answer(rubber, motion, S)
    assert rubber.is_agreed
    answer(rubber, motion, E)
    assert not rubber.is_agreed
    reopening = Reopening.objects.get()
    assert (reopening.motion, reopening.member) == (motion, rubber.players[N])


def test_the_admin_who_plays_does_not_open_it_alone(rubber):
    with pytest.raises(PermissionDenied, match="the players agree among themselves"):
        reopen(state=load(rubber.pk), reason="Again", by=rubber.players[N], now=LATER)
    ask_to_open(rubber)
    rubber.refresh_from_db()
    assert rubber.is_agreed


def test_the_no_of_the_other_side_leaves_it_agreed(rubber):
    motion = ask_to_open(rubber)
    answer(rubber, motion, W, is_yes=False)
    assert rubber.is_agreed
    assert Motion.objects.get().state == Motion.State.REFUSED


def test_the_players_ask_nobody_while_an_arbiter_is_neutral(rubber):
    member("Sam", role=Role.ADMIN)
    with pytest.raises(Refused, match="has not played in it decides: Sam"):
        ask_to_open(rubber)
    assert not Motion.objects.exists()


def test_an_arbiter_who_is_named_later_opens_it_and_the_question_expires(rubber):
    ask_to_open(rubber)
    sam = member("Sam", role=Role.ADMIN)
    reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=LATER)
    assert Motion.objects.get().state == Motion.State.EXPIRED
    assert Reopening.objects.get().motion is None


def test_a_rubber_that_is_not_agreed_is_not_opened_again(rubber):
    answer(rubber, ask_to_open(rubber), E)
    with pytest.raises(Refused, match="not agreed yet"):
        ask_to_open(rubber)


def test_the_history_the_card_and_the_audit_say_that_one_of_each_side_did(rubber):
    answer(rubber, ask_to_open(rubber), E)
    words = [event.words for event in history_of(load(rubber.pk)).events]
    assert "Anna asked: open the agreed rubber again? Ben’s card" in words
    assert any(
        each.startswith(
            "One player of each side opened the agreed rubber again: Ben’s card."
        )
        for each in words
    )
    (card,) = decision_cards(load(rubber.pk))
    assert (card.title, card.by) == (
        "One player of each side has opened this rubber again",
        "Anna asked",
    )
    actions = {
        entry.description.action: entry.description.words
        for entry in every_entry(AuditFilter())
    }
    assert actions["rubber.reopened"].startswith(
        "opened the agreed rubber at Table 1 again, with a player of the other side."
    )


def test_the_page_asks_the_other_side_who_answers_on_a_card(rubber, signed_in):
    anna, ben = (signed_in(rubber.players[seat]) for seat in (N, E))
    path = f"/rubbers/{rubber.pk}/reopening/"
    assert path in anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    html = anna.get(path).content.decode()
    assert "Every arbiter of the club has played in it" in html
    assert "Ask the other side" in html
    assert anna.post(path, {"reason": " "}).status_code == 422
    assert anna.post(path, {"reason": "Ben’s card"}).status_code == 302
    html = ben.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "Open this rubber again?" in html
    motion = Motion.objects.get()
    answers = f"/rubbers/{rubber.pk}/motions/{motion.pk}/answers/"
    assert answers in html
    assert ben.post(answers, {"vote": "yes"}).status_code == 302
    rubber.refresh_from_db()
    assert not rubber.is_agreed
