"""Signing by a table PIN on the cards of a rubber: votes, auctions, substitutes, and deals of a guest
beside a member.
"""

from uuid import uuid4

import pytest

from clubscore.members.access.pins import choose_pin
from clubscore.members.people.services import add_guest, give_role
from clubscore.members.roles import Role
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import DealAgreement, Proposal, SubstitutionConsent, Vote
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.votes import counted_votes
from clubscore.rubbers.substitution.services import propose_substitute
from scoring import Seat, parse_deal
from tests.factories import NOON, four, member, rubber_in_play
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
PIN = "2468"


def with_guests(*seats):
    """A rubber with one deal, in which guests who have chosen PINs on Anna's device sit in these seats."""
    players = four()
    guests = {
        seat: add_guest(name=f"{name} Guest", now=NOON)
        for seat, name in zip(seats, ("Karl", "Lena"), strict=False)
    }
    for guest in guests.values():
        choose_pin(member=guest, pin=PIN, device_of=players[N], now=NOON)
    return rubber_in_play(players | guests, lines=("4sn=",))


@pytest.fixture
def mixed(db):
    """A rubber of Ben and Karl, who is a guest, against Anna and Cleo."""
    return with_guests(W)


@pytest.fixture
def guests(db):
    """A rubber of two guests against Anna and Cleo."""
    return with_guests(E, W)


def correct(rubber, *, strikes=False):
    return propose(
        state=load(rubber.pk),
        base=load(rubber.pk).deal(1),
        facts=None if strikes else parse_deal("4sn+1"),
        key=uuid4(),
        by=rubber.players[N],
        now=NOON,
        error="" if strikes else "recording",
    )


def vote(client, proposal, who, *, says="yes"):
    fields = {"vote": says, "member": who.pk, "pin": PIN, "at": f"{proposal.pk}v"}
    return client.post(
        f"/rubbers/{proposal.rubber_id}/proposals/{proposal.pk}/votes/",
        fields,
        headers=HTMX,
    )


def own_vote(proposal, who, *, is_yes=True):
    cast(
        state=load(proposal.rubber_id),
        proposal=proposal,
        is_yes=is_yes,
        by=who,
        now=NOON,
    )


def is_open(proposal) -> bool:
    return Proposal.objects.open().filter(pk=proposal.pk).exists()


def test_three_votes_from_one_phone_correct_nothing_over_the_head_of_a_member(
    mixed, signed_in
):
    proposal = correct(mixed)
    own_vote(proposal, mixed.players[S])
    answer = vote(signed_in(mixed.players[N]), proposal, mixed.players[W])
    assert answer.status_code == 409
    assert "it binds guests, and Ben is a member" in answer.content.decode()
    assert is_open(proposal)


def test_nor_do_they_turn_down_what_the_member_proposes(mixed, signed_in):
    ben = mixed.players[E]
    proposal = propose(
        state=load(mixed.pk),
        base=load(mixed.pk).deal(1),
        facts=None,
        key=uuid4(),
        by=ben,
        now=NOON,
    )
    assert (
        vote(
            signed_in(mixed.players[N]), proposal, mixed.players[W], says="no"
        ).status_code
        == 409
    )
    assert is_open(proposal)


def test_what_takes_all_four_is_done_when_the_guest_votes_as_the_member_has(
    mixed, signed_in
):
    proposal = correct(mixed, strikes=True)
    for seat in (S, E):
        own_vote(proposal, mixed.players[seat])
    assert (
        vote(signed_in(mixed.players[N]), proposal, mixed.players[W]).status_code == 200
    )
    assert not is_open(proposal)
    assert Vote.objects.get(member=mixed.players[W]).how == "table-pin"


def test_a_guest_s_vote_that_followed_the_member_counts_no_more_when_the_member_thinks_again(
    mixed, signed_in
):
    proposal = correct(mixed)
    ben, karl = mixed.players[E], mixed.players[W]
    own_vote(proposal, ben, is_yes=False)
    vote(signed_in(mixed.players[N]), proposal, karl, says="no")
    votes = counted_votes(load(mixed.pk), proposal)
    assert (votes.yes, votes.no) == (1, 2)
    own_vote(proposal, ben)
    votes = counted_votes(load(mixed.pk), Proposal.objects.get(pk=proposal.pk))
    assert (votes.yes, votes.no) == (2, 0)


def test_on_the_partner_s_device_a_guest_votes_otherwise_than_the_partner(
    mixed, signed_in
):
    proposal, ben = correct(mixed), mixed.players[E]
    own_vote(proposal, ben, is_yes=False)
    assert vote(signed_in(ben), proposal, mixed.players[W]).status_code == 200
    votes = counted_votes(load(mixed.pk), proposal)
    assert (votes.yes, votes.no) == (2, 1)


def test_two_guests_vote_on_one_phone_and_the_new_version_says_how_they_signed_it(
    guests, signed_in
):
    proposal = correct(guests)
    anna = signed_in(guests.players[N])
    assert vote(anna, proposal, guests.players[E]).status_code == 200
    assert vote(anna, proposal, guests.players[W]).status_code == 200
    assert not is_open(proposal)
    signed = DealAgreement.objects.filter(deal__version=2).values_list(
        "member__name", "how", "device_of__name"
    )
    assert set(signed) == {
        ("Anna", "tapped", None), ("Karl Guest", "table-pin", "Anna"), ("Lena Guest", "table-pin", "Anna")
    }  # fmt: skip


