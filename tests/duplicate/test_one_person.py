"""Nobody with a place in an open session is merged, erased or let go, and results stay with their person."""

import pytest

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Place
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.members.merging.queries import preview
from clubscore.members.merging.services import MergeRefused, merge
from clubscore.members.people.services import CannotLeave, leave_club
from clubscore.members.roles import Role
from clubscore.privacy.erasing.services import ErasureRefused, erase
from tests.duplicate.evening import in_play, pairs
from tests.duplicate.recorded import agreed, player
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
HAS_A_PLACE = (
    "has a place in Thursday pairs: let it end, or free the place before it begins."
)


@pytest.fixture
def session():
    found = in_play(member("Ruth", role=Role.OWNER))
    agreed(found, FIRST, "4sn=")
    return found


def over(session) -> None:
    for round in range(load(session.pk).round + 1, load(session.pk).rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)


@pytest.mark.parametrize("stays", [True, False])
def test_nobody_is_merged_in_the_middle_of_a_session(session, stays):
    plays, other = player(session, FIRST), member("Annie")
    kept, merged = (plays, other) if stays else (other, plays)
    with pytest.raises(MergeRefused, match=f"{plays.name} {HAS_A_PLACE}"):
        merge(kept=kept, merged=merged, by=session.director, now=NOON)


def test_before_it_begins_the_place_is_freed_first():
    session, (anna, ben) = opened(member("Ruth")), pairs(1)[0]
    seat(session=session, taken=[Taken("A", 1, [anna, ben])], by=anna, now=NOON)
    assert preview(kept=member("Annie"), merged=anna).problems == [
        f"Anna {HAS_A_PLACE}"
    ]
    unseat(session=session, letter="A", number=1, by=anna, now=NOON)
    assert preview(kept=member("Anne"), merged=anna).problems == []


def test_afterwards_places_results_and_signatures_are_those_of_the_person(session):
    north, annie = player(session, FIRST), member("Annie")
    over(session)
    merge(kept=annie, merged=north, by=session.director, now=NOON)
    state = load(session.pk)
    section, entry = state.entry_of(annie)
    assert SessionDesk(state, annie).viewer.entry == (section.letter, entry.number)
    assert annie.pk in results_of(session.pk)[FIRST].signers
    assert state.sections[0].players[entry.number][0].canonical == annie


def test_who_sat_down_by_mistake_under_one_record_may_be_who_played_under_the_other():
    session, (anna, ben), annie = opened(member("Ruth")), pairs(1)[0], member("Annie")
    for players in ([anna, ben], [annie, ben]):
        seat(session=session, taken=[Taken("A", 1, players)], by=players[0], now=NOON)
        unseat(session=session, letter="A", number=1, by=players[0], now=NOON)
    assert Place.objects.count() == 4
    assert preview(kept=annie, merged=anna).problems == []


def test_two_who_played_in_one_session_are_two_people(session):
    north, east = player(session, FIRST), player(session, Slot("A", 1, 2, FIRST.board))
    over(session)
    found = preview(kept=north, merged=east)
    assert found.problems == ["Both stand in the same session: they are two people."]
    assert [(rows.what, rows.kept, rows.merged) for rows in found.rows] == [
        ("places in sessions", 1, 1)
    ]


def test_nobody_is_erased_who_has_a_place_or_directs_while_it_is_open(session):
    north, owner = player(session, FIRST), member("Olga", role=Role.OWNER)
    for who, words in (
        (north, HAS_A_PLACE),
        (session.director, "directs Thursday pairs: let it end, or cancel it."),
    ):
        with pytest.raises(ErasureRefused, match=f"{who.name} {words}"):
            erase(member=who, by=owner, now=NOON)
    over(session)
    assert erase(member=north, by=owner, now=NOON).name.startswith("Former member")


def test_nobody_leaves_the_club_in_the_middle_of_a_session(session):
    north = player(session, FIRST)
    with pytest.raises(CannotLeave, match=HAS_A_PLACE):
        leave_club(member=north, by=session.director, now=NOON)
    over(session)
    leave_club(member=north, by=session.director, now=NOON)
