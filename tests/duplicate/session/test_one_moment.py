"""A page about a session shows one moment, although it takes several statements and others write between them."""

import re
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client

from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import PlayProposal
from clubscore.duplicate.play.entering.services import answer_proposal
from clubscore.duplicate.slot import Slot
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player, recorded
from tests.factories import NOON, member
from tests.writing_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = Slot("A", 1, 1, 1)
ANEW = re.compile(rb'[0-9a-f]{8}-[0-9a-f-]{27}|name="csrfmiddlewaretoken" value="\w+"')
"""Matches the parts of a page that differ each time it is made: the keys of its forms and their token."""


class WriteBetween:
    """Runs a write in another thread, once, just before statement number `place` of this thread."""

    def __init__(self, write, place):
        self.write, self.place, self.statements = write, place, 0

    def __call__(self, execute, sql, *arguments):
        self.statements += 1
        if self.statements == self.place:
            assert at_once(self.write) == []
        return execute(sql, *arguments)

    @property
    def is_past_the_last(self):
        return self.statements < self.place


def torn(read, write, place):
    """Call `read` while `write` runs before its statement number `place`.

    Returns what was read, and True if `read` made fewer statements than `place`.
    """
    between = WriteBetween(write, place)
    with connection.execute_wrapper(between):
        return read(), between.is_past_the_last


def shown(client, page):
    answer = client.get(page)
    assert answer.status_code == 200
    return ANEW.sub(b"", answer.content)


def accept(session, by):
    """Let this member accept the only open proposal, of a result in the first slot."""
    found = PlayProposal.objects.open().get()
    proposal = {"proposal_id": found.pk, "accept": True, "key": uuid4()}
    answer_proposal(session_id=session.pk, slot=FIRST, **proposal, by=by, now=NOON)


@pytest.mark.parametrize("page", ["rounds/1/A/1/boards/1/", "director/"])
@time_machine.travel(NOON, tick=False)
def test_a_result_that_is_replaced_while_a_page_is_read_is_shown_as_it_was_before_or_as_it_is_after(
    page,
):
    session = in_play()
    agreed(session, FIRST, "4sn=")
    north, east = player(session, FIRST), player(session, FIRST, Side.EW)
    client, path = Client(), f"/duplicate/{session.pk}/{page}"
    client.force_login(east if "rounds" in page else session.director)
    shown(client, path)
    for place in range(1, 40):
        recorded(session, FIRST, ("3nn=", "2hw=")[place % 2], by=north, seen=place)
        before = shown(client, path)
        found, is_done = torn(
            lambda: shown(client, path), lambda: accept(session, east), place
        )
        if is_done:
            break
        assert found in (before, shown(client, path))
    assert place > 4


@time_machine.travel(NOON, tick=False)
def test_a_pair_that_comes_and_records_while_the_ranking_is_read_is_there_or_is_not():
    ruth, client = member("Ruth"), Client()
    client.force_login(ruth)
    for place in range(1, 40):
        session = in_play(ruth, count=5, family=f"of {place}", name=f"Session {place}")
        newcomers = [member(f"{name} of {place}") for name in ("Olga", "Piet")]

        def come(session=session, newcomers=newcomers):
            seat(session=session, taken=[Taken("A", 6, newcomers)], by=ruth, now=NOON)
            recorded(session, FIRST, "4sn=")

        found, is_done = torn(
            lambda session=session: shown(client, f"/duplicate/{session.pk}/ranking/"),
            come,
            place,
        )
        if is_done:
            break
        assert found
    assert place > 4
