"""The standing after each round: the last one is what was published, in every form of contest."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from clubscore.duplicate.director.changing.services import withdraw
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import PublishedRow, Session
from clubscore.duplicate.outcomes.published import figure_of, place_of_row
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.results.travellers.scorecard import (
    Scorecard,
    boards_of,
    rounds_sat_out,
    scorecard,
)
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from scoring.contest.rules import ContestRules
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.other_forms import alone, in_teams
from tests.duplicate.published import LINES, played, published_as_it_is
from tests.duplicate.recorded import recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.duplicate.swiss import VICTORY_POINTS, begun, drawn, swiss, swiss_of_pairs
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
SPACE = "\N{NO-BREAK SPACE}"


def penalised(session: Session, number: int, hundredths: int, unit: str = "%") -> None:
    taking = Taking("A", number, hundredths, unit, "90B1", "Late", uuid4())
    penalise(session=session, taking=taking, by=session.director, now=NOON)


def round_recorded(session: Session, *, missing: Slot | None = None) -> None:
    """Record every board of the current round but `missing`."""
    state = load(session.pk)
    for index, (slot, _) in enumerate(slots_of(state)):
        if slot.round == state.round and slot != missing:
            recorded(session, slot, LINES[(index + 2 * slot.table) % len(LINES)])


def played_out(session: Session, *, missing: Slot | None = None) -> Session:
    """Play all rounds that are left, the next ones drawn where they have to be, and end play."""
    state = load(session.pk)
    for round in range(max(state.round, 1), state.rounds + 1):
        if load(session.pk).drawn < round:
            drawn(session, round)
        if load(session.pk).round < round:
            begun(session, round)
        round_recorded(session, missing=missing)
    end_play(session=session, by=session.director, now=NOON)
    return session


def of_pairs(movement: Any, *, count: int = 6, **rules: Any) -> Session:
    return in_play(None, movement, count=count, rules=ContestRules(**rules))


def with_everything(**rules: Any) -> Session:
    """Return a Howell with a ruled board, a missing board, artificial scores and a penalty in its second round."""
    session = of_pairs(howell(3), **rules)
    round_recorded(session)
    ruled(session, Slot("A", 1, 1, 1), "A+-")
    start_round(session=session, round=2, by=session.director, now=NOON)
    unit = "%" if rules["scoring"] == "matchpoints" else "imp"
    penalised(session, 2, 4_000, unit)
    boards = load(session.pk).boards
    played_out(session, missing=Slot("A", 3, 2, boards))
    state = load(session.pk)
    [slot, *_] = [slot for slot, _ in slots_of(state) if slot.round == 4]
    ruled(session, slot, "A6030")
    penalised(session, 4, 100, unit)
    return session


def half_table() -> Session:
    return played_out(of_pairs(howell(3), count=5, scoring="matchpoints"))


def one_gone() -> Session:
    session = of_pairs(howell(3), scoring="matchpoints")
    for round in (2, 3):
        round_recorded(session)
        start_round(session=session, round=round, by=session.director, now=NOON)
    round_recorded(session)
    going = {"letter": "A", "number": 3, "way": 0, "from_round": 4}
    withdraw(session=session, by=session.director, now=NOON, **going)
    start_round(session=session, round=4, by=session.director, now=NOON)
    return played_out(session)


def of_swiss_pairs() -> Session:
    session = swiss_of_pairs(5, begun=1, boards_a_round=2)
    penalised(session, 1, 150, "vp")
    return played_out(session)


def of_swiss_teams() -> Session:
    session = played_out(swiss(4, begun=1))
    penalised(session, 2, 50, "vp")
    return session


def of_two_sections() -> Session:
    session = opened(member("Ruth"), howell(2), howell(2))
    seated(session, pairs(4))
    seated(session, pairs(4, family="More"), letter="B")
    start_round(session=session, round=1, by=session.director, now=NOON)
    penalised(session, 1, 2_500)
    return played_out(session)


FORMS: dict[str, Callable[[], Session]] = {
    "Mitchell": lambda: played_out(
        of_pairs(mitchell(3), scoring="matchpoints", winners=2)
    ),
    "Howell": lambda: with_everything(scoring="matchpoints"),
    "cross-IMPs": lambda: with_everything(scoring="cross-imps"),
    "Butler": lambda: with_everything(scoring="butler"),
    "printed tenths": lambda: with_everything(
        scoring="matchpoints", rounding="tenth-half-up", ties="countback"
    ),
    "total points": lambda: played_out(of_pairs(howell(3), scoring="aggregate")),
    "half table": half_table,
    "one gone": one_gone,
    "two sections": of_two_sections,
    "individual": lambda: played_out(alone(rounds=1)),
    "teams": lambda: played_out(in_teams(count=5, rounds=1)),
    "teams in victory points": lambda: played_out(
        in_teams(count=5, rounds=1, rules=VICTORY_POINTS)
    ),
    "board-a-match": lambda: played_out(
        in_teams(count=5, rounds=1, rules=ContestRules(scoring="bam"))
    ),
    "Swiss pairs": of_swiss_pairs,
    "Swiss teams": of_swiss_teams,
}


def card_of(session: Session, letter: str, number: int) -> Scorecard:
    state, entry = load(session.pk), (letter, number)
    boards, sat_out = boards_of(state, entry), rounds_sat_out(state, entry)
    return scorecard(state, results_of(session.pk), entry, boards, sat_out)


def published_rows(session: Session) -> Iterator[PublishedRow]:
    later = NOON + timedelta(minutes=5)
    publication = published_as_it_is(session, accepts_missing=True, now=later)
    rows = PublishedRow.objects.filter(publication=publication)
    yield from rows.select_related("entry__section")


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_the_last_place_on_each_card_is_the_published_one(form: str):
    session = FORMS[form]()
    session.refresh_from_db()
    rules = session.contest_rules
    cards = {}
    for row in published_rows(session):
        letter, number = row.entry.section.letter, row.entry.number
        card = card_of(session, letter, number)
        shown = figure_of(row, rules)
        if row.percent is not None:
            shown += f"{SPACE}%"
        if rules.has_victory_points:
            shown += " VP"
        assert (card.standing.place, card.standing.figure) == (place_of_row(row), shown)
        assert card.rounds[-1].after == card.standing
        cards[letter, number] = card
    assert len(cards) >= 4
    assert len({card.standing.figure for card in cards.values()}) > 1


def test_a_penalty_counts_from_the_round_in_which_it_was_given():
    session = in_play(member("Ruth"), howell(2), count=4)
    round_recorded(session)
    before = card_of(session, "A", 1).rounds[0].after
    later = NOON + timedelta(minutes=30)
    start_round(session=session, round=2, by=session.director, now=later)
    taking = Taking("A", 1, 2_500, "%", "90B1", "Late", uuid4())
    penalise(session=session, taking=taking, by=session.director, now=later)
    card = card_of(session, "A", 1)
    assert card.rounds[0].after == before
    assert [each.round for each in card.penalties] == [2]
    round_recorded(session)
    penalties = results_of(session.pk).penalties
    assert len(penalties) == 1
    with_it = card_of(session, "A", 1).rounds[1].after
    # A quarter of the top of two, of the eight that four boards have.
    points = sum(
        board.share for one in card_of(session, "A", 1).rounds for board in one.boards
    )
    assert with_it.figure == f"{points / 4 - 6.25:.2f}{SPACE}%"


def test_a_penalty_after_play_counts_at_the_end_and_the_card_says_so():
    session = played()
    penalised(session, 2, 2_500)
    card = card_of(session, "A", 2)
    assert [each.round for each in card.penalties] == [None]
    assert [each.after.figure for each in card.rounds] == [
        f"50.00{SPACE}%",
        f"25.00{SPACE}%",
        f"29.17{SPACE}%",
    ]
    assert card_of(session, "A", 1).penalties == ()


def test_who_sits_out_has_a_place_after_that_round_too_and_a_bye_brings_points():
    session = of_swiss_pairs()
    cards = [card_of(session, "A", number) for number in range(1, 6)]
    idle = [one for card in cards for one in card.rounds if not one.boards]
    assert [one.award for one in idle] == ["12 for a bye"] * 3
    assert all(one.after.place for one in idle)
    assert all([one.number for one in card.rounds] == [1, 2, 3] for card in cards)


def test_boards_lost_to_a_pair_that_went_home_name_it_and_say_what_they_bring():
    session = one_gone()
    lost = []
    for number in (1, 2, 4, 5, 6):
        for one in card_of(session, "A", number).rounds:
            assert one.opponents[0].names or not one.boards
            if "not played" in "".join(board.words for board in one.boards):
                lost.append(one)
    assert {one.number for one in lost} == {4, 5}
    for one in lost:
        assert [each.names for each in one.opponents] == ["Eva & Finn"]
        assert {board.words for board in one.boards} == {
            "not played: average plus (Law 12C2)"
        }
        assert one.award


def test_a_team_has_each_award_once_though_it_plays_each_board_at_two_tables():
    session = FORMS["teams"]()
    whole = {}
    for row in published_rows(session):
        card = card_of(session, "A", row.entry.number)
        whole[row.entry.number] = card
        assert all(board.table for one in card.rounds for board in one.boards)
        brought = sum(
            float(one.award.replace("−", "-")) for one in card.rounds if one.award
        )
        assert brought == row.score / 10_000
    assert len(whole) == 5


def test_a_board_of_teams_counts_in_the_standing_once_both_rooms_have_played_it():
    session = played_out(in_teams())
    rounds = card_of(session, "A", 1).rounds
    seen = {}
    for slot, _row in slots_of(load(session.pk)):
        seen.setdefault(slot.board, []).append(slot.round)
    assert {tuple(sorted(of)) for of in seen.values()} == {(1, 2), (3, 4)}
    first, second, third, fourth = (each.after.figure for each in rounds)
    assert (first, third) == ("", second) and fourth != third
