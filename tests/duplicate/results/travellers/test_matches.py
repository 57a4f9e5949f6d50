"""The pages of team matches: both tables of each board, with the reason behind each figure."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.results.travellers import matches
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.recorded import agreed
from tests.duplicate.team_match import BAM, VICTORY_POINTS, match, signed_in, text

pytestmark = pytest.mark.django_db


def test_a_match_shows_both_tables_of_each_board_with_the_reason_behind_each_figure():
    session = match()
    client = signed_in("Anna")
    page = text(client, f"/duplicate/{session.pk}/matches/1/2/")
    assert (
        "Team 1 against team 2" in page
        and "420 here and 50 in the other room; +10" in page
    )
    assert "10 IMPs on 2 boards" in page and "of 20 by the scale for 2 boards" in page
    rooms = client.get(f"/duplicate/{session.pk}/matches/1/2/").context["boards"]
    assert [
        (each.board, each.one.score, each.other.score, each.one_points)
        for each in rooms
    ] == [
        (1, 420, -50, "10"),
        (2, 600, 600, "0"),
    ]
    assert "Team 1 against team 2" in text(client, f"/duplicate/{session.pk}/matches/")


def test_a_match_in_points_of_board_a_match_says_so():
    page = text(
        signed_in(match(rules=BAM).director),
        f"/duplicate/{Session.objects.get().pk}/matches/1/2/",
    )
    assert "Points</th>" in page and "Victory points" not in page


@pytest.mark.parametrize("address", ["matches/2/1/", "matches/1/3/", "matches/1/1/"])
def test_there_is_no_other_match(address):
    session = match()
    text(signed_in("Anna"), f"/duplicate/{session.pk}/{address}", 404)


def test_a_board_of_one_table_stands_under_the_team_that_sat_north_south(monkeypatch):
    session = match()
    state = load(session.pk)
    of_the_second = [
        found for found in slots_of(state) if found[0].board == 1 and found[1].ns == 2
    ]
    monkeypatch.setattr(matches, "slots_of", lambda _state: of_the_second)
    context = matches.match_context(state, results_of(session.pk), (1, 2), None)
    [board] = context["boards"]
    assert board.one is None and board.other.score == -50
    assert (board.one_points, board.other_points) == ("10", "−10")


def test_matches_wait_until_nobody_has_a_board_to_play():
    session = in_teams(rounds=1, rules=VICTORY_POINTS)
    agreed(session, Slot("A", 1, 1, 1), "4sn=")
    for page in ("matches/", "matches/1/2/", "boards/1/", "ranking/"):
        text(signed_in("Anna"), f"/duplicate/{session.pk}/{page}", 403)
    assert "not played yet" in text(
        signed_in(session.director), f"/duplicate/{session.pk}/matches/1/2/"
    )


def test_the_pages_of_a_match_read_as_little_for_five_teams_as_for_two():
    counts = []
    for count in (2, 5):
        session = played_to_the_end(
            in_teams(count=count, boards_a_round=1, family=f"of {count}")
        )
        client = signed_in(session.director)
        for page in ("matches/", "matches/1/2/"):
            client.get(f"/duplicate/{session.pk}/{page}")
            with CaptureQueriesContext(connection) as queries:
                client.get(f"/duplicate/{session.pk}/{page}")
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
