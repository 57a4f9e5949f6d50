"""Who can still move among teams: the least and the most of each match with an open board."""

from itertools import product

import pytest

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.outcome_words import figure_in_words
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.results.publishing.could_move import Mover
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from scoring import Side, parse_deal
from scoring.contest import RankedRow
from scoring.contest.rules import ContestRules
from scoring.movements.teams import teams
from tests.duplicate.other_forms import in_teams
from tests.duplicate.published import LINES
from tests.duplicate.recorded import player, recorded
from tests.duplicate.results.publishing.test_could_move import movers_of
from tests.duplicate.team_match import BAM, IMPS, VICTORY_POINTS
from tests.factories import NOON

pytestmark = pytest.mark.django_db
OTHER = "6sn-2"


def played(rules: ContestRules, *, count: int, missing: int = 0) -> Session:
    """Teams that have played each other, without a result in their first `missing` slots."""
    session = in_teams(movement=teams(count), count=count, rules=rules)
    for round in range(1, load(session.pk).rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
    for index, slot in enumerate(slots(session)[missing:]):
        recorded(session, slot, LINES[(index + slot.table) % len(LINES)])
    return session


def slots(session: Session) -> list[Slot]:
    return [slot for slot, _ in slots_of(load(session.pk))]


def movers(session: Session) -> dict[str, Mover]:
    """The teams that an open board can still move, by their numbers, after the end of play."""
    end_play(session=session, by=session.director, now=NOON)
    (found,) = movers_of(session) or []
    return {mover.number: mover for mover in [*found.there, *found.past]}


def rows_with(session: Session, lines: dict[Slot, str]) -> dict[str, RankedRow]:
    """The row of each team in the list if these results counted, by the number of the team."""
    results = results_of(session.pk)
    for slot, line in lines.items():
        results = results.corrected(slot, parse_deal(line))
    scores = scores_of(load(session.pk), results)
    return {f"{scores.entry(row.entry)[1]}": row for row in scores.result.lists[0].rows}


def ranges(session: Session, ways: list[dict[str, RankedRow]]) -> dict[str, list[str]]:
    """The least and the most figure of each team among these ways to end, by the number of the team."""
    found = {}
    for number in ways[0]:
        rows = sorted((way[number] for way in ways), key=lambda row: row.score)
        found[number] = [
            figure_in_words(row.score, row.percent, session.contest_rules)
            for row in (rows[0], rows[-1])
        ]
    return found


@pytest.mark.parametrize("rules", [IMPS, VICTORY_POINTS, BAM])
@pytest.mark.parametrize("count", [2, 3])
def test_a_team_has_the_least_and_the_most_of_all_ways_in_which_its_disputes_can_end(
    rules: ContestRules, count: int
):
    session = played(rules, count=count)
    open_slots = slots(session)[:4]
    for slot in open_slots:
        east = player(session, slot, Side.EW)
        recorded(session, slot, OTHER, by=east, seen=1)
    found = movers(session)
    ways = []
    for chosen in product((False, True), repeat=len(open_slots)):
        lines = {
            slot: OTHER
            for slot, is_other in zip(open_slots, chosen, strict=True)
            if is_other
        }
        ways.append(rows_with(session, lines))
    wanted = ranges(session, ways)
    for number, mover in found.items():
        least, most = wanted[number]
        assert mover.could_be.replace(" ", "") in (f"{least}–{most}", least)
        assert (mover.could_be == least) == (least == most)
    moved = {number for number, (least, most) in wanted.items() if least != most}
    assert moved and moved <= found.keys()


def test_a_missing_board_of_a_match_may_bring_twenty_four_imps_to_either_team():
    session = played(IMPS, count=2, missing=1)
    now = rows_with(session, {})
    found = movers(session)
    for number, row in now.items():
        least, most = (
            figure_in_words(row.score + imps, None, IMPS) for imps in (-24, 24)
        )
        assert found[number].could_be.replace(" ", "") == f"{least}–{most}"
