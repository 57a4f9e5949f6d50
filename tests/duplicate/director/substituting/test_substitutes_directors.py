"""A director who sits in as a substitute: what they have seen is weighed, and they cannot undo what they played."""

import pytest

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Deputy
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.refusals import Refused
from scoring.movements.howell import howell
from tests.duplicate.director.substituting.test_substitutes import (
    played_on,
    playing,
    put_in,
    slots_in,
)
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import at
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def test_a_director_who_has_seen_results_is_asked_about_each_time_that_they_sit_in():
    session = in_play(member("Ruth"), howell(3))
    played_on(session, to=2)
    put_in(session, "Ruth", from_round=5, to_round=5, is_sure=True)
    with pytest.raises(Refused, match="Law 16D"):
        put_in(session, "Ruth", from_round=3, to_round=3)


def test_a_director_who_has_played_every_round_goes_on_without_a_question():
    session = in_play(member("Ruth"), howell(3))
    put_in(session, "Ruth", from_round=1, to_round=2)
    played_on(session, to=2)
    put_in(session, "Ruth", from_round=3)
    assert playing(session, 3) == ["Anna", "Ruth"]


def test_a_director_who_played_a_board_is_taken_off_it_by_another_director_only():
    session = in_play(member("Ruth"), howell(2), count=4)
    put_in(session, "Ruth", from_round=1, is_sure=True)
    played_on(session)
    end_play(session=session, by=session.director, now=NOON)
    slot = slots_in(session, 2)[0]
    with pytest.raises(Refused, match="You have results in round 2: another director"):
        put_in(session, "Ben", from_round=2, is_sure=True)
    assert is_concerned(at(session, slot), session.director)
    other = member("Olga")
    Deputy.objects.create(
        session=session, member=other, named_by=session.director, since=NOON
    )
    put_in(session, "Ben", from_round=2, is_sure=True, by=other)
    assert playing(session, 2) == ["Anna", "Ben"]


def test_a_director_who_sat_in_leaves_the_table_to_the_player_who_came_late():
    session = in_play(member("Ruth"), howell(2), count=4)
    put_in(session, "Ruth", from_round=1)
    played_on(session, to=1)
    start_round(session=session, round=2, by=session.director, now=NOON)
    put_in(session, "Ben", from_round=2)
    assert [playing(session, round)[1] for round in (1, 2, 3)] == ["Ruth", "Ben", "Ben"]
