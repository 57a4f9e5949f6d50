"""The results of one board and the ranking: from when a player may see them, and how they look on paper."""

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.slot import Slot
from tests.duplicate.evening import in_play
from tests.duplicate.published import played
from tests.duplicate.recorded import agreed, player
from tests.factories import NOON

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def test_a_board_and_the_ranking_are_shown_when_they_may_be():
    session = in_play()
    north = Client()
    north.force_login(player(session, FIRST))
    assert north.get(f"/duplicate/{session.pk}/boards/1/").status_code == 403
    assert north.get(f"/duplicate/{session.pk}/ranking/").status_code == 403
    assert north.get(f"/duplicate/{session.pk}/boards/99/").status_code == 404
    agreed(session, FIRST, "4sn=")
    for round in range(2, 6):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    assert [
        line.score
        for line in north.get(f"/duplicate/{session.pk}/boards/1/").context["lines"]
    ] == [420]
    assert (
        north.get(f"/duplicate/{session.pk}/ranking/").context["lists"][0][0]
        == "All pairs"
    )


def test_a_board_and_a_ranking_on_paper_say_of_which_session_they_are():
    session = played()
    client = Client()
    client.force_login(session.director)
    for page in ("ranking/", "boards/1/"):
        words = client.get(f"/duplicate/{session.pk}/{page}").content.decode()
        assert "Thursday pairs" in words and "21 November 2026" in words
