"""Who dealt first is corrected by a majority until the net score is agreed: wrong computation (Law 78)."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from clubscore.ledger.books import books
from clubscore.refusals import Refused
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.consent.cards.motion import motion_card
from clubscore.rubbers.consent.cards.net_words import UNBROKEN_DASH
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.motions import services
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NOON, member, record, rubber_in_play
from tests.rubbers.motions.asking import LATER, answer, arbiter, ask, sign_net, totals

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
FOUR_DEALS = ("2sn=", "4se-1", "4sn=", "1nn=")
"""North–South 920 if North dealt first.

If East did, East–West were not vulnerable in the second deal, and North–South not in the third: 670.
"""


@pytest.fixture
def chicago(db) -> Rubber:
    """A round of Chicago that is over and not agreed, on whose sheet North dealt first."""
    return rubber_in_play(lines=FOUR_DEALS, system="chicago")


def correct_dealer(rubber: Rubber, *, seat: Seat = N, by=None, dealer=E) -> Motion:
    rubber.refresh_from_db()
    state = load(rubber.pk)
    return services.move(
        state=state,
        kind=Motion.Kind.DEALER,
        reason="East had the low card",
        seen_revision=rubber.revision,
        by=by or state.players[seat],
        now=LATER,
        dealer=dealer,
    )


def test_920_becomes_670_when_a_majority_says_that_east_dealt_first(chicago):
    assert totals(chicago) == (920, 0)
    motion = correct_dealer(chicago)
    answer(chicago, motion, E)
    assert totals(chicago) == (920, 0)
    answer(chicago, motion, W)
    assert (motion.state, totals(chicago)) == ("carried", (670, 0))
    assert (chicago.first_dealer, chicago.dealer) == ("N", E)
    assert load(chicago.pk).sheet.deals[1].dealer is S


def test_the_new_figures_are_shown_before_anybody_answers_and_the_buttons_carry_them(
    chicago,
):
    motion = correct_dealer(chicago)
    state = load(chicago.pk)
    card = motion_card(RubberDesk(state, state.players[S]), state.motions[0])
    assert motion.pk == card.motion.pk
    assert card.now == "Anna dealt first: We 920 – They 0, We win 920."
    assert card.follows == "Ben dealt first: We 670 – They 0, We win 670."
    assert (card.yes, card.no) == (
        f"Ben first: 670{UNBROKEN_DASH}0",
        f"Anna first: 920{UNBROKEN_DASH}0",
    )
    assert card.mine


def test_one_no_leaves_it_open_and_two_refuse_it(chicago):
    motion = correct_dealer(chicago)
    answer(chicago, motion, S, is_yes=False)
    assert motion.state == "open"
    answer(chicago, motion, W, is_yes=False)
    assert (motion.state, totals(chicago)) == ("refused", (920, 0))


def test_a_player_who_changes_a_no_makes_the_majority(chicago):
    motion = correct_dealer(chicago)
    answer(chicago, motion, S, is_yes=False)
    answer(chicago, motion, W)
    answer(chicago, motion, S)
    assert motion.state == "carried"


def test_signatures_under_the_earlier_net_score_do_not_post_the_new_one(chicago):
    sign_net(chicago, N)
    motion = correct_dealer(chicago)
    answer(chicago, motion, E)
    answer(chicago, motion, S)
    sign_net(chicago, W)
    assert books().accounts == []
    sign_net(chicago, S)
    assert sorted(account.net for account in books().accounts) == [
        -670,
        -670,
        670,
        670,
    ]
    assert list(differences()) == []


def test_nothing_is_posted_while_the_four_decide_who_dealt_first(chicago):
    motion = correct_dealer(chicago)
    sign_net(chicago, N, E)
    assert not chicago.is_agreed
    answer(chicago, motion, S, is_yes=False)
    answer(chicago, motion, E, is_yes=False)
    assert chicago.is_agreed
    assert max(account.net for account in books().accounts) == 920


def test_once_the_net_score_is_agreed_the_dealer_is_not_corrected(chicago):
    sign_net(chicago, N, E)
    with pytest.raises(Refused, match="must be opened again first"):
        correct_dealer(chicago)


def test_in_a_rubber_in_play_the_next_deal_is_dealt_by_the_corrected_rotation():
    rubber = rubber_in_play(lines=("2sn=",), system="chicago")
    motion = correct_dealer(rubber)
    answer(rubber, motion, S)
    answer(rubber, motion, W)
    record(rubber, "4se-1", now=LATER)
    assert totals(rubber) == (110, 0)
    assert load(rubber.pk).sheet.next.dealer is W


def test_a_neutral_arbiter_corrects_the_dealer_with_the_reason_in_writing(chicago):
    motion = correct_dealer(chicago, by=arbiter())
    assert (motion.state, totals(chicago)) == ("ruled", (670, 0))


def test_somebody_else_does_not_correct_the_dealer(chicago):
    with pytest.raises(PermissionDenied):
        correct_dealer(chicago, by=member("Eve"))


def test_the_dealer_on_the_sheet_is_no_correction(chicago):
    with pytest.raises(Refused, match="what the sheet says already"):
        correct_dealer(chicago, dealer=N)


def test_the_history_says_who_asked_and_that_the_dealer_was_corrected(chicago):
    motion = correct_dealer(chicago)
    answer(chicago, motion, E)
    answer(chicago, motion, W)
    words = [event.words for event in history_of(load(chicago.pk)).events]
    assert (
        "Anna asked: correct the first dealer to East? East had the low card" in words
    )
    assert "Carried: correct the first dealer to East" in words


def test_the_page_shows_the_score_for_each_dealer_and_asks_the_others(
    chicago, signed_in
):
    client = signed_in(chicago.players[N])
    address = reverse("rubbers:first-dealer", args=[chicago.pk])
    page = client.get(address).content.decode()
    assert "Anna dealt first: We 920 – They 0, We win 920." in page
    assert "Ben dealt first: We 670 – They 0, We win 670." in page
    refused = client.post(address, {"reason": "Low card", "revision": 4})
    assert refused.status_code == 422
    assert "Say who dealt first." in refused.content.decode()
    fields = {
        "dealer": "E",
        "reason": "Low card",
        "revision": load(chicago.pk).rubber.revision,
    }
    assert client.post(address, fields).status_code == 302
    assert (
        f"Ben first: 670{UNBROKEN_DASH}0"
        in signed_in(chicago.players[S])
        .get(reverse("room:table", args=[chicago.table_id]))
        .content.decode()
    )


def test_the_database_refuses_a_motion_about_the_dealer_without_a_seat(chicago):
    with pytest.raises(IntegrityError), transaction.atomic():
        Motion.objects.create(
            rubber=chicago,
            kind=Motion.Kind.DEALER,
            made_by=chicago.players[N],
            made_at=NOON,
            reason="Low card",
        )


def test_all_who_consented_have_signed_the_last_deal_also_the_last_of_them(chicago):
    motion = correct_dealer(chicago)
    answer(chicago, motion, E)
    answer(chicago, motion, S)
    signers = load(chicago.pk).last.agreements.values_list("member__name", flat=True)
    assert set(signers) == {"Anna", "Ben", "Cleo"}


def test_a_question_to_end_a_round_expires_with_the_first_dealer():
    in_play = rubber_in_play(lines=("2sn=",), system="chicago")
    ending = ask(in_play)
    motion = correct_dealer(in_play)
    answer(in_play, motion, E)
    answer(in_play, motion, S)
    ending.refresh_from_db()
    assert (motion.state, ending.state) == ("carried", "expired")
