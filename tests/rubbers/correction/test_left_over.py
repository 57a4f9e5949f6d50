"""A correction ends a rubber earlier: its remaining deals begin the next rubber if possible, and else are
struck out.
"""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.consent.cards.proposal import proposal_card
from clubscore.rubbers.correction.consequences import consequence_of
from clubscore.rubbers.correction.left_over import begin_next_rubber
from clubscore.rubbers.correction.services import withdraw
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.motions.services import move
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import services as tables
from scoring import Seat, parse_deal
from tests.factories import NOON, agree, member, record, rubber_in_play, stop_rubber
from tests.rubbers.correction.correcting import correct, lines, vote
from tests.rubbers.motions.asking import arbiter

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)
# Were the second a game, the rubber would end with it.
FOUR_DEALS = (
    "4sn=",
    "3sn=",
    "2he=",
    "p",
)


@pytest.fixture
def over(db) -> Rubber:
    """A rubber that ended with its fourth deal; a correction lets it end with the second."""
    return rubber_in_play(lines=("4sn=", "3sn=", "2he=", "4sn="))


def begin(rubber: Rubber, dealer: Seat) -> Rubber:
    return start_rubber(
        table=rubber.table, dealer=dealer, by=rubber.players[N], now=LATER
    )


def follows(proposal) -> str:
    """The effects of the proposal in the words of the card that East (Ben) sees."""
    state = load(proposal.rubber_id)
    return " ".join(
        proposal_card(
            RubberDesk(state, state.players[E]), state.proposals[0]
        ).comparison.follows
    )


def is_struck(rubber: Rubber) -> list[int]:
    return list(
        rubber.deals.filter(is_struck=True)
        .order_by("number")
        .values_list("number", flat=True)
    )


def test_deals_after_an_earlier_end_must_be_dealt_with():
    rubber = rubber_in_play(lines=FOUR_DEALS)
    with pytest.raises(Refused, match="say what becomes of deal 3, 4"):
        correct(rubber, 2, "4sn=")


def test_deals_left_over_are_struck_out_when_the_four_say_so():
    rubber = rubber_in_play(lines=FOUR_DEALS)
    proposal = correct(rubber, 2, "4sn-1", later="")
    withdraw(
        state=load(proposal.rubber_id),
        proposal=proposal,
        by=rubber.players[N],
        now=NOON,
    )
    vote(correct(rubber, 2, "4sn=", later="strike"), E, S, W)
    rubber.refresh_from_db()
    assert (rubber.ending, lines(rubber), is_struck(rubber)) == (
        "complete",
        ["4SN=", "4SN="],
        [3, 4],
    )


@pytest.mark.parametrize("later", ["strike", "next"])
def test_what_is_proposed_for_a_deal_left_over_expires_with_it(later):
    rubber = rubber_in_play(lines=("4sn=", "4sn-1", "2he="))
    late = correct(rubber, 3, "2he+1")
    vote(correct(rubber, 2, "4sn=", later=later), E, S, W)
    late.refresh_from_db()
    assert (late.state, late.closed_at) == (
        "expired",
        rubber.deals.get(number=3, is_struck=True).recorded_at,
    )
    with pytest.raises(Refused, match="expired"):
        vote(late, E, S)
    assert lines(rubber) == ["4SN=", "4SN="]


def test_what_is_proposed_expires_also_if_the_first_dealer_was_corrected_since():
    rubber = rubber_in_play(lines=("4sn=", "4sn-1", "2he="))
    late = correct(rubber, 3, "2he+1")
    correct_first_dealer(rubber)
    vote(correct(rubber, 2, "4sn=", later="strike"), E, S, W)
    late.refresh_from_db()
    assert (late.state, lines(rubber)) == ("expired", ["4SN=", "4SN="])


def test_law_78_a_proposal_for_the_last_deal_stays_open_while_the_first_dealer_is_corrected():
    rubber = rubber_in_play(lines=("2sn=", "4se-1"), system="chicago")
    proposal = correct(rubber, 2, "4se-2")
    vote(proposal, E)
    correct_first_dealer(rubber)
    state = load(rubber.pk)
    card = proposal_card(RubberDesk(state, state.players[S]), state.proposals[0])
    assert card.proposal == proposal
    with pytest.raises(Refused, match="open already"):
        correct(rubber, 2, "4se-3")
    vote(proposal, S)
    assert (proposal.state, lines(rubber)[-1]) == ("accepted", "4SE-2")


