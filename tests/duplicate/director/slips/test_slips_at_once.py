"""A director records slips while others write the same boards: no two wait for each other (decision 27)."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.db import IntegrityError

from clubscore.duplicate.director.slips.services import Slip, record_slips
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering.services import sign_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from scoring import Side, parse_deal
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player, recorded
from tests.factories import NOON, member
from tests.writing_at_once import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.landing,
]

TURNS = 6


def session_of(turn: int) -> tuple[Session, list[Slot]]:
    """A session in its first round, and the slots of that round."""
    director = member(f"Ruth {turn}")
    session = in_play(director, family=f"{turn}", name=f"Pairs {turn}")
    slots = [slot for slot, _row in slots_of(load(session.pk)) if slot.round == 1]
    return session, sorted(slots)


def by_slips(
    session: Session, slots: list[Slot], line: str, seen: int
) -> Callable[[], None]:
    """A function that records one result on all these slots, as one form of slips."""
    slips = [Slip(slot, parse_deal(line), "", seen) for slot in slots]
    return partial(
        record_slips,
        session_id=session.pk,
        slips=slips,
        key=uuid4(),
        by=session.director,
        now=NOON,
    )


def agrees(session: Session, slot: Slot) -> Callable[[], str]:
    """A function with which East of the slot's table agrees to its first result."""
    east = player(session, slot, Side.EW)
    return partial(
        sign_play, session_id=session.pk, slot=slot, version=1, by=east, now=NOON
    )


def test_slips_replace_results_while_the_tables_agree_to_them():
    for turn in range(TURNS):
        session, slots = session_of(turn)
        for slot in slots:
            recorded(session, slot, "4sn=")
        tables = [agrees(session, slot) for slot in slots[1:]]
        assert at_once(by_slips(session, slots, "3nn=", 1), *tables) == []
        results = results_of(session.pk)
        assert {results[slot].play.version for slot in slots} == {2}


def test_slips_record_first_results_while_the_tables_enter_them_too():
    for turn in range(TURNS):
        session, slots = session_of(turn)
        tables = [partial(recorded, session, slot, "4sn=") for slot in slots[1:]]
        errors = at_once(by_slips(session, slots, "4sn=", 0), *tables)
        # The other was first: the view is called again, and sees what is there.
        assert [
            error for error in errors if not isinstance(error, IntegrityError)
        ] == []
        assert results_of(session.pk).recorded.keys() >= {*slots[1:]}


def test_two_directors_replace_the_same_results_in_opposite_orders():
    for turn in range(TURNS):
        session, slots = session_of(turn)
        for slot in slots:
            recorded(session, slot, "4sn=")
        one = by_slips(session, slots, "3nn=", 1)
        other = by_slips(session, slots[::-1], "3nn+1", 1)
        assert at_once(one, other) == []
        results = results_of(session.pk)
        assert len({results[slot].play.facts for slot in slots}) == 1
