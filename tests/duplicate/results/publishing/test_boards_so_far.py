"""A player's boards during play: what the own table recorded, and nothing about the field."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.members.models import Member
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import in_teams
from tests.duplicate.recorded import agreed, player
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def page_of(who: Member, session: Session, query: str = "") -> Any:
    client = Client()
    client.force_login(who)
    return client.get(f"/duplicate/{session.pk}/results/{query}")


def found(who: Member, session: Session) -> list[tuple[int, int, str, int | None]]:
    """Return round, board, result and points of each board that the page shows."""
    rounds = page_of(who, session).context["so_far"]
    return [
        (played.number, board.slot.board, board.words, board.points)
        for played in rounds
        for board in played.boards
    ]


def round_agreed(session: Session) -> None:
    """Agree on every board of the current round: 4♠ made at the first table, 6NT four down at the others."""
    state = load(session.pk)
    for slot, _ in slots_of(state):
        if slot.round == state.round:
            agreed(session, slot, "4sn=" if slot.table == 1 else "6nw-4")


def test_a_player_in_play_sees_the_results_of_the_own_table_and_those_to_come_as_missing():
    session = in_play(member("Ruth"), howell(3))
    slot = Slot("A", 1, 1, 1)
    agreed(session, slot, "4sn=")
    north, east = player(session, slot), player(session, slot, Side.EW)
    [first, *others] = found(north, session)
    assert first == (1, 1, "4♠ N =", 420)
    assert {words for _round, _board, words, _points in others} == {"no result"}
    assert {round for round, *_ in others} == {1}
    assert found(east, session)[0] == (1, 1, "4♠ N =", -420)
    [played] = page_of(north, session).context["so_far"]
    assert east.name in played.opponents


def test_in_play_nothing_of_the_field_is_told():
    session = in_play(member("Ruth"), howell(3))
    round_agreed(session)
    taking = Taking("A", 2, 2_500, "%", "90B1", "Late", uuid4())
    penalise(session=session, taking=taking, by=session.director, now=NOON)
    start_round(session=session, round=2, by=session.director, now=NOON)
    anna = player(session, Slot("A", 1, 1, 1))
    answer = page_of(anna, session, "?card=A2")
    shown = answer.content.decode().split("<main")[1]
    assert "My boards so far" in shown
    for word in ("6NT", "%", "card-award", "?card=", "Late", "place"):
        assert word not in shown
    assert not {"card", "own_card", "lists"} & answer.context.keys()


def test_a_board_leads_to_the_other_tables_once_its_embargo_is_over():
    session = in_play(member("Ruth"), howell(2), count=4)
    anna = player(session, Slot("A", 1, 1, 1))
    client = Client()
    client.force_login(anna)
    rounds = load(session.pk).rounds
    for round in range(1, rounds + 1):
        if round > 1:
            start_round(session=session, round=round, by=session.director, now=NOON)
        round_agreed(session)
        for played in page_of(anna, session).context["so_far"]:
            for board in played.boards:
                address = f"/duplicate/{session.pk}/boards/{board.slot.board}/"
                assert board.is_seen == (client.get(address).status_code == 200)
    assert all(
        board.is_seen
        for played in page_of(anna, session).context["so_far"]
        for board in played.boards
    )


def test_a_team_mate_s_table_is_not_shown():
    session = in_teams(count=2, rounds=1)
    round_agreed(session)
    anna, cleo = Member.objects.get(name="Anna"), Member.objects.get(name="Cleo")
    assert {words for *_, words, _ in found(anna, session)} == {"4♠ N ="}
    assert {words for *_, words, _ in found(cleo, session)} == {"6NT W −4"}


def test_a_substitute_sees_the_own_rounds_and_who_was_replaced_the_rounds_before():
    session = in_play(member("Ruth"), howell(3))
    round_agreed(session)
    anna = player(session, Slot("A", 1, 1, 1))
    stand_in = member("Sofia")
    change = PlaceChange(
        letter="A",
        number=_number_of(session, anna),
        seat="N",
        member=stand_in,
        from_round=2,
        to_round=None,
        is_sure=True,
    )
    sit_in(session=session, change=change, by=session.director, now=NOON)
    start_round(session=session, round=2, by=session.director, now=NOON)
    assert {round for round, *_ in found(anna, session)} == {1}
    assert {round for round, *_ in found(stand_in, session)} == {2}


def _number_of(session: Session, who: Member) -> int:
    return session.places.get(member=who).entry.number


def test_who_does_not_play_has_no_boards_and_after_play_the_card_is_whole():
    session = in_play(member("Ruth"), howell(2), count=4, rounds=3)
    round_agreed(session)
    assert found(session.director, session) == []
    assert b"boards-so-far" not in page_of(session.director, session).content
    anna = player(session, Slot("A", 1, 1, 1))
    end_play(session=session, by=session.director, now=NOON)
    after = page_of(anna, session)
    assert "so_far" not in after.context
    assert after.context["own_card"].rounds
