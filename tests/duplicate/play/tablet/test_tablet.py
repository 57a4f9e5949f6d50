"""A tablet on a table: laid there, used by all four players at that table through the rounds, and closed."""

from uuid import uuid4

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Call, Play, PlayProposal, PlaySignature, Tablet
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering import services
from clubscore.duplicate.play.entering.taking_back import take_agreement_back
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.play.tablet.services import lay_tablet
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.history.queries import history_of
from clubscore.refusals import Refused
from scoring import Seat, Side
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, at, entry, player
from tests.duplicate.tablets import device_of, laid
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
BOARD = "rounds/1/boards/1/"


@pytest.fixture
def session():
    return in_play()


@pytest.fixture
def tablet(session):
    return laid(session)


def of(who):
    client = Client()
    client.force_login(who)
    return client


def address(tablet, end=""):
    return f"/duplicate/tablets/{key_of(tablet)}/{end}"


def form(**changes):
    taps = {
        "contract": "4S",
        "risk": "",
        "declarer": "N",
        "result": "0",
        "number": 1,
        "revision": 0,
        "seat": "N",
    }
    return taps | {"key": uuid4()} | changes


def shown(tablet, end=""):
    return device_of(tablet).get(address(tablet, end), follow=True).content.decode()


def test_one_of_four_leaves_a_device_on_the_table_and_is_signed_out_on_it(session):
    north = of(player(session, FIRST))
    answer = north.post(f"/duplicate/{session.pk}/table/tablet/")
    tablet = Tablet.objects.get()
    assert (answer.url, tablet.table, tablet.opened_by) == (
        address(tablet),
        1,
        player(session, FIRST),
    )
    assert SESSION_KEY not in north.session
    assert "Table 1" in north.get(answer.url).content.decode()


def test_a_device_is_laid_on_a_table_by_who_sits_there_or_directs(session):
    west = player(session, FIRST._replace(table=2))
    with pytest.raises(Refused, match="by those who sit there"):
        lay_tablet(
            session=session, letter="A", table=1, by=west, now=NOON, is_here=True
        )
    with pytest.raises(Refused, match="There is no table A9"):
        lay_tablet(session=session, letter="A", table=9, by=session.director, now=NOON)
    director = of(session.director)
    for _ in range(2):
        director.post(
            f"/duplicate/{session.pk}/director/tablets/", {"letter": "A", "table": 3}
        )
    page = director.get(f"/duplicate/{session.pk}/director/tablets/").content.decode()
    assert address(Tablet.objects.get(table=3)) in page
    assert (
        of(member("Walt")).post(f"/duplicate/{session.pk}/table/tablet/").status_code
        == 302
    )
    assert Tablet.objects.count() == 1


def test_a_forged_key_and_that_of_a_closed_tablet_open_nothing(session, tablet):
    key = key_of(tablet)
    for wrong in (
        "1",
        f"{tablet.pk + 1}.{key.partition('.')[2]}",
        f"{key}x",
        f"{tablet.pk}.",
    ):
        assert Client().get(f"/duplicate/tablets/{wrong}/").status_code == 404
    assert device_of(tablet).get(address(tablet)).status_code == 200
    of(session.director).post(
        f"/duplicate/{session.pk}/director/tablets/{tablet.pk}/close/"
    )
    assert device_of(tablet).get(address(tablet)).status_code == 404
    assert device_of(tablet).post(address(tablet, BOARD), form()).status_code == 404
    assert not Play.objects.exists()


def test_a_board_is_entered_for_one_side_and_the_other_says_that_it_is_right(
    session, tablet
):
    device = device_of(tablet)
    page = device.get(address(tablet))
    assert (
        page.context["slot"] == FIRST
        and "North–South enter it" in page.content.decode()
    )
    assert device.post(address(tablet, BOARD), form()).url == address(tablet, BOARD)
    page = device.get(address(tablet, BOARD))
    assert (page.context["recorded"].points, page.context["silent"]) == (
        -420,
        "East–West",
    )
    east = player(session, FIRST, Side.EW)
    assert f"✓ Agree: {east.short_name}" in page.content.decode()
    device.post(address(tablet, f"{BOARD}agreement/"), {"version": 1, "seat": "E"})
    signed = {row.member: row.tablet for row in PlaySignature.objects.all()}
    assert signed == {player(session, FIRST): tablet, east: tablet}
    assert device.get(address(tablet)).context["slot"] == FIRST._replace(board=2)
    assert "Both sides agree" in shown(tablet, BOARD)
    assert [event.act for event in history_of(at(session, FIRST))] == [
        "recorded at the table’s tablet",
        "agreed at the table’s tablet",
    ]


