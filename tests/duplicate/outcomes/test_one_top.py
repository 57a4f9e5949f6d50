"""All boards that are compared have one top: half tables and late pairs shorten a board, but lower no top."""

from collections import Counter
from fractions import Fraction

import pytest
from django.core.management import call_command

from clubscore.duplicate.director.directing.context import has_changed
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.publishing.result_files import results_as_published
from clubscore.duplicate.results.publishing.rows import ten_thousandths
from clubscore.duplicate.session.holding import move
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from scoring.contest import fold
from scoring.contest.rounding import two_decimals
from scoring.movements.howell import howell
from scoring.text.session_file import read_session
from scoring.text.session_lines import session_lines
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.published import LINES, published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def recorded_all(session: Session) -> None:
    """Record a result for each board without one, in the rounds that have begun."""
    state = load(session.pk)
    results = results_of(session.pk)
    for index, (slot, _) in enumerate(slots_of(state)):
        if slot.round <= state.round and slot not in results.settled:
            recorded(session, slot, LINES[index % len(LINES)])


def played(session: Session) -> Scores:
    """Record every board, end play, and return the scores of the session."""
    recorded_all(session)
    end_play(session=session, by=session.director, now=NOON)
    return scores_of(load(session.pk), results_of(session.pk))


def half_table() -> Session:
    """Return a session of seven pairs at four tables: a Howell of six rounds, all begun, with four boards a round."""
    session = opened(member("Ruth"), howell(4, rounds=6), boards_a_round=4)
    seated(
        session,
        [(member(f"Ann {number}"), member(f"Bob {number}")) for number in range(1, 8)],
    )
    for round in range(1, 7):
        start_round(session=session, round=round, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def tops(scores: Scores) -> set[int]:
    return {expected for _, expected in scores.contest.expected}


def test_the_boards_that_a_half_table_has_less_often_have_the_top_of_the_others():
    scores = played(half_table())
    assert Counter(Counter(slot.board for slot in scores.contest.slots).values()) == {
        3: 16,
        2: 12,
    }
    assert tops(scores) == {3}
    (ranked,) = scores.result.lists
    assert {row.entry: two_decimals(row.percent) for row in ranked.rows} == {
        4: "57.50", 2: "52.50", 5: "50.00", 7: "50.00", 3: "47.50", 6: "47.50", 1: "45.00",
    }  # fmt: skip


def test_the_command_line_gives_the_figures_of_a_half_table_from_its_results_alone():
    scores = played(half_table())
    lines = [
        line
        for line in session_lines(scores.contest)
        if not line.startswith("expected")
    ]
    read = fold(read_session(f"{line}\n".encode() for line in lines))
    assert read.lists == scores.result.lists
    assert read.top == scores.result.top


def test_a_pair_that_comes_late_lowers_the_top_of_no_board():
    session = in_play(None, howell(3), count=5, rounds=2)
    late = Taken("A", 6, (member("Kim"), member("Lars")))
    seat(session=session, taken=[late], by=session.director, now=NOON)
    for round in (3, 4, 5):
        start_round(session=session, round=round, by=session.director, now=NOON)
    scores = played(session)
    assert set(Counter(slot.board for slot in scores.contest.slots).values()) == {2, 3}
    assert tops(scores) == {3}


def test_sections_that_share_boards_have_one_top():
    session = opened(
        member("Ruth"), howell(2, rounds=2), howell(3, rounds=2), boards_a_round=1
    )
    seated(session, pairs(4), letter="A")
    seated(session, pairs(6, family="Bell"), letter="B")
    for round in (1, 2):
        start_round(session=session, round=round, by=session.director, now=NOON)
    scores = played(session)
    counts = Counter(slot.board for slot in scores.contest.slots)
    assert len(set(counts.values())) > 1
    assert tops(scores) == {max(counts.values())}


def test_a_session_that_was_published_with_a_top_for_each_board_keeps_them(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(Session._meta.get_field("has_one_top"), "default", False)
    session = half_table()
    scores = played(session)
    assert tops(scores) == {2, 3}
    (ranked,) = scores.result.lists
    publication = published(session)
    move(session_id=session.pk)  # something that changes no figure
    state = load(session.pk)
    assert [
        pair.percent
        for pair in results_as_published(state, publication).pairs
        if pair.place == 1
    ] == [Fraction(ten_thousandths(ranked.rows[0].percent), 10_000)]
    assert not has_changed(state, results_of(session.pk), publication)


@pytest.mark.django_db(transaction=True)
@pytest.mark.tampers
def test_what_was_published_before_boards_had_one_top_is_known_by_its_migration():
    of_then, of_now = (
        half_table(),
        in_play(member("Bill"), family="Bell", name="Friday pairs"),
    )
    played(of_then)
    published(of_then)
    call_command("migrate", "duplicate", "0012_appeal_minutes", verbosity=0)
    call_command("migrate", verbosity=0)
    assert {session.pk: session.has_one_top for session in Session.objects.all()} == {
        of_then.pk: False,
        of_now.pk: True,
    }
