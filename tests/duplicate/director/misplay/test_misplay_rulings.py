"""Boards that a misplayed round gave up, and that one of its pairs has to play again: nobody rules on them before it
does, and what was ruled on is not played."""

from uuid import uuid4

import pytest
from defusedxml import ElementTree
from django.test import Client

from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.misplay.plans import Boards, misplay_ways, played_rows
from clubscore.duplicate.director.misplay.services import record_misplay
from clubscore.duplicate.models import NOBODY, PublishedRow, Ruling, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.ruling.services import Given, rule, unwritten
from clubscore.duplicate.verdicts.unplayed.services import rule_on_unplayed
from clubscore.refusals import Refused
from scoring.duplicate.outcome_line import parse_outcome
from scoring.movements.howell import howell
from tests.duplicate.evening import pairs, seated
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
TOLD = Boards(1, 2, 1, exchanged=False)
GIVEN_UP, AGAIN = Slot("A", 1, 2, 3), Slot("A", 4, 4, 3)
"""Board 3, which pair 6 did not play in the first round, and has in the fourth."""


def given(line: str, board: int, *, seen: int = 0) -> Given:
    return Given(
        parse_outcome(line, board) if line else None,
        "12C2" if line else "",
        "So it is",
        seen,
        0,
        uuid4(),
    )


def rule_on(
    session: Session, slot: Slot, line: str = "A+-", *, seen: int = 0
) -> Ruling:
    made = given(line, slot.board, seen=seen)
    return rule(
        session_id=session.pk, slot=slot, given=made, by=session.director, now=NOON
    )


def misplay(session: Session, told: Boards, kind: str) -> None:
    """Tell it, and go on in this way."""
    state = load(session.pk)
    ways = misplay_ways(
        state,
        state.sections[0],
        played_rows(state, state.sections[0], told),
        results_of(session.pk),
    )
    tell(session, told, way=[each.kind for each in ways].index(kind))


def tell(session: Session, told: Boards, *, way: int = 0) -> None:
    more = {
        "from_round": load(session.pk).round + 1,
        "by": session.director,
        "now": NOON,
    }
    record_misplay(session=session, letter="A", misplay=told, way=way, **more)


def on_to_the_fourth_round(session: Session) -> None:
    for round in (2, 3, 4):
        start_round(session=session, round=round, by=session.director, now=NOON)


@pytest.fixture
def session() -> Session:
    """Eight pairs of a Howell in its first round: table 2 played the boards of set 1, and pair 6 has set 2 later."""
    made = opened(member("Ruth"), howell(4, rounds=4))
    seated(made, pairs())
    seated(made, pairs(2, family="More"))
    start_round(session=made, round=1, by=made.director, now=NOON)
    misplay(made, TOLD, "sets")
    made.refresh_from_db()
    return made


def ruled_before(session: Session) -> Ruling:
    """A ruling on the board that was given up, made before another edition let the pair play it after all."""
    state = load(session.pk)
    section = state.sections[0]
    [row] = [
        row for row in section.editions[0].rows if (row.round, row.table) == (1, 2)
    ]
    there = SlotState(state, section, row, GIVEN_UP)
    made = unwritten(there, given("A+-", 3), results_of(session.pk))
    made.ruled_by, made.ruled_at = session.director, NOON
    made.save()
    return made


def client_of(session: Session) -> Client:
    client = Client()
    client.force_login(session.director)
    return client


def page(session: Session, name: str) -> int:
    return client_of(session).get(f"/duplicate/{session.pk}/{name}").status_code


def test_what_a_pair_still_has_to_play_is_named_for_its_opponents_alone(session):
    """Pair 6 has the boards in round 4; who should have met it over them in the first never gets them."""
    [other] = {number for number in row_given_up(session).seated if number != 6}
    waiting = unplayed(load(session.pk), results_of(session.pk))
    assert [(each.slot, each.row.seated) for each in waiting] == [
        (GIVEN_UP, (other,)), (GIVEN_UP._replace(board=4), (other,)),
    ]  # fmt: skip
    made = rule_on(session, GIVEN_UP)
    assert {made.north, made.south, made.east, made.west} == {other, NOBODY}
    on_to_the_fourth_round(session)
    recorded(session, AGAIN, "4sn=")
    assert GIVEN_UP not in {
        each.slot for each in unplayed(load(session.pk), results_of(session.pk))
    }
    assert (
        page(session, "boards/3/"),
        page(session, "ranking/"),
        page(session, "director/"),
    ) == (200, 200, 200)


