"""Fouled boards: only pairs who held equal cards are compared with each other (Law 87)."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play, name_deputy
from clubscore.duplicate.models import BoardGroup
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.ruling.audit_source import board_grouped
from clubscore.refusals import Refused
from tests.duplicate.evening import in_play
from tests.duplicate.models.test_database import refuses
from tests.duplicate.recorded import agreed, player
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
THIRD = FIRST._replace(table=3)


@pytest.fixture
def session():
    session = in_play(rounds=5)
    for table, line in ((1, "4sn="), (2, "4sn="), (3, "4sn-1")):
        agreed(session, FIRST._replace(table=table), line)
    return session


def grouped(session, groups, *, by=None, reason="Hands were changed"):
    group_board(
        session=session,
        board=1,
        groups=groups,
        reason=reason,
        by=by or session.director,
        now=NOON,
    )


def why(session, slot):
    return scores_of(load(session.pk), results_of(session.pk)).slots[slot].ns.steps[0]


def of(who):
    client = Client()
    client.force_login(who)
    return client


def test_those_with_the_same_cards_are_compared_with_each_other_and_it_can_be_undone(
    session,
):
    assert why(session, FIRST) == "beat 1, tied 1 of 2"
    for _ in range(2):
        grouped(session, {FIRST: "", THIRD: "b"})
    assert (
        why(session, FIRST) == "beat 0, tied 1 of 1" and BoardGroup.objects.count() == 1
    )
    assert why(session, THIRD).startswith(
        "the only result where 3 are expected: average plus"
    )
    grouped(session, {THIRD: ""}, reason="It was another board")
    assert (
        why(session, FIRST) == "beat 1, tied 1 of 2" and BoardGroup.objects.count() == 2
    )


def test_a_director_groups_who_has_not_played_the_board(session):
    with pytest.raises(PermissionDenied):
        grouped(session, {THIRD: "b"}, by=member("Nina"))
    north = player(session, FIRST)
    name_deputy(session=session, member=north, by=session.director, now=NOON)
    with pytest.raises(Refused, match="You have played this board"):
        grouped(session, {THIRD: "b"}, by=north)
    assert (
        of(north)
        .get(f"/duplicate/{session.pk}/boards/1/groups/")
        .url.endswith("/director/")
    )
    with pytest.raises(Refused, match="another board"):
        grouped(session, {THIRD._replace(board=2): "b"})


def test_the_page_asks_who_had_which_cards_and_the_traveller_says_it(session):
    director, page = of(session.director), f"/duplicate/{session.pk}/boards/1/groups/"
    assert len(director.get(page).context["form"].slots) == 3
    refused = director.post(page, {"A-1-3": "b", "reason": ""})
    assert (
        refused.status_code == 422 and refused.context["form"]["A-1-3"].value() == "b"
    )
    assert (
        director.post(page, {"A-1-3": "b", "reason": "Hands were changed"}).url
        == f"/duplicate/{session.pk}/boards/1/"
    )
    end_play(session=session, by=session.director, now=NOON)
    assert (
        "other cards, group b"
        in of(member("Nina")).get(f"/duplicate/{session.pk}/boards/1/").content.decode()
    )
    assert director.get(f"/duplicate/{session.pk}/boards/99/groups/").status_code == 404
    found = board_grouped(BoardGroup.objects.get())
    assert found.words.endswith(
        "table A3 of Thursday pairs to those with other cards, group b"
    )


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("counts_from_1", {"version": 0}),
        ("is_known", {"group": "z"}),
        ("says_why", {"reason": ""}),
    ],
)
def test_the_database_knows_the_groups(session, rule, columns):
    grouped(session, {THIRD: "b"})
    first = BoardGroup.objects.get()
    again = {
        name: getattr(first, name)
        for name in ("session", "section", "round", "table", "board", "reason")
    }
    again |= {
        "grouped_at": NOON,
        "grouped_by": session.director,
        "version": 2,
        "group": "c",
    }
    refuses(
        f"duplicate_boardgroup_{rule}", BoardGroup.objects.create, **(again | columns)
    )
    refuses("version", BoardGroup.objects.create, **(again | {"version": 1}))
