"""A Swiss of pairs through the services: opened, drawn, played, scored by matches against the whole field."""

from fractions import Fraction

import pytest

from clubscore.duplicate.director.changing.services import change_rounds
from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.director.drawing.queries import standings
from clubscore.duplicate.director.opening.draws import DrawBasis
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.sight import Viewer, may_see, moment_of
from clubscore.duplicate.outcomes.unplayed import unplayed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise, units_of
from clubscore.refusals import Refused
from scoring.contest.rules import ContestRules
from scoring.duplicate.victory_points import victory_points
from scoring.movements.check import check
from scoring.movements.howell import howell
from scoring.movements.swiss import SwissDraw
from tests.duplicate.published import published
from tests.duplicate.recorded import agreed, recorded
from tests.duplicate.sessions import opened
from tests.duplicate.swiss import (
    OF_PAIRS,
    begun,
    draw_of,
    drawn,
    drawn_first,
    played,
    slots_in,
    swapped,
)
from tests.duplicate.swiss import swiss_of_pairs as swiss
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def points(session: Session) -> dict[int, Fraction]:
    """Return the victory points in the ranking by number, with the leader first."""
    scores = scores_of(load(session.pk), results_of(session.pk))
    return {
        scores.entry(row.entry)[1]: row.score for row in scores.result.lists[0].rows
    }


def late_pair(session: Session, number: int) -> None:
    both = [member("Late North"), member("Late South")]
    seat(session=session, taken=[Taken("A", number, both)], by=both[0], now=NOON)


def test_a_swiss_of_pairs_has_a_table_for_each_match_and_the_same_boards_at_all():
    state = load(swiss(6, boards_a_round=2).pk)
    assert (
        state.session.form == Session.Form.SWISS_PAIRS
        and state.session.noun == "pair"
        and state.session.has_matches
    )
    assert (state.rounds, state.drawn, state.tables, state.boards) == (3, 1, 3, 6)
    assert draw_of(state.session, 1) == SwissDraw(((1, 2), (3, 4), (5, 6)))
    assert {slot.board for slot in slots_in(state.session, 1)} == {1, 2}


@pytest.mark.parametrize(
    "rules", [ContestRules(), ContestRules(scoring="aggregate", matches="vp")]
)
def test_a_swiss_of_pairs_is_scored_by_victory_points(rules):
    with pytest.raises(Refused, match="A Swiss is scored by victory points"):
        swiss(rules=rules)


def test_pairs_have_victory_points_in_a_swiss_alone_and_none_against_the_other_room():
    with pytest.raises(Refused, match="in a Swiss alone"):
        opened(member("Olga"), howell(3), rules=OF_PAIRS)
    with pytest.raises(Refused, match="are for teams"):
        swiss(rules=ContestRules(scoring="team-imps", matches="vp"))


def test_the_next_round_is_drawn_by_the_victory_points_of_the_percentages():
    session = swiss(6, begun=1)
    played(session, {2, 4, 6})  # 4♠ goes down at every table: an average for all
    assert set(points(session).values()) == {10}
    session = swiss(6, begun=1, family="More")
    # 4♠ is beaten at one of three tables, and 75 per cent where it is made.
    played(session, {2, 3})
    assert points(session) == {2: 20, 3: 19, 5: 19, 4: 1, 6: 1, 1: 0}
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((2, 3), (5, 4), (6, 1)))
    assert DrawBasis.from_json(load(session.pk).sections[0].plans[-1].drawn).points[
        :2
    ] == (
        200_000,
        190_000,
    )


@pytest.mark.parametrize(
    "scoring",
    [
        {"scoring": "butler", "trim": "0"},
        {"scoring": "cross-imps", "cross_imps": "match"},
    ],
)
def test_imps_become_victory_points_by_the_scale_of_2013(scoring):
    session = swiss(begun=1, rules=ContestRules(**scoring, matches="vp"))
    # 420 and −50: six IMPs over the mean of 185, ten against the other.
    played(session, {1, 4})
    imps = 6 if scoring["scoring"] == "butler" else 10
    won = victory_points(1, imps)
    assert points(session) == {1: won.ours, 4: won.ours, 2: won.theirs, 3: won.theirs}


def test_a_whole_swiss_of_an_odd_number_has_every_match_once_and_twelve_for_each_bye():
    session = swiss(5, begun=1)
    assert draw_of(session, 1).bye == 5 and load(session.pk).byes == [(1, "A", 5)]
    played(session, {1, 4})
    for round in (2, 3):
        drawn(session, round)
        begun(session, round)
        played(session, {1, 4})
    state = load(session.pk)
    assert (
        check(state.sections[0].movement) == ()
        and len({number for _, _, number in state.byes}) == 3
    )
    assert sum(points(session).values()) == 3 * (2 * 20 + 12)
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    rows = PublishedRow.objects.order_by("position")
    assert [row.score for row in rows] == [
        int(score * 10_000) for score in points(session).values()
    ]
    assert {row.percent for row in rows} == {None}


