"""A Swiss of teams through the services: opened, drawn, redrawn, changed by hand, played and scored."""

from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.duplicate.director.changing.services import change_rounds
from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.director.drawing.queries import standings
from clubscore.duplicate.director.opening.draws import (
    HAND,
    LOT,
    DrawBasis,
    first_movement,
)
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Plan, PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.sight import Viewer, may_see, moment_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.refusals import Refused
from scoring.contest.rules import ContestRules
from scoring.duplicate.victory_points import victory_points
from scoring.movements.check import check
from scoring.movements.swiss import SwissDraw, by_lot
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.duplicate.swiss import (
    begun,
    draw_of,
    drawn,
    drawn_first,
    edition_of,
    played,
    slots_in,
    swapped,
    swiss,
)
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
WON = victory_points(1, 10).ours


def points(session: Session) -> dict[int, Fraction]:
    """Return the victory points in the ranking by number, with the leader first."""
    scores = scores_of(load(session.pk), results_of(session.pk))
    return {
        scores.entry(row.entry)[1]: row.score for row in scores.result.lists[0].rows
    }


def test_a_swiss_is_opened_with_its_first_round_and_the_boards_of_all():
    state = load(swiss(6).pk)
    assert (
        state.session.form == Session.Form.SWISS_TEAMS and state.session.noun == "team"
    )
    assert (state.rounds, state.drawn, state.tables, state.boards) == (3, 1, 6, 3)
    assert draw_of(state.session, 1) == SwissDraw(((1, 2), (3, 4), (5, 6)))


@pytest.mark.parametrize("scoring", [{"scoring": "bam"}, {"scoring": "team-imps"}])
def test_a_swiss_is_scored_by_victory_points(scoring):
    with pytest.raises(Refused, match="scored by victory points"):
        swiss(rules=ContestRules(**scoring))


def test_a_lot_is_kept_with_its_seed_so_that_anybody_can_draw_it_again():
    basis = DrawBasis.first(LOT, range(1, 7), 42)
    session = opened(
        member("Ruth"), first_movement(basis, 3), rules=ContestRules(scoring="team-imps", matches="vp"),
        drawn=basis.as_json(),
    )  # fmt: skip
    kept = DrawBasis.from_json(Plan.objects.get().drawn)
    assert kept == basis and kept.order == by_lot(range(1, 7), 42)
    assert [
        number for match in draw_of(session, 1).matches for number in match
    ] == list(kept.order)


def test_the_next_round_is_drawn_by_the_victory_points():
    session = swiss(begun=1)
    played(session, {2, 4})
    plan = drawn(session)
    assert draw_of(session, 2) == SwissDraw(((2, 4), (1, 3)))
    kept = DrawBasis.from_json(plan.drawn)
    lost = 20 - WON
    assert kept.order == (2, 4, 1, 3) and kept.points == tuple(
        int(each * 10_000) for each in (WON, WON, lost, lost)
    )
    assert (plan.edition, plan.from_round, kept.missing) == (2, 2, 0)


def test_a_round_does_not_begin_before_it_is_drawn():
    session = swiss(begun=1)
    with pytest.raises(Refused, match=r"Round 2 is not drawn yet: draw it first\."):
        begun(session, 2)
    drawn(session)
    begun(session, 2)
    assert load(session.pk).round == 2


def test_a_whole_swiss_of_four_has_every_match_once_and_is_proved():
    session = swiss(begun=1)
    played(session, {1, 3})
    for round in (2, 3):
        drawn(session, round)
        begun(session, round)
        played(session, {1, 3})
    movement = load(session.pk).sections[0].movement
    assert (
        check(movement) == ()
        and len({frozenset(row.seated) for row in movement.rows}) == 6
    )
    assert sum(points(session).values()) == 3 * 2 * 20
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    assert [row.score for row in PublishedRow.objects.order_by("position")] == [
        int(score * 10_000) for score in points(session).values()
    ]


