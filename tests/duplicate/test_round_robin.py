"""Round robins of teams head to head: from the opening page to the published results."""

from fractions import Fraction
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from scoring import parse_deal
from scoring.duplicate.board import score_board
from scoring.duplicate.imps import imps
from scoring.duplicate.victory_points import victory_points
from scoring.movements.check import check
from scoring.movements.plan import MovementRow
from scoring.movements.teams import teams
from tests.duplicate.evening import NAMES
from tests.duplicate.other_forms import in_teams
from tests.duplicate.published import LINES, published
from tests.duplicate.recorded import agreed
from tests.duplicate.team_match import signed_in, text
from tests.factories import member

pytestmark = pytest.mark.django_db
PEOPLE = [*NAMES, *(f"{name} Again" for name in NAMES)]
NUMBERS = {"form": "teams", "minutes": "7", "sections": "1"}


def chosen(director: Client, count: int, boards: int, key: str) -> Session:
    """Open a session of so many teams with the plan of this key, and seat the teams by a list of names."""
    numbers = NUMBERS | {"tables": f"{count}", "boards": f"{boards}"}
    choice = {"name": "A round robin", "scoring": "vp", "leads": "off", "law": "2017"}
    director.post(
        "/duplicate/opening/", numbers | choice | {"plan": key, "key": uuid4()}
    )
    session = Session.objects.get()
    for name in PEOPLE[: 4 * count]:
        member(name)
    lines = []
    for first in range(0, 4 * count, 4):
        lines.append(", ".join(PEOPLE[first : first + 4]))
    director.post(f"/duplicate/{session.pk}/entries/list/", {"lines": "\n".join(lines)})
    return session


def line_of(slot: Slot, row: MovementRow) -> str:
    """The result that is recorded for a slot: it depends on both teams, so that most boards are swings."""
    return LINES[(3 * (row.ns or 0) + (row.ew or 0) + slot.board) % len(LINES)]


def played(director: Client, session: Session) -> dict[Slot, MovementRow]:
    """Let the director start each round, record every result by both sides, and end play."""
    slots = dict(slots_of(load(session.pk)))
    for round in range(1, load(session.pk).rounds + 1):
        director.post(f"/duplicate/{session.pk}/director/rounds/", {"round": round})
        for slot, row in slots.items():
            if slot.round == round:
                agreed(session, slot, line_of(slot, row))
    ending = f"/duplicate/{session.pk}/director/ending/"
    director.post(ending, {"round": load(session.pk).rounds, "left": "0-0"})
    session.refresh_from_db()
    assert session.is_over
    return slots


def expected_imps(slots: dict[Slot, MovementRow]) -> dict[tuple[int, int], list[int]]:
    """The IMPs of each board of each match for the lower number, from the scores in both rooms."""
    scores = {}
    for slot, row in slots.items():
        deal = parse_deal(line_of(slot, row))
        scores[row.ns, row.ew, slot.board] = score_board(slot.board, deal).score
    matches: dict[tuple[int, int], list[int]] = {}
    for (ns, ew, board), score in scores.items():
        if ns < ew:
            swing = imps(score - scores[ew, ns, board])
            matches.setdefault((ns, ew), []).append(swing)
    return matches


def assert_right_figures(session: Session, slots: dict[Slot, MovementRow]) -> None:
    """Assert that matches and ranking have the IMPs and victory points that follow from the recorded scores."""
    totals: dict[int, Fraction] = {}
    page = signed_in("Anna").get(f"/duplicate/{session.pk}/matches/")
    found = {}
    for one, other in page.context["matches"]:
        found[one.number, other.number] = one, other
    expected = expected_imps(slots)
    assert found.keys() == expected.keys()
    for (one, other), swings in expected.items():
        won = victory_points(len(swings), sum(swings))
        sides = found[one, other]
        assert [side.boards for side in sides] == [len(swings)] * 2
        assert sides[0].points.replace("−", "-") == f"{sum(swings)}"
        assert [side.victory_points for side in sides] == [
            f"{float(won.ours):.2f}",
            f"{float(won.theirs):.2f}",
        ]
        totals[one] = totals.get(one, Fraction(0)) + won.ours
        totals[other] = totals.get(other, Fraction(0)) + won.theirs
    scores = scores_of(load(session.pk), results_of(session.pk))
    ranked = {
        scores.entry(row.entry)[1]: row.score for row in scores.result.lists[0].rows
    }
    assert ranked == totals


@pytest.mark.parametrize(
    ("count", "words"),
    [
        ("6", "3 copies of the boards, one for the two tables of each match"),
        (
            "8",
            "1 copy of the boards, which the two tables of a match pass to each other",
        ),
        ("6", "every two tables share boards"),
        ("5", "a team sits out up to 6 boards"),
        ("7", "nobody sits out"),
    ],
)
def test_an_offer_says_how_many_copies_it_needs_and_who_sits_out(count, words):
    numbers = NUMBERS | {"tables": count, "boards": "28"}
    page = text(signed_in(member("Ruth")), "/duplicate/opening/?" + urlencode(numbers))
    assert words in page


