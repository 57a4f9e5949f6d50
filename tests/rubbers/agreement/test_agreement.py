"""The four signatures of a net score (Law 76): when they post the rubber, and what cancels them."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.ledger.books import books
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_deal, agree_net
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import HouseRules, NetAgreement, Proposal
from clubscore.rubbers.recording import services
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


def posted() -> bool:
    return bool(books().accounts)


def test_one_of_each_side_posts_a_rubber_by_default():
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, Seat.NORTH)
    agree(rubber, Seat.SOUTH)
    assert not posted()
    agree(rubber, Seat.WEST)
    assert posted()
    assert rubber.is_agreed


def test_all_four_post_it_where_the_club_says_so():
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, Seat.NORTH, Seat.EAST, Seat.SOUTH)
    assert not posted()
    agree(rubber, Seat.WEST)
    assert posted()


def test_time_posts_it_where_the_club_says_so_and_nobody_objects():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    assert post_due(now=rubber.ended_at + timedelta(minutes=29)) == []
    assert post_due(now=rubber.ended_at + timedelta(minutes=30)) == [rubber]
    assert post_due(now=rubber.ended_at + timedelta(minutes=31)) == []
    assert posted()


def test_an_open_proposal_stops_the_clock():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    propose(
        state=load(rubber.deals.get(number=9).rubber_id),
        base=rubber.deals.get(number=9),
        facts=parse_deal("3he= h4e"),
        key="5a2c8f7e-0f39-4c2c-9b36-0a1b2c3d4e5f",
        by=rubber.players[Seat.EAST],
        now=NOON,
    )
    assert post_due(now=rubber.ended_at + timedelta(hours=5)) == []


def test_the_choice_of_the_club_is_pinned_when_the_rubber_begins():
    rubber = rubber_in_play(lines=NINE_DEALS)
    HouseRules.objects.create(pk=1, agreed_by="all")
    agree(rubber)
    assert posted()


def test_the_margin_is_posted_as_the_club_rounds_it_and_the_rubber_keeps_its_rounding():
    HouseRules.objects.create(pk=1, rounding="half-up")
    rubber = rubber_in_play(lines=NINE_DEALS)
    HouseRules.objects.update(rounding="exact")
    agree(rubber)
    assert sorted(account.net for account in books().accounts) == [-800, -800, 800, 800]
    assert list(differences()) == []


def test_a_new_version_of_any_deal_clears_the_signatures_under_the_net_score():
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, Seat.NORTH)
    services.undo_deal(
        state=load(rubber.pk), number=9, by=rubber.players[Seat.NORTH], now=NOON
    )
    record(rubber, NINE_DEALS[-1])
    agree(rubber, Seat.EAST)
    assert not posted()


def test_a_net_score_that_is_not_the_newest_cannot_be_agreed_to():
    rubber = rubber_in_play(lines=NINE_DEALS)
    seen = rubber.deals.get(number=8)
    with pytest.raises(Refused, match="changed since"):
        agree_net(
            state=load(rubber.pk), newest=seen, by=rubber.players[Seat.NORTH], now=NOON
        )


def test_a_rubber_in_play_has_no_net_score_to_agree_to():
    rubber = rubber_in_play(lines=("2hn=",))
    with pytest.raises(Refused, match="not over yet"):
        agree(rubber)


def test_signing_twice_is_signing_once():
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, Seat.NORTH)
    agree(rubber, Seat.NORTH)
    assert NetAgreement.objects.count() == 1
    assert not posted()


def test_somebody_who_does_not_play_here_signs_nothing():
    rubber, eve = rubber_in_play(lines=NINE_DEALS), member("Eve")
    with pytest.raises(PermissionDenied):
        agree_net(
            state=load(rubber.pk), newest=rubber.deals.latest("pk"), by=eve, now=NOON
        )
    with pytest.raises(PermissionDenied):
        agree_deal(
            state=load(rubber.deals.get(number=1).rubber_id),
            deal=rubber.deals.get(number=1),
            by=eve,
            now=NOON,
        )


def test_a_deal_is_agreed_to_by_one_tap_and_never_blocks_the_next():
    rubber = rubber_in_play(lines=("2hn=",))
    record(rubber, "4sn=")
    first = rubber.deals.get(number=1)
    agree_deal(
        state=load(first.rubber_id), deal=first, by=rubber.players[Seat.EAST], now=NOON
    )
    assert [signature.member.name for signature in first.agreements.all()] == ["Ben"]


def test_a_version_that_was_replaced_cannot_be_agreed_to():
    rubber = rubber_in_play(lines=("2hn=",))
    first = rubber.deals.get(number=1)
    services.undo_deal(
        state=load(rubber.pk), number=1, by=rubber.players[Seat.NORTH], now=NOON
    )
    with pytest.raises(Refused, match="has been changed since"):
        agree_deal(
            state=load(first.rubber_id),
            deal=first,
            by=rubber.players[Seat.EAST],
            now=NOON,
        )


def test_a_signature_does_not_make_a_half_typed_entry_stale():
    rubber = rubber_in_play(lines=("2hn=",))
    seen = rubber.revision
    agree_deal(
        state=load(rubber.deals.get(number=1).rubber_id),
        deal=rubber.deals.get(number=1),
        by=rubber.players[Seat.EAST],
        now=NOON,
    )
    rubber.refresh_from_db()
    assert rubber.revision == seen


def test_open_proposals_expire_when_the_net_score_is_agreed_all_the_same():
    rubber = rubber_in_play(lines=NINE_DEALS)
    proposal = propose(
        state=load(rubber.deals.get(number=1).rubber_id),
        base=rubber.deals.get(number=1),
        facts=parse_deal("2hs+2 h4s"),
        key="5a2c8f7e-0f39-4c2c-9b36-0a1b2c3d4e5f",
        by=rubber.players[Seat.SOUTH],
        now=NOON,
    )
    agree(rubber, despite=proposal)
    proposal.refresh_from_db()
    assert proposal.state == Proposal.State.EXPIRED


def test_an_admin_opens_an_agreed_rubber_with_a_reason_and_the_margin_is_reversed():
    rubber, sam = agreed_rubber(), member("Sam", role=Role.ADMIN)
    reopen(state=load(rubber.pk), reason="Ben showed his hand record", by=sam, now=NOON)
    rubber.refresh_from_db()
    assert not rubber.is_agreed
    assert {account.net for account in books().accounts} == {0}
    agree(rubber)
    assert sorted(account.net for account in books().accounts) == [-810, -810, 810, 810]
    assert list(differences()) == []


def test_nobody_else_opens_it_and_not_without_a_reason():
    rubber = agreed_rubber()
    with pytest.raises(PermissionDenied):
        reopen(
            state=load(rubber.pk),
            reason="Because",
            by=rubber.players[Seat.NORTH],
            now=NOON,
        )
    with pytest.raises(Refused, match="Write down why"):
        reopen(
            state=load(rubber.pk),
            reason=" ",
            by=member("Sam", role=Role.ADMIN),
            now=NOON,
        )