def correct_first_dealer(rubber: Rubber) -> None:
    """An arbiter corrects the first dealer from North to East."""
    move(
        state=load(rubber.pk),
        kind=Motion.Kind.DEALER,
        reason="East had the low card",
        seen_revision=load(rubber.pk).rubber.revision,
        by=arbiter(),
        now=LATER,
        dealer=E,
    )


def test_deals_left_over_begin_the_next_rubber_when_the_four_say_so():
    rubber = rubber_in_play(lines=FOUR_DEALS)
    vote(correct(rubber, 2, "4sn=", later="next"), E, S, W)
    following = Rubber.objects.latest("pk")
    assert following != rubber
    assert lines(following) == ["2HE=", "P"]
    assert load(following.pk).sheet.first_dealer is Seat.SOUTH
    assert following.players == rubber.players
    reasons = rubber.deals.filter(is_struck=True).values_list("reason", flat=True)
    assert set(reasons) == {
        "After the end, since deal 2 was corrected: it begins the next rubber"
    }


def test_deals_recorded_after_the_proposal_are_kept_when_it_ends_the_rubber_before_them():
    rubber = rubber_in_play(lines=("4sn=", "3sn="))
    proposal = correct(rubber, 2, "4sn=")
    record(rubber, "2he=")
    vote(proposal, E, S, W)
    rubber.refresh_from_db()
    assert (rubber.ending, lines(rubber)) == ("complete", ["4SN=", "4SN="])
    assert lines(Rubber.objects.latest("pk")) == ["2HE="]


def test_a_next_rubber_that_was_begun_without_a_deal_takes_the_deals_left_over(over):
    following = begin(over, S)  # the next dealer after the second deal
    vote(correct(over, 2, "4sn=", later="next"), E, S, W)
    assert (lines(over), lines(following)) == (["4SN=", "4SN="], ["2HE=", "4SN="])
    assert Rubber.objects.count() == 2
    record(following, "4se=")
    assert load(following.pk).sheet.deals[-1].dealer is Seat.NORTH


def test_a_next_rubber_that_another_was_to_begin_is_begun_again_by_the_dealer_of_the_first_deal_left_over(
    over,
):
    following = begin(over, E)
    vote(correct(over, 2, "4sn=", later="next"), E, S, W)
    following.refresh_from_db()
    assert (following.ending, following.is_agreed, lines(following)) == (
        "unfinished",
        True,
        [],
    )
    again = Rubber.objects.latest("pk")
    assert (again.is_over, again.first_dealer, lines(again)) == (
        False,
        "S",
        ["2HE=", "4SN="],
    )
    assert list(differences()) == []


def test_a_next_rubber_that_ended_without_a_deal_is_as_if_it_had_not_begun(over):
    following = begin(over, S)
    stop_rubber(
        state=load(following.pk),
        reason="Tea",
        seen_revision=0,
        by=over.players[N],
        now=LATER,
    )
    vote(correct(over, 2, "4sn=", later="next"), E, S, W)
    assert lines(Rubber.objects.latest("pk")) == ["2HE=", "4SN="]
    assert lines(following) == []


def others_begin_the_next(rubber):
    tables.leave_table(table=rubber.table, member=rubber.players[W], now=LATER)
    tables.come_to_table(table=rubber.table, member=member("Eve"), seat=W, now=LATER)
    begin(rubber, S)


def one_has_left(rubber):
    tables.leave_table(table=rubber.table, member=rubber.players[W], now=LATER)


def another_game_is_chosen(rubber):
    tables.choose_game(table=rubber.table, system="chicago", rules={})


def other_rules_are_chosen(rubber):
    tables.choose_game(
        table=rubber.table, system="contract", rules={"unfinished_partscore": 50}
    )


def the_next_has_a_deal(rubber):
    record(begin(rubber, S), "1nn=")


def the_table_is_put_away(rubber):
    tables.close_table(table=rubber.table, now=LATER)


HINDRANCES = [
    (one_has_left, "the four do not sit here any more"),
    (others_begin_the_next, "the four do not sit here any more"),
    (the_table_is_put_away, "the four do not sit here any more"),
    (
        another_game_is_chosen,
        "another game or other rules are chosen for the next rubber",
    ),
    (
        other_rules_are_chosen,
        "another game or other rules are chosen for the next rubber",
    ),
    (the_next_has_a_deal, "the next rubber has deals already"),
]


