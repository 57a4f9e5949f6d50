"""A team withdraws from a Swiss: between rounds, after a draw, or in the middle of a match."""

import pytest
from django.test import Client
from django.utils.html import escape

from clubscore.duplicate.director.changing.queries import withdrawal_ways
from clubscore.duplicate.director.changing.services import withdraw
from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.director.opening.draws import GONE, DrawBasis
from clubscore.duplicate.models import Entry, Plan, PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed
from clubscore.duplicate.outcomes.withdrawn import cancelled, owed
from clubscore.duplicate.session.lineup import names_of
from clubscore.duplicate.session.loading import load
from clubscore.refusals import Refused
from scoring.duplicate.victory_points import victory_points
from scoring.movements.check import check
from scoring.movements.swiss import SwissDraw
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.duplicate.swiss import begun, draw_of, drawn, played, slots_in, swiss
from tests.factories import NOON

pytestmark = pytest.mark.django_db
WON = victory_points(1, 10).ours


def ways(session: Session, number: int) -> list[str]:
    state = load(session.pk)
    return [str(way.text) for way in withdrawal_ways(state, state.sections[0], number)]


def gone_home(session: Session, number: int, *, way: int = 0) -> Plan:
    coming = load(session.pk).round + 1
    return withdraw(
        session=session,
        letter="A",
        number=number,
        way=way,
        from_round=coming,
        by=session.director,
        now=NOON,
    )


def points(session: Session):
    scores = scores_of(load(session.pk), results_of(session.pk))
    return {
        scores.entry(row.entry)[1]: row.score for row in scores.result.lists[0].rows
    }


def director(session: Session) -> Client:
    client = Client()
    client.force_login(session.director)
    return client


def test_between_rounds_it_is_drawn_no_more_and_what_it_played_stands():
    session = swiss(6, begun=1)
    played(session, {1, 3, 5})
    assert ways(session, 2) == [
        "Round 2 is drawn without it. What it has played stands."
    ]
    plan = gone_home(session, 2)
    assert (
        plan.reason
        == "Number 2 goes home after round 1: Round 2 is drawn without it. What it has played stands."
    )
    section = load(session.pk).sections[0]
    assert section.entries[
        2
    ].standing == Entry.Standing.WITHDRAWN and section.withdrawn == {2: 1}
    assert cancelled(load(session.pk)) == frozenset() and section.open_numbers == []
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (5, 4)), 6)
    begun(session, 2)
    played(session, {1, 5})
    assert (
        points(session).keys() == {1, 3, 4, 5, 6}
        and points(session)[6] == 20 - WON + 12
    )
    state = load(session.pk)
    assert (
        check(state.sections[0].movement) == ()
        and owed(state) == {}
        and unplayed(state, results_of(session.pk)) == []
    )


def test_it_leaves_a_draw_in_which_its_opponents_have_the_bye():
    session = swiss(6, begun=1)
    played(session, {1, 3, 5})
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (5, 2), (4, 6)))
    assert ways(session, 2)[:2] == [
        "Round 2 stays as it is drawn: number 5 has nobody to play. What it has played stands.",
        "The draw of round 2 is given up: draw it again. What it has played stands.",
    ]
    plan = gone_home(session, 2)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (4, 6)), 5)
    assert DrawBasis.from_json(plan.drawn) == DrawBasis(
        how=GONE, order=(1, 3, 4, 6, 5), gone=2
    )
    begun(session, 2)
    played(session, {1, 4})
    state = load(session.pk)
    assert (
        state.byes == [(2, "A", 5)]
        and owed(state) == {}
        and unplayed(state, results_of(session.pk)) == []
    )
    assert (
        missing_in(state, results_of(session.pk)) == []
        and points(session)[5] == WON + 12
    )


def test_the_draw_is_given_up_and_made_again():
    session = swiss(6, begun=1)
    played(session, {1, 3, 5})
    drawn(session)
    plan = gone_home(session, 2, way=1)
    assert (
        plan.drawn is None
        and draw_of(session, 2) == SwissDraw(())
        and load(session.pk).drawn == 1
    )
    with pytest.raises(Refused, match="Round 2 is not drawn yet"):
        begun(session, 2)
    drawn(session)
    assert draw_of(session, 2) == SwissDraw(((1, 3), (5, 4)), 6)