def test_missing_results_count_by_the_boards_there_are_and_a_match_without_any_as_a_draw():
    session = swiss(6, begun=1, boards_a_round=2)
    first, *_ = slots_in(session, 1)
    state = load(session.pk)
    found = standings(state, results_of(session.pk))
    assert set(found.points.values()) == {10} and (found.missing, found.undecided) == (
        6,
        3,
    )
    recorded(session, first, "4sn=")
    found = standings(state, results_of(session.pk))  # with nobody to compare it with
    assert set(found.points.values()) == {10} and (found.missing, found.undecided) == (
        5,
        2,
    )
    recorded(session, first._replace(table=3), "4sn-1")
    found = standings(state, results_of(session.pk))
    assert dict(found.points) == {1: 20, 6: 20, 3: 10, 4: 10, 2: 0, 5: 0} and (
        found.missing,
        found.undecided,
    ) == (4, 1)
    assert list(found.points) == [1, 6, 3, 4, 2, 5]


def test_nobody_sees_a_board_that_is_still_to_be_played_nor_the_ranking_meanwhile():
    session = swiss(5, begun=1, boards_a_round=2)
    one, two = slots_in(session, 1)[:2]
    bye, anna, eve = Viewer(("A", 5)), Viewer(("A", 1)), Viewer(("A", 3))

    def seen(viewer: Viewer) -> list[int | None]:
        state = load(session.pk)
        moment = moment_of(state, results_of(session.pk))
        return [
            board
            for board in (None, *range(1, state.boards + 1))
            if may_see(viewer, board, moment)
        ]

    agreed(session, one, "4sn=")
    assert [seen(each) for each in (bye, anna, eve)] == [[], [], []]
    agreed(session, one._replace(table=2), "4sn-1")
    assert [seen(each) for each in (bye, anna, eve)] == [[1], [1], [1]]
    agreed(session, two, "4sn=")
    agreed(session, two._replace(table=2), "4sn-1")
    assert [seen(each) for each in (bye, anna, eve)] == [[None, 1, 2]] * 3
    drawn(session)
    assert seen(anna) == [None, 1, 2]
    begun(session, 2)
    assert [seen(each) for each in (bye, anna, eve)] == [[1, 2]] * 3


def test_a_pair_that_comes_late_plays_who_waits_or_is_in_the_next_draw():
    session = swiss(6, count=5, begun=1)
    late_pair(session, 6)
    assert load(session.pk).byes == [] and len(load(session.pk).rows) == 3
    session = swiss(6, count=5, begun=1, family="More")
    played(session, {1, 3})
    both = [member("Later North"), member("Later South")]
    seat(session=session, taken=[Taken("A", 6, both)], by=both[0], now=NOON)
    assert load(session.pk).byes == [(1, "A", 5)] and points(session)[5] == 12
    drawn(session)
    assert draw_of(session, 2).bye is None


def test_nobody_comes_in_the_last_round():
    session = swiss(6, count=5, rounds=2, begun=1)
    played(session, {1, 3})
    drawn(session)
    begun(session, 2)
    with pytest.raises(Refused, match="a pair that comes now has nobody to play"):
        late_pair(session, 6)


def test_two_pairs_change_places_and_nobody_meets_again():
    session = swiss(6, begun=1)
    played(session, {2, 3})
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((2, 3), (5, 4), (6, 1)))
    with pytest.raises(Refused, match=r"meet again, after round 1"):
        swapped(session, 3, 1)
    swapped(session, 3, 4)
    assert draw_of(session, 2) == SwissDraw(((2, 4), (5, 3), (6, 1)))


def test_the_first_round_is_drawn_again_for_the_pairs_that_have_come():
    session = swiss(6, count=5)
    with pytest.raises(Refused, match="to 64 pairs: 5 have come"):
        drawn_first(session, teams=4)
    drawn_first(session, teams=5)
    assert draw_of(session, 1).bye == 5


def test_play_ends_after_any_round_and_a_round_that_is_drawn_is_given_up():
    session = swiss(6, begun=1)
    played(session, {2, 3})
    before = points(session)
    drawn(session)
    end_play(session=session, by=session.director, now=NOON)
    state = load(session.pk)
    assert state.session.is_over and points(session) == before
    assert unplayed(state, results_of(session.pk)) == []


def test_penalties_are_in_victory_points_and_count_in_the_draw():
    session = swiss(begun=1)
    played(session, {1, 3})
    assert units_of(session) == ("vp",)
    taking = Taking("A", 1, 500, "vp", "90B", "phone", session.key)
    penalise(session=session, taking=taking, by=session.director, now=NOON)
    drawn(session)
    assert (
        DrawBasis.from_json(load(session.pk).sections[0].plans[-1].drawn).order[-1] == 1
    )


def test_the_rounds_of_a_swiss_are_not_changed():
    session = swiss(begun=1)
    with pytest.raises(Refused, match="the page of the next draw ends it"):
        change_rounds(
            session=session, rounds=2, from_round=2, by=session.director, now=NOON
        )
