"""Two records of one person: in a rubber they are one player, who counts once and sees his or her own side."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.ledger.books import books
from clubscore.members.access.pins import choose_pin
from clubscore.members.merging.services import MergeRefused, merge, undo
from clubscore.members.models import Member, Merge
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_deal, agree_net
from clubscore.rubbers.attention.queries import attention_now
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.books.remainder_audit import differences as remainder_differences
from clubscore.rubbers.correction.services import cast, propose, withdraw
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import (
    DealAgreement,
    HouseRules,
    NetAgreement,
    Proposal,
    Rubber,
    RubberSeat,
)
from clubscore.rubbers.recording import services as rubbers
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.votes import counted_votes
from clubscore.tables.models import Sitting
from clubscore.tables.queries import seating_at
from clubscore.tables.services import come_to_table, open_table
from scoring import Seat, parse_deal
from tests.blanks import tight
from tests.factories import NINE_DEALS, NOON, four, member, record, rubber_in_play

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

N, E, S, W = Seat
LATER = NOON + timedelta(hours=3)


@pytest.fixture
def ruth() -> Member:
    return member("Ruth Abel", role=Role.ADMIN)


@pytest.fixture
def guest() -> Member:
    """The guest Ann Weiss, who plays East in the rubber."""
    return add_guest(name="Ann Weiss", now=NOON)


@pytest.fixture
def anne() -> Member:
    """Anne Weiss, a second record of the guest, with a sign-in name."""
    return member("Anne Weiss")


@pytest.fixture
def over(guest) -> Rubber:
    """A rubber that is over and not agreed, with the guest as East; North has recorded all its deals."""
    return rubber_in_play({**four(), E: guest}, lines=NINE_DEALS)


@pytest.fixture
def merged(over, anne, guest, ruth) -> Merge:
    return merge(kept=anne, merged=guest, by=ruth, now=LATER)


def fresh(who: Member) -> Member:
    return Member.objects.get(pk=who.pk)


def sign_net(rubber, by) -> None:
    agree_net(state=load(rubber.pk), newest=rubber.deals.latest("pk"), by=by, now=LATER)


def sign_deal(rubber, by, number=1) -> None:
    state = load(rubber.pk)
    agree_deal(state=state, deal=state.deal(number), by=by, now=LATER)


def correct(rubber, by, number=1, line="2hs+2 h4n") -> Proposal:
    state = load(rubber.pk)
    return propose(
        state=state,
        base=state.deal(number),
        facts=parse_deal(line),
        key=uuid4(),
        by=by,
        now=LATER,
        reason="Honours",
    )


def vote(proposal, by, is_yes) -> None:
    cast(
        state=load(proposal.rubber_id),
        proposal=proposal,
        is_yes=is_yes,
        by=by,
        now=LATER,
    )


def books_are_right() -> bool:
    return [*differences(), *remainder_differences()] == []


def page(client, rubber) -> str:
    return client.get(f"/rubbers/{rubber.pk}/").content.decode()


# --- what the member sees ---


def test_a_member_sees_the_rubbers_of_the_own_guest_record_from_the_own_side(
    over, merged, anne, signed_in
):
    state = load(over.pk)
    assert (
        state.seat_by_member.get(anne.pk),
        RubberDesk(state, anne).view,
        RubberDesk(state, anne).may_keep,
    ) == (
        E,
        "EW",
        True,
    )
    html = page(signed_in(anne), over)
    assert f"/live/rubber/{over.pk}/EW" in html
    assert state.names[E] == "Ann"  # the sheet keeps the name that was written on it
    undo(merge=merged, by=merged.made_by, now=LATER)
    state = load(over.pk)
    assert (
        state.seat_by_member.get(anne.pk),
        RubberDesk(state, anne).view,
        RubberDesk(state, anne).may_keep,
    ) == (
        None,
        "watch",
        False,
    )


def test_a_member_gets_the_cards_of_the_own_guest_record(over, merged, anne, signed_in):
    correct(over, by=load(over.pk).players[N])
    html = signed_in(anne).get(f"/rubbers/{over.pk}/consent/").content.decode()
    # nine deals, of which one is voted on, and the vote; the net score waits for it
    assert 'data-count="9"' in html
    assert "We 1,690" not in html
    assert "They 1,690" in html


def test_the_cards_of_the_others_wait_for_the_person_by_the_name_of_today(
    over, merged, anne, signed_in
):
    choose_pin(member=anne, pin="2468", now=NOON)
    north = load(over.pk).players[N]
    html = signed_in(north).get(f"/rubbers/{over.pk}/consent/").content.decode()
    assert f'<option value="{anne.pk}">Anne Weiss</option>' in tight(html)
    newest = over.deals.latest("pk")
    fields = {"version": newest.pk, "member": anne.pk, "pin": "2468"}
    signed_in(north).post(f"/rubbers/{over.pk}/agreement/", fields)
    signature = NetAgreement.objects.get()
    assert (signature.member, signature.how, signature.device_of) == (
        anne,
        "pin",
        north,
    )


def test_an_earlier_rubber_that_waits_is_named_at_the_table_under_either_record(
    over, merged, anne, signed_in
):
    table = over.table
    players = seating_at(table).seats
    assert players[E] == anne
    start_rubber(table=table, dealer=N, by=anne, now=LATER)
    html = signed_in(anne).get(f"/tables/{table.pk}/").content.decode()
    assert f"/rubbers/{over.pk}/" in html


# --- signatures and votes ---


def test_a_person_with_two_records_signs_once_for_the_seat(
    over, anne, guest, ruth, signed_in
):
    sign_deal(over, guest)
    sign_net(over, guest)
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    sign_deal(over, anne)
    sign_net(over, anne)
    assert set(
        DealAgreement.objects.filter(member__in=[anne, guest]).values_list(
            "member", flat=True
        )
    ) == {guest.pk}
    assert [signature.member for signature in NetAgreement.objects.all()] == [guest]
    assert (
        'data-count="8"'
        in signed_in(anne).get(f"/rubbers/{over.pk}/consent/").content.decode()
    )
    assert not fresh_rubber(over).is_agreed


def fresh_rubber(rubber) -> Rubber:
    return Rubber.objects.get(pk=rubber.pk)


def test_the_signature_of_a_member_fills_the_seat_of_the_own_guest_record(
    over, merged, anne, guest
):
    sign_deal(over, anne)
    sign_net(over, load(over.pk).players[N])
    assert not fresh_rubber(over).is_agreed
    sign_net(over, anne)
    assert fresh_rubber(over).is_agreed
    assert DealAgreement.objects.filter(member=anne).count() == 1
    assert {account.member.name: account.net for account in books().accounts}[
        "Anne Weiss"
    ] == -810
    assert books_are_right()


def test_all_four_are_four_people_and_each_counts_once(anne, guest, ruth):
    HouseRules.objects.create(pk=1, agreed_by="all")
    over = rubber_in_play({**four(), E: guest}, lines=NINE_DEALS)
    players = load(over.pk).players
    sign_net(over, guest)
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    sign_net(over, anne)
    sign_net(over, players[N])
    sign_net(over, players[S])
    assert not fresh_rubber(over).is_agreed
    sign_net(over, players[W])
    assert fresh_rubber(over).is_agreed


def test_after_the_merge_is_undone_each_signature_is_that_of_who_gave_it(
    over, merged, anne, guest, signed_in
):
    sign_deal(over, anne)
    sign_net(over, anne)
    undo(merge=merged, by=merged.made_by, now=LATER)
    assert not any(state_of_seal(over, E))
    sign_deal(over, fresh(guest))
    sign_net(over, fresh(guest))
    assert all(state_of_seal(over, E))
    assert signed_in(anne).get(f"/rubbers/{over.pk}/consent/").status_code == 403
    sign_net(over, load(over.pk).players[N])
    assert fresh_rubber(over).is_agreed
    assert {account.member.name: account.net for account in books().accounts}[
        "Ann Weiss"
    ] == -810
    assert books_are_right()


def state_of_seal(rubber, seat) -> tuple[bool, bool]:
    """Two flags: True if the player in this seat has signed deal 1, and True if that player has signed the
    net score.
    """
    state = load(rubber.pk)
    person = state.players[seat].pk
    first = {
        signed.member_id
        for signed in state.deal_signatures
        if signed.under == state.deal(1).pk
    }
    return person in first, person in {
        signed.member_id for signed in state.net_signatures
    }


def test_two_who_signed_for_one_seat_can_be_merged_again(
    over, merged, anne, guest, ruth
):
    sign_deal(over, anne)
    sign_net(over, anne)
    undo(merge=merged, by=ruth, now=LATER)
    sign_deal(over, fresh(guest))
    sign_net(over, fresh(guest))
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    assert all(state_of_seal(over, E))
    assert not fresh_rubber(over).is_agreed


def test_a_person_votes_once_under_both_records_and_the_newest_vote_counts(
    over, anne, guest, ruth
):
    players = load(over.pk).players
    proposal = correct(over, by=players[N])
    vote(proposal, guest, False)
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    state = load(over.pk)
    assert (
        counted_votes(state, state.proposals[0]).yes,
        counted_votes(state, state.proposals[0]).no,
    ) == (1, 1)
    vote(proposal, anne, True)
    state = load(over.pk)
    assert (
        counted_votes(state, state.proposals[0]).yes,
        counted_votes(state, state.proposals[0]).no,
    ) == (2, 0)
    (offer,) = history_of(state).deals[0].offers
    assert (offer.yes, offer.no) == ("Anna and Anne", "")
    vote(proposal, players[S], True)
    written = over.deals.get(number=1, version=2)
    signers = DealAgreement.objects.filter(deal=written).values_list(
        "member__name", flat=True
    )
    assert sorted(signers) == ["Anna", "Anne Weiss", "Cleo"]


def test_the_card_shows_the_vote_that_was_given_under_the_other_record(
    over, anne, guest, ruth, signed_in
):
    proposal = correct(over, by=load(over.pk).players[N])
    vote(proposal, guest, True)
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    html = signed_in(anne).get(f"/rubbers/{over.pk}/consent/").content.decode()
    pressed = re.search(r'<button id="([a-z]+)-\d+"[^>]*aria-pressed="true"', html)
    assert pressed
    assert pressed[1] == "yes"


def test_who_proposed_under_a_record_that_was_merged_takes_it_back(ruth):
    players = four()
    over = rubber_in_play(players, lines=NINE_DEALS)
    proposal = correct(over, by=players[E])
    benjamin = member("Benjamin")
    merge(kept=benjamin, merged=players[E], by=ruth, now=LATER)
    withdraw(state=load(over.pk), proposal=proposal, by=benjamin, now=LATER)
    assert Proposal.objects.get().state == "withdrawn"


def test_who_recorded_under_a_record_that_was_merged_undoes_it(ruth):
    players = four()
    over = rubber_in_play(players, lines=NINE_DEALS[:8])
    record(over, NINE_DEALS[8], by=players[E])
    benjamin = member("Benjamin")
    merge(kept=benjamin, merged=players[E], by=ruth, now=LATER)
    rubbers.undo_deal(state=load(over.pk), number=9, by=benjamin, now=LATER)
    assert not fresh_rubber(over).is_over


def test_a_signature_for_the_own_guest_record_keeps_the_score_for_that_side(
    over, merged, anne
):
    assert (
        attention_now(LATER, Member.objects.earliest("pk")).one_sided[0].kept_by
        == "Neither side recorded or signed its deals."
    )
    sign_deal(over, anne)
    assert (
        attention_now(LATER, Member.objects.earliest("pk")).one_sided[0].kept_by
        == "Only EW recorded or signed its deals."
    )


# --- the rubber, and who plays on in it ---


def test_a_rubber_that_opens_again_is_played_on_by_the_person_who_sits_there_now(
    over, merged, anne, guest, ruth
):
    rubbers.undo_deal(
        state=load(over.pk), number=9, by=load(over.pk).players[N], now=LATER
    )
    state = load(over.pk)
    assert not state.rubber.is_over
    assert (state.players[E], seating_at(over.table).seats[E]) == (anne, anne)
    with pytest.raises(
        Refused, match=r"Anne Weiss is in the middle of a rubber at Table 1\."
    ):
        come_to_table(table=open_table(by=ruth, now=LATER), member=anne, now=LATER)
    with pytest.raises(
        MergeRefused,
        match="Ann Weiss plays in the rubber at Table 1: finish it, or let somebody",
    ):
        undo(merge=merged, by=ruth, now=LATER)
    record(over, NINE_DEALS[8], by=anne)
    for by in (load(over.pk).players[N], anne):
        sign_net(over, by)
    assert fresh_rubber(over).is_agreed
    assert RubberSeat.objects.get(rubber=over, seat=E).member == guest
    assert books_are_right()
    undo(merge=merged, by=ruth, now=LATER)
    assert books_are_right()


def test_a_rubber_begun_by_the_person_after_the_merge_stays_theirs_when_it_is_undone(
    over, merged, anne, guest, ruth
):
    begun = start_rubber(table=over.table, dealer=N, by=anne, now=LATER)
    # As the page brings it.
    merged = Merge.objects.select_related("kept", "merged").get(pk=merged.pk)
    assert RubberSeat.objects.get(rubber=begun, seat=E).member == anne
    undo(merge=merged, by=ruth, now=LATER)
    assert (
        load(begun.pk).seat_by_member.get(anne.pk),
        load(begun.pk).seat_by_member.get(guest.pk),
    ) == (
        E,
        None,
    )
    assert (
        load(over.pk).seat_by_member.get(anne.pk),
        load(over.pk).seat_by_member.get(guest.pk),
    ) == (
        None,
        E,
    )


def test_a_rubber_does_not_begin_with_a_record_that_was_merged(anne, guest, ruth):
    over = rubber_in_play({**four(), E: guest}, lines=NINE_DEALS)
    # As older versions of Clubscore left it: the merged record still sits there.
    Member.objects.filter(pk=guest.pk).update(merged_into=anne, is_active=False)
    with pytest.raises(
        Refused,
        match="Ann Weiss and Anne Weiss are one person: Anne Weiss takes the seat",
    ):
        start_rubber(table=over.table, dealer=N, by=ruth, now=LATER)
    assert Rubber.objects.count() == 1


def test_open_pages_and_forms_notice_a_merge_and_its_undoing(over, anne, guest, ruth):
    moves = [fresh_rubber(over).moves]
    made = merge(kept=anne, merged=guest, by=ruth, now=LATER)
    moves.append(fresh_rubber(over).moves)
    undo(merge=made, by=ruth, now=LATER)
    moves.append(fresh_rubber(over).moves)
    assert len(set(moves)) == 3


@pytest.mark.parametrize("merges", [False, True])
def test_a_rubber_of_a_merged_record_takes_one_statement_more(
    request, over, merges, django_assert_num_queries
):
    if merges:
        request.getfixturevalue("merged")
    with django_assert_num_queries(7 if merges else 6):
        # It is over: the net signatures and the next deal are read.
        state = load(over.pk)
        assert state.players[E].name == ("Anne Weiss" if merges else "Ann Weiss")
        assert state.names[E] == "Ann"


def test_the_margin_is_posted_to_the_record_that_played_also_when_it_is_rounded(
    anne, guest, ruth
):
    HouseRules.objects.create(pk=1, rounding="half-up", stake=10, table_money=50)
    over = rubber_in_play({**four(), E: guest}, lines=NINE_DEALS)
    made = merge(kept=anne, merged=guest, by=ruth, now=LATER)
    for by in (load(over.pk).players[N], anne):
        sign_net(over, by)
    assert books_are_right()
    assert {account.member.name: account.net for account in books().accounts}[
        "Anne Weiss"
    ] == -800
    undo(merge=made, by=ruth, now=LATER)
    assert {account.member.name: account.net for account in books().accounts}[
        "Ann Weiss"
    ] == -800
    assert books_are_right()


def test_a_merge_that_was_made_in_the_middle_of_a_rubber_by_an_older_version_is_played_to_its_end(
    anne, guest, ruth
):
    rubber = rubber_in_play({**four(), E: guest}, lines=NINE_DEALS[:8])
    Member.objects.filter(pk=guest.pk).update(merged_into=anne, is_active=False)
    assert Sitting.objects.present().filter(member=guest).exists()
    with pytest.raises(
        Refused, match=r"Anne Weiss is in the middle of a rubber at Table 1\."
    ):
        come_to_table(table=open_table(by=ruth, now=LATER), member=anne, now=LATER)
    client = Client()
    client.force_login(anne)
    assert (
        'id="deal-form"' in client.get(f"/tables/{rubber.table_id}/").content.decode()
    )
    record(rubber, NINE_DEALS[8], by=anne)
    come_to_table(table=rubber.table, member=anne, now=LATER)
    assert [
        sitting.member
        for sitting in Sitting.objects.present().filter(member__in=[anne, guest])
    ] == [anne]
