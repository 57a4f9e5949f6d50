"""Rulings: what is written, who may rule, what is refused, and which result then counts."""

from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.duplicate.director.directing.services import end_play, name_deputy
from clubscore.duplicate.models import Play, Ruling
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.rulings import (
    columns_of_outcome,
    outcome_of,
    parts_of,
)
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.sight import may_see, moment_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling.refusals import RulingChanged
from clubscore.duplicate.verdicts.ruling.wiring import proposed_ruling
from clubscore.once import KeySpent
from clubscore.refusals import Refused
from scoring.contest import ContestRules
from scoring.duplicate.outcome_line import parse_outcome
from tests.duplicate.evening import in_play
from tests.duplicate.late_changes import organiser, proposed, ruled_late
from tests.duplicate.published import published
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.rulings import given, ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


@pytest.fixture
def session():
    return in_play(rounds=5)


def tables_of(session, board):
    return sorted(slot for slot, _ in slots_of(load(session.pk)) if slot.board == board)


def award(session, slot):
    scored = scores_of(load(session.pk), results_of(session.pk)).slots[slot]
    return scored.ns and scored.ns.points, scored.ew and scored.ew.points


@pytest.mark.parametrize(
    "line",
    [
        "A+-",
        "A6040",
        "A=30",
        "+420",
        "4sn=",
        "30%=4sn=,70%=-50",
        "ns:4sn-1,ew:4sn=",
        "ns:60%=-50,40%=420,ew:-420",
        "np",
    ],
)
def test_every_kind_is_read_back_as_it_was_ruled(session, line):
    outcome = parse_outcome(line, 1)
    assert outcome_of(ruled(session, FIRST, line)) == outcome
    assert results_of(session.pk).rulings[FIRST].outcome == outcome


def test_a_board_that_was_passed_out_is_assigned_as_no_points(session):
    made = ruled(session, FIRST, "p")
    assert outcome_of(made).points == 0 and parts_of(outcome_of(made))[0]["tens"] == 0
    assert columns_of_outcome(None) == {"kind": "stands"}


def test_a_weighted_ruling_counts_in_the_place_of_the_result_and_in_everybodys_frequencies(
    session,
):
    first, second, third = tables_of(session, 1)
    for slot, line in ((first, "4sn="), (second, "4sn="), (third, "4sn-1")):
        agreed(session, slot, line)
    assert award(session, first) == (3, 1)
    ruled(session, first, "30%=4sn=,70%=4sn-1")
    assert award(session, first) == (
        Fraction(3, 10) * 3 + Fraction(7, 10) * 1,
        4 - Fraction(16, 10),
    )
    assert award(session, second) == (
        2 * 1 + Fraction(7, 10) * 2 + Fraction(3, 10),
        Fraction(3, 10),
    )


def test_a_board_without_a_result_is_ruled_and_then_is_no_board_to_play(session):
    first, *others = tables_of(session, 1)
    for slot in others:
        agreed(session, slot, "4sn=")
    state = load(session.pk)
    north = SessionDesk(state, player(session, first)).viewer
    assert not may_see(north, 1, moment_of(state, results_of(session.pk)))
    ruled(session, first, "A+-")
    results = results_of(session.pk)
    assert may_see(north, 1, moment_of(state, results)) and first not in results
    assert award(session, first) == (Fraction(24, 10), Fraction(16, 10))


def test_not_played_counts_for_nobody(session):
    first, *others = tables_of(session, 1)
    for slot in others:
        agreed(session, slot, "4sn=")
    ruled(session, first, "np")
    assert award(session, first) == (None, None)
    assert {
        row.boards
        for row in scores_of(load(session.pk), results_of(session.pk))
        .result.lists[0]
        .rows
    } == {1}


def test_law_12c2_a_board_with_a_result_is_not_ruled_to_be_not_played(session):
    agreed(session, FIRST, "4sn=")
    with pytest.raises(Refused, match="Board 1 was played here") as refused:
        ruled(session, FIRST, "np")
    assert refused.value.field == "kind"
    assert not Ruling.objects.exists()


