"""A pair leaves a Swiss at the very moment at which its match gets a result or ruling: one of the two is refused."""

from threading import Event, Thread
from uuid import uuid4

import pytest
from django.db import connection

from clubscore.duplicate.director.changing import services as changing
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering import services as playing
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling import services as ruling
from clubscore.refusals import Refused
from clubscore.web.conflicts import repeated
from scoring.duplicate.law12 import clause_of
from scoring.duplicate.outcome_line import parse_outcome
from tests.duplicate.director.changing.test_swiss_pairs_withdrawal import (
    gone_home,
    points,
    ways,
)
from tests.duplicate.recorded import player, recorded
from tests.duplicate.swiss import draw_of, drawn, slots_in, swiss_of_pairs
from tests.factories import NOON

pytestmark = pytest.mark.django_db(transaction=True)


def while_one_leaves(monkeypatch, services, write, leave):
    """Run `write` and `leave` so that `write` reads the session just before `leave` writes its plan.

    Returns the refusals of `write`, as sentences.
    """
    has_read, refusals = Event(), []
    real_load, real_queue, real_edition = (
        services.load,
        services.write_transaction,
        changing.write_edition,
    )

    def load_and_tell(pk):
        state = real_load(pk)
        has_read.set()
        return state

    def tell_and_queue():
        if connection.vendor == "sqlite":
            # Which lets nobody else read before it writes.
            has_read.set()
        return real_queue()

    def run():
        try:
            repeated(write)
        except Refused as refusal:
            refusals.append(str(refusal))
        finally:
            connection.close()

    thread = Thread(target=run)

    def write_edition_late(**chosen):
        thread.start()
        assert has_read.wait(10)
        return real_edition(**chosen)

    monkeypatch.setattr(services, "load", load_and_tell)
    monkeypatch.setattr(services, "write_transaction", tell_and_queue)
    monkeypatch.setattr(changing, "write_edition", write_edition_late)
    leave()
    thread.join(10)
    return refusals


def leaves_at_once(session: Session, number: int) -> None:
    gone_home(
        session,
        number,
        way=next(
            way for way, text in enumerate(ways(session, number)) if "at once" in text
        ),
    )


def test_a_result_of_the_match_that_is_left_is_refused(monkeypatch):
    session = swiss_of_pairs(6, begun=1)
    slot = slots_in(session, 1)[0]
    north = player(session, slot)
    refused = while_one_leaves(
        monkeypatch,
        playing,
        lambda: recorded(session, slot, "4sn=", by=north),
        lambda: leaves_at_once(session, 2),
    )
    assert refused and slot not in results_of(session.pk).settled
    for each in slots_in(session, 1):
        recorded(session, each, "4sn-1")
    assert points(session)[1] == 12


def rule(session: Session, slot: Slot, line: str) -> None:
    outcome = parse_outcome(line, slot.board)
    given = ruling.Given(outcome, clause_of(outcome), "They went home.", 0, 0, uuid4())
    ruling.rule(
        session_id=session.pk, slot=slot, given=given, by=session.director, now=NOON
    )


def test_a_ruling_on_the_match_that_is_left_is_refused(monkeypatch):
    session = swiss_of_pairs(6, begun=1)
    slot = slots_in(session, 1)[0]
    refused = while_one_leaves(
        monkeypatch,
        ruling,
        lambda: rule(session, slot, "A=="),
        lambda: leaves_at_once(session, 2),
    )
    assert refused and slot not in results_of(session.pk).settled


def test_a_result_that_comes_while_the_next_round_is_drawn_is_kept(monkeypatch):
    session = swiss_of_pairs(6, begun=1)
    slot = slots_in(session, 1)[0]
    read_before = [load(session.pk)]
    drawn(session)  # by another director, of whom the revision and the edition tell
    monkeypatch.setattr(
        playing, "load", lambda pk: read_before.pop() if read_before else load(pk)
    )
    repeated(lambda: recorded(session, slot, "4sn="))
    assert slot in results_of(session.pk).settled and not read_before


def test_a_result_in_a_match_that_is_not_drawn_any_more_counts_nowhere(monkeypatch):
    session = swiss_of_pairs(6, begun=1)
    # As before this was looked at.
    monkeypatch.setattr(playing, "move_as_read", lambda state: None)
    slot, before = slots_in(session, 1)[0], load(session.pk)
    leaves_at_once(session, 2)
    monkeypatch.setattr(playing, "load", lambda pk: before)
    recorded(session, slot, "4sn=", by=before.sections[0].players[1][0])
    monkeypatch.undo()
    for each in slots_in(session, 1):
        recorded(session, each, "4sn=")
    assert points(session)[1] == 12 and draw_of(session, 1).bye == 1
