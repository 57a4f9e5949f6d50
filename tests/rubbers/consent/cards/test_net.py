"""The card of a net score: open disputes, the time limit for objections, and the form for a player who has
left the club.
"""

from datetime import timedelta
from uuid import uuid4

import pytest

from clubscore.members.access.pins import choose_pin
from clubscore.members.people.services import add_guest, leave_club
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import HouseRules, NetAgreement, Proposal, Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    four,
    member,
    record,
    rubber_in_play,
)
from tests.rubbers.conftest import HTMX
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


@pytest.fixture
def over(db):
    return rubber_in_play(lines=NINE_DEALS)


@pytest.fixture
def sam(db):
    return member("Sam", role=Role.ADMIN)


def dispute(rubber):
    return enter_deal(
        state=load(rubber.pk),
        facts=parse_deal("3he-1"),
        number=9,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[E],
        now=NOON,
    ).proposal


def cards(client, rubber) -> str:
    return client.get(f"/rubbers/{rubber.pk}/consent/").content.decode()


def net_card(html) -> str:
    return html.split('<article id="net-card"')[1].split("</article>")[0]


def sign(client, rubber, headers=HTMX, **fields):
    return client.post(
        f"/rubbers/{rubber.pk}/agreement/",
        {"version": rubber.deals.latest("pk").pk} | fields,
        headers=headers,
    )


def sign_instead(client, rubber, **fields):
    sent = {
        "version": rubber.deals.latest("pk").pk,
        "seat": "S",
        "reason": "She agreed by phone",
    }
    return client.post(f"/rubbers/{rubber.pk}/agreement/instead/", sent | fields)


def test_the_card_of_a_net_score_with_a_dispute_says_so_first_and_its_button_agrees_all_the_same(
    over, signed_in
):
    proposal = dispute(over)
    html = cards(signed_in(over.players[N]), over)
    card = net_card(html)
    assert card.index("Deal 9 is disputed: settle it first.") < card.index("<form")
    assert 'Agree all the same <span class="vh">to We 1,690' in card
    assert f'name="despite" value="{proposal.pk}"' in card
    assert "The posting waits until it is settled." in card
    assert html.index("proposal-card") < html.index('id="net-card"')
    # The vote and eight deals; nobody need agree all the same.
    assert 'data-count="9"' in html


def test_a_tap_on_an_old_page_is_refused_and_the_answer_asks_anew(over, signed_in):
    anna = signed_in(over.players[N])
    proposal = dispute(over)
    answer = sign(anna, over)
    assert answer.status_code == 409
    assert (
        "Deal 9 is disputed: settle it first, or agree all the same."
        in answer.content.decode()
    )
    assert sign(anna, over, despite=proposal.pk).status_code == 200
    assert "<b>Anna</b> agreed all the same" in cards(anna, over)


@pytest.mark.parametrize("despite", ["", "x", "0", "99999999999999999999", "12345"])
def test_nonsense_agrees_to_nothing(over, signed_in, despite):
    dispute(over)
    assert sign(signed_in(over.players[N]), over, despite=despite).status_code == 409
    assert not NetAgreement.objects.exists()


def test_a_proposal_of_another_rubber_is_none(over, signed_in):
    dispute(over)
    other = rubber_in_play(
        {seat: member(f"{seat} Else") for seat in Seat}, lines=NINE_DEALS
    )
    elsewhere = dispute(other)
    assert (
        sign(signed_in(over.players[N]), over, despite=elsewhere.pk).status_code == 409
    )


def test_a_player_without_a_phone_agrees_all_the_same_by_pin(over, signed_in):
    choose_pin(member=over.players[W], pin="2468", now=NOON)
    proposal, anna = dispute(over), signed_in(over.players[N])
    assert "Agree all the same by PIN" in net_card(cards(anna, over))
    assert (
        sign(
            anna, over, member=over.players[W].pk, pin="2468", despite=proposal.pk
        ).status_code
        == 200
    )
    given = NetAgreement.objects.get()
    assert (given.member, given.how, given.despite) == (
        over.players[W],
        "pin",
        proposal,
    )


