"""Warnings on the director's page: late tables, results that field or cards contradict, and unagreed results."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from clubscore.duplicate.director.dealing.services import name_set
from clubscore.duplicate.director.directing.checking import check_result
from clubscore.duplicate.director.directing.services import name_deputy, start_round
from clubscore.duplicate.models import RoundStart, Session
from clubscore.duplicate.outcomes.results import AGREED, results_of
from clubscore.duplicate.play.entering.refusals import ResultChanged
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.hands.services import deal_set
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import Seat, Side
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, seated
from tests.duplicate.evening import pairs as six_pairs
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def page(session: Session, by: Member | None = None):
    return of(by or session.director).get(f"/duplicate/{session.pk}/director/")


def warned(
    session: Session, by: Member | None = None
) -> list[tuple[Slot, tuple[str, ...]]]:
    """Return the slot and the words of each warning on the director's page, without warnings about late tables."""
    return [
        (each.slot, each.words)
        for each in page(session, by).context["warnings"]
        if each.version
    ]


@pytest.fixture
def session() -> Session:
    """Return a session of five tables in its fourth round, in which board 1 has been at four tables."""
    made = opened(member("Ruth"), mitchell(5), boards_a_round=1, leads="asked")
    seated(made, six_pairs())
    seated(made, six_pairs(4, family="More"))
    for round in (1, 2, 3, 4):
        start_round(session=made, round=round, by=made.director, now=NOON)
    made.refresh_from_db()
    return made


def on_board_one(session: Session) -> list[Slot]:
    return sorted(
        slot
        for slot, _ in slots_of(load(session.pk))
        if slot.board == 1 and slot.round <= 4
    )


def test_a_board_that_looks_turned_is_named_with_its_slot_until_a_director_finds_it_right(
    session,
):
    *usual, odd = on_board_one(session)
    for slot in usual:
        agreed(session, slot, "4sn=")
    agreed(session, odd, "4se=")
    assert [slot for slot, _ in warned(session)] == [odd]
    shown = page(session).content.decode()
    assert "A turned board, or the wrong declarer?" in shown
    address = f"/duplicate/{session.pk}/rounds/{odd.round}/A/{odd.table}/boards/1/"
    assert f'href="{address}"' in shown
    of(session.director).post(f"{address}check/", {"version": 1})
    assert warned(session) == []
    assert (
        "Ruth checked"
        in of(session.director).get(f"{address}history/").content.decode()
    )


def test_another_version_is_warned_of_again_and_a_ruling_ends_it(session):
    *usual, odd = on_board_one(session)
    for slot in usual:
        agreed(session, slot, "4sn=")
    recorded(session, odd, "7nn-9")
    check_result(
        session_id=session.pk, slot=odd, version=1, by=session.director, now=NOON
    )
    recorded(session, odd, "7nxn-6", by=session.director, seen=1)
    assert [slot for slot, _ in warned(session)] == [odd]
    ruled(session, odd, "A==")
    assert warned(session) == []


def test_a_lead_that_the_cards_contradict_is_named(session):
    hands = deal_set(
        name="Hands", first=1, boards=5, opens_at=None, by=session.director, now=NOON
    )
    name_set(session=session, deal_set=hands, by=session.director, now=NOON)
    layout, slot = hands.dealt[0].layout, on_board_one(session)[0]
    west = layout.hand(Seat.WEST)[0]
    recorded(session, slot, "4sn=", lead=f"{west.suit}{west.rank}")
    [(named, words)] = warned(session)
    assert named == slot and "was declarer" in words[0]
    check_result(
        session_id=session.pk, slot=slot, version=1, by=session.director, now=NOON
    )
    assert warned(session) == []


def test_a_director_who_plays_is_not_warned_of_boards_that_may_not_be_seen(session):
    *usual, odd = on_board_one(session)
    for slot in usual:
        agreed(session, slot, "4sn=")
    agreed(session, odd, "4se=")
    section = load(session.pk).sections[0]
    [row] = [row for row in section.movement.by_round[5] if row.set == 1]
    waits, playing = section.players[row.ew][0], player(session, usual[0])
    for deputy in (waits, playing):
        name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    assert warned(session, waits) == []
    assert [slot for slot, _ in warned(session)] == [odd]
    with pytest.raises(PermissionDenied):
        check_result(session_id=session.pk, slot=odd, version=1, by=waits, now=NOON)
    with pytest.raises(Refused, match="You sit at this table"):
        check_result(
            session_id=session.pk, slot=usual[0], version=1, by=playing, now=NOON
        )


def test_a_check_is_of_one_version_by_who_directs_and_agrees_for_nobody(session):
    slot = on_board_one(session)[0]
    with pytest.raises(Refused, match="record it first"):
        check_result(
            session_id=session.pk, slot=slot, version=1, by=session.director, now=NOON
        )
    recorded(session, slot, "4sn=")
    with pytest.raises(PermissionDenied):
        check_result(
            session_id=session.pk,
            slot=slot,
            version=1,
            by=player(session, slot),
            now=NOON,
        )
    with pytest.raises(ResultChanged):
        check_result(
            session_id=session.pk, slot=slot, version=2, by=session.director, now=NOON
        )
    check_result(
        session_id=session.pk, slot=slot, version=1, by=session.director, now=NOON
    )
    result = results_of(session.pk)[slot]
    assert result.standing(at(session, slot).sides) != AGREED
    assert not result.is_signed_by(at(session, slot), Side.EW)


def test_results_of_rounds_that_are_over_without_a_word_of_one_side_stand_there(
    session,
):
    first, second, *_ = on_board_one(session)
    recorded(session, first, "4sn=")
    agreed(session, second, "4sn=")
    shown = page(session)
    assert [each.slot for each in shown.context["not_agreed"]] == [first]
    lists = shown.content.decode().split('<ul id="slot-list-')[1:]
    assert [each.partition('"')[0] for each in lists] == ["not-agreed", "missing"]
    where = f"/rounds/{first.round}/A/{first.table}/boards/{first.board}/"
    assert [where in each.partition("</ul>")[0] for each in lists] == [True, False]
    check_result(
        session_id=session.pk, slot=first, version=1, by=session.director, now=NOON
    )
    assert page(session).context["not_agreed"] == []


def test_a_late_table_is_named_with_the_board_that_it_waits_for():
    session = in_play()
    began = timezone.now() - timedelta(minutes=15)
    RoundStart.objects.create(
        session=session, round=1, at=began, minutes=14, by=session.director
    )
    found = page(session).context["warnings"]
    assert [(each.table, each.version) for each in found] == [
        ("1", 0),
        ("2", 0),
        ("3", 0),
    ]
    assert "8 minutes behind: waits for board" in found[0].words[0]
    shown = page(session).content.decode()
    assert "8 min behind" in shown and "every 60s" in shown
