"""The sessions of duplicate in the API: /api/v1/sessions/ and /api/v1/sessions/12/."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.duplicate.director.dealing.services import name_set
from clubscore.duplicate.models import Session
from clubscore.duplicate.slot import Slot
from clubscore.hands.services import deal_set
from clubscore.members.models import Member
from clubscore.public.api.services import make_token
from clubscore.public.choices.services import wish_naming
from clubscore.public.naming import Naming
from scoring import Seat
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.rulings import ruled
from tests.factories import NOON
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ALL = "/api/v1/sessions/"


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def session(admin) -> Session:
    return published(played(admin, name="Saturday pairs")).session


@pytest.fixture
def program(admin) -> Client:
    secret = make_token(name="The website", has_full_names=True, by=admin, now=NOON)
    return Client(headers={"Authorization": f"Bearer {secret}"})


def at(session: Session) -> str:
    return f"{ALL}{session.pk}/"


def players(document: dict) -> list[str]:
    return [
        player["name"]
        for ranked in document["lists"]
        for line in ranked["lines"]
        for player in line["players"]
    ]


def test_a_session_is_provisional_and_then_final(session, program):
    first = program.get(at(session))
    assert first.json()["is_final"] is False
    with time_machine.travel(NOON + timedelta(minutes=31), tick=False):
        for path in (at(session), ALL):
            etag = {"If-None-Match": first.headers["ETag"]}
            assert program.get(path, headers=etag).status_code == 200
        (listed,) = program.get(ALL).json()["sessions"]
        assert listed["is_final"] is True


def test_teams_are_ranked_by_victory_points_and_have_no_percentages(admin, program):
    teams = in_teams(count=3, boards_a_round=2, by=admin, family="Cole")
    published(played_to_the_end(teams))
    document = program.get(at(teams)).json()
    (ranked,) = document["lists"]
    assert (document["form"], document["ranked_by"]) == ("teams", "score")
    assert [line["percent"] for line in ranked["lines"]] == [None] * 3
    scores = [line["score"] for line in ranked["lines"]]
    assert scores == sorted(scores, reverse=True)


def test_nothing_is_said_of_a_session_before_it_is_published(admin, program):
    waits = played(admin, name="Is over")
    assert program.get(ALL).json()["sessions"] == []
    assert program.get(at(waits)).status_code == 404
    assert program.get("/api/v1/evenings/2026-11-21/").status_code == 404
    published(waits)
    assert [found["name"] for found in program.get(ALL).json()["sessions"]] == [
        "Is over"
    ]


def test_a_cancelled_session_is_gone(session, program, admin):
    fields = {"cancelled_at": NOON, "cancelled_by": admin, "cancelled_for": "x"}
    rewrite(Session.objects.filter(pk=session.pk), **fields)
    assert program.get(at(session)).status_code == 404
    assert program.get(ALL).json()["years"] == []


def test_who_asked_for_it_and_guests_are_not_named_to_programs_either(session, program):
    anna = Member.objects.get(name="Anna")
    wish_naming(member=anna, is_unnamed=True, by=anna, now=NOON)
    Member.objects.filter(name="Ben").update(is_guest=True, username=None)
    names = players(program.get(at(session)).json())
    assert not {"Anna", "Ben"} & set(names)
    assert sum(name.startswith("Player ") for name in names) == 1
    assert sum(name.startswith("Guest ") for name in names) == 1


def test_names_are_those_of_public_pages_unless_the_token_is_for_full_ones(
    session, choose, admin
):
    choose(naming=Naming.NONE, duplicate=False)
    secret = make_token(name="The wall", has_full_names=False, by=admin, now=NOON)
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    names = players(client.get(at(session)).json())
    assert all(name.startswith("Player ") for name in names)


def test_no_reason_and_no_director_is_in_an_answer(session, program, admin):
    published(session, begins_period=True, reason="Ben revoked")
    for path in (ALL, at(session)):
        body = program.get(path).content.decode()
        assert "revoked" not in body and admin.name not in body


def test_a_session_of_another_year_has_its_own_list(session, program, admin):
    older = published(played(admin, name="Last year", family="Older")).session
    rewrite(Session.objects.filter(pk=older.pk), day=older.day.replace(year=2025))
    document = program.get(f"{ALL}?year=2025").json()
    assert [found["name"] for found in document["sessions"]] == ["Last year"]
    assert document["years"] == [2026, 2025]
    assert program.get(f"{ALL}?year=1999").status_code == 404


def test_the_evening_counts_and_lists_its_sessions(session, program, admin):
    (evening,) = program.get("/api/v1/evenings/").json()["evenings"]
    assert (evening["rubbers"], evening["sessions"]) == (0, 1)
    document = program.get(evening["address"]).json()
    assert document["rubbers"] == document["players"] == []
    assert [found["address"] for found in document["sessions"]] == [at(session)]


def test_a_list_takes_as_many_statements_with_three_sessions_as_with_one(
    session, program, admin, django_assert_max_num_queries
):
    with django_assert_max_num_queries(30) as one:
        for path in (ALL, at(session), "/api/v1/evenings/2026-11-21/"):
            program.get(path)
    for number in (1, 2):
        published(played(admin, name=f"S{number}", family=str(number)))
    with django_assert_max_num_queries(len(one)):
        for path in (ALL, at(session), "/api/v1/evenings/2026-11-21/"):
            program.get(path)


# --- boards and hands, which the club chooses apart ---


def boards(program: Client, session: Session) -> list[dict]:
    return program.get(at(session)).json()["boards"]


@pytest.fixture
def with_boards(choose) -> None:
    choose(boards=True)


def test_boards_are_there_only_where_the_club_has_chosen_them(session, program, choose):
    choose()
    assert program.get(at(session)).json()["boards"] is None
    choose(boards=True, duplicate=False)
    assert [board["board"] for board in boards(program, session)] == [1, 2, 3, 4, 5, 6]


def test_a_board_has_what_was_played_at_each_table_and_how_it_counts(
    session, program, with_boards
):
    first = boards(program, session)[0]
    assert (first["dealer"], first["vulnerable"], first["hands"]) == ("N", [], None)
    one, other = first["results"]
    assert one == {
        "section": "A", "round": 1, "table": 1,
        "players": {"N": "Gita", "E": "Anna", "S": "Hugo", "W": "Ben"},
        "contract": "4S", "declarer": "N", "tricks": 10, "lead": None, "points": 420, "ruled": None,
        "scores": {"NS": 2.0, "EW": 0.0},
    }  # fmt: skip
    assert other["points"] < 420
    assert other["scores"] == {"NS": 0.0, "EW": 2.0}


def test_a_passed_out_board_has_no_declarer(session, program, with_boards):
    results = [
        result for board in boards(program, session) for result in board["results"]
    ]
    passed = [result for result in results if result["contract"] == "pass"]
    assert passed
    for result in passed:
        assert (result["declarer"], result["tricks"], result["points"]) == (None, None, 0)  # fmt: skip


def test_the_scores_of_the_boards_come_to_the_published_scores(
    session, program, with_boards
):
    document = program.get(at(session)).json()
    sums: dict[str, float] = {}
    for board in document["boards"]:
        for result in board["results"]:
            for side, points in result["scores"].items():
                for seat in side:
                    name = result["players"][seat]
                    sums[name] = sums.get(name, 0) + points
    for line in document["lists"][0]["lines"]:
        assert {sums[player["name"]] for player in line["players"]} == {line["score"]}


def test_what_is_recorded_after_the_publication_waits_for_the_next(
    session, program, with_boards, admin
):
    before = boards(program, session)
    later = NOON + timedelta(minutes=1)
    ruled(session, Slot("A", 1, 1, 1), "A+-", by=admin, now=later)
    assert boards(program, session) == before
    published(session, now=later, begins_period=True, reason="Ben revoked")
    result = boards(program, session)[0]["results"][0]
    assert (result["contract"], result["points"]) == (None, None)
    words = "average plus for North–South, average minus for East–West"
    assert result["ruled"] == words


def test_the_cards_are_there_once_everybody_may_see_them(program, with_boards, admin):
    session = played(admin)
    set_of_boards = deal_set(
        name="Thursday", first=1, boards=6, opens_at=NOON, by=admin, now=NOON
    )
    name_set(session=session, deal_set=set_of_boards, by=admin, now=NOON)
    published(session)
    first = boards(program, session)[0]
    layout = set_of_boards.dealt[0].layout
    assert first["hands"] == {seat.value: ".".join(layout.suits(seat)) for seat in Seat}
    assert all(len(hand) == 16 for hand in first["hands"].values())


def test_sealed_cards_stay_sealed(program, with_boards, admin):
    session = played(admin)
    later = NOON + timedelta(days=1)
    set_of_boards = deal_set(
        name="Thursday", first=1, boards=6, opens_at=later, by=admin, now=NOON
    )
    name_set(session=session, deal_set=set_of_boards, by=admin, now=NOON)
    published(session)
    answer = program.get(at(session))
    assert {str(board["hands"]) for board in answer.json()["boards"]} == {"None"}
    with time_machine.travel(later, tick=False):
        tag = {"If-None-Match": answer.headers["ETag"]}
        assert program.get(at(session), headers=tag).status_code == 200
        assert boards(program, session)[0]["hands"]


def test_nobody_who_minds_is_named_at_a_board(session, program, with_boards):
    anna = Member.objects.get(name="Anna")
    wish_naming(member=anna, is_unnamed=True, by=anna, now=NOON)
    document = program.get(at(session)).json()
    at_table = document["boards"][0]["results"][0]["players"]["E"]
    assert at_table.startswith("Player ")
    assert at_table in players(document)


def test_boards_of_teams_have_imps_or_points_of_each_match(admin, program, with_boards):
    teams = in_teams(count=3, boards_a_round=2, by=admin, family="Cole")
    published(played_to_the_end(teams))
    results = boards(program, teams)[0]["results"]
    assert {len(result["players"]) for result in results} == {4}
    assert all(set(result["scores"]) == {"NS", "EW"} for result in results)


def test_the_boards_take_a_fixed_number_of_statements(
    program, with_boards, admin, django_assert_max_num_queries
):
    small = published(played(admin)).session
    with django_assert_max_num_queries(30) as one:
        program.get(at(small))
    teams = in_teams(count=5, boards_a_round=2, by=admin, family="Cole")
    published(played_to_the_end(teams))
    with django_assert_max_num_queries(len(one)):
        program.get(at(teams))
