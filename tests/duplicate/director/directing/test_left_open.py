"""The next round and the end of play are asked once, with what is unplayed and open."""

from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.context import director_page
from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Session
from clubscore.duplicate.play.entering.calls import call_director
from clubscore.duplicate.play.entering.services import record_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, entry, player, recorded
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


@pytest.fixture
def session() -> Session:
    return in_play()


def director_of(session: Session) -> Client:
    client = Client()
    client.force_login(session.director)
    return client


def left_of(session: Session):
    state = load(session.pk)
    return director_page(state, viewer=session.director, now=NOON, round=None).left


def agree_all(session: Session, round: int) -> None:
    for slot, _ in slots_of(load(session.pk)):
        if slot.round == round:
            agreed(session, slot, "4sn=")


def differ(session: Session, slot: Slot) -> None:
    """Let both sides of a slot agree, and East–West then say otherwise."""
    agreed(session, slot, "4sn=")
    other, by = entry("4sn-1", seen=1), player(session, slot, Side.EW)
    record_play(session_id=session.pk, slot=slot, entry=other, by=by, now=NOON)


def open_in_each_way(session: Session) -> None:
    """Leave a board not agreed, one with two results, and a call; the other boards have no result."""
    recorded(session, FIRST, "4sn=")
    differ(session, FIRST._replace(table=2))
    call_director(
        session_id=session.pk,
        slot=FIRST._replace(table=3),
        about="a revoke",
        key=uuid4(),
        by=player(session, FIRST._replace(table=3)),
        now=NOON,
    )


def test_what_is_unplayed_and_open_is_listed_by_table(session):
    open_in_each_way(session)
    left = left_of(session)
    assert [(found.table, found.boards) for found in left.not_agreed] == [("1", "1")]
    assert [(found.table, found.boards) for found in left.differing] == [("2", "1")]
    assert [waiting.table for waiting in left.calls] == ["3"]
    unplayed = [(found.table, found.boards) for found in left.unplayed]
    assert unplayed == [("1", "2"), ("2", "2"), ("3", "1, 2")]
    assert (left.boards, left.questions, left.mark) == (4, 3, "4-3")


def test_nothing_is_asked_when_every_board_is_agreed(session):
    agree_all(session, 1)
    assert left_of(session).is_nothing
    director_of(session).post(f"/duplicate/{session.pk}/director/rounds/", {"round": 2})
    assert load(session.pk).round == 2


def test_the_next_round_says_what_is_open_asks_once_and_then_begins(session):
    open_in_each_way(session)
    director, at = director_of(session), f"/duplicate/{session.pk}/director/rounds/"
    page = director.get(f"/duplicate/{session.pk}/director/").content.decode()
    assert "Next round: 2…" in page and "4 boards without a result." in page
    asked = director.post(at, {"round": 2})
    question = asked.content.decode()
    assert (asked.status_code, load(session.pk).round) == (200, 1)
    for words in (
        "Begin round 2?",
        "waits for the director",
        "two results of board 1",
        "no result of boards 1, 2",
        "one side has not agreed to board 1",
    ):
        assert words in question
    director.post(at, {"round": 2, "left": asked.context["left"].mark})
    assert load(session.pk).round == 2


def test_what_opens_after_the_question_is_asked_again(session):
    agree_all(session, 1)
    director, at = director_of(session), f"/duplicate/{session.pk}/director/rounds/"
    seen = director.get(at).context["left"].mark
    by = player(session, FIRST)
    call_director(
        session_id=session.pk, slot=FIRST, about="", key=uuid4(), by=by, now=NOON
    )
    answer = director.post(at, {"round": 2, "left": seen})
    assert answer.status_code == 200 and load(session.pk).round == 1


def test_play_is_over_stands_apart_and_always_asks():
    session = in_play(rounds=5)
    director, at = director_of(session), f"/duplicate/{session.pk}/director/"
    page = director.get(at).content.decode()
    assert 'name="left"' not in page and "Play is over…" in page
    director.post(f"{at}ending/", {"round": 5})
    assert load(session.pk).session.is_in_play
    asked = director.get(f"{at}ending/")
    assert "Is play over?" in asked.content.decode()
    assert "no result of boards" in asked.content.decode()
    director.post(f"{at}ending/", {"round": 5, "left": asked.context["left"].mark})
    assert load(session.pk).session.is_over


def test_before_the_last_round_play_is_not_offered_to_be_over(session):
    page = director_of(session).get(f"/duplicate/{session.pk}/director/")
    assert "Play is over…" not in page.content.decode()


def test_whoever_opens_a_question_that_only_no_answers_reads_why_instead(session):
    director, at = director_of(session), f"/duplicate/{session.pk}/director/"
    for answer in (
        director.get(f"{at}ending/", follow=True),
        director.post(f"{at}ending/", {"round": 1}, follow=True),
    ):
        assert answer.redirect_chain == [(at, 302)]
        assert "begin the others first" in answer.content.decode()
    last = in_play(member("Rita"), rounds=5, family="Rot", name="Friday pairs")
    director, at = director_of(last), f"/duplicate/{last.pk}/director/"
    answer = director.get(f"{at}rounds/", follow=True)
    assert "Round 5 is the last." in answer.content.decode()
    end_play(session=last, by=last.director, now=NOON)
    answer = director.get(f"{at}ending/", follow=True)
    assert f"{last.name} is over." in answer.content.decode()


def test_nobody_else_asks_or_begins(session):
    phone = Client()
    phone.force_login(player(session, FIRST))
    for end in ("rounds/", "ending/"):
        at = f"/duplicate/{session.pk}/director/{end}"
        assert phone.get(at).status_code == phone.post(at).status_code == 403
    at = f"/duplicate/{session.pk}/director/"
    for end in ("rounds/taking-back/", "clock/resume/", "reopening/"):
        assert phone.post(f"{at}{end}", {"round": 1}).status_code == 403
