"""Blind books (Laws 75 and 78): no side sees the entry of the other before it has written its own."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubscore.contracts.models import SignatureMethod
from clubscore.members.roles import Role
from clubscore.once import KeySpent
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.blind_books import (
    InBook,
    record_with_one_book,
    take_back,
)
from clubscore.rubbers.agreement.two_books import DealEntered
from clubscore.rubbers.from_paper.services import record_from_paper
from clubscore.rubbers.models import BookEntry, Deal, HouseRules, Motion, Proposal
from clubscore.rubbers.motions.services import answer as answer_motion
from clubscore.rubbers.motions.services import end_early
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.recording.services import stop_rubber, undo_deal
from clubscore.rubbers.rubber.book_entries import own_entry, waits_in_a_book
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, member, record, rubber_in_play
from tests.rubbers.agreement.blind import blind_rubber, write

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def signatures(deal: Deal) -> dict[str, str]:
    return {signature.member.name: signature.how for signature in deal.agreements.all()}


def sheet(rubber) -> list[str]:
    return [str(deal.deal) for deal in load(rubber.pk).sheet.deals]


def states() -> list[str]:
    return list(BookEntry.objects.order_by("pk").values_list("state", flat=True))


# --- the house rule ---


def test_without_the_rule_a_rubber_has_no_blind_books_and_a_later_choice_does_not_change_it():
    rubber = rubber_in_play()
    HouseRules.objects.create(pk=1, has_blind_books=True)
    assert load(rubber.pk).rubber.has_blind_books is False


def test_a_rubber_keeps_the_rule_with_which_it_began():
    rubber = blind_rubber()
    HouseRules.objects.update(has_blind_books=False)
    assert load(rubber.pk).rubber.has_blind_books is True


# --- the first entry ---


def test_the_first_entry_is_on_no_sheet_and_waits_in_the_book_of_its_side():
    rubber = blind_rubber()
    first = write(rubber, "4sn= h4n", N)
    assert isinstance(first, InBook)
    assert (str(first.entry.facts), first.entry.side) == ("4SN= h4N", "NS")
    assert (sheet(rubber), Deal.objects.count()) == ([], 0)
    assert load(rubber.pk).next_number == 1


def test_only_the_side_that_wrote_it_is_given_the_entry():
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    state = load(rubber.pk)
    arbiter = member("Ruth", role=Role.ADMIN)
    seen = [own_entry(RubberDesk(state, player)) for player in state.players.values()]
    assert seen == [entry, None, entry, None]
    assert own_entry(RubberDesk(state, arbiter)) is None
    assert waits_in_a_book(state) == "Anna and Cleo have written deal 1 in their book."


def test_an_entry_that_cannot_be_scored_is_refused_at_once():
    rubber = blind_rubber(lines=("4sn=", "4sn="))
    with pytest.raises(Refused, match="over"):
        write(rubber, "4sn=", N)
    assert states() == []


# --- the second ---


@pytest.mark.parametrize("order", [(N, E), (E, N), (S, W)])
def test_equal_entries_are_one_deal_that_both_writers_have_agreed_to(order):
    rubber = blind_rubber()
    first, second = order
    write(rubber, "4sn+1 h4s", first)
    entered = write(rubber, "4s n +1 h4s", second)
    assert (sheet(rubber), entered.proposal) == (["4SN+1 h4S"], None)
    names = [rubber.players[seat].name for seat in order]
    assert signatures(entered.deal) == dict(
        zip(names, ["recorded", "kept"], strict=True)
    )
    assert (states(), load(rubber.pk).book_entry) == (["recorded"], None)


@pytest.mark.parametrize(
    "other", ["4sn-1", "4sxn=", "4ss=", "4sn= h4n", "4hn=", "4sn+1", "p"]
)
def test_entries_that_differ_are_the_deal_and_a_proposal_by_the_second_writer(other):
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    entered = write(rubber, other, E)
    proposal = Proposal.objects.get()
    assert (sheet(rubber), entered.proposal) == (["4SN="], proposal)
    assert proposal.facts == parse_deal(other)
    assert (proposal.origin, proposal.made_by.name) == ("book", "Ben")
    assert [vote.member.name for vote in proposal.votes.all()] == ["Ben"]


def test_a_note_is_no_difference():
    rubber = blind_rubber()
    write(rubber, "4sn= # a squeeze", N)
    assert write(rubber, "4sn=", W).proposal is None


def test_the_second_writer_who_saw_the_sheet_before_the_first_entry_is_not_too_late():
    rubber = blind_rubber()
    before = load(rubber.pk).rubber.revision
    write(rubber, "4sn=", N)
    write(rubber, "4sn=", E, seen_revision=before)
    assert sheet(rubber) == ["4SN="]


def test_the_last_deal_of_a_rubber_ends_it_when_the_second_side_has_written_it():
    rubber = blind_rubber(lines=("4sn=",))
    write(rubber, "4sn=", N)
    assert not load(rubber.pk).rubber.is_over
    entered = write(rubber, "4sn=", E)
    assert load(rubber.pk).rubber.ending == "complete"
    assert signatures(entered.deal) == {"Anna": "recorded", "Ben": "kept"}


def test_a_dispute_about_the_last_deal_is_open_after_the_end():
    rubber = blind_rubber(lines=("4sn=",))
    write(rubber, "4sn=", N)
    write(rubber, "4sn-1", E)
    state = load(rubber.pk)
    assert (state.rubber.is_over, len(state.proposals)) == (True, 1)


def test_entries_by_pin_sign_by_pin():
    rubber = blind_rubber()
    anna = rubber.players[N]
    write(rubber, "4sn=", E, how=SignatureMethod.PIN, device_of=anna)
    entered = write(rubber, "4sn=", N)
    assert signatures(entered.deal) == {"Ben": "pin", "Anna": "kept"}
    write(rubber, "1nn=", S)
    entered = write(rubber, "1nn-1", W, how=SignatureMethod.TABLE_PIN, device_of=anna)
    [vote] = entered.proposal.votes.all()
    assert (vote.how, vote.device_of) == ("table-pin", anna)


# --- replaced, taken back, one book ---


def test_the_writer_replaces_the_entry_while_it_waits():
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    write(rubber, "4sn+1", N)
    assert states() == ["replaced", "open"]
    write(rubber, "4sn+1", E)
    assert (sheet(rubber), Proposal.objects.count()) == (["4SN+1"], 0)


def test_the_partner_replaces_nothing_unseen_but_may_take_it_back():
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    with pytest.raises(Refused, match="Anna has another deal in your book: 4♠ by Anna"):
        write(rubber, "4sn+1", S)
    assert write(rubber, "4sn=", S).entry == entry
    take_back(state=load(rubber.pk), entry=entry, by=rubber.players[S], now=NOON)
    write(rubber, "4sn+1", S)
    assert states() == ["withdrawn", "open"]


def test_an_entry_that_was_taken_back_is_compared_with_nothing():
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    take_back(state=load(rubber.pk), entry=entry, by=rubber.players[N], now=NOON)
    assert isinstance(write(rubber, "4sn-1", E), InBook)
    with pytest.raises(Refused, match="any more"):
        take_back(state=load(rubber.pk), entry=entry, by=rubber.players[N], now=NOON)


def test_one_book_records_the_deal_and_the_other_side_is_asked_as_today():
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    recorded = record_with_one_book(
        state=load(rubber.pk), entry=entry, by=rubber.players[S], now=NOON
    )
    assert (sheet(rubber), states()) == (["4SN="], ["recorded"])
    assert signatures(recorded.deal) == {"Anna": "recorded"}
    assert recorded.deal.recorded_by.name == "Anna"
    late = write(rubber, "4sn-1", E, number=1, seen_revision=0)
    assert late.proposal.facts == parse_deal("4sn-1")


@pytest.mark.parametrize("act", [take_back, record_with_one_book])
def test_nobody_else_opens_the_book_of_a_side(act):
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    for other in (rubber.players[E], member("Ruth", role=Role.ADMIN)):
        with pytest.raises(PermissionDenied):
            act(state=load(rubber.pk), entry=entry, by=other, now=NOON)
    assert states() == ["open"]


# --- keys ---


def test_a_form_that_is_sent_twice_writes_once():
    rubber = blind_rubber()
    key = uuid4()
    first = write(rubber, "4sn=", N, key=key)
    assert write(rubber, "4sn=", N, key=key).entry == first.entry
    entered = write(rubber, "4sn=", E)
    again = write(rubber, "4sn=", N, key=key, number=1, seen_revision=0)
    assert (again.deal, Deal.objects.count()) == (entered.deal, 1)


def test_the_second_form_that_is_sent_twice_makes_one_proposal():
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    key = uuid4()
    first = write(rubber, "4sn-1", E, key=key)
    again = write(rubber, "4sn-1", E, key=key, number=1, seen_revision=0)
    assert (again.proposal, Proposal.objects.count()) == (first.proposal, 1)


def test_the_key_of_an_entry_that_waits_no_more_writes_nothing():
    rubber = blind_rubber()
    key = uuid4()
    entry = write(rubber, "4sn=", N, key=key).entry
    take_back(state=load(rubber.pk), entry=entry, by=rubber.players[N], now=NOON)
    with pytest.raises(KeySpent, match="used already for deal 1: 4♠ by Anna"):
        write(rubber, "4sn=", N, key=key)


# --- what is recorded as today ---


def test_a_deal_that_was_passed_out_is_recorded_at_once():
    rubber = blind_rubber()
    assert isinstance(write(rubber, "p", N), DealEntered)
    write(rubber, "4sn=", N)
    write(rubber, "p", N)
    assert (len(sheet(rubber)), states()) == (2, ["replaced"])


def test_the_entry_of_a_scorer_is_recorded_and_compared_with_the_one_that_waits():
    rubber = blind_rubber()
    scorer = member("Ruth", role=Role.ADMIN)
    assert isinstance(write(rubber, "1nn=", scorer), DealEntered)
    write(rubber, "4sn=", N)
    entered = write(rubber, "4sn-1", scorer)
    assert (str(entered.deal.facts), str(entered.proposal.facts)) == ("4SN-1", "4SN=")
    assert (entered.proposal.made_by.name, states()) == ("Anna", ["recorded"])


def test_a_deal_that_was_undone_is_not_blind_any_more():
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    record_with_one_book(
        state=load(rubber.pk), entry=entry, by=rubber.players[N], now=NOON
    )
    undo_deal(state=load(rubber.pk), number=1, by=rubber.players[N], now=NOON)
    assert isinstance(write(rubber, "4sn+1", N), DealEntered)


def test_no_deal_is_undone_while_the_next_waits_in_a_book():
    rubber = blind_rubber(lines=("1nn=",))
    write(rubber, "4sn=", E)
    with pytest.raises(Refused, match="The next deal is in a book"):
        undo_deal(state=load(rubber.pk), number=1, by=rubber.players[N], now=NOON)


def test_nothing_is_typed_in_from_paper_while_a_deal_waits_in_a_book():
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    with pytest.raises(Refused, match="First it is recorded, or taken back"):
        record_from_paper(
            state=load(rubber.pk),
            deals=[parse_deal("1nn=")],
            number=1,
            seen_revision=0,
            key=uuid4(),
            by=rubber.players[E],
            now=NOON,
        )


def test_a_late_form_about_the_deal_before_leaves_the_entry_that_waits_alone():
    rubber = blind_rubber()
    write(rubber, "1nn=", N)
    write(rubber, "1nn=", E)
    write(rubber, "4sn=", S)
    late = write(rubber, "1nn=", S, number=1, seen_revision=0)
    assert signatures(late.deal) == {
        "Anna": "recorded",
        "Ben": "kept",
        "Cleo": "kept",
    }
    late = write(rubber, "4sn=", W, number=1, seen_revision=0)
    assert (sheet(rubber), states()) == (["1NTN="], ["recorded", "open"])


# --- the end ---


def test_a_rubber_that_ends_early_takes_the_open_entry_with_it():
    rubber = blind_rubber(lines=("1nn=",))
    write(rubber, "4sn=", N)
    motion = end_early(
        state=load(rubber.pk),
        reason="Ben had to leave",
        seen_revision=load(rubber.pk).rubber.revision,
        by=rubber.players[N],
        now=NOON,
    )
    answer_motion(
        state=load(rubber.pk),
        motion=motion,
        is_yes=True,
        by=rubber.players[E],
        now=NOON,
    )
    state = load(rubber.pk)
    assert (state.rubber.ending, states(), state.book_entry) == (
        "unfinished",
        ["expired"],
        None,
    )
    assert sheet(rubber) == ["1NTN="]


def test_a_rubber_without_a_deal_is_stopped_over_an_open_entry():
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    stop_rubber(
        state=load(rubber.pk),
        reason="The lights went out",
        seen_revision=0,
        by=rubber.players[E],
        now=NOON,
    )
    assert states() == ["expired"]


def test_who_writes_the_next_deal_plays_on_so_a_motion_to_end_early_expires():
    rubber = blind_rubber(lines=("1nn=",))
    end_early(
        state=load(rubber.pk),
        reason="Ben had to leave",
        seen_revision=1,
        by=rubber.players[N],
        now=NOON,
    )
    write(rubber, "4sn=", E)
    assert Motion.objects.get().state == "expired"


def test_a_deal_that_is_recorded_otherwise_leaves_no_entry_open():
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    record(rubber, "1nn=")
    assert states() == ["expired"]


# --- the database ---


def test_the_database_allows_one_open_entry_a_rubber():
    rubber = blind_rubber()
    entry = write(rubber, "4sn=", N).entry
    twin = {
        field.attname: getattr(entry, field.attname)
        for field in entry._meta.concrete_fields
    } | {"id": None, "side": "EW", "key": uuid4()}
    with (
        pytest.raises(IntegrityError, match=r"one_open_a_rubber|rubber_id"),
        transaction.atomic(),
    ):
        BookEntry.objects.create(**twin)


def test_a_stale_form_by_pin_is_refused():
    rubber = blind_rubber()
    write(rubber, "4sn=", N)
    write(rubber, "4sn=", E)
    anna = rubber.players[N]
    with pytest.raises(Stale):
        write(
            rubber, "4sn=", W, number=1, how=SignatureMethod.PIN, device_of=anna,
        )  # fmt: skip