@pytest.mark.parametrize(("side", "per_cent"), [("A++", 60), ("A--", 40)])
def test_a_ruling_for_one_side_scores_it_alone(session, side, per_cent):
    [other] = {number for number in row_given_up(session).seated if number != 6}
    rule_on(session, GIVEN_UP, side)
    scores = scores_of(load(session.pk), results_of(session.pk))
    award = scores.slots[GIVEN_UP]
    mine = award.ns if scores.entry(award.slot.ns) == ("A", other) else award.ew
    assert f"{per_cent}" in " ".join(mine.steps)
    rows = {
        scores.entry(row.entry)[1]: row.boards
        for each in scores.result.lists
        for row in each.rows
    }
    assert rows == {other: 1}, "nobody is in no list"
    on_to_the_fourth_round(session)
    before = scores_of(load(session.pk), results_of(session.pk)).result
    recorded(session, AGAIN, "4sn=")
    after = scores_of(load(session.pk), results_of(session.pk)).result
    assert len(after.slots) == len(before.slots) + 1


def test_one_tap_rules_on_all_boards_of_the_table_and_the_results_are_complete(session):
    client = client_of(session)
    shown = client.get(f"/duplicate/{session.pk}/director/").content.decode()
    [other] = {number for number in row_given_up(session).seated if number != 6}
    names = " &amp; ".join(
        each.name for each in load(session.pk).sections[0].players[other]
    )
    assert f"{other} {names}" in shown and "Average plus<span" in shown
    taps = {"round": 1, "letter": "A", "table": 2, "boards": "3,4", "give": "A++"}
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
    published(session)
    boards = dict(PublishedRow.objects.values_list("entry__number", "boards"))
    assert boards.keys() == set(range(1, 9)) and boards[other] == 10
    assert client.get(f"/duplicate/{session.pk}/boards/3/").status_code == 200


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
    [other] = {number for number in row_given_up(session).seated if number != 6}
    who = load(session.pk).sections[0].players[other][0]
    name_deputy(session=session, member=who, by=session.director, now=NOON)
    with pytest.raises(Refused, match="You sit at this table"):
        rule_on_unplayed(session=session, by=who, now=NOON, **taps | {"boards": {3, 4}})
    assert Ruling.objects.count() == 0


def row_given_up(session: Session):
    return next(
        row
        for row in load(session.pk).sections[0].editions[0].rows
        if (row.round, row.table) == (1, 2)
    )


def test_a_board_that_was_ruled_on_is_not_played_until_the_ruling_is_withdrawn(session):
    ruled_before(session)
    on_to_the_fourth_round(session)
    with pytest.raises(
        Refused,
        match=r"ruled on board 3 for number 6 already, at table 2 in round 1\. Call",
    ):
        recorded(session, AGAIN, "4sn=")
    rule_on(session, GIVEN_UP, "", seen=1)
    recorded(session, AGAIN, "4sn=")
    assert AGAIN in scores_of(load(session.pk), results_of(session.pk)).slots


def test_a_result_is_not_moved_to_where_a_ruling_or_a_group_stands(session):
    rows = load(session.pk).sections[0].movement.by_round[1]
    back = Boards(1, 2, 2, exchanged=False)
    assert {row.set for row in rows if row.table == 2} == {1}
    ruled_before(session)
    with pytest.raises(
        Refused, match="A ruling stands on board 3 of table 2: withdraw it first"
    ):
        tell(session, back)
    rule_on(session, GIVEN_UP, "", seen=1)
    in_group = {
        "board": 3,
        "reason": "Hands were changed",
        "by": session.director,
        "now": NOON,
    }
    group_board(session=session, groups={GIVEN_UP: "b"}, **in_group)
    with pytest.raises(
        Refused, match="Board 3 of table 2 is in a group of a fouled board"
    ):
        tell(session, back)


def test_the_file_of_the_results_has_nobody_behind_all_pairs_and_without_a_name(
    session,
):
    rule_on(session, GIVEN_UP)
    on_to_the_fourth_round(session)
    recorded(session, AGAIN, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    published(session, accepts_missing=True)
    content = (
        client_of(session).get(f"/duplicate/{session.pk}/results/1/usebio/").content
    )
    pairs_there = {
        pair.findtext("PAIR_NUMBER"): pair
        for pair in ElementTree.fromstring(content).iter("PAIR")
    }
    nobody = pairs_there.pop("9")
    assert nobody.find("PLACE") is None and [
        each.text for each in nobody.iter("PLAYER_NAME")
    ] == [None, None]
    assert all(each.findtext("PLACE") for each in pairs_there.values())