def test_the_other_side_says_otherwise_and_the_first_accepts_it(session, tablet):
    device = device_of(tablet)
    device.post(address(tablet, BOARD), form())
    page = device.get(address(tablet, f"{BOARD}?change=ew"))
    assert (
        "East–West enter it" in page.content.decode()
        and page.context["entry_seat"] == "E"
    )
    device.post(address(tablet, BOARD), form(result="-1", revision=1, seat="E"))
    proposal = PlayProposal.objects.get()
    assert (proposal.tablet, proposal.made_by) == (
        tablet,
        player(session, FIRST, Side.EW),
    )
    assert "take ours back" in shown(tablet, BOARD)
    answer = {"proposal": proposal.pk, "answer": "accept", "key": uuid4(), "seat": "S"}
    device.post(address(tablet, f"{BOARD}answer/"), answer)
    assert Play.objects.get(version=2).tricks == 9
    assert {row.tablet for row in PlaySignature.objects.filter(play__version=2)} == {
        tablet
    }


def test_a_player_says_on_the_own_phone_that_what_was_tapped_at_the_tablet_is_wrong(
    session, tablet
):
    device = device_of(tablet)
    device.post(address(tablet, BOARD), form())
    device.post(address(tablet, f"{BOARD}agreement/"), {"version": 1, "seat": "E"})
    services.record_play(
        session_id=session.pk,
        slot=FIRST,
        entry=entry("4sn-1", seen=1),
        by=player(session, FIRST, Side.EW),
        now=NOON,
    )
    assert PlayProposal.objects.get().tablet is None
    assert "says:" in shown(tablet, BOARD)


def test_the_tablet_goes_to_the_next_round_and_shows_nothing_of_the_last(
    session, tablet
):
    device = device_of(tablet)
    device.post(address(tablet, BOARD), form())
    assert f'data-round="1" data-own="{address(tablet)}"' in shown(tablet)
    start_round(session=session, round=2, by=session.director, now=NOON)
    page = shown(tablet)
    assert 'data-round="2"' in page and "4♠" not in page
    assert "Round 2 is played here now." in shown(tablet, BOARD)
    for end, fields in (
        ("", form(number=1)),
        ("agreement/", {"version": 1, "seat": "E"}),
    ):
        device.post(address(tablet, f"{BOARD}{end}"), fields)
    assert Play.objects.count() == 1 and PlaySignature.objects.count() == 1


def test_no_result_of_another_table_and_no_way_to_one_is_on_a_tablet(session, tablet):
    for table in (2, 3):
        agreed(session, FIRST._replace(table=table), "6hxe-4")
    page = shown(tablet)
    assert "6♥" not in page and "1100" not in page
    assert not [
        word
        for word in ('/boards/1/"', "ranking", "results/", "/history/")
        if f"/duplicate/{session.pk}/" in page and word in page
    ]
    marks = device_of(tablet).get(address(tablet, "moves/"))
    assert (
        marks.status_code == 200
        and "6" not in marks.content.decode().partition("data-stage")[0]
    )
    refused = (
        device_of(tablet)
        .get(address(tablet, "rounds/1/boards/9/"), follow=True)
        .content.decode()
    )
    assert "table 1 plays boards 1–2" in refused


def test_the_service_takes_nothing_from_a_tablet_of_another_table_or_after_the_round(
    session, tablet
):
    other, by = FIRST._replace(table=2), player(session, FIRST._replace(table=2))
    said = entry("4sn=")._replace(tablet=tablet)
    with pytest.raises(Refused, match="not the tablet of this table"):
        services.record_play(
            session_id=session.pk, slot=other, entry=said, by=by, now=NOON
        )
    start_round(session=session, round=2, by=session.director, now=NOON)
    with pytest.raises(Refused, match="This round is over"):
        services.record_play(
            session_id=session.pk,
            slot=FIRST,
            entry=said,
            by=player(session, FIRST),
            now=NOON,
        )


