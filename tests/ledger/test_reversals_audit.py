"""The audit of reversals: what `manage.py check_ledger` says about rows that no service wrote."""

import pytest
from django.core.management import CommandError, call_command

from clubscore.ledger import reversals, services
from clubscore.ledger.models import Posting, Transaction, Unit
from clubscore.ledger.queries import unbalanced
from scoring import Seat
from tests.factories import NOON, four, member
from tests.unguarded import erase, rewrite

pytestmark = pytest.mark.django_db

OPENING = Transaction.Source.OPENING


@pytest.fixture
def players():
    return four()


@pytest.fixture
def reversal(players):
    """Book opening balances twice, take back the first booking, and return the transaction that does so."""
    by = players[Seat.NORTH]
    for number in (1, 2):
        services.post(
            source=OPENING,
            source_id=number,
            game="",
            description=f"Opening balances {number}",
            reason="The paper book",
            points={
                player: 810 if seat.side == "NS" else -810
                for seat, player in players.items()
            },
            by=by,
            now=NOON,
        )
    return services.reverse(
        source=OPENING, source_id=1, by=by, now=NOON, reason="Typed twice"
    )


def reported():
    return list(reversals.wrongly_reversed())


def test_what_the_services_take_back_is_right(reversal):
    assert (reported(), reversals.reversals()) == ([], 1)


@pytest.mark.parametrize("points", [1620, 0])
def test_a_reversal_of_more_or_of_nothing_is_named(reversal, points):
    for posting in reversal.postings.all():
        rewrite(
            Posting.objects.filter(pk=posting.pk),
            points=points if posting.points > 0 else -points,
        )
    assert unbalanced() == []
    assert reported() == [
        f"Transaction {reversal} does not book the opposite of what it reverses."
    ]


def test_a_reversal_for_somebody_else_is_named(reversal, players):
    rewrite(reversal.postings.filter(member=players[Seat.EAST]), member=member("Eve"))
    assert reported() == [
        f"Transaction {reversal} does not book the opposite of what it reverses."
    ]


def test_a_reversal_that_lost_its_postings_is_named(reversal, capsys):
    erase(reversal.postings)
    assert reported() == [
        f"Transaction {reversal} does not book the opposite of what it reverses."
    ]
    with pytest.raises(CommandError, match="2 mistakes"):
        call_command("check_ledger")
    assert f"Transaction {reversal} has no postings." in capsys.readouterr().err


@pytest.mark.parametrize(
    "changed",
    [{"unit": Unit.MONEY}, {"source_id": 2, "edition": 2}, {"source": "settlement"}],
)
def test_a_reversal_of_another_unit_or_source_is_named(reversal, changed):
    rewrite(Transaction.objects.filter(pk=reversal.pk), **changed)
    assert reported() == [
        f"Transaction {reversal} is not of the same source, unit and game as what it reverses."
    ]


def test_all_reversals_are_looked_at_however_small_the_portions(
    players, reversal, monkeypatch
):
    services.reverse(
        source=OPENING,
        source_id=2,
        by=players[Seat.NORTH],
        now=NOON,
        reason="Typed twice",
    )
    monkeypatch.setattr(reversals, "PORTION", 1)
    rewrite(Posting.objects.exclude(transaction__reverses=None), points=0)
    steps = []
    assert len(list(reversals.wrongly_reversed(steps.append))) == 2
    assert steps == [1, 1]


def test_a_transaction_without_postings_is_named(reversal):
    current = Transaction.objects.get(source_id=2)
    erase(current.postings)
    assert unbalanced() == [current]