def say_so(client, rubber, who):
    fields = {"number": 1, "member": who.pk, "pin": PIN, "at": "auction"}
    return client.post(f"/rubbers/{rubber.pk}/auction/", fields, headers=HTMX)


def test_no_period_is_closed_for_a_member_by_the_guest_s_table_pin(mixed, signed_in):
    anna = signed_in(mixed.players[N])
    anna.post(f"/rubbers/{mixed.pk}/auction/", {"number": 1}, headers=HTMX)
    answer = say_so(anna, mixed, mixed.players[W])
    assert answer.status_code == 409
    assert "it binds guests, and Ben is a member" in answer.content.decode()
    assert load(mixed.pk).auctions_over == frozenset()
    assert (
        say_so(signed_in(mixed.players[E]), mixed, mixed.players[W]).status_code == 200
    )
    assert load(mixed.pk).auctions_over == {1}


def test_two_guests_say_on_one_phone_that_the_auction_is_over_until_one_turns_out_to_be_a_member(
    guests, signed_in
):
    anna = signed_in(guests.players[N])
    anna.post(f"/rubbers/{guests.pk}/auction/", {"number": 1}, headers=HTMX)
    assert say_so(anna, guests, guests.players[W]).status_code == 200
    assert load(guests.pk).auctions_over == {1}
    lena = guests.players[W]
    type(lena).objects.filter(pk=lena.pk).update(is_guest=False, username="lena")
    give_role(member=lena, role=Role.PLAYER)
    assert load(guests.pk).auctions_over == frozenset()
    assert (
        signed_in(lena)
        .post(f"/rubbers/{guests.pk}/auction/", {"number": 1}, headers=HTMX)
        .status_code
        == 200
    )
    assert load(guests.pk).auctions_over == {1}


def consent_to(client, asked, who):
    fields = {"member": who.pk, "pin": PIN, "at": f"{asked.pk}s"}
    path = f"/rubbers/{asked.rubber_id}/substitutions/{asked.pk}/consents/"
    return client.post(path, fields, headers=HTMX)


def test_a_guest_consents_to_a_substitute_alone_and_a_member_without_sign_in_does_not(
    mixed, signed_in
):
    asked = propose_substitute(
        state=load(mixed.pk),
        seat=S,
        substitute=member("Edith"),
        by=mixed.players[N],
        now=NOON,
    )
    anna, karl = signed_in(mixed.players[N]), mixed.players[W]
    assert consent_to(anna, asked, karl).status_code == 200
    SubstitutionConsent.objects.get(member=karl)
    ben = mixed.players[E]
    type(ben).objects.filter(pk=ben.pk).update(username=None)
    ben.refresh_from_db()
    choose_pin(member=ben, pin=PIN, device_of=mixed.players[N], now=NOON)
    answer = consent_to(anna, asked, ben)
    assert answer.status_code == 409
    assert (
        "Ben’s own tap, once Ben has joined by an invitation" in answer.content.decode()
    )


def test_a_member_who_plays_on_for_a_guest_is_not_bound_by_the_guest_who_stays(
    guests, signed_in
):
    anna, edith = signed_in(guests.players[N]), member("Edith")
    asked = propose_substitute(
        state=load(guests.pk), seat=E, substitute=edith, by=guests.players[N], now=NOON
    )
    signed_in(guests.players[S]).post(
        f"/rubbers/{guests.pk}/substitutions/{asked.pk}/consents/", {}, headers=HTMX
    )
    assert consent_to(anna, asked, guests.players[W]).status_code == 200
    assert load(guests.pk).players[E] == edith
    anna.post(f"/rubbers/{guests.pk}/auction/", {"number": 1}, headers=HTMX)
    assert say_so(anna, guests, guests.players[W]).status_code == 409


def test_a_deal_is_signed_by_table_pin_and_its_seal_says_so(mixed, signed_in):
    newest = load(mixed.pk).deal(1)
    fields = {"version": newest.pk, "member": mixed.players[W].pk, "pin": PIN}
    anna = signed_in(mixed.players[N])
    assert (
        anna.post(
            f"/rubbers/{mixed.pk}/deals/1/agreement/", fields, headers=HTMX
        ).status_code
        == 200
    )
    html = anna.get(f"/rubbers/{mixed.pk}/sheet/?view=NS").content.decode()
    assert "Karl (agreed by table PIN at another&#x27;s device)" in html


def test_whoever_chooses_a_pin_at_the_table_is_told_what_it_binds(mixed, signed_in):
    karl = mixed.players[W]
    type(karl).objects.filter(pk=karl.pk).update(pin="")
    html = (
        signed_in(mixed.players[N])
        .get(f"/rubbers/{mixed.pk}/pins/{karl.pk}/")
        .content.decode()
    )
    assert "this PIN binds guests" in html
