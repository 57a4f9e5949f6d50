"""Properties that hold for every possible contest."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as some

from scoring.contest import Slot, fold, lists_after
from scoring.contest.factor import factored
from scoring.contest.rounding import ROUNDINGS
from scoring.duplicate.imps import imps
from scoring.duplicate.outcomes import REAL, Artificial, Part, Played, Split, Weighted
from tests.scoring.contest.contests import (
    all_rules,
    contests,
    likely_points,
    parts,
    real_outcomes,
    traveller,
)


@some.composite
def results(draw, fewest=1):
    """Draw results of one board, single or weighted but not split."""
    single = likely_points.map(Played)
    kinds = single | single | parts().map(Weighted)
    return draw(some.lists(kinds, min_size=fewest, max_size=9))


def one_board(outcomes, **options):
    """A contest of one board with these outcomes."""
    contest = traveller(*["0"] * len(outcomes), **options)
    slots = (
        slot._replace(outcome=outcome)
        for slot, outcome in zip(contest.slots, outcomes, strict=True)
    )
    return replace(contest, slots=tuple(slots))


def parts_of(outcome):
    return (
        [(Fraction(1), outcome.points)]
        if isinstance(outcome, Played)
        else [part[:2] for part in outcome.parts]
    )


def literal(outcomes, worth):
    """The score of each result by comparing it with every other result one by one, as the law says; slow."""
    return [
        sum(
            (mine * theirs * worth(points, other)
             for mine, points in parts_of(outcome)
             for index, rival in enumerate(outcomes) if index != own
             for theirs, other in parts_of(rival)),
            Fraction(0),
        )
        for own, outcome in enumerate(outcomes)
    ]  # fmt: skip


@given(results(fewest=2))
def test_matchpoints_are_those_of_comparing_each_result_with_every_other(outcomes):
    found = [each.ns.points for each in fold(one_board(outcomes)).slots]
    assert found == literal(
        outcomes, lambda mine, theirs: 1 + (mine > theirs) - (mine < theirs)
    )


@given(results(fewest=2))
def test_cross_imps_are_those_of_comparing_each_result_with_every_other(outcomes):
    found = [
        each.ns.points
        for each in fold(
            one_board(outcomes, scoring="cross-imps", cross_imps="total")
        ).slots
    ]
    assert found == literal(outcomes, lambda mine, theirs: imps(mine - theirs))


@given(results(fewest=4), some.integers(0, 4))
def test_the_awards_of_a_board_add_up_to_its_average_for_each_table_whatever_is_missing(
    outcomes, missing
):
    expected = len(outcomes) + missing
    slots = fold(one_board(outcomes, expected=expected)).slots
    assert sum(each.ns.points for each in slots) == len(outcomes) * (expected - 1)
    assert all(each.ns.points + each.ew.points == 2 * (expected - 1) for each in slots)


@given(
    results(fewest=2), some.sampled_from(["cross-imps", "butler"]), some.integers(0, 3)
)
def test_in_imps_what_one_side_wins_the_other_loses(outcomes, scoring, missing):
    slots = fold(
        one_board(outcomes, scoring=scoring, expected=len(outcomes) + missing)
    ).slots
    assert all(each.ns.points == -each.ew.points for each in slots)
    if scoring == "cross-imps":
        assert sum(each.ns.points for each in slots) == 0


def exchanged(outcome):
    """The outcome with North-South's and East-West's scores exchanged."""
    match outcome:
        case Played(points):
            return Played(-points)
        case Weighted(shares):
            return Weighted(tuple(Part(part.weight, -part.points) for part in shares))
        case Split(ns, ew):
            return Split(plain(ew), plain(ns))
        case Artificial(ns, ew):
            return Artificial(ew, ns)
    return outcome


def plain(side):
    return tuple(part._replace(deal=None) for part in side)


def turned(contest):
    """The contest with the sides of every table exchanged."""
    slots = tuple(
        Slot(each.board, each.ew, each.ns, exchanged(each.outcome), each.group)
        for each in contest.slots
    )
    return replace(contest, slots=slots)


one_list = all_rules().map(lambda rules: replace(rules, winners=1))


@given(contests(one_list))
def test_sides_exchanged_give_the_awards_exchanged_and_the_same_lists(contest):
    here, there = fold(contest), fold(turned(contest))
    assert [
        each and each.points for scored in here.slots for each in (scored.ns, scored.ew)
    ] == [
        each and each.points
        for scored in there.slots
        for each in (scored.ew, scored.ns)
    ]
    assert there.lists == here.lists


@given(contests(), some.randoms(use_true_random=False))
def test_the_order_of_the_tables_does_not_matter(contest, random):
    slots = list(contest.slots)
    random.shuffle(slots)
    shuffled = fold(replace(contest, slots=tuple(slots)))
    assert shuffled.lists == fold(contest).lists
    assert set(shuffled.slots) == set(fold(contest).slots)


def is_alone(slot, contest):
    """True if the board of this slot has no result in the other room."""
    return (slot.board, slot.ew, slot.ns) not in {
        (each.board, each.ns, each.ew) for each in contest.slots
    }


def raised_to_most_boards(points, row, result):
    """The points, raised to the greatest number of boards that an entry played, if the rules say so."""
    if not result.rules.scales_to_most_boards:
        return points
    played = Counter()
    for scored in result.slots:
        for entry, award in scored.awarded:
            played[entry] += award is not None
    return points * max(played.values()) / row.boards


@given(contests())
def test_a_score_is_the_sum_of_the_awards_or_victory_points_without_the_penalties(
    contest,
):
    result = fold(contest)
    once = contest.rules.against_the_other_room
    for each in result.lists:
        for row in each.rows:
            own = [
                scored.ns
                for scored in result.slots
                if scored.slot.ns == row.entry and scored.ns
            ]
            own += [
                scored.ew
                for scored in result.slots
                if scored.slot.ew == row.entry
                and scored.ew
                and (not once or is_alone(scored.slot, contest))
            ]
            counted = [award.points for award in own]
            if contest.rules.has_victory_points:
                sides = [
                    side
                    for match in result.matches
                    for side in match
                    if side.entry == row.entry
                ]
                counted = [side.victory_points for side in sides if side.boards]
            raised = raised_to_most_boards(sum(counted, Fraction(0)), row, result)
            assert row.score == raised - row.penalty
            tops = (
                [] if contest.rules.has_victory_points else [award.top for award in own]
            )
            assert (row.top, row.boards) == (sum(tops), len(own))


@given(contests())
def test_every_award_ends_its_reasons_with_itself_and_is_rounded_by_the_rule(contest):
    for scored in fold(contest).slots:
        for award in (scored.ns, scored.ew):
            if award:
                assert award.steps[-1].lstrip("+−") and len(award.steps) >= 2
                assert award.points == ROUNDINGS[contest.rules.rounding](
                    award.exact, award.top // 2
                )
        assert (scored.ns is None) == (scored.ew is None)


@given(contests())
def test_places_count_from_one_and_are_shared_by_equals_alone(contest):
    for each in fold(contest).lists:
        places = [row.place for row in each.rows]
        assert places == sorted(places)
        for index, row in enumerate(each.rows):
            assert row.place == places.index(row.place) + 1
            assert row.is_tied == (places.count(row.place) > 1)
            assert row.place <= index + 1


@given(results(fewest=2), likely_points)
def test_a_table_that_did_not_play_changes_nothing_but_the_scale(outcomes, points):
    complete = fold(one_board(outcomes)).slots
    expected = len(outcomes) + 1
    short = fold(one_board(outcomes, expected=expected)).slots
    if len(outcomes) * 3 > expected or len(outcomes) > 3:
        assert [each.ns.points for each in short] == [
            factored(each.ns.points, len(outcomes), expected) for each in complete
        ]


@given(some.fractions(0, 40), some.integers(1, 40))
def test_the_factor_of_a_complete_group_is_no_factor(raw, results):
    assert factored(raw, results, results) == raw


@given(some.integers(1, 20), some.lists(real_outcomes(), min_size=2, max_size=6))
def test_only_real_results_are_compared(missing, outcomes):
    slots = fold(one_board(outcomes, expected=len(outcomes) + missing)).slots
    assert all(
        isinstance(each.slot.outcome, REAL) and each.ns and each.ew for each in slots
    )
    assert {each.ns.top for each in slots} == {2 * (len(outcomes) + missing - 1)}


@given(contests())
def test_after_the_whole_contest_the_lists_are_those_of_its_result(contest):
    result = fold(contest)
    facts = result.slots, contest.penalties, contest.byes, result.top
    assert lists_after(contest, *facts) == result.lists


@given(contests(), some.integers(1, 3))
def test_after_some_boards_a_score_has_their_awards_and_no_other(contest, boards):
    result = fold(contest)
    part = [scored for scored in result.slots if scored.slot.board <= boards]
    lists = lists_after(contest, part, (), (), result.top)
    for row in (row for each in lists for row in each.rows):
        assert row.penalty == 0
        assert 0 < row.boards <= boards