def test_what_is_wrong_comes_back_as_it_was_tapped(session, tablet):
    device = device_of(tablet)
    refused = device.post(address(tablet, BOARD), form(declarer=""))
    assert (
        refused.status_code == 422 and "Tap the declarer." in refused.content.decode()
    )
    assert refused.context["form"].tapped.contract == "4S"
    wrong = device.post(address(tablet, BOARD), form(number=2))
    assert wrong.status_code == 409 and "for board 2" in wrong.content.decode()
    assert device.post(address(tablet, BOARD), form(seat="X")).status_code == 422
    twice = form()
    for _ in range(2):
        device.post(address(tablet, BOARD), twice)
    assert Play.objects.count() == 1
    preview = device.get(address(tablet, f"{BOARD}preview/"), form(seat="E"))
    assert "420" in preview.content.decode()


def test_the_director_is_called_from_a_tablet(session, tablet):
    device_of(tablet).post(
        address(tablet, f"{BOARD}call/"), {"about": "a revoke", "key": uuid4()}
    )
    assert (Call.objects.get().about, Call.objects.get().table) == ("a revoke", 1)
    assert "The director was called" in shown(tablet)


def test_before_the_start_at_an_empty_table_and_after_the_end_it_says_so():
    session = in_play(rounds=0, count=5)
    tablet = laid(session)
    assert "Play has not begun." in shown(tablet)
    start_round(session=session, round=1, by=session.director, now=NOON)
    assert "There are no two pairs at table 1 in round 1" in shown(tablet)
    for round in range(2, load(session.pk).rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    assert "Thursday pairs is over." in shown(tablet)
    assert device_of(tablet).post(address(tablet, BOARD), form()).status_code == 302
    assert not Play.objects.exists()


def test_the_lead_is_kept_when_a_result_is_changed():
    tablet = laid(in_play(leads="asked"))
    device = device_of(tablet)
    device.post(address(tablet, BOARD), form(lead_suit="D", lead_rank="K"))
    taps = device.get(address(tablet, f"{BOARD}?change=ns")).context["form"]
    assert (taps["lead_suit"].value(), taps["lead_rank"].value()) == ("D", "K")


TAKING_BACK = f"{BOARD}agreement/taking-back/"


def test_law_79a_on_the_tablet_a_player_takes_back_what_was_agreed_on_it(
    session, tablet
):
    device = device_of(tablet)
    device.post(address(tablet, BOARD), form())
    device.post(address(tablet, f"{BOARD}agreement/"), {"version": 1, "seat": "W"})
    page = device.get(address(tablet, BOARD)).content.decode()
    west = at(session, FIRST).players[Seat.WEST]
    assert f"{west.short_name}: I take it back" in page
    answer = device.post(
        address(tablet, TAKING_BACK), {"version": 1, "seat": "W"}, follow=True
    )
    page = answer.content.decode()
    assert f"{west.short_name} took the agreement back." in page
    assert "East–West: is that what happened?" in page
    assert "I take it back" not in page
    given = PlaySignature.objects.get(member=west)
    assert given.taken_back_at is not None
    device.post(address(tablet, f"{BOARD}agreement/"), {"version": 1, "seat": "W"})
    assert results_of(session.pk)[FIRST].signers >= {west.person_id}


def test_the_tablet_takes_nothing_back_that_was_agreed_on_a_players_own_phone(
    session, tablet
):
    agreed(session, FIRST, "4sn=")
    device, east = device_of(tablet), player(session, FIRST, Side.EW)
    assert "I take it back" not in device.get(address(tablet, BOARD)).content.decode()
    answer = device.post(
        address(tablet, TAKING_BACK), {"version": 1, "seat": "E"}, follow=True
    )
    assert f"{east.short_name} agreed on another device" in answer.content.decode()
    assert PlaySignature.objects.get(member=east).taken_back_at is None


def test_the_tablet_takes_nothing_back_after_the_round_or_without_a_seat(
    session, tablet
):
    device, east = device_of(tablet), player(session, FIRST, Side.EW)
    device.post(address(tablet, BOARD), form())
    device.post(address(tablet, f"{BOARD}agreement/"), {"version": 1, "seat": "E"})
    device.post(address(tablet, TAKING_BACK), {"version": 1})
    start_round(session=session, round=2, by=session.director, now=NOON)
    device.post(address(tablet, TAKING_BACK), {"version": 1, "seat": "E"})
    with pytest.raises(Refused, match="This round is over"):
        take_agreement_back(
            session=session, slot=FIRST, version=1, by=east, now=NOON, tablet=tablet
        )
    assert PlaySignature.objects.get(member=east).taken_back_at is None
