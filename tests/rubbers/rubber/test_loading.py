"""Loading a rubber takes several queries, and other requests may write between them."""

from uuid import uuid4

import pytest
from django.db import connection

from clubscore.database.write_lock import write_transaction
from clubscore.rubbers.agreement.services import agree_deal
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.context import sheet_context
from clubscore.rubbers.substitution.services import consent, propose_substitute
from scoring import Seat, parse_deal
from tests.factories import NOON, member, record, rubber_in_play

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
STATEMENTS = 6  # of a rubber with an open proposal


def correct(rubber, number):
    state = load(rubber.pk)
    facts = parse_deal("4sn+1")
    base, by = state.deal(number), state.players[N]
    propose(
        state=state,
        base=base,
        facts=facts,
        key=uuid4(),
        by=by,
        now=NOON,
        error="agreement",
    )


def go_on(rubber, substitute):
    """Record a deal, propose to correct it, and let a substitute take over East's seat and sign."""
    record(rubber, "2he=")
    correct(rubber, 2)
    state = load(rubber.pk)
    proposed = propose_substitute(
        state=state, seat=E, substitute=substitute, by=state.players[N], now=NOON
    )
    for seat in (S, W):
        consent(
            state=load(rubber.pk),
            substitution=proposed,
            by=state.players[seat],
            now=NOON,
        )
    state = load(rubber.pk)
    agree_deal(state=state, deal=state.last, by=substitute, now=NOON)


@pytest.mark.parametrize("place", range(1, STATEMENTS))
def test_a_rubber_that_goes_on_between_two_statements_is_loaded_and_shown_and_held_as_it_is_then(
    place,
):
    rubber = rubber_in_play(lines=("4sn=",))
    substitute = member("Eve")
    correct(rubber, 1)
    statements = []

    def write_once(execute, sql, *arguments):
        statements.append(sql)
        if len(statements) == place + 1:
            go_on(rubber, substitute)
        return execute(sql, *arguments)

    with connection.execute_wrapper(write_once):
        torn = load(rubber.pk)
    assert len(statements) > STATEMENTS
    assert sheet_context(torn, "NS")["paper"].deals
    with write_transaction():
        assert len(hold(torn, NOON)[0].deals) == 2
        assert hold(torn, NOON)[0].seat_by_member.get(substitute.pk) == E
