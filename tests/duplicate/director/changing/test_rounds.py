"""A change of the number of rounds: fewer are cut, more are found, and what was played stays."""

import pytest
from django.test import Client

from clubscore.duplicate.director.changing.queries import rounds_ways
from clubscore.duplicate.director.changing.services import change_rounds, withdraw
from clubscore.duplicate.director.directing.services import cancel, end_play
from clubscore.duplicate.director.seating.seen import moments_of_boards, seen_sets
from clubscore.duplicate.models import Plan
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.refusals import Refused
from scoring.movements.mitchell import mitchell
from scoring.movements.plan import boards_of
from tests.duplicate.evening import in_play, pairs, seated, start_round
from tests.duplicate.recorded import agreed
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def test_fewer_rounds_end_the_session_earlier():
    session = in_play(rounds=2)
    change_rounds(
        session=session, rounds=3, from_round=3, by=session.director, now=NOON
    )
    state = load(session.pk)
    assert (state.rounds, state.round) == (3, 2)
    assert state.sections[0].plans[-1].reason == "There are 3 rounds instead of 5."


def test_the_round_that_is_played_may_be_the_last():
    session = in_play(rounds=2)
    change_rounds(
        session=session, rounds=2, from_round=3, by=session.director, now=NOON
    )
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    assert (load(session.pk).rounds, session.is_over) == (2, True)


def test_a_howell_that_is_whole_has_no_round_more_and_a_short_mitchell_has():
    assert set(rounds_ways(load(in_play(rounds=2).pk))) == {2, 3, 4}
    session = opened(member("Otto"), mitchell(5, rounds=3), name="Short pairs")
    seated(session, pairs(6, family="More"))
    start_round(session=session, round=1, by=session.director, now=NOON)
    assert set(rounds_ways(load(session.pk))) == {1, 2, 4, 5}
    change_rounds(
        session=session, rounds=4, from_round=2, by=session.director, now=NOON
    )
    assert load(session.pk).rounds == 4


@pytest.mark.parametrize(
    ("rounds", "from_round", "words"),
    [(1, 3, "Choose"), (3, 2, "moved on"), (9, 3, "Choose")],
)
def test_what_does_not_fit_any_more_changes_nothing(rounds, from_round, words):
    session = in_play(rounds=2)
    with pytest.raises(Refused, match=words):
        change_rounds(
            session=session,
            rounds=rounds,
            from_round=from_round,
            by=session.director,
            now=NOON,
        )
    assert Plan.objects.count() == 1


def test_the_director_chooses_from_what_is_possible():
    session = in_play(rounds=2)
    client = Client()
    client.force_login(session.director)
    address = f"/duplicate/{session.pk}/director/rounds/number/"
    page = client.get(address)
    assert [option.data["value"] for option, _ in page.context["choices"]] == [
        "4",
        "3",
        "2",
    ]
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


def page_of(session) -> str:
    client = Client()
    client.force_login(session.director)
    return client.get(
        f"/duplicate/{session.pk}/director/rounds/number/"
    ).content.decode()


def test_in_the_last_round_the_page_says_why_there_is_nothing_to_choose():
    text = page_of(in_play(rounds=5))
    assert "Round 5 is the last, and it is being played: there is none to cut." in text
    assert (
        "No round is added. After round 5 there is none in which nobody meets or plays anything again."
        in text
    )
    assert "Play is over" not in text


def test_where_rounds_can_be_cut_the_page_still_says_why_none_is_added():
    session = in_play(rounds=2)
    withdraw(
        session=session,
        letter="A",
        number=3,
        way=0,
        from_round=3,
        by=session.director,
        now=NOON,
    )
    text = page_of(session)
    assert "There are 4 rounds instead of 5." in text
    assert "number 3 went after round 2, and whether its scores stand" in text


def test_before_play_and_in_a_session_that_was_cancelled_the_page_says_so():
    session = opened(member("Ruth"))
    assert "Play has not begun" in page_of(session)
    cancel(session=session, reason="Snow", by=session.director, now=NOON)
    assert "The session was cancelled" in page_of(session)


def test_boards_that_a_pair_may_have_seen_are_not_given_to_it_in_a_round_more():
    session = opened(member("Otto"), mitchell(5, rounds=3), name="Short pairs")
    seated(session, pairs(6, family="More"))
    seated(session, pairs(4, family="Others"))
    for round in (1, 2, 3):
        start_round(session=session, round=round, by=session.director, now=NOON)
    state = load(session.pk)
    assert set(rounds_ways(state)) == {4, 5}
    wanted = {
        (number, row.set) for row in mitchell(5).by_round[4] for number in row.seated
    }
    number, boards = min(wanted)
    for slot, _ in slots_of(state):
        if slot.board in boards_of(boards, 2):
            agreed(session, slot, "1ne=")
    state = load(session.pk)
    assert (number, boards) in seen_sets(
        state, moments_of_boards(state, results_of(session.pk))
    )["A"]
    for ways in rounds_ways(state).values():
        added = [row for row in ways["A"].movement.rows if row.round > 3]
        assert (
            not {(entry, row.set) for row in added for entry in row.seated}
            & seen_sets(state, moments_of_boards(state, results_of(session.pk)))["A"]
        )


def test_once_everybody_may_see_everything_no_round_is_added():
    session = opened(member("Otto"), mitchell(5, rounds=3), name="Short pairs")
    seated(session, pairs(6, family="More"))
    seated(session, pairs(4, family="Others"))
    for round in (1, 2, 3):
        start_round(session=session, round=round, by=session.director, now=NOON)
    for slot, _ in slots_of(load(session.pk)):
        agreed(session, slot, "1ne=")
    assert rounds_ways(load(session.pk)) == {}
    assert "somebody would play boards that they may have seen" in page_of(session)
