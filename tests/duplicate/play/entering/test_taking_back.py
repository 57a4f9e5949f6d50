"""A player takes an agreement back until the director has decided or the results are published (Laws 79A and 79B)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from clubscore.audit import SubjectKind
from clubscore.duplicate.director.directing.checking import check_result
from clubscore.duplicate.director.directing.services import (
    end_play,
    start_round,
)
from clubscore.duplicate.models import OpenWhenPublished, PlaySignature, Session
from clubscore.duplicate.outcomes.results import AGREED, ENTERED, results_of
from clubscore.duplicate.play.entering.refusals import ResultChanged
from clubscore.duplicate.play.entering.services import sign_play
from clubscore.duplicate.play.entering.taking_back import (
    agree_again,
    take_agreement_back,
)
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.results.publishing.open_boards import open_boards
from clubscore.duplicate.results.publishing.open_matters import open_matters
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.history.queries import history_of
from clubscore.members.models import Member
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from scoring import Seat, Side
from tests.duplicate.evening import in_play
from tests.duplicate.published import published, published_as_it_is
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
LATER = NOON + timedelta(minutes=3)


@pytest.fixture
def session() -> Session:
    found = in_play()
    agreed(found, FIRST, "4sn=")
    return found


@pytest.fixture
def east(session: Session) -> Member:
    return player(session, FIRST, Side.EW)


def take_back(session: Session, by: Member, *, version: int = 1, now=LATER) -> None:
    take_agreement_back(session=session, slot=FIRST, version=version, by=by, now=now)


def standing(session: Session) -> str:
    return results_of(session.pk)[FIRST].standing(at(session, FIRST).sides)


def sign(session: Session, by: Member, version: int = 1) -> str:
    return sign_play(
        session_id=session.pk, slot=FIRST, version=version, by=by, now=LATER
    )


def over(session: Session) -> None:
    """Go on to the last round, and end play; no other board has a result."""
    for round in range(2, load(session.pk).rounds + 1):
        start_round(session=session, round=round, by=session.director, now=LATER)
    end_play(session=session, by=session.director, now=LATER)
    session.refresh_from_db()


def again(session: Session, by: Member, *, version: int = 1, now=LATER) -> None:
    agree_again(session=session, slot=FIRST, version=version, by=by, now=now)


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def address(session: Session, end: str = "") -> str:
    return f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/{end}"


def test_law_79a_who_agreed_takes_it_back_and_may_agree_again(session, east):
    take_back(session, east)
    assert standing(session) == ENTERED
    assert results_of(session.pk)[FIRST].doubters == {east.person_id}
    assert sign(session, east) == AGREED
    assert standing(session) == AGREED
    assert results_of(session.pk)[FIRST].doubters == set()
    given = PlaySignature.objects.filter(member=east).order_by("pk")
    assert [row.taken_back_at for row in given] == [LATER, None]


def test_law_79a_after_play_who_took_the_agreement_back_agrees_again(session, east):
    take_back(session, east)
    over(session)
    west = at(session, FIRST).players[Seat.WEST]
    board = of(east).get(address(session)).content.decode()
    assert "took the agreement back: the director decides" in board
    assert "Agree again" in board
    for other in (west, player(session, FIRST), session.director):
        assert "Agree again" not in of(other).get(address(session)).content.decode()
    answer = of(east).post(address(session, "agreement/"), {"version": 1}, follow=True)
    assert answer.redirect_chain == [(address(session), 302)]
    assert "✓ Both sides agree." in answer.content.decode()
    assert standing(session) == AGREED
    assert open_matters(load(session.pk), results_of(session.pk)) == []
    given = PlaySignature.objects.filter(member=east).order_by("pk")
    assert [row.taken_back_at is None for row in given] == [False, True]
    take_back(session, east)
    assert standing(session) == ENTERED


def test_law_79a_after_play_nobody_agrees_who_has_not_agreed_before(session, east):
    take_back(session, east)
    over(session)
    west = at(session, FIRST).players[Seat.WEST]
    for by in (west, player(session, FIRST)):
        with pytest.raises(Refused, match="only a player who took the agreement back"):
            again(session, by)
    for by in (session.director, member("Olga")):
        with pytest.raises(Refused, match="Only the four who played the board"):
            again(session, by)
    with pytest.raises(ResultChanged, match="Look, and answer again"):
        again(session, east, version=2)


@pytest.mark.parametrize("settled", ["checked", "ruled", "published"])
def test_law_79b_nobody_agrees_again_once_the_director_has_decided(
    session, east, settled
):
    take_back(session, east)
    over(session)
    if settled == "checked":
        check_result(
            session_id=session.pk, slot=FIRST, version=1, by=session.director, now=LATER
        )
    elif settled == "ruled":
        ruled(session, FIRST, "4sn-1")
    else:
        published_as_it_is(session, accepts_missing=True)
    with pytest.raises(Refused, match="The director has|The results are published"):
        again(session, east)
    assert "Agree again" not in of(east).get(address(session)).content.decode()


def test_law_79a_the_history_shows_what_was_agreed_and_when_it_was_taken_back(
    session, east
):
    take_back(session, east)
    sign(session, east)
    events = history_of(at(session, FIRST))
    found = [(event.name, event.by, event.at) for event in events[1:]]
    assert found == [
        ("agreed", east, NOON), ("disagreed", east, LATER), ("agreed", east, LATER),
    ]  # fmt: skip
    assert f"{east.name} took the agreement back" == events[2].sentence


def test_the_audit_tells_it_once_play_is_over(session, east):
    def told() -> set[str]:
        entries = every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
        return {entry.description.action for entry in entries}

    take_back(session, east)
    assert "session.agreement-taken-back" not in told()
    over(session)
    assert "session.agreement-taken-back" in told()


def test_after_an_agreement_was_taken_back_the_other_side_changes_its_entry(
    session, east
):
    take_back(session, east)
    assert recorded(session, FIRST, "4sn-1", seen=1).play.version == 2
    with pytest.raises(ResultChanged, match="Look, and answer again"):
        take_back(session, player(session, FIRST))


def test_only_who_agrees_takes_it_back_and_only_once(session, east):
    west = at(session, FIRST).players[Seat.WEST]
    take_back(session, east)
    for by in (east, west):
        with pytest.raises(Refused, match="You have not agreed to this result"):
            take_back(session, by)
    for by in (session.director, member("Olga")):
        with pytest.raises(Refused, match="Only the four who played the board"):
            take_back(session, by)


def test_a_board_without_a_result_has_nothing_to_take_back(session, east):
    slot = FIRST._replace(board=2)
    with pytest.raises(Refused, match="Nobody has recorded this board yet"):
        take_agreement_back(session=session, slot=slot, version=1, by=east, now=LATER)


def test_law_79b_once_the_director_has_ruled_the_ruling_is_appealed(session, east):
    ruled(session, FIRST, "A+-")
    with pytest.raises(Refused, match="has ruled on board 1: appeal the ruling"):
        take_back(session, east)


def test_law_79b_once_the_director_has_checked_the_board_no_agreement_is_taken_back(
    session, east
):
    check_result(
        session_id=session.pk, slot=FIRST, version=1, by=session.director, now=LATER
    )
    with pytest.raises(Refused, match="The director has decided board 1"):
        take_back(session, east)


def test_law_79b_what_the_director_put_in_the_place_of_a_result_is_decided(
    session, east
):
    recorded(session, FIRST, "5cw-2", seen=1, by=session.director)
    sign(session, east, version=2)
    with pytest.raises(Refused, match="The director has decided board 1"):
        take_back(session, east, version=2)


def test_what_the_director_only_entered_from_a_slip_may_be_taken_back():
    session = in_play()
    recorded(session, FIRST, "4sn=", by=session.director)
    east = player(session, FIRST, Side.EW)
    sign(session, east)
    assert "Take my agreement back" in of(east).get(address(session)).content.decode()
    take_back(session, east)
    assert standing(session) == ENTERED


def test_law_79c_once_the_results_are_published_a_correction_is_asked_for(
    session, east
):
    over(session)
    published(session, accepts_missing=True)
    assert "Take my" not in of(east).get(address(session)).content.decode()
    with pytest.raises(Refused, match="published: ask for a correction of board 1"):
        take_back(session, east)


def test_law_79b_an_agreement_that_was_taken_back_is_not_published_in_silence(
    session, east
):
    over(session)
    take_back(session, east)
    (matter,) = open_matters(load(session.pk), results_of(session.pk))
    assert (matter.matter, matter.slot, matter.by) == ("agreement", FIRST, east)
    with pytest.raises(Refused, match=r"agreement taken back \(.*\) is still open"):
        published(session, accepts_missing=True)
    mine = of(east).get(address(session)).content.decode()
    assert f"{east.name} took the agreement back: the director decides." in mine
    page = of(session.director).get(f"/duplicate/{session.pk}/director/")
    assert f"{east.short_name} has taken the agreement back." in page.content.decode()
    publication = published(
        session, accepts_missing=True, accepts_open=frozenset({matter.key})
    )
    (row,) = OpenWhenPublished.objects.all()
    assert (row.matter, row.slot, row.by) == ("agreement", FIRST, east)
    (board,) = open_boards(load(session.pk), publication)
    assert board.matters == (f"an agreement taken back ({east.short_name})",)
    assert "It counts by its official entry" in board.counts


@pytest.mark.parametrize("settled", ["checked", "ruled"])
def test_law_79b_a_director_settles_what_was_taken_back(session, east, settled):
    over(session)
    take_back(session, east)
    if settled == "ruled":
        ruled(session, FIRST, "A==")
    else:
        version = {"version": 1}
        of(session.director).post(address(session, "check/"), version)
    assert open_matters(load(session.pk), results_of(session.pk)) == []
    page = of(session.director).get(f"/duplicate/{session.pk}/director/")
    assert "has taken the agreement back" not in page.content.decode()
    mine = of(east).get(address(session)).content.decode()
    assert "took the agreement back" not in mine


def test_the_page_offers_it_to_each_who_agrees_and_shows_it_to_the_table(session, east):
    north, west = player(session, FIRST), at(session, FIRST).players[Seat.WEST]
    offered = [
        "Take my agreement back" in of(who).get(address(session)).content.decode()
        for who in (north, east, west)
    ]
    assert offered == [True, True, False]
    before = moves_of(load(session.pk))["A1"]
    answer = of(east).post(address(session, "agreement/taking-back/"), {"version": 1})
    assert (answer.status_code, answer["Location"]) == (302, address(session))
    assert moves_of(load(session.pk))["A1"] != before
    mine = of(east).get(address(session)).content.decode()
    assert "Is that what happened at your table?" in mine
    theirs = of(north).get(address(session)).content.decode()
    assert f"{east.name} took the agreement back." in theirs
    assert "Both sides agree" not in theirs
    assert "Take my agreement back" not in theirs, "North changes the entry instead"


def test_a_form_that_was_cut_off_takes_nothing_back(session, east):
    page = of(east).post(address(session, "agreement/taking-back/"), follow=True)
    assert "That form was cut off or too old." in page.content.decode()
    assert standing(session) == AGREED


def test_an_agreement_is_taken_back_in_a_later_round_too(session, east):
    start_round(session=session, round=2, by=session.director, now=LATER)
    take_back(session, east)
    assert standing(session) == ENTERED


def test_the_database_refuses_an_agreement_that_is_taken_back_before_it_is_given(
    session, east
):
    rows = PlaySignature.objects.filter(member=east)
    with (
        pytest.raises(IntegrityError, match="taken_back_once_given"),
        transaction.atomic(),
    ):
        rows.update(taken_back_at=NOON - timedelta(minutes=1))
