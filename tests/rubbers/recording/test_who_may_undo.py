"""A recorder can undo an entry only until another player has signed it or answered it."""

from uuid import uuid4

import pytest

from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_deal, agree_net, enter_deal
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.rulings import rule
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.page.context import undoable
from clubscore.rubbers.recording.services import undo_deal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from scoring import Seat, parse_deal
from tests.factories import NINE_DEALS, NOON, member, record, rubber_in_play

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def undo(rubber, number=1, by=N):
    return undo_deal(
        state=load(rubber.pk), number=number, by=rubber.players[by], now=NOON
    )


def refuses(rubber, sentence, number=1, by=None):
    """Assert that the page offers no undo, and that the service refuses it with this sentence."""
    recorder = by or rubber.players[N]
    assert undoable(RubberDesk(load(rubber.pk), recorder)) is None
    with pytest.raises(Refused, match=sentence):
        undo_deal(state=load(rubber.pk), number=number, by=recorder, now=NOON)
    assert len(load(rubber.pk).deals) == number


def keep(rubber, line, by, number=1):
    """Enter deal `number` for the player in seat `by`, from a form that was opened before the deal was recorded."""
    return enter_deal(
        state=load(rubber.pk),
        facts=parse_deal(line),
        number=number,
        seen_revision=rubber.revision,
        key=uuid4(),
        by=rubber.players[by],
        now=NOON,
    )


def correct(rubber, line, by):
    state = load(rubber.pk)
    return propose(
        state=state,
        base=state.last,
        facts=parse_deal(line),
        key=uuid4(),
        by=rubber.players[by],
        now=NOON,
        error="agreement",
    )


def test_a_deal_is_not_undone_once_another_player_has_agreed_to_it():
    rubber = rubber_in_play(lines=("4sn=",))
    state = load(rubber.pk)
    agree_deal(state=state, deal=state.last, by=rubber.players[S], now=NOON)
    refuses(rubber, "Cleo has agreed to deal 1: propose a correction instead")


def test_a_deal_is_not_undone_once_the_other_side_has_recorded_it_alike():
    rubber = rubber_in_play()
    keep(rubber, "4sn=", N)
    keep(rubber, "4sn=", E)
    refuses(rubber, "Ben has agreed to deal 1")


def test_ones_own_signature_leaves_the_undo():
    rubber = rubber_in_play()
    keep(rubber, "4sn=", N)
    assert undoable(RubberDesk(load(rubber.pk), rubber.players[N])).number == 1
    undo(rubber)
    assert load(rubber.pk).deals == ()


def test_a_deal_is_not_undone_once_another_has_agreed_to_the_net_score_with_it():
    rubber = rubber_in_play(lines=NINE_DEALS)
    state = load(rubber.pk)
    agree_net(state=state, newest=state.newest, by=rubber.players[S], now=NOON)
    refuses(rubber, "Cleo has agreed to the net score", number=9)


def test_a_deal_is_not_undone_once_the_next_auction_is_over():
    rubber = rubber_in_play(lines=("4sn=",))
    call_auction_over(state=load(rubber.pk), number=1, by=rubber.players[E], now=NOON)
    assert undoable(RubberDesk(load(rubber.pk), rubber.players[N])).number == 1
    call_auction_over(state=load(rubber.pk), number=1, by=rubber.players[N], now=NOON)
    refuses(rubber, "The next auction is over")


def test_the_other_book_is_voted_on_and_not_undone_away():
    rubber = rubber_in_play()
    keep(rubber, "4sn=", N)
    keep(rubber, "4sn+1", E)
    refuses(rubber, "Ben proposes another result for deal 1: vote on it")
    assert Proposal.objects.get().is_open


def test_a_correction_that_another_proposes_is_voted_on_and_not_undone_away():
    rubber = rubber_in_play(lines=("4sn=",))
    correct(rubber, "4sn+1", S)
    refuses(rubber, "Cleo proposes another result for deal 1: vote on it")
    assert Proposal.objects.get().is_open


def test_ones_own_proposal_goes_with_the_deal():
    rubber = rubber_in_play(lines=("4sn=",))
    correct(rubber, "4sn+1", N)
    undo(rubber)
    assert Proposal.objects.get().state == "expired"


def test_a_player_who_was_replaced_undoes_nothing_any_more():
    rubber = rubber_in_play(lines=("4sn=",))
    record(rubber, "2he=", by=rubber.players[E])
    proposed = propose_substitute(
        state=load(rubber.pk),
        seat=E,
        substitute=member("Eve"),
        by=rubber.players[N],
        now=NOON,
    )
    for seat in (S, W):
        consent(
            state=load(rubber.pk),
            substitution=proposed,
            by=rubber.players[seat],
            now=NOON,
        )
    refuses(rubber, "You do not keep this sheet any more", number=2, by=proposed.leaver)


def test_a_corrected_deal_is_corrected_again_and_not_undone():
    rubber, sam = rubber_in_play(lines=("4sn=",)), member("Sam", role=Role.ADMIN)
    proposal = correct(rubber, "4sn+1", N)
    rule(
        state=load(rubber.pk),
        proposal=proposal,
        is_yes=True,
        ruling="Dan's card shows it",
        by=sam,
        now=NOON,
    )
    refuses(rubber, "Deal 1 has been corrected")


def test_a_deal_that_another_agreed_to_before_it_was_undone_is_signed_anew():
    rubber = rubber_in_play(lines=("4sn=",))
    first = load(rubber.pk).last
    undo(rubber)
    record(rubber, "4sn=")
    with pytest.raises(Refused, match="Deal 1 has been changed since"):
        agree_deal(state=load(rubber.pk), deal=first, by=rubber.players[E], now=NOON)
    with pytest.raises(Refused, match="Deal 1 has been changed since"):
        propose(
            state=load(rubber.pk),
            base=first,
            facts=parse_deal("2he="),
            key=uuid4(),
            by=rubber.players[E],
            now=NOON,
        )


def test_a_vote_that_comes_after_the_undo_changes_nothing():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = correct(rubber, "4sn+1", N)
    undo(rubber)
    record(rubber, "4sn=")
    with pytest.raises(Refused, match="expired"):
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=True,
            by=rubber.players[E],
            now=NOON,
        )
