"""Stopping an unfinished rubber (Law 80): a reason is needed, and the score goes into the books."""

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.ledger.books import books
from clubscore.ledger.models import Transaction
from clubscore.refusals import Refused
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, Side
from tests.factories import NOON, agree, member, rubber_in_play, stop_rubber

pytestmark = pytest.mark.django_db


def stop(rubber, **arguments):
    arguments = {
        "reason": "Ben had to leave",
        "seen_revision": rubber.revision,
        "by": rubber.players[Seat.NORTH],
    } | arguments
    stop_rubber(state=load(rubber.pk), now=NOON, **arguments)
    rubber.refresh_from_db()
    return load(rubber.pk).sheet


def test_the_only_game_and_the_only_part_score_are_paid_and_the_margin_is_posted():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    sheet = stop(rubber)
    assert [(line.side, line.points) for line in sheet.closing] == [
        (Side.NS, 300),
        (Side.EW, 100),
    ]
    agree(rubber)
    assert (rubber.ending, rubber.ending_reason, sheet.margin) == (
        "unfinished",
        "Ben had to leave",
        260,
    )
    assert sorted(account.net for account in books().accounts) == [-260, -260, 260, 260]


def test_the_sheet_read_later_is_the_sheet_that_was_closed():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    assert stop(rubber) == load(rubber.pk).sheet


def test_a_rubber_stopped_before_its_first_deal_is_not_booked_and_counts_for_nobody():
    rubber = rubber_in_play()
    stop(rubber)
    assert rubber.is_over
    assert books().accounts == []
    assert Transaction.objects.count() == 0
    assert list(differences()) == []


def test_the_seats_are_free_again():
    rubber = rubber_in_play(lines=("4sn=",))
    stop(rubber)
    assert not rubber.table.is_playing


def test_a_sheet_that_has_moved_is_not_closed_unseen():
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(Stale, match="Anna recorded deal 1"):
        stop(rubber, seen_revision=0)
    rubber.refresh_from_db()
    assert not rubber.is_over


def test_somebody_who_does_not_play_here_cannot_stop_it():
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(PermissionDenied):
        stop(rubber, by=member("Eve"))


def test_a_rubber_is_stopped_once():
    rubber = rubber_in_play(lines=("4sn=",))
    stop(rubber)
    with pytest.raises(Refused, match="over"):
        stop(rubber)
