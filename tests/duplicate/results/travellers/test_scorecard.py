"""The scorecard of an entry, on the page of the results, and the ways from board to board."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.results.travellers.scorecard import (
    boards_of,
    entry_called,
    rounds_sat_out,
    scorecard,
)
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import alone
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def seen_by(who: Any, session: Session, page: str = "results/") -> Any:
    client = Client()
    client.force_login(who)
    return client.get(f"/duplicate/{session.pk}/{page}")


def card_of(session: Session, code: str) -> Any:
    state = load(session.pk)
    entry = entry_called(state, code)
    assert entry
    boards, sat_out = boards_of(state, entry), rounds_sat_out(state, entry)
    return scorecard(state, results_of(session.pk), entry, boards, sat_out)


def test_the_card_has_each_round_its_opponents_its_per_cent_and_the_place_after_it():
    card = card_of(played(), "A2")
    assert (card.number, card.names, card.standing.of) == ("2", "Cleo & Dan", 4)
    assert [played.number for played in card.rounds] == [1, 2, 3]
    assert [played.opponents[0].code for played in card.rounds] == ["A3", "A4", "A1"]
    awards = [played.award for played in card.rounds]
    assert awards == [
        "50.00\N{NO-BREAK SPACE}%",
        "0.00\N{NO-BREAK SPACE}%",
        "50.00\N{NO-BREAK SPACE}%",
    ]
    assert [played.after for played in card.rounds] == [
        ("1=", "50.00\N{NO-BREAK SPACE}%", 4),
        ("3=", "25.00\N{NO-BREAK SPACE}%", 4),
        ("3=", "33.33\N{NO-BREAK SPACE}%", 4),
    ]
    assert card.standing == card.rounds[-1].after


def test_a_board_of_the_card_has_the_points_and_the_award_of_the_side():
    session = played()
    [one, other] = card_of(session, "A2").rounds[0].boards
    assert (one.slot.board, one.points, one.award, one.share) == (1, -140, "0.00", 0)
    assert (other.points, other.award, other.share) == (0, "100.00", 100)
    against = card_of(session, "A3").rounds[0].boards
    assert [board.points for board in against] == [140, 0]
    assert [board.share for board in against] == [100, 0]


def test_each_name_of_the_published_list_leads_to_a_card_and_each_opponent_to_the_next():
    session = played()
    published(session)
    anna = player(session, FIRST)
    page = seen_by(anna, session).content.decode()
    for code in ("A1", "A2", "A3", "A4"):
        assert f'href="?card={code}#card"' in page
    answer = seen_by(anna, session, "results/?card=A2")
    assert answer.context["card"].names == "Cleo & Dan"
    assert 'id="scorecard-card"' in answer.content.decode()
    assert seen_by(anna, session, "results/?card=A9").status_code == 404
    assert seen_by(anna, session, "results/?card=Ax").status_code == 404


def test_while_a_session_is_in_play_no_card_is_shown():
    session = in_play(member("Ruth"), howell(2), count=4)
    recorded(session, FIRST, "4sn=")
    answer = seen_by(player(session, FIRST, Side.EW), session, "results/?card=A1")
    assert answer.status_code == 200
    assert "card" not in answer.context
    assert "own_card" not in answer.context
    assert "scorecard" not in answer.content.decode()


def test_my_boards_are_the_card_with_what_i_may_do_about_each():
    session = played()
    anna = player(session, FIRST)
    answer = seen_by(anna, session)
    card = answer.context["own_card"]
    own = [board.own for played in card.rounds for board in played.boards]
    assert len(own) == len(answer.context["own_boards"]) == 6
    assert answer.content.decode().count("Something’s wrong?") == 6


def test_a_board_leads_to_the_nearest_board_that_the_member_may_see():
    session = played()
    anna = player(session, FIRST)
    last = load(session.pk).boards
    first = seen_by(anna, session, "boards/1/").context
    assert (first["before"], first["after"]) == (None, 2)
    end = seen_by(anna, session, f"boards/{last}/").context
    assert (end["before"], end["after"]) == (last - 1, None)


def test_in_play_no_way_leads_to_a_board_that_the_member_may_not_see():
    session = in_play(member("Ruth"), howell(2), count=4)
    answer = seen_by(session.director, session, "boards/2/")
    assert (answer.context["before"], answer.context["after"]) == (1, 3)
    player_s = seen_by(player(session, FIRST), session, "boards/2/")
    assert player_s.status_code == 403
    assert "rel=" not in player_s.content.decode().split("<main")[1]


def test_a_traveller_names_the_pairs_numbers_and_the_declarer_s_seat():
    session = played()
    page = seen_by(player(session, FIRST), session, "boards/2/")
    row = page.context["lines"][-1]
    assert [each.number for each in (*row.ns_side, *row.ew_side)] == ["4", "1"]
    words = page.content.decode()
    assert "Gita (N)" in words
    assert "Per cent, N–S first" in words
    assert [award for award, _why in row.awards] == [row.ns_percent, row.ew_percent]
    assert {row.ns_percent, row.ew_percent} == {"0.00", "100.00"}
    for code in ("A4", "A1"):
        assert f'href="/duplicate/{session.pk}/results/?card={code}#card"' in words


def test_in_play_the_names_of_a_traveller_lead_to_no_card():
    session = in_play(member("Ruth"), howell(2), count=4)
    recorded(session, FIRST, "4sn=")
    page = seen_by(session.director, session, "boards/1/").content.decode()
    assert "Anna &amp; Ben" in page
    assert "?card=" not in page


def test_a_ruling_says_on_traveller_and_card_who_ruled_and_what_each_side_gets():
    session = played()
    ruled(session, FIRST, "A+-")
    anna = player(session, FIRST)
    page = seen_by(anna, session, "boards/1/").content.decode()
    words = " ".join(unescape(strip_tags(page)).split())
    assert "Table 1, ruled by Ruth (Law 12C2): average plus for North–South, " in words
    assert "average minus for East–West. So it is right." in words
    code = load(session.pk).held_by(anna)[1].entry.number
    board = card_of(session, f"A{code}").rounds[0].boards[0]
    assert (board.words, board.verdict) == ("ruled: average plus", "§ Ruth, Law 12C2")
    page = seen_by(anna, session, f"results/?card=A{code}").content.decode()
    assert page.count("§ Ruth, Law 12C2") == 2


def test_in_an_individual_each_player_has_the_card_of_the_own_number():
    session = alone(rounds=7)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        recorded(session, slot, ("4sn=", "3nte-1", "p")[index % 3])
    end_play(session=session, by=session.director, now=NOON)
    for number, name in enumerate(("Anna", "Ben", "Cleo", "Dan"), start=1):
        who = Member.objects.get(name=name)
        own = seen_by(who, session).context["own_card"]
        whole = card_of(session, f"A{number}")
        assert (own.number, own.standing) == (whole.number, whole.standing)
        assert [one.award for one in own.rounds] == [one.award for one in whole.rounds]
