"""Sets of boards: made and sealed, looked at and opened; and what the database refuses."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from clubscore.hands.models import DealSet, Look, Origin
from clubscore.hands.queries import may_see_cards
from clubscore.hands.services import SetRefused, deal_set, import_set, look, open_set
from clubscore.members.roles import Role
from scoring.hands import DealtBoard, layout_of
from scoring.text.hands.sealed_text import digest_of
from tests.factories import NOON, member

LATER = NOON + timedelta(hours=3)


@pytest.mark.parametrize(
    ("first", "count", "words"), [(3, 1, "Board 3"), (5, 24, "24 boards, 5 to 28")]
)
def test_the_boards_of_a_set_are_told_by_their_numbers(first, count, words):
    assert DealSet(first_board=first, boards=count).boards_in_words == words


def test_a_set_is_dealt_and_sealed(sealed, ruth):
    kept = DealSet.objects.get()
    assert (kept.origin, kept.first_board, kept.boards, kept.made_by) == (
        Origin.DEALT,
        5,
        3,
        ruth,
    )
    assert [board.number for board in kept.dealt] == [5, 6, 7]
    assert kept.digest == digest_of(kept.sealed_text) and kept.is_unchanged


def test_a_set_from_elsewhere_keeps_its_cards(ruth):
    boards = [DealtBoard(9, layout_of(1)), DealtBoard(3, layout_of(2))]
    made = import_set(
        name="Cup",
        dealt=sorted(boards, key=lambda each: each.number),
        opens_at=None,
        by=ruth,
        now=NOON,
    )
    assert DealSet.objects.get().dealt == (boards[1], boards[0])
    assert (made.origin, made.first_board, made.boards) == (Origin.IMPORTED, 3, 2)


def test_a_name_is_taken_once(sealed, ruth):
    with pytest.raises(
        SetRefused, match="There is a set “Thursday pairs” already"
    ) as refused:
        deal_set(
            name="Thursday pairs", first=1, boards=2, opens_at=None, by=ruth, now=NOON
        )
    assert refused.value.field == "name"
    assert DealSet.objects.count() == 1


@pytest.mark.parametrize(("first", "boards"), [(9999, 2), (1, 129), (1, 0)])
def test_boards_that_there_are_not_are_refused(ruth, first, boards):
    with pytest.raises(SetRefused) as refused:
        deal_set(
            name="Cup", first=first, boards=boards, opens_at=None, by=ruth, now=NOON
        )
    assert refused.value.field == "boards"


def test_a_set_opens_by_itself_at_its_time_and_not_in_the_past(ruth):
    made = deal_set(name="Cup", first=1, boards=2, opens_at=LATER, by=ruth, now=NOON)
    watcher = member("Eve", role=Role.WATCHER)
    moments = (LATER - timedelta(seconds=1), LATER)
    assert [may_see_cards(watcher, made, now) for now in moments] == [False, True]
    with pytest.raises(SetRefused, match="That time is over") as refused:
        deal_set(
            name="Bowl",
            first=1,
            boards=2,
            opens_at=NOON - timedelta(minutes=1),
            by=ruth,
            now=NOON,
        )
    assert refused.value.field == "opens_at"


def test_who_looks_is_noted_once_and_sees_the_cards_alone(sealed, ruth):
    look(seen=sealed, by=ruth, now=NOON)
    look(seen=sealed, by=ruth, now=LATER)
    assert [(each.by, each.at) for each in Look.objects.all()] == [(ruth, NOON)]
    assert may_see_cards(ruth, sealed, LATER)
    assert not may_see_cards(member("Ann", role=Role.ADMIN), sealed, LATER)


def test_opening_is_once_and_for_everybody(sealed, ruth):
    open_set(opened=sealed, by=ruth, now=LATER)
    kept = DealSet.objects.get()
    assert (kept.opened_by, kept.opened_at) == (ruth, LATER)
    with pytest.raises(SetRefused, match="open already"):
        open_set(opened=sealed, by=ruth, now=LATER)
    with pytest.raises(SetRefused, match="everybody may look"):
        look(seen=sealed, by=ruth, now=LATER)


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("hands_set_has_a_name", {"name": ""}),
        ("hands_set_origin_is_known", {"origin": "found"}),
        ("hands_set_has_boards", {"boards": 0}),
        ("hands_set_has_boards", {"boards": 129}),
        ("hands_set_has_boards", {"first_board": 0}),
        ("hands_set_opens_after_it_is_made", {"opens_at": NOON - timedelta(days=1)}),
        ("hands_set_opened_by_somebody", {"opened_at": NOON}),
    ],
)
def test_the_database_refuses_nonsense(ruth, constraint, fields):
    row = {
        "name": "Cup",
        "origin": "dealt",
        "first_board": 1,
        "boards": 2,
        "sealed_text": "x",
        "digest": "0" * 64,
    }
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        DealSet.objects.create(**row | {"made_by": ruth, "made_at": NOON} | fields)