def test_six_teams_play_a_round_robin_head_to_head_from_opening_to_publication():
    director = signed_in(member("Ruth"))
    session = chosen(director, 6, 10, "round-robin-head-to-head-5x2")
    slots = played(director, session)
    assert_right_figures(session, slots)
    assert len(expected_imps(slots)) == 15
    published(session)
    results = text(signed_in("Anna"), f"/duplicate/{session.pk}/results/")
    assert "All teams" in results and "Matches</a>" in results
    match = signed_in("Anna").get(f"/duplicate/{session.pk}/matches/1/6/")
    boards = match.context["boards"]
    assert [each.board for each in boards] == [1, 2]
    assert {(each.one.table, each.other.table) for each in boards} == {("2", "1")}


def test_five_teams_play_with_a_triangle_from_opening_to_publication():
    director = signed_in(member("Ruth"))
    session = chosen(director, 5, 10, "head-to-head-with-a-triangle-5x2")
    slots = played(director, session)
    assert_right_figures(session, slots)
    swings = expected_imps(slots)
    assert len(swings) == 10 and {len(each) for each in swings.values()} == {2}
    match = signed_in("Anna").get(f"/duplicate/{session.pk}/matches/1/2/")
    rooms = match.context["boards"][0]
    assert (rooms.one.table, rooms.other.table) == ("1", "2")
    published(session)
    card = text(signed_in("Anna"), f"/duplicate/{session.pk}/results/")
    assert "My boards" in card and "All teams" in card


def test_who_sits_out_in_a_triangle_of_five_is_told_so():
    session = in_teams(movement=teams(5, way="triangle"), count=5, rounds=2)
    sits_out = text(signed_in("Anna Again"), f"/duplicate/{session.pk}/table/")
    assert "You sit out round 2" in sits_out
    line_up = text(signed_in("Anna"), f"/duplicate/{session.pk}/")
    assert "sits out" in line_up or "sit out" in line_up


def test_both_halves_of_a_team_play_the_same_boards_at_neighbouring_tables():
    session = in_teams(count=4, rounds=1, boards_a_round=4)
    halves = {}
    for name in ("Anna", "Cleo"):
        halves[name] = text(signed_in(name), f"/duplicate/{session.pk}/table/")
    assert "Table 2 · North–South" in halves["Anna"]
    assert "Table 1 · East–West" in halves["Cleo"]
    assert all("boards 1–4" in page for page in halves.values())


def test_the_line_up_and_the_cards_name_the_table_to_which_boards_are_passed():
    session = in_teams(count=6, rounds=1, boards_a_round=4)
    page = text(signed_in("Anna"), f"/duplicate/{session.pk}/")
    assert '<small class="second">with 2</small>' in page.replace("\n", "")
    moves = signed_in("Anna").get(f"/duplicate/{session.pk}/board-moves/")
    shared = [rounds[0].shared_with for _, rounds in moves.context["tables"]]
    assert shared == ["2", "1", "4", "3", "6", "5"]


def test_the_three_of_a_triangle_pass_no_boards():
    session = in_teams(count=5, movement=teams(5, way="triangle"), rounds=1)
    moves = signed_in("Anna").get(f"/duplicate/{session.pk}/board-moves/")
    shared = [rounds[0].shared_with for _, rounds in moves.context["tables"]]
    assert shared == ["", "", "", "5", "4"]


def test_a_round_robin_may_end_after_any_round_and_has_no_more_rounds():
    session = in_teams(count=4, rounds=1, boards_a_round=2)
    director = signed_in(session.director)
    page = director.get(f"/duplicate/{session.pk}/director/rounds/number/")
    offered = [option.data["value"] for option, _ in page.context["choices"]]
    assert offered == ["2", "1"]
    assert "no more rounds than it was opened with" in page.content.decode()
    director.post(
        f"/duplicate/{session.pk}/director/rounds/number/",
        {"way": "2", "from_round": "2"},
    )
    state = load(session.pk)
    assert state.rounds == 2
    assert check(state.section("A").movement) == ()


@pytest.mark.parametrize("way", ["stagger", "triangle"])
def test_where_a_match_has_two_rounds_the_number_of_rounds_stays(way):
    count = 4 if way == "stagger" else 5
    session = in_teams(count=count, movement=teams(count, way=way), rounds=1)
    director = signed_in(session.director)
    text_of_page = text(director, f"/duplicate/{session.pk}/director/rounds/number/")
    assert "teams play all of those planned" in text_of_page
    page = text(director, f"/duplicate/{session.pk}/director/")
    assert "Another number of rounds" not in page
