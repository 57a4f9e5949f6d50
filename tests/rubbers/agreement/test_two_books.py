"""Both sides keep a book (Laws 75 and 78): the entry of the second writer is never lost and never an error."""

from uuid import uuid4

import pytest

from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.correction.ballot import ballot_on
from clubscore.rubbers.correction.services import cast
from clubscore.rubbers.models import Deal, DealAgreement, Proposal
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, member, rubber_in_play

pytestmark = pytest.mark.django_db


def enter(rubber, line, seat, *, number=1, key=None, seen_revision=0):
    return enter_deal(
        state=load(rubber.pk),
        facts=parse_deal(line),
        number=number,
        seen_revision=seen_revision,
        key=key or uuid4(),
        by=rubber.players[seat],
        now=NOON,
    )


def signatures(deal):
    return {signature.member.name: signature.how for signature in deal.agreements.all()}


def test_whoever_records_a_deal_has_agreed_to_it():
    rubber = rubber_in_play()
    entered = enter(rubber, "4sn=", Seat.NORTH)
    assert signatures(entered.deal) == {"Anna": "recorded"}


def test_two_books_alike_are_one_deal_agreed_by_both():
    rubber = rubber_in_play()
    first = enter(rubber, "4sn=", Seat.NORTH)
    second = enter(rubber, "4s n =", Seat.EAST)
    assert (second.deal, second.proposal) == (first.deal, None)
    assert signatures(first.deal) == {"Anna": "recorded", "Ben": "kept"}
    assert Deal.objects.count() == 1


def test_two_books_that_differ_stand_side_by_side_and_the_first_counts_meanwhile():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    second = enter(rubber, "4sn-1", Seat.EAST)
    assert (second.proposal.origin, str(second.proposal.facts)) == ("book", "4SN-1")
    assert [str(deal.deal) for deal in load(rubber.pk).sheet.deals] == ["4SN="]


@pytest.mark.parametrize("first", [Seat.NORTH, Seat.EAST])
def test_in_either_order_nothing_is_lost(first):
    rubber = rubber_in_play()
    lines = {Seat.NORTH: "4sn=", Seat.EAST: "4sn-1"}
    other = Seat.EAST if first is Seat.NORTH else Seat.NORTH
    enter(rubber, lines[first], first)
    enter(rubber, lines[other], other)
    kept = {str(Deal.objects.get().facts), str(Proposal.objects.get().facts)}
    assert kept == {"4SN=", "4SN-1"}


def test_the_recollection_of_the_majority_governs():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    proposal = enter(rubber, "4sn-1", Seat.EAST).proposal
    for seat in (Seat.WEST, Seat.SOUTH):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=True,
            by=rubber.players[seat],
            now=NOON,
        )
    proposal.refresh_from_db()
    rubber.refresh_from_db()
    assert proposal.state == "accepted"
    assert [str(deal.deal) for deal in load(rubber.pk).sheet.deals] == ["4SN-1"]
    newest = Deal.objects.get(version=2)
    assert signatures(newest) == {"Ben": "tapped", "Cleo": "tapped", "Dan": "tapped"}


def test_a_majority_for_the_first_version_settles_it_too():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    proposal = enter(rubber, "4sn-1", Seat.EAST).proposal
    for seat in (Seat.NORTH, Seat.SOUTH, Seat.WEST):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=False,
            by=rubber.players[seat],
            now=NOON,
        )
    proposal.refresh_from_db()
    assert proposal.state == "refused"


def test_two_against_two_stays_as_first_recorded_until_one_yields():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    proposal = enter(rubber, "4sn-1", Seat.EAST).proposal
    for seat, is_yes in ((Seat.NORTH, False), (Seat.SOUTH, False), (Seat.WEST, True)):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=is_yes,
            by=rubber.players[seat],
            now=NOON,
        )
    proposal.refresh_from_db()
    assert (proposal.state, ballot_on(load(proposal.rubber_id), proposal).is_tied) == (
        "open",
        True,
    )
    assert [str(deal.deal) for deal in load(rubber.pk).sheet.deals] == ["4SN="]
    cast(
        state=load(proposal.rubber_id),
        proposal=proposal,
        is_yes=True,
        by=rubber.players[Seat.SOUTH],
        now=NOON,
    )
    proposal.refresh_from_db()
    assert proposal.state == "accepted"


@pytest.mark.parametrize("system", ["contract", "chicago"])
def test_of_two_books_the_majority_governs_also_after_the_next_auction_and_one_no_does_not_refuse(
    system,
):
    rubber = rubber_in_play(system=system)
    enter(rubber, "4sn=", Seat.NORTH)
    proposal = enter(rubber, "4sn-1", Seat.EAST).proposal
    rubber.refresh_from_db()
    enter(rubber, "2he=", Seat.NORTH, number=2, seen_revision=rubber.revision)
    for seat, is_yes in ((Seat.NORTH, False), (Seat.SOUTH, True), (Seat.WEST, True)):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=is_yes,
            by=rubber.players[seat],
            now=NOON,
        )
    proposal.refresh_from_db()
    assert proposal.state == "accepted"
    assert [str(deal.deal) for deal in load(rubber.pk).sheet.deals] == ["4SN-1", "2HE="]


def test_a_disagreement_of_two_books_is_open_until_the_net_score_is_agreed():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    enter(rubber, "4sn-1", Seat.EAST)
    rubber.refresh_from_db()
    enter(rubber, "4sn=", Seat.NORTH, number=2, seen_revision=rubber.revision)
    state = load(rubber.pk)
    period = ballot_on(state, state.proposals[0]).period
    assert (period.consents, period.law) == (3, "Law 78")
    assert "what a majority of the four remember counts" in period.words


def test_the_own_partner_with_something_else_is_told_and_nothing_is_written():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    with pytest.raises(Stale, match="Anna recorded deal 1"):
        enter(rubber, "4sn-1", Seat.SOUTH)
    assert Proposal.objects.count() == 0


def test_the_own_partner_with_the_same_agrees():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    enter(rubber, "4sn=", Seat.SOUTH)
    assert set(DealAgreement.objects.values_list("member__name", flat=True)) == {
        "Anna",
        "Cleo",
    }


def test_the_other_book_sent_twice_is_there_once():
    rubber, key = rubber_in_play(), uuid4()
    enter(rubber, "4sn=", Seat.NORTH)
    first = enter(rubber, "4sn-1", Seat.EAST, key=key)
    assert enter(rubber, "4sn-1", Seat.EAST, key=key) == first
    assert Proposal.objects.count() == 1


def test_an_entry_for_an_earlier_deal_is_no_other_book_any_more_but_a_correction_to_propose():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    rubber.refresh_from_db()
    enter(rubber, "2he=", Seat.NORTH, number=2, seen_revision=1)
    with pytest.raises(Stale):
        enter(rubber, "4sn-1", Seat.WEST, number=1, seen_revision=2)
    assert not Proposal.objects.exists()


def test_a_stranger_s_entry_is_refused():
    rubber = rubber_in_play()
    enter(rubber, "4sn=", Seat.NORTH)
    with pytest.raises(Stale):
        enter_deal(
            state=load(rubber.pk),
            facts=parse_deal("4sn-1"),
            number=1,
            seen_revision=0,
            key=uuid4(),
            by=member("Sam", role=Role.ADMIN),
            now=NOON,
        )
