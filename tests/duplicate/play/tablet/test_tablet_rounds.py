"""A device on a table belongs to the table and the round: what it shows and signs when the pair that laid it moves."""

import re
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.duplicate.director.directing.services import name_deputy, start_round
from clubscore.duplicate.models import Call, Play, PlaySignature, Session, Tablet
from clubscore.duplicate.play.entering import services
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.play.tablet.services import lay_tablet
from clubscore.duplicate.session.laid import lies_still
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.refusals import Refused
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, entry, player
from tests.duplicate.tablets import device_of, laid
from tests.factories import NOON

pytestmark = pytest.mark.django_db
LINES = ("6hxe-4", "3ntn+1", "2sw-2")
"""A result for each of the three tables."""
POINTS = {"6hxe-4": "6♥", "3ntn+1": "3NT", "2sw-2": "2♠"}
"""The text by which a page shows each of these results."""


@pytest.fixture
def session() -> Session:
    return in_play()


def pairs_at(session: Session, round: int) -> dict[int, list[int]]:
    """The pairs that sit at each table in a round, North-South first."""
    rows = load(session.pk).sections[0].movement.by_round[round]
    return {row.table: [row.ns, row.ew] for row in rows}


def member_of(session: Session, number: int) -> Member:
    return load(session.pk).sections[0].players[number][0]


def a_mover(session: Session) -> tuple[int, Member]:
    """A table of round 1, and a player of a pair that sits at another table in round 2."""
    there = pairs_at(session, 2)
    for table, numbers in pairs_at(session, 1).items():
        for number in numbers:
            if number not in there[table]:
                return table, member_of(session, number)
    raise AssertionError("Every pair stays at its table.")


def laid_by(session: Session, table: int, by: Member) -> Tablet:
    return lay_tablet(
        session=session, letter="A", table=table, by=by, now=NOON, is_here=True
    )


def begin(session: Session, round: int) -> None:
    start_round(session=session, round=round, by=session.director, now=NOON)


def address(tablet: Tablet, end: str = "") -> str:
    return f"/duplicate/tablets/{key_of(tablet)}/{end}"


def boards_at(session: Session, round: int, table: int) -> list[int]:
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    return [slot.board for slot in slots if (slot.round, slot.table) == (round, table)]


def test_a_device_laid_by_a_player_says_plainly_that_its_pair_has_moved(session):
    table, mover = a_mover(session)
    tablet = laid_by(session, table, mover)
    device = device_of(tablet)
    assert device.get(address(tablet)).status_code == 200
    begin(session, 2)
    answer = device.get(address(tablet))
    page = answer.content.decode()
    assert answer.status_code == 403
    assert f"This device was laid on table {table} for round 1" in page
    assert f"{mover.short_name}, who laid it, no longer sits there." in page
    assert "Round 2 is on." in page
    assert f"Whoever sits at table {table} now can lay a device there" in page
    assert device.get(address(tablet, "moves/")).status_code == 200


def test_kept_after_that_it_shows_no_board_and_signs_for_nobody(session):
    table, mover = a_mover(session)
    tablet = laid_by(session, table, mover)
    device = device_of(tablet)
    begin(session, 2)
    board = boards_at(session, 2, table)[0]
    slot = Slot("A", 2, table, board)
    agreed(session, slot, "6hxe-4")
    there = f"rounds/2/boards/{board}/"
    names = [member_of(session, number).name for number in pairs_at(session, 2)[table]]
    for end in ("", there, f"{there}?change=ns", f"{there}preview/"):
        page = text_of(device.get(address(tablet, end), follow=True))
        assert "6♥" not in page and "100" not in page, end
        assert not [name for name in names if name in page], end
    taps = {"contract": "4S", "declarer": "N", "result": "0", "number": board}
    for end, fields in (
        ("", taps | {"revision": 1, "seat": "E"}),
        ("agreement/", {"version": 1, "seat": "E"}),
        ("answer/", {"proposal": 1, "answer": "accept", "seat": "S"}),
        ("call/", {"about": "a revoke"}),
    ):
        sent = fields | {"key": uuid4()}
        answer = device.post(address(tablet, f"{there}{end}"), sent, follow=True)
        assert "laid on table" in answer.content.decode(), end
    assert Play.objects.count() == 1 and PlaySignature.objects.count() == 2
    assert not Call.objects.exists()


def test_the_service_takes_nothing_from_a_device_whose_pair_has_moved(session):
    table, mover = a_mover(session)
    tablet = laid_by(session, table, mover)
    begin(session, 2)
    slot = Slot("A", 2, table, boards_at(session, 2, table)[0])
    with pytest.raises(Refused, match="laid for round 1, and its pair has moved"):
        services.record_play(
            session_id=session.pk,
            slot=slot,
            entry=entry("4sn=")._replace(tablet=tablet),
            by=player(session, slot),
            now=NOON,
        )
    assert not Play.objects.exists()