def test_missing_results_count_by_the_boards_there_are_and_a_match_without_any_as_a_draw():
    session = swiss(begun=1, boards_a_round=2)
    # Table 1, board 1; table 2 has nothing yet.
    recorded(session, slots_in(session, 1)[0], "4sn=")
    state = load(session.pk)
    found = standings(state, results_of(session.pk))
    assert dict(found.points) == dict.fromkeys((1, 2, 3, 4), 10) and (
        found.missing,
        found.undecided,
    ) == (7, 2)
    recorded(session, slots_in(session, 1)[2], "4sn-1")  # table 2, board 1
    found = standings(state, results_of(session.pk))
    assert dict(found.points) == {1: WON, 3: 10, 4: 10, 2: 20 - WON} and (
        found.missing,
        found.undecided,
    ) == (6, 1)
    assert DrawBasis.from_json(drawn(session).drawn).missing == 6
    assert draw_of(session, 2) == SwissDraw(((1, 3), (4, 2)))


def test_a_penalty_counts_in_the_draw():
    session = swiss(begun=1)
    played(session, {1, 3})
    taking = Taking("A", 1, 500, "vp", "90B", "phone", session.key)
    penalise(session=session, taking=taking, by=session.director, now=NOON)
    assert DrawBasis.from_json(drawn(session).drawn).order == (3, 1, 2, 4)


def test_a_late_result_changes_the_victory_points_and_not_the_round_that_is_drawn():
    session = swiss(begun=1)
    slots = slots_in(session, 1)
    played(session, {1, 3}, missing=1)
    drawn(session)
    before = draw_of(session, 2)
    begun(session, 2)
    was = points(session)
    recorded(session, slots[0], "4sn-2", by=session.director)
    assert draw_of(session, 2) == before and edition_of(session) == 2
    assert points(session) != was and points(session)[2] > 10


def test_a_round_is_drawn_again_until_it_begins():
    session = swiss(begun=1)
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (2, 4)))
    played(session, {2, 4})
    drawn(session)
    assert (
        draw_of(session, 2) == SwissDraw(((2, 4), (1, 3))) and edition_of(session) == 3
    )
    begun(session, 2)
    with pytest.raises(Refused, match="The session has moved on"):
        drawn(session, 2)


def test_a_draw_that_is_sent_twice_is_made_once():
    session = swiss(begun=1)
    drawn(session, edition=1)
    with pytest.raises(Refused, match="The session has moved on"):
        drawn(session, edition=1)
    assert edition_of(session) == 2


@pytest.mark.parametrize("round", [1, 3])
def test_only_the_next_round_is_drawn(round):
    session = swiss(begun=1)
    with pytest.raises(Refused, match="The session has moved on"):
        drawn(session, round)


def test_there_is_nothing_to_draw_after_the_last_round_nor_after_play():
    session = swiss(rounds=2, begun=1)
    drawn(session)
    begun(session, 2)
    with pytest.raises(Refused, match="moved on"):
        drawn(session, 3)
    end_play(session=session, by=session.director, now=NOON)
    with pytest.raises(Refused, match="moved on"):
        drawn(session, 3)


def test_nobody_draws_but_who_directs():
    session = swiss(begun=1)
    with pytest.raises(PermissionDenied):
        drawn(session, by=member("Otto"))


def test_the_first_round_is_not_drawn_by_standings():
    session = swiss()
    with pytest.raises(Refused, match="Nobody has played yet"):
        drawn(session, 1)


def test_two_teams_change_places_and_nobody_meets_again():
    session = swiss(6, begun=1)
    played(session, {1, 3, 5})
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (5, 2), (4, 6)))
    plan = swapped(session, 3, 4)
    assert draw_of(session, 2) == SwissDraw(((1, 4), (5, 2), (3, 6)))
    kept = DrawBasis.from_json(plan.drawn)
    assert (kept.how, kept.swapped, kept.order) == (HAND, (3, 4), (1, 4, 5, 2, 3, 6))


def test_a_swap_into_a_match_that_was_played_is_refused_with_the_round_and_the_rule():
    session = swiss(begun=1)
    played(session, {1, 3})
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (2, 4)))
    with pytest.raises(Refused, match=r"meet again, after round 1 \(M9\)"):
        swapped(session, 3, 2)
    with pytest.raises(Refused, match="meet each other"):
        swapped(session, 1, 3)
    assert edition_of(session) == 2


