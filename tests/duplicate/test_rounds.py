"""Another number of rounds: fewer are cut, more are found, and what was played stays."""

import pytest
from django.test import Client

from clubscore.duplicate.changing.queries import rounds_ways
from clubscore.duplicate.changing.services import change_rounds
from clubscore.duplicate.directing.services import end_play
from clubscore.duplicate.loading import load
from clubscore.duplicate.models import Plan
from clubscore.refusals import Refused
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, pairs, seated, start_round
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def test_fewer_rounds_end_the_session_earlier():
    session = in_play(rounds=2)
    change_rounds(session=session, rounds=3, from_round=3, by=session.director, now=NOON)
    state = load(session.pk)
    assert (state.rounds, state.round) == (3, 2)
    assert state.sections[0].plans[-1].reason == "There are 3 rounds instead of 5."


def test_the_round_that_is_played_may_be_the_last():
    session = in_play(rounds=2)
    change_rounds(session=session, rounds=2, from_round=3, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    assert (load(session.pk).rounds, session.is_over) == (2, True)


def test_a_howell_that_is_whole_has_no_round_more_and_a_short_mitchell_has():
    assert set(rounds_ways(load(in_play(rounds=2).pk))) == {2, 3, 4}
    session = opened(member("Otto"), mitchell(5, rounds=3), name="Short pairs")
    seated(session, pairs(6, family="More"))
    start_round(session=session, round=1, by=session.director, now=NOON)
    assert set(rounds_ways(load(session.pk))) == {1, 2, 4, 5}
    change_rounds(session=session, rounds=4, from_round=2, by=session.director, now=NOON)
    assert load(session.pk).rounds == 4


@pytest.mark.parametrize(("rounds", "from_round", "words"), [(1, 3, "Choose"), (3, 2, "moved on"), (9, 3, "Choose")])
def test_what_does_not_fit_any_more_changes_nothing(rounds, from_round, words):
    session = in_play(rounds=2)
    with pytest.raises(Refused, match=words):
        change_rounds(session=session, rounds=rounds, from_round=from_round, by=session.director, now=NOON)
    assert Plan.objects.count() == 1


def test_the_director_chooses_from_what_is_possible():
    session = in_play(rounds=2)
    client = Client()
    client.force_login(session.director)
    address = f"/duplicate/{session.pk}/director/rounds/number/"
    page = client.get(address)
    assert [option.data["value"] for option, _ in page.context["choices"]] == ["4", "3", "2"]
    assert client.post(address, {"way": "7", "from_round": 3}).status_code == 422
    assert client.post(address, {"way": "4", "from_round": 3}).status_code == 302
    assert load(session.pk).rounds == 4


def test_after_play_there_is_nothing_to_choose():
    session = in_play(rounds=5)
    end_play(session=session, by=session.director, now=NOON)
    client = Client()
    client.force_login(session.director)
    page = client.get(f"/duplicate/{session.pk}/director/rounds/number/")
    assert "Play is over" in page.content.decode()
