"""Nobody plays in two sessions at a time: every way to a place asks for it, and so do a start and a reopening."""

from datetime import timedelta
from functools import partial

import pytest

from clubscore.duplicate.director.changing.queries import late_pair_ways
from clubscore.duplicate.director.changing.services import let_late_pair_in
from clubscore.duplicate.director.directing.services import (
    cancel,
    end_play,
    start_round,
)
from clubscore.duplicate.director.directing.taking_back import (
    reopen_play,
    take_back_round,
)
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.director.team_lineup.services import join_team
from clubscore.duplicate.models import Place, Session
from clubscore.duplicate.session.elsewhere import hold_players, require_players_free
from clubscore.duplicate.session.loading import load
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.conflicts import Overtaken
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import in_teams
from tests.duplicate.sessions import EVENING, opened
from tests.factories import NOON, member
from tests.writing_at_once import at_once

pytestmark = pytest.mark.django_db

ELSEWHERE = (
    r"Anna plays in “Tuesday pairs” \(director: Ruth\). Anna leaves it first, "
    r"or its director ends it."
)


@pytest.fixture
def tuesday() -> Session:
    """A session of Ruth in its first of three rounds. Anna and Ben are number 1."""
    return in_play(member("Ruth"), howell(2), count=4, name="Tuesday pairs")


def named(name: str) -> Member:
    return Member.objects.get(name=name)


def sat(session: Session, *members: Member, number: int = 1, by: Member) -> None:
    seat(session=session, taken=[Taken("A", number, members)], by=by, now=NOON)


def put_in(session: Session, member: Member, **rounds: int) -> None:
    change = PlaceChange("A", 1, "S", member, is_sure=True, **rounds)
    sit_in(session=session, change=change, by=session.director, now=NOON)


def over(session: Session) -> None:
    for round in range(load(session.pk).round + 1, 4):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)


def test_a_member_who_plays_takes_no_place_in_another_session(tuesday):
    sam, zoe = member("Sam"), member("Zoe")
    other = opened(sam, howell(2), name="Invented pairs")
    for by in (sam, named("Anna")):
        with pytest.raises(Refused, match=ELSEWHERE):
            sat(other, named("Anna"), zoe, by=by)
    assert not Place.objects.filter(session=other).exists()
    sat(other, zoe, member("Yves"), by=sam)


def test_a_list_names_everybody_who_plays_elsewhere(tuesday):
    sam = member("Sam")
    other = opened(sam, howell(2), name="Invented pairs")
    pair = named("Anna"), named("Ben")
    words = r"Anna and Ben play in “Tuesday pairs” \(director: Ruth\). They leave it"
    with pytest.raises(Refused, match=words):
        sat(other, *pair, by=sam)


def test_another_record_of_the_same_person_is_that_person(tuesday):
    anna, sam = named("Anna"), member("Sam")
    other = opened(sam, howell(2), name="Invented pairs")
    kept = member("Anna Weiss")
    Member.objects.filter(pk=anna.pk).update(merged_into=kept, is_active=False)
    with pytest.raises(Refused, match="Anna Weiss plays in “Tuesday pairs”"):
        sat(other, kept, member("Zoe"), by=sam)


def test_a_substitute_plays_in_no_other_session(tuesday):
    other = in_play(member("Sam"), howell(2), count=4, family="II", name="Other")
    with pytest.raises(Refused, match=ELSEWHERE):
        put_in(other, named("Anna"), from_round=2)
    put_in(other, member("Zoe"), from_round=2)


def test_a_late_pair_plays_in_no_other_session(tuesday):
    other = in_play(member("Sam"), mitchell(5), count=6, family="II", name="Other")
    state = load(other.pk)
    assert late_pair_ways(state, state.section("A"))
    with pytest.raises(Refused, match=ELSEWHERE):
        let_late_pair_in(
            session=other,
            letter="A",
            way=0,
            from_round=2,
            members=[named("Anna"), member("Zoe")],
            by=other.director,
            now=NOON,
        )


def test_the_fifth_of_a_team_plays_in_no_other_session():
    teams = in_teams()
    other = opened(member("Sam"), howell(2), name="Tuesday pairs")
    anna, zoe = member("Annabel"), member("Zoe")
    sat(other, anna, zoe, by=other.director)
    sat(other, member("Yves"), member("Xaver"), number=2, by=other.director)
    sat(other, member("Willi"), member("Vera"), number=3, by=other.director)
    sat(other, member("Uli"), member("Tom"), number=4, by=other.director)
    start_round(session=other, round=1, by=other.director, now=NOON)
    with pytest.raises(Refused, match="Annabel plays in “Tuesday pairs”"):
        join_team(
            session=teams,
            letter="A",
            number=1,
            member=anna,
            by=teams.director,
            now=NOON,
        )


