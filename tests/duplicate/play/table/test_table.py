"""The page on a player's phone: the player's table, a board, its entry and its answers; and travellers once visible."""

from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Call, Play
from clubscore.duplicate.outcomes.outcome_words import vulnerable_in_words
from clubscore.duplicate.play.entering.services import record_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.live.topics import TOPICS
from scoring import Side
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, entry, player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


@pytest.fixture
def session():
    return in_play()


def of(member):
    client = Client()
    client.force_login(member)
    return client


def address(session, slot=FIRST, end=""):
    return f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/{end}"


def form(**changes):
    taps = {
        "contract": "4S",
        "risk": "",
        "declarer": "N",
        "result": "0",
        "number": 1,
        "revision": 0,
        "key": uuid4(),
    }
    return taps | changes


def test_the_own_table_opens_at_the_first_board_to_record(session):
    north = of(player(session, FIRST))
    assert north.get(f"/duplicate/{session.pk}/table/").url == address(session)
    recorded(session, FIRST, "4sn=")
    assert north.get(f"/duplicate/{session.pk}/table/").url == address(
        session, FIRST._replace(board=2)
    )


def test_the_own_table_opens_at_the_board_that_somebody_is_asked_about(session):
    recorded(session, FIRST, "4sn=")
    recorded(session, FIRST._replace(board=2), "3nn=")
    north, east = of(player(session, FIRST)), of(player(session, FIRST, Side.EW))
    assert east.get(f"/duplicate/{session.pk}/table/").url == address(session)
    east.post(address(session, end="agreement/"), {"version": 1})
    assert east.get(f"/duplicate/{session.pk}/table/").url == address(
        session, FIRST._replace(board=2)
    )
    east.post(
        address(session, FIRST._replace(board=2)),
        form(number=2, contract="3NT", result="-1", revision=1),
    )
    assert north.get(f"/duplicate/{session.pk}/table/").url == address(
        session, FIRST._replace(board=2)
    )


def test_the_next_board_is_offered_until_every_one_is_recorded(session):
    recorded(session, FIRST, "4sn=")
    north, east = of(player(session, FIRST)), of(player(session, FIRST, Side.EW))
    assert "Board 2: record it" in north.get(address(session)).content.decode()
    # The question comes first.
    assert "Board 2: record it" not in east.get(address(session)).content.decode()
    recorded(session, FIRST._replace(board=2), "3nn=")
    assert "record it" not in north.get(address(session)).content.decode()


def test_a_board_is_recorded_by_a_plain_form_and_the_opponents_read_it_in_their_words(
    session,
):
    assert of(player(session, FIRST)).post(address(session), form()).url == address(
        session
    )
    east = of(player(session, FIRST, Side.EW))
    page = east.get(address(session))
    assert (page.context["recorded"].points, page.context["is_asked"]) == (-420, True)
    east.post(address(session, end="agreement/"), {"version": 1})
    assert east.get(address(session)).context["standing"] == "agreed"


def test_law_79a2_it_stands_where_a_player_agrees_and_where_one_accepts_other_tricks(
    session,
):
    recorded(session, FIRST, "4sn=")
    north, east = of(player(session, FIRST)), of(player(session, FIRST, Side.EW))
    law = "Agree only to tricks that you believe were won (Law 79A2)."
    assert law in east.get(address(session)).content.decode()
    assert law not in north.get(address(session)).content.decode()
    east.post(address(session), form(result="-1", revision=1))
    assert law in north.get(address(session)).content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_result_for_a_board_that_is_none_of_the_table_is_told_at_the_own_table_with_what_is_expected(
    session, headers
):
    north, elsewhere = (
        of(player(session, FIRST)),
        address(session, FIRST._replace(board=9)),
    )
    answer = north.post(elsewhere, form(number=9), headers=headers)
    own = f"/duplicate/{session.pk}/table/"
    assert answer.headers.get("HX-Redirect", answer.headers.get("Location")) == own
    html = north.get(own, follow=True).content.decode()
    expected = "N =. Board 9 is not one of yours: table 1 plays boards 1–2 in round 1."
    assert html.count("Not recorded: 4") == html.count(expected) == 1
    assert (
        north.get(elsewhere, follow=True).content.decode().count("Not recorded: 4") == 0
    )


