"""Boards that a misplayed round gave up, and that one of its pairs has to play again: nobody rules on them before it
does, and what was ruled on is not played."""

from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.changing.misplay import Boards, misplay_ways, played_rows
from clubscore.duplicate.changing.misplay_services import record_misplay
from clubscore.duplicate.directing.services import start_round
from clubscore.duplicate.loading import load
from clubscore.duplicate.models import Ruling, Session
from clubscore.duplicate.results import results_of
from clubscore.duplicate.ruling.groups import group_board
from clubscore.duplicate.ruling.services import Given, rule, unwritten
from clubscore.duplicate.scores import scores_of
from clubscore.duplicate.slots import Slot, SlotState
from clubscore.duplicate.unplayed import unplayed
from clubscore.refusals import Refused
from scoring.duplicate.outcome_line import parse_outcome
from scoring.movements.howell import howell
from tests.duplicate.evening import pairs, seated
from tests.duplicate.results import recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
TOLD = Boards(1, 2, 1, exchanged=False)
GIVEN_UP, AGAIN = Slot("A", 1, 2, 3), Slot("A", 4, 4, 3)
"""Board 3, which pair 6 did not play in the first round, and has in the fourth."""


def given(line: str, board: int, *, seen: int = 0) -> Given:
    return Given(parse_outcome(line, board) if line else None, "12C2" if line else "", "So it is", seen, 0, uuid4())


def rule_on(session: Session, slot: Slot, line: str = "A+-", *, seen: int = 0) -> Ruling:
    made = given(line, slot.board, seen=seen)
    return rule(session_id=session.pk, slot=slot, given=made, by=session.director, now=NOON)


def misplay(session: Session, told: Boards, kind: str) -> None:
    """Tell it, and go on in this way."""
    state = load(session.pk)
    ways = misplay_ways(state, state.sections[0], played_rows(state, state.sections[0], told), results_of(session.pk))
    tell(session, told, way=[each.kind for each in ways].index(kind))


def tell(session: Session, told: Boards, *, way: int = 0) -> None:
    more = {"from_round": load(session.pk).round + 1, "by": session.director, "now": NOON}
    record_misplay(session=session, letter="A", misplay=told, way=way, **more)


def on_to_the_fourth_round(session: Session) -> None:
    for round in (2, 3, 4):
        start_round(session=session, round=round, by=session.director, now=NOON)


@pytest.fixture
def session() -> Session:
    """Eight pairs of a Howell in its first round: table 2 played the boards of set 1, and pair 6 has set 2 later."""
    made = opened(member("Ruth"), howell(4, rounds=4))
    seated(made, pairs())
    seated(made, pairs(2, family="More"))
    start_round(session=made, round=1, by=made.director, now=NOON)
    misplay(made, TOLD, "sets")
    made.refresh_from_db()
    return made


def ruled_before(session: Session) -> Ruling:
    """A ruling on the board that was given up, made before another edition let the pair play it after all."""
    state = load(session.pk)
    section = state.sections[0]
    [row] = [row for row in section.editions[0].rows if (row.round, row.table) == (1, 2)]
    there = SlotState(state, section, row, GIVEN_UP)
    made = unwritten(there, given("A+-", 3), results_of(session.pk))
    made.ruled_by, made.ruled_at = session.director, NOON
    made.save()
    return made


def page(session: Session, name: str) -> int:
    client = Client()
    client.force_login(session.director)
    return client.get(f"/duplicate/{session.pk}/{name}").status_code


def test_what_a_pair_still_has_to_play_is_not_named_as_given_up(session):
    assert unplayed(load(session.pk), results_of(session.pk)) == []
    with pytest.raises(Refused, match=r"Number 6 plays board 3 at table 4 in round 4: there is nothing to rule on"):
        rule_on(session, GIVEN_UP)
    on_to_the_fourth_round(session)
    recorded(session, AGAIN, "4sn=")
    assert unplayed(load(session.pk), results_of(session.pk)) == []
    assert (page(session, "boards/3/"), page(session, "ranking/")) == (200, 200)


def test_a_board_that_was_ruled_on_is_not_played_until_the_ruling_is_withdrawn(session):
    ruled_before(session)
    on_to_the_fourth_round(session)
    with pytest.raises(Refused, match=r"ruled on board 3 for number 6 already, at table 2 in round 1\. Call"):
        recorded(session, AGAIN, "4sn=")
    rule_on(session, GIVEN_UP, "", seen=1)
    recorded(session, AGAIN, "4sn=")
    assert AGAIN in scores_of(load(session.pk), results_of(session.pk)).slots


def test_a_result_is_not_moved_to_where_a_ruling_or_a_group_stands(session):
    rows = load(session.pk).sections[0].movement.by_round[1]
    back = Boards(1, 2, 2, exchanged=False)
    assert {row.set for row in rows if row.table == 2} == {1}
    ruled_before(session)
    with pytest.raises(Refused, match="A ruling stands on board 3 of table 2: withdraw it first"):
        tell(session, back)
    rule_on(session, GIVEN_UP, "", seen=1)
    in_group = {"board": 3, "reason": "Hands were changed", "by": session.director, "now": NOON}
    group_board(session=session, groups={GIVEN_UP: "b"}, **in_group)
    with pytest.raises(Refused, match="Board 3 of table 2 is in a group of a fouled board"):
        tell(session, back)
