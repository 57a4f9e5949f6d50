"""A hundred phones record one deal at the same moment: two books are kept, nothing is lost, and nobody
gains anything by it.
"""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.models import Deal, DealAgreement, Proposal, Rubber, Vote
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, Side, parse_deal
from tests.factories import NOON, rubber_in_play

PHONES = 100
THEIR_LINE = {Side.NS: "4sn=", Side.EW: "4sn-1"}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.landing
def test_of_a_hundred_entries_in_one_instant_both_books_are_kept_and_nothing_else():
    rubber, start = rubber_in_play(), Barrier(PHONES)

    def enter(number: int) -> object:
        seat = list(Seat)[number % 4]
        start.wait()
        try:
            own = Rubber.objects.get(pk=rubber.pk)
            line = THEIR_LINE[seat.side]
            return enter_deal(
                state=load(own.pk),
                facts=parse_deal(line),
                number=1,
                seen_revision=0,
                key=uuid4(),
                by=own.players[seat],
                now=NOON,
            )
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as threads:
        answers = list(threads.map(enter, range(PHONES)))

    recorded, proposed = Deal.objects.get(), Proposal.objects.get()
    assert {str(recorded.facts), str(proposed.facts)} == {"4SN=", "4SN-1"}
    first = recorded.recorded_by
    own_side = next(
        seat.side for seat, member in rubber.players.items() if member == first
    )
    sides = {member.pk: seat.side for seat, member in rubber.players.items()}
    signed = DealAgreement.objects.values_list("member_id", flat=True)
    assert {sides[member] for member in signed} == {own_side}
    assert {sides[vote.member_id] for vote in Vote.objects.all()} == {own_side.other}
    assert len(answers) == PHONES