def test_it_leaves_the_match_that_is_on_and_its_opponents_have_the_bye():
    session = swiss(6, begun=1)
    assert ways(session, 2)[1] == (
        "It leaves at once: number 1 has nobody to play in round 1. What it has played stands."
    )
    gone_home(session, 2, way=1)
    state = load(session.pk)
    assert state.byes == [(1, "A", 1)] and state.sections[0].withdrawn == {2: 0}
    assert {slot.table for slot in slots_in(session, 1)} == {3, 4, 5, 6}
    played(session, {3, 5})
    assert points(session) == {3: WON, 5: WON, 1: 12, 4: 20 - WON, 6: 20 - WON}
    drawn(session)
    begun(session, 2)
    assert (
        draw_of(session, 2).bye not in {None, 1, 2}
        and unplayed(load(session.pk), results_of(session.pk)) == []
    )
    played(session, {3})
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    assert {
        row.entry.number for row in PublishedRow.objects.select_related("entry")
    } == {1, 3, 4, 5, 6}


def test_a_match_with_a_result_is_not_left_and_its_boards_are_the_directors_to_rule():
    session = swiss(6, begun=1)
    first, *_ = slots_in(session, 1)
    recorded(session, first, "4sn=")
    assert len(ways(session, 2)) == 1 and len(ways(session, 3)) == 2
    gone_home(session, 2)
    drawn(session)
    begun(session, 2)
    assert [
        slot
        for slot in missing_in(load(session.pk), results_of(session.pk))
        if slot.table < 3
    ] == [first._replace(table=2)]


def test_in_the_last_round_it_can_leave_a_match_that_has_no_result():
    session = swiss(6, rounds=2, begun=1)
    played(session, {1, 3, 5})
    drawn(session)
    begun(session, 2)
    number = draw_of(session, 2).matches[0][1]
    assert len(ways(session, number)) == 1
    gone_home(session, number)
    assert load(session.pk).byes == [(2, "A", 1)]
    played(session, set())
    assert points(session)[1] == WON + 12 and ways(session, 5) == []


def test_the_byes_of_a_round_stay_when_the_next_one_is_given_up_at_the_end_of_play():
    session = swiss(5, begun=1)
    played(session, {1, 3})
    drawn(session)
    assert points(session)[5] == 12
    end_play(session=session, by=session.director, now=NOON)
    assert points(session)[5] == 12 and load(session.pk).byes == [(1, "A", 5)]


def test_the_last_one_that_is_left_is_not_drawn():
    session = swiss(4, begun=1)
    played(session, {1, 3})
    for number in (2, 3, 4):
        gone_home(session, number)
    with pytest.raises(Refused, match="A round is drawn for two or more"):
        drawn(session)


def test_the_director_lets_a_team_go_with_its_price_and_the_pages_say_so():
    session = swiss(6, begun=1)
    played(session, {1, 3, 5})
    drawn(session)
    client, address = director(session), f"/duplicate/{session.pk}/director/withdrawal/"
    assert (
        "A team goes home"
        in client.get(f"/duplicate/{session.pk}/director/").content.decode()
    )
    answer = client.get(address, {"pair": "A2"})
    page, read = answer.content.decode(), answer.context["form"].mark
    assert (
        '<h1 id="withdrawal-title">A team goes home</h1>' in page
        and "Choose a team" in page
    )
    assert (
        "Number 5 sits out round 2." in page
        and "Round 2 is drawn anew: everybody may sit elsewhere" in page
    )
    answer = client.post(
        address, {"pair": "A2", "way": "0", "from_round": 2, "read": read}, follow=True
    )
    assert (
        "They go home." in answer.content.decode()
        and "Print" not in answer.context["messages"]._loaded_data[0].message
    )
    draw = client.get(f"/duplicate/{session.pk}/director/draw/").content.decode()
    assert "Number 2 went home, the rest stands" in draw and "Team 5, " in draw
    begun(session, 2)
    ranking = client.get(f"/duplicate/{session.pk}/ranking/").content.decode()
    assert (
        "went home after round 1." in ranking
        and "What they have played stands." in ranking
    )
    names = escape(
        names_of(
            place.member for place in Entry.objects.get(number=2).places.order_by("pk")
        )
    )
    assert (
        names in ranking
        and names in client.get(f"/duplicate/{session.pk}/matches/").content.decode()
    )


def test_who_left_at_once_may_sit_down_elsewhere():
    session = swiss(6, begun=1)
    gone_home(session, 2, way=1)
    who = Entry.objects.get(number=2).places.first().member
    assert load(session.pk).entry_of(who) is None


def test_in_the_last_round_the_page_still_asks_who_goes_home():
    session = swiss(6, rounds=2, begun=1)
    played(session, {1, 3, 5})
    drawn(session)
    begun(session, 2)
    page = director(session).get(
        f"/duplicate/{session.pk}/director/withdrawal/", {"pair": "A2"}
    )
    assert len(page.context["choices"]) == 1
    played(session, set())
    page = director(session).get(
        f"/duplicate/{session.pk}/director/withdrawal/", {"pair": "A2"}
    )
    assert page.status_code == 200 and "No way is found" in page.content.decode()
