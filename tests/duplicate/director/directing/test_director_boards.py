"""The director's page as a grid of tables and boards, what is missing, and what is entered after play."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils.translation import override

from clubscore.duplicate.director.directing.boards import counts_of
from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.models import Play, Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.live.topics import TOPICS
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player, recorded
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def seen(session: Session, by: Member | None = None, query: str = ""):
    client = Client()
    client.force_login(by or session.director)
    return client.get(f"/duplicate/{session.pk}/director/{query}")


def cells(page) -> dict[Slot, tuple[str, str, bool]]:
    return {
        cell.slot: (cell.standing, cell.short, cell.session is not None)
        for _, lines in page.context["grid"]
        for line in lines
        for cell in line.cells
    }


def seen_counts(session: Session) -> list[tuple[str, str, int]]:
    return counts_of(seen(session).context["grid"])


def over(session: Session) -> Session:
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def test_every_board_of_the_round_stands_there_with_what_became_of_it():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    other = FIRST._replace(table=2)
    recorded(session, other, "3nn-1")
    recorded(session, other, "3nn=", by=player(session, other, Side.EW), seen=1)
    page = seen(session)
    found = cells(page)
    assert len(found) == 6
    assert found[FIRST] == ("agreed", "4♠ N =", True)
    assert found[other][0] == "differs"
    assert [count for _, _, count in page.context["counts"]] == [4, 1, 1]
    assert f"/duplicate/{session.pk}/rounds/1/A/2/boards/1/" in page.content.decode()


def test_several_boards_are_counted_in_the_plural():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    with override("fr"):
        assert ("agreed", "confirmé", 1) in seen_counts(session)
    agreed(session, FIRST._replace(table=2), "3nn-1")
    with override("fr"):
        assert ("agreed", "confirmés", 2) in seen_counts(session)


def test_a_director_who_plays_sees_that_a_board_was_entered_and_not_what():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    deputy = player(session, FIRST._replace(table=2))
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    page = seen(session, deputy)
    assert cells(page)[FIRST] == ("agreed", "", False)
    assert "4♠" not in page.content.decode()
    assert cells(page)[FIRST._replace(table=2)][2]


def test_a_round_to_come_has_its_boards_as_planned():
    page = seen(in_play(), query="?round=3")
    assert (page.context["round"], cells(page)) == (3, {})
    assert seen(Session.objects.get(), query="?round=99").context["round"] == 5


def test_results_of_rounds_that_are_over_are_missing_by_name_and_after_play_those_of_the_last():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    assert seen(session).context["missing"] == []
    start_round(session=session, round=2, by=session.director, now=NOON)
    missing = seen(session).context["missing"]
    assert [(each.slot.round, each.table, each.slot.board) for each in missing][:2] == [
        (1, "1", 2),
        (1, "2", 1),
    ]
    assert len(missing) == 5
    for round in (3, 4, 5):
        start_round(session=session, round=round, by=session.director, now=NOON)
    assert len(seen(over(session)).context["missing"]) == 29


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_page_asks_the_database_as_often_for_three_rounds_as_for_one(
    rounds, django_assert_max_num_queries
):
    session = in_play(rounds=rounds)
    for slot in [
        slot for slot, _ in slots_of(load(session.pk)) if slot.round <= rounds
    ]:
        recorded(session, slot, "1ne=")
    client = Client()
    client.force_login(session.director)
    with django_assert_max_num_queries(16):
        client.get(f"/duplicate/{session.pk}/director/")


def test_the_page_is_fetched_anew_when_a_table_has_moved_and_whole_when_a_round_begins():
    session = in_play()
    page = seen(session).content.decode()
    assert f'data-live="/live/session-tables/{session.pk}/watch"' in page
    stage = seen(session).context["state"].stage
    assert f'data-stage="{stage}"' in TOPICS["session-tables"].render(
        session.pk, "watch"
    )


def test_after_play_the_director_enters_what_is_missing_and_nobody_else():
    session = over(in_play(rounds=5))
    recorded(session, FIRST, "4sn=", by=session.director)
    assert Play.objects.get().recorded_by == session.director
    with pytest.raises(Refused, match="page of corrections"):
        recorded(session, FIRST, "4sn+1", by=session.director, seen=1)
    with pytest.raises(Refused, match="is over: the director enters"):
        recorded(session, FIRST._replace(board=2), "4sn=")


def test_after_play_the_pad_is_shown_to_who_directs_and_takes_the_result():
    session = over(in_play(rounds=5))
    client, address = Client(), f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/"
    client.force_login(session.director)
    assert "form" in client.get(address).context
    taps = {
        "contract": "4S",
        "risk": "",
        "declarer": "N",
        "result": "0",
        "number": 1,
        "revision": 0,
        "key": uuid4(),
    }
    assert client.post(address, taps).status_code == 302
    assert client.get(address).context.get("form") is None
    north = Client()
    north.force_login(player(session, FIRST))
    assert (
        north.get(f"/duplicate/{session.pk}/rounds/1/A/1/boards/2/").context.get("form")
        is None
    )


def test_an_admin_enters_as_the_director_does():
    session = over(in_play(rounds=5))
    admin = member("Olga", role=Role.ADMIN)
    recorded(session, FIRST, "4sn=", by=admin)
    assert Play.objects.get().recorded_by == admin
