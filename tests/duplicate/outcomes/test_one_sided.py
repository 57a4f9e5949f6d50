"""Results that no player of the other side has agreed to are marked in what is published (Law 79A)."""

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.checking import check_result
from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.one_sided import is_one_sided
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from scoring import Side
from scoring.movements.howell import howell
from tests.blanks import tight
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import LINES, published
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON

pytestmark = pytest.mark.django_db
MARK = "entered by one side or by the director alone</"
LEGEND = "no player of the other side has agreed to it"


def evening() -> tuple[Session, list[Slot]]:
    """A session in play with its slots. Both sides have agreed to each result but the first two.

    North alone entered the first result, and the director alone the second.
    """
    session = in_play(None, howell(2), count=4, rounds=3)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    recorded(session, slots[0], LINES[0])
    recorded(session, slots[1], LINES[1], by=session.director)
    for index, slot in enumerate(slots[2:]):
        agreed(session, slot, LINES[index % len(LINES)])
    return session, slots


def over(session: Session) -> Session:
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def marked(session: Session) -> list[Slot]:
    state, results = load(session.pk), results_of(session.pk)
    return [slot for slot in sorted(results) if is_one_sided(state, results, slot)]


def html(session: Session, path: str, by=None) -> str:
    client = Client()
    client.force_login(by or session.director)
    return tight(client.get(f"/duplicate/{session.pk}/{path}").content.decode())


def test_law_79a_a_result_of_one_side_or_of_the_director_alone_is_marked():
    session, slots = evening()
    assert marked(session) == sorted(slots[:2])


def test_law_79a_a_director_who_checks_a_result_agrees_for_nobody():
    session, slots = evening()
    check_result(
        session_id=session.pk, slot=slots[0], version=1, by=session.director, now=NOON
    )
    assert slots[0] in marked(session)


def test_law_79a_a_result_of_the_director_is_not_marked_once_both_sides_agree():
    session, slots = evening()
    agreed(session, slots[1], LINES[1])
    assert marked(session) == [slots[0]]


def test_a_result_that_a_ruling_replaced_is_not_marked():
    session, slots = evening()
    ruled(session, slots[0], "A+-")
    assert marked(session) == [slots[1]]


def test_the_page_of_a_board_marks_it_after_play_with_one_line_of_legend():
    session, slots = evening()
    path = f"boards/{slots[0].board}/"
    assert MARK not in html(session, path)
    page = html(over(session), path)
    assert (page.count(MARK), page.count(LEGEND)) == (1, 1)
    other = html(session, f"boards/{slots[-1].board}/")
    assert (MARK in other, LEGEND in other) == (False, False)


def test_the_published_results_say_how_many_and_mark_ones_own_boards():
    session, slots = evening()
    publication = published(over(session))
    assert publication.one_sided == 2
    north = player(session, slots[0], Side.NS)
    page = html(session, "results/", by=north)
    assert "2 results were entered by one side or by the director alone" in page
    assert page.count(MARK) == 2


def test_where_both_sides_agree_nothing_is_said():
    session, slots = evening()
    for slot, line in zip(slots, LINES[:2], strict=False):
        agreed(session, slot, line)
    assert published(over(session)).one_sided == 0
    page = html(session, "results/", by=player(session, slots[0]))
    assert "°" not in page


def test_a_match_of_teams_marks_the_result_of_one_table():
    session = played_to_the_end(in_teams())
    page = html(session, "matches/1/2/")
    assert LEGEND in page