def test_a_round_that_is_not_drawn_has_nobody_to_exchange():
    with pytest.raises(Refused, match="Round 2 is not drawn yet"):
        swapped(swiss(begun=1), 1, 3)


def test_an_odd_number_has_a_bye_of_twelve_and_nobody_a_second():
    session = swiss(5, begun=1)
    state = load(session.pk)
    assert (
        draw_of(session, 1) == SwissDraw(((1, 2), (3, 4)), 5)
        and state.byes == [(1, "A", 5)]
        and state.tables == 4
    )
    played(session, {1, 3})
    assert points(session)[5] == 12
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (5, 2)), 4)
    with pytest.raises(Refused, match=r"sits out again, after round 1 \(M5\)"):
        swapped(session, 4, 5)
    begun(session, 2)
    played(session, {1, 5})
    drawn(session, 3)
    assert draw_of(session, 3).bye not in {4, 5}
    assert points(session)[4] == 20 - WON + 12


def test_fewer_teams_than_numbers_leave_byes_in_the_first_round_and_are_drawn_among_themselves_after_it():
    session = swiss(6, count=5, begun=1)
    assert load(session.pk).byes == [(1, "A", 5)]
    played(session, {1, 3})
    assert points(session)[5] == 12
    for round in (2, 3):
        drawn(session, round)
        assert 6 not in {
            number for match in draw_of(session, round).matches for number in match
        }
        assert draw_of(session, round).bye not in {None, 5, 6}
        begun(session, round)
        played(session, {1, 3})
    assert (
        check(load(session.pk).sections[0].movement) == ()
        and unplayed(load(session.pk), results_of(session.pk)) == []
    )


def test_a_team_that_comes_late_is_in_the_next_draw():
    session = swiss(6, count=5, begun=1)
    played(session, {1, 3})
    four = [member(f"Late {name}") for name in ("North", "South", "East", "West")]
    seat(session=session, taken=[Taken("A", 6, four)], by=session.director, now=NOON)
    assert points(session)[5] == 12
    drawn(session)
    assert draw_of(session, 2).bye is None and 6 in {
        n for match in draw_of(session, 2).matches for n in match
    }
    begun(session, 2)
    assert load(session.pk).byes == [(1, "A", 5)] and points(session)[5] == 12


def late_team(session: Session, number: int) -> None:
    four = [member(f"Late {name}") for name in ("North", "South", "East", "West")]
    seat(session=session, taken=[Taken("A", number, four)], by=four[0], now=NOON)


def test_a_team_that_comes_before_any_result_plays_who_waits_for_it():
    session = swiss(6, count=5, begun=1)
    late_team(session, 6)
    assert load(session.pk).byes == []


def test_a_team_that_comes_when_the_round_is_drawn_has_no_points_for_coming():
    session = swiss(6, count=5, begun=1)
    played(session, {1, 3})
    drawn(session)
    begun(session, 2)
    late_team(session, 6)
    byes = load(session.pk).byes
    assert len(byes) == 2 and 6 not in {number for _, _, number in byes}
    drawn(session, 3)
    begun(session, 3)
    assert 6 in {number for match in draw_of(session, 3).matches for number in match}


def test_nobody_comes_in_the_last_round():
    session = swiss(6, count=5, rounds=2, begun=1)
    played(session, {1, 3})
    drawn(session)
    begun(session, 2)
    with pytest.raises(Refused, match="The last round is on"):
        late_team(session, 6)


def test_a_number_whose_bye_nobody_took_is_open_after_the_next_draw():
    session = swiss(5, count=4, begun=1)
    played(session, {1, 3})
    drawn(session)
    late_team(session, 5)
    assert load(session.pk).byes == []


def test_a_team_that_waited_for_nobody_is_given_no_second_bye_by_hand():
    session = swiss(6, count=5, begun=1)
    played(session, {1, 3})
    drawn(session)
    with pytest.raises(Refused, match="Number 5 has had a bye"):
        swapped(session, draw_of(session, 2).bye, 5)


