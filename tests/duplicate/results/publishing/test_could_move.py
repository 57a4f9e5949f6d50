"""Who can still move: the entries whose score or place an open board can still change."""

from fractions import Fraction
from uuid import uuid4

import pytest

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Call, Session
from clubscore.duplicate.outcomes.outcome_words import figure_in_words
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed
from clubscore.duplicate.results.publishing.could_move import (
    Mover,
    MoversList,
    could_move,
)
from clubscore.duplicate.results.publishing.open_matters import open_matters
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting.services import Asked, ask
from scoring import Side, parse_deal
from scoring.contest.rules import ContestRules
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.given_up import (
    GIVEN_UP,
    with_boards_given_up,
    with_boards_lost,
)
from tests.duplicate.published import LINES
from tests.duplicate.recorded import agreed, player, recorded
from tests.factories import NOON

pytestmark = pytest.mark.django_db


def movers_of(session: Session) -> list[MoversList] | None:
    state, results = load(session.pk), results_of(session.pk)
    lost = [each for each in unplayed(state, results) if not each.has_average]
    missing = missing_in(state, results)
    return could_move(state, results, open_matters(state, results), missing, lost)


def all_movers(session: Session) -> list[Mover]:
    """The entries of the only list that an open board can still move."""
    (found,) = movers_of(session) or []
    return [*found.there, *found.past]


def over(*, missing: int = 0, **opening: object) -> tuple[Session, list[Slot]]:
    """A Howell of two tables that is over, without a result in its first `missing` slots, and its slots."""
    session = in_play(None, howell(2), count=4, rounds=3, **opening)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    for index, slot in enumerate(slots[missing:]):
        agreed(session, slot, LINES[index % len(LINES)])
    return session, slots


def ended(session: Session) -> Session:
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def figures(session: Session) -> dict[str, str]:
    """The figure of each entry as the session counts now, by the number of the entry."""
    scores = scores_of(load(session.pk), results_of(session.pk))
    rules = session.contest_rules
    (ranked,) = scores.result.lists
    return {
        f"{scores.entry(row.entry)[1]}": figure_in_words(row.score, row.percent, rules)
        for row in ranked.rows
    }


def test_with_two_results_an_entry_has_the_figures_that_each_of_them_brings():
    session, slots = over()
    before = figures(session)
    east = player(session, slots[0], Side.EW)
    recorded(session, slots[0], "4sn-1", by=east, seen=1)
    movers = all_movers(ended(session))
    proposal = results_of(session.pk)[slots[0]].proposal
    results = results_of(session.pk).corrected(slots[0], proposal.facts)
    scores = scores_of(load(session.pk), results)
    rules = session.contest_rules
    after = {
        f"{scores.entry(row.entry)[1]}": figure_in_words(row.score, row.percent, rules)
        for row in scores.result.lists[0].rows
    }
    for mover in movers:
        two = {before[mover.number], after[mover.number]}
        assert mover.now == before[mover.number]
        assert {*mover.could_be.split("–")} == two
    assert {mover.number for mover in movers} >= {
        number for number in before if before[number] != after[number]
    }


def test_a_missing_board_may_bring_nothing_or_the_top():
    session, slots = over(missing=1)
    state = load(ended(session).pk)
    scores = scores_of(state, results_of(session.pk))
    rows = {f"{scores.entry(row.entry)[1]}": row for row in scores.result.lists[0].rows}
    row = state.sections[0].row_at(slots[0].round, slots[0].table)
    movers = all_movers(session)
    found = {mover.number: mover for mover in movers}
    top = scores.result.top
    for number in (f"{row.north}", f"{row.east}"):
        now = rows[number]
        ends = (
            100 * now.score / (now.top + top),
            100 * (now.score + top) / (now.top + top),
        )
        words = [
            figure_in_words(Fraction(0), end, session.contest_rules) for end in ends
        ]
        assert found[number].could_be == "–".join(words)


def test_others_are_named_if_their_place_can_change_and_the_places_hold_the_place_now():
    session, slots = over()
    east = player(session, slots[0], Side.EW)
    recorded(session, slots[0], "4sn+1", by=east, seen=1)
    movers = all_movers(ended(session))
    for mover in movers:
        best, *worst = mover.places.split("–")
        assert int(best) <= mover.place <= int((worst or [best])[0])
        assert mover.sits_there or worst


def test_without_percentages_a_missing_board_lies_between_the_results_of_the_others():
    session, slots = over(missing=1, rules=ContestRules(scoring="cross-imps"))
    movers = all_movers(ended(session))
    row = load(session.pk).sections[0].row_at(slots[0].round, slots[0].table)
    # One other table: with its result the board is level.
    assert {f"{row.north}", f"{row.east}"}.isdisjoint(
        mover.number for mover in movers if "–" in mover.could_be
    )


def test_a_board_that_nobody_plays_any_more_brings_averages():
    session = with_boards_lost()
    for table in (1, 2):
        recorded(session, Slot("A", 1, table, 1), LINES[table])
    movers = all_movers(session)
    assert "6" in {mover.number for mover in movers if "–" in mover.could_be}


def test_a_call_about_a_board_that_the_plan_has_no_more_moves_nobody(client):
    made = with_boards_given_up()
    section = load(made.pk).sections[0].section
    place = dict(zip(("round", "table", "board"), GIVEN_UP[1:], strict=True))
    Call.objects.create(
        session=made, section=section, at=NOON, by=made.director, key=uuid4(), **place
    )
    for round in (2, 3, 4):
        start_round(session=made, round=round, by=made.director, now=NOON)
    for slot, _ in list(slots_of(load(made.pk))):
        recorded(made, slot, LINES[slot.table])
    assert all_movers(ended(made)) == []
    client.force_login(made.director)
    page = client.get(f"/duplicate/{made.pk}/director/publication/")
    assert "a call for the director" in page.content.decode()


def test_a_dispute_and_a_correction_of_one_board_are_three_results():
    session, slots = over()
    slot = slots[0]
    recorded(session, slot, "4sn-1", by=player(session, slot, Side.EW), seen=1)
    two = figures_that_could_be(ended(session))
    asked = Asked(parse_deal("4sn-6"), "score", "All six", 1, uuid4())
    ask(session=session, slot=slot, asked=asked, by=player(session, slot), now=NOON)
    three = figures_that_could_be(session)
    number = f"{load(session.pk).sections[0].row_at(slot.round, slot.table).north}"
    assert two[number] != three[number]
    assert set(two[number].split("–")) & set(three[number].split("–"))


def figures_that_could_be(session: Session) -> dict[str, str]:
    return {mover.number: mover.could_be for mover in all_movers(session)}


def test_a_session_without_results_says_nothing():
    session = in_play(None, howell(2), count=4, rounds=3)
    assert movers_of(ended(session)) is None