def test_another_result_is_shown_to_both_and_accepted(session):
    recorded(session, FIRST, "4sn=")
    of(player(session, FIRST, Side.EW)).post(
        address(session), form(result="-1", revision=1)
    )
    north = of(player(session, FIRST))
    page = north.get(address(session))
    assert (page.context["other"].points, page.context["recorded"].points) == (-50, 420)
    answer = {
        "proposal": page.context["result"].proposal.pk,
        "answer": "accept",
        "key": uuid4(),
    }
    assert north.post(address(session, end="answer/"), answer).status_code == 302
    assert Play.objects.get(version=2).tricks == 9


def test_what_is_not_whole_comes_back_as_it_was_tapped(session):
    north = of(player(session, FIRST))
    refused = north.post(address(session), form(declarer=""))
    assert (
        refused.status_code == 422 and "Tap the declarer." in refused.content.decode()
    )
    assert refused.context["form"].tapped.contract == "4S"
    wrong = north.post(address(session), form(number=2))
    assert wrong.status_code == 409 and "for board 2" in wrong.content.decode()
    assert not Play.objects.exists()


def test_the_results_of_a_table_are_for_those_who_sit_there(session):
    recorded(session, FIRST, "4sn=")
    # The director, who does not play.
    assert of(session.director).get(address(session)).status_code == 200
    state_two = Slot("A", 1, 2, _first_board(session, 2))
    other = of(player(session, state_two))
    assert other.get(address(session)).status_code == 403
    assert other.get(address(session, end="preview/")).status_code == 403


def _first_board(session, table):
    state = load(session.pk)
    return state.boards_in(state.sections[0].row_at(1, table))[0]


@pytest.mark.parametrize(
    ("law", "words"),
    [
        ("2017", "only if he is clearly convinced of the result at the table"),
        ("2007", "need not raise the score of a side"),
    ],
)
def test_a_director_who_is_told_of_the_tricks_after_the_round_reads_the_law(law, words):
    session = in_play(law=law)
    recorded(session, FIRST, "4sn=")
    director, north = of(session.director), of(player(session, FIRST))
    assert words not in director.get(address(session)).content.decode()
    start_round(session=session, round=2, by=session.director, now=NOON)
    assert words in director.get(address(session)).content.decode()
    assert words not in north.get(address(session)).content.decode()


def test_the_director_is_called_once_with_why(session):
    north = of(player(session, FIRST))
    for _ in range(2):
        north.post(address(session, end="call/"), {"about": "a revoke", "key": uuid4()})
    assert [call.about for call in Call.objects.all()] == ["a revoke"]
    assert "a revoke" in north.get(address(session)).content.decode()


def test_the_stream_says_that_a_table_has_moved_and_no_result(session):
    before = TOPICS["session-tables"].render(session.pk, "watch")
    recorded(session, FIRST, "4sn=")
    after = TOPICS["session-tables"].render(session.pk, "watch")
    assert before != after
    assert "4S" not in after and "420" not in after


def test_the_way_to_the_board_at_other_tables_waits_as_the_page_behind_it_does(session):
    state = load(session.pk)
    sharing = [
        Slot("A", 1, row.table, 1)
        for row in state.sections[0].movement.by_round[1]
        if row.set == 1
    ]
    north, way = of(player(session, FIRST)), f"/duplicate/{session.pk}/boards/1/"
    assert len(sharing) > 1
    for slot in sharing:
        assert north.get(way).status_code == 403
        assert way not in north.get(address(session)).content.decode()
        agreed(session, slot, "4sn=")
    assert north.get(way).status_code == 200
    assert way in north.get(address(session)).content.decode()


