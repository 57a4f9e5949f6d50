"""The period of the last deal ends with the next deal of the same four players (Law 78), wherever they play it."""

from datetime import timedelta

import pytest

from clubscore.members.merging.services import merge
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.recording.services import start_rubber, undo_deal
from clubscore.rubbers.rubber.loading import load, load_all
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    member,
    record,
    rubber_in_play,
    seated_table,
)

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def over(db) -> Rubber:
    """A rubber of nine deals that is over and not agreed yet."""
    return rubber_in_play(lines=NINE_DEALS)


def period(rubber: Rubber) -> tuple[bool, bool]:
    """Whether the next deal of the four is recorded, and whether it is called."""
    return tuple(load(rubber.pk).next_deal)


def begin_again(over: Rubber) -> Rubber:
    """Whoever sits at the table of the rubber now begins another there."""
    by = over.players[N]
    return start_rubber(table=over.table, dealer=N, by=by, now=LATER)


def leave(rubber: Rubber, *seats: Seat) -> None:
    for seat in seats:
        tables.leave_table(table=rubber.table, member=rubber.players[seat], now=LATER)


def come(rubber: Rubber, *names: str) -> None:
    for name in names:
        tables.come_to_table(
            table=rubber.table, member=member(name), any_seat=True, now=LATER
        )


def call(rubber: Rubber, *seats: Seat) -> None:
    for seat in seats:
        by = rubber.players[seat]
        call_auction_over(state=load(rubber.pk), number=0, by=by, now=LATER)


def elsewhere(over: Rubber) -> Rubber:
    """The four of the rubber begin another at another table, each one seat further round."""
    leave(over, N, E, S, W)
    players = over.players
    table = seated_table({seat.next: players[seat] for seat in Seat}, now=LATER)
    return start_rubber(table=table, dealer=N, by=players[N], now=LATER)


def test_a_deal_of_strangers_at_their_table_ends_no_period(over):
    leave(over, N, E, S, W)
    come(over, "Eve", "Finn", "Gina", "Hugo")
    strangers = begin_again(over)
    record(strangers, "1nn=")
    assert period(over) == (False, False)


def test_three_of_the_four_with_another_player_are_another_four(over):
    leave(over, W)
    come(over, "Eve")
    following = begin_again(over)
    with pytest.raises(Refused, match="No correction waits"):
        call(following, N)
    record(following, "1nn=")
    assert period(over) == (False, False)


def test_the_next_deal_of_the_four_ends_the_period_at_another_table_and_in_other_seats(
    over,
):
    record(elsewhere(over), "1nn=")
    assert period(over) == (True, True)


def test_the_call_of_the_four_at_another_table_ends_the_period_and_moves_the_earlier_sheet(
    over,
):
    following = elsewhere(over)
    before = load(over.pk).rubber.signatures
    call(following, N, E)
    assert period(over) == (False, True)
    assert load(over.pk).rubber.signatures == before + 2


def test_what_opens_or_closes_a_period_refreshes_the_page_of_the_earlier_table(over):
    following = elsewhere(over)
    moves = [page_of(over)]
    call(following, N)
    moves.append(page_of(over))
    record(following, "1nn=")
    moves.append(page_of(over))
    undo_deal(state=load(following.pk), number=1, by=following.players[N], now=LATER)
    moves.append(page_of(over))
    assert moves == sorted({*moves})


def test_a_later_deal_leaves_the_page_of_the_earlier_table_alone(over):
    following = elsewhere(over)
    record(following, "1nn=")
    record(following, "1nn=")
    before = page_of(over)
    record(following, "1nn=")
    assert page_of(over) == before


def page_of(rubber: Rubber) -> int:
    """The revision of the page of the rubber's table."""
    return Table.objects.get(pk=rubber.table_id).revision


def test_an_undone_deal_at_another_table_opens_the_period_again(over):
    following = elsewhere(over)
    record(following, "1nn=")
    undo_deal(state=load(following.pk), number=1, by=following.players[N], now=LATER)
    assert period(over) == (False, False)


def test_a_player_with_two_records_is_one_of_the_four(over):
    guest = over.players[W]
    anne = member("Anne")
    tables.leave_table(table=over.table, member=guest, now=LATER)
    merge(kept=anne, merged=guest, by=member("Ruth", role=Role.ADMIN), now=LATER)
    tables.come_to_table(table=over.table, member=anne, seat=W, now=LATER)
    following = begin_again(over)
    assert load(following.pk).rubber_before.pk == over.pk
    record(following, "1nn=")
    assert period(over) == (True, True)


@pytest.mark.parametrize("is_played", [False, True])
def test_a_substitution_makes_another_four_from_the_deal_on_that_the_substitute_plays(
    over, is_played
):
    following = begin_again(over)
    if is_played:
        record(following, "1nn=", now=LATER + timedelta(minutes=5))
    substitute(following, now=LATER + timedelta(minutes=10))
    record(following, "1nn=", now=LATER + timedelta(minutes=20))
    assert period(over) == (is_played, is_played)


def substitute(rubber: Rubber, *, now) -> None:
    proposed = propose_substitute(
        state=load(rubber.pk),
        seat=W,
        substitute=member("Eve"),
        by=rubber.players[N],
        now=now,
    )
    for seat in (E, S):
        consent(
            state=load(rubber.pk),
            substitution=proposed,
            by=rubber.players[seat],
            now=now,
        )


def test_a_rubber_of_strangers_says_nothing_of_the_rubber_before_at_the_table(over):
    leave(over, N, E, S, W)
    come(over, "Eve", "Finn", "Gina", "Hugo")
    assert load(begin_again(over).pk).rubber_before is None


def test_the_rubber_before_is_the_last_one_with_a_deal_of_the_four(over):
    leave(over, N, E, S, W)
    again = start_rubber(
        table=seated_table(over.players, now=LATER),
        dealer=N,
        by=over.players[N],
        now=LATER,
    )
    assert load(again.pk).rubber_before == (over.pk, "contract", over.table_id)
    record(again, "1nn=")
    assert load(again.pk).rubber_before.pk == over.pk


@pytest.mark.parametrize("count", [1, 3])
def test_rubbers_at_their_first_deals_are_read_with_those_before_in_one_statement(
    count, django_assert_num_queries
):
    pks = []
    for place in range(count):
        players = {seat: member(f"{seat.word} {place}") for seat in Seat}
        over = rubber_in_play(players, lines=NINE_DEALS)
        pks.append(begin_again(over).pk)
    rows = Rubber.objects.filter(pk__in=pks)
    with django_assert_num_queries(5):
        # Rubbers, signatures of deals, seats, deals, the rubbers before.
        states = load_all(rows)
    assert all(state.rubber_before for state in states)