def test_who_signed_before_the_dispute_is_named_as_such_on_card_and_sheet(
    over, signed_in
):
    agree(over, N)
    dispute(over)
    ben = signed_in(over.players[E])
    assert "<b>Anna</b> agreed before it was disputed" in cards(ben, over)
    page = ben.get(f"/rubbers/{over.pk}/").content.decode()
    assert "Not yet: Anna (before it was disputed), Ben, Cleo and Dan." in page
    assert "Deal 9 is disputed: the posting waits until it is settled" in page


def test_the_card_says_until_when_one_can_object_and_the_time_begins_anew(
    signed_in, sam
):
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    ben = signed_in(rubber.players[E])
    assert ">12:39</time>" in net_card(cards(ben, rubber))
    agree(rubber)
    reopen(
        state=load(rubber.pk),
        reason="Ben’s card",
        by=sam,
        now=NOON + timedelta(hours=3),
    )
    assert "object until <time" in net_card(cards(ben, rubber))
    assert ">15:30</time>" in net_card(cards(ben, rubber))
    assert (
        "Posted by itself at 15:30 unless somebody objects"
        in ben.get(f"/rubbers/{rubber.pk}/").content.decode()
    )


@pytest.fixture
def waits_for_cleo(sam):
    """A rubber that all four must sign. North, East and West have signed, and Cleo (South) has left the club."""
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber = rubber_in_play(lines=NINE_DEALS)
    leave_club(member=rubber.players[S], by=sam, now=NOON)
    agree(rubber, N, E, W)
    return rubber


def test_an_admin_is_offered_the_form_for_who_has_left_and_nobody_else(
    waits_for_cleo, signed_in, sam
):
    card = net_card(cards(signed_in(sam), waits_for_cleo))
    assert "Cleo has left the club" in card
    assert "Agree for Cleo</button>" in card
    assert 'name="seat" value="S"' in card
    assert "agreement-instead" not in cards(
        signed_in(waits_for_cleo.players[N]), waits_for_cleo
    )
    assert "chooses one here" not in card


def test_the_form_signs_and_the_sheet_says_whose_hand_it_was(
    waits_for_cleo, signed_in, sam
):
    assert sign_instead(signed_in(sam), waits_for_cleo).status_code == 302
    waits_for_cleo.refresh_from_db()
    assert waits_for_cleo.is_agreed
    page = (
        signed_in(member("Eve")).get(f"/rubbers/{waits_for_cleo.pk}/").content.decode()
    )
    assert "<p>For Cleo, who has left: Sam, “She agreed by phone”</p>" in page
    assert 'class="seal signed instead"' in page


def test_what_is_refused_keeps_the_reason(waits_for_cleo, signed_in, sam):
    client = signed_in(sam)
    answer = sign_instead(
        client, waits_for_cleo, version=waits_for_cleo.deals.get(number=1).pk
    )
    page = client.get(answer.url).content.decode()
    assert "The sheet has changed since: look at the net score again." in page
    assert 'value="She agreed by phone"' in page
    answer = sign_instead(client, waits_for_cleo, reason="")
    assert "such as “she agreed by phone”" in client.get(answer.url).content.decode()
    assert NetAgreement.objects.count() == 3


@pytest.mark.parametrize(
    "fields",
    [{"version": ""}, {"seat": "X"}, {"seat": ""}, {"version": "x", "reason": ""}],
)
def test_nonsense_from_an_admin_signs_nothing(waits_for_cleo, signed_in, sam, fields):
    assert sign_instead(signed_in(sam), waits_for_cleo, **fields).status_code == 302
    assert NetAgreement.objects.count() == 3


def test_a_player_cannot_send_it(waits_for_cleo, signed_in):
    assert (
        sign_instead(signed_in(waits_for_cleo.players[N]), waits_for_cleo).status_code
        == 403
    )


def test_of_two_who_have_left_the_admin_chooses_one(waits_for_cleo, signed_in, sam):
    correction = propose(
        state=load(waits_for_cleo.pk),
        base=waits_for_cleo.deals.get(number=9),
        facts=parse_deal("3he= h4e"),
        key=uuid4(),
        by=waits_for_cleo.players[N],
        now=NOON,
    )
    rule(
        state=load(waits_for_cleo.pk),
        proposal=correction,
        is_yes=True,
        ruling="So it was",
        by=sam,
        now=NOON,
    )
    leave_club(member=waits_for_cleo.players[W], by=sam, now=NOON)
    card = net_card(cards(signed_in(sam), waits_for_cleo))
    assert "Cleo and Dan have left the club" in card
    assert '<option value="S">Cleo</option><option value="W">Dan</option>' in card
    sign_instead(signed_in(sam), waits_for_cleo, seat="W")
    assert NetAgreement.objects.latest("pk").member == waits_for_cleo.players[W]


