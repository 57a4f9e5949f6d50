"""The end of a correction period (Law 78): players who say that the next auction is over, and which deal is
the next.
"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.database.write_lock import write_transaction
from clubscore.games.periods import ALL_FOUR, MAJORITY
from clubscore.refusals import Refused
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.queries import next_auction, period_for
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import AuctionOver
from clubscore.rubbers.recording.services import start_rubber, undo_deal
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.neighbours import FirstDealAfter
from clubscore.rubbers.substitution.services import consent, propose_substitute
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    member,
    record,
    rubber_in_play,
    stop_rubber,
)

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
ANOTHER_RESULT = parse_deal("3he+1")


def call(rubber, *seats, number=1):
    for seat in seats:
        state = load(rubber.pk)
        call_auction_over(
            state=state,
            number=number,
            by=state.players[seat],
            now=NOON + timedelta(hours=2),
        )


def consents(rubber, number=1):
    """The number of players who must consent to another number of tricks in this deal."""
    state = load(rubber.pk)
    base = state.deal(number)
    return period_for(state, base, ANOTHER_RESULT).consents


def strike(rubber, number):
    state = load(rubber.pk)
    proposal = propose(
        state=state,
        base=state.deal(number),
        facts=None,
        key=uuid4(),
        by=state.players[N],
        now=NOON,
        reason="Bad pack",
    )
    for seat in (E, S, W):
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=True,
            by=state.players[seat],
            now=NOON,
        )


def undo(rubber, number):
    undo_deal(state=load(rubber.pk), number=number, by=rubber.players[N], now=NOON)


@pytest.fixture
def rubber(db):
    """A rubber in play with one deal."""
    return rubber_in_play(lines=("3he=",))


@pytest.fixture
def over(db):
    """A rubber of nine deals that is over and not agreed yet."""
    return rubber_in_play(lines=NINE_DEALS)


def start_next(rubber, minutes=30):
    by = rubber.players[N]
    return start_rubber(
        table=rubber.table, dealer=N, by=by, now=NOON + timedelta(minutes=minutes)
    )


@pytest.mark.parametrize("seats", [(N,), (E,), (N, S), (W, E, W)])
def test_what_one_side_says_of_the_next_auction_leaves_the_period_open(rubber, seats):
    call(rubber, *seats)
    assert consents(rubber) == MAJORITY


@pytest.mark.parametrize("seats", [(N, E), (W, S), (N, S, W)])
def test_the_period_ends_when_one_of_each_side_says_that_the_next_auction_is_over(
    rubber, seats
):
    call(rubber, *seats)
    assert consents(rubber) == ALL_FOUR


def test_a_side_that_has_said_so_is_noted_once(rubber):
    call(rubber, E, E, W)
    assert AuctionOver.objects.get().member == rubber.players[E]


def test_somebody_who_does_not_play_here_does_not_end_a_period(rubber):
    with pytest.raises(PermissionDenied, match="Only the four players"):
        call_auction_over(state=load(rubber.pk), number=1, by=member("Eve"), now=NOON)


def test_what_a_player_said_counts_for_the_side_after_a_substitution(rubber):
    call(rubber, E)
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
    call(rubber, E, W)
    assert AuctionOver.objects.count() == 1
    call(rubber, N)
    assert consents(rubber) == ALL_FOUR


def test_nothing_is_said_of_an_auction_after_the_last_deal_of_a_rubber(over):
    with pytest.raises(Refused, match="This rubber is over"):
        call(over, E, number=9)


def test_nothing_is_said_of_an_auction_after_a_rubber_was_stopped(rubber):
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=1,
        by=rubber.players[N],
        now=NOON,
    )
    with pytest.raises(Refused, match="This rubber is over"):
        call(rubber, E)


@pytest.mark.parametrize("number", [0, 2])
def test_only_the_auction_after_the_last_deal_is_called(rubber, number):
    with pytest.raises(Refused, match="recorded already|not the last one any more"):
        call(rubber, E, number=number)


def test_the_first_result_of_the_next_rubber_ends_the_period_of_the_last_deal(over):
    following = start_next(over)
    assert consents(over, 9) == MAJORITY
    record(following, "1nn=")
    assert consents(over, 9) == ALL_FOUR


def test_a_first_result_that_is_undone_ends_no_period(over):
    following = start_next(over)
    record(following, "1nn=")
    undo(following, 1)
    assert consents(over, 9) == MAJORITY


def test_the_first_auction_of_the_next_rubber_is_over_when_one_of_each_side_there_says_so(
    over,
):
    following = start_next(over)
    call(following, N, S, number=0)
    assert consents(over, 9) == MAJORITY
    call(following, E, number=0)
    assert consents(over, 9) == ALL_FOUR


def test_a_next_rubber_that_is_stopped_before_its_first_result_leaves_what_was_said_there(
    over,
):
    following = start_next(over)
    call(following, N, E, number=0)
    stop_rubber(
        state=load(following.pk),
        reason="Rain",
        seen_revision=0,
        by=over.players[N],
        now=over.ended_at,
    )
    assert consents(over, 9) == ALL_FOUR


def test_the_first_auction_of_the_evening_has_no_deal_to_close():
    rubber = rubber_in_play()
    assert next_auction(load(rubber.pk)) is None
    with pytest.raises(Refused, match="No correction waits"):
        call(rubber, N, number=0)


def test_a_rubber_that_was_closed_by_another_since_is_not_what_the_first_auction_closes(
    over,
):
    between = start_next(over)
    for line in NINE_DEALS:
        record(between, line)
    agree(between)
    following = start_next(over, minutes=60)
    assert next_auction(load(following.pk)) is None
    assert consents(over, 9) == ALL_FOUR


def test_after_its_first_result_a_rubber_speaks_of_its_own_deals(over):
    following = start_next(over)
    assert (
        "the last deal of the rubber before" in next_auction(load(following.pk)).until
    )
    record(following, "1nn=")
    assert "the tricks of deal 1;" in next_auction(load(following.pk)).until


@pytest.mark.parametrize("happens", ["recorded", "called", "undone"])
def test_whoever_holds_a_rubber_sees_the_next_deal_at_the_table(over, happens):
    following = start_next(over)
    if happens == "undone":
        record(following, "1nn=")
    read = load(over.pk)
    if happens == "called":
        call(following, N, E, number=0)
    elif happens == "recorded":
        record(following, "1nn=")
    else:
        undo(following, 1)
    with write_transaction():
        held, _ = hold(read, NOON)
    assert held.next_deal == FirstDealAfter(
        is_recorded=happens == "recorded", is_called=happens != "undone"
    )


def test_an_undone_deal_takes_with_it_what_was_said_of_the_next_auction():
    rubber = rubber_in_play(lines=("2hn=", "3he="))
    call(rubber, E, number=2)
    undo(rubber, 2)
    record(rubber, "3he=")
    call(rubber, N, number=2)
    assert consents(rubber, 2) == MAJORITY
    call(rubber, W, number=2)
    assert consents(rubber, 2) == ALL_FOUR


def test_a_deal_that_is_struck_out_takes_with_it_what_was_said_of_the_next_auction():
    rubber = rubber_in_play(lines=("3he=", "2hn="))
    call(rubber, E, N, number=2)
    strike(rubber, 2)
    assert consents(rubber, 1) == MAJORITY


def test_a_deal_that_is_corrected_keeps_what_was_said_of_the_next_auction(rubber):
    call(rubber, E)
    state = load(rubber.pk)
    proposal = propose(
        state=state,
        base=state.last,
        facts=parse_deal("3he= h4e"),
        key=uuid4(),
        by=state.players[N],
        now=NOON,
    )
    for seat in (E, S):
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=True,
            by=state.players[seat],
            now=NOON,
        )
    call(rubber, N)
    assert consents(rubber) == ALL_FOUR


@pytest.mark.parametrize("count", [1, 3])
def test_a_rubber_that_waits_is_read_in_one_statement_more_whatever_was_said(
    over, count, django_assert_num_queries
):
    for place in range(count):
        following = start_next(over, minutes=30 + place)
        call(following, N, E, number=0)
        stop_rubber(
            state=load(following.pk),
            reason="Rain",
            seen_revision=0,
            by=over.players[N],
            now=over.ended_at,
        )
    with django_assert_num_queries(6):
        # Rubber, signatures of deals and of the net score, the next deal, seats, deals.
        load(over.pk)
