"""Rulings on boards that a misplayed round gave up: for those who lost them, not for those who play as many (12C2)."""

from uuid import uuid4

import pytest
from defusedxml import ElementTree
from django.test import Client

from clubscore.duplicate.director.directing.services import (
    end_play,
)
from clubscore.duplicate.director.misplay.plans import Boards
from clubscore.duplicate.models import NOBODY, Ruling, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import unplayed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.ruling.services import Given, rule, unwritten
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.duplicate.outcome_line import parse_outcome
from tests.duplicate.given_up import (
    AGAIN,
    GIVEN_UP,
    client_of,
    on_to_the_fourth_round,
    row_given_up,
    tell,
    with_boards_given_up,
    with_boards_lost,
)
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.factories import NOON

pytestmark = pytest.mark.django_db
RULING = "/duplicate/{}/rounds/1/A/2/boards/3/ruling/"


@pytest.fixture
def session() -> Session:
    return with_boards_given_up()


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


def ruled_before(session: Session) -> Ruling:
    """Save and return a ruling on the board given up, as made before a new edition let the pair play the board."""
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


def page(session: Session, name: str) -> int:
    return client_of(session).get(f"/duplicate/{session.pk}/{name}").status_code


def test_law_12c2_nobody_is_ruled_on_who_plays_as_many_boards_as_were_planned(session):
    """Pair 6 plays the boards in round 4, and pair 5 plays others instead: none of them has lost a board."""
    assert row_given_up(session).seated == (5, 6)
    assert unplayed(load(session.pk), results_of(session.pk)) == []
    for line in ("A+-", "NP"):
        with pytest.raises(Refused, match="Number 6 plays board 3 at table 4 in"):
            rule_on(session, GIVEN_UP, line)
    refused = client_of(session).get(RULING.format(session.pk), follow=True)
    assert "there is nothing to rule on here" in refused.content.decode()
    on_to_the_fourth_round(session)
    recorded(session, AGAIN, "4sn=")
    assert unplayed(load(session.pk), results_of(session.pk)) == []
    assert (
        page(session, "boards/3/"),
        page(session, "ranking/"),
        page(session, "director/"),
    ) == (200, 200, 200)


def test_a_board_that_was_ruled_on_and_is_planned_again_is_not_ruled_on_anew(session):
    ruled_before(session)
    with pytest.raises(Refused, match="there is nothing to rule on here"):
        rule_on(session, GIVEN_UP, "NP", seen=1)
    rule_on(session, GIVEN_UP, "", seen=1)
    assert not results_of(session.pk).rulings


@pytest.mark.parametrize(("side", "per_cent"), [("A++", 60), ("A--", 40)])
def test_a_ruling_for_one_side_scores_it_alone(side, per_cent):
    session = with_boards_lost()
    made = rule_on(session, GIVEN_UP, side)
    assert {made.north, made.south, made.east, made.west} == {6, NOBODY}
    scores = scores_of(load(session.pk), results_of(session.pk))
    award = scores.slots[GIVEN_UP]
    mine = award.ns if scores.entry(award.slot.ns) == ("A", 6) else award.ew
    assert f"{per_cent}" in " ".join(mine.steps)
    rows = {
        scores.entry(row.entry)[1]: row.boards
        for each in scores.result.lists
        for row in each.rows
    }
    assert rows == {6: 1}, "nobody is in no list"
    on_to_the_fourth_round(session)
    before = scores_of(load(session.pk), results_of(session.pk)).result
    recorded(session, Slot("A", 2, 1, 3), "4sn=")
    after = scores_of(load(session.pk), results_of(session.pk)).result
    assert len(after.slots) == len(before.slots) + 1


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


def test_the_file_of_the_results_has_nobody_behind_all_pairs_and_without_a_name():
    session = with_boards_lost()
    rule_on(session, GIVEN_UP)
    on_to_the_fourth_round(session)
    for slot, _ in list(slots_of(load(session.pk))):
        recorded(session, slot, "4sn=")
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