def test_who_has_left_signs_by_no_pin_and_chooses_none(waits_for_cleo, signed_in):
    cleo, anna = waits_for_cleo.players[S], signed_in(waits_for_cleo.players[N])
    choose_pin(member=cleo, pin="2468", now=NOON)
    answer = sign(anna, waits_for_cleo, member=cleo.pk, pin="2468")
    assert answer.status_code == 409
    assert (
        "Cleo has left the club, and signs nothing any more." in answer.content.decode()
    )


def test_a_guest_who_has_left_chooses_no_pin(signed_in, sam):
    karl = add_guest(name="Karl Stein", now=NOON)
    rubber = rubber_in_play(four() | {S: karl}, lines=NINE_DEALS)
    leave_club(member=karl, by=sam, now=NOON)
    page = f"/rubbers/{rubber.pk}/pins/{karl.pk}/"
    assert signed_in(rubber.players[N]).get(page).status_code == 403


def test_a_ruling_is_a_card_for_all_four_until_the_score_is_agreed(
    over, signed_in, sam
):
    proposal = dispute(over)
    rule(
        state=load(over.pk),
        proposal=proposal,
        is_yes=False,
        ruling="Dan saw the hand",
        by=sam,
        now=NOON,
    )
    for seat in Seat:
        html = cards(signed_in(over.players[seat]), over)
        for words in (
            "Sam has ruled on deal 9",
            "Deal 9 stays as recorded.",
            "“Dan saw the hand”",
            "The club’s decision: the laws have none for this.",
        ):
            assert words in html
    agree(over)
    assert "has ruled on" not in cards(signed_in(over.players[N]), over)


def test_a_reopening_is_a_card_and_the_page_of_it_says_whose_decision_it_is(
    signed_in, sam
):
    rubber, admin = agreed_rubber(), signed_in(sam)
    assert (
        "the club’s decision: the laws have none"
        in admin.get(f"/rubbers/{rubber.pk}/reopening/").content.decode()
    )
    admin.post(f"/rubbers/{rubber.pk}/reopening/", {"reason": "Ben’s card"})
    html = cards(signed_in(rubber.players[N]), rubber)
    assert "Sam has opened this rubber again" in html
    assert "The club’s decision: the laws have none for this." in html


def test_a_ruling_that_cannot_be_scored_is_refused_in_words_and_keeps_its_reason(
    over, signed_in, sam
):
    proposal, admin = dispute(over), signed_in(sam)
    rows = Proposal.objects.filter(pk=proposal.pk)
    # Royals, in contract bridge: as if it came from elsewhere.
    rewrite(rows, strain="R")
    answer = admin.post(
        f"/rubbers/{over.pk}/proposals/{proposal.pk}/ruling/",
        {"vote": "yes", "reason": "Dan saw the hand"},
    )
    rewrite(rows, strain="H")
    page = admin.get(answer.url).content.decode()
    assert "Royals are bid in royal auction only." in page
    assert 'value="Dan saw the hand"' in page
    assert 'class="lend" open' in page
    proposal.refresh_from_db()
    assert (proposal.state, proposal.ruling) == ("open", "")


def test_out_of_its_window_the_card_has_no_vote_and_says_who_decides(signed_in):
    rubber = rubber_in_play(system="royal", lines=("4rn= h3n h2e",))
    proposal = propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=1),
        facts=parse_deal("4rn+1 h3n h2e", royals=True),
        key=uuid4(),
        by=rubber.players[N],
        now=NOON,
    )
    record(Rubber.objects.get(pk=rubber.pk), "1cn= h3n h2e")
    html = cards(signed_in(rubber.players[E]), rubber)
    assert (
        "The four can decide on it no more: an arbiter rules on it, or it is taken back."
        in html
    )
    assert f"yes-{proposal.pk}" not in html
