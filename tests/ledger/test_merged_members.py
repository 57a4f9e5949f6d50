"""The books of a person with two member records."""

import pytest

from clubscore.ledger.books import books
from clubscore.ledger.models import Posting
from clubscore.ledger.queries import details_of, statement_of
from clubscore.members.merging.services import merge, undo
from clubscore.members.people.services import add_guest
from clubscore.tables.services import leave_table
from scoring import Seat
from tests.factories import NOON, agreed_rubber, four, member

pytestmark = pytest.mark.django_db


def figures() -> dict[str, tuple[int, int]]:
    return {
        account.member.name: (account.rubbers, account.net)
        for account in books().accounts
    }


def test_both_records_count_for_the_person_until_the_merge_is_undone():
    players, guest, ruth = four(), add_guest(name="Ann", now=NOON), member("Ruth")
    anna = players[Seat.NORTH]
    agreed_rubber(players)
    leave_table(
        table=agreed_rubber({**players, Seat.NORTH: guest}).table,
        member=guest,
        now=NOON,
    )
    apart, rows = figures(), list(Posting.objects.order_by("pk").values())
    made = merge(kept=anna, merged=guest, by=ruth, now=NOON)
    assert figures() == {
        "Anna": (2, 1620),
        "Cleo": (2, 1620),
        "Ben": (2, -1620),
        "Dan": (2, -1620),
    }
    assert books().plus == books().minus == 3240
    statement = statement_of(anna)
    assert (len(statement.entries), statement.balance) == (2, 1620)
    details = details_of(statement, statement.entries).values()
    assert [[who.name for who in entry.partners] for entry in details] == [
        ["Cleo"],
        ["Cleo"],
    ]
    guest.refresh_from_db()
    assert statement_of(guest).balance == statement.balance
    assert list(Posting.objects.order_by("pk").values()) == rows
    undo(merge=made, by=ruth, now=NOON)
    assert figures() == apart