@pytest.mark.parametrize(("happens", "reason"), HINDRANCES)
def test_where_they_cannot_begin_the_next_rubber_the_vote_falls_back_to_striking(
    over, happens, reason
):
    happens(over)
    others = {rubber: lines(rubber) for rubber in Rubber.objects.exclude(pk=over.pk)}
    proposal = correct(over, 2, "4sn=", later="next")  # never refused
    words = f"Deals 3 and 4 came after that end. They cannot begin the next rubber, as {reason}: they are struck out."
    assert words in follows(proposal)
    vote(proposal, E, S, W)
    over.refresh_from_db()
    assert (over.ending, lines(over), is_struck(over)) == (
        "complete",
        ["4SN=", "4SN="],
        [3, 4],
    )
    assert {
        rubber: lines(rubber) for rubber in Rubber.objects.exclude(pk=over.pk)
    } == others
    reasons = over.deals.filter(is_struck=True).values_list("reason", flat=True)
    assert set(reasons) == {"After the end, since deal 2 was corrected: it is lost"}


@pytest.mark.parametrize(("happens", "reason"), HINDRANCES)
def test_what_hinders_only_after_the_proposal_makes_no_vote_fail(over, happens, reason):
    proposal = correct(over, 2, "4sn=", later="next")
    happens(over)
    vote(proposal, E, S, W)
    assert (proposal.state, lines(over), is_struck(over)) == (
        "accepted",
        ["4SN=", "4SN="],
        [3, 4],
    )


def test_where_they_cannot_begin_the_next_rubber_nothing_is_to_be_chosen(over):
    the_next_has_a_deal(over)
    assert correct(over, 2, "4sn=").later == "strike"


def test_both_fates_are_said_before_the_vote_and_what_would_be_lost(over):
    words = follows(correct(over, 2, "4sn=", later="next"))
    assert (
        "Deals 3 and 4 came after that end. They begin the next rubber if the four still sit here and it has no deal "
        "yet; otherwise they are struck out." in words
    )
    assert "If struck out, deal 3 is lost: 2♥ by Ben, made, We 60." in words
    assert "If struck out, deal 4 is lost: 4♠ by Anna, made, They 120." in words


def test_what_is_struck_out_says_what_is_lost():
    rubber = rubber_in_play(lines=("4sn=", "3sn=", "2hxe-1 h4n"))
    words = follows(correct(rubber, 2, "4sn=", later="strike"))
    assert "Deal 3 came after that end and is struck out." in words
    assert "Deal 3 is lost: 2♥ doubled by Ben, −1, They 200." in words


def test_the_other_book_keeps_deals_left_over_where_it_can_and_says_so():
    rubber = rubber_in_play(lines=("4sn=", "3sn="))
    entered = enter_deal(
        state=load(rubber.pk),
        facts=parse_deal("4sn="),
        number=2,
        seen_revision=1,
        key="5a2c8f7e-0f39-4c2c-9b36-0a1b2c3d4e5f",
        by=rubber.players[E],
        now=NOON,
    )
    for line in ("2he=", "4sn="):
        record(rubber, line)
    assert "They begin the next rubber if the four still sit here" in follows(
        entered.proposal
    )
    vote(entered.proposal, S, W)
    assert (lines(rubber), lines(Rubber.objects.latest("pk"))) == (
        ["4SN=", "4SN="],
        ["2HE=", "4SN="],
    )


def test_deals_left_over_that_complete_the_next_rubber_go_on_into_yet_another(over):
    others = {seat: member(f"{seat.word} Else") for seat in Seat}
    elsewhere = (
        rubber_in_play(others, lines=("2se=", "4se=", "4se=")),
        rubber_in_play(others, lines=("1nn=", "p")),
    )
    left_over = tuple(deal for rubber in elsewhere for deal in load(rubber.pk).deals)
    state = load(over.pk)
    consequence = replace(
        consequence_of(state, state.deal(2), parse_deal("4sn=")), left_over=left_over
    )
    with transaction.atomic():
        begin_next_rubber(
            state=state, consequence=consequence, by=over.players[N], now=LATER
        )
    first, second = (
        Rubber.objects.filter(table=over.table).exclude(pk=over.pk).order_by("pk")
    )
    assert (first.ending, lines(first), first.first_dealer) == (
        "complete",
        ["2SE=", "4SE=", "4SE="],
        "S",
    )
    assert (second.ending, lines(second), second.first_dealer) == (
        "",
        ["1NTN=", "P"],
        "E",
    )


def test_both_rubbers_are_agreed_and_posted_by_themselves(over):
    vote(correct(over, 2, "4sn=", later="next"), E, S, W)
    following = Rubber.objects.latest("pk")
    record(following, "4se=")
    record(following, "4se=")
    for rubber in (over, following):
        agree(rubber)
    assert list(differences()) == []
    assert not Rubber.objects.filter(agreed_at=None).exists()
