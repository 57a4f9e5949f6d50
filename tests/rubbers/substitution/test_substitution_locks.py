"""A substitute moves to the table at the moment of the last consent."""

from functools import partial

import pytest
from django.utils import timezone

from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.tables.models import Sitting
from clubscore.tables.services import come_to_table, open_table
from scoring import Seat
from tests.factories import member, rubber_in_play
from tests.writing_at_once import at_once

N, E, S, W = Seat
TIMES = 12


@pytest.mark.django_db(transaction=True)
@pytest.mark.landing
def test_the_last_consent_and_the_substitutes_own_move_do_not_wait_for_each_other():
    now = timezone.now()
    for time in range(TIMES):
        rubber = rubber_in_play({seat: member(f"{seat.word} {time}") for seat in Seat})
        eve = member(f"Eve {time}")
        open_table(by=eve, now=now)
        proposed = propose_substitute(
            state=load(rubber.pk), seat=E, substitute=eve, by=rubber.players[N], now=now
        )
        consent(
            state=load(rubber.pk), substitution=proposed, by=rubber.players[S], now=now
        )
        state = load(rubber.pk)
        errors = at_once(
            partial(
                consent,
                state=state,
                substitution=proposed,
                by=rubber.players[W],
                now=now,
            ),
            partial(come_to_table, table=rubber.table, member=eve, now=now),
        )
        assert errors == []
        assert Sitting.objects.present().filter(member=eve).count() == 1
