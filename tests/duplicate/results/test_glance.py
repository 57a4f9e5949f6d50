"""The sessions of an evening at a glance: in the room, on the wall, on the evening's page and on the desk."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.outcomes.published import figure_of, rows_of
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.results.glance import (
    mark_of,
    sessions_in_the_room,
    sessions_of,
)
from clubscore.duplicate.results.season.services import take_into_season
from clubscore.duplicate.results.travellers.context import ranked_lists
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.live.topics import TOPICS
from clubscore.members.roles import Role
from scoring import Seat, Side
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.blanks import tight
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.published import played, published, published_as_it_is
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import EVENING, opened
from tests.duplicate.swiss import drawn as swiss_drawn
from tests.duplicate.swiss import played as swiss_played
from tests.duplicate.swiss import swiss_of_pairs
from tests.factories import NINE_DEALS, NOON, member, rubber_in_play

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FIRST = Slot("A", 1, 1, 1)
ROOM = 0


@pytest.fixture(autouse=True)
def at_noon():
    with time_machine.travel(NOON + timedelta(minutes=5), tick=False):
        yield


@pytest.fixture
def watching() -> Client:
    return of(member("Walter", role=Role.WATCHER))


def of(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def a_rubber(*lines: str):
    """Return a rubber with these deals, played by four members who play no duplicate."""
    return rubber_in_play(
        {seat: member(f"Rubber {seat.name}") for seat in Seat}, lines=lines, now=NOON
    )


def html(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def over(session):
    """Begin all rounds of the session that have not begun, and end play."""
    for round in range(load(session.pk).round + 1, load(session.pk).rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)


def test_the_room_shows_sessions_in_play_and_those_that_wait_for_pairs(watching):
    ruth = member("Ruth")
    session = in_play(ruth, rounds=2)
    opened(ruth, name="Late pairs")
    room = html(watching, "/")
    assert "round 2 of 5" in room and "round ends 12:14" in room
    assert "Waits for 6 pairs: take a place" in room
    over(session)
    room = html(watching, "/")
    assert "play is over" in room and f'href="/duplicate/{session.pk}/results/"' in room
    assert room.index("Late pairs") < room.index("Thursday pairs")


def test_from_the_room_it_is_one_tap_to_the_own_table(watching):
    session = in_play()
    way = f'href="/duplicate/{session.pk}/table/"'
    assert way in html(of(player(session, FIRST)), "/")
    assert way not in html(watching, "/")


def test_the_room_moves_when_a_pair_comes_and_a_round_begins_and_not_with_each_result():
    session = opened(member("Ruth"))
    marks = [mark_of(EVENING)]
    seated(session, pairs())
    marks.append(mark_of(EVENING))
    start_round(session=session, round=1, by=session.director, now=NOON)
    marks.append(mark_of(EVENING))
    assert len({*marks}) == 3
    recorded(session, FIRST, "4sn=")
    assert mark_of(EVENING) == marks[-1]
    over(session)
    ended = mark_of(EVENING)
    assert ended not in marks
    assert str(TOPICS["room"].revisions([ROOM])[ROOM]).endswith(ended)


def test_the_wall_shows_who_plays_where_and_until_when_and_no_result(watching):
    session = in_play(rounds=2)
    agreed(session, FIRST, "6sxn+1")
    wall = html(watching, "/wall/")
    assert 'id="wall-session"' in wall and "round 2 of 5" in wall
    assert 'datetime="2026-11-21T12:14:00+00:00" data-ends>ends 12:14<' in wall
    assert "Anna &amp; Ben" in wall
    assert "1,660" not in wall and "wall-list" not in wall


def test_the_wall_shows_the_ranking_when_everybody_may_see_it(watching):
    session = in_play()
    agreed(session, FIRST, "4sn=")
    over(session)
    wall = html(watching, "/wall/")
    assert "play is over" in wall and 'class="wall-list"' in wall
    assert "All pairs" in wall


def test_a_rubber_that_has_just_ended_stands_among_the_tables_beside_the_large_sheet_of_a_session(
    watching,
):
    in_play()
    a_rubber(*NINE_DEALS)
    context = watching.get("/wall/").context
    assert context["large"] and [card.card.in_play for card in context["cards"]] == [
        False
    ]
    assert context["cards"][0].sides


def test_beside_a_rubber_the_wall_says_that_play_is_over_and_names_the_first_three(
    watching,
):
    session = played()
    a_rubber()
    wall = html(watching, "/wall/")
    assert f'id="wall-session-card-{session.pk}"' in wall and "Play is over" in wall
    (lists,) = [card.lists for card in watching.get("/wall/").context["sessions"]]
    assert [row.place for _, rows in lists for row in rows] == ["1=", "1=", "3="]
    assert all(row.names.split()[0] in wall for _, rows in lists for row in rows)


def test_a_small_card_says_until_when_the_results_are_provisional_and_when_they_are_final(
    watching,
):
    published(played())
    a_rubber()
    wall = tight(html(watching, "/wall/"))
    assert "Published 12:00, provisional until 12:30<" in wall
    with time_machine.travel(NOON + timedelta(minutes=31), tick=False):
        assert "Published 12:00, final<" in tight(html(watching, "/wall/"))


def test_sessions_that_are_over_take_half_of_the_places_of_a_wall_and_no_statement_more(
    watching,
):
    ruth, counts = member("Ruth"), []
    a_rubber()
    for number in range(4):
        published(played(ruth, name=f"Session {number}", family=f"Family{number}"))
        with CaptureQueriesContext(connection) as captured:
            cards = watching.get("/wall/").context["sessions"]
        counts.append(len(captured))
    assert counts == counts[:1] * 4
    assert [card.glance.session.name for card in cards] == [
        "Session 1",
        "Session 2",
        "Session 3",
    ]


def test_of_a_large_field_the_tables_stand_in_two_columns(watching):
    session = opened(member("Ruth"), mitchell(11), boards_a_round=1)
    people = [(member(f"A {number}"), member(f"B {number}")) for number in range(22)]
    seated(session, people)
    start_round(session=session, round=1, by=session.director, now=NOON)
    assert "long-field" in html(watching, "/wall/")


def test_the_evening_lists_its_sessions_with_the_ranking_when_they_are_over(watching):
    session = in_play()
    agreed(session, FIRST, "4sn=")
    page = f"/evenings/{EVENING}/"
    before = html(watching, page)
    assert "round 1 is played" in before and "All pairs" not in before
    over(session)
    after = html(watching, page)
    assert "All pairs" in after and f'href="/duplicate/{session.pk}/ranking/"' in after
    assert "Nobody played" not in after


def test_wall_and_evening_keep_to_what_was_published_until_it_is_published_again(
    watching,
):
    session = played()
    first = published(session)
    (before,) = sessions_of(EVENING)
    assert before.publication == first
    assert [row.percent for _, rows in before.lists for row in rows] == [
        figure_of(row, session.contest_rules) for row in rows_of([first])
    ]  # fmt: skip
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    ruled(session, slot, "A+-")
    (after,) = sessions_of(EVENING)
    assert (
        after.lists
        == before.lists
        != ranked_lists(after.state, results_of(session.pk), None)
    )
    assert "published 12:00" in html(watching, "/wall/")
    assert (
        f'href="/duplicate/{session.pk}/results/">As published 21 Nov, 12:00<'
        in html(watching, f"/evenings/{EVENING}/")
    )
    second = published(session, reason="A ruling")
    (again,) = sessions_of(EVENING)
    assert again.publication == second
    assert (
        again.lists
        == ranked_lists(again.state, results_of(session.pk), None)
        != before.lists
    )


def test_three_published_sessions_take_as_many_statements_as_one():
    ruth, counts = member("Ruth"), []
    for number in range(3):
        published(played(ruth, name=f"Session {number}", family=f"Family{number}"))
        with CaptureQueriesContext(connection) as captured:
            assert all(glance.publication for glance in sessions_of(EVENING))
        counts.append(len(captured))
    assert counts == [8] * 3


def test_an_evening_of_sessions_alone_is_an_evening(watching):
    in_play()
    assert watching.get("/evenings/newest/").url == f"/evenings/{EVENING}/"
    (listed,) = watching.get("/evenings/").context["page"].object_list
    assert (listed.day, listed.rubbers, listed.sessions) == (EVENING, 0, 1)
    assert (
        watching.get(f"/evenings/{EVENING + timedelta(days=7)}/").context["before"]
        == EVENING
    )
    assert (
        watching.get(f"/evenings/{EVENING - timedelta(days=7)}/").context["after"]
        == EVENING
    )


def test_the_desk_names_sessions_that_nobody_has_ended():
    session, keeper = in_play(), member("Olga", role=Role.OWNER)
    assert "is not over" not in html(of(keeper), "/office/")
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        assert "of 21 November is not over</b>" in html(of(keeper), "/office/")
        over(session)
        assert "is not over" not in html(of(keeper), "/office/")


@pytest.mark.parametrize("read", [sessions_in_the_room, sessions_of])
def test_three_sessions_take_as_many_statements_as_one(read):
    ruth, counts = member("Ruth"), []
    for number in range(3):
        session = in_play(ruth, name=f"Session {number}", family=f"Family{number}")
        agreed(session, FIRST, "4sn=")
        with CaptureQueriesContext(connection) as captured:
            assert len(read(EVENING)) == number + 1
        counts.append(len(captured))
    assert counts == [counts[0]] * 3


def test_an_evening_without_sessions_costs_one_statement(django_assert_num_queries):
    for read in (sessions_in_the_room, sessions_of):
        with django_assert_num_queries(1):
            assert read(EVENING) == []


def test_between_the_rounds_of_a_swiss_the_wall_shows_the_ranking_and_once_it_is_drawn_who_meets_whom(
    watching,
):
    session = swiss_of_pairs(5, begun=1)
    assert "Number 5, Ida &amp; Jan, sits out." in html(watching, "/wall/")
    before = mark_of(EVENING)
    swiss_played(session, {1, 3})
    wall, mark = html(watching, "/wall/"), mark_of(EVENING)
    assert mark != before
    assert "<small>after round 1</small>" in wall and "wall-lines" not in wall
    swiss_drawn(session)
    wall = html(watching, "/wall/")
    assert (
        "round 2 of 3 is drawn" in wall
        and "wall-list" not in wall
        and "data-ends" not in wall
    )
    assert wall.count("Boards 2<") == 2 and wall.count(" sits out.") == 1
    assert mark_of(EVENING) != mark


def published_with_a_board_open() -> None:
    session = in_play(None, howell(2), count=4, rounds=3)
    recorded(session, FIRST, "4sn=")
    east = player(session, FIRST, Side.EW)
    recorded(session, FIRST, "4sn-1", by=east, seen=1)
    over(session)
    session.refresh_from_db()
    published_as_it_is(session, accepts_missing=True)


@pytest.mark.parametrize("page", [f"/evenings/{EVENING}/", "/wall/"])
def test_law_79b_a_board_that_was_published_open_is_named(watching, page):
    published_with_a_board_open()
    words = "Board 1 is open: these results may still change."
    assert words in html(watching, page)
    a_rubber()  # then the wall has a small card of the session
    assert words in html(watching, page)


@pytest.mark.parametrize("page", [f"/evenings/{EVENING}/", "/wall/"])
def test_law_81a_a_friendly_session_is_labelled(watching, page):
    session = played(is_friendly=True)
    assert "friendly</small>" in html(watching, page)
    mark = mark_of(EVENING)
    a_rubber()
    assert "friendly</small>" in html(watching, page)
    olga = member("Olga", role=Role.ADMIN)
    take_into_season(session=session, by=olga, now=NOON)
    assert mark_of(EVENING) != mark
    assert "friendly</small>" not in html(watching, page)
