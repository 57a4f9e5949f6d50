"""The database refuses impossible sessions, plans and results, whoever writes them."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import (
    Call,
    Entry,
    Place,
    Plan,
    PlanRow,
    Play,
    PlayProposal,
    RoundStart,
    Section,
    Session,
)
from scoring import parse_deal
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruth():
    return member("Ruth")


@pytest.fixture
def session(ruth) -> Session:
    return opened(ruth)


@pytest.fixture
def section(session) -> Section:
    return session.sections.get()


def refuses(name: str, write, /, **columns) -> None:
    """Assert that the database refuses this row by the constraint `name`.

    For a unique constraint on SQLite, `name` is the columns.
    """
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        write(**columns)


def play(section: Section, by, line: str = "4sn=", **columns) -> Play:
    slot = {
        "round": 1,
        "table": 1,
        "board": 1,
        "version": 1,
        "north": 1,
        "south": 1,
        "east": 6,
        "west": 6,
    }
    facts = columns_of(parse_deal(line))
    written = {
        "recorded_at": NOON,
        "recorded_by": by,
        "key": uuid4(),
        "session": section.session,
        "section": section,
    }
    return Play.objects.create(**(written | slot | facts | columns))


def test_a_result_is_recorded_once_a_version_and_once_a_key(section, ruth):
    first = play(section, ruth)
    refuses("version", play, section=section, by=ruth)
    refuses("key", play, section=section, by=ruth, board=2, key=first.key)
    assert (
        play(section, ruth, version=2, reason="Undone", is_struck=True).facts
        == first.facts
    )


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("is_played_or_passed_out", {"level": 8}),
        ("has_nothing_of_rubber", {"honours_n": 4}),
        ("has_nothing_of_rubber", {"void_e": True}),
        ("lead_is_a_card", {"lead": "ZK"}),
        ("passed_out_has_no_lead", {"line": "p", "lead": "DK"}),
        ("changes_for_a_reason", {"version": 2}),
        ("first_is_not_struck", {"is_struck": True}),
        ("counts_from_1", {"board": 0}),
    ],
)
def test_a_result_is_one_of_duplicate(section, ruth, rule, columns):
    refuses(f"duplicate_play_{rule}", play, section=section, by=ruth, **columns)


def test_a_result_has_one_open_difference_which_is_answered_whole(section, ruth):
    recorded = play(section, ruth)

    def proposal(**columns) -> PlayProposal:
        facts = columns_of(parse_deal("4sn-1"))
        by = {"made_at": NOON, "made_by": ruth, "key": uuid4()}
        return PlayProposal.objects.create(
            session=section.session, play=recorded, **facts, **(by | columns)
        )

    refuses("answered_whole", proposal, answer="accepted")
    proposal()
    refuses("play_id|one_open", proposal)


def row(section: Section, **columns) -> PlanRow:
    plan = Plan.objects.get(section=section)
    seats = {
        "round": 90,
        "table": 1,
        "north": 1,
        "south": 1,
        "east": 2,
        "west": 2,
        "board_set": 1,
    }
    return PlanRow.objects.create(plan=plan, **(seats | columns))


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("counts_from_1", {"round": 0}),
        ("nobody_meets_themselves", {"east": 1}),
        (
            "somebody_sits_here",
            {"north": None, "south": None, "east": None, "west": None},
        ),
    ],
)
def test_a_row_of_a_plan_can_be_played(section, rule, columns):
    refuses(f"duplicate_planrow_{rule}", row, section=section, **columns)


def test_a_row_may_have_nobody_and_a_pair_is_once_in_a_round(section):
    row(section, east=None, west=None)
    row(section, table=2, north=3, south=3, east=None, west=None)
    refuses("north", row, section=section, table=3, north=1, south=1)
    refuses("plan_id|one_a_table", row, section=section, north=4, south=4)


def test_an_edition_says_why(section, ruth):
    columns = {
        "section": section,
        "name": "Howell",
        "kind": "howell",
        "leave": {},
        "adopted_at": NOON,
    }

    def plan(**more) -> Plan:
        return Plan.objects.create(adopted_by=ruth, **columns, **more)

    refuses("changes_for_a_reason", plan, edition=2)
    refuses("edition", plan, edition=1)
    plan(edition=2, from_round=2, reason="A late pair")


def test_nobody_plays_in_two_entries_and_no_seat_is_taken_twice(section, ruth):
    entries = [
        Entry.objects.create(
            section=section, number=number, entered_at=NOON, entered_by=ruth
        )
        for number in (1, 2)
    ]
    anna, ben = member("Anna"), member("Ben")

    def place(**columns) -> Place:
        return Place.objects.create(
            session=section.session, seated_at=NOON, seated_by=ruth, **columns
        )

    first = place(entry=entries[0], member=anna, seat="N")
    refuses("member|one_a_member", place, entry=entries[1], member=anna, seat="N")
    refuses("entry|one_member_a_seat", place, entry=entries[0], member=ben, seat="N")
    first.to_round, first.left_at = 0, NOON
    first.save(update_fields=["to_round", "left_at"])
    place(entry=entries[0], member=ben, seat="N")
    refuses(
        "rounds_in_order", place, entry=entries[1], member=anna, seat="N", to_round=3
    )
    refuses(
        "rounds_in_order",
        place,
        entry=entries[1],
        member=anna,
        seat="N",
        from_round=3,
        to_round=1,
        left_at=NOON,
    )


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("has_a_name", {"name": ""}),
        ("round_has_boards", {"boards_a_round": 0}),
        ("boards_take_time", {"minutes_a_board": 0}),
        ("law_is_known", {"law": "1997"}),
        (
            "ends_after_its_start",
            {"started_at": NOON, "ended_at": NOON.replace(hour=11)},
        ),
        ("is_cancelled_by_somebody_for_a_reason", {"cancelled_at": NOON}),
    ],
)
def test_a_session_is_one_that_can_be_played(ruth, rule, columns):
    plain = {
        "name": "Pairs",
        "day": NOON.date(),
        "rules": {},
        "boards_a_round": 3,
        "opened_at": NOON,
        "key": uuid4(),
    }
    people = {"director": ruth, "opened_by": ruth}
    refuses(
        f"duplicate_session_{rule}",
        Session.objects.create,
        **(plain | people | columns),
    )


def test_rounds_sections_and_calls_are_counted_from_the_first(section, ruth):
    session = section.session
    refuses("letter_is_one", Section.objects.create, session=session, letter="a")
    refuses(
        "counts_from_1",
        RoundStart.objects.create,
        session=session,
        round=0,
        at=NOON,
        minutes=20,
        by=ruth,
    )
    call = {
        "session": session,
        "section": section,
        "round": 1,
        "table": 1,
        "at": NOON,
        "by": ruth,
    }
    refuses(
        "answered_by_somebody",
        Call.objects.create,
        key=uuid4(),
        answered_at=NOON,
        **call,
    )
