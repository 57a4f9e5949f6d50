"""One tap rules on all boards that a table gave up and that nobody there will play."""

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play, name_deputy
from clubscore.duplicate.models import PublishedRow, Ruling, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.verdicts.unplayed.services import rule_on_unplayed
from clubscore.refusals import Refused
from tests.duplicate.given_up import (
    client_of,
    on_to_the_fourth_round,
    with_boards_given_up,
    with_boards_lost,
)
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
BLAME = {"sides": "ns,ew", "ns": "+", "ew": "+"}


@pytest.fixture
def session() -> Session:
    return with_boards_lost()


def test_one_tap_rules_on_all_boards_of_the_table_and_the_results_are_complete(session):
    client = client_of(session)
    shown = client.get(f"/duplicate/{session.pk}/director/").content.decode()
    names = " &amp; ".join(
        each.name for each in load(session.pk).sections[0].players[6]
    )
    assert f"6 {names}" in shown and "Averages by fault<span" in shown
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "3,4", "give": "A"} | BLAME
    answer = client.post(f"/duplicate/{session.pk}/director/unplayed/", taps)
    assert (
        answer.status_code == 302
        and unplayed(load(session.pk), results_of(session.pk)) == []
    )
    assert set(Ruling.objects.values_list("board", "law", "text")) == {
        (board, "12C2", "Not played, as a round was played otherwise than planned")
        for board in (3, 4)
    }
    again = client.post(
        f"/duplicate/{session.pk}/director/unplayed/", taps, follow=True
    )
    assert (
        "No board of that table waits for a ruling any more." in again.content.decode()
    )
    assert Ruling.objects.count() == 2
    on_to_the_fourth_round(session)
    for slot, _ in list(slots_of(load(session.pk))):
        recorded(session, slot, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    assert missing_in(load(session.pk), results_of(session.pk)) == []
    published(session, accepts_missing=True)  # nobody has ruled on pair 3's boards
    boards = dict(PublishedRow.objects.values_list("entry__number", "boards"))
    assert boards.keys() == set(range(1, 9))
    assert (boards[6], boards[5], boards[3]) == (8, 8, 6)
    assert client.get(f"/duplicate/{session.pk}/boards/3/").status_code == 200


@pytest.mark.parametrize(
    ("ns", "ew", "averages"), [("-", "+", ("-", "+")), ("=", "-", ("=", "-"))]
)
def test_law_12c2_each_side_has_its_average_by_its_own_fault_and_offenders_no_plus(
    session, ns, ew, averages
):
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "3,4", "give": "A"}
    blame = {"sides": "ns,ew", "ns": ns, "ew": ew}
    client = client_of(session)
    client.post(f"/duplicate/{session.pk}/director/unplayed/", taps | blame)
    assert set(Ruling.objects.values_list("ns_average", "ew_average")) == {averages}


def test_law_12c2_averages_are_given_only_once_the_fault_of_each_side_is_said(session):
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "3,4", "give": "A"}
    client, address = client_of(session), f"/duplicate/{session.pk}/director/unplayed/"
    blame = {"sides": "ns,ew", "ns": "", "ew": "+"}
    answer = client.post(address, taps | blame, follow=True)
    assert "Say for each side if it was at fault" in answer.content.decode()
    assert Ruling.objects.count() == 0


def test_law_12c2_a_pair_that_plays_as_many_boards_as_were_planned_has_lost_none():
    session = with_boards_given_up()
    assert unplayed(load(session.pk), results_of(session.pk)) == []
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "3,4", "give": "NP"}
    address = f"/duplicate/{session.pk}/director/"
    client = client_of(session)
    assert "Score boards not played" not in client.get(address).content.decode()
    told = client.post(f"{address}unplayed/", taps, follow=True).content.decode()
    assert "No board of that table waits for a ruling any more." in told
    assert Ruling.objects.count() == 0


def test_law_12c2_only_who_lost_the_boards_of_a_table_is_named_for_them(session):
    (first, second) = unplayed(load(session.pk), results_of(session.pk))
    assert (first.slot.board, second.slot.board) == (3, 4)
    assert first.row.seated == second.row.seated == (6,)
    on_to_the_fourth_round(session)
    later = unplayed(load(session.pk), results_of(session.pk))[2:]
    assert [(each.slot[1:], each.row.seated) for each in later] == [
        ((4, 4, 1), (3,)), ((4, 4, 2), (3,)),
    ]  # fmt: skip


def test_nothing_is_given_by_one_tap_as_well(session):
    client = client_of(session)
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "3,4", "give": "NP"}
    client.post(f"/duplicate/{session.pk}/director/unplayed/", taps)
    assert set(Ruling.objects.values_list("kind", flat=True)) == {"not_played"}
    assert unplayed(load(session.pk), results_of(session.pk)) == []
    cut = client.post(
        f"/duplicate/{session.pk}/director/unplayed/", {"round": 1}, follow=True
    )
    assert "That form was cut off or too old." in cut.content.decode()


def test_one_tap_rules_on_the_boards_of_its_line_and_on_no_others_of_the_table(session):
    client = client_of(session)
    shown = client.get(f"/duplicate/{session.pk}/director/").content.decode()
    assert '<input type="hidden" name="boards" value="3,4">' in shown
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "4", "give": "NP"}
    client.post(f"/duplicate/{session.pk}/director/unplayed/", taps)
    assert list(Ruling.objects.values_list("board", flat=True)) == [4]
    assert [
        each.slot.board for each in unplayed(load(session.pk), results_of(session.pk))
    ] == [3]
    wrong = client.post(
        f"/duplicate/{session.pk}/director/unplayed/",
        taps | {"boards": "3;4"},
        follow=True,
    )
    assert (
        "That form was cut off or too old." in wrong.content.decode()
        and Ruling.objects.count() == 1
    )


def test_only_who_directs_gives_something_by_one_tap_and_not_at_their_own_table(
    session,
):
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "3,4", "give": "NP"}
    stranger = Client()
    stranger.force_login(member("Mona"))
    assert (
        stranger.post(f"/duplicate/{session.pk}/director/unplayed/", taps).status_code
        == 403
    )
    who = load(session.pk).sections[0].players[6][0]
    name_deputy(session=session, member=who, by=session.director, now=NOON)
    with pytest.raises(Refused, match="You sit at this table"):
        rule_on_unplayed(session=session, by=who, now=NOON, **taps | {"boards": {3, 4}})
    assert Ruling.objects.count() == 0