def test_a_ruling_that_is_withdrawn_leaves_the_result_as_it_was(session):
    agreed(session, FIRST, "4sn=")
    before = award(session, FIRST)
    ruled(session, FIRST, "A4060")
    assert award(session, FIRST) != before
    withdrawn = ruled(session, FIRST, "", text="On appeal")
    assert (withdrawn.kind, withdrawn.version, award(session, FIRST)) == (
        "stands",
        2,
        before,
    )
    assert ruled(session, FIRST, "A+=").version == 3


def test_a_ruling_is_over_a_result_and_changes_none(session):
    recorded(session, FIRST, "4sn=")
    ruled(session, FIRST, "A+-")
    assert Play.objects.get().tricks == 10
    with pytest.raises(
        Refused, match="The director has ruled on board 1: average plus for North–South"
    ):
        recorded(session, FIRST, "4sn+1", seen=1)


def test_sent_again_a_ruling_is_made_once_and_its_key_makes_no_other(session):
    key = uuid4()
    first = ruled(session, FIRST, "30%=4sn=,70%=4sn-1", key=key)
    assert ruled(session, FIRST, "30%=4sn=,70%=4sn-1", key=key) == first
    with pytest.raises(KeySpent):
        ruled(session, FIRST, "40%=4sn=,60%=4sn-1", key=key)
    with pytest.raises(KeySpent):
        ruled(session, FIRST._replace(board=2), "30%=4sn=,70%=4sn-1", key=key)
    assert Ruling.objects.count() == 1


def test_who_has_not_seen_the_newest_ruling_or_result_looks_again(session):
    late = given(session, FIRST, "A+-")
    ruled(session, FIRST, "np")
    with pytest.raises(RulingChanged, match="Another director has ruled"):
        ruled(session, FIRST, "A+-", seen_ruling=late.seen_ruling)
    recorded(session, FIRST._replace(board=2), "4sn=")
    with pytest.raises(RulingChanged, match="The result was changed"):
        ruled(session, FIRST._replace(board=2), "A+-", seen_play=0)


def test_a_director_rules_and_nobody_rules_at_their_own_table(session):
    north, stranger = player(session, FIRST), member("Nina")
    for who in (north, stranger):
        with pytest.raises(PermissionDenied):
            ruled(session, FIRST, "A+-", by=who)
    name_deputy(session=session, member=north, by=session.director, now=NOON)
    with pytest.raises(Refused, match="another director or an admin rules here"):
        ruled(session, FIRST, "A+-", by=north)
    elsewhere = next(
        slot for slot in tables_of(session, 1) if not at(session, slot).side_of(north)
    )
    assert ruled(session, elsewhere, "A+-", by=north).ruled_by == north


def test_after_the_correction_period_an_organiser_approves(session):
    recorded(session, FIRST, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    published(session, accepts_missing=True)
    what = proposed_ruling(FIRST, given(session, FIRST, "A+-"))
    with pytest.raises(Refused, match="The correction period is not over"):
        proposed(session, what, now=NOON)
    late, olga = NOON + timedelta(minutes=31), organiser("Olga")
    with pytest.raises(Refused, match="an organiser approves this ruling"):
        ruled(session, FIRST, "A+-", now=late)
    made = ruled_late(session, FIRST, "A+-", olga, now=late)
    assert (made.period, made.approved_by.name) == ("after", "Olga")
    assert made.ruled_by == session.director


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("20%=10,20%=20,20%=30,20%=40,10%=50,10%=60", "at most 5 results"),
        ("4sn= h4s", "leave out honours"),
    ],
)
def test_what_no_ruling_has_is_refused(session, line, message):
    with pytest.raises(Refused, match=message):
        ruled(session, FIRST, line)


def test_a_board_of_a_round_that_has_not_begun_is_not_ruled():
    session = in_play()
    later = next(slot for slot, _ in slots_of(load(session.pk)) if slot.round == 2)
    with pytest.raises(Refused, match="Round 2 has not begun"):
        ruled(session, later, "np")


def test_nothing_is_withdrawn_where_nothing_was_ruled(session):
    with pytest.raises(Refused, match="nothing to withdraw"):
        ruled(session, FIRST, "")


def test_a_score_that_the_scoring_does_not_know_is_refused():
    session = in_play(rules=ContestRules(scoring="aggregate"))
    with pytest.raises(Refused, match="With total points there is no artificial score"):
        ruled(session, FIRST, "A+-")
    assert ruled(session, FIRST, "+420").kind == "assigned"