def test_a_phone_follows_its_round_and_is_shown_the_way_to_the_next_table(session):
    own = f"/duplicate/{session.pk}/table/"
    north = of(player(session, FIRST))
    following = f'data-round="1" data-own="{own}"'
    assert following in north.get(address(session)).content.decode()
    assert following not in of(session.director).get(address(session)).content.decode()
    start_round(session=session, round=2, by=session.director, now=NOON)
    page = north.get(address(session)).content.decode()
    assert "data-round" not in page and f'<a href="{own}">To your table</a>' in page


def test_who_sits_out_waits_for_the_next_round_on_a_page_that_follows_it():
    session = in_play(count=5)
    # Whom number 6 would meet, and nobody has it.
    first, _ = load(session.pk).section("A").players[1]
    page = of(first).get(f"/duplicate/{session.pk}/table/").content.decode()
    assert (
        'data-round="1" data-own="' in page
        and f"/live/session-tables/{session.pk}/watch" in page
    )


def test_two_results_of_an_earlier_round_stay_a_tap_away_also_without_opponents():
    session = in_play(member("Ruth"), mitchell(3), count=5, boards_a_round=2)
    recorded(session, FIRST, "4sn=")
    north, east = player(session, FIRST), player(session, FIRST, Side.EW)
    of(east).post(address(session), form(result="-1", revision=1))
    start_round(session=session, round=2, by=session.director, now=NOON)
    for someone in (north, east):
        page = of(someone).get(f"/duplicate/{session.pk}/table/", follow=True)
        (_, missing), (words, disputed) = page.context["left_behind"]
        assert (words, disputed) == ("Two results:", [FIRST])
        assert [slot.board for slot in missing] == [2]
        assert f'href="{address(session)}"' in page.content.decode()
    without_opponents = of(north).get(f"/duplicate/{session.pk}/table/")
    assert without_opponents.status_code == 200
    ruled(session, FIRST, "4SN=", claim="yes")
    page = of(north).get(f"/duplicate/{session.pk}/table/")
    assert [words for words, _ in page.context["left_behind"]] == ["Still missing:"]


def test_after_play_the_table_leads_to_ones_own_boards_also_before_the_publication():
    session = in_play(rounds=5)
    recorded(session, FIRST, "4sn=")
    anna = player(session, FIRST)
    end_play(session=session, by=session.director, now=NOON)
    client = of(anna)
    table = client.get(f"/duplicate/{session.pk}/table/").content.decode()
    assert f'href="/duplicate/{session.pk}/results/"' in table
    page = client.get(f"/duplicate/{session.pk}/results/").content.decode()
    assert "Nothing is published yet" in page
    assert "My boards" in page
    assert f'href="{address(session)}"' in page
    assert client.get(address(session)).status_code == 200


def test_law_79b_after_play_the_director_decides_between_two_results_and_nobody_is_offered_to():
    session = in_play(rounds=5)
    recorded(session, FIRST, "4sn=")
    other, by = entry("4sn-1", seen=1), player(session, FIRST, Side.EW)
    record_play(session_id=session.pk, slot=FIRST, entry=other, by=by, now=NOON)
    north = of(player(session, FIRST))
    assert "is right" in north.get(address(session)).content.decode()
    end_play(session=session, by=session.director, now=NOON)
    page = north.get(address(session)).content.decode()
    assert "Play is over: the director decides between the two (Law 79B)." in page
    assert "is right" not in page and "Both stand until you agree" not in page


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (1, "nobody vulnerable"),
        (2, "North–South vulnerable"),
        (3, "East–West vulnerable"),
        (4, "both vulnerable"),
    ],
)
def test_law_2_the_vulnerability_of_a_board_is_said_as_players_say_it(board, words):
    assert vulnerable_in_words(board) == words
