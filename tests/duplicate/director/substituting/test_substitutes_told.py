"""Substitutes and teams of six on pages: who is named, who is asked, and when a page is fetched anew."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.outcomes.results import AGREED, ENTERED, results_of
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.session.lineup import entry_choices, entry_names
from clubscore.duplicate.session.loading import load
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.director.substituting.test_substitutes import (
    played_on,
    put_in,
    signed_in,
    slots_in,
)
from tests.duplicate.director.team_lineup.test_team_lineup import (
    line_up,
    opened_for_teams,
)
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.other_forms import in_teams
from tests.duplicate.published import published
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.sessions import opened
from tests.duplicate.swiss import swiss
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    """Return a session of two tables in the first of three rounds, in which Anna and Ben are number 1."""
    return in_play(member("Ruth"), howell(2), count=4)


def over(session):
    played_on(session)
    end_play(session=session, by=session.director, now=NOON)
    return session


def test_a_substitute_put_in_and_taken_back_has_changed_nothing(session):
    published(over(session))
    for name in ("Tim", "Ben"):
        put_in(session, name, from_round=2, is_sure=True)
    with pytest.raises(Refused, match="Nothing has changed"):
        published(session, reason="Again", begins_period=False)


def test_a_substitute_taken_back_after_they_were_published_has_changed_it(session):
    put_in(session, "Tim", from_round=2)
    published(over(session))
    put_in(session, "Ben", from_round=2, is_sure=True)
    assert (
        published(session, reason="Ben played after all", begins_period=False).number
        == 2
    )


def test_numbers_that_were_taken_and_freed_before_play_cost_the_directors_page_no_query():
    counts = []
    for freed, family in ((0, "A"), (3, "B")):
        session = opened(member(f"Ruth {family}"), howell(2), name=f"Session {family}")
        for index in range(freed):
            two = [member(f"{name} {index}") for name in ("Uma", "Vera")]
            taken = [Taken("A", 1, two)]
            seat(
                session=session,
                taken=taken,
                by=session.director,
                now=NOON - timedelta(hours=2),
            )
            unseat(
                session=session,
                letter="A",
                number=1,
                by=session.director,
                now=NOON - timedelta(hours=1),
            )
        seated(session, pairs(4, family=family))
        published(over(session))
        client, page = signed_in(f"Ruth {family}"), f"/duplicate/{session.pk}/director/"
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_pages_and_phones_are_fetched_anew_whoever_is_put_in_next(session):
    marks = []
    for name in (None, "Tim", "Uma", "Ben"):
        if name:
            put_in(session, name, from_round=1, is_sure=True)
        state = load(session.pk)
        marks.append((state.stage, moves_of(state)["A1"]))
    stages, moves = zip(*marks, strict=True)
    assert len(set(stages)) == len(set(moves)) == 4


def own_page(session, name):
    return signed_in(name).get(f"/duplicate/{session.pk}/table/", follow=True).context


def test_who_changes_to_the_other_half_of_a_team_is_sent_there():
    session = opened_for_teams()
    line_up(session, "Cleo", "Dan", "Eva", "Finn", from_round=3)
    for round in (1, 2):
        start_round(session=session, round=round, by=session.director, now=NOON)
    told = own_page(session, "Cleo")["next"]
    start_round(session=session, round=3, by=session.director, now=NOON)
    assert told == own_page(session, "Cleo")["here"]
    assert told["line"] == "North–South"


def test_who_sits_in_for_two_pairs_in_turn_is_sent_to_the_second():
    session = in_play(member("Ruth"), howell(3))
    put_in(session, "Tim", from_round=1, to_round=1)
    put_in(session, "Tim", from_round=2, to_round=2, number=2)
    told = own_page(session, "Tim")["next"]
    start_round(session=session, round=2, by=session.director, now=NOON)
    assert told and told == own_page(session, "Tim")["here"]
    assert own_page(session, "Tim")["next"] is None


def names(session):
    return entry_names(load(session.pk).sections[0], 1)


def test_who_sits_in_for_a_team_of_six_is_named_with_the_rounds():
    session = opened_for_teams()
    put_in(session, "Tim", from_round=2, to_round=2, seat="N")
    assert names(session) == "Anna, Ben, Cleo & Dan (Tim in round 2)"
    line_up(session, "Eva", "Finn", "Cleo", "Dan", from_round=3)
    assert names(session) == "Anna, Eva, Ben, Finn, Cleo & Dan (Tim in round 2)"


def test_of_two_changes_at_one_seat_the_other_seat_keeps_its_name():
    session = in_play(member("Ruth"), howell(3))
    put_in(session, "Tim", from_round=3)
    put_in(session, "Uma", from_round=2, seat="N")
    put_in(session, "Vera", from_round=4, seat="N")
    put_in(session, "Wim", from_round=5, seat="N")
    assert (
        names(session)
        == "Uma & Tim (Anna in round 1; Vera in round 4; Wim from round 5; Ben in rounds 1–2)"
    )


def test_who_has_two_records_is_named_by_the_first_with_the_rounds_of_both(session):
    published(over(session))
    ben, owner = member("Benjamin"), member("Olga", role=Role.OWNER)
    merge(kept=ben, merged=Member.objects.get(name="Ben"), by=owner, now=NOON)
    put_in(session, "Tim", from_round=2, is_sure=True)
    put_in(session, "Benjamin", from_round=2, to_round=2, is_sure=True)
    assert names(session) == "Anna & Ben (Tim from round 3)"
    put_in(session, "Benjamin", from_round=3, is_sure=True)
    with pytest.raises(Refused, match="Nothing has changed"):
        published(session, reason="Again", begins_period=False)


def test_a_substitute_is_not_asked_for_boards_of_rounds_that_others_played():
    session = in_play(member("Ruth"), howell(3))
    put_in(session, "Tim", from_round=2)
    start_round(session=session, round=2, by=session.director, now=NOON)
    ((_words, slots),) = own_page(session, "Anna")["left_behind"]
    assert {slot.round for slot in slots} == {1}
    assert own_page(session, "Tim")["left_behind"] == []


def test_places_and_lists_to_choose_from_name_who_plays_now_and_not_who_comes_later(
    session,
):
    put_in(session, "Tim", from_round=2)
    page = f"/duplicate/{session.pk}/entries/"
    assert ("A1", "1 Anna & Ben") in entry_choices(load(session.pk))
    assert "Ben" in signed_in("Ruth").get(page).content.decode()
    start_round(session=session, round=2, by=session.director, now=NOON)
    assert ("A1", "1 Anna & Tim") in entry_choices(load(session.pk))
    section = load(session.pk).sections[0]
    assert [each.name for each in section.members_in(1, 1)] == ["Anna", "Ben"]


def test_of_a_team_those_who_wait_are_named_with_it():
    section = load(opened_for_teams().pk).sections[0]
    assert [each.name for each in section.members_in(1, 1)] == [
        "Anna",
        "Ben",
        "Cleo",
        "Dan",
        "Eva",
        "Finn",
    ]
    assert section.members_in(9, 1) == []


def test_the_draw_of_a_swiss_names_who_plays_the_next_round():
    session = swiss()
    put_in(session, "Tim", from_round=3, seat="N")
    page = (
        signed_in("Ruth")
        .get(f"/duplicate/{session.pk}/director/draw/")
        .content.decode()
    )
    assert "Anna" in page
    assert "Tim" not in page


def test_only_who_may_name_the_line_up_of_a_team_is_offered_it():
    session = in_teams(count=5, rounds=1)
    put_in(session, "Tim", from_round=2, to_round=2, seat="N")
    member("Olga")
    for name, offered in (("Ben", True), ("Tim", True), ("Olga", False)):
        client = signed_in(name)
        assert (
            "Line-up of the team"
            in client.get(f"/duplicate/{session.pk}/").content.decode()
        ) is offered
        page = client.get(f"/duplicate/{session.pk}/entries/A/1/line-up/")
        assert page.status_code == (200 if offered else 403)


def test_a_result_that_is_no_longer_agreed_without_who_is_replaced_is_said_before(
    session,
):
    slot = slots_in(session, 1)[0]
    ben = Member.objects.get(name="Ben")
    theirs = Side.EW if at(session, slot).side_of(ben) is Side.NS else Side.NS
    recorded(session, slot, "4sn=", by=player(session, slot, theirs))
    recorded(session, slot, "4sn=", by=ben)
    said = f"only Ben has agreed to boards of round 1, which will no longer be agreed: {slot.board}"
    with pytest.raises(Refused, match=said):
        put_in(session, "Tim", from_round=1)
    assert results_of(session.pk)[slot].standing(at(session, slot).sides) == AGREED
    put_in(session, "Tim", from_round=1, is_sure=True)
    assert results_of(session.pk)[slot].standing(at(session, slot).sides) == ENTERED


def test_a_result_that_the_partner_agreed_to_as_well_stays_agreed_and_nothing_is_said(
    session,
):
    slot = slots_in(session, 1)[0]
    agreed(session, slot, "4sn=")
    with pytest.raises(Refused) as refused:
        put_in(session, "Tim", from_round=1)
    assert "recorded already" in str(refused.value)
    assert "no longer" not in str(refused.value)
    put_in(session, "Tim", from_round=1, is_sure=True)
    assert results_of(session.pk)[slot].standing(at(session, slot).sides) == AGREED