def test_who_left_a_session_may_play_in_another(tuesday):
    put_in(tuesday, member("Zoe"), from_round=2)  # for Ben
    other = opened(member("Sam"), howell(2), name="Other")
    with pytest.raises(Refused, match="Ben plays in “Tuesday pairs”"):
        sat(other, named("Ben"), member("Yves"), by=other.director)
    start_round(session=tuesday, round=2, by=tuesday.director, now=NOON)
    sat(other, named("Ben"), named("Yves"), by=other.director)


@pytest.mark.parametrize("way", [over, partial(cancel, reason="Nobody came", now=NOON)])
def test_a_session_that_is_over_or_cancelled_holds_nobody(tuesday, way):
    if way is over:
        over(tuesday)
    else:
        way(session=tuesday, by=tuesday.director)
    other = opened(member("Sam"), howell(2), name="Other")
    sat(other, named("Anna"), named("Ben"), by=other.director)


def test_a_place_in_a_session_of_a_later_day_is_taken_in_advance(tuesday):
    thursday = EVENING + timedelta(days=2)
    other = opened(member("Sam"), howell(2), name="Other", day=thursday)
    sat(other, named("Anna"), named("Ben"), by=other.director)
    sat(other, member("Zoe"), member("Yves"), number=2, by=other.director)
    sat(other, member("Xaver"), member("Willi"), number=3, by=other.director)
    sat(other, member("Vera"), member("Uli"), number=4, by=other.director)
    with pytest.raises(Refused, match="Anna and Ben play in “Tuesday pairs”"):
        start_round(session=other, round=1, by=other.director, now=NOON)
    unseat(session=other, letter="A", number=1, by=other.director, now=NOON)
    start_round(session=other, round=1, by=other.director, now=NOON)


def test_play_is_not_reopened_while_a_player_plays_elsewhere(tuesday):
    over(tuesday)
    other = in_play(member("Sam"), howell(2), count=4, family="II", name="Other")
    sub = PlaceChange("A", 1, "S", named("Anna"), 2, None, is_sure=True)
    sit_in(session=other, change=sub, by=other.director, now=NOON)
    with pytest.raises(Refused, match=r"Anna plays in “Other” \(director: Sam\)"):
        reopen_play(session=tuesday, by=tuesday.director, now=NOON)
    tuesday.refresh_from_db()
    assert tuesday.is_over
    put_in(other, named("Ben II"), from_round=2)
    reopen_play(session=tuesday, by=tuesday.director, now=NOON)
    tuesday.refresh_from_db()
    assert tuesday.is_in_play


def test_a_round_is_not_taken_back_while_who_had_left_plays_elsewhere(tuesday):
    put_in(tuesday, member("Zoe"), from_round=2)  # for Ben
    start_round(session=tuesday, round=2, by=tuesday.director, now=NOON)
    other = in_play(member("Sam"), howell(2), count=4, family="II", name="Other")
    put_in(other, named("Ben"), from_round=2)
    with pytest.raises(Refused, match="Ben plays in “Other”"):
        take_back_round(session=tuesday, round=2, by=tuesday.director, now=NOON)
    assert load(tuesday.pk).round == 2
    over(other)
    take_back_round(session=tuesday, round=2, by=tuesday.director, now=NOON)


def test_whoever_took_a_place_after_the_look_makes_the_start_begin_anew(tuesday):
    held = hold_players(tuesday)
    with pytest.raises(Overtaken):
        require_players_free(load(tuesday.pk), held - {named("Anna").pk})


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_of_two_sessions_that_begin_at_once_only_one_has_a_player():
    sessions = []
    anna, ben = member("Anna"), member("Ben")
    for name in ("One", "Two"):
        session = opened(member(f"Director {name}"), howell(2), name=name)
        sat(session, anna, ben, by=session.director)
        for number in (2, 3, 4):
            pair = [member(f"{name} {number} {seat}") for seat in "NS"]
            sat(session, *pair, number=number, by=session.director)
        sessions.append(session)
    starts = []
    for session in sessions:
        by = session.director
        start = partial(start_round, session=session, round=1, by=by, now=NOON)
        starts.append(start)
    assert at_once(*starts) == []
    assert Session.objects.in_play().count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_two_running_sessions_that_seat_a_member_at_once_do_not_both_get_her():
    mei = member("Mei")
    writes = []
    for name in ("One", "Two"):
        session = in_play(
            member(f"Director {name}"), howell(2), count=4, family=name, name=name
        )
        change = PlaceChange("A", 1, "S", mei, 2, None, is_sure=True)
        by = session.director
        writes.append(partial(sit_in, session=session, change=change, by=by, now=NOON))
    assert at_once(*writes) == []
    assert Place.objects.filter(member=mei).count() == 1