def test_a_penalty_of_a_number_that_nobody_holds_draws_nobody():
    session = swiss(6, count=5)
    taking = Taking("A", 5, 500, "vp", "90B", "phone", session.key)
    penalise(session=session, taking=taking, by=session.director, now=NOON)
    unseat(session=session, letter="A", number=5, by=session.director, now=NOON)
    begun(session, 1)
    played(session, {1, 3})
    drawn(session)
    assert 5 not in {
        number for match in draw_of(session, 2).matches for number in match
    }
    assert draw_of(session, 2).bye is None


def test_a_button_that_was_pressed_for_an_earlier_round_does_not_end_play():
    session = swiss(begun=1)
    played(session, {1, 3})
    drawn(session)
    begun(session, 2)
    with pytest.raises(Refused, match="Round 2 has begun meanwhile"):
        end_play(session=session, after=1, by=session.director, now=NOON)
    end_play(session=session, after=2, by=session.director, now=NOON)
    assert load(session.pk).session.is_over


def test_the_first_round_is_drawn_again_for_those_who_have_come():
    session = swiss(6, count=5)
    drawn_first(session, teams=5)
    assert draw_of(session, 1) == SwissDraw(((1, 2), (3, 4)), 5)
    drawn_first(session, LOT, teams=8, seed=3)
    order = by_lot(range(1, 9), 3)
    assert draw_of(session, 1) == SwissDraw(
        tuple(zip(order[::2], order[1::2], strict=True))
    )
    assert DrawBasis.from_json(Plan.objects.latest("edition").drawn).seed == 3
    with pytest.raises(Refused, match="drawn for 5 to 64 teams: 5 have come"):
        drawn_first(session, teams=4)
    begun(session, 1)
    assert unplayed(load(session.pk), results_of(session.pk)) == []


def test_numbers_that_are_taken_stay_when_the_first_round_is_drawn_for_fewer():
    session = swiss(8, count=0)
    fours = [[member(f"{name} {number}") for name in "NSEW"] for number in range(5)]
    taken = [
        Taken("A", number, four)
        for number, four in zip((1, 2, 4, 7, 8), fours, strict=True)
    ]
    seat(session=session, taken=taken, by=session.director, now=NOON)
    drawn_first(session, teams=6)
    assert draw_of(session, 1) == SwissDraw(((1, 2), (3, 4), (7, 8)))


def test_no_draw_without_a_rematch_is_said_and_play_may_end():
    session = swiss(rounds=4, begun=1)
    for round in (2, 3):
        drawn(session, round)
        begun(session, round)
    with pytest.raises(Refused, match="No draw is found in which nobody meets again"):
        drawn(session, 4)
    end_play(session=session, by=session.director, now=NOON)
    assert load(session.pk).session.is_over


def test_play_that_ends_early_gives_up_the_round_that_was_drawn():
    session = swiss(begun=1)
    played(session, {1, 3})
    drawn(session)
    end_play(session=session, by=session.director, now=NOON)
    state = load(session.pk)
    assert (state.drawn, state.rounds) == (1, 3) and edition_of(session) == 3
    assert missing_in(state, results_of(session.pk)) == []


def test_play_does_not_end_before_the_first_round():
    session = swiss()
    with pytest.raises(Refused, match="Round 0 of 3 is played"):
        end_play(session=session, by=session.director, now=NOON)


def test_the_ranking_is_open_between_rounds_also_when_the_next_is_drawn():
    session = swiss(begun=1)
    for viewer in (Viewer(("A", 1)), Viewer(None)):
        assert not sees(session, viewer)
    played(session, {1, 3})
    drawn(session)
    assert (
        sees(session, Viewer(("A", 1)))
        and sees(session, Viewer(None))
        and not sees(session, Viewer(None), 2)
    )
    begun(session, 2)
    assert not sees(session, Viewer(("A", 1))) and not sees(
        session, Viewer(("A", 1)), 2
    )


def sees(session: Session, viewer: Viewer, board: int | None = None) -> bool:
    return may_see(viewer, board, moment_of(load(session.pk), results_of(session.pk)))


def test_a_swiss_has_the_rounds_it_was_opened_with():
    session = swiss(begun=1)
    with pytest.raises(Refused, match="the page of the next draw ends it"):
        change_rounds(
            session=session, rounds=2, from_round=2, by=session.director, now=NOON
        )