def test_whoever_sits_there_now_lays_a_device_anew_and_the_old_one_is_closed(session):
    table, mover = a_mover(session)
    old = laid_by(session, table, mover)
    begin(session, 2)
    newcomer = member_of(session, pairs_at(session, 2)[table][0])
    phone = Client()
    phone.force_login(newcomer)
    phone.post(f"/duplicate/{session.pk}/table/tablet/")
    new = Tablet.objects.open().get()
    assert (new.table, new.round, new.pair.number) == (
        table,
        2,
        pairs_at(session, 2)[table][0],
    )
    assert Tablet.objects.get(pk=old.pk).closed_by == newcomer
    assert phone.get(address(new)).status_code == 200
    assert device_of(old).get(address(old)).status_code == 404


def test_the_movers_own_phone_takes_over_at_the_new_table(session):
    table, mover = a_mover(session)
    laid_by(session, table, mover)
    begin(session, 2)
    phone = Client()
    phone.force_login(mover)
    page = phone.get(f"/duplicate/{session.pk}/table/", follow=True)
    assert page.status_code == 200 and page.context["slot"].table != table


def test_a_device_of_a_pair_that_stays_at_its_table_stays_too_until_it_moves(session):
    staying = [
        (table, number)
        for table, numbers in pairs_at(session, 1).items()
        for number in numbers
        if number in pairs_at(session, 2)[table]
    ]
    table, number = staying[0]
    tablet = laid_by(session, table, member_of(session, number))
    begin(session, 2)
    assert device_of(tablet).get(address(tablet)).context["round"] == 2


def test_a_device_does_not_begin_anew_when_its_pair_comes_back_to_the_table(session):
    """Enumerate every pair and every round: a device counts from its round on until its pair first sits elsewhere."""
    section = load(session.pk).sections[0]
    tablets = []
    for table, numbers in pairs_at(session, 1).items():
        for number in numbers:
            pair = section.entries[number]
            tablet = Tablet(
                session=session,
                section=section.section,
                table=table,
                round=1,
                pair=pair,
            )
            tablets.append((tablet, number))
    for round in range(1, 6):
        if round > 1:
            begin(session, round)
        state = load(session.pk)
        for tablet, number in tablets:
            stayed = all(
                number in pairs_at(session, played)[tablet.table]
                for played in range(1, round + 1)
            )
            assert lies_still(state, tablet) is stayed


def test_a_director_who_plays_lays_as_a_player_and_any_other_for_the_session(session):
    table, mover = a_mover(session)
    name_deputy(session=session, member=mover, by=session.director, now=NOON)
    own, other = laid_by(session, table, mover), laid(session, table=table % 3 + 1)
    assert own.pair is not None and other.pair is None
    begin(session, 2)
    assert device_of(own).get(address(own)).status_code == 403
    assert device_of(other).get(address(other)).context["round"] == 2


def test_the_directors_list_says_which_devices_have_ended(session):
    table, mover = a_mover(session)
    laid_by(session, table, mover)
    begin(session, 2)
    director = Client()
    director.force_login(session.director)
    page = director.get(f"/duplicate/{session.pk}/director/tablets/").content.decode()
    words = f"Laid by {mover.short_name} for round 1. The pair has moved"
    assert words in page


def test_a_device_sees_the_boards_that_the_four_at_its_table_play_now_and_no_other(
    session,
):
    """Enumerate rounds, tables and boards: it shows the results of its table in the current round, as the four do."""
    tablets = {table: laid(session, table=table) for table in (1, 2, 3)}
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    seen, may_be_seen = set(), set()
    for round in range(1, 4):
        if round > 1:
            begin(session, round)
        for slot in slots:
            if slot.round == round:
                agreed(session, slot, LINES[slot.table - 1])
                may_be_seen.add((round, slot))
        for table, tablet in tablets.items():
            for slot in asked_of(slots, table):
                end = f"rounds/{slot.round}/boards/{slot.board}/"
                page = device_of(tablet).get(address(tablet, end))
                if page.status_code == 200:
                    seen.add((round, slot))
                    assert shown_lines(page) == {LINES[table - 1]}
    assert seen == may_be_seen


def text_of(page: HttpResponse) -> str:
    """The text of a page without its tags, which stand between the number and the suit of a contract."""
    return re.sub(r"<[^>]+>", "", page.content.decode())


def asked_of(slots: list[Slot], table: int) -> list[Slot]:
    """Every round with every board, as slots of this table."""
    return [Slot("A", slot.round, table, slot.board) for slot in slots]


def shown_lines(page: HttpResponse) -> set[str]:
    """The results of LINES that a page shows, in its text or in the tabs of its boards."""
    text = text_of(page)
    return {line for line in LINES if POINTS[line] in text}


def test_a_device_opens_no_page_outside_its_table(session):
    tablet = laid(session)
    device = device_of(tablet)
    for slot, _ in slots_of(load(session.pk)):
        if slot.round == 1:
            agreed(session, slot, LINES[slot.table - 1])
    for end in ("ranking/", "boards/1/", "matches/", "results/", "director/", "table/"):
        answer = device.get(f"/duplicate/{session.pk}/{end}")
        assert answer.status_code == 302, end
        assert "/sign-in/" in answer.url, end
