"""A club whose arbiters have all played: one of each side lets the net score stand instead of who does not sign.

Decisions 0075 and 0087.
"""

from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubscore.ledger.books import books
from clubscore.members.people.services import give_role, leave_club
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.absence import say_not_there
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_net_instead
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import HouseRules, Motion, NetAgreement, NotThere
from clubscore.rubbers.motions.services import decide
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.net_signatures import net_annotations
from scoring import Seat
from tests.factories import NINE_DEALS, agree, member, rubber_in_play
from tests.rubbers.correction.correcting import correct
from tests.rubbers.motions.asking import LATER, answer, ask

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def over(agreed_by="sides"):
    """A rubber that waits to be agreed, in a club whose only admin is North."""
    HouseRules.objects.create(pk=1, agreed_by=agreed_by, agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    give_role(member=rubber.players[N], role=Role.ADMIN)
    return rubber


ask_to_stand = partial(ask, kind=Motion.Kind.STAND, reason="She was there")


def not_there(rubber, seat):
    say_not_there(state=load(rubber.pk), by=rubber.players[seat], now=LATER)


def left(rubber, *seats):
    secretary = member("Secretary")
    for seat in seats:
        leave_club(member=rubber.players[seat], by=secretary, now=LATER)


def posted() -> bool:
    return bool(books().accounts)


def test_who_says_i_was_not_there_is_settled_by_one_of_each_side():
    rubber = over()
    not_there(rubber, W)
    motion = ask_to_stand(rubber)
    answer(rubber, motion, S)
    assert not posted()
    answer(rubber, motion, E)
    assert posted()
    report = NotThere.objects.get()
    assert (report.closed_by, report.ruling, report.motion) == (
        rubber.players[N],
        "She was there",
        motion,
    )


def test_neither_a_second_yes_of_one_side_nor_time_decides_it():
    rubber = over(agreed_by="time")
    not_there(rubber, W)
    answer(rubber, ask_to_stand(rubber), S)
    assert post_due(now=LATER + timedelta(days=30)) == []
    assert not posted()


def test_one_no_leaves_it_open():
    rubber = over()
    not_there(rubber, W)
    motion = ask_to_stand(rubber)
    answer(rubber, motion, E, is_yes=False)
    assert (posted(), motion.state) == (False, "refused")
    assert NotThere.objects.get().closed_at is None


def test_where_all_four_sign_it_stands_in_for_who_has_left_and_for_nobody_else():
    rubber = over(agreed_by="all")
    left(rubber, W)
    answer(rubber, ask_to_stand(rubber), E)
    assert not posted()
    given = NetAgreement.objects.get(member=rubber.players[W])
    assert (given.given_by, given.reason) == (rubber.players[N], "She was there")
    agree(rubber, S)
    assert posted()


def test_the_one_who_says_i_was_not_there_may_consent_and_signs_in_person():
    rubber = over()
    not_there(rubber, W)
    answer(rubber, ask_to_stand(rubber), W)
    assert posted()
    assert NotThere.objects.get().closed_by == rubber.players[W]
    assert not NetAgreement.objects.exclude(given_by=None).exists()


def test_a_side_of_which_nobody_can_sign_needs_another_arbiter():
    rubber = over()
    left(rubber, E, W)
    with pytest.raises(
        Refused, match="Ben and Dan cannot sign: the club names another arbiter"
    ):
        ask_to_stand(rubber)
    with pytest.raises(PermissionDenied, match="the club names another arbiter"):
        agree_net_instead(
            state=load(rubber.pk),
            newest=rubber.deals.latest("pk"),
            seat=W,
            reason="Gone",
            by=rubber.players[N],
            now=LATER,
        )


def test_the_players_ask_nobody_while_an_arbiter_is_neutral():
    rubber = over()
    not_there(rubber, W)
    member("Sam", role=Role.ADMIN)
    with pytest.raises(Refused, match="has not played in it decides: Sam"):
        ask_to_stand(rubber)


def test_an_arbiter_who_is_named_later_signs_without_the_card():
    rubber = over()
    not_there(rubber, W)
    motion = ask_to_stand(rubber)
    sam = member("Sam", role=Role.ADMIN)
    with pytest.raises(Refused, match="an arbiter does it alone"):
        decide(
            state=load(rubber.pk),
            motion=motion,
            is_yes=True,
            ruling="Seen",
            by=sam,
            now=LATER,
        )
    agree(rubber, N, E)
    agree_net_instead(
        state=load(rubber.pk),
        newest=rubber.deals.latest("pk"),
        seat=W,
        reason="Seen",
        by=sam,
        now=LATER,
    )
    motion.refresh_from_db()
    assert (posted(), motion.state) == (True, "expired")


def test_nobody_agrees_instead_of_a_player_who_can_sign():
    rubber = over()
    with pytest.raises(Refused, match="can still agree"):
        ask_to_stand(rubber)
    agree(rubber, N, E)
    with pytest.raises(Refused, match="agreed already"):
        ask_to_stand(rubber)


def test_a_rubber_in_play_has_no_net_score_that_could_stand():
    with pytest.raises(Refused, match="not over yet"):
        ask_to_stand(rubber_in_play(lines=("4sn=",)))


def test_the_question_expires_with_what_they_have_not_seen():
    rubber = over()
    not_there(rubber, W)
    motion = ask_to_stand(rubber)
    not_there(rubber, E)
    motion.refresh_from_db()
    assert motion.state == "expired"
    motion = ask_to_stand(rubber)
    correct(rubber, 9, "4sn+1")
    motion.refresh_from_db()
    assert motion.state == "expired"


def test_a_dispute_that_both_sides_have_seen_stays_as_the_sheet_says():
    rubber = over()
    not_there(rubber, W)
    dispute = correct(rubber, 9, "4sn+1")
    answer(rubber, ask_to_stand(rubber), E)
    dispute.refresh_from_db()
    assert (posted(), dispute.state) == (True, "expired")


def test_sheet_history_and_audit_say_that_one_of_each_side_did():
    rubber = over()
    not_there(rubber, W)
    answer(rubber, ask_to_stand(rubber), E)
    seals = net_annotations(load(rubber.pk)).seals
    assert "one of each side, “She was there”" in {seal.instead for seal in seals}
    words = [event.words for event in history_of(load(rubber.pk)).events]
    assert "Anna asked: let the net score of the rubber stand? She was there" in words
    assert "Ben agreed to it" in words
    assert "One of each side agreed to the net score for Dan: She was there" in words
    assert (
        "One of each side let the net score stand, although Dan said “I am not there”: She was there"
        in words
    )
    entries = {
        entry.description.action: entry.description.words
        for entry in every_entry(AuditFilter())
    }
    assert "with a player of the other side" in entries["net.agreed_instead"]
    assert "although Dan said" in entries["rubber.there_by_ruling"]


def test_the_database_takes_no_signature_by_a_motion_without_its_maker():
    rubber = over()
    not_there(rubber, W)
    motion = ask_to_stand(rubber)
    with pytest.raises(IntegrityError), transaction.atomic():
        NetAgreement.objects.create(
            rubber=rubber,
            newest=rubber.deals.latest("pk"),
            member=rubber.players[W],
            at=LATER,
            motion=motion,
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        NotThere.objects.update(motion=motion)


def test_the_card_asks_the_other_side_with_the_figures(signed_in):
    rubber = over()
    not_there(rubber, W)
    anna, cleo, ben = (signed_in(rubber.players[seat]) for seat in (N, S, E))
    page, path = f"/rubbers/{rubber.pk}/", f"/rubbers/{rubber.pk}/standing/"
    html = anna.get(page).content.decode()
    assert path in html and "Ask the other side to let it stand" in html
    html = anna.get(path).content.decode()
    assert "Dan said “I am not there”. The net score stands" in html
    sent = {"reason": "She was there", "revision": load(rubber.pk).rubber.revision}
    assert anna.post(path, sent).status_code == 302
    assert path not in anna.get(page).content.decode()
    assert "It stands: " not in cleo.get(page).content.decode()
    html = ben.get(page).content.decode()
    assert "Does the net score stand?" in html and "It stands: " in html
    motion = Motion.objects.get()
    answers = f"/rubbers/{rubber.pk}/motions/{motion.pk}/answers/"
    assert ben.post(answers, {"vote": "yes"}).status_code == 302
    assert posted()
