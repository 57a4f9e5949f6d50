"""Rulings and reopened net scores are decided by the club, not the laws: who decides, how long, and where
it is shown.
"""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.consent.cards.decision import decision_cards
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    member,
    record,
    rubber_in_play,
)

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
BY_THE_CLUB = "The club’s decision: the laws have none for this."
MAJORITY = "By Law 78 a majority of the four decides. "
ALL_FOUR = "By Law 78 all four would have had to consent. "
CLOSED = "By Law 12–13 (1912) the players could not correct it any more. "


@pytest.fixture
def sam(db):
    return member("Sam", role=Role.ADMIN)


def correct(rubber, line, number=1, *, royals=False):
    return propose(
        state=load(rubber.pk),
        base=rubber.deals.filter(number=number).latest("version"),
        facts=parse_deal(line, royals=royals),
        key=uuid4(),
        error="agreement",
        by=rubber.players[N],
        now=NOON,
    )


def ruled(proposal, sam, *, is_yes=True):
    rule(
        state=load(proposal.rubber_id),
        proposal=proposal,
        is_yes=is_yes,
        ruling="Dan saw the hand",
        by=sam,
        now=NOON,
    )
    return Proposal.objects.get(pk=proposal.pk)


def closing(rubber):
    return [
        offer.closing
        for deal in history_of(load(rubber.pk)).deals
        for offer in deal.offers
    ]


def lines(rubber):
    return [str(deal.facts) for deal in load(rubber.pk).deals]


def test_a_ruling_within_the_window_says_that_it_is_the_club_s(sam):
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = ruled(correct(rubber, "4sn+1"), sam)
    assert (proposal.is_ruled_yes, proposal.consents_then) == (True, 3)
    assert closing(rubber) == [
        f"Deal 1 is corrected to 4♠ by Anna, made with one overtrick. {MAJORITY}{BY_THE_CLUB}"
    ]


def test_a_ruling_on_tricks_after_the_next_auction_says_that_all_four_would_have_had_to_consent(
    sam,
):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposal = ruled(correct(rubber, "4sn+1"), sam)
    assert (proposal.is_ruled_yes, proposal.consents_then) == (True, 4)
    assert lines(rubber) == ["4SN+1", "2HE="]
    assert closing(rubber)[0].endswith(f"{ALL_FOUR}{BY_THE_CLUB}")


def test_a_proposal_out_of_its_window_stays_open_for_an_admin_who_can_rule_yes(sam):
    rubber = rubber_in_play(system="royal", lines=("4rn= h3n h2e",))
    proposal = correct(rubber, "4rn+1 h3n h2e", royals=True)
    record(rubber, "1cn= h3n h2e")
    for seat in (E, S):
        with pytest.raises(
            Refused, match="concluded.* Only an arbiter can still decide on it"
        ):
            cast(
                state=load(rubber.pk),
                proposal=proposal,
                is_yes=True,
                by=rubber.players[seat],
                now=NOON,
            )
    proposal.refresh_from_db()
    assert proposal.is_open
    proposal = ruled(proposal, sam)
    assert (proposal.is_ruled_yes, proposal.consents_then) == (True, 0)
    assert lines(rubber)[0].startswith("4RN+1")
    assert closing(rubber)[0].endswith(f"{CLOSED}{BY_THE_CLUB}")


def test_a_ruling_is_shown_to_all_four_with_who_what_and_why_until_the_net_score_is_agreed(
    sam,
):
    rubber = rubber_in_play(lines=NINE_DEALS)
    ruled(correct(rubber, "3cn+1", 8), sam)
    ruled(correct(rubber, "3he-1", 9), sam, is_yes=False)
    cards = decision_cards(load(rubber.pk))
    assert [(card.by, card.reason) for card in cards] == [
        ("Sam (arbiter)", "Dan saw the hand")
    ] * 2
    assert cards[0].at > cards[1].at > load(rubber.pk).rubber.ended_at
    assert [(card.title, card.words, card.standing) for card in cards] == [
        (
            "Sam has ruled on deal 9",
            "Deal 9 stays as recorded.",
            f"{MAJORITY}{BY_THE_CLUB}",
        ),
        (
            "Sam has ruled on deal 8",
            "Deal 8 is corrected to 3♣ by Anna, made with one overtrick.",
            f"{ALL_FOUR}{BY_THE_CLUB}",
        ),
    ]
    agree(rubber)
    assert decision_cards(load(rubber.pk)) == ()


def test_a_reopened_net_score_says_that_it_is_the_club_s_decision_until_it_is_agreed_anew(
    sam,
):
    rubber = agreed_rubber()
    reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=NOON)
    (card,) = decision_cards(load(rubber.pk))
    assert (card.title, card.reason, card.standing) == (
        "Sam has opened this rubber again",
        "Ben’s card",
        BY_THE_CLUB,
    )
    words = [event.words for event in history_of(load(rubber.pk)).events]
    assert (
        f"Sam (arbiter) opened the agreed rubber again: Ben’s card. {BY_THE_CLUB}"
        in words
    )
    agree(rubber)
    assert decision_cards(load(rubber.pk)) == ()


def test_what_was_ruled_before_the_score_was_agreed_is_not_shown_again_after_a_reopening(
    sam,
):
    rubber = rubber_in_play(lines=NINE_DEALS)
    ruled(correct(rubber, "3he-1", 9), sam, is_yes=False)
    agree(rubber)
    reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=rubber.ended_at)
    assert [card.title for card in decision_cards(load(rubber.pk))] == [
        "Sam has opened this rubber again"
    ]


def test_the_audit_says_for_what_was_ruled_and_beyond_what(sam):
    rubber = rubber_in_play(lines=("4sn=",))
    for seat in (W, N):
        call_auction_over(
            state=load(rubber.pk), number=1, by=rubber.players[seat], now=NOON
        )
    ruled(correct(rubber, "4sn+1"), sam)
    (entry,) = [
        entry
        for entry in every_entry(AuditFilter())
        if entry.description.action == "proposal.ruled"
    ]
    assert (
        entry.description.words
        == f"ruled for the correction of deal 1 at Table 1. {ALL_FOUR}{BY_THE_CLUB}"
    )
    assert entry.description.reason == "Dan saw the hand"


def test_the_database_keeps_a_ruling_whole(sam):
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, "4sn+1")
    for columns in (
        {"ruling": "So it was"},
        {"is_ruled_yes": True},
        {"consents_then": 4},
    ):
        with (
            pytest.raises(IntegrityError, match="rubbers_proposal_is_ruled_whole"),
            transaction.atomic(),
        ):
            Proposal.objects.filter(pk=proposal.pk).update(**columns)
