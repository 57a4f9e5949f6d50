"""Rounds played otherwise than planned: wrong seats, wrong boards, what becomes of results, what is left to rule."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.changing.services import let_late_pair_in, withdraw
from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.misplay.plans import (
    Boards,
    Misplay,
    Seats,
    misplay_ways,
    played_rows,
)
from clubscore.duplicate.director.misplay.services import record_misplay
from clubscore.duplicate.models import Plan, Play, Ruling, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import unplayed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling.services import Given, rule
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import Side
from scoring.duplicate.outcome_line import parse_outcome
from scoring.movements.change.proposal import breaches_from
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, seated
from tests.duplicate.evening import pairs as some_pairs
from tests.duplicate.published import published
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


EXCHANGED = Boards(1, 4, 5, exchanged=True)


@pytest.fixture
def first_round() -> Session:
    """Return a session of five tables in the first of five rounds, with two boards a round."""
    made = opened(member("Ruth"), mitchell(5))
    seated(made, some_pairs())
    seated(made, some_pairs(4, family="More"))
    start_round(session=made, round=1, by=made.director, now=NOON)
    made.refresh_from_db()
    return made


@pytest.fixture
def session(first_round) -> Session:
    """Return the session of `first_round` after its second round has begun."""
    start_round(session=first_round, round=2, by=first_round.director, now=NOON)
    return first_round


def tell(
    session: Session,
    told: Misplay,
    *,
    way: int = 0,
    by: Member | None = None,
    from_round: int = 3,
) -> Plan:
    return record_misplay(
        session=session,
        letter="A",
        misplay=told,
        way=way,
        from_round=from_round,
        by=by or session.director,
        now=NOON,
    )


def row(session: Session, round: int, table: int):
    return load(session.pk).sections[0].row_at(round, table)


def kinds(session: Session, told: Misplay) -> list[str]:
    state = load(session.pk)
    section = state.sections[0]
    return [
        way.kind
        for way in misplay_ways(
            state, section, played_rows(state, section, told), results_of(session.pk)
        )
    ]


def client_of(session: Session) -> Client:
    client = Client()
    client.force_login(session.director)
    return client


def test_two_in_each_other_s_seats_are_written_where_they_sat_and_the_results_count_for_them(
    session,
):
    one, other = row(session, 2, 1).ew, row(session, 2, 2).ew
    board = load(session.pk).boards_in(row(session, 2, 1))[0]
    agreed(session, Slot("A", 2, 1, board), "4sn=")
    plan = tell(session, Seats(2, one, other))
    assert (plan.from_round, plan.edition) == (2, 2)
    assert (row(session, 2, 1).ew, row(session, 2, 2).ew) == (other, one)
    play = results_of(session.pk)[Slot("A", 2, 1, board)].play
    assert (play.version, play.east, play.west) == (2, other, other)
    assert (
        play.reason == f"Numbers {one} and {other} sat in each other’s seats in round 2"
    )
    assert breaches_from(load(session.pk).sections[0].movement, 3) == ()


def test_every_way_that_is_offered_is_adopted_and_proved(session):
    for way, kind in enumerate(kinds(session, Seats(2, 6, 7))):
        state = load(session.pk)
        section = state.sections[0]
        found = misplay_ways(
            state,
            section,
            played_rows(state, section, Seats(2, 6, 7)),
            results_of(session.pk),
        )[way]
        assert found.kind == kind
        assert breaches_from(found.movement, 3) == ()
    tell(session, Seats(2, 6, 7), way=len(kinds(session, Seats(2, 6, 7))) - 1)
    start_round(session=session, round=3, by=session.director, now=NOON)
    for slot, _ in slots_of(load(session.pk)):
        if slot.round <= 3 and slot not in results_of(session.pk):
            recorded(session, slot, "1ne=")
    scores_of(load(session.pk), results_of(session.pk))


def test_two_tables_that_exchanged_their_boards_have_their_results_on_the_other_boards(
    first_round,
):
    recorded(first_round, Slot("A", 1, 4, 7), "4sn=")
    recorded(first_round, Slot("A", 1, 5, 10), "3nn-1")
    tell(first_round, EXCHANGED, from_round=2)
    results = results_of(first_round.pk)
    assert {slot: str(found.play.facts) for slot, found in results.items()} == {
        Slot("A", 1, 4, 9): "4SN=", Slot("A", 1, 5, 8): "3NTN-1",
    }  # fmt: skip
    struck = Play.objects.get(table=4, board=7, version=2)
    assert struck.is_struck and "it counts for board 9" in struck.reason
    scores_of(load(first_round.pk), results)


def test_a_phone_that_sends_a_result_again_which_was_moved_since_is_told_that_it_is_recorded(
    first_round,
):
    slot = next(
        slot
        for slot, row in slots_of(load(first_round.pk))
        if slot.round == 1 and slot.table == 4
    )
    phone = Client()
    phone.force_login(player(first_round, slot))
    sent = {
        "line": "4sn=",
        "key": uuid4(),
        "number": slot.board,
        "revision": 0,
        "language": "en",
    }
    address = f"/duplicate/{first_round.pk}/rounds/1/A/4/boards/{slot.board}/"
    assert phone.post(address, sent).status_code == 302
    tell(first_round, EXCHANGED, from_round=2)
    html = phone.post(address, sent, follow=True).content.decode()
    assert "Recorded already: 4" in html and "Not recorded" not in html


def test_boards_that_are_not_played_any_more_are_named_and_ruled_on(session):
    told = Boards(2, 4, row(session, 3, 4).set, exchanged=False)
    tell(session, told, way=kinds(session, told).index("artificial"))
    state = load(session.pk)
    left = {each.slot for each in unplayed(state, results_of(session.pk))}
    assert {(slot.round, slot.table) for slot in left} == {(2, 4)}
    start_round(session=session, round=3, by=session.director, now=NOON)
    # one pair of table 4 would have had its boards of round 2 again, and has them there: its opponents never get them
    again = [
        each
        for each in unplayed(load(session.pk), results_of(session.pk))
        if each.slot not in left
    ]
    assert {
        (each.slot.round, each.slot.table, len(each.row.seated)) for each in again
    } == {(3, 4, 1)}
    assert len(again) == 2
    slot = min(left)
    address = f"/duplicate/{session.pk}/rounds/{slot.round}/A/{slot.table}/boards/{slot.board}/ruling/"
    assert (
        address
        in client_of(session).get(f"/duplicate/{session.pk}/director/").content.decode()
    )
    assert client_of(session).get(address).status_code == 200
    ruling = {
        "kind": "artificial",
        "ns": "+",
        "ew": "-",
        "text": "They had played it",
        "seen_ruling": 0,
        "seen_play": 0,
    }
    key = "00000000-0000-4000-8000-000000000001"
    client_of(session).post(
        address, ruling | {"step": "record", "shown": "A+-", "key": key}
    )
    assert slot in results_of(session.pk).rulings
    assert slot not in {
        each.slot for each in unplayed(load(session.pk), results_of(session.pk))
    }
    assert slot in scores_of(load(session.pk), results_of(session.pk)).slots
    assert (
        client_of(session)
        .get(f"/duplicate/{session.pk}/boards/{slot.board}/")
        .status_code
        == 200
    )


def test_a_board_that_a_pair_owes_to_one_that_went_home_is_average_plus_unless_it_is_ruled():
    session = in_play(rounds=3)
    withdraw(
        session=session,
        letter="A",
        number=3,
        way=0,
        from_round=4,
        by=session.director,
        now=NOON,
    )
    start_round(session=session, round=4, by=session.director, now=NOON)
    found = unplayed(load(session.pk), results_of(session.pk))
    assert found and all(each.has_average for each in found)
    shown = (
        client_of(session).get(f"/duplicate/{session.pk}/director/").content.decode()
    )
    assert "average plus, unless you rule" in shown
    slot = found[0].slot
    made = ruled_there(session, slot)
    assert {made.north, made.east} >= {3}
    assert slot not in {
        each.slot for each in unplayed(load(session.pk), results_of(session.pk))
    }
    scores = scores_of(load(session.pk), results_of(session.pk))
    assert slot in scores.slots and slot not in scores.owed


def ruled_there(session: Session, slot: Slot) -> Ruling:
    given = Given(
        parse_outcome("A==", slot.board), "12C2", "Both agreed to it.", 0, 0, uuid4()
    )
    return rule(
        session_id=session.pk, slot=slot, given=given, by=session.director, now=NOON
    )


def test_a_second_play_of_boards_is_refused_with_the_law(session):
    with pytest.raises(
        Refused,
        match=r"plays set \d again, after round 1\. A board .* a second time \(Law 15\)",
    ):
        tell(session, Boards(2, 1, row(session, 1, 1).set, exchanged=False))


def test_what_cannot_have_been_is_refused_with_the_reason(session):
    here = row(session, 2, 1)
    for told, words in (
        (Seats(2, here.ns, here.ew), "They sat at one table"),
        (Seats(2, 1, 1), "Choose two who both played in round 2"),
        (Boards(2, 9, 1, exchanged=False), "There is no table 9 in round 2"),
        (Boards(2, 1, here.set, exchanged=False), "That is what the plan says"),
    ):
        with pytest.raises(Refused, match=words):
            tell(session, told)
    assert Plan.objects.count() == 1


def test_a_ruling_or_two_results_at_such_a_table_are_settled_first(first_round):
    ruled(first_round, Slot("A", 1, 4, 7), "NP")
    with pytest.raises(
        Refused, match="A ruling stands on board 7 of table 4: withdraw it first"
    ):
        tell(first_round, EXCHANGED, from_round=2)
    slot = Slot("A", 1, 2, 3)
    recorded(first_round, slot, "4sn=")
    recorded(first_round, slot, "4sn-1", by=player(first_round, slot, Side.EW), seen=1)
    with pytest.raises(Refused, match="Two results stand on board 3 of table 2"):
        tell(first_round, Seats(1, 6, 7), from_round=2)


def test_sent_again_or_after_the_next_round_has_begun_it_changes_nothing(first_round):
    tell(first_round, EXCHANGED, from_round=2)
    with pytest.raises(Refused, match="That is what the plan says"):
        tell(first_round, Boards(1, 4, 5, exchanged=False), from_round=2)
    with pytest.raises(Refused, match="moved on"):
        tell(first_round, Seats(1, 6, 7), from_round=3)
    with pytest.raises(PermissionDenied):
        tell(first_round, Seats(1, 6, 7), by=member("Olga"), from_round=2)


@pytest.mark.parametrize(
    ("told", "tables"), [(Seats(1, 6, 7), (1, 2)), (EXCHANGED, (4, 5))]
)
def test_who_sat_at_one_of_the_tables_does_not_record_it(first_round, told, tables):
    rows = [row(first_round, 1, table) for table in tables]
    section = load(first_round.pk).sections[0]
    for number in sorted({number for each in rows for number in each.seated}):
        deputy = section.players[number][0]
        name_deputy(
            session=first_round, member=deputy, by=first_round.director, now=NOON
        )
        with pytest.raises(
            Refused, match="You sat at one of these tables: another director"
        ):
            tell(first_round, told, by=deputy, from_round=2)
    assert Plan.objects.count() == 1
    elsewhere = next(
        each for each in section.players if all(each not in row.seated for row in rows)
    )
    name_deputy(
        session=first_round,
        member=section.players[elsewhere][0],
        by=first_round.director,
        now=NOON,
    )
    tell(first_round, told, by=section.players[elsewhere][0], from_round=2)


def test_results_are_moved_in_as_many_reads_for_three_as_for_one(first_round):
    recorded(first_round, Slot("A", 1, 4, 7), "4sn=")
    with CaptureQueriesContext(connection) as one:
        tell(first_round, EXCHANGED, from_round=2)
    recorded(first_round, Slot("A", 1, 4, 10), "4sn=")
    recorded(first_round, Slot("A", 1, 5, 7), "4sn=")
    with CaptureQueriesContext(connection) as three:
        tell(first_round, Boards(1, 4, 4, exchanged=True), from_round=2)
    assert {*results_of(first_round.pk)} == {
        Slot("A", 1, 4, 7),
        Slot("A", 1, 4, 8),
        Slot("A", 1, 5, 9),
    }
    assert reads(one) == reads(three)


def reads(captured: CaptureQueriesContext) -> int:
    """Return the number of captured statements that read the session, without the one that writes a signature needs."""
    said = [
        query["sql"]
        for query in captured.captured_queries
        if query["sql"].startswith('SELECT "duplicate_')
    ]
    return sum('"duplicate_playsignature"."id"' not in sql for sql in said)


def test_after_play_it_is_recorded_until_the_results_are_final():
    session = opened(member("Ruth"), mitchell(7, rounds=2))
    seated(session, some_pairs())
    seated(session, some_pairs(family="More"))
    for round in (1, 2):
        start_round(session=session, round=round, by=session.director, now=NOON)
    recorded(session, Slot("A", 1, 1, 1), "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    tell(session, Boards(1, 1, 4, exchanged=True))
    assert {*results_of(session.pk)} == {Slot("A", 1, 1, 7)}
    published(session, accepts_missing=True)
    with pytest.raises(Refused, match="final"):
        told = Seats(1, 8, 9)
        later = NOON + timedelta(hours=1)
        record_misplay(
            session=session,
            letter="A",
            misplay=told,
            way=0,
            from_round=3,
            by=session.director,
            now=later,
        )


def test_after_a_misplay_a_late_pair_still_comes_in(session):
    tell(session, Seats(2, row(session, 2, 1).ew, row(session, 2, 2).ew))
    late = [member("Late One"), member("Late Two")]
    let_late_pair_in(
        session=session,
        letter="A",
        way=0,
        from_round=3,
        members=late,
        by=session.director,
        now=NOON,
    )
    assert Plan.objects.count() == 3


def test_the_page_shows_price_and_results_first_and_records_by_the_button(first_round):
    client = client_of(first_round)
    recorded(first_round, Slot("A", 1, 4, 7), "4sn=")
    address = f"/duplicate/{first_round.pk}/director/misplay/"
    told = {
        "what": "boards",
        "round": "A1",
        "table": "4",
        "boards": "5",
        "exchanged": "on",
    }
    assert client.get(address).status_code == 200
    page = client.get(address, told)
    assert page.context["follows"] == ["Table 4: 4♠ N = of board 7 counts for board 9."]
    assert page.context["choices"]
    assert Plan.objects.count() == 1
    assert client.get(address, told | {"table": "9"}).status_code == 422
    sent = told | {"way": "0", "from_round": 2, "read": page.context["form"].mark}
    assert client.post(address, sent | {"way": "9"}).status_code == 422
    assert client.post(address, sent).status_code == 302
    assert Plan.objects.count() == 2


def test_seats_that_were_exchanged_are_not_changed_back_by_the_same_form_sent_again(
    first_round,
):
    client, address = (
        client_of(first_round),
        f"/duplicate/{first_round.pk}/director/misplay/",
    )
    told = {"what": "seats", "one": "A6", "other": "A7", "round": "A1"}
    sent = told | {
        "way": "0",
        "from_round": 2,
        "read": client.get(address, told).context["form"].mark,
    }
    assert [client.post(address, sent).status_code for _ in range(2)] == [302, 422]
    assert Plan.objects.count() == 2
    assert row(first_round, 1, 1).ew == 7


def test_a_way_that_is_another_by_now_is_not_adopted(first_round):
    state = load(first_round.pk)
    told = Seats(1, 6, 7)
    rows = played_rows(state, state.sections[0], told)
    read = misplay_ways(state, state.sections[0], rows, results_of(first_round.pk))[0]
    more = {
        "session": first_round,
        "letter": "A",
        "misplay": told,
        "way": 0,
        "from_round": 2,
        "read": read,
    }
    record_misplay(by=first_round.director, now=NOON, **more)
    with pytest.raises(Refused, match="moved on"):
        record_misplay(by=first_round.director, now=NOON, **more)
    assert row(first_round, 1, 1).ew == 7


def test_a_director_who_plays_is_told_of_results_that_may_not_be_seen_only_that_they_are_there(
    first_round,
):
    deputy = player(first_round, Slot("A", 1, 1, 1))
    name_deputy(session=first_round, member=deputy, by=first_round.director, now=NOON)
    recorded(first_round, Slot("A", 1, 4, 7), "4sn=")
    told = {
        "what": "boards",
        "round": "A1",
        "table": "4",
        "boards": "5",
        "exchanged": "on",
    }
    client = Client()
    client.force_login(deputy)
    page = client.get(f"/duplicate/{first_round.pk}/director/misplay/", told)
    assert page.context["follows"] == [
        "Table 4: the result of board 7 counts for board 9."
    ]
