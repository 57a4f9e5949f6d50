"""Postings to the books sum to zero, are append-only, and are made only once."""

import pytest

from clubscore.ledger import services
from clubscore.ledger.books import books
from clubscore.ledger.models import Posting, Transaction
from clubscore.ledger.queries import details_of, statement_of, unbalanced
from scoring import Seat
from tests.factories import NOON, four
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

RUBBER = Transaction.Source.RUBBER


def post(players, margin, *, source_id=1):
    points = {
        player: margin if seat.side == "NS" else -margin
        for seat, player in players.items()
    }
    return services.post(
        source=RUBBER,
        source_id=source_id,
        game="contract",
        description="A rubber",
        points=points,
        by=players[Seat.NORTH],
        now=NOON,
    )


def test_a_margin_is_plus_for_both_winners_and_minus_for_both_losers():
    players = four()
    post(players, 810)
    accounts = [
        (line.member.name, line.rubbers, line.won, line.lost, line.net)
        for line in books().accounts
    ]
    assert accounts == [
        ("Anna", 1, 1, 0, 810),
        ("Cleo", 1, 1, 0, 810),
        ("Ben", 1, 0, 1, -810),
        ("Dan", 1, 0, 1, -810),
    ]
    assert (books().plus, books().minus) == (1620, 1620)


def test_what_does_not_sum_to_zero_is_refused():
    players = four()
    with pytest.raises(services.NotBalanced, match="sum to 10, not to 0"):
        services.post(
            source=RUBBER, source_id=1, game="contract", description="A rubber", points={players[Seat.NORTH]: 10},
            by=players[Seat.NORTH], now=NOON,
        )  # fmt: skip
    assert Transaction.objects.count() == 0


def test_one_source_is_posted_once():
    players = four()
    post(players, 810)
    with pytest.raises(services.AlreadyPosted):
        post(players, 810)


def test_a_reversal_takes_everything_back_and_both_stay_in_the_books():
    players = four()
    first = post(players, 810)
    reversal = services.reverse(
        source=RUBBER, source_id=1, by=players[Seat.NORTH], now=NOON
    )
    assert reversal.reverses == first
    assert [account.net for account in books().accounts] == [0, 0, 0, 0]
    assert Posting.objects.count() == 8


def test_what_was_reversed_can_be_posted_again_in_a_second_edition():
    players = four()
    post(players, 810)
    services.reverse(source=RUBBER, source_id=1, by=players[Seat.NORTH], now=NOON)
    assert post(players, 700).edition == 2


def test_reversing_what_was_never_posted_does_nothing():
    players = four()
    assert (
        services.reverse(source=RUBBER, source_id=7, by=players[Seat.NORTH], now=NOON)
        is None
    )


def test_rows_are_never_edited_or_deleted():
    players = four()
    booked = post(players, 810)
    posting = booked.postings.first()
    for row in (booked, posting):
        with pytest.raises(TypeError, match="never edited"):
            row.save()
        with pytest.raises(TypeError, match="never deleted"):
            row.delete()


def test_a_statement_runs_on_and_names_partner_and_opponents():
    players = four()
    post(players, 810)
    post(players, -300, source_id=2)
    statement = statement_of(players[Seat.NORTH])
    assert [(entry.points, entry.balance) for entry in statement.entries] == [
        (-300, 510),
        (810, 810),
    ]
    [newest] = details_of(statement, statement.entries[:1]).values()
    assert [partner.name for partner in newest.partners] == ["Cleo"]
    assert [opponent.name for opponent in newest.opponents] == ["Ben", "Dan"]
    assert statement.balance == 510


def test_a_drawn_rubber_counts_as_played_and_is_neither_won_nor_lost():
    players = four()
    post(players, 0)
    assert {
        (account.rubbers, account.won, account.lost, account.net)
        for account in books().accounts
    } == {(1, 0, 0, 0)}


def test_somebody_who_writes_past_the_services_is_found_out():
    players = four()
    booked = post(players, 810)
    rewrite(
        Posting.objects.filter(transaction=booked, member=players[Seat.NORTH]),
        points=800,
    )
    assert unbalanced() == [booked]
