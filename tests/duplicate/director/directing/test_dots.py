"""The dots of earlier rounds in the grid of the director's page."""

from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import name_deputy, start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.play.entering.calls import call_director
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Side
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
BESIDE = FIRST._replace(table=2)


def page(session: Session, by: Member | None = None, query: str = ""):
    client = Client()
    client.force_login(by or session.director)
    return client.get(f"/duplicate/{session.pk}/director/{query}")


def dots(
    session: Session, **more: object
) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Map the name of each table on the page to the marks and words of its earlier rounds."""
    found = {}
    for _, lines in page(session, **more).context["grid"]:
        for line in lines:
            found[line.table.name] = [(each.marks, each.words) for each in line.dots]
    return found


def next_round(session: Session) -> None:
    state = load(session.pk)
    start_round(session=session, round=state.round + 1, by=session.director, now=NOON)


def call(session: Session, slot: Slot) -> None:
    call_director(
        session_id=session.pk,
        slot=slot,
        about="A revoke?",
        key=uuid4(),
        by=player(session, slot),
        now=NOON,
    )


def test_the_first_round_has_no_dots():
    session = in_play()
    assert dots(session) == {"1": [], "2": [], "3": []}
    assert "direct-dots" not in page(session).content.decode()


def test_an_earlier_round_has_a_dot_for_each_board_at_each_table():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    ruled(session, FIRST._replace(board=2), "A+-")
    recorded(session, BESIDE, "3nn-1")
    other = BESIDE._replace(board=2)
    recorded(session, other, "3nn-1")
    recorded(session, other, "3nn=", by=player(session, other, Side.EW), seen=1)
    next_round(session)
    assert dots(session) == {
        "1": [(("agreed", "ruled"), "complete")],
        "2": [(("entered", "differs"), "1 not agreed yet, 1 two results")],
        "3": [(("empty", "empty"), "2 to play")],
    }
    shown = page(session).content.decode()
    assert shown.count('<i data-mark="empty"></i>') == 2
    assert '<span class="vh">2 to play</span>' in shown
    assert '<span class="vh">Round </span>1' in shown


def test_a_call_takes_the_place_of_what_became_of_the_board():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    agreed(session, FIRST._replace(board=2), "3nn=")
    call(session, FIRST)
    next_round(session)
    assert dots(session)["1"] == [(("called", "agreed"), "1 called, 1 agreed")]


def test_the_board_of_this_round_about_which_somebody_calls_says_so():
    session = in_play()
    call(session, FIRST)
    agreed(session, BESIDE, "4sn=")
    call(session, BESIDE)
    shown = page(session)
    called = [
        cell.slot
        for _, lines in shown.context["grid"]
        for line in lines
        for cell in line.cells
        if cell.is_called
    ]
    assert called == [FIRST, BESIDE]
    text = shown.content.decode()
    assert 'data-standing="empty" data-called' in text
    assert 'data-standing="agreed" data-called' in text
    assert "<span>called</span>" in text


def test_a_half_table_has_no_dots_in_the_rounds_in_which_nobody_plays_there():
    session = in_play(member("Ruth"), mitchell(3), count=5)
    for _ in range(2):
        next_round(session)
    found = dots(session)
    empty = {
        (name, at)
        for name, rounds in found.items()
        for at, (marks, words) in enumerate(rounds, start=1)
        if not marks and not words
    }
    assert [len(rounds) for rounds in found.values()] == [2, 2, 2]
    assert empty == {("3", 1), ("1", 2)}


def test_the_boards_of_an_earlier_round_have_the_rounds_before_it():
    session = in_play(rounds=3)
    assert [len(rounds) for rounds in dots(session).values()] == [2, 2, 2]
    earlier = dots(session, query="?round=2")
    assert [len(rounds) for rounds in earlier.values()] == [1, 1, 1]
    to_come = dots(session, query="?round=5")
    assert [len(rounds) for rounds in to_come.values()] == [3, 3, 3]


def test_a_director_who_plays_sees_the_dots_and_no_result():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    agreed(session, FIRST._replace(board=2), "4sn+1")
    deputy = player(session, BESIDE)
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    next_round(session)
    assert dots(session, by=deputy)["1"] == [(("agreed", "agreed"), "complete")]
    assert "4♠" not in page(session, deputy).content.decode()