@pytest.fixture
def published_with_a_lost_board() -> Session:
    """Return a published session in which pair 6, Kim and Lars, gets average minus for board 3 and no ruling on 4."""
    session = with_boards_lost()
    rule_on(session, GIVEN_UP, "A=-")
    on_to_the_fourth_round(session)
    for slot, _ in list(slots_of(load(session.pk))):
        recorded(session, slot, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    published(session, accepts_missing=True)
    return session


def as_(name: str) -> Client:
    client = Client()
    client.force_login(Member.objects.get(name=name))
    return client


def test_law_12c2_who_lost_a_board_reads_what_they_got_for_it_and_why(
    published_with_a_lost_board,
):
    session = published_with_a_lost_board
    own = as_("Kim").get(f"/duplicate/{session.pk}/results/").context["own_boards"]
    lost = {each.slot.board: each.words for each in own if each.is_lost}
    assert lost == {3: "ruled: average minus", 4: "not played"}
    history = RULING.format(session.pk).replace("ruling/", "history/")
    page = as_("Kim").get(history).content.decode()
    assert "Ruth (director) ruled (Law 12C2)" in page
    assert "average minus for East–West" in page and "North–South" not in page
    assert history.replace("history/", "appeal/") in page
    assert "average minus for East–West" in (
        as_("Kim").get(history.replace("history/", "appeal/")).content.decode()
    )
    assert as_("Ida").get(history).status_code == 403


def test_law_12c2_the_traveller_awards_nothing_to_who_played_the_board_elsewhere(
    published_with_a_lost_board,
):
    session = published_with_a_lost_board
    page = as_("Ida").get(f"/duplicate/{session.pk}/boards/3/")
    [line] = [line for line in page.context["lines"] if line.law]
    assert (line.contract, line.ns_award, line.why) == ("AVE−", "", ())
    assert line.ew_award and line.ruled == "average minus for East–West"
    assert "against Kim" not in page.content.decode()


def test_results_are_not_published_over_a_lost_board_on_which_nobody_ruled():
    session = with_boards_lost()
    on_to_the_fourth_round(session)
    for slot, _ in list(slots_of(load(session.pk))):
        recorded(session, slot, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    director = client_of(session).get(f"/duplicate/{session.pk}/director/")
    assert "Every result is there." not in director.content.decode()
    asked = client_of(session).get(f"/duplicate/{session.pk}/director/publication/")
    assert "Not ruled on. Left open: it counts for nobody" in asked.content.decode()
    assert RULING.format(session.pk) in asked.content.decode()
    with pytest.raises(Refused, match="Results are missing"):
        published(session)
    assert published(session, accepts_missing=True).missing


def test_everybody_reads_why_the_plan_was_changed(published_with_a_lost_board):
    session = published_with_a_lost_board
    page = as_("Anna").get(f"/duplicate/{session.pk}/").content.decode()
    assert "Edition 2 of the plan." in page and "Table 2 played boards" in page


def test_law_12c2_an_average_is_asked_for_those_alone_who_lost_the_board():
    session = with_boards_lost()
    director, address = client_of(session), RULING.format(session.pk)
    page = director.get(address)
    assert [side.name for side, _percent in page.context["sides"]] == ["ew"]
    assert "against Kim" not in page.content.decode()
    taps = {"kind": "artificial", "ns": "+", "ew": "-", "text": "The wrong boards"}
    sent = taps | {"seen_ruling": 0, "seen_play": 0, "key": uuid4(), "step": "record"}
    shown = director.post(address, sent)
    assert shown.context["effect"].words == "average minus for East–West"
    director.post(address, sent | {"shown": shown.context["effect"].shown})
    made = Ruling.objects.get()
    assert (made.north, made.east, made.ew_average) == (NOBODY, 6, "-")
