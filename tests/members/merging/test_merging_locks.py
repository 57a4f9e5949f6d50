"""A record is merged at the moment in which somebody brings it to a table or begins a rubber with it."""

from functools import partial

import pytest
from django.utils import timezone

from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.rubbers.models import Rubber, RubberSeat
from clubscore.rubbers.recording.services import start_rubber
from clubscore.tables.models import Sitting
from clubscore.tables.services import come_to_table, open_table
from scoring import Seat
from tests.factories import member, seated_table
from tests.writing_at_once import at_once

TIMES = 10


@pytest.mark.django_db(transaction=True)
def test_a_record_that_is_merged_while_it_comes_to_a_table_sits_nowhere_afterwards():
    now = timezone.now()
    ruth = member("Ruth Abel")
    for time in range(TIMES):
        guest, anne = add_guest(name=f"Ann {time}", now=now), member(f"Anne {time}")
        table = open_table(by=ruth, now=now)
        errors = at_once(
            partial(merge, kept=anne, merged=guest, by=ruth, now=now),
            partial(come_to_table, table=table, member=guest, seat=Seat.EAST, now=now),
        )
        assert errors == []
        assert Member.objects.get(pk=guest.pk).merged_into == anne
        assert not Sitting.objects.present().filter(member=guest).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.landing
def test_a_rubber_that_begins_in_the_moment_of_a_merge_has_four_records_that_are_not_closed():
    now = timezone.now()
    ruth = member("Ruth Abel")
    for time in range(TIMES):
        guest, anne = add_guest(name=f"Ann {time}", now=now), member(f"Anne {time}")
        others = {
            seat: member(f"{seat.word} {time}") for seat in Seat if seat != Seat.EAST
        }
        table = seated_table({**others, Seat.EAST: guest}, now=now)
        errors = at_once(
            partial(merge, kept=anne, merged=guest, by=ruth, now=now),
            partial(start_rubber, table=table, dealer=Seat.NORTH, by=ruth, now=now),
        )
        assert errors == []
        assert Rubber.objects.in_play().filter(table=table).exists()
        assert not RubberSeat.objects.filter(
            rubber__table=table, member__merged_into__isnull=False
        ).exists()
